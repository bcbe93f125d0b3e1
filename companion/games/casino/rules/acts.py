"""What each act makes of a game. Takes the game and the act, gives the next game; raises MoveRefused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.casino.rules import count, plays, state
from companion.games.casino.rules.moves import Build, Dealt, FalseBuild, Lay, Lost, Redeal, Rename, Shown, Take, Trail, Turn
from companion.games.casino.rules.plays import new_card, played, refuse_turn
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import FACE_UP, HAND, Did, Game, Phase, Play, refuse_phase, to_act
from companion.games.kit import seats
from companion.games.kit.seats import SeatRefusal


def lay(game: Game, move: Lay) -> Game:
    """The dealer lays four cards face up, and gives four to each player."""
    if game.phase is not Phase.TABLE:
        refuse_phase(game, move.by)
    if move.by is not game.party.colours[game.dealer]:
        refuse_turn(game, move.by)
    bit = new_card(game, move.by, move.card)
    after = replace(game, loose=(*game.loose, move.card), seen=game.seen | bit, last=Play(move.by, Did.LAY, move.card))
    if len(after.loose) < FACE_UP:
        return after
    return _hand_out(after)


def _hand_out(game: Game) -> Game:
    # Four cards to each; whoever sits left of the dealer begins.
    people = len(game.party.colours)
    return replace(game, phase=Phase.PLAY, left=(HAND,) * people, turn=(game.dealer + 1) % people)


def shown(game: Game, move: Shown) -> Game:
    """A card is played, and what it does is still to be said."""
    played(game, move.by, move.card)
    if game.shown is not None:
        refuse_phase(game, move.by)
    return replace(game, phase=Phase.CHOOSE, shown=move.card)


def turn(game: Game, move: Turn) -> Game:
    """Play goes on with this player, who played out of turn. A card that is shown already is this player's."""
    by, colours = move.by, game.party.colours
    if game.phase is not Phase.PLAY and game.phase is not Phase.CHOOSE:
        refuse_phase(game, by)
    if by not in colours:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=by)
    at = colours.index(by)
    if not game.left[at]:
        raise MoveRefused(Refusal.HAND_IS_EMPTY, by=by, expected=to_act(game))
    return replace(game, turn=at)


def dealt(game: Game, _: Dealt) -> Game:
    """Four more cards to each; none to the table."""
    if game.phase is not Phase.DEAL:
        refuse_phase(game)
    return _hand_out(game)


def redeal(game: Game, _: Redeal) -> Game:
    """The same dealer deals anew."""
    if game.phase not in (Phase.TABLE, Phase.PLAY, Phase.CHOOSE) or game.plays or not game.seen:
        refuse_phase(game)
    return state.new_round(game.party, game.round, game.dealer, game.scores, game.results)


def lost(game: Game, _: Lost) -> Game:
    """From here on nothing is judged in this round."""
    if game.phase not in (Phase.TABLE, Phase.PLAY, Phase.CHOOSE, Phase.DEAL):
        refuse_phase(game)
    return replace(game, phase=Phase.PILES, shown=None)


def rename(game: Game, move: Rename) -> Game:
    """A name is set right, at any time."""
    party = game.party
    return replace(game, party=replace(party, names=seats.renamed(party.colours, party.names, move)))


ACTS: dict[type, Callable[[Game, Any], Game]] = count.ACTS | {
    Lay: lay,
    Shown: shown,
    Trail: plays.trail,
    Take: plays.take,
    Build: plays.build,
    FalseBuild: plays.false_build,
    Turn: turn,
    Dealt: dealt,
    Redeal: redeal,
    Lost: lost,
    Rename: rename,
}
"""What each act of the game does."""
