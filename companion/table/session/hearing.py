"""What readers hear: which tags are one gesture, what is an echo, what is too old, and what that is a gesture of."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Piece, Read
from companion.settings import Settings
from companion.table.events import AGE_UNKNOWN, Signal, TagGone, TagSeen
from companion.table.session.echo import HAND, Echo, Echoes
from companion.table.session.learning import Learning
from companion.table.session.links import Links
from companion.table.session.notices import Notices
from companion.table.session.pace import Pace
from companion.table.session.playing import Playing
from companion.table.snapshot import Answer
from companion.table.tags.bindings import Tags, is_random
from companion.table.tags.simultaneous import Together

HANDS_S = 0.3
"""Seconds by which a scan may seem older than it is, where a device tells its age."""

AGAIN_S = 2.0
"""Seconds for which the place of a piece that has just acted may follow once more, at any reader."""


class Hearing:
    """Takes tags as they come and go. `hand`: see `echo.HAND`."""

    def __init__(self, links: Links, learning: Learning, notices: Notices, pace: Pace, hand: float = HAND) -> None:
        self._links, self._learning, self._notices, self._pace = links, learning, notices, pace
        self._hand = hand
        self._together = Together()
        self._echoes = Echoes(hand)
        self._again_until = 0.0

    def gone(self, tag: TagGone, playing: Playing | None) -> None:
        """A tag went."""
        self._echoes.gone(tag, self._pace.came)
        if self._together.gone(tag):
            self._notices.say(Answer.ONE_AT_A_TIME)
        notice = self._notices.notice
        if self._links.stations.gone(tag) and notice is not None and notice.what is Answer.TAKE_BACK:
            self._notices.clear()
            if playing is not None:
                playing.reply(playing.gestures.asks(again=True))

    def seen(self, tag: TagSeen, playing: Playing | None, tags: Tags, settings: Settings) -> None:
        """A tag came. `tags`: those of the game on the table, or of the one to which home belongs."""
        if self._hand and tag.uid == self._pace.tag:
            self._again_until = self._pace.came + AGAIN_S
        echo = self._echoes.seen(tag, self._pace.came, self._pace.acts + self._learning.learned) if tag.age <= HANDS_S else Echo.NEW
        piece = tags.find(tag.uid)
        exact = tag.age == 0 and playing is not None and bool(playing.view.may_act) and piece is not None and not piece.secret
        acted_at = self._pace.acted_at
        if self._pace.came < acted_at if exact else self._pace.now() - tag.age < acted_at - HANDS_S:
            # It was read before the act that stands last, and would now act in a later turn: a place would for whoever is to act.
            tag = replace(tag, age=AGE_UNKNOWN)
        at = self._links.stations.seen(tag)
        old = tag.age > settings.pending
        gesture = self._together.seen(tag, alone=old)
        if echo is not Echo.NEW:
            gesture = tuple(each for each in gesture if each.uid != tag.uid)
            if echo is Echo.REFUSED:
                self._notices.say(Answer.OLD_SCAN)
        said = self._notices.count
        self._gesture(gesture, at, playing, tags, settings, heap=tag.among > 1 and not old)
        if self._notices.count == said:
            for each in gesture:
                self._echoes.took(each)

    def _gesture(self, seen: tuple[TagSeen, ...], at: int | None, playing: Playing | None, tags: Tags, settings: Settings, *, heap: bool) -> None:
        """What was read together acts whole or not at all. `heap`: more than this may lie there."""
        kept = self._learning.kept_back([each.uid for each in seen], playing)
        if kept is not None:
            if playing is not None and kept is Answer.LEFT_ELSEWHERE:
                playing.asked = True
            self._notices.say(kept)
            return
        pieces = [tags.find(each.uid) for each in seen]
        if seen and heap and self._too_many(pieces, playing):
            if playing is not None:
                playing.gestures.clear()
            self._notices.say(Answer.ONE_AT_A_TIME)
            return
        if playing is None or self._learning.active or len(seen) < 2 or None in pieces or not playing.gestures.pairs([p for p in pieces if p]):
            for each in seen:
                self._alone(each, at, playing, tags, settings)
            return
        read = tuple([Read(p, each.uid, each.reader, at, each.age > settings.pending) for p, each in zip(pieces, seen, strict=True) if p is not None])
        for one in read:
            rests, reply = playing.gestures.rests(one)
            playing.reply(reply)
            if rests:
                return
        self._meant(read, playing)

    def _meant(self, read: tuple[Read, ...], playing: Playing) -> None:
        if playing.proposal.act is not None:
            playing.proposed(playing.proposal.read(read))
        else:
            playing.reply(playing.gestures.read(read))

    def _too_many(self, pieces: list[Piece | None], playing: Playing | None) -> bool:
        """Whether tags that lie on one reader together are no gesture. `pieces`: what came now; others may lie there since before."""
        if self._learning.active:
            return True
        if playing is None:
            return False
        if len(pieces) > 1 and playing.proposal.act is not None:
            return None in pieces or not playing.gestures.pairs([piece for piece in pieces if piece is not None])
        return playing.gestures.too_many(pieces)

    def _alone(self, seen: TagSeen, at: int | None, playing: Playing | None, tags: Tags, settings: Settings) -> None:
        """`at`: the place on the board on whose reader the tag is, None for a pad or a wand."""
        late = seen.age > settings.pending
        if self._learning.active:
            if late:
                # Nobody has held it there for this.
                self._notices.say(Answer.OLD_SCAN)
            else:
                self._learning.seen(seen.uid)
            return
        piece = tags.find(seen.uid)
        if piece is None:
            if playing is not None or not self._learning.knows(seen.uid):
                self._notices.say(Answer.PHONE if is_random(seen.uid) else Answer.UNKNOWN_TAG, Signal.UNKNOWN)
            return
        if playing is None:
            return
        read = Read(piece, seen.uid, seen.reader, at, late)
        rests, reply = playing.gestures.rests(read)
        playing.reply(reply)
        if rests:
            return
        if late and at is None and self._links.stations.has(seen.reader):
            # It is asked back, if it has to be, when the board's readers are all there and its place known.
            return
        if late:
            self._notices.say(Answer.OLD_SCAN)
        elif (awaited := playing.own.awaited(self._pace.now())) is not None and piece.owner is not None and self._identifies(piece, playing):
            if piece.owner is awaited:
                playing.open_own(awaited)
            else:
                self._notices.say(Answer.SHOW_IDENTITY, owner=awaited)
        elif not self.told_again(playing, playing.gestures.spot_of(piece)):
            self._meant((read,), playing)

    def _identifies(self, piece: Piece, playing: Playing) -> bool:
        """Whether a piece says who its owner is."""
        return piece.owner is not None and playing.game.table.identity(piece.owner) == piece.code

    def told_again(self, playing: Playing, spot: int | None) -> bool:
        """Whether a place is told by itself that was told for the act that stands last, by whatever means, sooner than anybody can have
        seen whose turn it is now, or after the piece that has just acted: it is told for that act."""
        if spot is None:
            return False
        self._pace.told = spot
        alone = playing.proposal.act is None and playing.gestures.pending is None and bool(playing.view.may_act)
        return alone and spot == self._pace.spot and self._pace.came < max(self._pace.acted_at + self._hand, self._again_until)
