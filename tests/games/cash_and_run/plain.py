"""A second reckoning of a game, written without any of the rules' code: plain loops over the objects of a record.

It trusts the lines to be legal, and answers only what they come to.
"""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]
RED = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)


def wins(on: str, result: Any) -> bool:
    """Whether the bet wins with this number or card."""
    if isinstance(result, str):
        suit = result[-1]
        if on == "court":
            return result[0] in "JQKA"
        return suit in {"red": "HD", "black": "SC"}.get(on, on[0].upper())
    if on in ("red", "black"):
        return (result in RED) == (on == "red")
    if on in ("odd", "even"):
        return result % 2 == (on == "odd")
    if "-" in on:
        low, high = on.split("-")
        return int(low) <= result <= int(high)
    return str(result) in on.split("+")


def odds(on: str) -> int:
    """What is paid for 1."""
    if on in ("red", "black", "odd", "even"):
        return 1
    if on in ("hearts", "diamonds", "spades", "clubs"):
        return 3
    if "-" in on:
        low, high = on.split("-")
        return 2 if int(high) - int(low) == 11 else 5
    return 5 if on.isdigit() else 2


def height(result: Any) -> int:
    """How high a number or a card is."""
    if isinstance(result, int):
        return result
    return {"J": 11, "Q": 12, "K": 13, "A": 14}.get(result[:-1], 0) or int(result[:-1])


