"""Corrections of earlier acts, as properties of random games: what they change, what they leave, what they never tell."""

from __future__ import annotations

import io
import random

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.game import AmendRefused
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import rules
from companion.games.vabanque.record import record
from companion.games.vabanque.rules.box import BOX
from companion.games.vabanque.rules.cash import in_hand
from companion.games.vabanque.rules.moves import Character, Join, MovePawn, PlaceCard, RevealCard, Seated
from companion.games.vabanque.rules.options import VabanqueSettings
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.corrections.change import Change
from companion.games.vabanque.table.corrections.fold import Mended
from companion.games.vabanque.table.corrections.kinds import as_recorded
from companion.games.vabanque.table.corrections.rounds import confirmed
from companion.games.vabanque.table.corrections.steps import acts_of, change_of, pawn_at, undo_step
from companion.table.journal.acts import Amended, Undone, decoder
from companion.table.session.branch import Branch
from companion.table.session.timeline import Timeline
from tests.games.vabanque.evenings import Evening, evenings, plain_lines
from tests.games.vabanque.plain import reckon
from tests.games.vabanque.test_secrecy import never_revealed, relaid
from tests.table.corrections import CorrectedEvening, amendable, answered, other

corrected = st.builds(CorrectedEvening, st.integers(0, 2**32))
SOME = settings(max_examples=30, deadline=None)


def game_of(line: Branch) -> rules.Game:
    assert isinstance(line.position, rules.Game)
    return line.position


@SOME
@given(evenings(), st.randoms(use_true_random=False))
def test_an_act_that_is_replaced_by_itself_changes_nothing(evening: Evening, rng: random.Random) -> None:
    timeline = Timeline(VABANQUE, evening.moves[: rng.randint(1, len(evening.moves))])
    for place in rng.sample(amendable(timeline.branch), min(12, len(amendable(timeline.branch)))):
        mended = timeline.mended(Amended(place, as_recorded(timeline.branch, place)))
        assert mended.branch is not None
        assert rules.view(mended.branch.position) == rules.view(timeline.position)
        if isinstance(timeline.position, rules.Game):
            assert record.write(mended.branch.moves) == record.write(timeline.moves)
        change = change_of(timeline.branch, mended.act, mended, owners=True)
        assert change == Change(act=change.act, do=change.act.do, spot=change.spot)
        assert change.spot == change.act.spot


@SOME
@given(evenings(), st.randoms(use_true_random=False))
def test_a_correction_that_is_corrected_back_is_as_before(evening: Evening, rng: random.Random) -> None:
    timeline = Timeline(VABANQUE, evening.moves[: rng.randint(20, len(evening.moves))])
    before = rules.view(timeline.position, notes=False)
    for place in rng.sample(amendable(timeline.branch), 8):
        was = as_recorded(timeline.branch, place)
        try:
            # That a card was of another kind may say something against others of the hand, which then are no longer known.
            act = Amended(place, other(timeline.branch, place, rng, kinds=False))
            if type(act.move) is not type(was) or isinstance(was, RevealCard | Join):
                continue
            mended = answered(timeline, act, rng)
        except AmendRefused:
            continue
        timeline.follow(mended.act)
        # What the latest act brought.
        now = timeline.branch.origins.index(max(timeline.branch.origins))
        back = timeline.mended(Amended(now, was))
        if mended.act.told or back.asks is not None:
            # What was told in between is no part of what was before; and of two cards that lay hidden at one table nobody knows which moved.
            assert mended.act.told or isinstance(was, PlaceCard) or before.phase is Phase.REVEAL
        else:
            assert back.branch is not None
            again = rules.view(back.branch.position, notes=False)
            if not (isinstance(was, PlaceCard) and before.phase is Phase.REVEAL):
                assert without_ticks(again) == without_ticks(before)
        timeline.follow(Undone())


def without_ticks(view: rules.View) -> rules.View:
    """A payout that was nobody's due in between is handed out."""
    return replace(view, phase=Phase.COUNT, handed_out=()) if view.phase in (Phase.PAYOUT, Phase.COUNT) else view


@SOME
@given(st.builds(CorrectedEvening, st.integers(0, 2**32), st.just(0.03), st.sampled_from((0.0, 0.3))))
def test_notes_are_conserved_and_money_is_what_payouts_and_corrections_brought(evening: CorrectedEvening) -> None:
    for line in (*(mended.branch for _, mended in evening.corrections), evening.timeline.branch):
        assert line is not None
        if not isinstance(line.position, rules.Game):
            continue
        view = rules.view(line.position)
        held = dict(view.bank)
        for purse in view.purses.values():
            assert all(number > 0 for number in purse.values())
            for value, number in purse.items():
                held[value] = held.get(value, 0) + number
        assert {value: number for value, number in held.items() if number} == dict(BOX.counts)
        earned = {player.colour: 0 for player in view.players}
        for result in view.results:
            for colour, amount in result.earned.items():
                earned[colour] += amount
            for correction in result.corrections:
                earned[correction.by] += correction.amount
            assert result.fortunes == earned
        assert {player.colour: player.fortune for player in view.players} == earned


