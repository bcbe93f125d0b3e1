"""What is counted of a game: a fold over its moves, for statistics and exports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from companion.game import Facts, GameFacts, Measure, Sums
from companion.games.cash_and_run.rules.chance import SPADES, Result
from companion.games.cash_and_run.rules.end import outcome, standing
from companion.games.cash_and_run.rules.moves import AnyMove, Bet, Card, Die, End, Roulette, Run, Throw
from companion.games.cash_and_run.rules.position import apply, new
from companion.games.cash_and_run.rules.settings import Money
from companion.games.cash_and_run.rules.state import Contest, Event, Game, Kind, Phase
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.news import told
from companion.games.kit.colours import Colour
from companion.games.kit.ledger import Transfer


class BetFacts(msgspec.Struct, frozen=True):
    """One field of the felt: how often it was bet on, what was staked, and what came back beyond the stake, below 0 where it was lost."""

    times: int = 0
    staked: int = 0
    gained: int = 0


class Played(msgspec.Struct, frozen=True):
    """What one player did in one game. `rank` is 0 while the game goes on. `counts`: by the names of MEASURES. `bets`: as a guest, by field."""

    player: Colour
    name: str
    chair: int
    rank: int
    won: bool
    casinos: int
    cash: int | None
    counts: dict[str, int]
    bets: dict[str, BetFacts]
    ruined: tuple[Colour, ...] = ()
    """Whom this player ruined."""


_COUNTED = (
    ("won by lap", "Won by the last lap", "by lap"), ("won by ruin", "Won by ruin", "by ruin"), ("laps begun", "Last laps begun", "laps"),
    ("spades drawn", "Spades drawn", "spades"), ("laps lost by takeover", "Laps lost by a takeover", ""),
    ("laps lost by sale", "Laps lost by a sale", ""),
    ("laps lost by own challenge", "Laps lost by an own challenge", ""), ("visits", "Visits to casinos", "visits"),
    ("Bluff laid", "Bluff cards laid", "bluffs"), ("Bluff believed", "Bluff cards believed", "believed"),
    ("Bluff caught", "Bluff cards caught", "caught"),
    ("Bluff right", "Bluff cards that were right", ""), ("takeovers won", "Takeovers won", ""), ("takeovers lost", "Takeovers lost", ""),
    ("casinos bought", "Casinos bought", "bought"), ("auctions bought", "Bought at auctions", ""), ("auctions sold", "Sold at auctions", ""),
    ("pots", "Pots won", "pots"), ("Play all won", "“Play all” won", ""), ("Slam steps", "Steps of the Grand Slam", ""),
    ("ruined others", "Players ruined", "ruined"), ("ruined", "Times ruined", ""),
)  # fmt: skip
_MONEY = (
    ("staked", "Staked", "staked"), ("guest won", "Won as a guest", "won"), ("guest lost", "Lost as a guest", "lost"),
    ("host won", "Won as a host", ""),
    ("host lost", "Lost as a host", ""), ("credit used", "Bid on credit", ""), ("pot money", "Won from the pot", ""),
    ("Play all paid", "Paid at “Play all”", ""), ("Slam money", "Won at the Grand Slam", ""),
)  # fmt: skip

MOST = "most money"
SUMMED = (*[name for name, *_ in _COUNTED], *[name for name, *_ in _MONEY])
"""What is added up over games."""


def key(counted: str) -> str:
    """The key of a measure."""
    return counted.lower().replace(" ", "_")


MEASURES = (
    *[Measure(key(name), title, heading=heading) for name, title, heading in _COUNTED],
    *[Measure(key(name), title, money=True, heading=heading) for name, title, heading in _MONEY],
    Measure(
        "favourite_bet",
        "Favourite bet",
        Sums.FAVOURITE,
        heading="favourite",
        at=("staked", "gained", "expected"),
        where="{count} times: {gained} on {staked}, by the odds {expected}",
    ),
    Measure("victims", "Ruined most often", Sums.FAVOURITE, heading="whom", where="{count} times", people=True),
    Measure("drawn_numbers", "Number drawn here most often", Sums.FAVOURITE, where="{count} times"),
    Measure("drawn_faces", "Face drawn here most often", Sums.FAVOURITE, where="{count} times"),
    Measure("drawn_cards", "Card drawn here most often", Sums.FAVOURITE, where="{count} times"),
    Measure("most_money", "Most money at once", Sums.MOST, money=True, heading="most money"),
)


def facts(view: View, moves: Sequence[AnyMove]) -> GameFacts:
    """The facts of a game that is over, clockwise from who began."""
    seats = played(moves)
    names = {seat.player: seat.name for seat in seats}
    first = next((at for at, seat in enumerate(seats) if view.turns and seat.player is view.turns[0].by), 0)
    return GameFacts(
        seats=tuple([_seat(seat, names) for seat in (*seats[first:], *seats[:first])]),
        rounds=len(view.turns),
        left=view.outcome is not None and view.outcome.left,
        tallies={f"drawn_{what}": {str(result): (times,) for result, times in found.items()} for what, found in drawn(moves).items()},
    )


def _seat(seat: Played, names: dict[Colour, str]) -> Facts:
    figures = {key(name): value for name, value in seat.counts.items() if value}
    # Every bet is fair but the one on jacks, queens, kings and aces: 16 of 52 at 2 for 1 lose a thirteenth of the stake.
    bets = {on: (bet.times, bet.staked, bet.gained, -bet.staked // 13 if on == "court" else 0) for on, bet in seat.bets.items()}
    tallies: dict[str, dict[str, tuple[int, ...]]] = {"favourite_bet": {**bets}} if bets else {}
    if seat.ruined:
        tallies["victims"] = {names[each]: (1,) for each in seat.ruined}
    return Facts(seat.player, seat.name, seat.cash or 0, won=seat.won, side=seat.chair, figures=figures, rank=seat.rank, tallies=tallies)


def played(moves: Sequence[AnyMove], money: Money = Money.ALWAYS) -> tuple[Played, ...]:
    """What each player did, by chair; nothing while no game has begun. Raises MoveRefused if the moves are no game.

    Where `money` is not always shown, nobody's is told before the game is over.
    """
    counted = _Count()
    position = new()
    for move in moves:
        after = apply(position, move)
        if isinstance(after, Game):
            if isinstance(position, Game):
                counted.step(position, move, after)
            counted.wealth(after)
        position = after
    if not isinstance(position, Game):
        return ()
    counted.ended(position)
    order = standing(position) if position.winner else ()
    told_money = money is Money.ALWAYS or position.phase is Phase.FINISHED
    return tuple(
        [
            Played(
                player=colour,
                name=name,
                chair=chair,
                rank=order.index(colour) + 1 if order else 0,
                won=colour is position.winner,
                casinos=sum(owner is colour for owner in position.owners.values()),
                cash=position.ledger[colour] if told_money else None,
                counts={measure: counted.of[colour, measure] for measure in ((*SUMMED, MOST) if told_money else SUMMED)},
                bets=counted.bets.get(colour, {}),
                ruined=tuple(counted.ruined.get(colour, ())),
            )
            for chair, (colour, name) in enumerate(zip(position.party.colours, position.party.names, strict=True))
        ]
    )


def drawn(moves: Sequence[AnyMove]) -> dict[str, Counter[Result]]:
    """How often each number of the wheel (zero included), each face of a die and each card came that the companion drew.

    So everybody can look whether it draws fairly.
    """
    found: dict[str, Counter[Result]] = {}
    for move in moves:
        match move:
            case Roulette(number=number, drawn=True):
                found.setdefault("numbers", Counter())[number] += 1
            case Die(face=face, drawn=True):
                found.setdefault("faces", Counter())[face] += 1
            case Throw(dice=dice, drawn=True):
                found.setdefault("faces", Counter()).update(dice)
            case Card(card=card, drawn=True) | Run(card=card, drawn=True):
                found.setdefault("cards", Counter())[card] += 1
    return found


class _Count:
    """The tallies of one game."""

    def __init__(self) -> None:
        self.of: Counter[tuple[Colour, str]] = Counter()
        self.bets: dict[Colour, dict[str, BetFacts]] = {}
        self.ruined: dict[Colour, list[Colour]] = {}

    def add(self, player: Colour, measure: str, amount: int = 1) -> None:
        self.of[player, measure] += amount

    def wealth(self, game: Game) -> None:
        for colour in game.party.colours:
            self.of[colour, MOST] = max(self.of[colour, MOST], game.ledger[colour])

    def ended(self, game: Game) -> None:
        ended = outcome(game)
        for winner in ended.winners if ended else ():
            self.add(winner, "won by lap" if game.won_by == "lap" else "won by ruin")

    def step(self, before: Game, move: AnyMove, after: Game) -> None:
        """One act: what it told, and what it decided."""
        payments, events = told(before.turns, before.now, after.turns, after.now if after.phase is not Phase.FINISHED else None)
        contest = before.contest
        if isinstance(move, Bet) and contest and before.phase is Phase.BET and contest.kind is Kind.CASINO:
            self.add(move.by, "visits")
            self.add(move.by, "staked", move.stake or 0)
        for event in events:
            self._event(before, event, events)
        for paid in payments:
            self._payment(paid)
        if contest and contest.kind is Kind.CASINO and after.contest is None and contest.on and not isinstance(move, End):
            self._game(contest, payments, after)
        if before.all and before.all.winner is None and not isinstance(move, End):
            self._highest(after, payments)
        if before.phase is Phase.SLAM_DRAW and (after.step > before.step or any(paid.why == "grand slam" for paid in payments)):
            self.add(before.by, "Slam steps")

    def _event(self, before: Game, event: Event, events: Sequence[Event]) -> None:
        by, of, contest = event.by, event.of, before.contest
        match event.what:
            case "bought":
                self.add(by, "casinos bought")
            case "cash & run":
                self.add(by, "spades drawn" if (event.card or "")[-1:] == SPADES else "laps begun")
            case "lap over":
                taken = any(other.what == "taken over" and other.casino == event.casino for other in events)
                own = contest is not None and contest.bettor is by
                self.add(by, "laps lost by sale" if not taken else "laps lost by own challenge" if own else "laps lost by takeover")
            case "believed" if of:
                self.add(of, "Bluff laid")
                self.add(of, "Bluff believed")
            case "turned over" if of and contest and event.shows:
                self.add(of, "Bluff laid")
                self.add(of, "Bluff right" if event.shows.value == contest.symbol.value else "Bluff caught")
            case "taken over" if of and contest:
                self.add(contest.bettor, "takeovers won" if contest.bettor is by else "takeovers lost")
            case "credit":
                self.add(by, "credit used", event.amount or 0)
            case "sold":
                self.add(by, "auctions sold")
                if isinstance(event.to, Colour):
                    self.add(event.to, "auctions bought")
            case "bankrupt":
                self.add(by, "ruined")
                ruiner = before.debt.to if before.debt else contest.bettor if contest and contest.bettor is not by else None
                if ruiner:
                    self.add(ruiner, "ruined others")
                    self.ruined.setdefault(ruiner, []).append(by)

    def _payment(self, paid: Transfer) -> None:
        source, to = (Colour(name) if name in set(Colour) else None for name in (paid.source, paid.to))
        if paid.why == "the pot" and to:
            self.add(to, "pots")
            self.add(to, "pot money", paid.amount)
        elif paid.why == "grand slam" and to:
            self.add(to, "Slam money", paid.amount)
        elif paid.why == "play all" and source:
            self.add(source, "Play all paid", paid.amount)

    def _game(self, contest: Contest, payments: Sequence[Transfer], after: Game) -> None:
        """A bet in another's casino is decided: what was won is counted as it was owed, whatever could be paid."""
        bettor, owner = contest.bettor, contest.owner
        assert owner is not None
        assert contest.on is not None
        won = any(paid.to == bettor for paid in payments) or (after.debt is not None and after.debt.to is bettor)
        amount = contest.stake * contest.odds if won else contest.stake
        self.add(bettor, "guest won" if won else "guest lost", amount)
        self.add(owner, "host lost" if won else "host won", amount)
        felt = self.bets.setdefault(bettor, {})
        old = felt.get(contest.on, BetFacts())
        felt[contest.on] = BetFacts(old.times + 1, old.staked + contest.stake, old.gained + (amount if won else -amount))

    def _highest(self, after: Game, payments: Sequence[Transfer]) -> None:
        winner = after.all.winner if after.all else next((Colour(paid.to) for paid in payments if paid.why == "play all"), None)
        winner = winner or (after.debt.to if after.debt else None)
        if winner:
            self.add(winner, "Play all won")
