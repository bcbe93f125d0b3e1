"""What lies where: money, pawns, casinos and Bluff cards, looked at and counted at any time and set right before a throw; a player who leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.cash_and_run.rules.moves import Correct, HandOver, Hold, Put, Quit
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.rules.view import Player, View
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.screens.squares import places, squares
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.games.kit.colours import Colour
from companion.table.commands import Do
from companion.table.snapshot import Snapshot
from companion.ui import texts
from companion.ui.screens.chosen import Chosen, one_game, one_view
from companion.ui.texts import signed, tr
from companion.ui.widgets.prompt import Prompt


class LiesScreen(CashScreen):
    """Faces: whose things, which of them, and what is right. Each is an act of its own, and can be undone."""

    name = "lies"
    railed = False
    undoes = False
    stays = True
    tallest = 84.0
    whose = Chosen[Colour | None](None, one_game)
    face = Chosen("", one_view)
    amount = Chosen(0, one_view)
    """By how much somebody's money is to change."""
    kind = Chosen("", one_view)
    """The kind of square on which the pawn stands, where it lies more than once."""

    def fits(self, shown: Snapshot) -> bool:
        return shown.view is not None and shown.view.round > 0 and shown.view.outcome is None

    @property
    def settable(self) -> bool:
        """Whether anything can be set right now: before a throw."""
        return bool(self.view.phase is Phase.THROW)

    @property
    def theirs(self) -> Player | None:
        """The player whose things are looked at; None while everybody's are."""
        return next((player for player in self.view.players if player.colour is self.whose and not player.out), None)

    def prompt(self, view: View) -> Prompt:
        player = self.theirs
        if player is None:
            return Prompt("list", tr("What lies where"), tr("Whose things? Tap a player"))
        asked = {
            "money": tr("How much more, or less?"),
            "reason": tr("Why?"),
            "bluff": tr("How many Bluff cards?"),
            "pawn": tr("Where is the pawn?"),
            "casinos": tr("Tap what is wrong"),
            "leave": tr("Really leave, and the others play on?"),
        }
        return Prompt(player.colour, player.name, asked.get(self.face, tr("What is wrong? Tap it")))

    def keys(self) -> tuple[str, ...] | None:
        return ("left",)

    def _bar_tapped(self, key: str) -> None:
        if key != "left":
            super()._bar_tapped(key)
        elif self.kind:
            self.kind = ""
            self._look("pawn")
        elif self.face:
            self._look("money" if self.face == "reason" else "")
        elif self.theirs is not None:
            self.whose = None
            self._look("")
        else:
            self.act("game")

    def bands(self, view: View) -> Sequence[Band]:
        player, portrait = self.theirs, self.frame.portrait
        if player is None:
            playing = [each for each in view.players if not each.out]
            return (Band(tuple([Tile(("who", each.colour), each.name, player=each.colour) for each in playing]), 1 if portrait else 2),)
        match self.face:
            case "money":
                more = [Tile(("more", value), f"+ {texts.amount(value)}") for value in view.chips]
                less = [Tile(("more", -value), f"− {texts.amount(value)}") for value in view.chips]
                return (Band(tuple(more), 2 if portrait else 4), Band(tuple(less), 2 if portrait else 4))
            case "reason":
                return (Band(tuple([Tile(("because", reason), reason) for reason in reasons()]), 1),)
            case "bluff":
                return (Band(tuple([Tile(Do(Hold(player.colour, count)), str(count), lit=count == player.bluffs) for count in range(4)]), 4),)
            case "pawn":
                return self._pawn(view, player)
            case "casinos":
                tiles = [Tile(self._hand_over(view, each.id), casino=each, owner=view.owners.get(each.id)) for each in view.casinos]
                return (Band(tuple(tiles), 2 if portrait else 4),)
            case "leave":
                return ()
        cash, dead = "" if player.cash is None else texts.amount(player.cash), not self.settable
        tiles = [
            Tile(("face", "money"), tr("Money"), cash),
            Tile(("face", "bluff"), tr("Bluff cards"), str(player.bluffs), dead=dead),
            Tile(("face", "pawn"), tr("Pawn"), words.square(view.casinos, player.square), dead=dead),
            Tile(("face", "casinos"), tr("Casinos"), str(len(player.casinos)), dead=dead),
            Tile(("face", "leave"), tr("Leaves the game"), dead=dead),
        ]
        return (Band(tuple(tiles), 1 if portrait else 2),)

    def _hand_over(self, view: View, casino: str) -> Do:
        """A casino of this player's is for sale; any other one is this player's."""
        return Do(HandOver(casino, None if view.owners.get(casino) is self.whose else self.whose))

    def _pawn(self, view: View, player: Player) -> Sequence[Band]:
        by, board = player.colour, view.board

        def at(square: str) -> tuple[int, ...]:
            return tuple([place for place, there in enumerate(board, 1) if there == square])

        def put(square: str) -> Any:
            if not board:
                return Do(Put(by, square=square))
            return Do(Put(by, to=at(square)[0])) if len(at(square)) == 1 else ("kind", square)

        if self.kind:
            return places(view, at(self.kind), self.kind, lambda _, place: Do(Put(by, to=place)))
        return squares(view, portrait=self.frame.portrait, one=True, more=False, does=put)

    def lines(self, view: View) -> Sequence[Line]:
        player = self.theirs
        later = () if self.settable or player is None else (Line(tr("What is wrong is set right before the next throw"), colour="mist"),)
        if self.face == "money" and player is not None:
            counted = [] if player.cash is None else [tr("{sum} counted", sum=texts.amount(player.cash + self.amount))]
            return (Line(" · ".join([*counted, signed(self.amount)]), strong=True, colour="champ"), *later)
        if player is None:
            bank = tr("no limit") if view.bank is None else texts.amount(view.bank)
            return (Line(tr("Pot {pot} · bank {bank}", pot=texts.amount(view.pot), bank=bank)),)
        if not self.face:
            return later
        if self.face == "casinos":
            return (Line(tr("One of your own goes back for sale, another one becomes yours"), colour="mist"),)
        return (Line(tr("The casinos go back for sale, the money into the pot"), colour="mist"),) if self.face == "leave" else ()

    def choices(self, view: View) -> Sequence[Choice]:
        player = self.theirs
        if player is None:
            done = Choice(tr("Done"), "done", primary=True)
            hidden = any(each.cash is None and not each.out for each in view.players)
            return (Choice(tr("My money"), "purse", icon="eye-off"), done) if hidden else (done,)
        if self.face == "money":
            return (Choice(tr("Why?"), ("face", "reason"), primary=True, enabled=bool(self.amount) and self.settable),)
        return (Choice(tr("Leaves the game"), Do(Quit(player.colour))),) if self.face == "leave" else ()

    def chosen(self, what: Any) -> None:
        match what:
            case "done":
                self.act("game")
            case ("who", Colour() as colour):
                self.whose = colour
                self._look("")
            case ("face", str(face)):
                self._look(face)
            case ("kind", str(kind)):
                self.kind = kind
                self._look("pawn")
            case ("more", int(value)):
                self.amount += value
                self._look("money")
            case ("because", str(reason)) if self.whose is not None:
                self.act(Do(Correct(self.whose, self.amount, reason)))
            case _:
                super().chosen(what)

    def _look(self, face: str) -> None:
        self.face = face
        self.fill(self.view)
        self.say()


def reasons() -> tuple[str, ...]:
    """Why somebody's money is another sum."""
    return tr("Counted again"), tr("Wrong change was given"), tr("Agreed at the table")