@SOME
@given(corrected)
def test_what_everybody_holds_and_is_owed_is_the_ledger_after_a_correction_too(evening: CorrectedEvening) -> None:
    for _, mended in evening.corrections:
        if mended.branch is None or not isinstance(mended.branch.position, rules.Game):
            continue
        kept = {each.to: -min(each.owed, 0) for each in mended.adjustments}
        for position, more in ((mended.before, {}), (mended.branch.position, kept)):
            assert isinstance(position, rules.Game)
            view, should = rules.view(position), in_hand(position)
            for colour in should:
                in_purse = sum(value * number for value, number in view.purses[colour].items())
                assert in_purse + view.owed.get(colour, 0) == should[colour] + more.get(colour, 0)
        # Each adjustment's notes come to its amount, but for what is owed or was.
        before, after = in_hand_of(mended.before), in_hand_of(mended.branch.position)
        for each in mended.adjustments:
            assert after[each.to] - before[each.to] == each.amount != 0
            notes = sum(value * number for value, number in each.paid.items()) - sum(value * number for value, number in each.returned.items())
            owed = rules.view(mended.before).owed.get(each.to, 0)
            assert notes == each.amount - each.owed or (each.amount < 0 < owed and each.amount < notes <= 0)
        # What was in hand before is in hand still, but for the notes that change hands now.
        purses = {colour: dict(purse) for colour, purse in rules.view(mended.before).purses.items()}
        for each in mended.adjustments:
            move_notes(purses[each.to], each.paid, each.returned)
            for swap in each.swaps:
                move_notes(purses[swap.other], swap.takes, swap.gives)
                if each.amount < 0:
                    move_notes(purses[each.to], swap.gives, swap.takes)
        assert {colour: {value: n for value, n in purse.items() if n} for colour, purse in purses.items()} == rules.view(
            mended.branch.position
        ).purses


def move_notes(purse: dict[int, int], into: dict[int, int], out: dict[int, int]) -> None:
    for notes, sign in ((into, 1), (out, -1)):
        for value, number in notes.items():
            purse[value] = purse.get(value, 0) + sign * number


def in_hand_of(position: rules.Position) -> dict[object, int]:
    assert isinstance(position, rules.Game)
    return dict(in_hand(position))


@SOME
@given(st.builds(CorrectedEvening, st.integers(0, 2**32), st.just(0.05), st.sampled_from((0.0, 0.3))))
def test_a_second_reckoning_of_a_corrected_game_comes_to_the_same(evening: CorrectedEvening) -> None:
    line = evening.timeline.branch
    game = game_of(line)
    view = rules.view(game)
    plain = reckon(list(game.party.colours), game.party.first, game.party.seating.value == "platelets", plain_lines(line.moves))
    assert not plain["left"]
    assert {player.colour: player.fortune for player in view.players} == plain["fortunes"]
    assert list(view.winners) == plain["winners"]
    for result, told in zip(view.results, plain["rounds"], strict=True):
        assert (list(result.order), result.fortunes) == (told["order"], told["fortunes"])
        assert (result.next_order and list(result.next_order)) == told["next_order"]
        assert (result.seats and list(result.seats)) == told["seats"]


@SOME
@given(corrected)
def test_the_record_of_a_corrected_game_comes_to_the_same(evening: CorrectedEvening) -> None:
    text = record.write(evening.timeline.moves)
    played = record.replay(io.BytesIO(text.encode()))
    game = game_of(evening.timeline.branch)
    assert (played.position.results, played.position.fortunes, played.position.phase) == (game.results, game.fortunes, game.phase)
    assert record.write(played.moves) == text


@SOME
@given(corrected)
def test_acts_come_back_from_the_journal_and_are_undone_one_by_one(evening: CorrectedEvening) -> None:
    timeline = Timeline(VABANQUE, evening.acts)
    assert timeline.moves == evening.timeline.moves
    assert rules.view(timeline.position) == rules.view(evening.timeline.position)
    for line, mended in reversed(evening.corrections):
        while timeline.last is not mended.act:
            timeline.follow(Undone())
        timeline.follow(Undone())
        assert timeline.moves == line.moves
        assert rules.view(timeline.position) == rules.view(line.position)


