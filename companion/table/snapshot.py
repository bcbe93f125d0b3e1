"""What the session shows: one public snapshot, made anew after every act. Screens, lights and the demo see this and nothing else."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from companion.games.kit.colours import Colour
from companion.table.evenings.names import BookEntry
from companion.table.evenings.statistics import Stats
from companion.table.events import Fault


class Answer(StrEnum):
    """What the table says to a tag, a touch or a button that led to no move. None tells the kind of a card."""

    UNKNOWN_TAG = "unknown tag"
    PHONE = "phone"
    """A tag with a random UID, as phones have."""
    OTHER_PLAYER = "other player's card"
    """`owner`: whose card it is, `expected`: who is to act."""
    NO_PIECE_NOW = "no piece now"
    """A piece was shown where none is due, or not this one."""
    NO_SPOT_NOW = "no spot now"
    """A place on the board was tapped, or its tag shown, where none is due."""
    EXPIRED = "expired"
    """The other half of a gesture did not come in time."""
    OLD_SCAN = "old scan"
    """A scan from before an interruption, or of a piece that was refused and has not been taken away since: shown, not played."""
    OLD_TOUCH = "old touch"
    """A finger acted on a picture from before the act that stands last."""
    TWO_TAGS = "two tags"
    ONE_AT_A_TIME = "one at a time"
    TAKE_BACK = "take back"
    """A card still lies on a reader of the ring when none should: it is no placement."""
    NOTHING_TO_CONFIRM = "nothing to confirm"
    """The panel's OK means nothing now."""
    COVERED = "covered"
    """Something else than the game is looked at, so no button of the panel acts in it."""
    NOTHING_TO_UNDO = "nothing to undo"
    NOTHING_TO_REDO = "nothing to redo"
    TAG_BOUND = "tag bound already"
    """`piece`: to which piece; `MoveTag` moves it."""
    SIMULATED_TAG = "simulated tag"
    """A simulated tag was shown to be learned: it has its piece and is never stored."""
    LEARNING_OFF = "learning off"
    """No tag is learned while cards lie face down."""
    LIES_ELSEWHERE = "lies elsewhere"
    """A piece with a secret face of a set of which cards lie face down in another game, whose round is on: no tag of it is read here."""
    LEFT_ELSEWHERE = "left elsewhere"
    """As LIES_ELSEWHERE, of a game whose round is not on: somebody may say that the cards are back in hand."""
    LEARNING_LEFT = "learning off until the cards are back in hand"
    """Cards of a game that is not being played may lie face down. Somebody may say that they are back in hand."""
    BACK_IN_HAND = "back in hand"
    """Somebody has said so."""
    PIECE_FIRST = "which piece first"
    """A new tag for a secret piece: first its owner says in secret which one it is for. `owner`: whose."""
    TAG_KNOWN = "tag known already"
    """A new tag for a secret piece: this one is of some piece already, and of which is not told."""
    LEARNING_IN_GAME = "learning in game"
    """In a game that has begun no tag is learned; only a card whose tag is lost or dead gets a new one."""
    SHOW_IDENTITY = "show who you are"
    """Somebody wants to see the secrets of `owner`, and that is not the piece that says who `owner` is (`Table.identity`)."""
    LOOKED = "looked"
    """Somebody has looked at the secrets of `owner`."""
    SCANS_LOST = "scans lost"
    """The wand was interrupted; what it read and could not deliver is gone. Scan again what is not shown."""
    DEVICE_LOST = "device lost"
    """A device that worked, or an antenna of it, does not any more, in the middle of a game. `link`: which one, and why."""
    CONFIRM_UNDO = "confirm undo"
    """Undoing would reach behind a reveal or a change of chairs: the screen asks for it to be held."""
    PLAYED_TOGETHER = "played together"
    """The two names can't be one player: both sat at the table in one game."""
    CORRECTING = "correcting"
    """A correction is being looked at: carry it out or let go of it first."""
    OTHER_ACT = "other act"
    """A correction would put something else in the place of an act than another one of its kind."""
    ANSWER_FIRST = "answer first"
    """The correction asks for something that only the real table knows (`Proposal.asks`): first that is answered, or left open."""
    NOT_WRITTEN = "not written"
    """The disk did not take the act: nothing has changed."""
    KEY_LOST = "key lost"
    """What lies face down can't be read from the disk any more."""
    KEY_LEFT = "key left"
    """What nobody may read any more could not be erased from the disk."""
    NOT_READ = "not read"
    """The disk does not give what was asked for: nothing has changed."""
    READ_ONLY = "read only"
    """The data can only be read: nothing has changed."""
    FAULT = "fault"
    """A mistake of the program itself: nothing has changed, and a report was written."""


