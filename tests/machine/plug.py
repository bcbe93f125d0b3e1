"""The plug is pulled while people play. The next start shows the last act that was shown."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable

from tests.machine.twin import Twin  # before anything of Kivy

# isort: split
from companion.games.vabanque.rules.view import Phase
from tests.machine import screen
from tests.machine.guest import Guest
from tests.machine.screen import SAME, differs

SPAN = (1, 120)
"""Between these touches of a game the plug is pulled."""
LATEST_S = 3.0
"""So long after a touch at the latest."""
SETTLED_S = 3.0
"""So long after a start the next finger comes at the earliest."""


class Plug:
    """Pulls the plug after some touches of a game, and starts the machine again. `boot` switches the same machine on."""

    def __init__(self, twin: Twin, boot: Callable[[], Guest], rng: random.Random, pulls: int, say: Callable[[str], None]) -> None:
        self._twin, self._boot, self._rng, self._say = twin, boot, rng, say
        self._at = sorted(rng.sample(range(*SPAN), pulls))
        twin.touched = self._touched

    def _touched(self) -> None:
        if not self._at or self._twin.fingers < self._at[0]:
            return
        self._at.pop(0)
        after = self._rng.uniform(0, LATEST_S)
        self.pull(after)

    def done(self) -> bool:
        """Whether it is not to be pulled any more."""
        return not self._at

    def pull(self, after: float) -> None:
        """Pulls it so many seconds after the finger was lifted. Raises Wrong where the next start does not show what was shown."""
        twin, guest = self._twin, self._twin.guest
        assert guest is not None
        time.sleep(after)
        shown = differs(guest.picture("last"), twin.drawn("done")) <= SAME
        guest.pull()
        after_it = twin.before.with_name(twin.folder.name + "-after")
        shutil.rmtree(after_it, ignore_errors=True)
        shutil.copytree(twin.folder, after_it)
        twin.restart()
        possible = [twin.drawn("restarted")]
        if not shown:
            # What was touched and not shown yet may be kept or not.
            twin.restart(twin.before)
            possible.append(twin.drawn("restarted-before"))
        begun = self._boot()
        twin.guest = begun
        which, took = screen.wait_for_one(begun, possible, f"pull {after:.1f} s after touch {twin.fingers}")
        # An emulated machine may find its tablet later than its screen: a finger that comes before that is felt by nobody.
        begun.shell("udevadm settle")
        time.sleep(SETTLED_S)
        if not shown and which == 0:
            twin.restart(after_it)
        self._say(f"the plug, {after:.1f} s after touch {twin.fingers} ({'shown' if shown else 'not shown yet'}): back after {took:.0f} s")


def game(twin: Twin) -> None:
    """From the first token to the end. Every card is laid unread and told at the reveal: where kinds are chosen in secret they lie in another order
    on each machine, which the twin can't know.
    """
    twin.play(lambda view: view.phase is Phase.FINISHED, unread=lambda _: True)
