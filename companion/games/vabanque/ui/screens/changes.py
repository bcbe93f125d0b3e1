"""What a correction or an undo changes, in one list: money to hand back or out, fortunes, order, chairs, pawns."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.vabanque.rules.view import Adjustment
from companion.games.vabanque.table.corrections.change import Change as Corrected
from companion.games.vabanque.table.corrections.change import Turned
from companion.games.vabanque.ui import words
from companion.games.vabanque.ui.screens.notes import changes, words_of
from companion.ui import texts
from companion.ui.texts import tr
from companion.ui.widgets.changes import ChangeRow, lines
from companion.ui.widgets.rows import Row


def paid(adjustments: Iterable[Adjustment]) -> list[Row]:
    """Money that changes hands at once, with the notes that are drawn from or given to the bank."""
    rows: list[Row] = []
    for each in adjustments:
        amount = texts.amount(abs(each.amount))
        rows.append(Row(None, tr("The bank pays {m}", m=amount) if each.amount > 0 else tr("Gives {m} back", m=amount), mark=each.to, chosen=True))
        rows += [Row(None, tr("{what}: {notes}", what=step.text, notes=words_of(step)), mark=step.who) for step in changes(each.to, [each])]
        if each.owed:
            owed = texts.amount(abs(each.owed))
            rows.append(Row(None, tr("The bank owes {m} of it", m=owed) if each.owed > 0 else tr("Keeps {m}: no change", m=owed), mark=each.to))
    return rows


def turned(card: Turned) -> Row:
    """A card that lies face up: what it is then, and what it was told to be until now."""
    was, now = (words.character(kind) if kind is not None else "" for kind in (card.was, card.now))
    if not now:
        return Row(None, tr("No {card} at table {n}", card=was, n=card.table), tr("Was: {what}", what=was), mark=card.owner)
    sub = tr("Was: {what}", what=was) if was else tr("Chosen again")
    return Row(None, tr("{card} at table {n}", card=now, n=card.table), sub, mark=card.owner)


def corrected(change: Corrected) -> list[Row]:
    """All that a correction changes; nothing if nothing else changes."""
    rows = paid(change.payments) + [turned(each) for each in change.turned]
    rows += [Row(None, tr("A card stays unknown: table {n}", n=each.table), mark=each.owner) for each in change.untold]
    rows += [Row(None, tr("Agreed: {m}", m=texts.signed(each.amount)), mark=each.by) for each in change.settled]
    rows += [
        Row(None, tr("{a} in all, instead of {b}", a=texts.amount(after), b=texts.amount(before)), mark=colour)
        for colour, before, after in change.fortunes
    ]
    rows += [Row(None, tr("The pawn is on table {n}", n=table), mark=colour) for colour, table in change.pawns]
    rows += lines(change.order, change.seats)
    if change.winners is not None:
        rows.append(ChangeRow(None, tr("Has won") if len(change.winners) == 1 else tr("Have won"), mark="crown", who=change.winners))
    rows += [Row(None, tr("Round {r} stays in the order in which it was played", r=number), mark="list") for number in change.as_played]
    return rows
