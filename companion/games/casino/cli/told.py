"""Moves of Casino in lines of words."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.casino.rules import moves as do
from companion.games.casino.rules.moves import AnyMove
from companion.games.casino.rules.state import RoundResult
from companion.games.casino.rules.view import View
from companion.games.casino.ui import words
from companion.games.kit.colours import Colour
from companion.printing import players
from companion.said import safe
from companion.words import names, signed, tr


def called() -> dict[Colour, str]:
    """The players by their colours, in the language in force."""
    return {colour: players.colour(colour) for colour in Colour}


def sentence(move: AnyMove, before: View, after: View) -> str:
    """A move in a line of words."""
    match move:
        case do.Join(colour=colour, name=name):
            return tr("{who} is {name}", who=players.colour(colour), name=safe(name))
        case do.Gathered():
            return tr("all have joined")
        case do.Agree(house=house):
            return tr("Royal Casino is played") if house.royal else tr("Casino is played")
        case do.Begin(dealer=dealer):
            return tr("{who} deals first", who=players.colour(dealer))
        case do.Lay() | do.Trail() | do.Take() | do.Build() | do.FalseBuild() if after.last is not None:
            return f"{players.colour(move.by)} {words.did(after.last)}"
        case do.Take(by=by, card=card, cards=cards):
            taken = tr("took {card} with {cards}", cards=words.cards(cards), card=words.card(card))
            return f"{players.colour(by)} {taken}"
        case do.Trail(by=by, card=card):
            left = tr("left {card}", card=words.card(card))
            return f"{players.colour(by)} {left}"
        case do.Shown(by=by, card=card):
            return tr("{who} shows {card}", who=players.colour(by), card=words.card(card))
        case do.Dealt():
            return tr("four cards more to each")
        case do.Counted():
            return tr("everybody has seen the count")
        case do.CountPiles():
            return tr("the piles are counted by hand")
        case do.Correct(side=side, points=points, reason=reason):
            return tr("{who} {n}: {reason}", who=words.side(side, called()), n=signed(points), reason=safe(reason))
        case do.End():
            return tr("the game is ended")
    return type(move).__name__


def count(view: View, result: RoundResult) -> Iterator[str]:
    """A round that is counted: every point with its reason, what was left, false builds, totals."""
    who = called()
    for line in result.counted:
        yield words.counted(line, who)
    if result.residue:
        cards = words.cards(result.residue)
        yield tr("{cards} go to {who}, who took last", cards=cards, who=who[result.last_take]) if result.last_take else cards
    for unheld in result.unheld:
        yield words.unheld(unheld, who)
    yield names([f"{words.side(side, who)} {score}" for side, score in result.scores.items()])