class Reckoning:
    """A game on paper."""

    def __init__(self, header: Line) -> None:
        self.board: list[str] = header.get("board", [])
        self.seats = [player["colour"] for player in header["players"]]
        self.cash = dict.fromkeys(self.seats, header.get("start", 2_000_000))
        self.pot, self.bank = 0, header.get("bank")
        self.cards = dict.fromkeys(self.seats, header.get("bluff", 1))
        self.owner = {casino: player["colour"] for player in header["players"] for casino in player["casinos"]}
        self.symbol = {casino["id"]: casino["symbol"] for casino in header["casinos"]}
        self.at: dict[str, Any] = {p["colour"]: self.board.index(p["at"]) + 1 if self.board else p["at"] for p in header["players"]}
        self.own_again, self.exact, self.pot_bluff = header.get("own", True), header.get("exact", False), header.get("pot_bluff", False)
        self.lap: dict[str, list[str]] = {}
        self.moved: dict[str, int] = {}
        self.ruined: list[str] = []
        self.gone: list[str] = []
        self.winner, self.won_by, self.over = None, None, False
        self.turns: list[Line] = []
        self.who = header["first"]
        self.doubles, self.own, self.lost_slam = 0, False, False
        self.game: Line = {}
        self.sale: Line = {}
        self.debt: Line = {}
        self.round: dict[str, int] = {}
        self.slam = 0
        self.stopped: Any = None
        self._open_turn(self.who)

    def _open_turn(self, who: str) -> None:
        self.turns.append({"by": who, "throws": [], "squares": [], "payments": [], "events": []})
        self.who, self.doubles, self.own, self.lost_slam = who, 0, False, False

    def _alive(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.ruined + self.gone]

    def pay(self, source: str, to: str, amount: int, why: str) -> None:
        """Money moves; the bank pays what it has."""
        if source == "bank" and self.bank is not None:
            amount = min(amount, self.bank)
        for name, change in ((source, -amount), (to, amount)):
            if name == "pot":
                self.pot += change
            elif name == "bank":
                self.bank = None if self.bank is None else self.bank + change
            else:
                self.cash[name] += change
        if amount:
            self.turns[-1]["payments"].append((source, to, amount, why))

    def tell(self, what: str, **keys: Any) -> None:
        self.turns[-1]["events"].append({"what": what, **keys})

    def give(self, casino: str, to: str | None) -> None:
        """A casino changes hands, and a lap may be lost by it."""
        had = self.owner.pop(casino, None)
        if to:
            self.owner[casino] = to
        if had and had != to and casino in self.lap.get(had, []):
            del self.lap[had]
            self.moved.pop(had, None)
            self.tell("lap over", by=had, casino=casino)

    def held(self, who: str) -> list[str]:
        return [casino for casino, owner in self.owner.items() if owner == who]

    def _out(self, who: str) -> None:
        self.cards[who], self.at[who] = 0, None
        self.lap.pop(who, None)
        self.moved.pop(who, None)
        if len(self._alive()) == 1:
            self.winner, self.won_by, self.over = self._alive()[0], "last", True

    def need(self, by: str, to: str | None, amount: int, why: str) -> None:
        """Somebody has to pay, or to find a stake (to nobody)."""
        if to is None:
            if self.cash[by] == 0:
                self.debt = {"by": by, "to": None}
                self._sell()
            return
        now = min(amount, self.cash[by])
        self.pay(by, to, now, why)
        if now < amount:
            self.debt = {"by": by, "to": to, "left": amount - now, "why": why}
            self._sell()

    def _sell(self, first: str | None = None) -> None:
        by = self.debt["by"]
        held = self.held(by)
        if not held:
            self.tell("bankrupt", by=by)
            self.ruined.append(by)
            self.debt, self.game = {}, {}
            self._out(by)
        elif first or len(held) == 1:
            self.sale = {"seller": by, "casino": first or held[0], "bid": 0, "by": None}

    # --- lines --------------------------------------------------------------------------------------------------

    def line(self, line: Line) -> None:
        """One line of the record."""
        getattr(self, "on_" + line["do"].replace(" ", "_"))(line)

    def _turn(self, by: str) -> None:
        if by == self.who and by not in self.ruined + self.gone:
            if not self.turns[-1]["throws"]:
                return
            assert not self.lost_slam
            if self.own:
                self.own = False
            else:
                assert self.doubles > 0
                self.doubles -= 1
            return
        if self.who not in self.ruined + self.gone:
            assert not self.own
            assert self.doubles == 0 or self.lost_slam
        assert by == self._next()
        self._open_turn(by)

    def _next(self) -> str:
        at = self.seats.index(self.who)
        after = self.seats[at + 1 :] + self.seats[:at]
        return next(seat for seat in after if seat in self._alive())

    def _before_a_throw(self) -> None:
        """What is set right by hand belongs to the turn that is to be thrown for."""
        over = self.turns[-1]["throws"] and not self.own and (self.doubles == 0 or self.lost_slam)
        if over or self.who in self.ruined + self.gone:
            self._open_turn(self._next())

    def on_throw(self, line: Line) -> None:
        by, (one, other) = line["by"], line["dice"]
        self._turn(by)
        running = by in self.lap
        if self.board:
            place = self.at[by]
            for _ in range(one + other):
                place = 1 if place == len(self.board) else place + 1
            self.at[by], square = place, self.board[place - 1]
        else:
            self.at[by] = square = line["square"]
        self.turns[-1]["throws"].append([one, other])
        if one == other and not running:
            self.doubles += 1
        if running and self.board:
            self.moved[by] += one + other
        around = self.board and running and (self.moved[by] % len(self.board) == 0 if self.exact else self.moved[by] >= len(self.board))
        if around or line.get("lap"):
            self.turns[-1]["squares"].append(square)
            self.winner, self.won_by, self.over = by, "lap", True
            return
        self._land(by, square)

    def on_go(self, line: Line) -> None:
        by = line["by"]
        self.at[by] = line["to"] if self.board else line["square"]
        self._land(by, self.board[line["to"] - 1] if self.board else line["square"])

    def _land(self, by: str, square: str) -> None:
        self.turns[-1]["squares"].append(square)
        self.stopped = square
        if square in self.symbol:
            owner = self.owner.get(square)
            if owner == by:
                self.own = self.own_again and by not in self.lap
            elif owner:
                self.game = {"kind": "casino", "bettor": by, "owner": owner, "casino": square, "symbol": self.symbol[square]}
                self.need(by, None, 0, "")
        elif square[0] == "4" and self.pot:
            self.game = {"kind": "pot", "bettor": by, "owner": None, "on": "court"}
        elif square[0] == "5":
            self.round = {}
            self.game = {"kind": "all", "waiting": len(self._alive()), "stage": "high"}
        elif square[0] == "6":
            self.slam = 0

    def on_buy(self, line: Line) -> None:
        by = line["by"]
        if self.stopped == "3":
            self.pay(by, "pot", 100_000, "Bluff card")
            self.cards[by] += 0 if line.get("exchange") else 1
        else:
            self.pay(by, "pot", 100_000, "casino")
            self.give(self.stopped, by)
            self.tell("bought", by=by, casino=self.stopped)

    def on_decline(self, line: Line) -> None:
        assert line["by"] == self.who

    def on_bet(self, line: Line) -> None:
        self.game["on"] = line["on"]
        if "stake" in line:
            self.game["stake"] = line["stake"]

    def on_takeover(self, line: Line) -> None:
        self.pay(line["by"], "pot", 100_000, "takeover")
        symbol = {"A": "roulette", "B": "die", "C": "cards"}[self.stopped[1]]
        self.game = {"kind": "takeover", "bettor": line["by"], "owner": line["from"], "casino": line["casino"], "on": line["on"], "symbol": symbol}

    def on_roulette(self, line: Line) -> None:
        if line["number"]:
            self._result(line["number"], line.get("by"))

    def on_die(self, line: Line) -> None:
        self._result(line["face"], line.get("by"))

    def on_card(self, line: Line) -> None:
        self._result(line["card"], line.get("by"))

    def _result(self, result: Any, by: str | None) -> None:
        if self.slam:
            self._slam(result)
        elif self.game["kind"] == "all":
            assert by
            self._all(by, result)
        else:
            self._contest(wins(self.game["on"], result))

    def _contest(self, won: bool) -> None:
        game = self.game
        if game["kind"] == "pot":
            game["symbol"] = {"A": "roulette", "B": "die", "C": "cards"}[self.stopped[1]]
            neighbours = self.seats[self.seats.index(game["bettor"]) :] + self.seats
            other = next(seat for seat in neighbours if seat in self._alive() and seat != game["bettor"])
        else:
            other = game["owner"]
        game["winner"], game["loser"] = (game["bettor"], other) if won else (other, game["bettor"])
        can_bluff = game["kind"] != "pot" or (self.pot_bluff and not won)
        if not (can_bluff and self.cards[game["loser"]]):
            self._decided()

    def on_settle(self, line: Line) -> None:
        assert line["by"] == self.game["loser"]
        self._decided()

    def on_bluff(self, line: Line) -> None:
        assert line["by"] == self.game["loser"]
        self.cards[line["by"]] -= 1

    def on_believe(self, line: Line) -> None:
        self.tell("believed", by=self.game["winner"], of=self.game["loser"])

    def on_doubt(self, line: Line) -> None:
        game = self.game
        self.tell("turned over", by=game["winner"], of=game["loser"], shows=line["shows"])
        if line["shows"] == game["symbol"]:
            game["winner"], game["loser"] = game["loser"], game["winner"]
        self._decided()

    def _decided(self) -> None:
        game, self.game = self.game, {}
        won = game["winner"] == game["bettor"]
        if game["kind"] == "pot":
            if won:
                self.pay("pot", game["bettor"], self.pot, "the pot")
        elif game["kind"] == "takeover":
            mine = self.held(game["bettor"])
            if won:
                self._taken(game["casino"], game["bettor"], game["owner"])
            elif len(mine) == 1:
                self._taken(mine[0], game["owner"], game["bettor"])
            else:
                self.game = game
        elif not won:
            self.pay(game["bettor"], game["owner"], game["stake"], "game")
        else:
            owner, due = game["owner"], game["stake"] * odds(game["on"])
            now = min(due, self.cash[owner])
            self.pay(owner, game["bettor"], now, "game")
            if now < due:
                self.debt = {"by": owner, "to": game["bettor"], "left": due - now, "why": "game"}
                self._sell(game["casino"])

    def _taken(self, casino: str, by: str, of: str) -> None:
        self.give(casino, by)
        self.tell("taken over", by=by, casino=casino, of=of)

    def on_pick(self, line: Line) -> None:
        self._taken(line["casino"], line["by"], self.game["bettor"])
        self.game = {}

    def _all(self, by: str, result: Any) -> None:
        game = self.game
        self.round[by] = height(result)
        if len(self.round) < game["waiting"]:
            return
        game.setdefault("first", dict(self.round))
        extreme = max(self.round.values()) if game["stage"] == "high" else min(self.round.values())
        level = [who for who in self.round if self.round[who] == extreme]
        if len(level) > 1:
            self.round, game["waiting"] = {}, len(level)
            return
        if game["stage"] == "high":
            game["winner"] = level[0]
            missing = 500_000 - (500_000 if self.bank is None else min(500_000, self.bank))
            self.pay("bank", level[0], 500_000, "play all")
            if not missing:
                self.game = {}
                return
            game["stage"], game["missing"] = "low", missing
            others = {who: score for who, score in game["first"].items() if who != level[0]}
            level = [who for who in others if others[who] == min(others.values())]
            if len(level) > 1:
                self.round, game["waiting"] = {}, len(level)
                return
        self.game = {}
        self.need(level[0], game["winner"], game["missing"], "play all")

    def on_sure(self, line: Line) -> None:
        self.pay("bank", line["by"], 100_000, "grand slam")

    def on_try(self, line: Line) -> None:
        self.slam += 1

    def on_stop(self, line: Line) -> None:
        self.pay("bank", line["by"], (250_000, 500_000)[self.slam - 1], "grand slam")
        self.slam = 0

    def _slam(self, result: Any) -> None:
        if not wins(("even", "red", "odd")[self.slam - 1], result):
            self.tell("slam lost", by=self.who, step=self.slam)
            self.slam, self.lost_slam = 0, True
        elif self.slam == 3:
            self.pay("bank", self.who, 1_000_000, "grand slam")
            self.slam = 0

    def on_auction(self, line: Line) -> None:
        if not self.debt:
            self._sale_turn(line["by"])
        self.sale = {"seller": line["by"], "casino": line["casino"], "bid": 0, "by": None}

    def _sale_turn(self, by: str) -> None:
        # A sale of one's own will may be the first act of a turn.
        if by != self.who:
            self._turn(by)

    def on_bid(self, line: Line) -> None:
        self.sale["bid"], self.sale["by"] = line["amount"], line["by"]

    def on_sold(self, _: Line) -> None:
        sale, self.sale = self.sale, {}
        seller, buyer, price, debt = sale["seller"], sale["by"], sale["bid"], self.debt
        if buyer is None:
            price = 50_000
            self.pay("bank", seller, price, "auction")
        else:
            used = min(price, debt.get("left", 0)) if debt.get("to") == buyer else 0
            if used:
                self.tell("credit", by=buyer, amount=used)
                debt["left"] -= used
            self.pay(buyer, seller, price - used, "auction")
        self.tell("sold", by=seller, casino=sale["casino"], to=buyer or "bank", amount=price)
        self.give(sale["casino"], buyer)
        if not debt:
            return
        if debt["to"] is None:
            if self.cash[seller]:
                self.debt = {}
            else:
                self._sell()
            return
        now = min(debt["left"], self.cash[seller])
        self.pay(seller, debt["to"], now, debt["why"])
        debt["left"] -= now
        if debt["left"]:
            self._sell()
        else:
            self.debt = {}

    def on_run(self, line: Line) -> None:
        by = line["by"]
        self._turn(by)
        self.tell("cash & run", by=by, card=line["card"])
        self.doubles, self.own = 0, False
        if line["card"][-1] != "S":
            if self.board:
                place = self.at[by]
                while self.board[place - 1] != "1":
                    place = 1 if place == len(self.board) else place + 1
                self.at[by], self.moved[by] = place, 0
            else:
                self.at[by] = "1"
            self.lap[by] = list(line["casinos"])
        # The turn is over whatever happened, so nothing may follow in it.
        self.turns[-1]["throws"].append(None)

    def on_correct(self, line: Line) -> None:
        self._before_a_throw()
        if line["amount"] > 0:
            self.pay("bank", line["by"], line["amount"], "correction")
        else:
            self.pay(line["by"], "bank", -line["amount"], "correction")

    def on_put(self, line: Line) -> None:
        self._before_a_throw()
        self.at[line["by"]] = line["to"] if self.board else line["square"]

    def on_hand_over(self, line: Line) -> None:
        self._before_a_throw()
        self.give(line["casino"], line.get("to"))

    def on_hold(self, line: Line) -> None:
        self._before_a_throw()
        self.cards[line["by"]] = line["cards"]

    def on_quit(self, line: Line) -> None:
        self._before_a_throw()
        by = line["by"]
        for casino in list(self.symbol):
            if self.owner.get(casino) == by:
                self.give(casino, None)
        self.pay(by, "pot", self.cash[by], "left")
        self.tell("left", by=by)
        self.gone.append(by)
        self._out(by)

    def on_end(self, _: Line) -> None:
        self.over = True

    def comes_to(self) -> Line:
        """What there is at the end, or so far."""
        return {
            "cash": self.cash,
            "pot": self.pot,
            "bank": self.bank,
            "casinos": {seat: sorted(self.held(seat)) for seat in self.seats},
            "bluff": self.cards,
            "at": self.at,
            "laps": {who: {"casinos": self.lap[who]} | ({"moved": self.moved[who]} if self.board else {}) for who in self.lap},
            "bankrupt": self.ruined,
            "winner": self.winner,
            "won_by": self.won_by,
            "over": self.over,
            "happened": [happened for turn in self.turns if (happened := self._happened(turn))],
        }

    def _happened(self, turn: Line) -> list[Any]:
        throws = [dice for dice in turn["throws"] if dice]
        parts = (throws, turn["squares"], turn["payments"], turn["events"])
        return [turn["by"], *parts] if any(parts) else []
