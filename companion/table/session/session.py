"""One evening at the table: input -> move -> rules -> journal -> listeners.

One thread calls it, so the journal's order is the order of play.
An act is tried by the rules, then written to the journal, then shown; what the disk does not take has not happened.
"""

from __future__ import annotations

import logging
import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from companion import logs
from companion.errors import JournalError, NameRefused, Unread
from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import AnyMove, Begin, Character, Confirm, Counted, Join, Paid, PlaceCard, Rename, RevealCard, Seated
from companion.games.vabanque.rules.names import numbered, same_name
from companion.games.vabanque.rules.pieces import CharacterCard, ColourCard, Piece, Tile
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.table.corrections.fold import AmendRefused
from companion.games.vabanque.table.corrections.proposal import Proposal
from companion.games.vabanque.table.corrections.steps import acts_of, open_card, step_of, undo_step
from companion.games.vabanque.table.gestures import ASTRAY, Gestures, Make, Outcome, Say, Wait, table_of
from companion.games.vabanque.table.placements import laid_at
from companion.said import Said
from companion.settings import Settings
from companion.table import commands
from companion.table.backup import folder
from companion.table.backup.folder import Restored
from companion.table.backup.write import Backup
from companion.table.commands import ACTING, Made, Touch
from companion.table.evenings import history, names
from companion.table.events import (
    AGE_UNKNOWN,
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
from companion.table.journal.acts import Act, Amended, BackInHand, Looked, Redone, Undone
from companion.table.journal.damage import Damage, Warned
from companion.table.journal.store import Journal
from companion.table.session import lying
from companion.table.session.echo import HAND, Echo, Echoes
from companion.table.session.library import Shelf
from companion.table.session.lying import Cover
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer, Broken, GameEntry, Link, Notice, Own, Shown, Step
from companion.table.tags.bindings import Tags, is_random
from companion.table.tags.enrolment import Enrolment
from companion.table.tags.simultaneous import Together
from companion.table.tags.stations import Ring, natural

log = logging.getLogger(__name__)

HANDS = 0.3
"""Seconds by which a scan may seem older than it is, where a device tells its age."""


COLOUR_CARD = 30.0
"""Seconds for which the colour card is awaited that opens its player's own cards."""


class Session:
    """The table's state and its one entry, `handle`. `listeners` get every new snapshot, `on_signal` every tone and light.

    `simulated`: tags that are no stickers, UID -> code of a piece. `hand`: see `echo.HAND`.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        settings: Settings | None = None,
        clock: Callable[[], float] = time.monotonic,
        rng: random.Random | None = None,
        simulated: dict[bytes, str] | None = None,
        on_signal: Callable[[Signal], None] = lambda signal: None,
        hand: float = HAND,
    ) -> None:
        self.settings = settings or Settings()
        self.listeners: list[Callable[[Shown], None]] = []
        self._journal = journal
        self.clock = clock
        self._rng = rng or random.SystemRandom()
        self._on_signal = on_signal
        self._simulated = simulated
        self._know_tags()
        self._gestures = self._new_gestures()
        self._proposal = Proposal(self.settings.backs_show_owners)
        self._acts_of: int | None = None
        self._game: int | None = None
        self._practice = self._closed = False
        self._timeline = Timeline()
        self._view: View | None = None
        self._last_ring: tuple[int, ...] = ()
        self._notice: Notice | None = None
        self._notices = 0
        self._own: Own | None = None
        self._own_until = 0.0
        self._links: dict[str, Link] = {}
        self._ring = Ring()
        # Of the round that is on: which tag has laid a card, by the act's number. `_card_tag`: the card that was read last.
        self._laid_by: dict[bytes, int] = {}
        self._card_tag: bytes | None = None
        self._together = Together()
        self._echoes = Echoes(hand)
        self._came = self._acted_at = self.clock()
        self._acts = self._learned = 0
        self._pictured = (0, 0)
        self._hand = hand
        self._told_table: int | None = None
        self._acted_table: int | None = None
        self._acted_tag: bytes | None = None
        self._again_until = 0.0
        self._touched: Touch | None = None
        self._acted_by: Touch | None = None
        self._shelf = Shelf(journal)
        self._copy_due = self._forget_due = False
        self._warned = 0
        self._wrote = False
        self._names = names.names(journal)
        self._open = self._entries()
        self.shown = Shown(serial=0)
        self._publish()

    # --- the one entry ------------------------------------------------------------------------------------------

    def handle(self, thing: Input | Touch | Made, came: float | None = None) -> None:
        """Takes one input or touch; when it returns, an accepted act is on disk and shown. A mistake of ours costs that act only.

        `came`: when it came, on the session's clock, where it has waited since.
        """
        self._came = self.clock() if came is None else came
        self._told_table = None
        if not isinstance(thing, Made):
            things: tuple[Input | Touch, ...] = (thing,)
            self._touched = None if isinstance(thing, Input) else thing
        else:
            things, self._touched = thing.touches, thing.touches[0]
        on = thing.on if isinstance(thing, Made) else None
        if any(self._late(each, on) for each in things):
            self._safely(self._tell_late, type(thing).__name__)
            return
        for each in things:
            self._safely(lambda each=each: self._take(each), type(each).__name__)  # type: ignore[misc]
        self._touched = None
        self._safely(self._tidy, "the end of a round")

    def _late(self, thing: Input | Touch, on: int | None) -> bool:
        """Whether a finger acted before the picture of the act that stands last was there: it meant that act, or what was there before it."""
        if isinstance(thing, ButtonPressed):
            return self._came < self._acted_at
        if on is None:
            return self._came < self._acted_at and thing == self._acted_by
        return isinstance(thing, ACTING) and on < self._pictured[1]

    def _tell_late(self) -> None:
        """An impatient second touch is the first one; of another one it is said that it was not taken."""
        if self._touched is not None and self._touched != self._acted_by:
            self._say(Answer.OLD_TOUCH, Signal.REFUSED)
            self._publish()

    def _take(self, thing: Input | Touch) -> None:
        self._lapse(self._came)
        try:
            if isinstance(thing, Input):
                self._device(thing)
            else:
                self._touch(thing)
        except AmendRefused as refused:
            act = step_of(refused.act) if refused.act is not None else None
            self._say(refused.reason, Signal.REFUSED, owner=refused.by, expected=refused.expected, table=refused.table, act=act)
        except MoveRefused as refused:
            self._say(refused.reason, Signal.REFUSED, owner=refused.by, expected=refused.expected, table=refused.table)
        except NameRefused as refused:
            if refused.together is not None:
                self._say(Answer.PLAYED_TOGETHER, Signal.REFUSED)
        except Unread:
            # Told like a mistake of ours: with a report.
            raise
        except JournalError as error:
            log.error("%s", error)
            self._say(Answer.READ_ONLY if self._journal.read_only else Answer.NOT_WRITTEN, Signal.REFUSED)
        self._publish()

    def _safely(self, call: Callable[[], None], what: str) -> None:
        """Whatever is raised is told at the table, and the game stands where it stood before. `what`: the kind of the input, for the log."""
        game, timeline = self._game, self._timeline
        self._wrote = False
        try:
            call()
        except Exception as error:  # noqa: BLE001  it is told at the table and written down
            log.error("%s could not be handled", what)
            self.failed(error, (game, timeline))

    def failed(self, error: BaseException, before: tuple[int | None, Timeline] | None = None) -> None:
        """Tells a mistake of ours, or a disk that can't be read, and has a report written. `before`: the game, and where it stood."""
        report = logs.fault(self._journal.folder, error)
        self._gestures = self._new_gestures()
        self._proposal = Proposal(self.settings.backs_show_owners)
        self._copy_due = False
        self._own = None
        try:
            self._put_back(before)
            self._tell_fault(error, report)
        except Exception as again:  # noqa: BLE001  not even the game can be shown: home can
            logs.fault(self._journal.folder, again)
            self._game, self._timeline, self._view = None, Timeline(), None
            self._acts_of = None
            self._enrolment.close()
            self._shelf.close()
            self._tell_fault(error, report)

    def _put_back(self, before: tuple[int | None, Timeline] | None) -> None:
        """Takes away what the act that failed has left on the disk and in the memory; nobody has seen it."""
        if before is None or self._game is None or before[0] != self._game:
            return
        self._timeline = before[1]
        if self._wrote:
            over = rules.outcome(self._timeline.position) is not None
            self._journal.forget_acts(self._game, len(self._timeline.rounds), over=over)
            if self._forget_due:
                # What it has erased stays erased.
                self._timeline = Timeline(self._journal.acts(self._game))
                self._forget_due = False
        self._look()

    def _tell_fault(self, error: BaseException, report: Path | None) -> None:
        unread = isinstance(error, Unread | sqlite3.Error | OSError)
        file = report.name if report is not None else ""
        if not any(isinstance(each, Warned) and each.damage is Damage.FAULT and each.file == file for each in self._journal.warnings):
            said = Said("A mistake of the companion, or something that can't be read: the move was not taken. Reports are in the log folder.")
            self._journal.warnings.append(Warned(said, Damage.FAULT, file=file))
        self._say(Answer.NOT_READ if unread else Answer.FAULT, Signal.REFUSED)
        self._publish()

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
        deadline = self._gestures.deadline
        return None if deadline is None else max(0.0, deadline - self.clock())

    def use(self, settings: Settings) -> None:
        """Takes new settings into use, in the middle of a game as well."""
        self._safely(lambda: self._use(settings), "Settings")

    def look_again(self) -> None:
        """Publishes what there is, with what has come to the warnings since."""
        self._safely(self._publish, "the start")

    def _use(self, settings: Settings) -> None:
        self.settings = settings
        self._gestures = self._new_gestures()
        self._proposal = Proposal(settings.backs_show_owners)
        if self._game is not None:
            self._look()
        self._publish()

    def replace(self, backup: Backup) -> Restored:
        """Puts a backup in the place of all games, tags and names, and goes home. Raises BackupError or JournalError; then all is as before."""
        restored = folder.restore(self._journal, backup)
        # The game on the table is another's number now.
        self._game = None
        self._know_tags()
        self._shelf.close()
        self._names = names.names(self._journal)
        self._leave()
        self._publish()
        return restored

    def own_cards(self, owner: Colour) -> tuple[PlaceCard, ...]:
        """What this player has laid, for the one pad that this player holds. It is in no snapshot and no log; any thread may ask.

        Nothing, unless a `LookAt` has opened them, of which everybody sees a mark.
        """
        own = self._own
        return rules.own_cards(self._timeline.position, owner) if own is not None and own.open and own.owner is owner else ()

    def _know_tags(self) -> None:
        self._tags = Tags(self._journal.tags(), self._simulated)
        self._enrolment = Enrolment(self._tags, self._journal)

    # --- devices ------------------------------------------------------------------------------------------------

    def _device(self, thing: Input) -> None:
        match thing:
            case TagSeen():
                self._seen(thing)
            case TagGone():
                self._echoes.gone(thing, self._came)
                if self._together.gone(thing):
                    self._say(Answer.ONE_AT_A_TIME, Signal.REFUSED)
                if self._ring.gone(thing) and self._notice is not None and self._notice.what is Answer.TAKE_BACK:
                    self._notice = None
                    self._ask_back()
            case TagTrouble(trouble=trouble):
                answer = Answer.TWO_TAGS if trouble is Trouble.TWO_TAGS else Answer.ONE_AT_A_TIME
                self._say(answer, Signal.REFUSED)
            case ButtonPressed() if self._proposal.act is None and self._covered:
                self._say(Answer.COVERED, Signal.REFUSED)
            case ButtonPressed(button=Button.UNDO):
                # As the screen's: half a gesture is let go of before an act is taken back.
                if not self._let_go():
                    self._undo(sure=False)
            case ButtonPressed():
                self._ok()
            case LinkUp(device=device, detail=detail):
                log.info("%s is there: %s", device, detail or "no more is known")
                self._links[device] = Link(device, None, detail, len(thing.readers), simulated=thing.simulated)
                self._ring.up(thing)
                self._ask_back_before_cards()
            case LinkLost(fault=Fault.SCANS_LOST):
                self._say(Answer.SCANS_LOST, Signal.UNKNOWN)
            case LinkLost(device=device, fault=fault, detail=detail):
                log.warning("%s is not there: %s %s", device, fault, detail)
                self._links[device] = Link(device, fault, detail)
                self._ring.lost(device)
            case ReaderLost() | ReaderBack():
                self._reader(thing)
            case LinkForgotten(device=device):
                self._links.pop(device, None)
                self._ring.forget(device)

    def _reader(self, told: ReaderLost | ReaderBack) -> None:
        """One antenna of a device: the device and its others stay as they are."""
        link = self._links.get(told.device)
        if link is None or link.fault is not None:
            return
        broken = tuple(each for each in link.broken if each.reader != told.reader)
        if isinstance(told, ReaderLost):
            log.warning("%s of %s does not work: %s", told.reader, told.device, told.fault)
            broken = (*broken, Broken(told.reader, told.fault))
            self._ring.reader_lost(told.reader)
        else:
            log.info("%s of %s works again", told.reader, told.device)
            self._ring.reader_back(told.reader)
            self._ask_back_before_cards()
        self._links[told.device] = replace(link, broken=tuple(sorted(broken, key=lambda each: natural(each.reader))))

    def _shown_links(self) -> tuple[Link, ...]:
        links = [self._links[device] for device in sorted(self._links, key=natural)]
        # Which table a reader of the ring is hangs on what else is there.
        return tuple(
            replace(link, broken=tuple(replace(each, table=self._ring.table(each.reader)) for each in link.broken)) if link.broken else link
            for link in links
        )

    def _seen(self, tag: TagSeen) -> None:
        """A card and a table that come to a reader together are a move; any other two are told to come one at a time, and do nothing."""
        if self._hand and tag.uid == self._acted_tag:
            # Its table may follow once more, at any reader.
            self._again_until = self._came + ASTRAY
        echo = self._echoes.seen(tag, self._came, self._acts + self._learned) if tag.age <= HANDS else Echo.NEW
        exact = tag.age == 0 and self._view is not None and self._view.to_act is not None and isinstance(self._tags.find(tag.uid), Tile)
        if self._came < self._acted_at if exact else self.clock() - tag.age < self._acted_at - HANDS:
            # It was read before the act that stands last, and would now act in a later turn: a table would for whoever is to act.
            tag = replace(tag, age=AGE_UNKNOWN)
        at = self._ring.seen(tag)
        old = tag.age > self.settings.pending
        gesture = self._together.seen(tag, alone=old)
        if echo is not Echo.NEW:
            gesture = tuple(each for each in gesture if each.uid != tag.uid)
            if echo is Echo.REFUSED:
                self._say(Answer.OLD_SCAN, Signal.REFUSED)
        said = self._notices
        self._gesture(gesture, at, heap=tag.among > 1 and not old)
        if self._notices == said:
            for each in gesture:
                self._echoes.took(each)

    def _gesture(self, tags: tuple[TagSeen, ...], at: int | None, *, heap: bool) -> None:
        """What was read together acts whole or not at all. `heap`: more than this may lie there."""
        pieces = [self._tags.find(seen.uid) for seen in tags]
        if tags and heap and self._too_many(pieces):
            self._gestures.clear()
            self._say(Answer.ONE_AT_A_TIME, Signal.REFUSED)
            return
        match sorted(zip(pieces, tags, strict=True), key=lambda each: isinstance(each[0], Tile)):
            case [(CharacterCard() as card, seen), (Tile() as tile, _)] if self._view is not None:
                if at is not None and self._lay_before(seen, card, at):
                    return
                if self._proposal.act is not None and self._may_lie(card, self._proposal.act):
                    self._say(self._not_by_tag, Signal.REFUSED, owner=card.colour)
                elif self._proposal.act is not None:
                    self._proposed(self._proposal.both(self._timeline, card, tile, at))
                else:
                    before, self._card_tag = self._card_tag, seen.uid
                    outcome = self._gestures.both(self._view, card, tile, self.clock(), at, seen.reader)
                    if isinstance(outcome, Say):
                        # The card that waits is another one.
                        self._card_tag = before
                    self._outcome(outcome)
            case _:
                for seen in tags:
                    self._tag(seen, at)

    def _too_many(self, pieces: list[Piece | None]) -> bool:
        """Whether tags that lie on one reader together are no gesture. `pieces`: what came now; others may lie there since before."""
        if self._enrolment.active:
            return True
        if self._view is None:
            return False
        if len(pieces) == 1:
            return self._gestures.doubled(pieces[0])
        read = self._proposal.act is not None or self._view.phase in (Phase.CARDS, Phase.REVEAL)
        return not read or {type(piece) for piece in pieces} != {CharacterCard, Tile}

    def _tag(self, seen: TagSeen, at: int | None) -> None:
        """`at`: the table on whose reader the tag is, None for a pad or a wand."""
        if self._enrolment.active:
            if seen.age > self.settings.pending:
                # Nobody has held it there for this.
                self._say(Answer.OLD_SCAN, Signal.REFUSED)
                return
            signal, notice = self._enrolment.seen(seen.uid)
            self._signal_or_say(signal, notice)
            return
        piece = self._tags.find(seen.uid)
        if piece is None:
            self._say(Answer.PHONE if is_random(seen.uid) else Answer.UNKNOWN_TAG, Signal.UNKNOWN)
        elif self._view is not None:
            if at is not None and isinstance(piece, CharacterCard) and self._lay_before(seen, piece, at):
                return
            if seen.age > self.settings.pending and at is None and self._ring.has(seen.reader):
                # It is asked back, if it has to be, when the ring is whole and its table known.
                return
            if seen.age > self.settings.pending:
                self._say(Answer.OLD_SCAN, Signal.REFUSED)
            elif self._own is not None and not self._own.open and isinstance(piece, ColourCard) and self.clock() < self._own_until:
                if piece.colour is self._own.owner:
                    self._open_own(piece.colour)
                else:
                    self._say(Answer.SHOW_COLOUR, Signal.REFUSED, owner=self._own.owner)
            elif isinstance(piece, Tile) and self._told_again(self._view, table_of(self._view, piece)):
                return
            elif isinstance(piece, CharacterCard) and self._proposal.act is not None and self._may_lie(piece, self._proposal.act):
                self._say(self._not_by_tag, Signal.REFUSED, owner=piece.colour)
            elif self._proposal.act is not None:
                self._proposed(self._proposal.seen(self._timeline, piece, self.clock(), at))
            else:
                before, self._card_tag = self._card_tag, seen.uid if isinstance(piece, CharacterCard) else self._card_tag
                outcome = self._gestures.seen(self._view, piece, self.clock(), at, seen.reader)
                if isinstance(outcome, Say):
                    # The card that waits may be another one.
                    self._card_tag = before
                self._outcome(outcome)

    def _told_again(self, view: View, table: int | None) -> bool:
        """Whether a table is told by itself that was told for the act that stands last, by whatever means, sooner than anybody can have
        seen whose turn it is now, or after the card that was laid: it is told for that act."""
        self._told_table = table
        alone = self._proposal.act is None and self._gestures.pending is None and view.to_act is not None
        return alone and table is not None and table == self._acted_table and self._came < max(self._acted_at + self._hand, self._again_until)

    def _may_lie(self, card: CharacterCard, act: Amended) -> bool:
        """Whether this may be a card that lies face down, while a correction shows what it is told of cards: no tag may tell it that, for nobody
        has turned the card over. What its owner's cards show already in this round lies face up, and that says nothing of the others."""
        line = self._timeline.line
        if act.place >= len(line.moves):
            return False
        round_ = line.round_of(act.place)
        if round_ > line.confirmed():
            return self._timeline.lying > round_
        if self._timeline.lying != round_:
            # Those of a round that is over by what the screen was told may lie as well.
            return self._timeline.laid
        if not self._proposal.asks and card.colour is not getattr(act.move, "by", None):
            # It is refused for whose it is.
            return False
        end = line.end_of(round_)
        hand = [laid for laid in end.cards if laid.owner is card.colour] if isinstance(end, rules.Game) else []
        shown = {laid.character for laid in hand if laid.revealed}
        return len(shown) < len(hand) and card.character not in shown

    @property
    def _not_by_tag(self) -> Answer:
        """Where a correction asks for cards, they are picked on the screen."""
        return Answer.CARDS_ASKED if self._proposal.asks else Answer.NO_CARD_NOW

    def _lay_before(self, seen: TagSeen, card: CharacterCard, table: int) -> bool:
        """Whether a card on a reader of the ring lies there since before: where it was laid, or from another round."""
        assert self._view is not None
        old = seen.age > self.settings.pending
        if (old or self._view.phase is not Phase.REVEAL) and self._lies_there(seen.uid, card, table):
            return True
        if old and self._view.phase in (Phase.TOKENS, Phase.CARDS):
            self._ask_back()
            return True
        return False

    def _ask_back_before_cards(self) -> None:
        if self._view is not None and self._view.phase in (Phase.TOKENS, Phase.CARDS):
            self._ask_back()

    def _ask_back(self) -> None:
        """Asks for a card that lies on a reader of the ring and was not laid in this round: it is no placement."""
        for uid, table in self._ring.lying():
            card = self._tags.find(uid)
            if isinstance(card, CharacterCard) and not self._lies_there(uid, card, table):
                self._say(Answer.TAKE_BACK, Signal.REFUSED, owner=card.colour, table=table)
                return

    @property
    def _covered(self) -> bool:
        """Whether something else than the game is looked at: then no button acts in the game beneath."""
        return self._enrolment.active or self._shelf.open or self._acts_of is not None

    def _lies_there(self, uid: bytes, card: CharacterCard, table: int) -> bool:
        """Whether a tag on a reader of the ring may be that of a card that was laid at this table.

        Known is only which tags have laid a card since the start; of others it is asked how many of one colour lie there, and never of
        which kind: whoever holds a tag of their own there would learn what lies face down.
        """
        laid_by = self._laid_now()
        here = [tag for tag, move in laid_by.items() if (move.by, move.table) == (card.colour, table)]
        if uid in laid_by:
            return uid in here
        others = {tag for tag, at in self._ring.lying() if at == table and tag not in laid_by and self._owner(tag) is card.colour}
        return len(others | {uid}) <= laid_at(self._timeline.position, card.colour, table) - len(here)

    def _laid_now(self) -> dict[bytes, PlaceCard]:
        """Which tags have laid a card that stands in this round, as far as it is known."""
        line = self._timeline.line
        now = line.round_of(len(line.moves))
        laid = {line.origins[at]: move for at, move in enumerate(line.moves) if isinstance(move, PlaceCard) and line.round_of(at) == now}
        return {tag: laid[origin] for tag, origin in self._laid_by.items() if origin in laid}

    def _owner(self, uid: bytes) -> Colour | None:
        piece = self._tags.find(uid)
        return piece.colour if isinstance(piece, CharacterCard) else None

    def _ok(self) -> None:
        """The panel's OK does what the screen's one large button does."""
        view = self._view
        if self._proposal.act is not None:
            self._amend()
        elif view is None:
            self._say(Answer.NOTHING_TO_CONFIRM, Signal.REFUSED)
        elif view.phase is Phase.STAND:
            self._move(Confirm())
        elif view.phase is Phase.COUNT:
            self._move(Counted())
        elif view.phase is Phase.ORDER:
            self._move(Seated())
        elif view.phase is Phase.PAYOUT:
            due = view.results[-1].earned
            self._move(Paid(next(c for c in view.order if due[c] and c not in view.handed_out)))
        else:
            self._say(Answer.NOTHING_TO_CONFIRM, Signal.REFUSED)

    # --- touches ------------------------------------------------------------------------------------------------

    def _touch(self, touch: Touch) -> None:
        if self._proposal.act is not None and self._amending(touch):
            return
        match touch:
            case commands.TouchTable(table=table):
                if self._view is not None and not self._told_again(self._view, table):
                    self._outcome(self._gestures.touched(self._view, table, self.clock()))
            case commands.LayUnread():
                if self._view is not None:
                    self._outcome(self._gestures.unread(self._view))
            case commands.Do(move=move):
                if self._game is not None:
                    self._move(move)
            case commands.DrawStart():
                if self._view is not None and not self._view.players:
                    # There is nobody to be drawn.
                    self._say(Refusal.WRONG_PHASE, Signal.REFUSED)
                elif self._view is not None:
                    first = rules.draw_start_player([player.colour for player in self._view.players], self._rng)
                    self._move(Begin(first, drawn=True))
            case commands.Undo(sure=sure):
                self._undo(sure)
            case commands.Redo():
                self._redo()
            case commands.ProposeAmend(place=place, move=move, keep=keep):
                if self._game is not None:
                    self._gestures.clear()
                    self._proposal.propose(self._timeline, place, move, keep)
                    self._proposed(None)
            case commands.ProposeCard(owner=owner, kind=kind, table=table):
                lies = open_card(self._timeline.line, owner, kind, table)
                if lies is None:
                    self._say(Answer.NO_CARD_NOW, Signal.REFUSED, owner=owner, table=table)
                else:
                    self._gestures.clear()
                    self._proposal.propose(self._timeline, lies, None, keep=False)
                    self._proposed(None)
            case commands.ShowActs(round=round_):
                self._acts_of = round_
            case commands.CloseActs():
                self._acts_of = None
            case commands.LookAt(owner=owner):
                self._look_at(owner)
            case commands.CloseOwn():
                self._own = None
            case commands.Cancel():
                self._let_go()
            case commands.Dismiss():
                self._notice = None
            case commands.NewGame(practice=practice):
                self._enter(self._journal.new_game("practice" if practice else "real"))
            case commands.OpenGame(game=game):
                self._enter(game)
            case commands.GoHome():
                self._leave()
            case commands.Discard(game=game):
                self._discard(game)
            case commands.Delete(game=game):
                if game == self._game:
                    self._leave()
                self._shelf.touched(touch)
            case commands.Rematch(game=game):
                self._enter(history.rematch(self._journal, game))
            case commands.MergeNames() | commands.UnmergeName():
                self._shelf.touched(touch)
                self._names = names.names(self._journal)
            case _ if not self._shelf.touched(touch):
                self._learn(touch)

    def _look_at(self, owner: Colour) -> None:
        """Opens the cards of a player, or asks for the colour card first where it can be read: who holds that is the player."""
        if self._view is None or not self.settings.own_cards or owner not in self._view.order:
            self._say(Answer.NO_CARD_NOW, Signal.REFUSED, owner=owner)
        elif self._tags.uids(f"{owner} colour") and any(link.reads for link in self._links.values()):
            self._notices += 1
            self._own = Own(owner, False, self._notices)
            self._own_until = self.clock() + COLOUR_CARD
        else:
            self._open_own(owner)

    def _open_own(self, owner: Colour) -> None:
        if owner not in self._timeline.looked:
            self._make(Looked(owner))
            self._say(Answer.LOOKED, None, owner=owner)
        self._notices += 1
        self._own = Own(owner, True, self._notices)

    def _amending(self, touch: Touch) -> bool:
        """What a touch means while a correction is looked at; False where it means what it always does."""
        match touch:
            case commands.TouchTable(table=table):
                self._proposed(self._proposal.touched(self._timeline, table, self.clock()))
            case commands.LayUnread():
                self._proposed(self._proposal.unread(self._timeline))
            case commands.Do(move=move):
                self._proposed(self._proposal.answer(self._timeline, move))
            case commands.AmendPart():
                self._proposed(self._proposal.told_part(self._timeline, touch))
            case commands.LeaveUntold():
                self._proposal.leave_untold(self._timeline)
                self._proposed(None)
            case commands.Amend():
                self._amend()
            case commands.Cancel() | commands.Undo():
                self._proposal.drop()
                self._notice = None
            case commands.Redo() | commands.DrawStart():
                self._say(Answer.CORRECTING, Signal.REFUSED)
            case _:
                return False
        return True

    def _proposed(self, said: Outcome | None) -> None:
        if said is not None:
            self._outcome(said)
        else:
            self._notice = None
            self._on_signal(Signal.WAITING)

    def _amend(self) -> None:
        act = self._proposal.act
        assert act is not None
        if self._proposal.asks:
            self._say(Answer.CARDS_ASKED, Signal.REFUSED)
            return
        self._make(act)

    def _learn(self, touch: Touch) -> None:
        self._learned += 1
        match touch:
            case commands.LearnTags() | commands.ForgetPiece() if self._in_game() and not self._timeline.lying:
                self._say(Answer.LEARNING_IN_GAME, Signal.REFUSED)
            case commands.LearnTags() | commands.ForgetPiece() if (cover := self._cover()) is not None:
                # A tag that is bound already is named when it is shown again, which would turn a face-down card over.
                self._say(Answer.LEARNING_OFF if cover.on else Answer.LEARNING_LEFT, Signal.REFUSED)
            case commands.BackInHand():
                self._back_in_hand()
            case commands.LearnTags(piece=piece):
                self._enrolment.learn(piece)
            case commands.ForgetPiece(piece=piece):
                self._enrolment.forget(piece)
            case commands.SkipPiece():
                self._enrolment.skip()
            case commands.MoveTag():
                signal, notice = self._enrolment.move()
                self._signal_or_say(signal, notice)
            case commands.ReplaceTag(owner=owner):
                if self._view is None or not self._in_game() or owner not in self._view.order:
                    self._say(Answer.LEARNING_OFF, Signal.REFUSED)
                else:
                    self._enrolment.replace(owner)
            case commands.ReplaceKind(kind=kind):
                if self._enrolment.replacing is not None and kind is not Character.HIDDEN:
                    self._enrolment.tell(kind)
            case commands.CheckTags():
                self._enrolment.check(cards_lie=self._cover() is not None)
            case commands.CloseTags():
                self._enrolment.close()

    def _in_game(self) -> bool:
        """Whether a game that has begun lies on the table, and is not over."""
        return self._view is not None and self._view.round > 0 and self._view.phase is not Phase.FINISHED

    def _cover(self) -> Cover | None:
        """What may lie face down, in any game, also one put aside, and in what is left of one."""
        return Cover(self._game, on=True) if self._timeline.lying else lying.covered(self._journal)

    def _back_in_hand(self) -> None:
        """Whoever says so is heard and seen by everybody, and says it where no game is being played."""
        cover = self._cover()
        if self._game is not None or (cover is not None and cover.on):
            self._say(Answer.LEARNING_OFF, Signal.REFUSED)
            return
        if cover is not None:
            lying.back_in_hand(self._journal)
            self._open = self._entries()
        self._say(Answer.BACK_IN_HAND, Signal.YOUR_TURN)

    # --- acts ---------------------------------------------------------------------------------------------------

    def _outcome(self, outcome: Outcome) -> None:
        match outcome:
            case Make(move=move):
                place = len(self._timeline.rounds)
                self._move(move)
                if isinstance(move, PlaceCard | RevealCard) and move.character is not Character.HIDDEN:
                    # Only this act's: that of an earlier round would tell that the same card is laid again.
                    self._acted_tag = self._card_tag
                if isinstance(move, PlaceCard) and move.character is not Character.HIDDEN and self._card_tag is not None:
                    # A kind that was read, so it came by this tag.
                    self._laid_by[self._card_tag] = place
            case Say(answer=answer, owner=owner, expected=expected, table=table):
                self._say(answer, Signal.REFUSED, owner=owner, expected=expected, table=table)
            case Wait():
                self._notice = None
                self._on_signal(Signal.WAITING)

    def _move(self, move: AnyMove) -> None:
        assert self._game is not None
        self._told_table = getattr(move, "table", self._told_table)
        move = self._told_apart(move)
        self._make(move, self._timeline.tried(move))
        self._copy_due = self._copy_due or isinstance(move, Seated)

    def _told_apart(self, move: AnyMove) -> AnyMove:
        """Nobody is called like somebody else at the table: whoever sits down gets a number, whoever types a name is asked for another one."""
        if self._view is None or not isinstance(move, Join | Rename):
            return move
        others = [player.name for player in self._view.players if player.colour is not move.colour]
        if isinstance(move, Join):
            return replace(move, name=numbered(move.name, others))
        if any(same_name(move.name, other) for other in others):
            raise MoveRefused(Refusal.NAME_TAKEN, by=move.colour)
        return move

    def _let_go(self) -> bool:
        """Lets go of half a gesture; whether one waited."""
        if self._gestures.pending is None:
            return False
        self._gestures.clear()
        self._notice = None
        self._on_signal(Signal.QUIET)
        return True

    def _undo(self, sure: bool) -> None:
        if self._proposal.act is not None:
            self._proposal.drop()
            return
        step = undo_step(self._timeline)
        if self._game is None or step is None:
            self._say(Answer.NOTHING_TO_UNDO, Signal.REFUSED)
        elif step.sure and not sure:
            self._say(Answer.CONFIRM_UNDO, Signal.REFUSED)
        else:
            if self._closed and rules.outcome(self._timeline.ahead(Undone()).position) is None:
                # Since it was left, tags may have told what its cards were.
                self._make(BackInHand())
            self._make(Undone())

    def _redo(self) -> None:
        if self._game is None or not self._timeline.undone:
            self._say(Answer.NOTHING_TO_REDO, Signal.REFUSED)
        else:
            self._make(Redone())

    def _make(self, act: Act, after: rules.Position | None = None) -> None:
        """Writes an act with all that belongs to it, in one transaction; then it stands. `after`: where the game stands then, if it is known."""
        assert self._game is not None
        ahead = self._timeline.ahead(act, after)
        end = history.ending(self._journal, self._game, ahead)
        # Only who has played a game to its end is offered as a player: what was typed wrong and set right is not.
        seated = rules.view(ahead.position, notes=False).players if end is not None else ()
        played = [names.who(self._journal)(player.name) for player in seated]
        was_over = rules.outcome(self._timeline.position) is not None
        self._forget_due |= self._journal.append(
            self._game, act, round_=ahead.rounds[-1], seen=ahead.seen, names=played, end=end, reopens=was_over and end is None
        )
        self._wrote = True
        self._timeline = ahead
        self._copy_due = end is not None
        if end is not None:
            self._names = names.names(self._journal)
        self._acted()

    def _acted(self) -> None:
        """An act stands: half gestures and notices are over."""
        before = self._view
        self._acted_at = self.clock()
        self._acts += 1
        self._acted_by, self._acted_table, self._acted_tag = self._touched, self._told_table, None
        self._gestures.clear()
        self._proposal.drop()
        self._enrolment.close()
        self._notice = self._own = None
        self._look()
        assert self._view is not None
        self._on_signal(Signal.ACCEPTED)
        new_phase = before is None or (before.phase, before.round) != (self._view.phase, self._view.round)
        if new_phase and self._view.to_act is not None:
            self._on_signal(Signal.YOUR_TURN)
        if new_phase:
            self._ask_back_before_cards()

    def _tidy(self) -> None:
        """What takes the disk long and changes nothing on the screen: a copy after a round. What is lost by an act leaves the memory, too."""
        if self._forget_due and self._game is not None:
            try:
                self._timeline = Timeline(self._journal.acts(self._game))
                self._forget_due = False
                self._look()
            except JournalError as error:
                # The act stands all the same. After the next one it is tried again.
                log.error("%s", error)
        if self._copy_due:
            self._journal.copy()
            self._copy_due = False
        self._tell_of_keys()
        self._publish()

    def _tell_of_keys(self) -> None:
        """What could not be erased, or not be read, is said at the table."""
        for warning in self._journal.warnings[self._warned :]:
            if warning.damage in (Damage.KEY_LEFT, Damage.KEY_LOST):
                self._say(Answer.KEY_LEFT if warning.damage is Damage.KEY_LEFT else Answer.KEY_LOST, None)
        self._warned = len(self._journal.warnings)

    # --- games --------------------------------------------------------------------------------------------------

    def _enter(self, game: int) -> None:
        log.info("Game %d is opened", game)
        row, timeline = history.there(self._journal, game), Timeline(self._journal.acts(game))
        self._game, self._timeline = game, timeline
        self._laid_by, self._card_tag = {}, None
        self._practice = row.kind == "practice"
        self._closed = row.ended is not None
        self._journal.note_open(game)
        self._acted_at = self.clock()
        self._acts += 1
        self._acted_by, self._acted_table = self._touched, self._told_table
        self._enrolment.close()
        self._shelf.close()
        self._proposal.drop()
        self._acts_of = None
        self._notice = self._own = None
        self._gestures = self._new_gestures()
        self._open = self._entries()
        self._look()
        self._ask_back_before_cards()

    def _leave(self) -> None:
        if self._game is not None and not self._timeline.moves and not self._timeline.undone and not self._journal.read_only:
            self._journal.discard(self._game)
        self._game, self._timeline, self._view = None, Timeline(), None
        self._journal.note_open(None)
        self._gestures.clear()
        self._proposal.drop()
        self._acts_of = None
        self._notice = self._own = None
        self._open = self._entries()

    def _discard(self, game: int) -> None:
        if any(entry.game == game for entry in self._entries()):
            lying.keep(self._journal)
            self._journal.discard(game)
        if game == self._game:
            self._game = None
            self._leave()
        self._open = self._entries()

    def _entries(self) -> tuple[GameEntry, ...]:
        return history.in_progress(self._journal)

    # --- what is shown ------------------------------------------------------------------------------------------

    def _new_gestures(self) -> Gestures:
        return Gestures(self.settings.pending, self._laid, unread=self.settings.cards_read == "reveal")

    def _laid(self, card: CharacterCard) -> bool:
        """Whether the tag that was just read has laid this card in this round. It is this very tag, so nothing is told by it."""
        return self._card_tag in self._laid_now()

    def _look(self) -> None:
        self._view = rules.view(self._timeline.position, owners=self.settings.backs_show_owners, notes=self.settings.notes)
        if self._view.phase is not Phase.RING:
            self._last_ring = ()
        elif not self._last_ring:
            self._last_ring = history.last_ring(self._journal, self._view.tiles_needed)

    def _listed(self) -> tuple[Step, ...] | None:
        """The acts of a round, while somebody asks for them."""
        if self._acts_of is None:
            return None
        return tuple(acts_of(self._timeline.line, self._acts_of, self.settings.backs_show_owners))

    def _signal_or_say(self, signal: Signal, notice: Notice | None) -> None:
        if notice is None:
            self._notice = None
            self._on_signal(signal)
        else:
            self._say(notice.what, signal, owner=notice.owner, expected=notice.expected, piece=notice.piece)

    def _say(
        self,
        what: Answer | rules.Refusal,
        signal: Signal | None,
        *,
        owner: Colour | None = None,
        expected: Colour | None = None,
        table: int | None = None,
        piece: str | None = None,
        act: Step | None = None,
    ) -> None:
        self._notices += 1
        self._notice = Notice(what, self._notices, owner, expected, table, piece, act)
        if signal is not None:
            self._on_signal(signal)

    def _lapse(self, now: float) -> None:
        lapsed = self._gestures.expire(now)
        if lapsed is not None:
            self._outcome(lapsed)

    def _publish(self) -> None:
        undone = self._timeline.undone
        shown = Shown(
            serial=self.shown.serial,
            game=self._game,
            practice=self._practice,
            view=self._view,
            pending=self._proposal.pending or self._gestures.pending,
            waiting=self._gestures.waiting if self._proposal.pending is None else None,
            notice=self._notice,
            undo=undo_step(self._timeline),
            redo=step_of(undone[-1]) if undone else None,
            change=self._proposal.change,
            acts=self._listed(),
            acts_of=self._acts_of or 0,
            games=self._open,
            names=self._names,
            last_ring=self._last_ring,
            links=self._shown_links(),
            tags=len(self._tags),
            learning=self._enrolment.learning,
            replacing=self._enrolment.replacing,
            checking=self._enrolment.checking,
            own=self._own,
            looked=self._timeline.looked if self._game is not None else (),
            past=self._shelf.past,
            search=self._shelf.asked.search if self._shelf.past is not None else "",
            won=self._shelf.asked.won if self._shelf.past is not None else "",
            bin=self._shelf.past is not None and self._shelf.asked.bin,
            stats=self._shelf.stats,
            book=self._shelf.book,
            alike=self._shelf.alike if self._shelf.book is not None else (),
            replay=self._shelf.replay,
            warnings=tuple(self._journal.warnings),
        )
        if shown == self.shown and shown.serial:
            return
        if self._pictured[0] != self._acts:
            self._pictured = (self._acts, shown.serial + 1)
        self.shown = Shown(**{name: getattr(shown, name) for name in Shown.__struct_fields__} | {"serial": shown.serial + 1})
        for listener in self.listeners:
            listener(self.shown)
