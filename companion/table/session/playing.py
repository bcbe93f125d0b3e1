"""The game that lies on the table: where it stands, what is half done, and how an act comes to stand.

An act is tried by the rules, then written to the journal, then shown; what the disk does not take has not happened.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from companion.errors import JournalError
from companion.game import Game, Gestures, Make, Note, Piece, Proposal, Reply, Say, Wait
from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.table.evenings import history, names
from companion.table.events import Signal
from companion.table.journal.acts import Act, BackInHand, Looked, Redone, Undone
from companion.table.journal.store import Journal
from companion.table.session import lying
from companion.table.session.links import Links
from companion.table.session.lying import Elsewhere
from companion.table.session.notices import Notices
from companion.table.session.own import OwnSecrets
from companion.table.session.pace import Pace
from companion.table.session.timeline import Timeline, game_of
from companion.table.snapshot import Answer, Step
from companion.table.tags.bindings import Tags

log = logging.getLogger(__name__)


class Playing:
    """One open game; it is also the `companion.game.Desk` at which its gestures are made.

    `number`: of the game in the journal. `closed`: whether it was over and put away when it was opened. `elsewhere`: what may lie of other
    games; `asked`: whether a piece was refused for that which somebody may say to be back in hand; `said_back`: see `lying.said_back`.
    """

    def __init__(
        self, number: int, game: Game, practice: bool, closed: bool, acts: Iterable[Act], journal: Journal, links: Links, tags: Tags,
        copy: Callable[[], Any], notices: Notices, settings: Settings, pace: Pace, rng: random.Random,
    ) -> None:  # fmt: skip
        self.number, self.game, self.practice, self.closed = number, game, practice, closed
        self.random, self.pace, self.now = rng, pace, pace.now
        self._journal, self._links, self.tags, self._copy, self._notices = journal, links, tags, copy, notices
        self.timeline = Timeline(game, acts)
        self.own = OwnSecrets(notices)
        self.wrote = self.copy_due = self.forget_due = False
        self.elsewhere, self.asked, self.said_back = Elsewhere(), False, False
        self.ended = False
        self._lately: Any = ()
        self.use(settings)
        self.gestures: Gestures = game.table.gestures(self)
        self.proposal: Proposal = game.table.corrections.proposal(self)

    # --- the desk -----------------------------------------------------------------------------------------------

    def use(self, settings: Settings) -> None:
        """Takes new settings into use."""
        self.patience = settings.pending
        self.settings = settings.of(self.game)
        self.look()

    def piece(self, uid: bytes) -> Piece | None:
        """The piece that carries this tag."""
        return self.tags.find(uid)

    @property
    def copy(self) -> Any:
        """What was taught of the owner's copy of the game."""
        return self._copy()

    def lying(self) -> Iterator[tuple[bytes, int]]:
        """What lies on the board's own readers: (UID, spot)."""
        return self._links.stations.lying()

    def covered(self) -> bool:
        """Whether pieces may lie face down, of whatever game. Raises JournalError."""
        return self.timeline.laid or lying.covered(self._journal) is not None

    def look(self) -> None:
        """Takes the public view anew from where the game stands."""
        self.view = self.game.rules.view(self.timeline.position, self.settings)
        self._lately = self.game.table.lately(self.view, self._newest)

    def _newest(self) -> Iterator[Sequence[Any]]:
        return history.newest_moves(self._journal, self.game.key)

    @property
    def lately(self) -> Any:
        """What the screens may offer again from the newest games."""
        return self._lately

    @property
    def over(self) -> bool:
        """Whether it has ended, early or not."""
        return self.view.outcome is not None

    @property
    def begun(self) -> bool:
        """Whether it has begun and is not over."""
        return self.view.round > 0 and not self.over

    def back_in_hand(self) -> None:
        """Somebody has said so, for all to see, of all other games: what was laid here since the round began lies. Raises JournalError."""
        if self.timeline.laid and not self.timeline.lying:
            self._make(BackInHand())
        self.elsewhere, self.asked, self.said_back = Elsewhere(), False, True

    # --- replies ------------------------------------------------------------------------------------------------

    def reply(self, reply: Reply | None) -> None:
        """Carries out what the gestures made of something."""
        match reply:
            case Make(move=move, tag=tag, then=then):
                place = len(self.timeline.rounds)
                self.move(move, *then)
                # Only this act's: that of an earlier round would tell that the same card is laid again.
                self.pace.tag = tag
                self.gestures.made(reply, place)
            case Say(answer=answer, owner=owner, expected=expected, spot=spot):
                self._notices.say(answer, owner=owner, expected=expected, spot=spot)
            case Wait():
                self._notices.clear()
                self._notices.signal(Signal.WAITING)
            case Note():
                self._notices.clear()
                self._notices.signal(Signal.ACCEPTED)

    def proposed(self, reply: Reply | None) -> None:
        """The correction that is looked at is another one now, or this is why it is not."""
        if reply is not None:
            self.reply(reply)
        else:
            self._notices.clear()
            self._notices.signal(Signal.WAITING)

    def let_go(self) -> bool:
        """Lets go of half a gesture; whether one waited."""
        if self.gestures.pending is None:
            return False
        self.gestures.clear()
        self._notices.clear()
        self._notices.signal(Signal.QUIET)
        return True

    def drop(self) -> None:
        """Half gestures and proposals are over."""
        self.gestures.clear()
        self.proposal.drop()

    # --- acts ---------------------------------------------------------------------------------------------------

    def move(self, move: Any, *then: Any) -> None:
        """Makes a move, and others with it: all of them or none. Raises MoveRefused or JournalError; then nothing has changed."""
        spot = self.game.table.spot_of(move)
        self.pace.told = self.pace.told if spot is None else spot
        if then:
            self._move_all((move, *then))
            return
        move = self.gestures.prepared(move)
        self._make(move, self.timeline.tried(move))
        self.copy_due = self.copy_due or self.game.rules.ends_round(move)

    def _move_all(self, moves: Sequence[Any]) -> None:
        position, before = self.timeline.position, self.timeline
        for move in moves:
            # None of them is written before the rules have taken all.
            position = self.game.rules.apply(position, move)
        try:
            with self._journal.together():
                for move in moves:
                    self._write(move)
        except JournalError:
            self.timeline = before
            raise
        self.copy_due = self.copy_due or any(map(self.game.rules.ends_round, moves))
        self._acted()

    def ok(self) -> None:
        """The panel's OK does what the screen's one large button does."""
        if self.proposal.act is not None:
            self.amend()
        elif (move := self.game.rules.follows(self.timeline.position)) is not None:
            self.move(move)
        elif (reply := self.gestures.confirmed()) is not None:
            self.reply(reply)
        else:
            self._notices.say(Answer.NOTHING_TO_CONFIRM)

    def undo(self, sure: bool) -> None:
        """Takes the last act back; where it reaches behind a reveal only if that is `sure`."""
        if self.proposal.act is not None:
            self.proposal.drop()
            return
        step = self.undo_step()
        if step is None:
            self._notices.say(Answer.NOTHING_TO_UNDO)
        elif step.sure and not sure:
            self._notices.say(Answer.CONFIRM_UNDO)
        else:
            if self.closed and self.game.rules.outcome(self.timeline.ahead(Undone()).position) is None:
                # Since it was left, tags may have told what its cards were.
                self._make(BackInHand())
            self._make(Undone())

    def redo(self) -> None:
        """Brings the act back that was undone last."""
        if not self.timeline.undone:
            self._notices.say(Answer.NOTHING_TO_REDO)
        else:
            self._make(Redone())

    def amend(self) -> None:
        """Carries out the correction that is looked at."""
        if self.proposal.asks:
            self._notices.say(Answer.ANSWER_FIRST)
        else:
            self._make(self.proposal.act)

    def look_at(self, owner: Colour) -> None:
        """Opens the secrets of a player, or asks first for the piece that says who that is, where it can be read."""
        identity = self.game.table.identity(owner)
        playing = any(player.colour is owner for player in self.view.players) and self.view.round > 0
        if not playing or not getattr(self.settings, "own_cards", True):
            self._notices.say(Answer.NO_PIECE_NOW, owner=owner)
        elif identity is not None and self.tags.uids(identity) and self._links.reads:
            self.own.await_owner(owner, self.now())
        else:
            self.open_own(owner)

    def open_own(self, owner: Colour) -> None:
        """Everybody is told that somebody looks."""
        if owner not in self.timeline.looked:
            self._make(Looked(owner))
            self._notices.say(Answer.LOOKED, None, owner=owner)
        self.own.open(owner)

    def undo_step(self) -> Step | None:
        """The act that an undo takes back, and what goes back with it."""
        step: Step | None = self.game.table.corrections.undo_step(self.timeline)
        return step

    def redo_step(self) -> Step | None:
        """The act that a redo brings back."""
        undone = self.timeline.undone
        step: Step | None = self.game.table.corrections.step(undone[-1]) if undone else None
        return step

    def _make(self, act: Act, after: Any = None) -> None:
        """Writes an act; then it stands. `after`: where the game stands then, if it is known."""
        self._write(act, after)
        self._acted()

    def _write(self, act: Act, after: Any = None) -> None:
        """Has an act on disk with all that belongs to it, in one transaction."""
        ahead = self.timeline.ahead(act, after)
        end = history.ending(self._journal, self.number, ahead)
        # Only who has played a game to its end is offered as a player: what was typed wrong and set right is not.
        seated = self.game.rules.view(ahead.position, self.settings).players if end is not None else ()
        played = [names.who(self._journal)(player.name) for player in seated]
        if end is not None and ahead.left and ahead.laid and self.said_back:
            lying.ends_early(self._journal)
        self.forget_due |= self._journal.append(
            self.number, act, round_=ahead.rounds[-1], seen=ahead.seen, names=played, end=end, reopens=self.over and end is None
        )
        self.wrote = True
        self.timeline = ahead
        self.copy_due, self.ended = end is not None, self.ended or end is not None

    def _acted(self) -> None:
        """An act stands: half gestures and notices are over."""
        before = self.view
        self.pace.acted()
        self.pace.tag = None
        self.drop()
        self.own.close()
        self._notices.clear()
        self.look()
        self._notices.signal(Signal.ACCEPTED)
        if (before.phase, before.round) != (self.view.phase, self.view.round):
            if self.view.may_act:
                self._notices.signal(Signal.YOUR_TURN)
            self.reply(self.gestures.asks())

    def shown(self) -> dict[str, Any]:
        """Its part of the snapshot."""
        proposal, gestures = self.proposal, self.gestures
        return {
            "game": self.number,
            "practice": self.practice,
            "view": self.view,
            "pending": proposal.pending or gestures.pending,
            "draft": gestures.draft,
            "waiting": gestures.waiting if proposal.pending is None else None,
            "undo": self.undo_step(),
            "redo": self.redo_step(),
            "change": proposal.change,
            "lately": self.lately,
            "own": self.own.own,
            "looked": self.timeline.looked,
        }

    def recover(self) -> None:
        """After a mistake of ours: half gestures, proposals and what was due are let go of, and made anew."""
        self.gestures.clear()
        self.proposal = self.game.table.corrections.proposal(self)
        self.copy_due = False
        self.own.close()

    def forget(self) -> None:
        """What is lost by an act leaves the memory, too. Raises JournalError; after the next act it is tried again."""
        if self.forget_due:
            self.timeline = Timeline(self.game, self._journal.acts(self.number))
            self.forget_due = False
            self.look()

    def put_back(self, timeline: Timeline) -> None:
        """Takes away what an act that failed has left on the disk and in the memory; nobody has seen it."""
        self.timeline = timeline
        if self.wrote:
            over = self.game.rules.outcome(timeline.position) is not None
            self._journal.forget_acts(self.number, len(timeline.rounds), over=over)
            if self.forget_due:
                # What it has erased stays erased.
                self.timeline = Timeline(self.game, self._journal.acts(self.number))
                self.forget_due = False
        self.look()


def opened(
    number: int, journal: Journal, links: Links, tags: Callable[[Game], Tags], copy: Callable[[Game], Any], notices: Notices,
    settings: Settings, pace: Pace, rng: random.Random,
) -> Playing:  # fmt: skip
    """Opens a game of the journal at the act where it stands. Raises JournalError, also where its game is not on the shelf."""
    log.info("Game %d is opened", number)
    row = history.there(journal, number)
    game, acts = game_of(row), journal.acts(number)
    practice, closed = row.kind == "practice", row.ended is not None
    return Playing(number, game, practice, closed, acts, journal, links, tags(game), lambda: copy(game), notices, settings, pace, rng)
