"""Casino's phases in words: their names, and for the help the whole rules and how to tell the companion."""

from __future__ import annotations

from companion.ui.gameui import Sheet
from companion.words import tr

SHEETS = (
    Sheet(
        "players",
        "chair",
        lambda: tr("Players"),
        lambda: tr(
            "Two to four players with an ordinary deck of 52 cards. Four may play two against two: partners sit opposite and share their score."
        ),
        lambda: tr("Tap a colour for everybody, clockwise. Tap a chair to change its name; drag it to another place."),
    ),
    Sheet(
        "rules",
        "list",
        lambda: tr("House rules"),
        lambda: tr(
            "Casino goes to 21 points. In Royal, jack, queen and king are 11, 12 and 13, an ace is 1 or 14, and sweeps score. Your table may play "
            "otherwise: it is agreed on here."
        ),
        lambda: tr("Tap how you play; last time’s rules are set."),
    ),
    Sheet(
        "dealer",
        "dice",
        lambda: tr("Dealer"),
        lambda: tr("The first dealer is drawn by lot. After every round the deal passes to the left. Whoever sits left of the dealer plays first."),
        lambda: tr("Confirm who was drawn, or tap another seat."),
    ),
    Sheet(
        "table",
        "card",
        lambda: tr("Deal"),
        lambda: tr("The dealer gives four cards to everybody, two by two, and lays four face up. The rest lies beside the dealer."),
        lambda: tr("Scan the four face-up cards, or tap them."),
    ),
    Sheet(
        "play",
        "card",
        lambda: tr("Play"),
        lambda: tr(
            "Everybody plays one card: it takes, it builds, or it stays. A number card takes cards of its number and sets that add up to it, all at "
            "once; an ace is 1. A jack, queen or king takes one of its kind. A build is taken whole, by a card of its value."
        ),
        lambda: tr("Scan the card that you play, face up, or tap it. The next card settles what is lit."),
    ),
    Sheet(
        "choose",
        "card",
        lambda: tr("Take or build"),
        lambda: tr(
            "To build, lay your card with cards of the table and say the value; you keep a card that takes it. You may add cards or sets of that "
            "value, or raise a build of one set with a card of your hand. While your build lies you take, build or add: no card of yours stays."
        ),
        lambda: tr("Tap what it takes or builds with, then “Take”, “Build” or “Leave it”."),
    ),
    Sheet(
        "deal",
        "card",
        lambda: tr("Next deal"),
        lambda: tr("When all have played their four cards everybody gets four more; none go to the table. The dealer says “last” at the last deal."),
        lambda: tr("Deal. The first card that is scanned goes on."),
    ),
    Sheet(
        "piles",
        "chart",
        lambda: tr("Count by hand"),
        lambda: tr("The round is played on without the companion. Then everybody counts: cards, spades, aces, 10 of diamonds, 2 of spades, sweeps."),
        lambda: tr("Tap the numbers of all piles but one; the last one follows."),
    ),
    Sheet(
        "count",
        "chart",
        lambda: tr("Count"),
        lambda: tr(
            "Most cards 3, most spades 1, 10 of diamonds 2, 2 of spades 1, each ace 1, each sweep 1 where sweeps count. Tied at the top: nobody. "
            "What is left on the table goes to whoever took last."
        ),
        lambda: tr("Look at every point and its reason, then go on."),
    ),
    Sheet(
        "finished",
        "crown",
        lambda: tr("End"),
        lambda: tr(
            "Whoever has the most points once somebody has 21 wins; if tied, another round. In Royal the points are counted in order, and whoever "
            "reaches 21 first has won."
        ),
        lambda: tr("Play again, or go home."),
    ),
)


def title(phase: str) -> str:
    """A phase's name."""
    return next((sheet.title() for sheet in SHEETS if sheet.phase == phase), phase)
