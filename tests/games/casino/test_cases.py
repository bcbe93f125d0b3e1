"""The worked cases: what piles score, what a play may do, what a sweep is, how a deck is dealt."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.casino import rules
from companion.games.casino.rules import count, state
from companion.games.casino.rules.cards import BIT, DECK
from companion.games.casino.rules.house import HouseRules, Kind
from companion.games.casino.rules.moves import Build, Counted, Dealt, Lay, Take, Trail
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import Game, Phase
from companion.games.kit.colours import Colour
from tests.games.casino.evenings import BLUE, CASES, GREEN, RED, YELLOW, Evening, accepted, begun, built, cards, lying

CHAIRS = [BLUE, RED, YELLOW, GREEN]


def by_id(cases: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("case", cases, ids=lambda case: case.get("id", str(case.get("players"))))


# --- scoring --------------------------------------------------------------------------------------------------------


def laid_out(case: dict[str, Any]) -> tuple[Game, dict[str, str]]:
    """The moment before the count, and what each side of the case is called here."""
    people = list(case["piles"])
    colours = CHAIRS[: len(people)]
    called = {person: colour.value for person, colour in zip(people, colours, strict=True)}
    for team, members in case.get("teams", {}).items():
        called[team] = "+".join(called[member] for member in members)
    house = HouseRules(Kind(case["variant"]), teams="teams" in case)
    game = begun(*colours, house=house)
    sides = game.party.sides
    piles: dict[str, list[str]] = {side: [] for side in sides}
    sweeps = dict.fromkeys(sides, 0)
    for place, person in enumerate(people):
        side = sides[game.party.side_of[place]]
        piles[side] += case["piles"][person]
        sweeps[side] += case["sweeps"].get(person, 0)
    prior = {called[side]: score for side, score in case.get("prior", {}).items()}
    last = colours.index(Colour(called[case["last_capture"]])) if case["last_capture"] else None
    before = state.RoundResult(1, colours[0], {}, None, (), (), prior)
    return replace(
        game,
        piles=tuple(cards(pile) for pile in piles.values()),
        sweeps=tuple(sweeps.values()),
        loose=cards(case["residue"]),
        last_take=last,
        scores=tuple(prior.get(side, 0) for side in sides),
        results=(before,) if prior else (),
    ), called


@by_id(CASES["scoring_cases"])
def test_what_piles_score(case: dict[str, Any]) -> None:
    game, called = laid_out(case)
    counted = count.count(game)
    told = counted.results[-1]
    points = dict.fromkeys(game.party.sides, 0)
    for line in told.counted:
        if line.to is not None:
            points[line.to] += line.points
    assert points == {called[side]: number for side, number in case["points"].items()}
    if "outcome" not in case:
        return
    assert told.scores == {called[side]: number for side, number in case["totals"].items()}
    after = rules.apply(counted, Counted())
    assert isinstance(after, Game)
    if case["outcome"].get("next_round"):
        assert after.phase is Phase.TABLE
        return
    outcome = rules.outcome(after)
    assert outcome is not None
    assert [colour.value for colour in outcome.winners] == [called[case["outcome"]["winner"]]]
    assert outcome.decided_at == case["outcome"].get("decided_at", "total")


# --- legality -------------------------------------------------------------------------------------------------------


def table_of(case: dict[str, Any]) -> Game:
    builds = [
        built(each["value"], " ".join(card for group in each["groups"] for card in group), RED if each["owner"] == "A" else BLUE, len(each["groups"]))
        for each in case["builds"]
    ]
    left = len(case["hand"])
    game = lying(" ".join(case["loose"]), *builds, house=HouseRules(Kind(case["variant"])), left=(left, left))
    # That the hand would keep a promise is told by the hand.
    return replace(game, promised=())


def move_of(case: dict[str, Any], game: Game) -> Trail | Take | Build:
    """The play as a record writes it."""
    action = case["action"]
    card = cards([action["card"]])[0]
    if action["type"] == "trail":
        return Trail(RED, card)
    whole = {each["id"]: build.cards for each, build in zip(case["builds"], game.builds, strict=True)}
    if action["type"] == "capture":
        return Take(RED, card, (*cards(action["take_loose"]), *[name for each in action["take_builds"] for name in whole[each]]))
    joined = whole[action["build"]] if "build" in action else ()
    groups = action["extra_groups"] if action["type"] == "increase" else action["groups"]
    loose = tuple(name for group in groups for name in cards(group) if name != card)
    value = action.get("value") or action.get("new_value") or game.builds[0].value
    return Build(RED, card, value, (*joined, *loose))


@by_id(CASES["legality_cases"])
def test_what_a_play_may_do(case: dict[str, Any]) -> None:
    game = table_of(case)
    move = move_of(case, game)
    if not case["legal"]:
        if accepted(game, move):
            assert comes_to_light(game, move, [card for card in cards(case["hand"]) if card != move.card])
        return
    after = rules.apply(game, move)
    assert isinstance(after, Game)
    told = case["after"] or {}
    if "loose" in told:
        assert after.loose == cards(told["loose"])
    if "captured" in told:
        assert set(after.piles[0]) == set(told["captured"])
    if "build" in told:
        made = after.builds[-1]
        groups = told["build"]["groups"]
        assert (made.value, made.sets, made.owner) == (told["build"]["value"], len(groups), RED)
        assert set(made.cards) == {card for group in groups for card in group}


def comes_to_light(game: Game, move: Trail | Take | Build, hand: list[Any]) -> bool:
    """What speaks against the play lies in the hand: somebody takes the build, and when the hand is played out everybody knows."""
    assert isinstance(move, Build)
    position = rules.apply(game, move)
    (build,) = position.builds  # type: ignore[union-attr]
    taker = next(Take(BLUE, card, build.cards) for card in DECK if card not in hand and accepted(position, Take(BLUE, card, build.cards)))
    position = rules.apply(position, taker)
    spare = iter(card for card in DECK if card[:-1] == "9" and card not in hand)
    for card in hand:
        position = rules.apply(position, Trail(RED, card))
        if position.phase is not Phase.DEAL:  # type: ignore[union-attr]
            position = rules.apply(position, Trail(BLUE, next(each for each in spare if not position.seen & BIT[each])))  # type: ignore[union-attr]
    return [(each.by, each.value) for each in rules.view(position).unheld] == [(RED, move.value)]


def test_the_plays_that_only_a_hand_speaks_against_are_three() -> None:
    hidden = [case["id"] for case in CASES["legality_cases"] if not case["legal"] and accepted(table_of(case), move_of(case, table_of(case)))]
    # A build of table cards only (written as the nearest play), a 14 without an ace, a 10 without a ten.
    assert hidden == ["L12", "L36", "L39"]


# --- sweeps and deals -----------------------------------------------------------------------------------------------


@by_id(CASES["sweep_cases"])
def test_what_a_sweep_is(case: dict[str, Any]) -> None:
    builds = [built(8, " ".join(group), BLUE) for group in case["builds_before"]]
    game = lying(" ".join(case["loose_before"]), *builds, house=HouseRules(Kind(case["variant"])))
    takes = [Take(RED, card, cards(case["captured"])) for card in DECK]
    after = rules.apply(game, next(move for move in takes if accepted(game, move)))
    assert isinstance(after, Game)
    assert after.last is not None
    assert after.last.sweep == case["sweep"] == (after.sweeps == (1, 0))


def test_what_is_left_of_the_table_is_no_sweep() -> None:
    after = rules.apply(lying("8C 3D KD", house=HouseRules(Kind.ROYAL)), Take(RED, cards("JS")[0], cards("8C 3D")))
    assert after.sweeps == (0, 0)  # type: ignore[union-attr]


@by_id(CASES["deal_cases"])
def test_a_deck_is_dealt_out(case: dict[str, Any]) -> None:
    evening = Evening(CHAIRS[: case["players"]], HouseRules(), 3)
    first = next(game for game in evening.games if game.phase is Phase.PLAY)
    assert rules.view(first).deals == case["deals"]
    assert sum(first.left) + len(first.loose) == case["cards_first_deal"]
    assert rules.view(first).stock == 52 - case["cards_first_deal"]
    last = [game for game in evening.games if game.round == 1 and game.phase is Phase.PLAY][-1]
    assert rules.view(last).deal == case["deals"]
    assert rules.view(last).stock == case["leftover"]
    assert [type(move) for move in evening.moves].count(Dealt) % (case["deals"] - 1) == 0


def test_face_up_cards_are_four_and_then_the_dealers_left_plays() -> None:
    game: rules.Position = begun(*CHAIRS[:3], dealer=RED)
    for name in ("4H", "5C", "9D", "KC"):
        assert rules.view(game).to_act is RED
        with pytest.raises(MoveRefused, check=lambda refused: refused.reason is Refusal.WRONG_PHASE):
            rules.apply(game, Trail(YELLOW, cards("2S")[0]))
        game = rules.apply(game, Lay(RED, cards([name])[0]))
    assert rules.view(game).to_act is YELLOW