class Notice(msgspec.Struct, frozen=True):
    """An answer or a refusal, to be shown for some seconds. `serial` tells a second one of the same kind from the first."""

    what: StrEnum
    """An `Answer`, or a refusal or an answer of the game's own."""
    serial: int
    owner: Colour | None = None
    expected: Colour | None = None
    spot: int | None = None
    piece: str | None = None
    """The code of a piece: in enrolment, and where a refusal is about one that everybody has seen."""
    act: Step | None = None
    """Where a correction is refused: the later act that would not fit any more."""
    link: DeviceState | None = None
    """Where a device was lost: how it is."""


class Pending(msgspec.Struct, frozen=True):
    """Half a gesture: a piece that waits for its place on the board (`spot` is None) or a place that waits for its piece."""

    owner: Colour
    spot: int | None = None


class Waiting(msgspec.Struct, frozen=True):
    """How long half a gesture waits: until this moment of the session's clock, `seconds` in all."""

    until: float
    seconds: float


class Behind(msgspec.Struct, frozen=True):
    """What else goes back when an act is undone that others stand on.

    `cards` at `spots` lie face down again; `money` is what each player's fortune changes by (whoever does not change is left out);
    `order` and `seats` hold again, None where they do not change.
    """

    round: int
    spots: tuple[int, ...] = ()
    cards: int = 0
    money: dict[Colour, int] = {}
    order: tuple[Colour, ...] | None = None
    seats: tuple[Colour, ...] | None = None


class Step(msgspec.Struct, frozen=True):
    """An act that can be undone, redone or corrected, in public words: its name on file, who did it, at which place on the board.

    `sure`: undoing it reaches behind a reveal or a change of chairs and has to be confirmed; `behind` says what goes back with it.
    `place`: where it stands among the acts of the game, for a correction; then the spot of what has moved is that where it went to, and that of
    what lies face down is None, unless its back shows whose it is.
    """

    do: str
    by: Colour | None = None
    spot: int | None = None
    sure: bool = False
    behind: Behind | None = None
    place: int | None = None
    kind: Any = None
    """Of a card that everybody has seen: what it was told to be."""
    name: str = ""
    """Of somebody who took a seat or another name."""
    amount: int = 0
    """By how much the ledger was corrected."""


class Change(msgspec.Struct, frozen=True):
    """What a correction would change; nothing has changed yet. Each game says more of it in a struct of its own.

    `act`: the act that is corrected, as it was; `do`: the name of the act in its place, or of the one that comes before it; `spot`: the place
    on the board where it is to be now, None for an act without one and for what lies face down and stays where it is.
    """

    act: Step
    do: str
    spot: int | None = None
    serial: int = 0
    """Tells a proposal from the one before it, also where the same changes by both: a kind that was told in secret is not to be seen."""


class GameEntry(msgspec.Struct, frozen=True):
    """A game of the list. `date` of the evening and `started` (UTC, with time) are ISO. Only public facts."""

    game: int
    kind: str
    started: str
    date: str | None
    players: tuple[tuple[Colour, str], ...]
    phase: str
    round: int
    scores: dict[Colour, int] = msgspec.field(name="fortunes")
    """In chair order. On disk under the name that it was first written with."""
    winners: tuple[Colour, ...]
    may_act: tuple[Colour, ...] = ()
    rules: str = ""
    """The key of its game; "" in lists that were written when there was one."""
    left: bool = False
    """Somebody left for good: it was ended early and nobody has won."""
    unsure: bool = False
    """The clock could not be believed, so the date may be wrong."""
    lying: bool = False
    """Cards may lie face down on its table, also where an undo has taken them out of the game: see `Timeline.lying`."""
    laid: bool = False
    """They may even where its round is over by what the screen was told: see `Timeline.laid`."""
    sides: tuple[tuple[Colour, ...], ...] = ()
    """Who plays together, side by side; () where everybody plays alone, and in lists that were written before there were any."""

    def partners(self, colour: Colour) -> tuple[Colour, ...]:
        """Everybody of a player's side, that player too."""
        return next((side for side in self.sides if colour in side), (colour,))


class BrokenReader(msgspec.Struct, frozen=True):
    """An antenna that does not work, and why. `spot`: which place's it is in a ring, where that is known."""

    reader: str
    fault: Fault
    spot: int | None = None


class DeviceState(msgspec.Struct, frozen=True):
    """A device: there (`fault` is None) or not, and why. `detail` names chip, port or version.

    `readers`: how many antennas it has; `broken`: those of them that do not work while it is there. `simulated`: it is no device at all.
    """

    device: str
    fault: Fault | None
    detail: str = ""
    readers: int = 1
    broken: tuple[BrokenReader, ...] = ()
    simulated: bool = False

    @property
    def named(self) -> bool:
        """Whether it has told what it is; otherwise it goes by its port."""
        return not self.device.startswith("/")

    @property
    def reads(self) -> bool:
        """Whether an antenna of it works."""
        return self.device != "panel" and self.fault is None and len(self.broken) < self.readers


