"""The one page: who has how many points, what is to be done, and a button for whoever has no reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.commands import Do, TouchSpot
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.game import GameScreen
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt
from tiny_game.rules.moves import Join, Open, Turn
from tiny_game.rules.pieces import COLOURS
from tiny_game.rules.position import WORTH, Phase
from tiny_game.rules.view import View
from tiny_game.table.gestures import NAMES, DrawLots


class TinyScreen(GameScreen[View]):
    name = "tiny"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.buttons: list[Button] = [self.add(Button("", lambda at=at: self._tapped(at))) for at in range(2)]  # type: ignore[misc]

    def prompt(self, view: View) -> Prompt:
        match view.phase:
            case Phase.JOIN:
                return Prompt("chair", "Who plays?", "Scan your stone")
            case Phase.DRAW:
                return Prompt("dice", f"Round {view.round}", "Draw who is odd")
            case Phase.LAY:
                return Prompt(view.odd or "list", f"{self.said[view.odd]} is odd" if view.odd else "", "Lay a card each")
            case Phase.OPEN:
                return Prompt("check", "Turn over", "Scan the unknown card" if view.untold else "Both at once")
            case Phase.OVER:
                winners = view.outcome.winners if view.outcome is not None else ()
                return Prompt(winners[0] if winners else "list", " and ".join(self.said[w] for w in winners) or "Nobody", "won" if winners else "")

    def choices(self, view: View) -> list[tuple[str, Any]]:
        """The words of the buttons, and what each asks for."""
        match view.phase:
            case Phase.JOIN:
                return [(NAMES[colour], Do(Join(colour, NAMES[colour]))) for colour in COLOURS if colour not in self.names]
            case Phase.DRAW:
                return [("Draw", DrawLots())]
            case Phase.LAY:
                return [(f"{player.name} has laid", TouchSpot(player.chair + 1)) for player in view.players if not player.laid]
            case Phase.OPEN if view.untold:
                return [(f"{self.names[view.untold[0]]}: {face}", Do(Turn(view.untold[0], face))) for face in WORTH]
            case Phase.OPEN:
                return [("Turn over", Do(Open()))]
            case Phase.OVER:
                return []

    def fill(self, view: View) -> None:
        choices = self.choices(view)
        for at, button in enumerate(self.buttons):
            button.show(choices[at][0] if at < len(choices) else "", enabled=at < len(choices))
        self.place(self.frame)
        self.repaint(view)

    def _tapped(self, at: int) -> None:
        self.act(self.choices(self.view)[at][1])

    def place(self, frame: Frame) -> None:
        shown = len(self.choices(self.view)) if self.shown is not None and self.shown.view is not None else 0
        body = frame.body.inset(24, 16)
        wide = (body.w - 16 * max(0, shown - 1)) / max(1, shown)
        for at, button in enumerate(self.buttons):
            self.have(button, (body.x + at * (wide + 16), body.y + body.h - 76, wide, 76) if at < shown else None)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        body = self.frame.body.inset(24, 16)
        tall = min(90.0, (body.h - 92) / 2)
        for player in self.view.players:
            y = body.y + player.chair * tall
            pen.text((body.x, y, body.w - 130, tall), player.name, 38, "ivory", name=True)
            pen.text((body.x + body.w - 130, y, 130, tall), str(player.score), 56, "champ", align="right")
