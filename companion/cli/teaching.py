"""`companion tags learn` and `check`: the session's own enrolment, with the terminal in the place of the screen."""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path

from companion import assemble
from companion.cli.ending import logged
from companion.cli.options import NO_READER, until_stopped
from companion.cli.reports import fault_line
from companion.errors import TagError
from companion.game import Game
from companion.printing.players import colour
from companion.printing.speech import say
from companion.said import Said, safe
from companion.table.commands import CheckTags, LearnTags, MoveTag, SkipPiece, Touch
from companion.table.session.worker import Mailbox
from companion.table.snapshot import Answer, DeviceState, Notice, Snapshot, Untapped
from companion.words import told, tr, trc, trn

SAID: dict[StrEnum, Said] = {
    Answer.UNKNOWN_TAG: Said("Unknown: this tag is registered for no piece."),
    Answer.PHONE: Said("Refused: this is a phone or bank card, with another number each time. Use a sticker."),
    Answer.OLD_SCAN: Said("Refused: it lay there before. Take it away and scan it again."),
    Answer.TWO_TAGS: Said("Refused: tags that can't be told apart. Separate them."),
    Answer.ONE_AT_A_TIME: Said("Refused: one at a time."),
    Answer.NOT_READ: Said("Not registered: the storage can't be read. `companion doctor` says more."),
    Answer.READ_ONLY: Said("Not registered: the data can only be read. `companion doctor` says why."),
    Answer.FAULT: Said("Not registered, and that is a mistake of the companion. Nothing is lost; a report is in the log folder of its data."),
    Answer.NOT_WRITTEN: Said("Not registered: it could not be saved. Free some space, then scan the piece again."),
    Answer.SCANS_LOST: Said("A reader was interrupted. Scan the piece again."),
}


def learn(folder: Path, game: Game, piece: str | None) -> None:
    """Binds piece after piece of a game until all have a tag or somebody stops. Raises CompanionError."""
    say("Scan each piece when it is named. Enter: skip. m + Enter: move a refused tag. q + Enter: stop.")
    _talk(folder, LearnTags(piece, game.key), _Learning())


def check(folder: Path, game: Game) -> None:
    """Counts the pieces that are held to a reader. Raises CompanionError."""
    say("Scan the pieces in any order. q + Enter: stop.")
    _talk(folder, CheckTags(game.key), _Checking())


class _Learning:
    """What is said while tags are bound."""

    KEYS: dict[str, Touch] = {"": SkipPiece(), "m": MoveTag()}

    def __init__(self) -> None:
        self._awaited = ""
        self._known: dict[str, int] = {}

    def lines(self, shown: Snapshot) -> Iterable[str]:
        now = shown.learning
        if now is None:
            return
        yield from ("  " + tr("{piece}: registered.", piece=code) for code, count in now.bound.items() if count > self._known.get(code, count))
        self._known = now.bound
        if now.piece is not None and now.piece != self._awaited:
            self._awaited = now.piece
            yield tr("{piece}?   ({n} of {of} have a tag)", piece=now.piece, n=now.known, of=now.of)

    def notice(self, said: Notice) -> str | None:
        if said.what is Answer.TAG_BOUND:
            return tr("Refused: this tag is {piece}'s. Type m + Enter to move it to {to}, or use another.", piece=said.piece, to=self._awaited)
        return None

    def over(self, shown: Snapshot) -> str:
        if shown.learning is not None and shown.learning.piece is None:
            return tr("All {n} pieces have a tag. See that each reads with: companion tags check", n=shown.learning.of)
        return ""

    def stopped(self) -> str:
        return ""


