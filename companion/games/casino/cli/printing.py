"""What the command line prints of a game of Casino: its counted rounds, and how it stands. It tells no pile of a round that is on."""

from __future__ import annotations

from companion.games.casino.cli.told import called
from companion.games.casino.rules.state import RoundResult
from companion.games.casino.rules.view import View
from companion.games.casino.ui import help, words
from companion.printing.players import colour
from companion.printing.tables import add, headed, line, show
from companion.said import safe
from companion.words import names, signed, tr


def game(file: str, view: View) -> None:
    """A whole game: who plays, every counted round, how it stands."""
    line(safe(file), "bold")
    line(", ".join(f"{safe(player.name)} ({colour(player.colour)})" for player in view.players))
    for result in view.results:
        _round(result)
    if view.loose or view.builds:
        line(tr("On the table: {cards}", cards=_table(view)))
    line(_standing(view), "bold")
    line("")


def _round(result: RoundResult) -> None:
    who = called()
    table = headed(tr("player"), tr("cards"), tr("spades"), tr("points"), tr("sweeps"), tr("score"),
                   title=tr("Round {n}: {who} dealt", n=result.round, who=who[result.dealer]))  # fmt: skip
    for side, pile in result.piles.items():
        own = ", ".join(f"{words.item(each.what)} {each.points}" for each in result.counted if each.to == side)
        add(table, words.side(side, who), str(pile.cards), str(pile.spades), own, str(pile.sweeps), str(result.scores[side]))
    show(table)
    if result.residue and result.last_take is not None:
        line(tr("{cards} go to {who}, who took last", cards=words.cards(result.residue), who=who[result.last_take]))
    for unheld in result.unheld:
        line(words.unheld(unheld, who))
    for each in result.corrections:
        line(tr("{who} {n}: {reason}", who=words.side(each.side, who), n=signed(each.points), reason=safe(each.reason)))


def _table(view: View) -> str:
    builds = [f"{words.value(build)} ({words.cards(build.cards)}, {colour(build.owner)})" for build in view.builds]
    return ", ".join([*map(words.card, view.loose), *builds])


def _standing(view: View) -> str:
    who = {player.colour: f"{safe(player.name)} ({colour(player.colour)})" for player in view.players}
    if view.outcome is not None and view.outcome.left:
        return tr("Ended early in round {n}.", n=view.round)
    if view.outcome is not None:
        said = tr("Finished: {who} won.", who=names(who[each] for each in view.outcome.winners))
        decided = words.decided(view.outcome.decided_at, view.house.target)
        return f"{said} {decided}" if decided else said
    if view.to_act is not None:
        return tr("In progress: round {n}, {phase}. Next: {who}.", n=view.round, phase=help.title(view.phase), who=who[view.to_act])
    return tr("In progress: round {n}, {phase}.", n=view.round, phase=help.title(view.phase))
