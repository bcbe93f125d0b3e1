"""What a shown card settles before it is played itself: the play that waits, and the deal that comes in between."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Make
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.moves import AnyMove, Dealt, Shown, Take, Trail
from companion.games.casino.rules.state import HAND
from companion.games.casino.rules.view import View
from companion.games.casino.table import choice as choices
from companion.games.casino.table.choice import Table
from companion.games.kit.colours import Colour


def shown(before: tuple[AnyMove, ...], on: Table | None, card: Card) -> Make:
    """The card is the next play, once the moves `before` are made. Where there is nothing to choose it stays."""
    assert on is not None
    lies = card in on.loose or any(card in build.cards for build in on.builds)
    play = Shown(on.by, card) if lies or choices.has_choice(on, card) else Trail(on.by, card)
    first, *then = (*before, play)
    return Make(first, then=tuple(then))


def left_of(view: View, colour: Colour | None) -> Colour:
    """Who sits next to somebody, clockwise."""
    at = next(place for place, player in enumerate(view.players) if player.colour is colour)
    return view.players[(at + 1) % len(view.players)].colour


def dealt(view: View) -> Table:
    """The table for whoever plays first in the next deal."""
    return Table(view, left_of(view, view.dealer), HAND, view.loose, view.builds)


def settled(on: Table, play: Trail | Take) -> tuple[tuple[AnyMove, ...], Table] | None:
    """What the next player finds once this play is settled, and the deal that comes in between; None where the round is over with it."""
    view = on.view
    if isinstance(play, Trail):
        loose, builds = (*on.loose, play.card), on.builds
    else:
        loose = tuple([card for card in on.loose if card not in play.cards])
        builds = tuple([build for build in on.builds if build.cards[0] not in play.cards])
    left = {player.colour: player.left - (player.colour is on.by) for player in view.players}
    at = next(place for place, player in enumerate(view.players) if player.colour is on.by)
    for player in (*view.players[at + 1 :], *view.players[: at + 1]):
        if left[player.colour]:
            return (), Table(view, player.colour, left[player.colour], loose, builds)
    if view.deal == view.deals:
        return None
    return (Dealt(),), replace(dealt(view), loose=loose, builds=builds)
