"""The menu of a game, and the question before an act is taken back that has shown something to everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.game import CommonView
from companion.games.kit.colours import Colour
from companion.table.commands import BackInHand, Do, GoHome, LearnTags, Redo, ReplaceTag, ShowActs, Undo
from companion.table.snapshot import Answer, Snapshot, Step
from companion.ui import gameui
from companion.ui.kit import lettering
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Kit
from companion.ui.screens.game import GameScreen
from companion.ui.screens.replace import secret_pieces
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.changes import ChangeList, undone
from companion.ui.widgets.prompt import Prompt

KEYS = ("undo", "redo", "help", "correct", "turn", "tray", "settings", "tags", "end", "home")
"""The buttons of every game; those of the game's own stand between them."""
ICONS = {
    "help": "help", "undo": "undo", "redo": "redo", "correct": "pencil", "turn": "turn", "tray": "waves", "settings": "gear", "tags": "tag",
    "end": "bin", "home": "home",
}  # fmt: skip

NAMED = ("undo", "redo")
"""These say what they would do."""


class MenuScreen(GameScreen[CommonView]):
    """`offers`: which of the screens and parts there are; the app says so. Each button has its place: what can't be done now, is dim there."""

    name = "menu"
    undoes = False
    offers: frozenset[str] = frozenset()

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.buttons = {key: self._button(key, ICONS[key]) for key in KEYS}
        self.own: dict[str, gameui.Item] = {}
        """What the game brings, by key."""

    def _button(self, key: str, icon: str) -> Button:
        return Button("", lambda: self._tapped(key), kind="quiet", icon=icon)

    @property
    def every(self) -> list[str]:
        """The keys of all buttons, in their order."""
        found = []
        for key in KEYS:
            found += [key, *(item.key for item in self.own.values() if item.after == key)]
        return found

    def equip(self, kit: Kit) -> None:
        self.offers = kit.offers

    def prompt(self, view: Any) -> Prompt:
        where = self.ui.phase(view.phase)
        if view.round:
            where = f"{round_of(view)} · {where}"
        return Prompt("menu", tr("Menu"), where, tr("practice") if self.shown.practice else "")

    def keys(self) -> tuple[str, ...]:
        return ("left",)

    def _bar_tapped(self, key: str) -> None:
        if key == "left":
            self.act("game")
        else:
            super()._bar_tapped(key)

    def fill(self, view: Any) -> None:
        own = {item.key: item for item in self.ui.menu}
        if own != self.own:
            for key in self.own:
                self.have(self.buttons.pop(key), None)
            self.own = own
            self.buttons |= {key: self._button(key, item.icon) for key, item in own.items()}
        self.place(self.frame)

    def _label(self) -> None:
        """Names the buttons. What fits depends on the frame."""
        undo, redo = self.shown.undo, self.shown.redo
        words = {
            "help": tr("Help"),
            "undo": self._named(tr("Undo"), tr("Undo: {what}", what=self._step(undo)), undo) if undo is not None else tr("Nothing to undo"),
            "redo": self._named(tr("Redo"), tr("Redo: {what}", what=self._step(redo)), redo) if redo is not None else tr("Nothing to redo"),
            "correct": tr("Correct an earlier move"),
            "turn": tr("Turn the picture"),
            "tray": tr("Tags on the screen"),
            "settings": tr("Settings"),
            "tags": tr("New tag for a card") if self._begun else tr("Register the tags"),
            "end": tr("End the game here"),
            "home": tr("Home"),
            **{key: item.words() for key, item in self.own.items()},
        }
        for key, text in words.items():
            self.buttons[key].show(text, enabled=self._there(key))

    def _step(self, step: Step) -> str:
        return gameui.undo(self.rules, step)

    def _named(self, short: str, text: str, step: Step) -> str:
        """The text with the name of whose act it is, if there is room for it; where there is none for the text either, the short one."""
        columns, wide, high = self._grid(self.frame, self._listed())
        # In portrait it has a line for itself.
        room = (2 * wide + 12 if columns == 2 else wide) - 24
        longer = [f"{text} ({self.names[step.by]})"] if step.by in self.names else []
        ways = [*longer, text]
        return next((each for each in ways if lettering.fit(each, room, high - 10, 28, scale=self.frame.scale, lines=2, least=28).whole), short)

    @property
    def _begun(self) -> bool:
        """Whether a game is on."""
        view = self.shown.view
        return bool(view.round > 0 and view.outcome is None)

    def _offered(self, key: str) -> bool:
        """Whether there is such a thing on this machine at all."""
        if key == "tray":
            return "tray" in self.offers and bool(self.ui.tray)
        return key in self.offers or key not in ("help", "settings", "tags")

    def _there(self, key: str) -> bool:
        """Whether it can be done now."""
        shown = self.shown
        if shown is None or shown.view is None:
            return False
        match key:
            case "undo":
                return shown.undo is not None
            case "redo":
                return shown.redo is not None
            case "correct":
                return bool(shown.view.round)
            case "end":
                return self._begun and self.ui.end(shown.view) is not None
            case "tray":
                return self.ui.lays(shown.view)
            case "tags":
                return not self._begun or any(secret_pieces(self.rules, player.colour) for player in shown.view.players)
            case _ if key in self.own:
                return self.own[key].there(shown.view)
            case _:
                return True

    def _tapped(self, key: str) -> None:
        match key:
            case "undo":
                self.act("takeback" if self.shown.undo is not None and self.shown.undo.sure else Undo())
            case "redo":
                self.act(Redo())
            case "home":
                self.act("game")
                self.act(GoHome())
            case "correct":
                self.act("game")
                self.act(ShowActs(self.shown.view.round))
            case "tags":
                self.act("game")
                # In a game only a card whose tag failed gets a new one.
                self.act(ReplaceTag(self._due) if self._begun else LearnTags())
            case _ if key in self.own:
                opens = self.own[key].opens
                if not isinstance(opens, str):
                    self.act("game")
                self.act(opens)
            case _:
                self.act(key)

    @property
    def _due(self) -> Colour:
        """Who is to act, else whoever sits first."""
        view = self.shown.view
        first: Colour = min(view.may_act, key=list(Colour).index) if view.may_act else view.players[0].colour
        return first

    def place(self, frame: Frame) -> None:
        if self.shown is not None and self.shown.view is not None:
            self._label()
        there = self._listed()
        columns, wide, high = self._grid(frame, there)
        cells = 0
        for key in self.every:
            if key not in there:
                self.have(self.buttons[key], None)
                continue
            # In portrait what would be undone has a line for itself.
            whole = key in NAMED and columns == 2
            x, y = 12 + (cells % columns) * (wide + 12), frame.body.y + 4 + (cells // columns) * (high + 8)
            self.have(self.buttons[key], (x, y, 2 * wide + 12 if whole else wide, high))
            cells += 2 if whole else 1

    def _listed(self) -> list[str]:
        """What there is on this machine, in its order."""
        return [key for key in self.every if self._offered(key)]

    def _grid(self, frame: Frame, there: Sequence[str]) -> tuple[int, float, float]:
        """How many columns there are, and how wide and high a button is: all that are offered have room at once."""
        columns = 2 if frame.portrait else 3
        rows = -(-(len(there) + (sum(key in NAMED for key in there) if columns == 2 else 0)) // columns)
        return columns, (frame.w - 12) / columns - 12, min((frame.h - 8 - frame.body.y - frame.buttons.h) / rows - 8, 80.0)


def round_of(view: Any) -> str:
    """Which round it is, and of how many where that is known."""
    return tr("Round {r} of {n}", r=view.round, n=view.rounds) if view.rounds is not None else tr("Round {r}", r=view.round)


def headed(text: str) -> str:
    """A text with a capital first letter, as it stands alone."""
    return text[:1].upper() + text[1:]


class Question(GameScreen[CommonView]):
    """What would happen, a button that has to be held for it, and one that leaves everything as it is."""

    undoes = False
    icon = "undo"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.leave: Button = self.add(Button("", lambda: self.act("back")))
        self.hold: HoldButton = self.add(HoldButton("", self.held, icon=self.icon))

    def held(self) -> None:
        """It has been held long enough."""
        raise NotImplementedError

    def sentences(self) -> tuple[str, str]:
        """What it means, and what the button to be held says."""
        raise NotImplementedError

    def fill(self, view: Any) -> None:
        self.leave.show(tr("Leave it as it is"))
        self.hold.show(self.sentences()[1])

    def place(self, frame: Frame) -> None:
        body = frame.body
        wide = min(460.0, body.w - 48)
        x, y = (body.w - wide) / 2, body.y + 30 + self._tall(frame)
        self.hold.put(x, y, wide, 64)
        self.leave.put(x, y + 84, wide, 64)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        body = self.frame.body
        tall = self._tall(self.frame)
        pen.text((body.x + 40, body.y + 24, body.w - 80, tall), self.sentences()[0], 28, "ivory", align="centre", lines=6)

    @staticmethod
    def _tall(frame: Frame) -> float:
        """How high the sentence may be: six lines where they are short."""
        return 120 if frame.body.w >= 560 else 204


class TakeBackScreen(Question):
    """Before an act is taken back that everybody has seen the outcome of."""

    name = "takeback"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.list = ChangeList()

    def held(self) -> None:
        self.act(Undo(sure=True))

    def fits(self, shown: Snapshot) -> bool:
        return shown.undo is not None

    def prompt(self, view: Any) -> Prompt:
        done = self.shown.undo
        who = done.by if done is not None and done.by in self.names and done.by is not None else "undo"
        return Prompt(who, tr("Undo this?"), headed(gameui.undo(self.shown.rules, done)) if done is not None else "")

    def sentences(self) -> tuple[str, str]:
        behind = self.shown.undo.behind if self.shown is not None and self.shown.undo is not None else None
        known = tr("This is undone too. The screen forgets it; you won’t.")
        if behind is None or not undone(behind, self.names):
            known = tr("This undoes something everybody has seen. The screen forgets it; you won’t.")
        return known, tr("Hold to undo")

    def fill(self, view: Any) -> None:
        super().fill(view)
        behind = self.shown.undo.behind if self.shown.undo is not None else None
        self.list.show(undone(behind, self.names) if behind is not None else [])
        self.place(self.frame)

    def place(self, frame: Frame) -> None:
        if not self.list.rows:
            self.have(self.list, None)
            super().place(frame)
            return
        body = frame.body.inset(12, 6)
        bottom, half, head = body.y + body.h - 62, (body.w - 12) / 2, self._head(frame)
        if frame.portrait:
            self.leave.put(body.x, bottom, body.w, 60)
            bottom -= 68
            self.hold.put(body.x, bottom, body.w, 60)
        else:
            self.hold.put(body.x, bottom, half, 60)
            self.leave.put(body.x + half + 12, bottom, half, 60)
        self.have(self.list, (body.x, body.y + head + 2, body.w, bottom - body.y - head - 10))

    @staticmethod
    def _head(frame: Frame) -> float:
        """The height in dp of the sentence above the list."""
        return 104.0 if frame.portrait else 70.0

    def keys(self) -> tuple[str, ...] | None:
        return ("down", "menu") if self.list.more else ("menu",)

    def _bar_tapped(self, key: str) -> None:
        if key == "down":
            self.list.turn()
        else:
            super()._bar_tapped(key)

    def draw(self, pen: Pen) -> None:
        if not self.list.rows:
            super().draw(pen)
            return
        GameScreen.draw(self, pen)
        body = self.frame.body.inset(16, 6)
        pen.text((body.x, body.y, body.w, self._head(self.frame)), self.sentences()[0], 28, "ivory", lines=3)


class HandsScreen(Question):
    """After a tag was refused since cards of another game may lie face down: somebody says for all to see that they are back in hand."""

    name = "hands"
    icon = "check"

    def fits(self, shown: Snapshot) -> bool:
        return shown.view is not None and (shown.notice is None or shown.notice.what is not Answer.BACK_IN_HAND)

    def held(self) -> None:
        self.act(BackInHand())

    def prompt(self, view: Any) -> Prompt:
        return Prompt("warning", tr("Do cards still lie face down?"), tr("Of another game, with the same set"))

    def sentences(self) -> tuple[str, str]:
        return tr("Their tags would tell here what they are. Are all back in hand? Then say so: everybody hears it."), tr("Hold: all are back")


class EndScreen(Question):
    """Before the game ends early, because somebody leaves for good."""

    name = "end"
    icon = "bin"

    def fits(self, shown: Snapshot) -> bool:
        return shown.view is not None and gameui.of(shown.rules).end(shown.view) is not None

    def held(self) -> None:
        self.act(Do(self.ui.end(self.view)))

    def prompt(self, view: Any) -> Prompt:
        as_it_is = tr("With the money as it stands") if gameui.is_money(self.rules) else tr("With the points as they stand")
        return Prompt("warning", tr("End the game here?"), as_it_is)

    def sentences(self) -> tuple[str, str]:
        return tr("For when somebody has to leave. Nobody wins; cards that lie face down stay secret."), tr("Hold to end the game")
