"""What every screen is: a named picture of the public snapshot that passes the fingers' acts on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.ui import gameui
from companion.ui.kit import background
from companion.ui.kit.initials import Seated
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chooses
from companion.ui.widgets.drawn import Drawn, walk

if TYPE_CHECKING:
    from pathlib import Path

    from companion.errors import CompanionError
    from companion.install.bundle import Bundle
    from companion.install.standing import Chosen, Standing
    from companion.table.backup.drives import Stick
    from companion.table.backup.folder import Preview, Restored, Written
    from companion.table.backup.write import Backup
    from companion.table.evenings.files import Exportable, Exported, Form
    from companion.table.evenings.square import Squared
    from companion.table.snapshot import GameEntry
    from companion.ui.screens.checks import Examine


class Keeping(Protocol):
    """What the screen needs of `companion.table.backup.worker.Keeper`: each errand returns at once, and tells its result from another thread."""

    def look(self, done: Callable[[tuple[Stick, ...] | CompanionError], None]) -> None:
        """Which sticks are there."""

    def back_up(self, stick: Path, done: Callable[[Written | CompanionError], None]) -> None:
        """Writes a backup onto a stick."""

    def preview(self, file: Path, done: Callable[[Preview | CompanionError], None]) -> None:
        """Reads a backup: what it holds, and what it would replace."""

    def restore(self, backup: Backup, done: Callable[[Restored | CompanionError], None]) -> None:
        """Puts a backup in the place of what is there."""


class Carrying(Protocol):
    """What the screen needs of `companion.porter.Porter`; its errands are like those of `Keeping`."""

    @property
    def place(self) -> str:
        """Which service of the machine this is; empty where somebody has started it by hand."""

    @property
    def keeps_versions(self) -> bool:
        """Whether this is an installation of which the screen may change the version."""

    def look(self, done: Callable[[tuple[Stick, ...] | CompanionError], None]) -> None:
        """Which sticks are there."""

    def exportable(self, done: Callable[[Exportable | CompanionError], None]) -> None:
        """What there is to be exported, and onto what."""

    def export(self, stick: Path, form: Form, language: str, game: int | None, done: Callable[[Exported | CompanionError], None]) -> None:
        """Exports all past games, or one of them, onto a stick."""

    def square(self, game: int, tell: Callable[[GameEntry], str], done: Callable[[Squared | CompanionError], None]) -> None:
        """The square of a game that is over; see `companion.table.evenings.square`."""

    def report(self, stick: Path, done: Callable[[Path | CompanionError], None]) -> None:
        """Packs what a bug report needs onto a stick; it tells the file."""

    def versions(self, done: Callable[[Standing | CompanionError], None]) -> None:
        """Which versions are installed."""

    def check(self, folder: Path, done: Callable[[Bundle | CompanionError], None]) -> None:
        """Checks a bundle on a stick."""

    def update(self, bundle: Bundle, done: Callable[[Chosen | CompanionError], None]) -> None:
        """Installs a bundle that was checked, and starts it."""

    def back(self, done: Callable[[Chosen | CompanionError], None]) -> None:
        """Goes back to the version of before."""

    def power_off(self, done: Callable[[CompanionError | None], None]) -> None:
        """Switches the machine off."""


class Kit(NamedTuple):
    """What the app has besides the snapshot.

    `offers`: which screens and parts there are; `settings`: those in force, and `kept` whether they are on disk.
    `own_cards`: what a player has laid, for that player's eyes only. `keeper`: writes backups and puts them back; `examine`: makes the checks
    of this machine that may be made beside a game; `porter`: what is done with a stick or the machine beside. Each is None where there is none.
    """

    offers: frozenset[str] = frozenset()
    settings: Settings = Settings()
    kept: bool = True
    own_cards: Callable[[Colour], Sequence[Any]] = lambda owner: ()
    keeper: Keeping | None = None
    examine: Examine | None = None
    porter: Carrying | None = None


class Screen(Chooses, Drawn):
    """One screen. Subclasses make their widgets in `__init__`, place them in `layout`, and fill them in `show`. What a finger chooses on it
    and nobody is told is `Chosen`. Which screen is open is decided by the app: none sends on to another one when it is shown.

    `name` names it for the app and the tests. `on_act` takes what a finger does (a value of companion.table.commands, or a name of another screen).
    """

    name = "screen"
    stays = False
    """Whether the screen, opened above that of the phase, stays open when the game goes on beneath it."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__()
        self.on_act = on_act
        self.frame = Frame(800, 480)
        self.shown: Any = None
        self._seated: Seated = ()

    @property
    def rules(self) -> str:
        """The key of the game that is shown."""
        return self.shown.rules if self.shown is not None else ""

    @property
    def ui(self) -> gameui.GameUi:
        """The screen of the game that is shown."""
        return gameui.of(self.rules)

    def show(self, shown: Any) -> None:
        """The snapshot has changed: hand the widgets their values. They compare and redraw what differs."""
        self.follow(shown)
        seated = tuple(self.at_table().items())
        if seated != self._seated:
            self._seated = seated
            for widget in walk(self):
                widget.redraw()

    def at_table(self) -> dict[Colour, str]:
        """Whose emblems the screen shows: names by colour."""
        view = self.shown.view if self.shown is not None else None
        return {player.colour: player.name for player in view.players} if view is not None else {}

    @property
    def seated(self) -> Seated:
        return self._seated

    def fits(self, shown: Any) -> bool:
        """Whether it has anything to show in this state; if not, the app closes it. Changes nothing."""
        return True

    def enter(self) -> None:
        """The screen is about to be opened instead of another one, before it gets the snapshot."""

    def prepare(self, view: Any) -> bool:
        """Override: the game may need the screen soon. What can be known by now is made ready; says whether it can be drawn, too."""
        return False

    def lingers(self) -> bool:
        """Whether it wants to be seen a moment longer although the game has gone on; it then says "on" itself."""
        return False

    def equip(self, kit: Kit) -> None:
        """Override: takes what the screen needs besides the snapshot; told before it is opened first, and when it changes."""

    def carry(self, tray: Any) -> None:
        """Override: takes the tray of simulated tags over from the screen before."""

    def layout(self, frame: Frame) -> None:
        """Override: place the widgets in the frame (dp)."""

    def have(self, widget: Drawn, box: tuple[float, float, float, float] | None) -> None:
        """Puts a widget into its place, or takes it off the screen with None."""
        if box is None:
            if widget.parent is not None:
                self.remove_widget(widget)
        elif widget.parent is None:
            self.add(widget, box)
        else:
            widget.put(*box)

    def act(self, thing: Any) -> None:
        """Passes an act on to the session or the app."""
        if self.on_act is not None:
            self.on_act(thing)

    def reword(self) -> None:
        """The language or the text size has changed: write everything anew."""
        if self.shown is not None:
            self.show(self.shown)

    def placed(self) -> None:
        self.frame = Frame(round(self.width), round(self.height))
        self.layout(self.frame)

    def draw(self, pen: Pen) -> None:
        background.draw(pen, self.frame)
