"""Makes the public view of a position: the one door through which a game is seen."""

from __future__ import annotations

from collections import Counter

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules import setup, state
from companion.games.vabanque.rules.box import CARDS_EACH, MAX_STEPS, TOKEN_OF_ROUND, TOKENS_EACH
from companion.games.vabanque.rules.cash import CashView, cash_view
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.rules.order import Ending, Outcome, richest
from companion.games.vabanque.rules.payout import Revealed, in_order
from companion.games.vabanque.rules.position import Position
from companion.games.vabanque.rules.setup import Setup
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import Phase, PlayerView, TableView, Unrevealed, View


def view(position: Position, owners: bool = False, notes: bool = True) -> View:
    """What everybody may see.

    `owners`: whether the backs of face-down cards show whose they are. `notes`: whether banknotes are planned, or amounts only.
    """
    return _setup_view(position) if isinstance(position, Setup) else _game_view(position, owners, notes)


def outcome(position: Position) -> Outcome | None:
    """How the game ended; None while it goes on."""
    if not isinstance(position, Game) or position.phase is not Phase.FINISHED:
        return None
    fortunes = dict(zip(position.party.colours, position.fortunes, strict=True))
    if position.ended:
        return Outcome(Ending.LEFT, (), fortunes)
    # Who ties for richest wins together.
    return Outcome(Ending.PLAYED, richest(fortunes), fortunes)


def _setup_view(position: Setup) -> View:
    return View(
        phase=setup.phase(position),
        round=0,
        players=tuple(
            [
                PlayerView(
                    colour=player.colour, name=player.name, chair=player.chair, place=place, fortune=0,
                    tokens_left=0, cards_left=0, pawn=None, moved=False,
                )
                for place, player in enumerate(position.players)
            ]
        ),
        seating=position.seating,
        order=(),
        first=None,
        drawn=False,
        to_act=None,
        token=0,
        stock=0,
        tables=tuple([TableView(n, tile, (), 0, (), 0) for n, tile in enumerate(position.ring, 1)]),
        tiles_needed=setup.tiles_needed(position),
        ring=position.ring,
    )  # fmt: skip


def _game_view(game: Game, owners: bool, notes: bool) -> View:
    party = game.party
    ended = outcome(game)
    cash = cash_view(game) if notes else CashView()
    return View(
        phase=game.phase,
        round=game.round,
        players=tuple([_player(game, colour, chair) for chair, colour in enumerate(game.seats)]),
        seating=party.seating,
        order=game.order,
        first=party.first,
        drawn=party.drawn,
        to_act=state.to_act(game),
        token=TOKEN_OF_ROUND[game.round - 1],
        stock=state.stock(game),
        tables=_tables(game, owners),
        reachable=_reachable(game),
        unrevealed=_unrevealed(game),
        results=game.results,
        handed_out=game.handed_out,
        hand_outs=cash.hand_outs,
        bank=cash.bank,
        purses=cash.purses,
        owed=cash.owed,
        counted=tuple([event.by for event in game.money if event.by and event.round == game.round and event.notes is not None]),
        ended=game.ended,
        winners=ended.winners if ended else (),
        tiles_needed=len(party.ring),
        ring=party.ring,
    )


def _player(game: Game, colour: Colour, chair: int) -> PlayerView:
    party, phase = game.party, game.phase
    at = party.colours.index(colour)
    place = game.order.index(colour)
    laps, further = divmod(game.turn, len(game.order))
    done = laps + (place < further)
    tokens, cards = TOKENS_EACH[game.round - 1], CARDS_EACH
    return PlayerView(
        colour=colour,
        name=party.names[at],
        chair=chair,
        place=place,
        fortune=game.fortunes[at],
        tokens_left=tokens if phase is Phase.START else tokens - done if phase is Phase.TOKENS else 0,
        cards_left=cards if phase in _BEFORE_CARDS else cards - done if phase is Phase.CARDS else 0,
        pawn=game.pawns[at] if game.pawns else None,
        moved=done > 0 if phase is Phase.PAWNS else phase not in _BEFORE_PAWNS,
    )


_BEFORE_CARDS = {Phase.START, Phase.TOKENS}
_BEFORE_PAWNS = {Phase.START, Phase.TOKENS, Phase.CARDS}


def _tables(game: Game, owners: bool) -> tuple[TableView, ...]:
    party = game.party
    pawns: dict[int, list[Colour]] = {}
    if game.pawns:
        for n in party.by_colour:
            pawns.setdefault(game.pawns[n], []).append(party.colours[n])
    face_down: dict[int, list[Colour]] = {}
    face_up: dict[int, list[Revealed]] = {}
    for card in game.cards:
        if card.revealed:
            face_up.setdefault(card.table, []).append((card.owner, card.character))
        else:
            face_down.setdefault(card.table, []).append(card.owner)
    return tuple(
        [
            TableView(
                number=number,
                tile=tile,
                tokens=tokens,
                value=sum(tokens),
                pawns=tuple(pawns.get(number, ())),
                face_down=len(face_down.get(number, ())),
                owners=state.by_colour(face_down.get(number, ())) if owners else (),
                revealed=in_order(face_up.get(number, ())),
            )
            for number, (tile, tokens) in enumerate(zip(party.ring, game.tokens, strict=True), 1)
        ]
    )


def _reachable(game: Game) -> tuple[tuple[int, int], ...]:
    by = state.to_act(game)
    if game.phase is not Phase.PAWNS or by is None:
        return ()
    stands = game.pawns[game.party.colours.index(by)]
    return tuple([(steps, (stands - 1 + steps) % len(game.tokens) + 1) for steps in range(MAX_STEPS + 1)])


def _unrevealed(game: Game) -> tuple[Unrevealed, ...]:
    if game.phase is not Phase.REVEAL:
        return ()
    waiting: dict[tuple[int, Colour], int] = {}
    twice: dict[tuple[int, Colour], Character] = {}
    left = state.unrevealed(game)
    alike = Counter((card.owner, card.twice) for card in left)
    for card in left:
        waiting[card.table, card.owner] = waiting.get((card.table, card.owner), 0) + 1
        if card.twice is not None and alike[card.owner, card.twice] > 1:
            twice[card.table, card.owner] = card.twice
    return tuple(
        [
            Unrevealed(owner, table, waiting[table, owner], twice.get((table, owner)))
            for table in sorted({table for table, _ in waiting})
            for owner in state.by_colour([owner for at, owner in waiting if at == table])
        ]
    )
