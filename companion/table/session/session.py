"""One evening at the table: an event or a command becomes a move, the move an act on disk, the act a new snapshot.

One thread calls it, so the journal's order is the order of play.
"""

from __future__ import annotations

import logging
import random
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import logs
from companion.errors import JournalError, NameRefused, Unread
from companion.game import AmendRefused, Game, MoveRefused
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.said import Said
from companion.settings import Settings
from companion.table import commands
from companion.table.commands import LOOKING, Made, Touch
from companion.table.evenings import history, names
from companion.table.events import (
    Button,
    ButtonPressed,
    Fault,
    Input,
    LinkForgotten,
    LinkLost,
    LinkUp,
    ReaderBack,
    ReaderLost,
    Signal,
    TagGone,
    TagSeen,
    TagTrouble,
    Trouble,
)
from companion.table.journal.damage import Damage, Warned
from companion.table.journal.store import Journal
from companion.table.session import lying
from companion.table.session.echo import HAND
from companion.table.session.hearing import Hearing
from companion.table.session.learning import Learning
from companion.table.session.library import Library
from companion.table.session.links import Links
from companion.table.session.notices import Notices
from companion.table.session.pace import Pace
from companion.table.session.playing import Playing, opened
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer, GameEntry, Snapshot, Step

if TYPE_CHECKING:
    from companion.table.backup.folder import Restored
    from companion.table.backup.write import Backup

log = logging.getLogger(__name__)


