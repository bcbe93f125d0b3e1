"""The result: where the ball stopped, what the die shows, which card was drawn; for a bet, for the Grand Slam, and where everybody plays."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.games.cash_and_run.rules.bets import FELT, TAKEOVER
from companion.games.cash_and_run.rules.chance import RANKS, RED_NUMBERS, SUITS, Symbol
from companion.games.cash_and_run.rules.state import Kind
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.commands import Act, TapResult
from companion.games.cash_and_run.table.results import drawn_now
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.screens.bet import felt
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.ui import texts
from companion.ui.screens.chosen import Chosen, one_view
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


def wheel(wins: Collection[int | str], *, portrait: bool) -> tuple[Band, ...]:
    """37 numbers: as they lie on the felt, or in lines of six, with the zero at their side."""
    numbers = list(range(1, 37)) if portrait else [column * 3 - row for row in range(3) for column in range(1, 13)]
    tiles = [Tile(TapResult(n), str(n), ground="red" if n in RED_NUMBERS else "black", lit=n in wins) for n in numbers]
    return (Band(tuple(tiles), 6 if portrait else 12, side=Tile(TapResult(0), "0", ground="green")),)


def die(wins: Collection[int | str]) -> tuple[Band, ...]:
    """Six faces."""
    return (Band(tuple([Tile(TapResult(face), dice=(face,), lit=face in wins) for face in range(1, 7)]), 3, share=1.6),)


def deck(wins: Collection[int | str], *, portrait: bool) -> tuple[Band, ...]:
    """52 cards: a suit a row, or in two."""
    bands = []
    for suit in ("S", "H", "D", "C"):
        assert suit in SUITS
        tiles = [Tile(TapResult(rank + suit), words.rank(rank), suit=suit, lit=rank + suit in wins) for rank in RANKS]
        bands.append(Band(tuple(tiles), 7 if portrait else 13, least=62.0))
    return tuple(bands)


def results(symbol: Symbol, wins: Collection[int | str], *, portrait: bool) -> tuple[Band, ...]:
    """All that can come."""
    match symbol:
        case Symbol.ROULETTE:
            return wheel(wins, portrait=portrait)
        case Symbol.DIE:
            return die(wins)
        case Symbol.CARDS:
            return deck(wins, portrait=portrait)


class ResultScreen(CashScreen):
    """What has come is tapped, or shown."""

    railed = False
    tallest = 96.0

    def symbol(self, view: View) -> Symbol:
        """What was drawn, so which game is played."""
        return drawn_now(view) or Symbol.ROULETTE

    def wins(self, view: View) -> Collection[int | str]:
        """The results that win."""
        return ()

    def asks(self, view: View) -> str:
        """What is to be done, in words."""
        match self.symbol(view):
            case Symbol.ROULETTE:
                again = self.shown.undo is not None and (self.shown.undo.do, self.shown.undo.kind) == ("roulette", "0")
                return tr("Zero: spin again") if again else tr("Spin, then tap the number")
            case Symbol.DIE:
                return tr("Throw one die, tap it")
            case Symbol.CARDS:
                return tr("Draw a card, tap or show it")

    def bands(self, view: View) -> Sequence[Band]:
        return results(self.symbol(view), self.wins(view), portrait=self.frame.portrait)

    def hint(self, view: View) -> Line:
        """Who spins, throws or draws."""
        match self.symbol(view):
            case Symbol.ROULETTE:
                return Line(tr("An opponent spins. At 0: spin again"), colour="mist")
            case Symbol.DIE:
                return Line(tr("One throw. Bright: what wins"), colour="mist")
            case Symbol.CARDS:
                return Line(tr("Shuffle first. Bright: what wins"), colour="mist")

    def lines(self, view: View) -> Sequence[Line]:
        return (self.hint(view),)

    def choices(self, view: View) -> Sequence[Choice]:
        return (Choice(tr("An opponent taps: draw here"), Act.DRAW),) if self.draws else ()


class DrawScreen(ResultScreen):
    """For a bet. In a replay the chip may move first."""

    name = "draw"
    moving = Chosen(False, one_view)
    """Whether another field is being chosen."""

    def prompt(self, view: View) -> Prompt:
        contest = view.contest
        assert contest is not None
        who = self.who(contest.bettor)
        if self.moving:
            return Prompt(contest.bettor, who, tr("Tap a field of the same odds"))
        match contest.kind:
            case Kind.TAKEOVER:
                casino = self.place_of(contest.casino)
                title = self.titled(tr("{name} plays for {casino}", name=who, casino=casino), casino)
            case Kind.POT:
                title = self.titled(tr("{name} plays for the pot", name=who), tr("The pot"))
            case Kind.CASINO:
                title = tr("{sum} on {field}", sum=texts.amount(contest.stake), field=words.field(contest.on))
        return Prompt(contest.bettor, title, self.asks(view))

    def lines(self, view: View) -> Sequence[Line]:
        contest = view.contest
        assert contest is not None
        if self.moving:
            return ()
        match contest.kind:
            case Kind.CASINO:
                won = texts.amount(contest.stake * contest.odds)
                said = tr("{name} pays {sum}, or gets the stake", name=self.within(contest.owner), sum=won)
            case Kind.TAKEOVER:
                said = tr("On {field}. Lost: {name} takes a casino", field=words.field(contest.on), name=self.within(contest.owner))
                if not contest.replayed:
                    # What it has cost is told before the next act.
                    return (Line(said, colour="champ"), *self.news(view)[:1])
            case Kind.POT:
                said = tr("{field} wins {sum}", field=words.field(contest.on), sum=texts.amount(view.pot))
        return (Line(said, colour="champ"), self.hint(view))

    def wins(self, view: View) -> Collection[int | str]:
        return view.contest.wins if view.contest is not None else ()

    def bands(self, view: View) -> Sequence[Band]:
        contest = view.contest
        if self.moving and contest is not None:
            return felt(contest.felt, contest.on, portrait=self.frame.portrait)
        return super().bands(view)

    def choices(self, view: View) -> Sequence[Choice]:
        contest = view.contest
        if self.moving:
            return (Choice(tr("The chip stays"), "stay"),)
        found = [*super().choices(view)]
        if contest is not None and contest.replayed and len(contest.felt) > 1:
            found.insert(0, Choice(tr("Another field"), "move"))
        return found

    def chosen(self, what: object) -> None:
        if what in ("move", "stay"):
            self.moving = what == "move"
            self.fill(self.view)
            self.say()
        else:
            super().chosen(what)


class AllScreen(ResultScreen):
    """Everybody plays."""

    name = "all"

    def prompt(self, view: View) -> Prompt:
        play = view.all
        assert play is not None
        by = play.waiting[0]
        title = tr("All play for {sum}", sum=texts.amount(500_000)) if play.winner is None else tr("The lowest pays")
        return Prompt(by, tr("{name} is next", name=self.who(by)), self.asks(view), title)

    def lines(self, view: View) -> Sequence[Line]:
        play = view.all
        assert play is not None
        if not play.scores:
            return (Line(tr("The highest has it. Tied: once more"), colour="mist"),)
        # Whoever is highest by now comes first, and is lit.
        order = sorted(play.scores, key=lambda scored: -scored[1])
        best = [f"{self.within(colour)} {_height(play.symbol, score)}" for colour, score in order if score == order[0][1]]
        others = [f"{self.within(colour)} {_height(play.symbol, score)}" for colour, score in order if score < order[0][1]]
        return (Line(" · ".join(best), colour="champ"), *([Line(" · ".join(others), colour="mist")] if others else []))


def _height(symbol: Symbol, score: int) -> str:
    return words.rank(RANKS[score]) if symbol is Symbol.CARDS else str(score)


class SlamDrawScreen(ResultScreen):
    """A step of the Grand Slam."""

    name = "slam draw"

    def prompt(self, view: View) -> Prompt:
        slam = view.slam
        assert slam is not None
        step = slam.steps[slam.step]
        title = tr("{field} for {sum}", field=words.field(step.on), sum=texts.amount(step.amount))
        return Prompt(view.by or "chip", title, self.asks(view))

    def wins(self, view: View) -> Collection[int | str]:
        slam = view.slam
        assert slam is not None
        step = slam.steps[slam.step]
        bet = FELT[step.symbol].get(step.on) or TAKEOVER[step.symbol][step.on]
        return bet.wins
