"""A second reckoning of a game, written without any of the rules' code: plain loops over the objects of a record.

It trusts the moves to be legal, and answers only what they come to.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

SCORING = ["10D", "2S", "AS", "AC", "AH", "AD"]


def number(card: str) -> int:
    return {"A": 1, "J": 11, "Q": 12, "K": 13}[card[:-1]] if card[:-1] in "AJQK" else int(card[:-1])


def how_many_sets(cards: list[str], value: int) -> int:
    """Takes away one set after the other, trying every choice for the set that the first card is in. -1 if it can't be done."""
    if not cards:
        return 0
    first, others = cards[0], cards[1:]
    for size in range(len(others) + 1):
        for some in combinations(others, size):
            if sum(number(card) for card in (first, *some)) == value or (not some and first[0] == "A" and value == 14):
                more = how_many_sets([card for card in others if card not in some], value)
                if more >= 0:
                    return more + 1
    return -1


class Round:
    """One round, line by line."""

    def __init__(self, people: int, sides: dict[str, str]) -> None:
        self.people, self.sides = people, sides
        self.loose: list[str] = []
        self.builds: list[dict[str, Any]] = []
        self.piles: dict[str, list[str]] = {side: [] for side in sides.values()}
        self.sweeps = dict.fromkeys(sides.values(), 0)
        self.last: str | None = None
        self.log: list[tuple[str, str, list[int], int]] = []
        """Of every play: who, which card, and the values of the builds that were this player's after it. A false build has no card, but a value."""

    def of(self, by: str) -> list[int]:
        return [build["value"] for build in self.builds if build["owner"] == by]

    def plays(self) -> int:
        return sum(1 for _, card, _, _ in self.log if card)

    def line(self, line: dict[str, Any]) -> None:
        do, by = line["do"], line.get("by", "")
        if do == "lay":
            self.loose.append(line["card"])
            return
        if do == "trail":
            self.loose.append(line["card"])
        elif do == "take":
            taken = set(line["cards"])
            self.loose = [card for card in self.loose if card not in taken]
            self.builds = [build for build in self.builds if not set(build["cards"]) <= taken]
            self.piles[self.sides[by]] += [line["card"], *line["cards"]]
            self.last = by
            if not self.loose and not self.builds:
                self.sweeps[self.sides[by]] += 1
        elif do == "build":
            joined = [build for build in self.builds if set(build["cards"]) <= set(line["with"])]
            table = [card for card in line["with"] if card in self.loose]
            self.loose = [card for card in self.loose if card not in table]
            if not joined:
                made = [line["card"], *table]
                self.builds.append({"value": line["value"], "cards": made, "sets": how_many_sets(made, line["value"]), "owner": by})
            else:
                (build,) = joined
                if build["value"] == line["value"]:
                    build["sets"] += how_many_sets([line["card"], *table], line["value"])
                else:
                    build["sets"] = 1 + how_many_sets(table, line["value"])
                build["cards"] = [*build["cards"], line["card"], *table]
                build["value"], build["owner"] = line["value"], by
        elif do == "false":
            fallen = next(build for build in self.builds if set(build["cards"]) == set(line["cards"]))
            self.builds.remove(fallen)
            self.loose += fallen["cards"]
            self.log.append((by, "", self.of(by), fallen["value"]))
        if do in ("trail", "take", "build"):
            self.log.append((by, line["card"], self.of(by), 0))

    def unheld(self) -> set[tuple[int, str, int]]:
        """Looks from every play ahead to the end of its deal: a card that takes each of one's builds comes, or it was never held."""
        found, each, deal = set(), 4 * self.people, 1
        for at, (by, card, values, _) in enumerate(self.log):
            if not card:
                continue
            deal = (sum(1 for _, played, _, _ in self.log[: at + 1] if played) - 1) // each + 1
            left = deal * each - sum(1 for _, played, _, _ in self.log[: at + 1] if played)
            rest = []
            for entry in self.log[at + 1 :]:
                if left == 0:
                    break
                rest.append(entry)
                left -= bool(entry[1])
            mine = [entry for entry in rest if entry[0] == by]
            if sum(1 for entry in mine if entry[1]) + sum(1 for entry in self.log[: at + 1] if entry[0] == by and entry[1]) < 4 * deal:
                continue  # The hand is not played out.
            for value in values:
                for _, played, then, fallen in mine:
                    if played and (number(played) == value or (played[0] == "A" and value == 14)):
                        break
                    if fallen == value and value not in then:
                        break
                else:
                    found.add((deal, by, value))
        return found


