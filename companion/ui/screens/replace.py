"""A new tag for a piece with a secret face whose own is lost or dead. Its owner says in secret which one it is, and nobody else is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.kit.colours import Colour
from companion.table.commands import CloseTags, ReplacePiece, ReplaceTag
from companion.table.snapshot import Answer, Notice, Replacing, Snapshot
from companion.ui import gameui
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.people import People
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.secret import PiecePad, SecretPad


def secret_pieces(rules: str, owner: Colour) -> tuple[str, ...]:
    """The codes of somebody's pieces with a secret face, without the one that says who that is."""
    there = gameui.game(rules)
    if there is None:
        return ()
    identity = there.table.identity(owner)
    return tuple(code for code, piece in there.rules.pieces.items() if piece.secret and piece.owner is owner and code != identity)


class ReplaceScreen(PageScreen):
    """First whose piece it is, and in secret which; then the new tag is awaited. A game whose pieces are better drawn brings its own pad."""

    name = "replace"
    reads = True

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.people: People = People(lambda colour: self.act(ReplaceTag(colour)))
        self.pad: SecretPad[Any] = self.made_pad()
        self._told: bool | None = None
        self.done: Button = self.add(Button("", self.leave, kind="quiet"))

    def made_pad(self) -> SecretPad[Any]:
        """Override: the pad on which the owner says which piece it is; it hands `told_which` the piece's code."""
        return PiecePad(self.told_which, lambda code: self.ui.piece(code))

    def owners(self) -> tuple[Colour, ...]:
        """Override: whose pieces have a secret face, in the order in which they are offered."""
        return tuple(player.colour for player in self.shown.view.players if secret_pieces(self.rules, player.colour))

    def fill_pad(self) -> None:
        """Override: hands the pad what it offers."""
        if isinstance(self.pad, PiecePad):
            self.pad.offer(secret_pieces(self.rules, self.replacing.owner))

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.replacing is not None and self.shown.view is not None

    @property
    def replacing(self) -> Replacing:
        """How far it is."""
        replacing: Replacing = self.shown.replacing
        return replacing

    def enter(self) -> None:
        self.pad.cover()

    def show(self, shown: Snapshot) -> None:
        if shown.replacing != (self.shown.replacing if self.shown is not None else None):
            self.pad.cover()
        super().show(shown)

    def prompt(self) -> Prompt:
        now = self.replacing
        return Prompt(now.owner, tr("New tag for a card"), tr("Now scan the new tag") if now.told else tr("Everyone else looks away"))

    def fill(self) -> None:
        self.people.show(tuple((colour, self.names[colour]) for colour in self.owners()), self.replacing.owner)
        self.fill_pad()
        self.done.show(tr("Cancel"))
        if self.replacing.told != self._told:
            self._told = self.replacing.told
            self.redraw()

    def answer(self, said: Notice) -> Prompt:
        if said.what is Answer.PHONE:
            return Prompt("warning", tr("That is a phone"), tr("Phones don’t work: use a sticker"))
        return super().answer(said)

    def told_which(self, code: str) -> None:
        """The owner has said which piece it is."""
        self.act(ReplacePiece(code))

    def leave(self) -> None:
        self.act(CloseTags())

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        """The players, and the pad with its words."""
        body = frame.body.inset(12, 4)
        if frame.portrait:
            return Box(body.x, body.y, body.w, 68), Box(body.x, body.y + 76, body.w, body.h - 144)
        return Box(body.x, body.y, 200, body.h), Box(body.x + 212, body.y, body.w - 212, body.h - 68)

    @property
    def _words(self) -> float:
        """The height of the words above the pad."""
        return 112 if self.frame.portrait else 76

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(12, 4)
        wide, left_of = min(300.0, body.w), 0.0 if frame.portrait else 212.0
        self.done.put(body.x + left_of + (body.w - left_of - wide) / 2, body.y + body.h - 60, wide, 56)
        if not self.ready:
            return
        left, (x, y, w, h) = self._parts(frame)
        self.have(self.people, left)
        high = self._words
        tall = h - high
        across = min(w, tall - 2) if frame.portrait else w
        self.have(self.pad, None if self.replacing.told else Box(x + (w - across) / 2, y + high, across, tall))

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        if not self.ready:
            return
        _, (x, y, w, h) = self._parts(self.frame)
        if self.replacing.told:
            draw_icon(pen, "waves", x + w / 2, y + h / 2, 96, "champ", 3)
        else:
            text = tr("In secret: keep holding, slide onto the card, let go.")
            pen.text((x, y - 2, w, self._words - 2), text, theme.SMALLEST_TEXT, "ivory", lines=3 if self.frame.portrait else 2)