@SOME
@given(corrected)
def test_what_was_played_stays_played(evening: CorrectedEvening) -> None:
    for line, mended in evening.corrections:
        assert mended.branch is not None
        if not isinstance(mended.branch.position, rules.Game) or isinstance(mended.act.move, Join):
            continue
        was, now = rules.view(line.position), rules.view(mended.branch.position)
        if was.round > 1 or was.phase not in (Phase.START, Phase.TOKENS):
            assert [result.order for result in now.results][: len(was.results)] == [result.order for result in was.results]
            assert now.order == was.order
        for place, move in enumerate(line.moves):
            if isinstance(move, MovePawn) and place != mended.act.place:
                again = mended.branch.origins.index(line.origins[place])
                assert pawn_at(mended.branch.positions[again + 1], move.by) == pawn_at(line.positions[place + 1], move.by)
        assert (now.round, now.phase) == (was.round, was.phase) or was.phase in (Phase.REVEAL, Phase.PAYOUT)


# --- secrets ----------------------------------------------------------------------------------------------------


def told(timeline: Timeline, act: Amended, rng: random.Random) -> tuple[object, Mended | None]:
    """Everything public that a correction comes to, or why it can't be made."""
    try:
        mended = answered(timeline, act, rng)
    except AmendRefused as refused:
        return (refused.reason, refused.by, refused.spot, refused.expected, repr(refused.act), str(refused)), None
    asked = timeline.mended(act)
    assert mended.branch is not None
    seen = [
        change_of(timeline.branch, act, asked, owners=False),
        change_of(timeline.branch, mended.act, mended, owners=False),
        rules.view(mended.branch.position),
        record.write(mended.branch.moves),
        repr(mended.act),
    ]
    return seen, mended


@SOME
@given(evenings(hidden=(0.0, 0.3)), st.integers(0, 2**32))
def test_no_correction_tells_what_lies_face_down(evening: Evening, seed: int) -> None:
    rng = random.Random(seed)
    cut = rng.randint(30, len(evening.moves))
    moves = list(evening.moves)
    for places in never_revealed(evening):
        moves = relaid(moves, places, rng)
    # In the round that is going on, cards that will be turned over later lie face down as well.
    since = max((n for n in range(cut) if isinstance(moves[n], Seated)), default=0)
    if rules.view(evening.positions[cut]).phase in (Phase.CARDS, Phase.PAWNS, Phase.STAND):
        moves = relaid(moves, [n for n in range(since, cut) if isinstance(moves[n], PlaceCard)], rng)
    one, two = Timeline(VABANQUE, evening.moves[:cut]), Timeline(VABANQUE, moves[:cut])
    for number in range(12):
        assert undo_step(one) == undo_step(two)
        assert [*map(repr, one.moves)] == [*map(repr, two.moves)]
        for round_ in range(5):
            assert list(acts_of(one.branch, round_, VabanqueSettings())) == list(acts_of(two.branch, round_, VabanqueSettings()))
        place = rng.choice(amendable(one.branch))
        # Whoever lays a card knows the own hand: that a kind can't come twice is what the rules say to that person alone.
        open_ = one.branch.round_of(place) <= confirmed(one.branch)
        mine = other(one.branch, place, random.Random(seed + number), kinds=open_)
        yours = other(two.branch, place, random.Random(seed + number), kinds=open_)
        mine_told, mended = told(one, Amended(place, mine), random.Random(seed))
        yours_told, mended_too = told(two, Amended(place, yours), random.Random(seed))
        assert mine_told == yours_told
        if mended is not None and mended_too is not None:
            one.follow(mended.act)
            two.follow(mended_too.act)
            assert rules.view(one.position, owners=True) == rules.view(two.position, owners=True)


# Here both cards of a hand were recorded as the same kind, which is told before anybody has said which is which.
@example(CorrectedEvening(114))
@SOME
@given(corrected)
def test_what_is_erased_when_a_game_ends_changes_nothing_public(evening: CorrectedEvening) -> None:
    kept = [act for _, act in evening.timeline.kept()]
    assert all(decoder("vabanque")(msgspec.json.encode(act)) == act for act in kept)
    bare, whole = Timeline(VABANQUE, kept), evening.timeline
    seen: set[tuple[int, str, str]] = set()
    while bare.last is not None:
        view = rules.view(whole.position)
        assert rules.view(bare.position) == view
        assert undo_step(bare) == undo_step(whole)
        open_ = [(view.round, each) for table in view.tables for each in table.revealed]
        open_ += [(result.round, each) for result in view.results for table in result.tables for each in table.revealed]
        open_ += [(view.round, (each.owner, each.twice)) for each in view.unrevealed if each.twice is not None]
        seen |= {(round_, owner, kind) for round_, (owner, kind) in open_}
        bare.follow(Undone())
        whole.follow(Undone())
    assert whole.last is None
    if any(isinstance(mended.act.move, Join) for _, mended in evening.corrections):
        return
    # A kind is kept only where it was seen.
    round_ = 1
    for act in kept:
        round_ += isinstance(act, Seated)
        if isinstance(act, PlaceCard) and act.character is not Character.HIDDEN:
            assert (round_, act.by, act.character) in seen
