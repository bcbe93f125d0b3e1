"""What a played card makes of a game: it stays, takes or builds. And a false build falls apart. Each raises MoveRefused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from msgspec.structs import replace

from companion.games.casino.rules import builds, captures, count, state
from companion.games.casino.rules.cards import BIT, RANK, Card
from companion.games.casino.rules.moves import Build, FalseBuild, Take, Trail
from companion.games.casino.rules.refusal import CardRefused, MoveRefused, Refusal
from companion.games.casino.rules.state import PLAYS, Did, Game, Phase, Play, Unheld, refuse_phase, to_act
from companion.games.casino.rules.worth import RANK_OF, TAKEN_BY
from companion.games.kit.colours import Colour
from companion.games.kit.seats import SeatRefusal

# --- what is asked of every card ----------------------------------------------------------------------------------


def refuse_turn(game: Game, by: Colour) -> NoReturn:
    """Raises MoveRefused: it is somebody else's turn, or nobody's who plays."""
    if by not in game.party.colours:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=by)
    raise MoveRefused(Refusal.NOT_YOUR_TURN, by=by, expected=to_act(game))


def new_card(game: Game, by: Colour, card: Card) -> int:
    """The bit of a card that was not seen in this round."""
    bit = BIT.get(card)
    if bit is None:
        raise MoveRefused(Refusal.NO_SUCH_CARD, by=by)
    if game.seen & bit:
        lies = card in game.loose or any(card in build.cards for build in game.builds)
        raise CardRefused(Refusal.LIES_ON_THE_TABLE if lies else Refusal.PLAYED_ALREADY, by=by, card=card)
    return bit


def played(game: Game, by: Colour, card: Card) -> int:
    """The bit of the card that the player to act plays."""
    if game.phase is not Phase.PLAY and game.phase is not Phase.CHOOSE:
        refuse_phase(game, by)
    if by is not game.party.colours[game.turn]:
        refuse_turn(game, by)
    if game.shown is not None and card != game.shown:
        raise CardRefused(Refusal.ANOTHER_IS_SHOWN, by=by, card=game.shown)
    return new_card(game, by, card)


Chosen = tuple[tuple[Card, ...], tuple[state.Build, ...]]
"""Loose cards, and builds with all their cards."""


def _chosen(game: Game, by: Colour, card: Card, cards: Sequence[Card]) -> Chosen:
    """What of the table these cards are. A build is never taken apart."""
    wanted = set(cards)
    if len(wanted) < len(cards) or card in wanted:
        twice = next((each for place, each in enumerate(cards) if each in cards[:place]), card)
        raise CardRefused(Refusal.CARD_TWICE, by=by, card=twice)
    loose = tuple([each for each in cards if each in game.loose])
    found, whole, apart = len(loose), [], None
    for build in game.builds:
        named = sum([each in wanted for each in build.cards])
        found += named
        if named == len(build.cards):
            whole.append(build)
        elif named:
            apart = build
    if found < len(cards):
        lying = {*game.loose, *[each for build in game.builds for each in build.cards]}
        astray = next(each for each in cards if each not in lying)
        if astray not in BIT:
            raise MoveRefused(Refusal.NO_SUCH_CARD, by=by)
        raise CardRefused(Refusal.NOT_ON_THE_TABLE, by=by, card=astray)
    if apart is not None:
        raise CardRefused(Refusal.STAYS_WHOLE, by=by, card=card, value=apart.value)
    return loose, tuple(whole)


# --- the plays ----------------------------------------------------------------------------------------------------


def trail(game: Game, move: Trail) -> Game:
    """The card stays loose on the table, even if it could take."""
    by, card = move.by, move.card
    bit = played(game, by, card)
    # Not while a build lies that the player made or added to last, and nobody else has since.
    for build in game.builds:
        if build.owner is by:
            raise CardRefused(Refusal.YOUR_BUILD_LIES, by=by, card=card, value=build.value)
    captures.must_take(game.party.house, by, card, (), game.loose, game.builds)
    return _settled(game, card, bit, (*game.loose, card), game.builds, Play(by, Did.TRAIL, card))


def take(game: Game, move: Take) -> Game:
    """The card and what it takes go face down on the player's pile once the others have seen them."""
    by, card = move.by, move.card
    bit = played(game, by, card)
    if not move.cards:
        raise CardRefused(Refusal.NOTHING_TAKEN, by=by, card=card)
    loose, whole = _chosen(game, by, card, move.cards)
    house = game.party.house
    captures.check(house, by, card, loose, whole)
    captures.must_take(house, by, card, move.cards, game.loose, game.builds)
    left = tuple([each for each in game.loose if each not in loose])
    lying = tuple([build for build in game.builds if build not in whole]) if whole else game.builds
    _keeps_cards(game, by, card, lying)
    # A sweep: all cards of the table, builds among them, in one play.
    sweep = not left and not lying
    side = game.party.side_of[game.turn]
    piles = (*game.piles[:side], (*game.piles[side], card, *move.cards), *game.piles[side + 1 :])
    sweeps = (*game.sweeps[:side], game.sweeps[side] + 1, *game.sweeps[side + 1 :]) if sweep else game.sweeps
    play = Play(by, Did.TAKE, card, move.cards, sweep=sweep)
    return _settled(replace(game, piles=piles, sweeps=sweeps, last_take=game.turn), card, bit, left, lying, play)