class Learning(msgspec.Struct, frozen=True):
    """Enrolment: the piece that is awaited (None when all have tags), and how many tags each piece has."""

    piece: str | None
    bound: dict[str, int]
    known: int
    of: int


class Replacing(msgspec.Struct, frozen=True):
    """A new tag for one of the cards of `owner`; `told`: whether the owner has said which, so that the tag is due. Which it is, nobody is told."""

    owner: Colour
    told: bool = False


class Own(msgspec.Struct, frozen=True):
    """Somebody wants to see the cards that `owner` has laid. `open`: whether they may be seen now, while the pad is held; else the owner's
    colour card is due. `serial` tells one time from the next."""

    owner: Colour
    open: bool
    serial: int = 0


class Untapped(msgspec.Struct, frozen=True):
    """What a check has not met yet: the codes of pieces that lie open, and of each player how many with a secret face, whichever they are."""

    pieces: tuple[str, ...]
    cards: dict[Colour, int]


class Checking(msgspec.Struct, frozen=True):
    """Check of the set: how many different pieces were tapped; `piece` is the code of the one tapped last, None where its face is secret.

    `untapped` is None while something lies face down in some game: then whose it is, is nobody's business.
    """

    counted: int
    of: int
    piece: str | None = None
    taps: int = 0
    untapped: Untapped | None = None


class Mark(msgspec.Struct, frozen=True):
    """A move of a past game that is worth a jump: after `step` moves round `round` begins or, with `payout`, its payout is known."""

    step: int
    round: int
    payout: bool = False


class PastGame(msgspec.Struct, frozen=True):
    """A past game at one of its moves: `step` of `of`, `done` is the move that led here (None at 0). `marks` are in the order of play."""

    game: GameEntry
    view: Any
    step: int
    of: int
    done: Step | None
    marks: tuple[Mark, ...] = ()


class Snapshot(msgspec.Struct, frozen=True):
    """The snapshot. `view` is None at home. `games`: those in progress, newest first. `tags`: how many pieces of the set have a tag."""

    serial: int
    rules: str = ""
    """The key of the game on the table; at home of the one whose set of tags is looked at, else of the one that was played last."""
    game: int | None = None
    practice: bool = False
    view: Any = None
    pending: Any = None
    """Half a gesture: a `Pending`, or what the game says in its place."""
    draft: Any = None
    """What is put together for the next move, as the game says; an undo does not let go of it."""
    waiting: Waiting | None = None
    """How long it waits; None where nothing does, or where it waits for ever."""
    notice: Notice | None = None
    undo: Step | None = None
    redo: Step | None = None
    change: Any = None
    """The correction that is being looked at."""
    acts: tuple[Step, ...] | None = None
    """The acts of a round, or of the set-up, that can be corrected, in the order in which they were made; None while nobody asks for them."""
    acts_of: int = 0
    """The round of these acts, 0 for the set-up."""
    games: tuple[GameEntry, ...] = ()
    last: GameEntry | None = None
    """The newest game whose people may play once more, by what they are called now."""
    names: tuple[str, ...] = ()
    lately: Any = ()
    """What may be offered again from the newest games, as the game says (`Table.lately`)."""
    links: tuple[DeviceState, ...] = ()
    tags: int = 0
    learning: Learning | None = None
    replacing: Replacing | None = None
    checking: Checking | None = None
    teaching: Any = None
    """What is told of the owner's copy, as the game says it (`companion.game.Lesson`); None while nobody tells anything."""
    own: Own | None = None
    looked: tuple[Colour, ...] = ()
    """Whose own cards were looked at in this round."""
    past: tuple[GameEntry, ...] | None = None
    """The past games that were asked for, newest first; None while nobody looks at them."""
    search: str = ""
    """What they were searched for."""
    won: str = ""
    """Whose wins they were searched for."""
    bin: bool = False
    """Whether they are those in the bin."""
    stats: Stats | None = None
    """The statistics that were asked for; None while nobody looks at them."""
    book: tuple[BookEntry, ...] | None = None
    """The names book, by name; None while nobody looks at it."""
    alike: tuple[tuple[str, str], ...] = ()
    """With the book: players whose names differ in capitals, accents or width only, the name that would stay first. Perhaps one player."""
    replay: PastGame | None = None
    warnings: tuple[str, ...] = ()
    """Sentences about the data, said at the start: a damaged journal was moved aside, a copy was opened."""
