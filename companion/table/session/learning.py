"""Tags of a set that are learned, let go, counted or replaced, and when that must not be: nothing may tell what lies face down."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.game import Game, Lesson, Reply, Say, Wait
from companion.games import SHELF
from companion.table import commands
from companion.table.evenings import history
from companion.table.events import Signal
from companion.table.journal.store import Journal
from companion.table.session import lying
from companion.table.session.lying import Cover, Elsewhere
from companion.table.session.notices import Notices
from companion.table.session.playing import Playing
from companion.table.snapshot import Answer
from companion.table.tags.bindings import Tags, is_random
from companion.table.tags.enrolment import Enrolment

log = logging.getLogger(__name__)


class Learning:
    """The sets of all games, read when they are wanted. `enrolment`: of the game whose set was asked for last, None before.

    `simulated`: of a game, tags that are no stickers, UID -> code of a piece.
    """

    def __init__(self, journal: Journal, notices: Notices, simulated: Callable[[Game], Mapping[bytes, str]] | None) -> None:
        self._journal, self._notices = journal, notices
        self._simulated = simulated
        self.learned = 0
        self._elsewhere = Elsewhere()
        self.forget()

    def forget(self) -> None:
        """The sets are read anew when they are wanted."""
        self._sets: dict[str, Tags] = {}
        self._copies: dict[str, Any] = {}
        self.enrolment: Enrolment | None = None
        self.lesson: Lesson | None = None
        self._taught: Game | None = None

    def tags(self, game: Game) -> Tags:
        """The set of a game."""
        if game.key not in self._sets:
            self._sets[game.key] = Tags(game, self._journal.tags(game.key), self._simulated(game) if self._simulated is not None else None)
        return self._sets[game.key]

    def copy(self, game: Game) -> Any:
        """What was taught of the owner's copy of a game; None where nothing can be. What can't be read any more is as if it was never taught."""
        teaching = game.table.teaching
        if teaching is None:
            return None
        if game.key not in self._copies:
            copy, kept = teaching.empty, self._journal.taught().get(game.key)
            if kept is not None:
                try:
                    copy = teaching.read(msgspec.json.decode(kept))
                except (CompanionError, msgspec.MsgspecError) as error:
                    log.error("What was taught of %s can't be read: %s", game.key, error)
            self._copies[game.key] = copy
        return self._copies[game.key]

    def knows(self, uid: bytes) -> bool:
        """Whether a tag is of any game's set."""
        return any(self.tags(SHELF[key]).find(uid) is not None for key in SHELF)

    def kept_back(self, uids: Iterable[bytes], playing: Playing | None) -> Answer | None:
        """Why none of these tags may be read now: one is of a piece with a secret face, and of its set cards may lie face down in another
        game, maybe this very one. It is the same for all pieces of a set. None where there is no reason.
        """
        if playing is None and not self.active:
            return None
        there = self._elsewhere if playing is None else playing.elsewhere
        if not (there.on or there.left):
            return None
        reads = self.enrolment.game.key if self.enrolment is not None and self.enrolment.active else None
        for keys, answer in ((there.on, Answer.LIES_ELSEWHERE), (there.left, Answer.LEFT_ELSEWHERE)):
            if any(self._secret(uid, key) for uid in uids for key in (SHELF if "" in keys else keys) if key != reads):
                return answer
        return None

    def _secret(self, uid: bytes, rules: str) -> bool:
        """Whether a tag is of a piece with a secret face in the set of a game; where that is not on the shelf, every piece may have one."""
        if rules not in SHELF:
            return uid in self._journal.tags(rules)
        tags = self.tags(SHELF[rules])
        piece = tags.find(uid)
        return piece is not None and not tags.named(piece)

    @property
    def active(self) -> bool:
        """Whether tags are read for this now, and not for a game."""
        return self.lesson is not None or (self.enrolment is not None and self.enrolment.active)

    @property
    def of(self) -> Game | None:
        """The game whose set or copy it is; None while none is looked at."""
        if self.lesson is not None:
            return self._taught
        return self.enrolment.game if self.enrolment is not None and self.enrolment.active else None

    def close(self) -> None:
        """Nothing of all this goes on."""
        self.lesson = None
        if self.enrolment is not None:
            self.enrolment.close()

    def seen(self, uid: bytes) -> None:
        """A tag was read meanwhile. Raises JournalError, or MoveRefused where it can't be told so."""
        if self.lesson is not None and self._taught is not None:
            piece = self.tags(self._taught).find(uid)
            if piece is None:
                self._notices.say(Answer.PHONE if is_random(uid) else Answer.UNKNOWN_TAG, Signal.UNKNOWN)
            else:
                self._told(self.lesson.read(piece))
            return
        assert self.enrolment is not None
        self._notices.told(*self.enrolment.seen(uid))

    def commanded(self, command: Any, game: Game, playing: Playing | None) -> bool:
        """Does what a finger asks for; whether it is about tags. `game`: on the table, or the one to which home belongs. Raises JournalError."""
        self.learned += 1
        if playing is None and isinstance(command, commands.LearnTags | commands.CheckTags | commands.Teach):
            self._elsewhere = lying.elsewhere(self._journal, history.in_progress(self._journal), None)
        if self._teaches(command, game):
            return True
        if isinstance(command, commands.LearnTags | commands.CheckTags | commands.ForgetPiece | commands.ReplaceTag):
            self._choose(game)
        enrolment = self.enrolment
        match command:
            case commands.LearnTags() | commands.ForgetPiece() if playing is not None and playing.begun and not playing.timeline.lying:
                self._notices.say(Answer.LEARNING_IN_GAME)
            case commands.LearnTags() | commands.ForgetPiece() if (cover := self.cover(playing)) is not None:
                # A tag that is bound already is named when it is shown again, which would turn a face-down card over.
                self._notices.say(Answer.LEARNING_OFF if cover.on else Answer.LEARNING_LEFT)
            case commands.BackInHand():
                self._back_in_hand(playing)
            case commands.CloseTags():
                self.close()
            case _ if enrolment is None:
                return False
            case commands.LearnTags(piece=piece):
                enrolment.learn(piece)
            case commands.ForgetPiece(piece=piece):
                enrolment.forget(piece)
            case commands.SkipPiece():
                enrolment.skip()
            case commands.MoveTag():
                self._notices.told(*enrolment.move())
            case commands.ReplaceTag(owner=owner):
                if playing is None or not playing.begun or all(player.colour is not owner for player in playing.view.players):
                    self._notices.say(Answer.LEARNING_OFF)
                else:
                    enrolment.replace(owner)
            case commands.ReplacePiece(piece=piece):
                enrolment.tell(piece)
            case commands.CheckTags():
                enrolment.check(secrets_lie=self.cover(playing) is not None)
            case _:
                return False
        return True

    def _teaches(self, command: Any, game: Game) -> bool:
        """Whether a command is about what is taught of a copy."""
        lesson = self.lesson
        match command:
            case commands.Teach() if game.table.teaching is not None:
                self.close()
                self._taught, self.lesson = game, game.table.teaching.lesson(self.copy(game))
            case commands.CloseTeaching():
                self.close()
            case _ if lesson is not None and self._taught is not None and isinstance(command, self._taught.table.teaching.commands):  # type: ignore[union-attr]
                self._told(lesson.commanded(command))
            case _:
                return False
        return True

    def _told(self, reply: Reply | None) -> None:
        """What is taught is on disk before anybody sees it."""
        lesson, game = self.lesson, self._taught
        assert lesson is not None
        assert game is not None
        assert game.table.teaching is not None
        if lesson.copy != self._copies.get(game.key):
            self._journal.teach(game.key, msgspec.json.encode(game.table.teaching.plain(lesson.copy)).decode())
            self._copies[game.key] = lesson.copy
        if isinstance(reply, Say):
            self._notices.say(reply.answer, owner=reply.owner, expected=reply.expected, spot=reply.spot)
        else:
            self._notices.clear()
            self._notices.signal(Signal.WAITING if isinstance(reply, Wait) else Signal.ACCEPTED)

    def _choose(self, game: Game) -> None:
        if self.enrolment is None or self.enrolment.game is not game:
            self.close()
            self.enrolment = Enrolment(game, self.tags(game), self._journal)

    def cover(self, playing: Playing | None) -> Cover | None:
        """What may lie face down, in any game, also one put aside, and in what is left of one. Raises JournalError."""
        if playing is not None and playing.timeline.lying:
            return Cover(playing.number, on=True)
        return lying.covered(self._journal)

    def _back_in_hand(self, playing: Playing | None) -> None:
        """Whoever says so is heard and seen by everybody, and says it where no game is being played, or in one that has asked for it."""
        cover = self.cover(playing)
        if cover is not None and cover.on if playing is None else not playing.asked:
            self._notices.say(Answer.LEARNING_OFF)
            return
        if playing is not None:
            lying.back_in_hand(self._journal, but=playing.number)
            playing.back_in_hand()
        elif cover is not None:
            lying.back_in_hand(self._journal)
        self._notices.say(Answer.BACK_IN_HAND, Signal.YOUR_TURN)