def build(game: Game, move: Build) -> Game:
    """The card and cards of the table are laid together, for a value that is said aloud."""
    by, card = move.by, move.card
    bit = played(game, by, card)
    if not move.with_:
        raise CardRefused(Refusal.NOTHING_TO_BUILD_ON, by=by, card=card)
    loose, whole = _chosen(game, by, card, move.with_)
    house = game.party.house
    reading = builds.build(house, by, card, move.value, loose, whole)
    made, joined = reading.made, reading.joined
    if not house.equal_builds and any(each.value == made.value and each is not joined for each in game.builds):
        raise CardRefused(Refusal.VALUE_LIES_ALREADY, by=by, card=card, value=made.value)
    # A build that grows keeps its place.
    lying = (*game.builds, made) if joined is None else tuple([made if each is joined else each for each in game.builds])
    _keeps_cards(game, by, card, lying)
    _can_be_held(game, by, card, made.value, lying, bit)
    left = tuple([each for each in game.loose if each not in loose])
    play = Play(
        by, reading.did, card, move.with_, made.value, made.sets,
        joined.value if joined and reading.did is Did.RAISE else 0, joined.owner if joined else None,
    )  # fmt: skip
    return _settled(game, card, bit, left, lying, play)


def _keeps_cards(game: Game, by: Colour, card: Card, lying: Sequence[state.Build]) -> None:
    # Nobody plays so that no card of an own build's value is left. One card serves all of one's builds of that value,
    # so the hand has at least as many cards as they have values, and the last card leaves none.
    own = {build.value for build in lying if build.owner is by}
    if len(own) >= game.left[game.turn]:
        raise CardRefused(Refusal.NO_CARD_LEFT, by=by, card=card, value=min(own))


def _can_be_held(game: Game, by: Colour, card: Card, value: int, lying: Sequence[state.Build], bit: int) -> None:
    # Whoever announces a value holds a card that takes it, and so does every other owner of such a build: one that nobody has seen.
    unseen = (TAKEN_BY[value] & ~(game.seen | bit)).bit_count()
    if not unseen:
        raise CardRefused(Refusal.NO_CARD_OUT, by=by, card=card, value=value)
    # One ace does not hold for a 1 and a 14.
    promised = {(build.owner, build.value) for build in lying if RANK_OF[build.value] == RANK_OF[value]}
    if len(promised) > unseen:
        raise CardRefused(Refusal.NO_CARD_FOR_OTHERS, by=by, card=card, value=value)


def _settled(game: Game, card: Card, bit: int, loose: tuple[Card, ...], lying: tuple[state.Build, ...], play: Play) -> Game:
    """The play stands; the next player is on, or the deal is over, or the round."""
    turn, by, plays = game.turn, play.by, game.plays + 1
    left = (*game.left[:turn], game.left[turn] - 1, *game.left[turn + 1 :])
    promised, unheld = game.promised, game.unheld
    if promised or lying:
        # A card of the value was held if it is played within the deal: a hand is four cards, and all four are played.
        rank = RANK[card]
        promised = tuple([each for each in promised if each[0] != turn or RANK_OF[each[1]] != rank])
        for each in lying:
            if each.owner is by and (turn, each.value) not in promised:
                promised = (*promised, (turn, each.value))
        if not left[turn]:
            deal = state.deal(game)
            false = [Unheld(deal, by, value) for chair, value in promised if chair == turn]
            unheld = (*unheld, *[each for each in false if each not in unheld])
            promised = tuple([each for each in promised if each[0] != turn])
    people = len(left)
    phase = Phase.PLAY
    if any(left):
        # Clockwise. Only where somebody has played out of turn are there hands that are empty before the others.
        turn = (turn + 1) % people
        while not left[turn]:
            turn = (turn + 1) % people
    else:
        phase, turn = Phase.DEAL, (game.dealer + 1) % people
    after = Game(
        game.party, phase, game.round, game.dealer, turn, left, game.scores, game.piles, game.sweeps, plays, loose, lying,
        game.seen | bit, game.last_take, None, play, promised, unheld, game.results,
    )  # fmt: skip
    return count.count(after) if plays == PLAYS else after


def false_build(game: Game, move: FalseBuild) -> Game:
    """The build falls apart: its cards lie loose, the turn is still its owner's. There is no penalty."""
    by = move.by
    if game.phase is not Phase.PLAY and game.phase is not Phase.CHOOSE:
        refuse_phase(game, by)
    if by is not game.party.colours[game.turn]:
        refuse_turn(game, by)
    wanted = set(move.cards)
    found = next((build for build in game.builds if len(move.cards) == len(wanted) and wanted == set(build.cards)), None)
    if found is None:
        raise MoveRefused(Refusal.NOT_A_BUILD, by=by)
    if found.owner is not by:
        raise CardRefused(Refusal.NOT_YOUR_BUILD, by=by, value=found.value)
    lying = tuple([build for build in game.builds if build is not found])
    promised = game.promised
    if not any(build.owner is by and build.value == found.value for build in lying):
        promised = tuple([each for each in promised if each != (game.turn, found.value)])
    last = Play(by, Did.FALSE, None, found.cards, found.value, found.sets, owner=by)
    return replace(game, loose=(*game.loose, *found.cards), builds=lying, promised=promised, last=last)
