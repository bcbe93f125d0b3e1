"""Whether cards may lie face down on the real table, whatever the game that is looked at says, or whether there is one.

Nothing that is done on the screen takes a card off the table: no undo, no early end, no game that is thrown away or put aside, no backup that
comes back. Cards lie until a game is played to its end, until a round of a later one has been played, or until somebody says, for all to see,
that they are back in hand.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.errors import JournalError
from companion.table.evenings import history
from companion.table.journal import face_down
from companion.table.journal.acts import BackInHand
from companion.table.journal.store import GameRow, Journal
from companion.table.session.timeline import Timeline, followed


class Cover(msgspec.Struct, frozen=True):
    """Cards may lie face down. `game`: of which game, None where it is in the journal no more. `on`: its round is on, so it has to be finished
    or thrown away first; else somebody may say that the cards are back in hand.
    """

    game: int | None
    on: bool


def covered(journal: Journal) -> Cover | None:
    """What may lie face down on the real table. Raises JournalError."""
    going = history.in_progress(journal)
    for listed in going:
        if listed.lying:
            return Cover(listed.game, on=True)
    for listed in going:
        if listed.laid:
            return Cover(listed.game, on=False)
    known = face_down.known(journal.folder)
    # The bin takes no cards off the table.
    for row in sorted([*journal.games(), *journal.games(deleted=True)], key=lambda row: row.game, reverse=True):
        if row.game <= known.up_to or row.kind == "imported":
            continue
        try:
            timeline = followed(journal, row)
        except JournalError:
            if row.ended is None:
                # It can't be opened any more, but its cards may lie there.
                return Cover(row.game, on=False)
            continue
        if _left(row, timeline):
            return Cover(row.game, on=False)
        if _played(row, timeline):
            return None
    return Cover(None, on=False) if known.lie else None


def _left(row: GameRow, timeline: Timeline) -> bool:
    """Whether it was ended early while cards lay face down."""
    return row.ended is not None and bool(timeline.lying) and timeline.left


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


def back_in_hand(journal: Journal) -> None:
    """Somebody has said for all to see that all cards are back in hand. Games that can go on keep a mark of it. Raises JournalError."""
    for listed in history.in_progress(journal):
        if listed.laid:
            timeline = followed(journal, journal.game(listed.game))
            act = BackInHand()
            journal.append(listed.game, act, round_=timeline.ahead(act).rounds[-1], seen=timeline.seen)
    face_down.tell(journal.folder, journal.highest, lie=False)
