"""What the table answers is read whole, on a bar of every size."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import pytest

from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.table.snapshot import Answer, Notice
from companion.ui import answers, gameui, texts
from companion.ui.kit import theme
from companion.ui.kit.layout import Frame
from companion.ui.screens.base import Screen
from companion.ui.widgets.prompt import Prompt, PromptBar
from tests.ui.harness import SIZES, harness


class Page(Screen):
    """A bar, as every screen of a game has it."""

    name = "bar"

    def __init__(self) -> None:
        super().__init__(print)
        self.bar: PromptBar = self.add(PromptBar())

    def layout(self, frame: Frame) -> None:
        self.have(self.bar, (0, 0, frame.w, frame.h))


def kinds(of: type[StrEnum] = StrEnum) -> Iterator[type[StrEnum]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def told(rules: str) -> list[Prompt]:
    """Every answer that has words: the house's own and the game's, with all that it can speak of."""
    game = SHELF[rules]
    gameui.of(rules)
    piece = next(iter(game.rules.pieces))
    names = {Colour.RED: "Anna", Colour.GREEN: "Zoë"}
    found = {}
    for kind in kinds():
        for serial, what in enumerate(kind):
            notice = Notice(what, serial, owner=Colour.RED, expected=Colour.GREEN, spot=3, piece=piece)
            prompt = answers.notice(notice, names, rules)
            if prompt.title != str(what):
                found[prompt.title] = prompt
    assert len(found) >= len(Answer)
    return list(found.values())


@pytest.mark.parametrize("size", [*SIZES, (480, 800)])
@pytest.mark.parametrize("text", theme.TEXT_SIZES)
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_no_answer_is_shortened(language: str, text: str, size: tuple[int, int]) -> None:
    window = harness()
    window.resize(*size)
    texts.use(language)
    theme.look.text = theme.TEXT_SIZES[text]
    page = Page()
    page.bar.say(Prompt("list", ""))
    page.bar.far = True
    try:
        for rules in SHELF:
            for serial, prompt in enumerate(told(rules)):
                page.bar.refuse(prompt, 1_000 + serial)
                window.lay(page)
                (title,) = [written for written in page.bar.texts if written.text == prompt.title]
                assert "…" not in "".join(title.fitted.lines), prompt.title
                assert window.cuts() == [], prompt
    finally:
        window.resize(800, 480)
        texts.use("en")
        theme.look.text = 1.0
