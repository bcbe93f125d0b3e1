"""Private entry of a card's kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from companion.games.vabanque.rules.moves import KINDS, Character
from companion.games.vabanque.ui.widgets.card import draw_private
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.secret import SecretPad


class PrivatePad(SecretPad[Character]):
    """A pad and one card a kind; see `SecretPad`."""

    def __init__(self, on_choose: Callable[[Character], Any], rng: random.Random | None = None) -> None:
        super().__init__(on_choose, KINDS, rng)

    def show(self, kinds: Sequence[Character] = KINDS) -> None:
        """Which kinds can be chosen; the same for everybody at all times, unless the kinds are public."""
        self.offer(kinds)

    def draw_face(self, pen: Pen, box: Box, choice: Character) -> None:
        draw_private(pen, *box, choice)
