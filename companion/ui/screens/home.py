"""Home: a new game, the one to go on with, and the ways to everything else; what hardware is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games import SHELF
from companion.table.commands import BackInHand, LearnTags, NewGame, OpenGame, ShowPast
from companion.table.snapshot import Answer, DeviceState, GameEntry, Snapshot
from companion.ui import answers, damage, gameui, texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Screen
from companion.ui.texts import tr, trn
from companion.ui.widgets.banner import draw_banner
from companion.ui.widgets.button import Button, HoldButton, IconButton
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt, PromptBar
from companion.ui.widgets.sunrise import draw_wordmark

WIDE = 410.0
"""The width of the column of buttons in dp."""


def turn_of(entry: GameEntry) -> tuple[str, ...]:
    """Whose turn it is, with the partner and alone; () where it is nobody's."""
    called = dict(entry.players)
    if len(entry.may_act) != 1 or entry.may_act[0] not in called:
        return ()
    side = texts.side(called[colour] for colour in entry.partners(entry.may_act[0]))
    return tuple(dict.fromkeys((side, called[entry.may_act[0]])))


class Plate(Button):
    """A wide button with its words in the font of the titles, and a sentence below or not."""

    def _write(self, pen: Pen, colour: str, alpha: float) -> None:
        w, h = self.box.w, self.box.h
        if self.kind != "primary":
            pen.cut_line(6, 6, w - 12, h - 12, theme.CHAMFER["button"] - 2, "brass", 1, 0.4)
        if self.sub:
            super()._write(pen, colour, alpha)
            return
        pen.text((24, 6, w - 78, h - 12), self.text, 34, colour, font="Federo", lines=2, snug=True, alpha=alpha)
        draw_icon(pen, self.icon, w - 34, h / 2, 24, colour if self.kind == "primary" else "champ", 3, alpha)


class State(Drawn):
    """What hardware is there and how many tags are known; a fault as a banner. A touch opens the diagnosis."""

    def __init__(self, on_tap: Callable[[Any], Any]) -> None:
        super().__init__(on_tap)
        self.trouble = ("", "")
        self.readers = ("", "")
        self.known = ("", "")

    def show(self, shown: Snapshot) -> None:
        """Takes links, tags and warnings of the snapshot."""
        lost = answers.lost(shown.links) or next((link for link in shown.links if link.fault is not None), None)
        trouble = ("", "")
        if shown.warnings:
            trouble = ("warning", damage.title(shown.warnings[0]))
        elif lost is not None:
            trouble = ("plug", answers.fault(lost)[0])
        now = (trouble, reader_state(shown.links), tag_state(shown.tags, shown.rules))
        if now != (self.trouble, self.readers, self.known):
            self.trouble, self.readers, self.known = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        if self.trouble[0]:
            draw_banner(pen, 0, 0, w, h, *self.trouble)
        else:
            pen.rect(0, 0, w, 1, "brass", 0.5)
            half = (h - 4) / 2
            for y, (icon, text) in ((4.0, self.readers), (4 + half, self.known)):
                draw_icon(pen, icon, 20, y + half / 2, 22, "ok" if icon == "check" else "champ", 2.4)
                pen.text((46, y, w - 46, half), text, 28, "ivory")
        pen.target("state", 0, 0, w, h)


def reader_state(links: tuple[DeviceState, ...]) -> tuple[str, str]:
    """Icon and words for the readers that are there, of which one that is simulated is none."""
    readers = sum(link.reads and not link.simulated for link in links)
    if not readers:
        return "waves", tr("Play on the screen")
    return "check", tr("Reader ready") if readers == 1 else trn("{n} reader ready", "{n} readers ready", readers)


def tag_state(tags: int, rules: str) -> tuple[str, str]:
    """Icon and words for the tags that are known of a game's set."""
    game = gameui.game(rules)
    return "check" if game is not None and tags == len(game.rules.pieces) else "tag", trn("{n} tag known", "{n} tags known", tags)


