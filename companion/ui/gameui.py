"""What the screen asks of a game: `UI` in the game's room `ui`, loaded when the screen opens.

What is here is words, names and small functions over the public view; screens and pictures are named by where they are ("package.module:Name")
and loaded when they are needed. Every text is a function, since the language may change at any time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from companion import words
from companion.game import Game
from companion.games import FIRST, SHELF
from companion.games.kit.colours import Colour
from companion.table.snapshot import GameEntry, Notice, Snapshot, Step
from companion.ui import texts
from companion.ui.kit.sound import Cue
from companion.ui.texts import tr, trc

log = logging.getLogger(__name__)

Names = Mapping[Colour, str]
"""The players' names by colour."""
Where = str
"""Where a class or a function is: "package.module:Name"."""
Text = Callable[[], str]
"""A text in the language in force."""


def found(where: Where) -> Any:
    """What is there. Raises ImportError or AttributeError where there is nothing."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


# --- words ---


class ActWords(msgspec.Struct, frozen=True):
    """One move in words: the only place beside the rules where a move is entered.

    `done`: what it did, as a row says it below the name of whoever did it; of the step and the view after it (None where there is none).
    `undo`: what an undo takes back, in the middle of a sentence. `icon`: where nobody in particular did it. `editor`: on which page of the game's
    own screen of corrections its right value is told first. `whole`: it is corrected in what it came to with others (`GameUi.whole`).
    """

    done: Callable[[Step, Any], str]
    undo: Callable[[Step], str]
    icon: str = "list"
    editor: str = "list"
    whole: bool = False


class Sheet(msgspec.Struct, frozen=True):
    """A phase in words: `title`, its name; for the help its `rule` in two sentences, and the `way` to tell the companion."""

    phase: str
    icon: str
    title: Text
    rule: Text
    way: Text


class Whole(msgspec.Struct, frozen=True):
    """What several acts of the set-up came to: corrected as one `move` in place of the act at `place` or, if that is another one, before it."""

    key: str
    words: str
    icon: str
    place: int
    move: Any


# --- the parts ---


def colour_names() -> Names:
    """The colours in words, as whoever has one is called until a name is told."""
    said = {
        Colour.BLUE: trc("player", "blue"),
        Colour.RED: trc("player", "red"),
        Colour.YELLOW: trc("player", "yellow"),
        Colour.GREEN: trc("player", "green"),
        Colour.BLACK: trc("player", "black"),
        Colour.WHITE: trc("player", "white"),
    }
    return {colour: word[:1].upper() + word[1:] for colour, word in said.items()}


class Brand(msgspec.Struct, frozen=True):
    """How the game looks on the home screen. `emblem`: a function that draws it with a pen around (cx, base), `r` dp high above the base line.

    `tagline`: below its name; `about`: how long it is or up to what it is played, where there are several games.
    """

    emblem: Where
    tagline: Text
    about: Text


class Item(msgspec.Struct, frozen=True):
    """A button of the menu that only this game has. `opens`: a screen of the game, or a command; `there`: whether it can be done now.

    `after`: behind which of the menu's own buttons it stands.
    """

    key: str
    icon: str
    words: Text
    opens: Any
    there: Callable[[Any], bool] = lambda view: True
    after: str = "correct"


class Extra(msgspec.Struct, frozen=True):
    """One more thing that is agreed on while people sit down: what is so now, and the move that makes it otherwise."""

    words: str
    icon: str
    move: Any


class Seats(msgspec.Struct, frozen=True):
    """How people sit down: the moves of it, and what the page says.

    `join` of colour, name and chair (None: the next one); `seat`: everybody's colour, chair by chair. `names`: how a colour is called until a name
    is told. `chairs`: so many are drawn. `on`: the words of the button that goes on. `table`: what stands on the drawn table below the number
    of players (None of them where too few sit there), and how many places it has; of the view.
    """

    join: Callable[[Colour, str, int | None], Any]
    leave: Callable[[Colour], Any]
    rename: Callable[[Colour, str], Any]
    seat: Callable[[tuple[Colour, ...]], Any]
    gathered: Callable[[], Any]
    on: Text
    chairs: int = 6
    names: Callable[[], Names] = colour_names
    table: Callable[[Any], tuple[str, int]] = lambda view: ("", 0)
    extra: Callable[[Any], Extra | None] = lambda view: None


def _nothing(*_: Any) -> Any:
    raise LookupError("nobody sits down on the page of the house in this game")


OWN_WAY = Seats(_nothing, _nothing, _nothing, _nothing, _nothing, lambda: "")
"""Of a game in which people sit down on a page of its own."""


class Setting(msgspec.Struct, frozen=True):
    """A setting of the game's own, by the name of its field: a row of choices. A number that the file has and that is not offered is offered too."""

    name: str
    title: Text
    options: Callable[[], tuple[tuple[Any, str], ...]]


