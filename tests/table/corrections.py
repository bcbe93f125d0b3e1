"""Random corrections of random games."""

from __future__ import annotations

import random

from msgspec.structs import replace

from companion.game import AmendRefused
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import (
    KINDS,
    AnyMove,
    Begin,
    ChooseSeating,
    End,
    Join,
    LayRing,
    MovePawn,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    RevealCard,
    Seat,
    Seating,
    Untold,
)
from companion.games.vabanque.table.corrections.fold import Mended
from companion.games.vabanque.table.corrections.kinds import AMENDABLE, as_recorded
from companion.table.journal.acts import Act, Amended, Redone, Undone
from companion.table.session.branch import Branch
from companion.table.session.timeline import Timeline
from tests.games.vabanque.evenings import accepted, made_up_at_will, setting_up


def amendable(line: Branch) -> list[int]:
    """The places of acts that can be corrected."""
    return [place for place, move in enumerate(line.moves) if isinstance(move, AMENDABLE)]


def other(line: Branch, place: int, rng: random.Random, kinds: bool = True) -> AnyMove:
    """Something else that the act at this place may have been. `kinds`: cards may have been of another kind too."""
    move, tables = line.moves[place], len(line.position.tokens) if isinstance(line.position, rules.Game) else 7
    table = rng.randint(1, tables)
    colours = [player.colour for player in rules.view(line.position).players]
    match move:
        case PlaceToken() | PlaceFirstPawn():
            return replace(move, table=table)
        case PlaceCard() if rng.random() < 0.5 or not kinds:
            return replace(as_recorded(line, place), table=table)
        case PlaceCard() | RevealCard():
            return replace(move, character=rng.choice(KINDS))
        case MovePawn():
            return replace(move, steps=rng.randint(0, 4))
        case Join():
            return replace(move, colour=rng.choice(list(Colour)))
        case Begin():
            return rng.choice([Begin(rng.choice(colours)), Seat(tuple(rng.sample(colours, len(colours)))), ring(rng, tables)])
        case ChooseSeating():
            return ChooseSeating(rng.choice(list(Seating)))
        case LayRing():
            return ring(rng, tables)
    return move


def ring(rng: random.Random, tables: int) -> LayRing:
    return LayRing(tuple(rng.sample(range(1, 13), tables)))


def answered(timeline: Timeline, act: Amended, rng: random.Random, untold: float = 0.2) -> Mended:
    """The correction with an answer for every card that it asks for. Raises AmendRefused."""
    mended = timeline.mended(act)
    while mended.asks is not None:
        missing = rules.view(mended.asks).unrevealed[0]
        seen = {card.character for card in mended.asks.cards if card.owner is missing.owner and card.revealed}
        kind = rng.choice([kind for kind in KINDS if kind not in seen])
        told = Untold(missing.owner, missing.table) if rng.random() < untold else RevealCard(missing.owner, kind, missing.table)
        mended = timeline.mended(replace(mended.act, told=(*mended.act.told, told)))
    return mended


class CorrectedEvening:
    """A whole random game with corrections on the way, some of them undone and made again. `acts` is what the journal holds.

    `corrections`: the line before each, and what it came to.
    """

    def __init__(self, seed: int, often: float = 0.03, between: float = 0.0) -> None:
        rng = self.rng = random.Random(seed)
        self.acts: list[Act] = []
        self.timeline = Timeline(VABANQUE)
        self.corrections: list[tuple[Branch, Mended]] = []
        colours = rng.sample(list(Colour), rng.randint(3, 6))
        hidden, spread = rng.choice((0.0, 0.3, 1.0)), rng.choice((2, 4, 12))
        for move in setting_up(colours, rng.choice(colours), rng.choice(list(Seating))):
            self.act(move)
        while rules.outcome(self.timeline.position) is None:
            if rng.random() < often:
                self.correct()
            elif rng.random() < between and (made_up := made_up_at_will(self.timeline.position, rng)):
                self._try(rng.choice(made_up))
            else:
                self.act(self._legal(hidden, spread))
        self.correct()

    def act(self, act: Act) -> None:
        self.timeline.follow(act)
        self.acts.append(act)

    def _try(self, move: AnyMove) -> None:
        if not isinstance(move, End) and accepted(self.timeline.position, move):
            self.act(move)

    def correct(self) -> None:
        """One correction of some earlier act, if it can be made."""
        line = self.timeline.branch
        place = self.rng.choice(amendable(line))
        try:
            mended = answered(self.timeline, Amended(place, other(line, place, self.rng)), self.rng)
        except AmendRefused:
            return
        self.act(mended.act)
        self.corrections.append((line, mended))
        if self.rng.random() < 0.2:
            self.act(Undone())
            self.act(Redone())

    def _legal(self, hidden: float, spread: int) -> AnyMove:
        moves = list(rules.legal(self.timeline.position, kinds=True))
        if isinstance(moves[0], PlaceCard):
            unread = self.rng.random() < hidden
            moves = [m for m in moves if isinstance(m, PlaceCard) and (m.character.value == "hidden") == unread] or moves
        return self.rng.choice([move for move in moves if not isinstance(move, PlaceToken | PlaceCard) or move.table <= spread])

    def __repr__(self) -> str:
        return f"CorrectedEvening({len(self.acts)} acts, {len(self.corrections)} corrections)"
