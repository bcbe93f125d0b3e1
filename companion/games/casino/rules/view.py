"""What everybody at the table may see: the only way out of the rules. Nothing in here depends on what lies in the piles of a round that is on."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.games.casino.rules import setup, state
from companion.games.casino.rules.cards import SUIT, Card
from companion.games.casino.rules.count import winner
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.position import Position
from companion.games.casino.rules.settings import USUAL, CasinoSettings, Piles, Tell
from companion.games.casino.rules.setup import Setup
from companion.games.casino.rules.state import Build, Game, Phase, Play, RoundResult, Unheld
from companion.games.kit.colours import Colour


class Ending(StrEnum):
    """How a game came to its end."""

    PLAYED = "played"
    """Somebody has won."""
    LEFT = "left"
    """Somebody left for good before the end; nobody has won."""


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game as data. `winners`: by their chairs, both partners. `decided_at`: "total", or in Royal the item of the count."""

    ending: Ending
    winners: tuple[Colour, ...]
    scores: dict[str, int]
    decided_at: str | None

    @property
    def left(self) -> bool:
        """It was ended early."""
        return self.ending is Ending.LEFT


class PlayerView(msgspec.Struct, frozen=True):
    """One player. `chair` counts clockwise from 0; `side`: with whom the player scores; `score`: the side's, of the counted rounds.

    `side` counts from 0, in the order of `View.sides`. `left`: cards in hand.
    """

    colour: Colour
    name: str
    chair: int
    side: int
    score: int
    out: bool = False
    left: int = 0


class PileView(msgspec.Struct, frozen=True):
    """How many cards and spades a side has taken so far in this round; None where the table does not want to know."""

    side: str
    cards: int | None = None
    spades: int | None = None


class View(msgspec.Struct, frozen=True):
    """The whole public state. `players` by chair.

    `round` is 0 in set-up; `rounds`: how many are played, None where the game goes to a target. `may_act`: who lays, plays or deals.
    `to_act`: who lays or plays, None where nobody does.
    `dealer`: of this round, None until Begin. `deal`: from 1 to `deals`, None in set-up, between rounds and when finished.
    `stock`: cards that are put aside for the deals to come. `loose` and `builds`: the table, oldest first.
    `shown`: the card whose play is to be said. `last`: the last settled act of this round, which stays until the next one.
    `results`: the counted rounds. `unheld`: false builds of this round that came to light when their deal was over.
    """

    phase: Phase
    round: int
    rounds: int | None
    players: tuple[PlayerView, ...]
    may_act: frozenset[Colour]
    outcome: Outcome | None
    house: HouseRules
    sides: tuple[str, ...] = ()
    to_act: Colour | None = None
    dealer: Colour | None = None
    drawn: bool = False
    deal: int | None = None
    deals: int = 0
    stock: int = 0
    loose: tuple[Card, ...] = ()
    builds: tuple[Build, ...] = ()
    shown: Card | None = None
    last: Play | None = None
    piles: tuple[PileView, ...] = ()
    unheld: tuple[Unheld, ...] = ()
    results: tuple[RoundResult, ...] = ()


def view(position: Position, settings: CasinoSettings = USUAL) -> View:
    """What everybody may see."""
    return _setup_view(position) if isinstance(position, Setup) else _game_view(position, settings)


def outcome(position: Position) -> Outcome | None:
    """How the game ended; None while it goes on."""
    if not isinstance(position, Game) or position.phase is not Phase.FINISHED:
        return None
    party = position.party
    scores = dict(zip(party.sides, position.scores, strict=True))
    won = None if position.ended else winner(position)
    if won is None:
        return Outcome(Ending.LEFT, (), scores, None)
    side, decided_at = won
    winners = [colour for chair, colour in enumerate(party.colours) if party.sides[party.side_of[chair]] == side]
    return Outcome(Ending.PLAYED, tuple(winners), scores, decided_at)


def _setup_view(position: Setup) -> View:
    players = [PlayerView(player.colour, player.name, player.chair, side, 0) for side, player in enumerate(position.players)]
    return View(setup.phase(position), 0, position.house.rounds, tuple(players), frozenset(), None, position.house)


def _game_view(game: Game, settings: CasinoSettings) -> View:
    party, phase = game.party, _phase(game, settings)
    on = phase is not Phase.COUNT and phase is not Phase.FINISHED
    dealer, deal = party.colours[game.dealer], state.deal(game)
    to_act = state.to_act(game) if phase is game.phase else None
    acts = dealer if phase is Phase.DEAL else to_act
    return View(
        phase=phase,
        round=game.round,
        rounds=party.house.rounds,
        players=tuple(
            [
                PlayerView(colour, party.names[chair], chair, side, game.scores[side], left=game.left[chair])
                for chair, (colour, side) in enumerate(zip(party.colours, party.side_of, strict=True))
            ]
        ),
        may_act=frozenset() if acts is None else frozenset({acts}),
        outcome=outcome(game),
        house=party.house,
        sides=party.sides,
        to_act=to_act,
        dealer=dealer,
        drawn=party.drawn,
        deal=deal if on else None,
        deals=state.deals(game),
        stock=state.PLAYS - state.HAND * len(party.colours) * deal if on else 0,
        loose=game.loose,
        builds=game.builds,
        shown=game.shown,
        last=game.last,
        piles=_piles(game, settings) if on else (),
        unheld=tuple([each for each in game.unheld if not on or phase is Phase.DEAL or each.deal < deal]),
        results=game.results,
    )


def _phase(game: Game, settings: CasinoSettings) -> Phase:
    """Where only the piles are told, a round is not followed: it waits for its count from its first card on."""
    return Phase.PILES if settings.tell is Tell.PILES and game.phase is Phase.TABLE and not game.seen else game.phase


def _piles(game: Game, settings: CasinoSettings) -> tuple[PileView, ...]:
    if settings.piles is Piles.CLOSED:
        return ()
    spades = settings.piles is Piles.SPADES
    return tuple(
        [
            PileView(side, len(cards), sum([SUIT[card] == "S" for card in cards]) if spades else None)
            for side, cards in zip(game.party.sides, game.piles, strict=True)
        ]
    )