class HomeScreen(Screen):
    """Opens on nothing private. One button is primary: to go on with the newest game, or to begin one."""

    name = "home"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.resume = Plate("", self._resume, icon="right")
        self.games = Button("", lambda: self.act("games"), kind="quiet")
        self.new: Plate = self.add(Plate("", self._new, icon="plus"))
        self.practice: Button = self.add(Button("", self._practise, kind="quiet", icon="dice"))
        self.past: Button = self.add(Button("", lambda: self.act(ShowPast()), kind="quiet", icon="list"))
        self.tags: Button = self.add(Button("", self._learn, kind="quiet", icon="tag"))
        self.settings: Button = self.add(Button("", lambda: self.act("settings"), kind="quiet", icon="gear"))
        self.state = State(lambda _: self.act("diagnosis"))
        self.back = HoldButton("", lambda: self.act(BackInHand()), icon="check")
        self.off: IconButton = self.add(IconButton("power", lambda: self.act("off"), label="off"))
        self.help: IconButton = self.add(IconButton("help", lambda: self.act("help"), label="help"))
        self.bar = PromptBar(lambda key: self.act("read"))
        self._painted = ""

    def show(self, shown: Snapshot) -> None:
        super().show(shown)
        newest = shown.games[0] if shown.games else None
        if newest is not None:
            self.resume.show(tr("Resume"), sub=self._newest(newest))
            self.games.show(trn("{n} unfinished", "{n} unfinished", len(shown.games)))
        self.new.show(tr("New game"), kind="primary" if newest is None else "secondary")
        self.practice.show(tr("Practice"))
        self.past.show(tr("Past games"))
        self.tags.show(tr("Tags"))
        self.settings.show(tr("Settings"))
        self.state.show(shown)
        self.back.show(tr("Hold: all cards are back in hand"))
        if shown.notice is None:
            self.bar.accept()
        else:
            self.bar.say(Prompt("home", gameui.title(shown.rules)), keys=())
            self.bar.refuse(answers.notice(shown.notice, {}, shown.rules), shown.notice.serial)
        self.layout(self.frame)
        if shown.rules != self._painted:
            self._painted = shown.rules
            self.redraw()

    def _new(self) -> None:
        self.act("shelf" if len(SHELF) > 1 else NewGame())

    def _learn(self) -> None:
        self.act("sets" if len(SHELF) > 1 else LearnTags())

    def _practise(self) -> None:
        self.act("trial" if len(SHELF) > 1 else NewGame(practice=True))

    def _newest(self, entry: GameEntry) -> str:
        """Where the newest game stands, and whose turn it is, with the partner or alone, as far as there is room."""
        where, scale = " · ".join((*gameui.which(entry), gameui.stands(entry))), self.frame.scale
        ways = [f"{where} · {name}" for name in turn_of(entry)]
        return next((way for way in ways if lettering.width(way, "Jost", theme.SMALLEST_TEXT * scale) / scale <= WIDE - 80), where)

    def _resume(self) -> None:
        if self.shown.games:
            self.act(OpenGame(self.shown.games[0].game))

    # --- where it is ---

    def _art(self, frame: Frame) -> Box:
        """Where sun, sea and wordmark are."""
        if frame.portrait:
            return Box(12, 78, frame.w - 24, frame.h - 78 - 482)
        return Box(0, 0, frame.w - WIDE - 28, frame.h)

    def layout(self, frame: Frame) -> None:
        goes_on = self.shown is not None and bool(self.shown.games)
        # Only the table's answer has a bar here: it stands in the place of what is at the top, and goes by itself.
        answered = self.bar.refusal is not None
        w = frame.w - 48 if frame.portrait else WIDE
        x, y = (24.0, frame.h - 470) if frame.portrait else (frame.w - w - 16, (frame.h - 480) / 2 + 8)
        bottom, half = y + 464, (w - 10) / 2
        self.have(self.resume, (x, y, w, 92) if goes_on and not answered else None)
        top, new = (y + 102, 80.0) if goes_on or (answered and not frame.portrait) else (y + 12, 136.0)
        self.new.put(x, top, w, new)
        top += new + 10
        tall = (bottom - 78 - top - 10) / 2
        for i, button in enumerate((self.practice, self.past, self.tags, self.settings)):
            button.put(x + (i % 2) * (half + 10), top + (i // 2) * (tall + 10), half, tall)
        # Asked for where tags are refused as long as nobody says so.
        said = self.shown.notice if self.shown is not None else None
        asks = said is not None and said.what is Answer.LEARNING_LEFT
        self.have(self.back, (x, bottom - 72, w, 72) if asks else None)
        self.have(self.state, None if asks else (x, bottom - 68, w, 68))
        high = 14 if frame.portrait else frame.h - 70
        covered = answered and frame.portrait
        self.have(self.off, None if covered else (14, high, 56, 56))
        self.have(self.help, None if covered else (80, high, 56, 56))
        self.have(self.games, (frame.w - 234 if frame.portrait else 146, high, 220, 56) if goes_on and not covered else None)
        self.have(self.bar, (0, 0, frame.w, frame.h) if answered else None)

    # --- the picture ---

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        self.layer("art", (self.frame, self.rules), partial(self._paint, art=self._art(self.frame)))

    def _paint(self, pen: Pen, art: Box) -> None:
        radius = min(art.w / 2 - 26, art.h - 170, 300)
        cx = art.x + art.w / 2
        base = art.y + (art.h - radius - 150) / 2 + radius - 8
        brand = self.ui.brand
        if brand.emblem:
            gameui.found(brand.emblem)(pen, cx, base, radius)
        draw_wordmark(pen, cx, base + 88, 52, gameui.title(self.rules), art.w - 24)
        pen.text((art.x + 8, base + 120, art.w - 16, 40), brand.tagline(), 28, "ivory", align="centre")
