"""The games of the journal as lists: those that can go on, and past ones.

Everything here is public; nothing tells a card that was not revealed.
"""

from __future__ import annotations

import contextlib
import datetime
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from companion import logs
from companion.errors import JournalError, NotOnShelf
from companion.game import Game, GameFacts, Replayed, sides_of
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.games.kit.names import told_apart
from companion.table.evenings import facts, names
from companion.table.evenings.statistics import Played
from companion.table.journal.damage import Damage, Warned
from companion.table.journal.rows import Ending, GameRow
from companion.table.journal.store import Journal
from companion.table.session.timeline import Timeline, followed, game_of
from companion.table.snapshot import GameEntry, PastGame

_decode = msgspec.json.Decoder(GameEntry).decode


LATELY = 20
"""How many of the newest games are searched for what may be offered again."""


def entry(row: GameRow, game: Game, position: Any) -> GameEntry:
    """A game in the words of the list."""
    view = _view(game, position, discreet=True)
    outcome = view.outcome
    return GameEntry(
        game=row.game,
        kind=row.kind,
        started=row.started,
        date=row.date,
        players=tuple((player.colour, player.name) for player in view.players),
        phase=str(view.phase),
        round=view.round,
        scores={player.colour: player.score for player in view.players if player.score is not None},
        winners=() if outcome is None else outcome.winners,
        may_act=tuple(colour for colour in Colour if colour in view.may_act),
        rules=game.key,
        left=outcome is not None and outcome.left,
        unsure=bool(row.unsure),
        sides=sides_of(view.players),
    )


def _view(game: Game, position: Any, *, discreet: bool = False) -> Any:
    """What everybody may see, whatever the owner has set. `discreet`: of a game that goes on, whatever the owner may set."""
    settings = game.rules.discreet if discreet else None
    return game.rules.view(position, game.rules.settings() if settings is None else settings)


def in_progress(journal: Journal) -> tuple[GameEntry, ...]:
    """The games that can be resumed, newest first. One whose end was cut short by the power is ended now; a damaged one is left out."""
    found = []
    for row in journal.games(ended=False):
        try:
            timeline = followed(journal, row)
            listed = msgspec.structs.replace(entry(row, timeline.game, timeline.position), lying=bool(timeline.lying), laid=timeline.laid)
        except JournalError as error:
            _warn(journal, row.game, error)
            continue
        except Exception as error:  # noqa: BLE001  a mistake of ours in one game costs that game, not the start
            logs.fault(journal.folder, error)
            _warn(journal, row.game, JournalError("the companion makes a mistake in it. A report is in the log folder."))
            continue
        if timeline.game.rules.outcome(timeline.position) is not None and not journal.read_only:
            # Where the disk takes nothing it stays in the list, to be looked at.
            with contextlib.suppress(JournalError):
                end(journal, row.game)
                continue
        found.append(listed)
    return tuple(found)


def _warn(journal: Journal, game: int, error: JournalError) -> None:
    if any(warning.damage in (Damage.GAME_UNREAD, Damage.NOT_ON_SHELF) and warning.game == game for warning in journal.warnings):
        return
    if isinstance(error, NotOnShelf):
        journal.warnings.append(Warned(error.sentence, Damage.NOT_ON_SHELF, game=game, key=error.rules))
    else:
        journal.warnings.append(Warned("Game {game}: {what}", Damage.GAME_UNREAD, game=game, what=error.sentence))


def _ended(journal: Journal, row: GameRow) -> GameEntry | None:
    """A game that has ended: from its acts where its summary can't be read, None where those can't either."""
    try:
        # The date may have been set since.
        return msgspec.structs.replace(_decode(row.summary or ""), date=row.date, started=row.started, unsure=bool(row.unsure), rules=row.rules)
    except msgspec.DecodeError:
        try:
            return entry(row, game_of(row), followed(journal, row).position)
        except JournalError as error:
            _warn(journal, row.game, error)
            return None


