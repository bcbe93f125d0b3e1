"""The phases of Cash & Run in words: their names, and for the help the rules in short and how to tell the companion."""

from __future__ import annotations

from companion.ui.gameui import Sheet
from companion.ui.texts import tr

SHEETS = (
    Sheet(
        "players",
        "chair",
        lambda: tr("Players"),
        lambda: tr(
            "Three to six players, each with a pawn and the same money. Everybody gets one Bluff card, face down: only its holder looks at it, and "
            "nobody ever tells the companion what it shows."
        ),
        lambda: tr("Tap a colour and a chair. What was taught of your copy of the game holds once all are there."),
    ),
    Sheet(
        "casinos",
        "card",
        lambda: tr("Casinos"),
        lambda: tr("Two casinos are dealt to each player. The rest lie open, for sale at 100,000 each."),
        lambda: tr("Show your casino cards to the reader, or tap them on the screen."),
    ),
    Sheet(
        "pawn",
        "pawn",
        lambda: tr("Pawns"),
        lambda: tr("Each pawn begins at one of its player’s own casinos."),
        lambda: tr("Tap the casino where you begin."),
    ),
    Sheet(
        "first",
        "dice",
        lambda: tr("Who begins"),
        lambda: tr("Everybody throws both dice; the highest begins. Tied: throw again."),
        lambda: tr("Tap whoever threw highest."),
    ),
    Sheet(
        "throw",
        "dice",
        lambda: tr("The throw"),
        lambda: tr(
            "Throw both dice and go that many squares clockwise. A double: another throw after the square is played. Your own casino: throw again. "
            "At the beginning of your turn, with a set of casinos, you may say Cash & Run instead."
        ),
        lambda: tr("Tap the pair of dice. With a board taught that is the whole throw; else tap the square where you stand."),
    ),
    Sheet(
        "go",
        "arrow-right",
        lambda: tr("Square 1"),
        lambda: tr("Go to any square but another 1, and play it. In your own last lap it does nothing."),
        lambda: tr("Tap the square."),
    ),
    Sheet(
        "offer",
        "chip",
        lambda: tr("For sale"),
        lambda: tr(
            "A casino that nobody owns costs 100,000, and so does a Bluff card on square 3: you hold three at most, with three you exchange one. On "
            "square 7 you may pay 100,000 and play for somebody’s casino; if you lose, the other one picks one of yours."
        ),
        lambda: tr("Tap to buy, or leave it. On square 7 tap the casino, then what you bet on."),
    ),
    Sheet(
        "bet",
        "chip",
        lambda: tr("The bet"),
        lambda: tr(
            "In another player’s casino you must bet at least one chip. You are paid what the field says: 1 : 1 up to 5 : 1. You may bet more than "
            "the owner has: then casinos are auctioned. The pot on square 4 is played for without a stake."
        ),
        lambda: tr("Tap a chip, then the field; each tap lays one more. Then: Bets are down."),
    ),
    Sheet(
        "draw",
        "turn",
        lambda: tr("The result"),
        lambda: tr("Spin the wheel, throw the die or draw a card. A zero does not count: spin again."),
        lambda: tr("Tap what came. A card of the deck can be shown to the reader."),
    ),
    Sheet(
        "lost",
        "card",
        lambda: tr("Pay, or bluff"),
        lambda: tr("Whoever lost, guest or owner, may lay a Bluff card face down. If it is believed, the same is played again."),
        lambda: tr("Tap: pay, or lay a Bluff card. What it shows is never asked while it lies face down."),
    ),
    Sheet(
        "believe",
        "eye",
        lambda: tr("Believe it?"),
        lambda: tr(
            "The other one believes the card: it goes under the pile unseen, and the same is played again, with the same stake. Or it is turned "
            "over: if it shows the game that was played, whoever laid it has won; else that player has lost. No more cards are laid then."
        ),
        lambda: tr("Tap: I believe it, or turn it over; then tap what it shows."),
    ),
    Sheet(
        "pick",
        "card",
        lambda: tr("A casino is lost"),
        lambda: tr("Whoever loses a challenge gives up one casino, of the winner’s choice."),
        lambda: tr("Tap the casino, or show its card."),
    ),
    Sheet(
        "all",
        "chair",
        lambda: tr("All play"),
        lambda: tr(
            "On square 5 everybody spins, throws or draws. The highest gets 500,000 from the bank; what the bank lacks the lowest pays. Whoever is "
            "tied plays again. A Bluff card is of no use here."
        ),
        lambda: tr("Tap the results one after the other."),
    ),
    Sheet(
        "slam",
        "crown",
        lambda: tr("Grand Slam"),
        lambda: tr(
            "On square 6 take 100,000, or try for more: an even number with the die 250,000, then a red card 500,000, then an odd number at roulette "
            "a million. After each you may stop; who loses has nothing."
        ),
        lambda: tr("Tap: take it, try, or stop."),
    ),
    Sheet(
        "slam draw",
        "crown",
        lambda: tr("Grand Slam: the try"),
        lambda: tr(
            "First the die, then a card, then the wheel."
        ),
        lambda: tr("Tap what came."),
    ),
    Sheet(
        "auction",
        "list",
        lambda: tr("Auction"),
        lambda: tr(
            "Everybody but the seller bids, 100,000 at least. Whom the seller owes may bid with that debt. Nobody bids: the bank pays 50,000. One "
            "may also auction a casino of one’s own will, but not while anybody runs, unless one has no money."
        ),
        lambda: tr("Tap a player: that is the next step. Nobody bids more: tap Sold."),
    ),
    Sheet(
        "sell",
        "list",
        lambda: tr("Sale for a debt"),
        lambda: tr("Who can’t pay auctions casinos until the debt is paid. When all is sold the rest is cancelled, and the player is out."),
        lambda: tr("Tap the casino that is auctioned."),
    ),
    Sheet(
        "finished",
        "crown",
        lambda: tr("The end"),
        lambda: tr(
            "Who says Cash & Run lays a set and draws a card: not a spade, and the pawn jumps to the next square 1. The first to go once round "
            "with the laid casinos still there has won. So has the last one who is not bankrupt."
        ),
        lambda: tr("Begin another game, or go home."),
    ),
)  # fmt: skip
"""In the order of a game."""


def title(phase: str) -> str:
    """A phase's name."""
    return next((sheet.title() for sheet in SHEETS if sheet.phase == phase), phase)