def counted(piles: dict[str, dict[str, Any]], sweeps_count: bool) -> list[tuple[str, str | None, int]]:
    lines: list[tuple[str, str | None, int]] = []
    for what, points in (("cards", 3), ("spades", 1)):
        best = sorted(((pile[what], side) for side, pile in piles.items()), reverse=True)
        alone = best[0][0] > best[1][0]
        lines.append((what, best[0][1], points) if alone else (what, None, 0))
    for card in SCORING:
        owner = [side for side, pile in piles.items() if card in pile["points"]]
        lines.append((card, owner[0], 2 if card == "10D" else 1) if owner else (card, None, 0))
    if sweeps_count:
        lines += [("sweeps", side, pile["sweeps"]) for side, pile in piles.items() if pile["sweeps"]]
    return lines


def over(header: dict[str, Any], scores: list[dict[str, int]], lines: list[tuple[str, str | None, int]], corrected: bool) -> tuple[str, str] | None:
    """The side that has won, and by what. `scores`: after every round."""
    target, now = header.get("target", 21), scores[-1]
    then = scores[-2] if len(scores) > 1 else dict.fromkeys(now, 0)
    order = sorted(now.values(), reverse=True)
    leader = next(side for side in now if now[side] == order[0])
    if "rounds" in header:
        return (leader, "total") if len(scores) >= header["rounds"] and order[0] > order[1] else None
    in_order = header.get("game") == "royal" and not corrected and all(score < target for score in then.values())
    if in_order:
        for what, side, points in lines:
            if what == "sweeps" or side is None:
                continue
            then = {**then, side: then[side] + points}
            if then[side] >= target:
                return side, what
    if order[0] >= target and order[0] > order[1]:
        return leader, "sweeps" if in_order else "total"
    return None


def reckon(header: dict[str, Any], lines: list[dict[str, Any]]) -> dict[str, Any]:
    """What a record comes to: scores, rounds, winners, and what lies on the table."""
    colours = [player["colour"] for player in header["players"]]
    if header.get("teams"):
        sides = {colour: f"{colours[place % 2]}+{colours[place % 2 + 2]}" for place, colour in enumerate(colours)}
    else:
        sides = {colour: colour for colour in colours}
    sweeps_count = header.get("sweeps", header.get("game") == "royal")
    scores: dict[str, int] = dict.fromkeys(sides.values(), 0)
    history: list[dict[str, int]] = []
    rounds: list[dict[str, Any]] = []
    won: tuple[str, str] | None = None
    ended = False
    on = Round(len(colours), sides)
    for line in lines:
        if line["do"] == "end":
            ended, won = True, None
            on = Round(len(colours), sides)
            break
        if line["do"] == "correct":
            scores[line["side"]] += line["points"]
            history[-1] = dict(scores)
            rounds[-1]["scores"] = dict(scores)
            won = over(header, history, rounds[-1]["counted"], True)
            continue
        piles: dict[str, dict[str, Any]] | None = None
        residue: list[str] = []
        if line["do"] == "count":
            piles = {side: {"sweeps": 0, **line["piles"][side]} for side in scores}
            for pile in piles.values():
                pile["points"] = sorted(pile["points"], key=SCORING.index)
        else:
            on.line(line)
            if on.plays() == 48:
                residue = on.loose
                if on.last is not None:
                    on.piles[sides[on.last]] += residue
                piles = {
                    side: {
                        "cards": len(pile),
                        "spades": len([card for card in pile if card.endswith("S")]),
                        "points": [card for card in SCORING if card in pile],
                        "sweeps": on.sweeps[side],
                    }
                    for side, pile in on.piles.items()
                }
        if piles is not None:
            told = counted(piles, sweeps_count)
            for _, side, points in told:
                if side:
                    scores[side] += points
            history.append(dict(scores))
            rounds.append(
                {
                    "piles": piles, "counted": told, "scores": dict(scores), "last_take": on.last, "residue": list(residue),
                    "unheld": on.unheld(), "by_hand": line["do"] == "count",
                }
            )  # fmt: skip
            won = over(header, history, told, False)
            on = Round(len(colours), sides)
    return {
        "scores": scores,
        "rounds": rounds,
        "winners": [colour for colour in colours if won and sides[colour] == won[0]] if not ended else [],
        "decided_at": won[1] if won and not ended else None,
        "loose": on.loose,
        "builds": on.builds,
        "plays": on.plays(),
    }