def past(journal: Journal, search: str = "", won: str = "", *, deleted: bool = False, rules: str = "") -> tuple[GameEntry, ...]:
    """The games that have ended, newest first, practice left out; with `deleted` those in the bin instead, practice too.

    Those in which each word of `search` is part of a name, of the date or of the place, and `won` part of a winner's name.
    A player is found by every spelling. `rules`: those of this game only, by its key.
    """
    words, winner = folded(search).split(), folded(won.strip())
    who = names.who(journal)
    found = []
    for row in journal.games(ended=True, deleted=deleted):
        if (row.kind == "practice" and not deleted) or rules not in ("", row.rules):
            continue
        if (game := _ended(journal, row)) is None:
            continue
        if words or winner:
            called = {colour: f"{folded(name)}\n{folded(who(name))}" for colour, name in game.players}
            texts = (game.date or "", folded(row.place or ""), *called.values())
            if not all(any(word in text for text in texts) for word in words):
                continue
            if winner and not any(winner in called[colour] for colour in game.winners):
                continue
        found.append(game)
    return tuple(found)


def played(journal: Journal) -> list[Played]:
    """The facts of all past games, practice included, oldest first."""
    return [
        Played(
            row.game,
            row.rules,
            row.kind == "practice",
            row.date if row.date or row.kind == "imported" else row.started[:10],
            told,
        )
        for row, told in facts_of(journal)
    ]


def facts_of(journal: Journal) -> list[tuple[GameRow, GameFacts]]:
    """All past games with their facts, practice included, oldest first. One that can't be read is left out."""
    found, late = [], {}
    for row, kept in journal.facts():
        try:
            told = facts.decode(kept or "")
        except msgspec.DecodeError:
            # They are in the older form, or none were kept when it ended, or they are damaged.
            try:
                told = facts.older(kept or "") or _facts(followed(journal, row))
            except JournalError as error:
                _warn(journal, row.game, error)
                continue
            late[row.game] = _encoded(told)
        found.append((row, facts.apart(told)))
    if late and not journal.read_only:
        journal.keep_facts(late)
    return found


def _facts(timeline: Timeline) -> GameFacts:
    rules = timeline.game.rules
    return timeline.game.table.facts(_view(timeline.game, timeline.position), rules.redact(timeline.moves))


def _encoded(value: GameEntry | GameFacts) -> str:
    return msgspec.json.encode(value).decode()


def rematch(journal: Journal, game: int) -> int:
    """A new game with the people of a past one, on the chairs where they sat last. Returns its number. Raises JournalError."""
    row, who = there(journal, game), names.who(journal)
    timeline = followed(journal, row)
    view = _view(timeline.game, timeline.position)
    called = told_apart(who(player.name) for player in view.players)
    return journal.new_game("practice" if row.kind == "practice" else "real", timeline.game.table.rematch(view, called), rules=row.rules)


def last_time(journal: Journal, going: Iterable[GameEntry]) -> GameEntry | None:
    """The newest game that people sat down to at this table, over or not, with what they are called now; None where there was none.

    `going`: those that are not over. Left out are practice, imports, and what can't be begun again: its game is gone, or too few had sat down.
    """
    unfinished, who = {entry.game: entry for entry in going}, names.who(journal)
    for row in journal.games():
        if row.kind == "real" and row.rules in SHELF:
            found = unfinished.get(row.game) if row.ended is None else _ended(journal, row)
            if found is not None and len(found.players) in SHELF[row.rules].players:
                called = told_apart(who(name) for _, name in found.players)
                colours = [colour for colour, _ in found.players]
                return msgspec.structs.replace(found, players=tuple(zip(colours, called, strict=True)), rules=row.rules)
    return None


def set_date(journal: Journal, game: int, date: str) -> None:
    """Gives the evening of a past game its date (2026-11-29). Raises JournalError; then nothing has changed."""
    row = there(journal, game)
    try:
        proper = len(date) == 10 and datetime.date.fromisoformat(date).isoformat() == date
    except ValueError:
        proper = False
    if not proper:
        raise JournalError("'{date}' is no date. Write it like 2026-11-29.", date=date[:40])
    journal.date(row.game, date)


def there(journal: Journal, game: int) -> GameRow:
    """A game that is not in the bin. Raises JournalError."""
    row = journal.game(game)
    if row.deleted is not None:
        raise JournalError("Game {game} is in the bin. `companion restore {game}` brings it back.", game=game)
    return row


