"""What a replay shows of a game below its bar: who plays and what everybody has. A game may show more (`GameUi.replay`)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import CommonView, sides_of
from companion.table.snapshot import PastGame
from companion.ui import gameui, texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.texts import tr, trn
from companion.ui.widgets.chart import Podium
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows
from companion.ui.widgets.seats import Chair, SeatChooser


class Looked:
    """`widgets`: all that it may show. A step may have several pictures (`stops`), of which the one numbered `at` is looked at, from 0."""

    def __init__(self) -> None:
        self.chairs = SeatChooser()
        self.chairs.disabled = True
        self.players = Rows(lambda _: None)
        self.podium = Podium()
        self.widgets: tuple[Drawn, ...] = (self.chairs, self.players, self.podium)

    def stops(self, replay: PastGame) -> int:
        """How many pictures this step has; 0 and 1 are one."""
        return 0

    def prompt(self, replay: PastGame, at: int) -> Prompt | None:
        """The words of the bar, where they are others than those of the act."""
        return None

    def fill(self, replay: PastGame, at: int) -> None:
        """Hands the widgets their values."""
        view, rules = replay.view, replay.game.rules
        if view.outcome is not None:
            self.podium.show({player.colour: player.score for player in view.players}, crowned=not view.outcome.left, sides=sides_of(view.players))
        elif view.phase in gameui.of(rules).setup:
            self.sit(replay)
        else:
            self.players.show(list(self._standing(view)))

    @staticmethod
    def _standing(view: CommonView) -> Iterator[Row]:
        """Everybody with what they have; partners follow each other."""
        sides, called = sides_of(view.players), {player.colour: player.name for player in view.players}
        for player in sorted(view.players, key=lambda player: player.side) if sides else view.players:
            others = [called[colour] for side in sides if player.colour in side for colour in side if colour is not player.colour]
            together = tr("with {n}", n=texts.side(others)) if others else ""
            yield Row(None, player.name, sub=together, value=texts.number(player.score or 0), mark=player.colour, name=True)

    def sit(self, replay: PastGame) -> None:
        """Who sits where."""
        view, seats = replay.view, gameui.of(replay.game.rules).seats
        sitting = {player.chair: player for player in view.players}
        chairs = [Chair(sitting[i].colour, sitting[i].name) if i in sitting else Chair() for i in range(seats.chairs)]
        self.chairs.show(chairs, trn("{n} player", "{n} players", len(sitting)) if sitting else "", *seats.table(view))

    def boxes(self, replay: PastGame, at: int, frame: Frame, foot: float) -> list[tuple[Drawn, Box]]:
        """What is shown, and where; `foot` dp at the bottom are somebody else's."""
        view, body = replay.view, frame.body.inset(12, 8)
        room = Box(body.x, body.y, body.w, body.h - foot)
        if view.outcome is not None:
            return [(self.podium, room)]
        if view.phase in gameui.of(replay.game.rules).setup:
            return [(self.chairs, self.seats(frame, foot))]
        return [(self.players, room)]

    @staticmethod
    def seats(frame: Frame, foot: float) -> Box:
        """Where the chairs are."""
        body = frame.body.inset(12, 8)
        tall = min(body.h - foot, 400)
        return Box(max(12, body.w / 2 - 290), body.y if foot else body.y + (body.h - tall) / 2, min(body.w, 604), tall)
