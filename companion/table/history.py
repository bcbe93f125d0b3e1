"""The games of the journal as lists: those that can go on, and past ones.

Everything here is public; nothing tells a card that was not revealed.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator

import msgspec

from companion.errors import JournalError
from companion.games import vabanque
from companion.games.vabanque import record
from companion.games.vabanque.moves import AnyMove, LayRing, LayTile, PlaceCard
from companion.games.vabanque.redact import hidden, redacted
from companion.table.journal import Act, GameRow, Journal
from companion.table.shown import GameEntry, Mark, Replay, Step
from companion.table.timeline import Timeline, standing

_decode = msgspec.json.Decoder(GameEntry).decode

RINGS_BACK = 20
"""How many of the newest games are searched for the ring of last time."""


def entry(row: GameRow, position: vabanque.Position) -> GameEntry:
    """A game in the words of the list."""
    view = vabanque.view(position)
    return GameEntry(
        row.game,
        row.kind,
        row.started,
        row.date,
        tuple((player.colour, player.name) for player in view.players),
        view.phase,
        view.round,
        view.to_act,
        {player.colour: player.fortune for player in view.players},
        view.winners,
    )


def in_progress(journal: Journal) -> tuple[GameEntry, ...]:
    """The games that can be resumed, newest first. One whose end was cut short by the power is ended now; a damaged one is left out."""
    found = []
    for row in journal.games(ended=False):
        try:
            timeline = Timeline(journal.acts(row.game))
        except JournalError as error:
            if str(error) not in journal.warnings:
                journal.warnings.append(str(error))
            continue
        if vabanque.view(timeline.position).phase is vabanque.Phase.FINISHED:
            end(journal, row.game)
        else:
            found.append(entry(row, timeline.position))
    return tuple(found)


def past(journal: Journal, search: str = "") -> tuple[GameEntry, ...]:
    """The games that have ended, newest first, practice left out: those in which `search` is part of a name or of the date."""
    wanted = _folded(search.strip())
    found = []
    for row in journal.games(ended=True):
        if row.kind == "practice" or row.summary is None:
            continue
        game = _decode(row.summary)
        if not wanted or any(wanted in _folded(text) for text in (game.date or "", *(name for _, name in game.players))):
            found.append(game)
    return tuple(found)


def _folded(text: str) -> str:
    """Without accents and case, so that a search for "lea" finds Léa."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)).casefold()


def replay(journal: Journal, game: int, step: int | None = None) -> Replay:
    """A game after its standing move number `step` (None: at the end). Raises JournalError."""
    moves = public_moves(journal, game)
    at = len(moves) if step is None else max(0, min(step, len(moves)))
    timeline = Timeline(moves)
    row = journal.game(game)
    whole = _decode(row.summary) if row.summary else entry(row, timeline.position)
    view = vabanque.view(timeline.at(at))
    return Replay(whole, view, at, len(moves), step_of(moves[at - 1]) if at else None, tuple(marks(timeline)))


def marks(timeline: Timeline) -> Iterator[Mark]:
    """Where the rounds begin and where their payouts are known, in the order of play."""
    began = paid = 0
    for step in range(1, len(timeline.moves) + 1):
        view = vabanque.view(timeline.at(step))
        if view.phase is vabanque.Phase.TOKENS and view.round > began:
            began = view.round
            yield Mark(step, began)
        if len(view.results) > paid:
            paid = len(view.results)
            yield Mark(step, paid, payout=True)


def public_moves(journal: Journal, game: int) -> list[AnyMove]:
    """The standing moves of a game without the kinds of what was not revealed. Raises JournalError."""
    return redacted(Timeline(journal.acts(game)).moves)


def end(journal: Journal, game: int) -> list[Act]:
    """Closes a game that is over and erases what was never revealed, in undone acts as well. Returns the acts as they are now."""
    acts = journal.acts(game)
    told: list[Act] = [hidden(act) if isinstance(act, PlaceCard) else act for act in acts]
    timeline = Timeline(acts)
    for place, move in zip(standing(acts), redacted(timeline.moves), strict=True):
        told[place] = move
    summary = msgspec.json.encode(entry(journal.game(game), timeline.position)).decode()
    journal.end_game(game, told, summary=summary, digest=digest(redacted(timeline.moves)))
    return told


def digest(moves: list[AnyMove]) -> str:
    """Tells a game from every other, whatever its date and place: the same for a game, its export, and that export's import."""
    return hashlib.sha256(record.write(moves).encode()).hexdigest()


def last_ring(journal: Journal, tables: int) -> tuple[int, ...]:
    """Which tiles lay in the newest ring of so many tables, clockwise; empty if there was none."""
    for row in journal.games()[:RINGS_BACK]:
        tiles: tuple[int, ...] = ()
        try:
            moves = Timeline(journal.acts(row.game)).moves
        except JournalError:
            continue
        for move in moves:
            if isinstance(move, LayTile):
                tiles = (*tiles, move.tile)
            elif isinstance(move, LayRing):
                tiles = move.tiles
        if len(tiles) == tables:
            return tiles
    return ()


def step_of(move: AnyMove, *, sure: bool = False) -> Step:
    """A move in public words: name, who, where. The kind of a card has no field to be in."""
    who = next((value for name in ("by", "colour", "to", "first") if (value := getattr(move, name, None))), None)
    do = move.__struct_config__.tag
    assert isinstance(do, str)
    return Step(do, who, getattr(move, "table", None), sure)


def add(journal: Journal, played: record.Replay) -> tuple[int, bool]:
    """Adds a replayed record as a game, in progress or past, all or nothing. Raises JournalError.

    Returns its number, and whether it is new: the same game twice is added once.
    """
    moves = list(played.moves)
    told = digest(moves)
    finished = played.game.phase is vabanque.Phase.FINISHED
    header = played.header
    game = journal.add_game(
        # What a finished game's record tells of cards that were never revealed is not even written down.
        redacted(moves) if finished else moves,
        digest=told,
        date=header.date or None,
        place=header.place or None,
    )
    if game is None:
        there = journal.find(told)
        assert there is not None
        return there, False
    if finished:
        end(journal, game)
    return game, True


def export(journal: Journal, game: int) -> str:
    """The record of a game. Raises JournalError if there is no such game, CompanionError while it has not begun."""
    row = journal.game(game)
    return record.write(public_moves(journal, game), date=row.date, place=row.place)


def entries(journal: Journal) -> list[GameEntry]:
    """Every game, newest first, practice included."""
    going = {game.game: game for game in in_progress(journal)}
    ended = {row.game: _decode(row.summary) for row in journal.games(ended=True) if row.summary is not None}
    return [game for _, game in sorted((going | ended).items(), reverse=True)]