class _Checking:
    """What is said while a set is checked. Cards are known or not; nothing more is said of them."""

    KEYS: dict[str, Touch] = {}

    def __init__(self) -> None:
        self._taps = 0
        self._left: Untapped | None = None

    def lines(self, shown: Snapshot) -> Iterable[str]:
        now = shown.checking
        self._left = None if now is None else now.untapped
        if now is not None and now.taps > self._taps:
            self._taps = now.taps
            what = now.piece or tr("a card")
            yield "  " + tr("known: {what}   ({n} of {of})", what=what, n=now.counted, of=now.of)

    def notice(self, said: Notice) -> str | None:
        return None

    def over(self, shown: Snapshot) -> str:
        now = shown.checking
        return tr("All {n} pieces can be read.", n=now.of) if now is not None and now.counted == now.of else ""

    def stopped(self) -> str:
        if self._left is None:
            return ""
        cards = [trn("{n} card of {who}", "{n} cards of {who}", count, who=colour(owner)) for owner, count in self._left.cards.items()]
        return tr("Not scanned yet: {list}.", list=", ".join([*self._left.pieces, *cards]))


def _talk(folder: Path, begin: Touch, speaker: _Learning | _Checking) -> None:
    """Shows what changes and takes what is typed, until it is over, q, the end of input or Ctrl-C."""
    evening = assemble.Evening(folder, simulate=False)
    inbox: queue.SimpleQueue[Snapshot | str] = queue.SimpleQueue()
    try:
        with until_stopped(), logged(folder):
            evening.start()
            evening.mailbox.post(begin)
            evening.mailbox.subscribe(inbox.put)
            evening.plug_in()
            threading.Thread(target=_read, args=(evening.mailbox, inbox), daemon=True).start()
            _follow(inbox, evening.mailbox.post, speaker)
    finally:
        evening.stop()


def _read(mailbox: Mailbox, inbox: queue.SimpleQueue[Snapshot | str]) -> None:
    """Words come by way of the mailbox: whatever was asked of the session before them is answered before them."""

    def hand_in(word: str) -> None:
        mailbox.call(lambda _: inbox.put(word))

    # Input that can't be read any more has ended.
    with contextlib.suppress(OSError, ValueError):
        for line in sys.stdin:
            hand_in(line.strip().lower())
    hand_in("q")


def _state(link: DeviceState) -> list[str]:
    """A device, or those of its antennas that do not work."""
    if link.fault is None and link.broken:
        return [f"{each.reader}: {fault_line(each.fault, '')}" for each in link.broken]
    return [f"{link.device}: " + (fault_line(link.fault, "") if link.fault else f"{safe(link.detail) or trc('device', 'here')}.")]


def _follow(inbox: queue.SimpleQueue[Snapshot | str], post: Callable[[Touch], None], speaker: _Learning | _Checking) -> None:
    links: tuple[DeviceState, ...] = ()
    notices = 0
    began = lonely = False
    while True:
        try:
            thing = inbox.get(timeout=None if lonely else NO_READER)
        except queue.Empty:
            lonely = True
            if not any(link.reads for link in links):
                say("  No reader is here yet. Plug one in, or see what is wrong with: companion doctor")
            continue
        if thing == "q":
            if left := speaker.stopped():
                print(left, flush=True)
            return
        if isinstance(thing, str):
            if (touch := speaker.KEYS.get(thing)) is not None:
                post(touch)
            continue
        for link in thing.links:
            if link not in links:
                for state in _state(link):
                    print(f"  {state}", flush=True)
        links = thing.links
        if thing.notice is not None and thing.notice.serial > notices:
            notices = thing.notice.serial
            if thing.notice.what is Answer.LEARNING_OFF:
                raise TagError("Cards lie face down in a game, so no tag is registered. Finish it first.")
            if thing.notice.what is Answer.LEARNING_LEFT:
                raise TagError("Cards may lie face down, so no tag is registered. If none does, say so on the screen: Tags at home asks for it.")
            if thing.notice.what is Answer.LEARNING_IN_GAME:
                raise TagError("A game is on the table. Go home on the screen first: it waits in the list. Then register tags.")
            if (said := speaker.notice(thing.notice) or SAID.get(thing.notice.what)) is not None:
                print(f"  {told(said)}" if isinstance(said, Said) else f"  {said}", flush=True)
        for line in speaker.lines(thing):
            print(line, flush=True)
        active = thing.learning is not None or thing.checking is not None
        if (over := speaker.over(thing)) or (began and not active):
            print(over or tr("Stopped."), flush=True)
            return
        began = began or active
