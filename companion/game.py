"""What a game is: everything that the companion asks of one, as types.

A game is one frozen value of `Game`, made in the `__init__.py` of its folder; the shelf (`companion.games`) finds it. Nobody outside asks which
game it is: they ask the game. Its parts (rules, record, table, ui, demo, cli) are loaded when they are asked for.

The order of an act: a tag or a touch becomes a `Reply` of the game's `Gestures`; a `Make` goes to `Rules.apply`, which gives the next position or
raises `MoveRefused`; the journal writes the move, its secrets sealed; `Rules.view` gives what everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from importlib import import_module
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from companion.errors import CompanionError
from companion.games.kit.colours import Colour
from companion.games.kit.secret import Secrets

INTERFACE = 1
"""The version of all this, for other people's packages: it goes up when a package that follows it would no longer run unchanged."""

P = TypeVar("P")
"""A game's position: a frozen value that nobody outside the rules looks into."""
M = TypeVar("M", bound="Move")
"""A game's moves."""
V = TypeVar("V", bound="CommonView")
"""A game's view: what everybody may see."""


# --- moves and refusals -----------------------------------------------------------------------------------------------


class Move(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """The base of all moves. On file: a JSON object with the move's name under "do"."""


class MoveRefused(CompanionError):
    """The rules forbid the move; nothing has changed. Raised by `Rules.apply`, told at the table by the game's words.

    `reason`: one of the game's enumerated refusals; none of them may name what lies face down. `by`: who tried, `expected`: who is to act,
    `spot`: the place on the board in question, or a number; `piece`: the code of the piece in question, where everybody has seen it.
    """

    def __init__(
        self, reason: StrEnum, *, by: Colour | None = None, expected: Colour | None = None, spot: int | None = None, piece: str | None = None
    ) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.by = by
        self.expected = expected
        self.spot = spot
        self.piece = piece


class AmendRefused(MoveRefused):
    """A correction can't be made, and nothing has changed. `act`: the later act that would not fit, None if it is the correction itself."""

    def __init__(self, refused: MoveRefused, act: Any = None) -> None:
        super().__init__(refused.reason, by=refused.by, expected=refused.expected, spot=refused.spot, piece=refused.piece)
        self.act = act


# --- what everybody may see -------------------------------------------------------------------------------------------


class CommonPlayer(Protocol):
    """A player as lists, rail and statistics see one."""

    @property
    def colour(self) -> Colour:
        """Who it is."""

    @property
    def name(self) -> str:
        """As the player was called at the table."""

    @property
    def chair(self) -> int:
        """From 0, clockwise."""

    @property
    def side(self) -> int:
        """The team, from 0; a number of one's own where everybody plays alone."""

    @property
    def score(self) -> int | None:
        """Points or money, as the game's `Score` says; None where it is not shown. Once the game is over it is."""

    @property
    def out(self) -> bool:
        """Has left the game while the others play on."""


class CommonOutcome(Protocol):
    """How a game has ended."""

    @property
    def winners(self) -> tuple[Colour, ...]:
        """In the order of Colour; several share a win, nobody has won a game that was ended early."""

    @property
    def left(self) -> bool:
        """It was ended early."""


class CommonView(Protocol):
    """What every game's view begins with. Lists, rail, menu, replay and cues read only this; the rest is the game's own screens' business.

    It is equal for two positions that differ only in what lies face down.
    """

    @property
    def phase(self) -> str:
        """The screen's name and the gestures hang on it."""

    @property
    def round(self) -> int:
        """From 1; 0 while the game is being set up."""

    @property
    def rounds(self) -> int | None:
        """How many there are; None where it is open."""

    @property
    def players(self) -> Sequence[CommonPlayer]:
        """In the order of chairs."""

    @property
    def may_act(self) -> frozenset[Colour]:
        """Whoever may act now: several in an auction, none where all of them together confirm something."""

    @property
    def outcome(self) -> CommonOutcome | None:
        """None while it goes on."""


# --- pieces -----------------------------------------------------------------------------------------------------------


class Piece(Protocol):
    """Something with a tag."""

    @property
    def code(self) -> str:
        """By which it is stored, exported and enrolled: "red raise", "tile 7", "card AS"."""

    @property
    def secret(self) -> bool:
        """Its face is nobody's business: the companion may say that it is known, never which it is."""

    @property
    def owner(self) -> Colour | None:
        """Whose it is; None where it is everybody's."""


# --- gestures ---------------------------------------------------------------------------------------------------------


class Make(msgspec.Struct, frozen=True):
    """The gesture is whole: make this move. `tag`: the tag that told something secret of it; its echo is not another gesture.

    `then`: further moves that the same gesture makes after it; all of them are made or, if one is refused, none.
    """

    move: Any
    tag: bytes | None = None
    then: tuple[Any, ...] = ()


class Say(msgspec.Struct, frozen=True):
    """The gesture leads to no move, and this is why. `answer`: one of `companion.table.snapshot.Answer`, or of the game's own."""

    answer: StrEnum
    owner: Colour | None = None
    expected: Colour | None = None
    spot: int | None = None


class Wait(msgspec.Struct, frozen=True):
    """Half a gesture: its other half is awaited."""


class Note(msgspec.Struct, frozen=True):
    """Counted, and on it goes: a tone, nothing to read, no lapse. As when a whole deck is shown card by card."""


Reply = Make | Say | Wait | Note


class Read(msgspec.Struct, frozen=True):
    """A piece that was read. `reader`: by which antenna; `spot`: the place on the board whose own reader that is, None for a pad or a wand.

    `late`: it was read so long ago that it means nothing any more; it may still lie there.
    """

    piece: Piece
    uid: bytes
    reader: str
    spot: int | None = None
    late: bool = False


class Desk(Protocol):
    """What a game's gestures may know of the table at which they are made."""

    @property
    def view(self) -> Any:
        """What everybody may see now."""

    @property
    def timeline(self) -> Any:
        """The `companion.table.session.timeline.Timeline` of the game."""

    @property
    def settings(self) -> Any:
        """The game's own settings."""

    @property
    def copy(self) -> Any:
        """What was taught of the owner's copy of the game (`Teaching`); None where nothing can be."""

    @property
    def patience(self) -> float:
        """For how many seconds half a gesture waits."""

    @property
    def random(self) -> Random:
        """Chance, by the operating system."""

    def now(self) -> float:
        """Seconds, on the clock of deadlines."""

    def piece(self, uid: bytes) -> Piece | None:
        """The piece that carries this tag."""

    def lying(self) -> Iterator[tuple[bytes, int]]:
        """What lies on the board's own readers: (UID, spot)."""

    def covered(self) -> bool:
        """Whether pieces may lie face down on the real table, of this game or of another one, whatever the screen was told: until somebody says
        that all are back in hand. Then no tag may tell by what would change which piece it is. Raises JournalError."""


class Gestures(Protocol):
    """What pieces and commands mean, for one open game. It may remember half a gesture; it never keeps a secret longer than that.

    Where a method returns None there is nothing to say.
    """

    @property
    def pending(self) -> Any:
        """Half a gesture in public words (`companion.table.snapshot.Pending`), None if none waits."""

    @property
    def draft(self) -> Any:
        """What is put together for the next move beside that, in public words: it is no gesture that an undo lets go of. None where there is
        nothing."""

    @property
    def deadline(self) -> float | None:
        """When it lapses, on the desk's clock."""

    def clear(self) -> None:
        """Forgets half a gesture. Called after every act, and when a game is opened or left."""

    def expire(self, now: float) -> Reply | None:
        """Lets go of half a gesture whose time is over, and says so."""

    @property
    def waiting(self) -> Any:
        """How long it waits (`companion.table.snapshot.Waiting`); None if nothing waits, or for ever."""

    def pairs(self, pieces: Sequence[Piece]) -> bool:
        """Whether these pieces, read together, are one gesture. Where they are not, each is read alone."""

    def rests(self, read: Read) -> tuple[bool, Reply | None]:
        """Whether what a reader of the board's own tells was there before and means nothing now, and what is to be said of it all the same."""

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        """One piece was read, or several that `pairs` has taken for one gesture: they act whole or not at all."""

    def too_many(self, pieces: Sequence[Piece | None]) -> bool:
        """Whether these, with others that may lie there, are no gesture. None stands for a tag that nobody knows."""

    def spot_of(self, piece: Piece) -> int | None:
        """The place on the board that this piece tells; None where it tells none."""

    def touched(self, spot: int) -> Reply | None:
        """A finger touched a place on the board."""

    def commanded(self, command: Any) -> Reply | None:
        """A finger asked for something that is the game's own."""

    def confirmed(self) -> Reply | None:
        """OK was pressed on the panel where nothing follows by itself: what the one lit button means. None where there is none."""

    def prepared(self, move: Any) -> Any:
        """The move as it is to be made: a name that is taken already gets a number. Raises MoveRefused."""

    def made(self, reply: Make, place: int) -> None:
        """Its move was made, as the act of this place in the journal."""

    def asks(self, *, again: bool = False) -> Reply | None:
        """What has to be said of what lies on the board's own readers. Called when a phase begins and when readers come or go; `again`: when
        something was taken away that had been asked for."""


class Proposal(Protocol):
    """A correction that is being looked at; nothing has changed yet. What the table tells (pieces, places) goes to it then, and never lapses.

    Where a method returns None the proposal is now another one, or there is nothing to say. They raise MoveRefused; then it is as it was.
    """

    @property
    def act(self) -> Any:
        """The `Amended` as it is to be written down, None while nothing is proposed."""

    @property
    def change(self) -> Any:
        """What would change by it (`companion.table.snapshot.Change`)."""

    @property
    def asks(self) -> bool:
        """Whether something has to be answered before it can be carried out."""

    @property
    def pending(self) -> Any:
        """Half a gesture in public words."""

    def drop(self) -> None:
        """Lets go of it."""

    def propose(self, place: int, move: Any, keep: bool) -> None:
        """Begins with an act as it was (`move` is None), or with `move` in its place; with `keep` what is secret in it stays as recorded."""

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        """As `Gestures.read`."""

    def touched(self, spot: int) -> Reply | None:
        """As `Gestures.touched`."""

    def takes(self, command: Any) -> bool:
        """Whether this command of the game's own is about a correction now."""

    def commanded(self, command: Any) -> Reply | None:
        """A finger asked for it."""

    def answer(self, move: Any) -> Reply | None:
        """A finger told a move: it is an answer to what the proposal asks."""


class Mended(Protocol):
    """What a correction comes to."""

    @property
    def branch(self) -> Any:
        """The moves as they are then; None while something has to be answered first."""


class Corrections(msgspec.Struct, frozen=True):
    """How an earlier act is corrected. A game without its own takes those of `companion.table.session.refold`."""

    mend: Callable[[Any, Any, int], Mended]
    """Folds a branch anew with one act replaced; the second is the `Amended`, the third its place in the journal. Raises MoveRefused."""
    proposal: Callable[[Desk], Proposal]
    acts_of: Callable[[Any, int, Any], Iterable[Any]]
    """Of a branch, the acts of a round that can be corrected, as `Step`s; the third is the game's own settings."""
    step: Callable[[Any], Any]
    """An act as a `Step`, in public words; what is secret in it has no field to be in."""
    undo_step: Callable[[Any], Any]
    """Of a timeline, the act that an undo takes back and what goes back with it, as a `Step`; None where there is none."""


# --- measures ---------------------------------------------------------------------------------------------------------


class Sums(StrEnum):
    """How a measure of single games becomes one of many."""

    TOTAL = "total"
    MOST = "most"
    SHARE = "share"
    """It is worked out of others: what part the first of `Measure.parts` is of all of them, 0 to 1."""
    FAVOURITE = "favourite"
    """Of several things with a name, that of which there was most. Facts have all of them under `tallies`: how many, then the numbers of
    `Measure.at`, which are added up as well."""


class Measure(msgspec.Struct, frozen=True):
    """One figure of a player's part in a game, declared once: a statistic, a line of the terminal, a heading of CSV and a key of JSON.

    `key`: its name in facts and JSON. `title`: its English words, a key of the catalogues; "" where only JSON and CSV have it.
    `money`: an amount, else a count.
    """

    key: str
    title: str = ""
    sums: Sums = Sums.TOTAL
    money: bool = False
    heading: str = ""
    """Its words above a column of the terminal, where the title is too long for one; a key of the catalogues."""
    column: str = ""
    """Its heading in CSV, where it is not the key. A share, and what has a place, is no column."""
    parts: tuple[str, ...] = ()
    """Of a share: the keys of the measures of which it is worked out."""
    at: tuple[str, ...] = ()
    """Of a MOST: the names of the numbers that say where in the game it was. Then facts have it under `more`: the value, then these numbers."""
    where: str = ""
    """The same in words, such as "round {round}, table {table}"; a key of the catalogues."""
    people: bool = False
    """Whether what a favourite is of are players, by their names in the game: one player's spellings are one, as everywhere in the statistics."""
    together: bool = True
    """Whether it says something of all players together; False where another measure says the same of them."""


# --- the parts --------------------------------------------------------------------------------------------------------


class Score(msgspec.Struct, frozen=True):
    """What players play for. `money`: amounts of money, else points. `high`: whether the most of it wins. `column`: its heading in CSV."""

    money: bool
    high: bool = True
    column: str = "score"


class Rules(msgspec.Struct, Generic[P, M, V], frozen=True):
    """The game itself: pure functions over frozen values, without clock, chance, file or thread. `RULES` in the folder's `rules`."""

    new: Callable[[], P]
    """An empty table. Called by every fold."""
    apply: Callable[[P, M], P]
    """The position after a move; raises MoveRefused. Called for every act and every fold."""
    legal: Callable[[P], Iterator[M]]
    """Every move that is allowed but for those that people make up at will (names, amounts); what lies face down changes nothing in it.
    Called by the demo and by tests."""
    view: Callable[[P, Any], V]
    """What everybody may see. The second is the game's own settings (see `settings`). Called after every act."""
    outcome: Callable[[P], CommonOutcome | None]
    """How the game has ended, None while it goes on; the view says the same. Called after every act."""
    private: Callable[[P, Colour], Sequence[Any]]
    """What this player may see alone. Called while the player holds the own cards open."""
    follows: Callable[[P], M | None]
    """The move that the table itself makes next, as after all have seen a payout; None where somebody has to choose.
    Called by the panel's OK, the record and the demo."""
    round_of: Callable[[P], int]
    """From 1, 0 in the set-up. Called by the journal: the key of what is sealed is one of its round."""
    ends_round: Callable[[M], bool]
    """Whether with this move the players take back what lies face down, and the next round begins. Then a copy of the journal is made."""
    secrets_lie: Callable[[P], int]
    """Of which round secrets may lie on the real table now, 0: of none. Called by whatever could tell one."""
    seen: Callable[[Sequence[M], Sequence[P], bool], set[int]]
    """Of these moves, with the positions before each and after the last: the places of those whose secrets everybody has seen by now or, where the
    third is true, by the end of any round. Called after every act: what is seen is written out."""
    redact: Callable[[Sequence[M]], list[M]]
    """The same moves without the secrets that nobody has seen. Called by exports, and when a game has ended."""
    moves: Any
    """The union of the moves: the codecs of journal and record are made from it."""
    pieces: Mapping[str, Piece]
    """What may carry a tag, by code, in the order in which a set is enrolled."""
    settings: type[msgspec.Struct]
    """The game's own settings, with defaults: a table of its key in the owner's file."""
    secrets: Secrets = msgspec.field(default_factory=dict)
    """Which field of which move is secret, for the seals."""
    discreet: Any = None
    """The settings under which the least is seen: lists and replays of a game that goes on are seen under them. None: the defaults."""


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of one player's part in a game that is over. `figures`: measure -> value, zeros may be left out. `scores`: after each round.

    `side`: the team, None where everybody plays alone. `more`: of the measures with a place, the value and the numbers that say where it was.
    """

    colour: Colour
    name: str
    score: int
    won: bool = False
    side: int | None = None
    figures: dict[str, int] = {}
    scores: tuple[int, ...] = ()
    more: dict[str, tuple[int, ...]] = {}
    tallies: dict[str, dict[str, tuple[int, ...]]] = {}
    """Of the measures that tell a favourite: name -> how many, and what else is added up."""
    rank: int = 0
    """The place, from 1, where it does not go by the score alone; 0: it does."""


class GameFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a game that is over: small enough to count a thousand games at once. Only what was revealed is in it.

    `seats`: clockwise from the start player, as they sat in the first round. `left`: it was ended early. `more`: as of a player, where the game
    as a whole has more of it than any player.
    """

    seats: tuple[Facts, ...]
    rounds: int
    left: bool = False
    more: dict[str, tuple[int, ...]] = {}
    tallies: dict[str, dict[str, tuple[int, ...]]] = {}
    """As of a player, of what the game as a whole has counted."""


class Lesson(Protocol):
    """A copy that is being taught. `read` and `commanded` raise MoveRefused; then nothing has changed."""

    @property
    def copy(self) -> Any:
        """What is taught by now."""

    @property
    def shown(self) -> Any:
        """The same for the screen, with what is asked for."""

    def read(self, piece: Piece) -> Reply | None:
        """A piece was shown."""

    def commanded(self, command: Any) -> Reply | None:
        """A finger told something, or asked for it."""


class Teaching(msgspec.Struct, frozen=True):
    """What is learned of the owner's copy of a game: what is printed on its pieces, what its board is like. It is kept as the set of tags is.

    `empty`: nothing is taught. `plain`, `read`: a copy as data for JSON, and back; `read` takes nothing that could not be taught, and raises
    CompanionError. `commands`: the union of what a finger may tell. `lesson`: goes on with a copy.
    """

    empty: Any
    plain: Callable[[Any], Any]
    read: Callable[[Any], Any]
    commands: Any
    lesson: Callable[[Any], Lesson]


def spot_of(move: Any) -> int | None:
    """The place on the board that a move tells in its field `spot`; None where it has none."""
    spot = getattr(move, "spot", None)
    return spot if type(spot) is int else None


class Table(msgspec.Struct, frozen=True):
    """A game at a real table. `TABLE` in the folder's `table`."""

    gestures: Callable[[Desk], Gestures]
    corrections: Corrections
    commands: Any
    """The union of what a finger may ask for in this game alone; `()` where there is nothing."""
    facts: Callable[[Any, Sequence[Any]], GameFacts]
    """Of the view of a game that is over, and its moves without the secrets that nobody has seen."""
    marks: Callable[[Any], Iterable[Any]]
    """Of a timeline, the moves that are worth a jump in a replay, as `Mark`s in the order of play."""
    rematch: Callable[[Any, Sequence[str]], Sequence[Any]]
    """The first moves of a new game with the people of a past one, on the chairs where they sat last: its view, and what they are called now."""
    measures: tuple[Measure, ...] = ()
    teaching: Teaching | None = None
    """What is learned of the owner's copy; None where every copy is alike."""
    lately: Callable[[Any, Callable[[], Iterable[Sequence[Any]]]], Any] = lambda view, games: ()
    """What the screens may offer again from the newest games: of this view, and of the moves of each, newest first. () for nothing."""
    identity: Callable[[Colour], str | None] = lambda colour: None
    """The code of the piece that says who somebody is, and that only its owner has; None where the game has none."""
    spot_of: Callable[[Any], int | None] = spot_of
    """The place on the board that a move tells; None where it tells none."""


class Replayed(Protocol):
    """A record that was read."""

    @property
    def moves(self) -> Sequence[Any]:
        """All of them, in their order."""

    @property
    def position(self) -> Any:
        """After the last of them."""

    @property
    def date(self) -> str | None:
        """Of the evening, as 2026-11-29; None where the record says none."""

    @property
    def place(self) -> str | None:
        """Where it was played; None where the record does not say."""


class RecordFormat(msgspec.Struct, Generic[P, M], frozen=True):
    """A game as lines of text, JSON objects. `RECORD` in the folder's `record`. Which game a record is of, its first line says.

    That header has at least "record" and "players", by chair, each with "name" and "colour".
    """

    replay: Callable[[Iterable[bytes]], Replayed]
    """Reads a record, line by line. Raises RecordError, with the line's number, for whatever the format or the rules forbid."""
    write: Callable[[Sequence[M], str | None, str | None], str]
    """The record of these moves, with the evening's date and place. Raises CompanionError where the game has not begun."""
    summary: Callable[[P, str], dict[str, Any]]
    """What a position comes to, as plain public data for JSON. The second is the record's name as it was given."""
    setup: Callable[[P], dict[str, Any]] = lambda position: {}
    """What an export as JSON tells of the set-up, beside the people and the summary."""
    name: str = ""
    """What "record" in the header says; "": the game's key."""
    version: int = 1
    """Of the format."""


class Hands(Protocol):
    """What people do at a simulated table."""

    @property
    def view(self) -> Any:
        """What everybody may see now."""

    def show(self, code: str) -> None:
        """Holds a piece to the reader for a moment."""

    def touch(self, command: Any) -> None:
        """Touches the screen: one of `companion.table.commands`, or of the game's own."""


class Demo(msgspec.Struct, frozen=True):
    """A game that plays by itself, in the terminal and for tests. `DEMO` in the folder's `demo`; a game may have none."""

    random: Callable[[int], Sequence[Any]]
    """The moves of a whole game to its end, the same for the same seed."""
    make: Callable[[Any, Hands], None]
    """What people do at the table for a move: they show pieces, touch the screen, or both."""
    told: Callable[[Any, Any, Any], Iterable[str]]
    """A move, with the views before and after it, in lines of words: first the move itself, then what came of it, beginning with no number."""
    recorded: Callable[[Any], bool] = lambda move: True
    """Whether a move is a line of the record: those are numbered."""


class Terminal(msgspec.Struct, frozen=True):
    """A game in the terminal. `CLI` in the folder's `cli`; a game may have none."""

    replayed: Callable[[str, Any], None]
    """Prints a game that was replayed: the record's name as it was given, and the view at its end."""
    phase: Callable[[str], str] = str
    """A phase of the view in words, in the language in force."""
    commands: Mapping[str, Callable[..., None]] = msgspec.field(default_factory=dict)
    """Its own commands by name, as typer takes them; offered where `Game.own_commands` says that there are some."""


class BoardGameGeek(msgspec.Struct, frozen=True):
    """The game's entry there, for exports to other programs. `year`: when it came out."""

    id: int
    name: str
    year: int = 0


T = TypeVar("T")


class Game(msgspec.Struct, frozen=True, dict=True):
    """A game on the shelf: what the home screen and the lists need, and where the rest is. `GAME` in the folder's `__init__`, which imports no more.

    Its parts are loaded when they are asked for: each is one typed value in a folder of its own.
    """

    key: str
    """Its name in journal, tags, settings, records and commands: small letters, digits and underscores."""
    title: str
    """Its name on the screen: a proper name, the same in every language."""
    players: range
    """How many can play."""
    score: Score
    package: str
    """Where its parts are: `__name__` of its folder."""
    board_game_geek: BoardGameGeek | None = None
    own_commands: bool = False
    """Whether it has commands of its own for the terminal (`Terminal.commands`). Only then is its `cli` loaded for every command."""
    interface: int = 1
    """For which `INTERFACE` it was made. The shelf leaves out a game that was made for another one, and says so."""

    @cached_property
    def rules(self) -> Rules[Any, Any, Any]:
        """Its rules. Raises CompanionError where a stranger's package has none."""
        return self.part("rules", Rules)

    @cached_property
    def table(self) -> Table:
        """What it is at a real table. Raises CompanionError where a stranger's package has none."""
        return self.part("table", Table)

    @cached_property
    def record(self) -> RecordFormat[Any, Any]:
        """Its record. Raises CompanionError where a stranger's package has none."""
        return self.part("record", RecordFormat)

    def part(self, room: str, kind: type[T]) -> T:
        """The one value of a room, which is called like it. Raises CompanionError where a stranger's package has none."""
        found = getattr(import_module(f"{self.package}.{room}"), room.upper(), None)
        if not isinstance(found, kind):
            raise CompanionError(
                "The game {title} has no {room}: its package {package} is broken.", title=self.title, room=room, package=self.package
            )
        return found