class GameUi(msgspec.Struct, frozen=True):
    """The screen of a game. `UI` in the folder's `ui`."""

    screens: Mapping[str, Where]
    """A phase, or the name of another screen of the game's own -> its class. The full name is "<key of the game>/<name>". One called like a screen
    of the house ("correct", "replace", "tags") stands in its place for this game."""
    acts: Mapping[str, ActWords]
    """The name of a move on file -> its words."""
    sheets: tuple[Sheet, ...]
    """The phases in the order of a game, each once."""
    brand: Brand
    answer: Callable[[Notice, Names], tuple[str, str] | None]
    """Title and text for a refusal of the game's rules, or for an answer of its own; None for what the house says better."""
    seats: Seats = msgspec.field(default_factory=lambda: OWN_WAY)
    """For the house's page on which people sit down; a game with a page of its own has none."""
    piece: Callable[[str], str] = lambda code: code
    """What a piece is called in the middle of a sentence."""
    thing: Callable[[str], str] = lambda name: name
    """What a thing is called that statistics tally, by its name in the facts."""
    awaits: Callable[[str], str] = lambda code: tr("Now scan {piece}", piece=code)
    """What is asked for while the first tag of a piece is learned."""
    tapped: Callable[[Snapshot], tuple[str, str]] = lambda shown: ("", shown.checking.piece or "" if shown.checking is not None else "")
    """In a check of the set, of the piece that was tapped last and that lies open: its number or letter, and its name."""
    setup: frozenset[str] = frozenset()
    """The phases before the first round."""
    hold: Callable[[Any, Any], str | None] = lambda before, after: None
    """The name of a screen of the game's that is looked at a moment longer before that of the next phase comes; of the view before and after."""
    cue: Callable[[Any, Any], Cue | None] = lambda before, after: None
    """The sound of an act, by the view before and after; from public facts alone."""
    ahead: tuple[str, ...] = ()
    """The screens that a game will need, made before they are."""
    following: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Which phase shows next what can be drawn by now."""
    laid: Callable[[Any], Hashable] = lambda view: None
    """What the screens that are made ahead depend on."""
    menu: tuple[Item, ...] = ()
    end: Callable[[Any], Any] = lambda view: None
    """The move that ends the game early; None where it can't be."""
    whole: Callable[[Any, Sequence[Step]], Sequence[Whole]] = lambda view, acts: ()
    """Of the view and the acts of the set-up: what those came to that are not corrected one by one."""
    tray: Where = ""
    """The tray of simulated tags: a class made with `lay`. "": there is none."""
    lays: Callable[[Any], bool] = lambda view: False
    """Whether the tray has something to lay now."""
    pieces: Where = "companion.ui.widgets.pieces:PieceList"
    """The picture of the set for enrolment and check: a widget."""
    replay: Where = "companion.ui.screens.looked:Looked"
    """What a replay shows below its bar."""
    settings: tuple[Setting, ...] = ()
    """What the owner may set of it; a page of the settings."""
    note: Text = lambda: ""
    """What is said below them."""

    def phase(self, phase: str) -> str:
        """A phase's name."""
        sheet = self.sheet(phase)
        return sheet.title() if sheet is not None else phase

    def sheet(self, phase: str) -> Sheet | None:
        """The phase in words; None for one that the game says nothing of."""
        return next((sheet for sheet in self.sheets if sheet.phase == phase), None)


# --- finding it ---


GONE = GameUi(
    screens={},
    acts={},
    sheets=(),
    brand=Brand("", lambda: "", lambda: ""),
    answer=lambda notice, names: None,
)
"""Of a game whose package is not there, or has no screen that could be used."""


def game(rules: str) -> Game | None:
    """The game of a key, None where it is not on the shelf. "": written when there was one."""
    try:
        return SHELF[rules or FIRST]
    except Exception:  # noqa: BLE001  a stranger's package may raise anything
        return None


@lru_cache(32)
def of(rules: str) -> GameUi:
    """The screen of a game; `GONE` where it can't be loaded, which is logged."""
    there = game(rules)
    if there is None:
        return GONE
    try:
        found_there = there.part("ui", GameUi)
        words.bring(Path(str(import_module(f"{there.package}.ui").__file__)).parent / "locale")
        return found_there
    except Exception:  # a stranger's package may raise anything; the house goes on
        log.exception("The screen of %s can't be loaded", there.key)
        return GONE


def title(rules: str) -> str:
    """A game's name; its key where it is not on the shelf."""
    there = game(rules)
    return there.title if there is not None else rules


def is_money(rules: str) -> bool:
    """Whether what somebody has is an amount of money, else points."""
    there = game(rules)
    return there is None or there.score.money


def wins_high(rules: str) -> bool:
    """Whether the most of it wins."""
    there = game(rules)
    return there is None or there.score.high


# --- acts and games in words ---


def name_of(colour: Colour | None, names: Names) -> str:
    """Somebody's name; a question mark for nobody."""
    return names.get(colour, "?") if colour is not None else "?"


def done(rules: str, step: Step, view: Any = None) -> str:
    """What an act did; whose it was is for the caller to show."""
    row = of(rules).acts.get(step.do)
    return row.done(step, view) if row is not None else tr("A correction")


def undo(rules: str, step: Step) -> str:
    """What an undo takes back, or a redo brings back; whose act it was is for the caller to show."""
    row = of(rules).acts.get(step.do)
    if row is not None:
        return row.undo(step)
    return tr("correction") if step.do == "amend" else step.do


def which(entry: GameEntry) -> tuple[str, ...]:
    """The name of the game that was played, where the shelf has several or has it no more."""
    return (title(entry.rules),) if len(SHELF) > 1 or game(entry.rules) is None else ()


def stands(entry: GameEntry) -> str:
    """Where a game stands: round and phase; before the first round how many have joined."""
    ui = of(entry.rules)
    parts = [tr("Round {r}", r=entry.round)] if entry.round else []
    parts.append(ui.phase(entry.phase))
    if entry.players and entry.phase in ui.setup:
        parts.append(texts.trn("{n} player", "{n} players", len(entry.players)))
    return " · ".join(parts)
