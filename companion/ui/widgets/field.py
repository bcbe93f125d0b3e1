"""Typing a name with a finger: a field and a keyboard of large keys in the language's own order, with pages of accents and digits."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.ui import texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.initials import clusters
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon

LONGEST = 20
"""A name has at most so many letters."""

_LETTERS = {
    "en": ("qwertyuiop", "asdfghjkl'", "zxcvbnm-"),
    "de": ("qwertzuiop", "asdfghjklö", "yxcvbnmä"),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbné-"),
}
_ACCENTS = ("àáâãäåæçèé", "êëìíîïñòóô", "õöøùúûüý", "ßœłšžčěřş")
_DIGITS = ("1234567890", "-_.:,;!?&+", "()/*#’'", '"=%@$')
_NEXT_PAGE = ("àé", "12", "ab")
"""What the key for the next page of keys says on the pages of letters, accents and digits."""
_MORE = {"en": "é", "de": "ü", "fr": "è"}
REPEAT_AFTER, REPEAT_EVERY = 0.5, 0.09
"""For so many seconds the key that takes letters away is held until it goes on by itself, and so often it does then."""
RETURN, ENTER, BACKSPACE = 13, 271, 8
"""Keys of a real keyboard, as Kivy numbers them."""


class TextEntry(Drawn):
    """A field above a keyboard. `on_done` gets the text without outer spaces when the check key is tapped; it is never empty.

    `accepts` says whether a text may be taken; while it may not, the check key is dead. `on_change` is called after every letter.
    In portrait it needs the whole width: ten keys of 48 dp stand in a row.
    """

    def __init__(
        self,
        on_done: Callable[[str], Any] | None = None,
        *,
        longest: int = LONGEST,
        accepts: Callable[[str], bool] = lambda text: True,
        on_change: Callable[[], Any] | None = None,
    ) -> None:
        super().__init__()
        self.on_done = on_done
        self.longest = longest
        self.accepts = accepts
        self.on_change = on_change
        self.text = ""
        self.suggested = False
        """Whether the text is only a suggestion: the first letter replaces it."""
        self.capital = True
        self.page = 0
        """Of the keys: letters, accents, digits."""
        self._going = Clock.create_trigger(self._go_on, REPEAT_EVERY, interval=True)
        self._held = Clock.create_trigger(lambda _: self._going(), REPEAT_AFTER - REPEAT_EVERY)
        self._went_on = False

    def show(self, text: str, *, suggested: bool = False) -> None:
        """Starts with this text."""
        self.text = text[: self.longest]
        self.suggested = suggested and bool(text)
        self.page = 0
        self._changed()

    @property
    def alive(self) -> bool:
        """Whether the text may be taken as it stands."""
        return bool(self.text.strip()) and self.accepts(self.text.strip())

    def type(self, letters: str) -> None:
        """Adds letters, as far as there is room; also those of a real keyboard."""
        # A letter and its accent may come one after the other.
        self.text = unicodedata.normalize("NFC", ("" if self.suggested else self.text) + letters)[: self.longest]
        self.suggested = False
        self._changed()

    def struck(self, key: int) -> bool:
        """A key of a real keyboard that writes nothing; says whether it did anything here."""
        if key in (RETURN, ENTER):
            self._done()
        elif key == BACKSPACE:
            self._back()
        else:
            return False
        return True

    def _changed(self) -> None:
        self.capital = not self.text or self.suggested or self.text.endswith((" ", "-"))
        self.redraw()
        if self.on_change is not None:
            self.on_change()

    def _back(self) -> None:
        self.text = "" if self.suggested else "".join(list(clusters(self.text))[:-1])
        self.suggested = False
        self._changed()

    def _clear(self) -> None:
        self.text, self.suggested = "", False
        self._changed()

    def _done(self) -> None:
        if self.alive and self.on_done is not None:
            self.on_done(self.text.strip())

    def _press(self, key: Any) -> None:
        super()._press(key)
        self._held.cancel()
        self._going.cancel()
        if key is not None:
            self._went_on = False
        if key == ("back", ""):
            self._held()

    def _go_on(self, _dt: float) -> None:
        if self.pressed != ("back", "") or not self.text:
            self._going.cancel()
            return
        self._went_on = True
        self._back()

    def tapped(self, key: Any) -> None:
        kind, value = key
        match kind:
            case "letter":
                self.type(value.upper() if self.capital and value != "ß" else value)
                if self.page == 1:
                    self.page = 0
            case "back":
                # A key that was held has done its part already.
                if not self._went_on:
                    self._back()
            case "clear":
                self._clear()
            case "shift":
                self.capital = not self.capital
            case "page":
                self.page = (self.page + 1) % len(_NEXT_PAGE)
            case "done":
                self._done()
        self.redraw()

    def on_touch_up(self, touch: Any) -> bool:
        held = touch.grab_current is self and self.pressed is not None and self.pressed[0] != "done"
        taken = super().on_touch_up(touch)
        if held:
            # Typing is quick: the same key twice is two letters.
            touch.ud["typing"] = True
        return taken

    def _rows(self) -> list[list[tuple[tuple[str, str], float]]]:
        """The keys with their widths in tenths of the width."""

        def letters(row: str) -> list[tuple[tuple[str, str], float]]:
            return [(("letter", letter), 1.0) for letter in row]

        language = texts.language()
        one, two, three = (_LETTERS[language], _ACCENTS[:3], _DIGITS[:3])[self.page]
        bottom: list[tuple[tuple[str, str], float]]
        if self.page == 1:
            bottom = [(("page", ""), 1.0), *letters(_ACCENTS[3])]
        elif self.page == 2:
            bottom = [(("page", ""), 1.5), *letters(_DIGITS[3]), (("done", ""), 2.0)]
        else:
            bottom = [
                (("page", ""), 1.5),
                (("letter", _MORE[language]), 1.0),
                (("letter", " "), 4.5),
                (("letter", "."), 1.0),
                (("done", ""), 2.0),
            ]
        third = [(("shift", ""), 1.0), *letters(three), (("back", ""), 1.0)]
        return [letters(one), letters(two), third, bottom]

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        pen.cut(3, 0, w - 6, 60, theme.CHAMFER["button"], "bar")
        pen.cut_line(3.8, 0.8, w - 7.6, 58.4, theme.CHAMFER["button"], "champ", 1.8)
        room = w - 176
        shown = self._end(pen, room)
        if self.suggested:
            pen.rounded(14, 12, min(room, pen.width(shown, 30)) + 8, 36, 4, "tileHi")
        written = pen.text((18, 2, room, 56), shown, 30, "ivory", name=True)
        if not self.suggested:
            pen.rect(20 + written.width, 14, 2, 32, "champ")
        pen.text((w - 152, 4, 88, 52), f"{len(self.text)}/{self.longest}", 28, "mist", align="right")
        if self.text:
            pen.target(("clear", ""), w - 60, 2, 56, 56)
            draw_icon(pen, "cross", w - 32, 30, 22, "champ" if self.pressed == ("clear", "") else "mist")
        pitch = min(64.0, (h - 68) / 4)
        for r, row in enumerate(self._rows()):
            x = (w - sum(width for _, width in row) * w / 10) / 2
            for key, width in row:
                wide = width * w / 10
                value = (key, x, r, wide, self.pressed == key, self.capital, self.alive)
                self.layer((r, x), value, partial(self._key, key=key, x=x, y=68 + r * pitch, w=wide, h=pitch))
                x += wide

    def _end(self, pen: Pen, room: float) -> str:
        """The text, or as much of its end as can be seen: there it is written on."""
        text = self.text
        while len(text) > LONGEST and lettering.fit(text, 1e6, 56, 28, scale=pen.scale, least=28).width > room:
            text = "…" + text[2:] if text.startswith("…") else "…" + text[1:]
        return text

    def _key(self, pen: Pen, key: tuple[str, str], x: float, y: float, w: float, h: float) -> None:
        kind, letter = key
        down = self.pressed == key
        # Targets meet without gaps; the drawn keys leave a margin.
        pen.target(key, x, y, w, h)
        bx, by, bw, bh = x + 2, y + 2, w - 4, h - 4
        done = kind == "done"
        alive = self.alive
        pen.cut(bx, by, bw, bh, 8, "champ" if down else "btn" if done and alive else "tile" if kind == "letter" else "panel")
        if not (done and alive) and not down:
            pen.cut_line(bx + 0.7, by + 0.7, bw - 1.4, bh - 1.4, 8, "rim", 1.2, 0.7)
        ink = "ink" if down or (done and alive) else "ivory"
        cx, cy = x + w / 2, y + h / 2
        if kind == "letter" and letter == " ":
            pen.rect(cx - w * 0.25, cy + 8, w * 0.5, 2, ink, 0.7)
        elif kind == "letter":
            shown = letter.upper() if self.capital and letter != "ß" else letter
            pen.glyph(cx, cy, shown, 30, ink, "Jost")
        elif kind == "page":
            pen.text((x + 4, y, w - 8, h), _NEXT_PAGE[self.page], 28, ink, align="centre")
        else:
            icon = {"back": "backspace", "shift": "shift", "done": "check"}[kind]
            draw_icon(pen, icon, cx, cy, 24, "champ" if kind == "shift" and self.capital and not down else ink)