class Session:
    """The table's state and its one entry, `handle`. `listeners` get every new snapshot, `on_signal` every tone and light.

    `simulated`: of a game, tags that are no stickers, UID -> code of a piece. `hand`: see `echo.HAND`. `staged`: no other tags come in, so none
    of a card that lies on a real table.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        settings: Settings | None = None,
        clock: Callable[[], float] = time.monotonic,
        rng: random.Random | None = None,
        simulated: Callable[[Game], Mapping[bytes, str]] | None = None,
        on_signal: Callable[[Signal], None] = lambda signal: None,
        hand: float = HAND,
        staged: bool = False,
    ) -> None:
        self.settings = settings or Settings()
        self.listeners: list[Callable[[Snapshot], None]] = []
        self.clock = clock
        self._journal = journal
        self._staged = staged
        self._rng = rng or random.SystemRandom()
        self._notices = Notices(on_signal)
        self._pace = Pace(clock)
        self._links = Links()
        self._learning = Learning(journal, self._notices, simulated)
        self._hearing = Hearing(self._links, self._learning, self._notices, self._pace, hand)
        self._library = Library(journal)
        self._playing: Playing | None = None
        self._acts_of: int | None = None
        self._pictured = (0, 0)
        self._warned = 0
        self._names = names.names(journal)
        self._open: tuple[GameEntry, ...] = ()
        self._last: GameEntry | None = None
        self._list()
        self._home = history.newest(journal)
        self.shown = Snapshot(serial=0)
        self._publish()

    # --- the one entry ------------------------------------------------------------------------------------------

    def handle(self, thing: Input | Touch | Made, came: float | None = None) -> None:
        """Takes one event or command; when it returns, an accepted act is on disk and shown. A mistake of ours costs that act only.

        `came`: when it came, on the session's clock, where it has waited since.
        """
        things: tuple[Any, ...] = thing.touches if isinstance(thing, Made) else (thing,)
        self._pace.takes(None if isinstance(thing, Input) else things[0], came)
        on = thing.on if isinstance(thing, Made) else None
        if any(self._late(each, on) for each in things):
            self._safely(self._tell_late, type(thing).__name__)
            return
        for each in things:
            self._safely(lambda each=each: self._take(each), type(each).__name__)  # type: ignore[misc]
        self._pace.touched = None
        self._safely(self._tidy, "the end of a round")

    def _late(self, thing: Any, on: int | None) -> bool:
        """Whether a finger acted before the picture of the act that stands last was there: it meant that act, or what was there before it."""
        if isinstance(thing, ButtonPressed):
            return self._pace.came < self._pace.acted_at
        if on is None:
            return self._pace.came < self._pace.acted_at and thing == self._pace.by
        return not isinstance(thing, LOOKING) and on < self._pictured[1]

    def _tell_late(self) -> None:
        """An impatient second touch is the first one; of another one it is said that it was not taken."""
        if self._pace.touched is not None and self._pace.touched != self._pace.by:
            self._notices.say(Answer.OLD_TOUCH)
            self._publish()

    def _take(self, thing: Any) -> None:
        self._lapse(self._pace.came)
        try:
            if isinstance(thing, Input):
                self._device(thing)
            else:
                self._command(thing)
        except AmendRefused as refused:
            act = self._step(refused.act) if refused.act is not None else None
            self._notices.say(refused.reason, owner=refused.by, expected=refused.expected, spot=refused.spot, piece=refused.piece, act=act)
        except MoveRefused as refused:
            self._notices.say(refused.reason, owner=refused.by, expected=refused.expected, spot=refused.spot, piece=refused.piece)
        except NameRefused as refused:
            if refused.together is not None:
                self._notices.say(Answer.PLAYED_TOGETHER)
        except Unread:
            # Told like a mistake of ours: with a report.
            raise
        except JournalError as error:
            log.error("%s", error)
            self._notices.say(Answer.READ_ONLY if self._journal.read_only else Answer.NOT_WRITTEN)
        self._publish()

    # --- mistakes of ours ---------------------------------------------------------------------------------------

    def _safely(self, call: Callable[[], None], what: str) -> None:
        """Whatever is raised is told at the table, and the game stands where it stood before. `what`: the kind of the input, for the log."""
        playing = self._playing
        before = None if playing is None else (playing, playing.timeline)
        if playing is not None:
            playing.wrote = False
        try:
            call()
        except Exception as error:  # noqa: BLE001  it is told at the table and written down
            log.error("%s could not be handled", what)
            self.failed(error, before)

    def failed(self, error: BaseException, before: tuple[Playing, Timeline] | None = None) -> None:
        """Tells a mistake of ours, or a disk that can't be read, and has a report written. `before`: the game, and where it stood."""
        report = logs.fault(self._journal.folder, error)
        try:
            if self._playing is not None:
                self._playing.recover()
                if before is not None and before[0] is self._playing:
                    self._playing.put_back(before[1])
            self._tell_fault(error, report)
        except Exception as again:  # noqa: BLE001  not even the game can be shown: home can
            logs.fault(self._journal.folder, again)
            self._playing = None
            self._acts_of = None
            self._learning.close()
            self._library.close()
            self._tell_fault(error, report)

    def _tell_fault(self, error: BaseException, report: Path | None) -> None:
        unread = isinstance(error, Unread | sqlite3.Error | OSError)
        file = report.name if report is not None else ""
        if not any(isinstance(each, Warned) and each.damage is Damage.FAULT and each.file == file for each in self._journal.warnings):
            said = Said("A mistake of the companion, or something that can't be read: the move was not taken. Reports are in the log folder.")
            self._journal.warnings.append(Warned(said, Damage.FAULT, file=file))
        self._notices.say(Answer.NOT_READ if unread else Answer.FAULT)
        self._publish()

    # --- the evening --------------------------------------------------------------------------------------------

    @property
    def timeline(self) -> Timeline:
        """The game on the table, folded; at home an empty one. It holds secrets: for tests, and for nothing that anybody sees."""
        return Timeline(self._game) if self._playing is None else self._playing.timeline

    @property
    def folder(self) -> Path:
        """The folder of the data."""
        return self._journal.folder

    def resume(self) -> None:
        """Opens the game that lay on the table when the program ended, at the act where it stood."""
        try:
            game = self._journal.was_open()
        except Unread as error:
            self.failed(error)
            return
        if game is None:
            self.look_again()
        else:
            self.handle(commands.OpenGame(game))

    def tick(self) -> None:
        """Lets lapse what has waited too long. To be called when `wait` seconds have passed without an input."""

        def lapse() -> None:
            self._lapse(self.clock())
            self._publish()

        self._safely(lapse, "time")

    @property
    def wait(self) -> float | None:
        """Seconds until `tick` has something to do; None if nothing waits."""
        deadline = None if self._playing is None else self._playing.gestures.deadline
        return None if deadline is None else max(0.0, deadline - self.clock())

    def _lapse(self, now: float) -> None:
        if self._playing is not None:
            self._playing.reply(self._playing.gestures.expire(now))

    def use(self, settings: Settings) -> None:
        """Takes new settings into use, in the middle of a game as well."""

        def use() -> None:
            self.settings = settings
            if self._playing is not None:
                self._playing.drop()
                self._playing.use(settings)
            self._publish()

        self._safely(use, "Settings")

    def look_again(self) -> None:
        """Publishes what there is, with what has come to the warnings since."""
        self._safely(self._publish, "the start")

    def replace(self, backup: Backup) -> Restored:
        """Puts a backup in the place of all games, tags and names, and goes home. Raises BackupError or JournalError; then all is as before."""
        from companion.table.backup import folder

        restored = folder.restore(self._journal, backup)
        # The game on the table is another's number now.
        self._playing = None
        self._learning.forget()
        self._library.close()
        self._names = names.names(self._journal)
        self._leave()
        self._publish()
        return restored

    def own_cards(self, owner: Colour) -> Sequence[Any]:
        """What this player may see alone, for the one pad that this player holds. It is in no snapshot and no log; any thread may ask.

        Nothing, unless a `LookAt` has opened it, of which everybody sees a mark.
        """
        playing = self._playing
        if playing is None or not playing.own.is_open(owner):
            return ()
        return playing.game.rules.private(playing.timeline.position, owner)

    @property
    def _game(self) -> Game:
        """The game on the table; at home the one whose set is looked at, or that home would begin."""
        return self._playing.game if self._playing is not None else SHELF[self._looked_at]

    # --- devices ------------------------------------------------------------------------------------------------

    def _device(self, thing: Input) -> None:
        match thing:
            case TagSeen():
                self._hearing.seen(thing, self._playing, self._learning.tags(self._game), self.settings)
            case TagGone():
                self._hearing.gone(thing, self._playing)
            case TagTrouble(trouble=trouble):
                self._notices.say(Answer.TWO_TAGS if trouble is Trouble.TWO_TAGS else Answer.ONE_AT_A_TIME)
            case ButtonPressed(button=button):
                self._pressed(button)
            case LinkLost(fault=Fault.SCANS_LOST):
                # Where nothing waits for a tag nothing is missing: a wand was plugged in elsewhere.
                if self._playing is not None or self._learning.active:
                    self._notices.say(Answer.SCANS_LOST, Signal.UNKNOWN)
            case LinkUp() | LinkLost() | ReaderLost() | ReaderBack() | LinkForgotten():
                self._link(thing)

    def _link(self, thing: LinkUp | LinkLost | ReaderLost | ReaderBack | LinkForgotten) -> None:
        """A device comes or goes. One that goes in the middle of a game is told where everybody looks, whatever the screen shows then."""
        before, notice = self._links.broken(thing.device), self._notices.notice
        self._links.heard(thing)
        if self._playing is None or isinstance(thing, LinkForgotten):
            return
        if isinstance(thing, LinkUp | ReaderBack):
            if notice is not None and notice.what is Answer.DEVICE_LOST and notice.link is not None and notice.link.device == thing.device:
                self._notices.clear()
            self._playing.reply(self._playing.gestures.asks())
        elif thing.device not in before and self._links.broken(thing.device) - before:
            link = next(each for each in self._links.shown() if each.device == thing.device)
            if link.named:
                self._notices.say(Answer.DEVICE_LOST, None, link=link)

    def _pressed(self, button: Button) -> None:
        playing = self._playing
        if (playing is None or playing.proposal.act is None) and self._covered:
            self._notices.say(Answer.COVERED)
        elif playing is None:
            self._notices.say(Answer.NOTHING_TO_UNDO if button is Button.UNDO else Answer.NOTHING_TO_CONFIRM)
        elif button is Button.UNDO:
            # As the screen's: half a gesture is let go of before an act is taken back.
            if not playing.let_go():
                playing.undo(sure=False)
        else:
            playing.ok()

    @property
    def _covered(self) -> bool:
        """Whether something else than the game is looked at: then no button acts in the game beneath."""
        return self._learning.active or self._library.open or self._acts_of is not None

    # --- commands -----------------------------------------------------------------------------------------------

    def _command(self, command: Any) -> None:
        if self._playing is not None and self._in_game(command, self._playing):
            return
        match command:
            case commands.Undo():
                self._notices.say(Answer.NOTHING_TO_UNDO)
            case commands.Redo():
                self._notices.say(Answer.NOTHING_TO_REDO)
            case commands.ShowActs(round=round_):
                self._acts_of = round_
            case commands.CloseActs():
                self._acts_of = None
            case commands.Dismiss():
                self._notices.clear()
            case commands.NewGame(practice=practice, rules=rules):
                self._enter(self._journal.new_game("practice" if practice else "real", rules=self._known(rules)))
            case commands.OpenGame(game=game):
                self._enter(game)
            case commands.GoHome():
                self._leave()
            case commands.Discard(game=game):
                self._discard(game)
            case commands.Delete(game=game):
                if self._playing is not None and game == self._playing.number:
                    self._leave()
                self._library.touched(command)
                self._list()
            case commands.ClosePast():
                # While they were looked at, some may have been deleted or brought back.
                self._library.close()
                self._list()
            case commands.Rematch(game=game):
                self._enter(history.rematch(self._journal, game))
            case commands.MergeNames() | commands.UnmergeName():
                self._library.touched(command)
                self._names = names.names(self._journal)
            case _ if not self._library.touched(command):
                rules = getattr(command, "rules", "") if self._playing is None else ""
                self._learning.commanded(command, SHELF[self._known(rules)] if rules else self._game, self._playing)
                if isinstance(command, commands.BackInHand):
                    self._list()

    def _in_game(self, command: Any, playing: Playing) -> bool:
        """Does what a command means in the game on the table; False where it means something else."""
        proposal, gestures = playing.proposal, playing.gestures
        own = isinstance(command, playing.game.table.commands)
        correcting = proposal.act is not None
        match command:
            case commands.TouchSpot(spot=spot) if correcting:
                playing.proposed(proposal.touched(spot))
            case commands.TouchSpot(spot=spot):
                if not self._hearing.told_again(playing, spot):
                    playing.reply(gestures.touched(spot))
            case commands.Do(move=move) if correcting:
                playing.proposed(proposal.answer(move))
            case commands.Do(move=move):
                playing.move(move)
            case _ if own and proposal.takes(command):
                if not correcting:
                    gestures.clear()
                playing.proposed(proposal.commanded(command))
            case _ if own:
                playing.reply(gestures.commanded(command))
            case commands.ProposeAmend(place=place, move=move, keep=keep):
                gestures.clear()
                proposal.propose(place, move, keep)
                playing.proposed(None)
            case commands.Amend() if correcting:
                playing.amend()
            case commands.Cancel() | commands.Undo() if correcting:
                proposal.drop()
                self._notices.clear()
            case commands.Redo() if correcting:
                self._notices.say(Answer.CORRECTING)
            case commands.Undo(sure=sure):
                playing.undo(sure)
            case commands.Redo():
                playing.redo()
            case commands.Cancel():
                playing.let_go()
            case commands.LookAt(owner=owner):
                playing.look_at(owner)
            case commands.CloseOwn():
                playing.own.close()
            case _:
                return False
        return True

    @property
    def _looked_at(self) -> str:
        """The key of the game on the table; at home of the one whose set is looked at, else of the one that was played last."""
        of = self._learning.of if self._playing is None else None
        return self._home if of is None else of.key

    def _known(self, rules: str) -> str:
        """The key of a game on the shelf; "" is the one that home would begin. Raises JournalError where there is none of that key."""
        if rules and rules not in SHELF:
            raise JournalError("There is no game {rules} on the shelf. `companion shelf` lists those that are there.", rules=rules)
        return rules or self._home

    # --- games --------------------------------------------------------------------------------------------------

    def _enter(self, game: int) -> None:
        learning = self._learning
        self._playing = opened(game, self._journal, self._links, learning.tags, learning.copy, self._notices, self.settings, self._pace, self._rng)
        self._home = self._playing.game.key
        self._journal.note_open(game)
        self._pace.acted()
        self._learning.close()
        self._library.close()
        self._acts_of = None
        self._notices.clear()
        self._list()
        if not self._staged:
            self._playing.elsewhere = lying.elsewhere(self._journal, self._open, game)
        self._playing.said_back = lying.said_back(self._journal, game)
        self._playing.reply(self._playing.gestures.asks())

    def _leave(self) -> None:
        playing = self._playing
        if playing is not None and not playing.timeline.moves and not playing.timeline.undone and not self._journal.read_only:
            self._journal.discard(playing.number)
        self._playing = None
        self._journal.note_open(None)
        self._acts_of = None
        self._notices.clear()
        self._list()

    def _discard(self, game: int) -> None:
        if any(entry.game == game for entry in self._entries()):
            lying.keep(self._journal)
            self._journal.discard(game)
        if self._playing is not None and game == self._playing.number:
            self._playing = None
            self._leave()
        self._list()

    def _list(self) -> None:
        """What home offers: the games that go on, and the people of the newest one."""
        self._open = self._entries()
        self._last = history.last_time(self._journal, self._open)

    def _entries(self) -> tuple[GameEntry, ...]:
        return history.in_progress(self._journal)

    def _tidy(self) -> None:
        """What takes the disk long and changes nothing on the screen: a copy after a round. What is lost by an act leaves the memory, too."""
        playing = self._playing
        if playing is not None:
            try:
                playing.forget()
            except JournalError as error:
                # The act stands all the same. After the next one it is tried again.
                log.error("%s", error)
            if playing.copy_due:
                self._journal.copy()
                playing.copy_due = False
        self._tell_of_keys()
        self._publish()

    def _tell_of_keys(self) -> None:
        """What could not be erased, or not be read, is said at the table."""
        for warning in self._journal.warnings[self._warned :]:
            if warning.damage in (Damage.KEY_LEFT, Damage.KEY_LOST):
                self._notices.say(Answer.KEY_LEFT if warning.damage is Damage.KEY_LEFT else Answer.KEY_LOST, None)
        self._warned = len(self._journal.warnings)

    # --- what is shown ------------------------------------------------------------------------------------------

    def _step(self, act: Any) -> Step | None:
        return None if self._playing is None else self._playing.game.table.corrections.step(act)

    def _listed(self) -> tuple[Step, ...] | None:
        """The acts of a round, while somebody asks for them."""
        if self._acts_of is None:
            return None
        if self._playing is None:
            return ()
        return tuple(self._playing.game.table.corrections.acts_of(self._playing.timeline.branch, self._acts_of, self._playing.settings))

    def _publish(self) -> None:
        library, enrolment, rules = self._library, self._learning.enrolment, self._looked_at
        if self._playing is not None and self._playing.ended:
            self._names, self._playing.ended = names.names(self._journal), False
        shown = Snapshot(
            serial=self.shown.serial,
            rules=rules,
            acts=self._listed(),
            acts_of=self._acts_of or 0,
            notice=self._notices.notice,
            games=self._open,
            last=self._last,
            names=self._names,
            links=self._links.shown(),
            tags=len(self._learning.tags(SHELF[rules])) if rules in SHELF else 0,
            learning=None if enrolment is None else enrolment.learning,
            replacing=None if enrolment is None else enrolment.replacing,
            teaching=None if self._learning.lesson is None else self._learning.lesson.shown,
            checking=None if enrolment is None else enrolment.checking,
            past=library.past,
            search=library.asked.search if library.past is not None else "",
            won=library.asked.won if library.past is not None else "",
            bin=library.past is not None and library.asked.bin,
            stats=library.stats,
            book=library.book,
            alike=library.alike if library.book is not None else (),
            replay=library.replay,
            warnings=tuple(self._journal.warnings),
            **({} if self._playing is None else self._playing.shown()),
        )
        if shown == self.shown and shown.serial:
            return
        if self._pictured[0] != self._pace.acts:
            self._pictured = (self._pace.acts, shown.serial + 1)
        self.shown = Snapshot(**{name: getattr(shown, name) for name in Snapshot.__struct_fields__} | {"serial": shown.serial + 1})
        for listener in self.listeners:
            listener(self.shown)
