"""Vabanque's phases in words: their names, and for the help the rule in two sentences and how to tell the companion."""

from __future__ import annotations

from companion.ui.gameui import Sheet
from companion.ui.texts import tr

SHEETS = (
    Sheet(
        "players",
        "chair",
        lambda: tr("Players"),
        lambda: tr(
            "Three to six players, each with a colour: a pawn and four cards. Your colour card lies face up in front of you; the other "
            "three are your hand."
        ),
        lambda: tr("Scan your colour card, or tap a colour on the screen. Tap a chair to change its name; drag it to another place."),
    ),
    Sheet(
        "ring",
        "chip",
        lambda: tr("Tables"),
        lambda: tr(
            "Seven, nine, ten or twelve tables lie in a circle, for three, four, five or six players. They are numbered clockwise from the first one."
        ),
        lambda: tr("Scan the tables clockwise, or use last time’s circle."),
    ),
    Sheet(
        "draw",
        "dice",
        lambda: tr("Start player"),
        lambda: tr("The start player is drawn by lot. The others follow clockwise."),
        lambda: tr("Tap the die, or the chair of whoever begins."),
    ),
    Sheet(
        "start",
        "pawn",
        lambda: tr("First pawns"),
        lambda: tr("The start player puts their pawn on any table. Each next pawn goes two tables further, clockwise."),
        lambda: tr("Tap the table, or scan it."),
    ),
    Sheet(
        "tokens",
        "chip",
        lambda: tr("Tokens"),
        lambda: tr("In turn, each player places one token on any table, until this round’s tokens are gone. Tokens stay until the end of the game."),
        lambda: tr("Tap the table, or scan it."),
    ),
    Sheet(
        "cards",
        "card",
        lambda: tr("Cards"),
        lambda: tr(
            "In turn, each player puts a card face down beside any table, three times round. A Raise adds the table’s tokens once more, a "
            "Cheat takes other pawns’ money, a Bluff does nothing."
        ),
        lambda: tr("Scan the card, then its table. Without a reader: tap the table, then choose the card in secret."),
    ),
    Sheet(
        "pawns",
        "pawn",
        lambda: tr("Pawns"),
        lambda: tr("Each pawn stays, or goes one to four tables on, clockwise. Only tables with a pawn pay."),
        lambda: tr("Tap the table where the pawn goes, or scan it."),
    ),
    Sheet(
        "stand",
        "check",
        lambda: tr("Pawns"),
        lambda: tr("All pawns are in place. Look once more: next the cards are turned over."),
        lambda: tr("Everything can be undone until you go on."),
    ),
    Sheet(
        "reveal",
        "card",
        lambda: tr("Payout"),
        lambda: tr("At the tables with pawns every card is turned over. The others stay face down and secret."),
        lambda: tr("Cards that were scanned turn over by themselves. Scan the missing ones, or pick them on the screen."),
    ),
    Sheet(
        "payout",
        "chip",
        lambda: tr("Payout"),
        lambda: tr(
            "A table is worth its tokens, doubled by one Raise, tripled by two. Each pawn there gets 1,000 times that; another player’s "
            "Cheat takes it instead, for each pawn."
        ),
        lambda: tr("Look at one table after the other, then hand out the notes and tick them off."),
    ),
    Sheet(
        "count",
        "list",
        lambda: tr("Count"),
        lambda: tr("Everybody counts and compares with the amount shown. Differences are settled before the new order."),
        lambda: tr("Confirm, or enter your notes."),
    ),
    Sheet(
        "order",
        "chair",
        lambda: tr("Order"),
        lambda: tr("The richest stays seated; the others sit clockwise by their money. Tied players swap their order."),
        lambda: tr("Change chairs, then take back your cards."),
    ),
    Sheet(
        "finished",
        "crown",
        lambda: tr("End"),
        lambda: tr("After four rounds the richest wins. Tied winners share the win."),
        lambda: tr("The game is kept under past games."),
    ),
)
"""In the order of a game."""
