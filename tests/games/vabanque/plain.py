"""A second reckoning of a game, written without any of the rules' code: plain loops over the objects of a record.

It trusts the moves to be legal, and answers only what they come to.
"""

from __future__ import annotations

from typing import Any


def table_pays(tokens: list[int], cards: list[tuple[str, str]], pawns: list[str]) -> dict[str, int]:
    """Money of each player at one table; only those who are there are named."""
    worth = 0
    for token in tokens:
        worth += token * 1000
    for _, kind in cards:
        if kind == "raise":
            worth += sum(tokens) * 1000
    money = dict.fromkeys([*pawns, *(owner for owner, _ in cards)], 0)
    for pawn in pawns:
        cheated = False
        for owner, kind in cards:
            if kind == "cheat" and owner != pawn:
                cheated = True
                money[owner] += worth
        if not cheated:
            money[pawn] += worth
    return money


def reckon(chairs: list[str], first: str, platelets: bool, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Fortunes and the rounds' order, seats and payouts of a game that is over."""
    ring = {3: 7, 4: 9, 5: 10, 6: 12}[len(chairs)]
    order = chairs[chairs.index(first) :] + chairs[: chairs.index(first)]
    if lines and lines[0]["do"] == "order":
        order = [str(colour) for colour in lines[0]["order"]]
        lines = lines[1:]
    seats = list(chairs)
    ended = False
    money = dict.fromkeys(chairs, 0)
    pawns: dict[str, int] = {}
    tokens: dict[int, list[int]] = {}
    for line in lines:
        if line["do"] == "start":
            place = line["table"]
            for colour in order:
                pawns[colour] = place
                place = place + 2 if place + 2 <= ring else place + 2 - ring
    queue = [line for line in lines if line["do"] != "start"]
    rounds = []
    for number, (value, each) in enumerate([(5, 4), (10, 3), (20, 2), (50, 1)], 1):
        people = len(chairs)
        whole = (each + 4) * people
        if any(line["do"] == "end" for line in queue[:whole]):
            queue = []
            ended = True
        if ended:
            break
        laid, queue = queue[: each * people], queue[each * people :]
        for line in laid:
            tokens.setdefault(line["table"], []).append(value)
        cards, queue = queue[: 3 * people], queue[3 * people :]
        moves, queue = queue[:people], queue[people:]
        for line in moves:
            pawns[line["by"]] += line["steps"]
            if pawns[line["by"]] > ring:
                pawns[line["by"]] -= ring
        there = [(c["by"], str(c["character"]), c["table"]) for c in cards if c["table"] in pawns.values()]
        # What was told as one kind twice is told anew where both are turned over.
        there = [(who, "hidden" if sum(each[:2] == (who, kind) for each in there) > 1 else kind, at) for who, kind, at in there]
        while queue and queue[0]["do"] in ("reveal", "untold"):
            told = queue.pop(0)
            there.remove((told["by"], "hidden", told["table"]))
            if told["do"] == "reveal":
                there.append((told["by"], str(told["character"]), told["table"]))
        if queue and queue[0]["do"] == "end" and (queue[0]["paid"] is False or any(kind == "hidden" for _, kind, _ in there)):
            queue.pop(0)
            ended = True
            break
        paid = {}
        for table in sorted(set(pawns.values())):
            shown = [(owner, kind) for owner, kind, at in there if at == table]
            paid[table] = table_pays(tokens.get(table, []), shown, [c for c in chairs if pawns[c] == table])
            for colour, amount in paid[table].items():
                money[colour] += amount
        stayed, pinned = False, None
        while queue and queue[0]["do"] in ("correct", "stay", "order"):
            line = queue.pop(0)
            if line["do"] == "correct":
                money[line["by"]] += line["amount"]
            elif line["do"] == "stay":
                stayed = True
            else:
                pinned = [str(colour) for colour in line["order"]]
        result = {"order": list(order), "paid": paid, "fortunes": dict(money), "next_order": None, "seats": None}
        if number < 4:
            # Pulled out one by one: always the richest of those left, and among level ones who played last.
            left, new = list(reversed(order)), []
            while left:
                best = max(left, key=lambda colour: money[colour])
                left.remove(best)
                new.append(best)
            order = pinned or new
            if not platelets and not stayed:
                chair = seats.index(order[0])
                for colour in order:
                    seats[chair] = colour
                    chair = (chair + 1) % people
            result["next_order"], result["seats"] = list(order), list(seats)
        if queue and queue[0]["do"] == "end":
            queue.pop(0)
            ended = True
        rounds.append(result)
    most = max(money.values())
    winners = [] if ended else [c for c in chairs if money[c] == most]
    return {"fortunes": money, "winners": winners, "rounds": rounds, "left": queue}
