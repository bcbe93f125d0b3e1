"""Another version: a newer one from a stick, or the one before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.table.commands import BackInHand
from companion.table.snapshot import Answer, Snapshot
from companion.ui.damage import breakable
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Carrying, Kit
from companion.ui.screens.errand import ErrandScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows
from companion.words import told

if TYPE_CHECKING:
    from companion.install.bundle import Bundle
    from companion.install.standing import Chosen, Standing


class UpdateScreen(ErrandScreen):
    """First what there is; then one bundle that was checked, with what it means to install it; or why that can't be.

    What could tell a face-down card waits: a bundle that nobody signed, and the version before. The porter refuses them as well.
    """

    name = "update"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.porter: Carrying | None = None
        self.rows = Rows(self._tapped, row=76)
        self.look_again = Button("", self._look, kind="quiet", icon="turn")
        self.back = HoldButton("", self._back, icon="undo")
        self.in_hand = HoldButton("", lambda: self.act(BackInHand()), icon="check")
        self.install = HoldButton("", self._install, icon="warning")
        self.leave_it = Button("", self.leave, kind="secondary")
        self.standing: Standing | None = None
        self.checked: Bundle | None = None
        self.chosen: Chosen | None = None
        self.trouble: CompanionError | None = None
        self._heard = 0
        self._drawn: tuple[Any, ...] = ()

    def equip(self, kit: Kit) -> None:
        self.porter = kit.porter

    def enter(self) -> None:
        self.standing, self.said = None, ("", "", "")
        self.checked = self.chosen = self.trouble = None
        self._look()

    def show(self, shown: Snapshot) -> None:
        super().show(shown)
        said = shown.notice
        if said is not None and said.what is Answer.BACK_IN_HAND and said.serial != self._heard:
            # What waited for that waits no longer.
            self._heard = said.serial
            self._look()

    # --- errands ---

    def _look(self) -> None:
        if self.porter is not None:
            self.ask(self.porter.versions, self._stood)

    def _stood(self, found: Standing | CompanionError) -> None:
        if isinstance(found, CompanionError):
            self.trouble = found
        else:
            self.standing = found

    def _tapped(self, folder: Path) -> None:
        if self.porter is not None and not self.busy:
            porter = self.porter
            self.ask(lambda done: porter.check(folder, done), self._examined)

    def _examined(self, found: Bundle | CompanionError) -> None:
        if isinstance(found, CompanionError):
            self.trouble = found
        else:
            self.checked = found

    def _install(self) -> None:
        if self.porter is not None and self.checked is not None and not self.busy:
            porter, bundle = self.porter, self.checked
            self.ask(lambda done: porter.update(bundle, done), self._replaced)

    def _back(self) -> None:
        if self.porter is not None and not self.busy:
            self.ask(self.porter.back, self._replaced)

    def _replaced(self, result: Chosen | CompanionError) -> None:
        self.checked = None
        if isinstance(result, CompanionError):
            self.trouble = result
        else:
            self.chosen = result

    # --- what is shown ---

    @property
    def covered(self) -> bool:
        """Whether cards may lie face down on the table."""
        return self.standing is not None and self.standing.cover is not None

    @property
    def _may(self) -> bool:
        """Whether the bundle that was checked may be installed now."""
        return self.checked is not None and (self.checked.signed or not self.covered)

    def usual(self) -> Prompt:
        if self.chosen is not None:
            text = tr("It starts now; the game is where it was") if self.chosen.now else tr("Close the companion, and open it again")
            return Prompt("check", tr("Version {v}", v=self.chosen.version), text)
        if self.trouble is not None:
            return Prompt("warning", tr("That can’t be done"), tr("Nothing has changed"))
        if self.checked is not None:
            signed = tr("Signed by the maintainers") if self.checked.signed else tr("Nobody has signed it")
            return Prompt("check" if self.checked.signed else "warning", tr("Version {v}", v=self.checked.version), signed)
        if self.standing is not None and self.standing.bundles:
            return Prompt("turn", tr("Another version"), tr("Tap a stick to check what is on it"))
        return Prompt("turn", tr("Another version"), tr("From a USB stick"))

    def waiting(self) -> Prompt:
        if self.checked is not None:
            return Prompt("turn", tr("Version {v}", v=self.checked.version), tr("It is installed; leave the stick in"))
        return Prompt("turn", tr("Another version"), tr("It is checked; one moment"))

    def fill(self) -> None:
        standing = self.standing
        bundles = standing.bundles if standing is not None else ()
        self.rows.show([Row(folder, folder.parent.name, mark="plug", end="right", name=True) for folder in bundles])
        self.look_again.show(tr("Search again"), enabled=not self.busy)
        self.back.show(tr("Hold: back to {v}", v=standing.before) if standing is not None and standing.before else "")
        self.in_hand.show(tr("Hold: all cards are back in hand"))
        self.install.show(tr("Hold to install"))
        self.leave_it.show(tr("Go on") if self.trouble is not None else tr("Leave it as it is"))
        drawn = (standing, self.checked, self.chosen, self.trouble, self.busy)
        if drawn != self._drawn:
            self._drawn = drawn
            self.redraw()

    def leave(self) -> None:
        if self.busy and self.checked is not None:
            # What is being installed is not left: its end has to be seen.
            return
        if self.trouble is not None and self.standing is not None:
            self.trouble = None
            self._look()
        elif self.checked is not None:
            self.checked = None
            self.look()
        else:
            super().leave()

    # --- where it is ---

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        return frame.halves(0.46 if frame.portrait else 0.48, 16)

    @property
    def _looking(self) -> bool:
        return self.checked is None and self.chosen is None and self.trouble is None

    def place(self, frame: Frame) -> None:
        left, right = self._parts(frame)
        body = frame.body.inset(12, 6)
        looking, standing = self._looking, self.standing
        left = left._replace(h=left.h - (86 if self._asks and looking and not frame.portrait else 0))
        self.have(self.rows, left if looking and standing is not None and standing.bundles else None)
        asks = self._asks
        # The sentence that the table has to say needs the whole width.
        bottom = right.y + right.h - (86 if asks and looking else 0)
        self.have(self.look_again, (right.x, bottom - 60, right.w, 60) if looking else None)
        self.have(self.back, (right.x, bottom - 150, right.w, 80) if self._goes_back and not self.covered else None)
        y = body.y + body.h - 64
        # Beside each other, or in portrait above each other.
        wide, right_x, above = (body.w, body.x, 72) if frame.portrait else ((body.w - 12) / 2, body.x + (body.w + 12) / 2, 0)
        self.have(self.in_hand, (body.x, y - 10 if looking else y - 86, body.w, 74) if asks else None)
        self.have(self.install, (body.x, y - above, wide, 64) if self._may and not self.busy else None)
        away = self.trouble is not None or (self.checked is not None and not self.busy)
        self.have(self.leave_it, (right_x, y, wide, 64) if away else None)

    @property
    def _goes_back(self) -> bool:
        """Whether the version before can be asked for here."""
        return self._looking and not self.busy and self.standing is not None and self.standing.before is not None

    @property
    def _asks(self) -> bool:
        """Whether it can be said here that all cards are back in hand, and something waits for it."""
        cover = self.standing.cover if self.standing is not None else None
        at_home = self.shown is not None and self.shown.view is None
        waits = self._goes_back or (self.checked is not None and not self.checked.signed)
        return cover is not None and not cover.on and at_home and waits and not self.busy

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        left, right = self._parts(self.frame)
        body = self.frame.body.inset(16, 8)
        standing = self.standing
        if not self._looking:
            foot = 162 if self.frame.portrait or self._asks else 80
            alarm = self.trouble is not None or (self.checked is not None and not self.checked.signed)
            pen.text((body.x, body.y, body.w, body.h - foot), self._meaning(), 28, "champ" if alarm else "ivory", lines=99, valign="top")
            return
        if standing is None:
            return
        if not standing.bundles and not self.busy:
            from companion.install.bundle import FOLDER

            text = tr("No bundle is on a stick. Put the folder {name} on one, from any computer.", name=FOLDER)
            pen.text((left.x + 4, left.y, left.w - 8, left.h), text, 28, "ivory", lines=7, valign="top")
        lines = [tr("Installed: {v}", v=standing.version)]
        if standing.failed:
            lines.append(tr("{v} did not start, and was removed.", v=standing.failed))
        if standing.before and self.covered:
            lines.append(tr("Back to {v} only while no card lies face down.", v=standing.before))
        pen.text((right.x, right.y, right.w, right.h - 160), "\n".join(lines), 28, "mist", lines=9, valign="top")

    def _meaning(self) -> str:
        """What it means to install the bundle that was checked, what has become of it, or why it can't be."""
        if self.trouble is not None:
            return breakable(told(self.trouble.sentence))
        if self.chosen is not None:
            return tr("If it does not start, the version before comes back by itself.")
        assert self.checked is not None
        assert self.standing is not None
        version, before = self.checked.version, self.standing.version
        if self.checked.signed:
            goes_on = tr("The game goes on where it was. If {v} does not start, {before} comes back by itself.", v=version, before=before)
            return tr("Nothing in it has been changed since.") + " " + goes_on
        if not self._may:
            return tr("What nobody has signed could tell what lies face down. It can be installed when all cards are back in hand.")
        return tr(
            "Nobody can say who made it. It could read and change everything here, games and secrets. "
            "Install it only if you know where it comes from."
        )