def folded(text: str) -> str:
    """Without accents and case, so that a search for "lea" finds Léa."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)).casefold()


def replay(journal: Journal, game: int, step: int | None = None) -> PastGame:
    """A game after its standing move number `step` (None: at the end). Raises JournalError."""
    row = there(journal, game)
    timeline = Timeline(game_of(row), public_moves(journal, game))
    moves, of = timeline.moves, timeline.game
    at = len(moves) if step is None else max(0, min(step, len(moves)))
    done = of.table.corrections.step(moves[at - 1]) if at else None
    goes_on = of.rules.outcome(timeline.position) is None
    view = _view(of, timeline.at(at), discreet=goes_on)
    return PastGame(entry(row, of, timeline.position), view, at, len(moves), done, tuple(of.table.marks(timeline)))


def public_moves(journal: Journal, game: int) -> list[Any]:
    """The standing moves of a game without the secrets that nobody has seen. Raises JournalError."""
    row = journal.game(game)
    return game_of(row).rules.redact(followed(journal, row).moves)


def newest(journal: Journal) -> str:
    """The key of the game that was played last, of those on the shelf; the first of the shelf where none was."""
    return next((row.rules for row in journal.games() if row.rules in SHELF), next(iter(SHELF)))


def newest_moves(journal: Journal, rules: str) -> Iterator[Sequence[Any]]:
    """The standing moves of the newest games of `rules`, newest first."""
    for row in [row for row in journal.games() if row.rules == rules][:LATELY]:
        with contextlib.suppress(JournalError):
            yield followed(journal, row).moves


def end(journal: Journal, game: int) -> None:
    """Closes a game whose last act is on disk already. Raises JournalError."""
    timeline = followed(journal, journal.game(game))
    if (over := ending(journal, game, timeline)) is not None:
        journal.end_game(game, timeline.seen, over)


def ending(journal: Journal, game: int, timeline: Timeline) -> Ending | None:
    """What is kept of a game when it is over, None while it goes on."""
    if timeline.game.rules.outcome(timeline.position) is None:
        return None
    told = _facts(timeline)
    listed = entry(journal.game(game), timeline.game, timeline.position)
    return Ending(_encoded(listed), _encoded(told), digest(timeline.game, timeline.moves))


def digest(game: Game, moves: Sequence[Any]) -> str:
    """Tells a game from every other, whatever its date and place: the same for a game, its export, and that export's import."""
    import hashlib

    return hashlib.sha256(game.record.write(moves, None, None).encode()).hexdigest()


def add(journal: Journal, game: Game, played: Replayed) -> tuple[int, bool]:
    """Adds a replayed record as a game, in progress or past, all or nothing. Raises JournalError.

    Returns its number, and whether it is new: the same game twice is added once.
    """
    moves = list(played.moves)
    told = digest(game, moves)
    timeline = Timeline(game, moves)
    over = game.rules.outcome(timeline.position) is not None
    number = journal.add_game(
        # What a finished game's record tells of secrets that nobody has seen is not even written down.
        game.rules.redact(moves) if over else moves,
        digest=told,
        date=played.date or None,
        place=played.place or None,
        rules=game.key,
        seen=None if over else timeline.seen,
        rounds=timeline.rounds,
        end=lambda number: ending(journal, number, timeline),
    )
    if number is None:
        there = journal.find(told)
        assert there is not None
        if journal.game(there).deleted is None:
            return there, False
        journal.restore(there)
        return there, True
    return number, True


def export(journal: Journal, game: int) -> str:
    """The record of a game. Raises JournalError if there is no such game, CompanionError while it has not begun."""
    row = there(journal, game)
    return game_of(row).record.write(public_moves(journal, game), row.date, row.place)


def keeps_back(journal: Journal, game: int) -> bool:
    """Whether a game goes on of which the screen may show less than its record tells. Raises JournalError."""
    row = there(journal, game)
    return row.ended is None and game_of(row).rules.discreet is not None


def entries(journal: Journal) -> list[GameEntry]:
    """Every game, newest first, practice included."""
    going = {game.game: game for game in in_progress(journal)}
    ended = {row.game: game for row in journal.games(ended=True) if (game := _ended(journal, row)) is not None}
    return [game for _, game in sorted((going | ended).items(), reverse=True)]
