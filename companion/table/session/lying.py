"""Whether cards may lie face down on the real table, whatever the game that is looked at says, or whether there is one.

Nothing that is done on the screen takes a card off the table: no undo, no early end, no game that is thrown away or put aside, no backup that
comes back. Cards lie until a game is played to its end, until a round of a later one has been played, or until somebody says, for all to see,
that they are back in hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.errors import JournalError
from companion.table.evenings import history
from companion.table.journal import face_down
from companion.table.journal.acts import BackInHand
from companion.table.journal.rows import GameRow
from companion.table.journal.store import Journal
from companion.table.session.timeline import Timeline, followed
from companion.table.snapshot import GameEntry


class Cover(msgspec.Struct, frozen=True):
    """Cards may lie face down. `game`: of which game, None where it is in the journal no more. `on`: its round is on, so it has to be finished
    or thrown away first; else somebody may say that the cards are back in hand.
    """

    game: int | None
    on: bool


class Elsewhere(msgspec.Struct, frozen=True):
    """Of which sets cards may lie in other games than the one that is looked at, by the keys of the games; "" stands for any set.

    `on`: a round of such a game is on, so it has to be finished or ended; `left`: somebody may say that they are back in hand.
    """

    on: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()


def covered(journal: Journal) -> Cover | None:
    """What may lie face down on the real table. Raises JournalError."""
    going = history.in_progress(journal)
    return next((cover for cover, _ in _covers(journal, going, None)), None)


def elsewhere(journal: Journal, going: Sequence[GameEntry], game: int | None) -> Elsewhere:
    """What may lie of other games than this one; None: of any. `going`: those in progress. Raises JournalError.

    A round of this game takes no card of another one off the table: whoever goes through it alone, on the screen, could say so of any card.
    """
    covers = list(_covers(journal, going, game))
    return Elsewhere(*(frozenset(rules for cover, rules in covers if cover.on is on) for on in (True, False)))


def _covers(journal: Journal, going: Sequence[GameEntry], but: int | None) -> Iterator[tuple[Cover, str]]:
    """What may lie face down, and of which set: first of games whose round is on. `but`: a game that is left out."""
    going = [listed for listed in going if listed.game != but]
    yield from [(Cover(listed.game, on=True), listed.rules) for listed in going if listed.lying]
    yield from [(Cover(listed.game, on=False), listed.rules) for listed in going if listed.laid and not listed.lying]
    known = face_down.known(journal.folder)
    # The bin takes no cards off the table.
    for row in sorted([*journal.games(), *journal.games(deleted=True)], key=lambda row: row.game, reverse=True):
        if row.game <= known.up_to or row.kind == "imported" or row.game == but:
            continue
        try:
            timeline = followed(journal, row)
        except JournalError:
            if row.ended is None:
                # It can't be opened any more, but its cards may lie there.
                yield Cover(row.game, on=False), row.rules
            continue
        if _left(row, timeline):
            yield Cover(row.game, on=False), row.rules
        elif _played(row, timeline):
            return
    if known.lie:
        yield Cover(None, on=False), ""


def _left(row: GameRow, timeline: Timeline) -> bool:
    """Whether it was ended early, and cards were laid in it: an early end takes none off the table, nor did a round that somebody went through
    alone before it.
    """
    return row.ended is not None and timeline.laid and timeline.left


def _played(row: GameRow, timeline: Timeline) -> bool:
    """Whether a round of it was played to its end: for that everybody has taken the cards back, those of an earlier game as well."""
    if row.kind != "real":
        # Practice needs no cards.
        return False
    return (row.ended is not None and not timeline.left) or any(map(timeline.game.rules.ends_round, timeline.moves))


def keep(journal: Journal, instead: Iterable[int] = ()) -> None:
    """To be called before games go for good: if cards may lie, that is known afterwards as well. `instead`: the numbers of games that take
    their place. Raises JournalError; then they must not go.
    """
    if covered(journal) is not None:
        face_down.tell(journal.folder, max(journal.highest, *instead, 0), lie=True)


def said_back(journal: Journal, game: int) -> bool:
    """Whether this game was there when cards were last said to be back in hand, or games went for good: then `covered` looks at it no more
    once it has ended.
    """
    return game <= face_down.known(journal.folder).up_to


def ends_early(journal: Journal) -> None:
    """To be called before such a game ends early although cards were laid in it since. Raises JournalError; then it must not end."""
    face_down.tell(journal.folder, journal.highest, lie=True)


def back_in_hand(journal: Journal, but: int | None = None) -> None:
    """Somebody has said for all to see that all cards are back in hand. Games that can go on keep a mark of it, but for the one that is
    on the table (`but`), which has to be told. Raises JournalError.
    """
    for listed in history.in_progress(journal):
        if listed.laid and listed.game != but:
            timeline = followed(journal, journal.game(listed.game))
            act = BackInHand()
            journal.append(listed.game, act, round_=timeline.ahead(act).rounds[-1], seen=timeline.seen)
    face_down.tell(journal.folder, journal.highest, lie=False)
