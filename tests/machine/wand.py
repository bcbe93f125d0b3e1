"""A wand is plugged in, played with, pulled out in the middle of a scan and plugged in elsewhere, while the screen stands beside a twin's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tests.machine.twin import Twin, fresh  # before anything of Kivy

# isort: split
from companion.devices.pico_settings import configuration
from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.view import Phase
from companion.pico import wire as protocol
from companion.table.events import Fault, Input, LinkLost, LinkUp, TagGone, TagSeen
from tests.emulation.pico.parts import Parts
from tests.emulation.tags import Ntag, Tag
from tests.firmware.board import Board
from tests.machine import play, screen
from tests.machine.emulated import Emulated
from tests.machine.guest import Guest
from tests.machine.image import Kit, overlay
from tests.machine.trial import Trial
from tests.machine.usb import Usb, Wire

NAME = "wand"
THERE = LinkUp(NAME, (NAME,), f"firmware {protocol.FIRMWARE}")
GONE = LinkLost(NAME, Fault.UNPLUGGED)
LOST = LinkLost(NAME, Fault.SCANS_LOST)


class Device(Protocol):
    """A Pico behind the wire, as the trial handles it. `path`: the terminal that is its port; `wrong`: what it did that it must not do."""

    path: str
    identity: str
    wrong: list[str]

    def lay(self, *tags: Tag) -> None: ...
    def lift(self, *tags: Tag) -> None: ...
    def power_up(self) -> None: ...
    def power_down(self) -> None: ...


class Scene:
    """The machine with a wand at hand, and the twin that is told what the wand tells."""

    def __init__(self, twin: Twin, usb: Usb, wire: Wire, device: Device, say: Callable[[str], None]) -> None:
        self.twin, self.usb, self.wire, self.device, self.say = twin, usb, wire, device, say
        self.pictures = 0

    def plug(self, *told: Input, what: str, port: str) -> None:
        """It starts, is plugged in, and is found at this port; the screen says so."""
        self.device.power_up()
        self.usb.plug()
        took = self.says(what, *told)
        held = self.usb.held()
        assert held == [port], f"{what}: the product holds {held}, not {port}"
        self.say(f"{what}: the screen says so {took:.1f} s after it was plugged in, port {port}")

    def pull(self, what: str) -> None:
        """Wire and supply are gone; the screen says so."""
        self.usb.pull()
        self.device.power_down()
        self.say(f"{what}: the screen says so {self.says(what, GONE):.1f} s after it was pulled out")

    def says(self, what: str, *told: Input) -> float:
        """Waits until the screen shows what the twin shows after it was told this. Returns the seconds."""
        before = self.twin.drawn("before")
        self.twin.told(*told)
        guest = self.twin.guest
        assert guest is not None
        took = screen.wait_for_change(guest, before, self.twin.drawn("after"), what)
        self.pictures += 1
        guest.picture(f"{self.pictures}-{what.replace(' ', '-')}")
        return took

    def card(self) -> Tag:
        """The next card that whoever has the turn may lay."""
        view = self.twin.view
        assert view.to_act is not None
        laid = sum(each.face_down for each in view.tables)
        return Ntag(self.twin.uids[f"{view.to_act} {KINDS[laid // len(view.players)]}"])

    def show(self, table: int) -> None:
        """A card is laid at a table and shown to the wand."""
        tag = self.card()
        before = self.face_down
        self.twin.tap("ring", table)
        self.twin.agree(f"table {table} waits for its card")
        self.device.lay(tag)
        took = self.says("a card that the wand has read", TagSeen(NAME, tag.uid))
        self.device.lift(tag)
        self.twin.told(TagGone(NAME, tag.uid))
        self.twin.agree("a card that was taken from the wand")
        assert self.face_down == before + 1, "it was not placed"
        self.say(f"a card shown to the wand lies at table {table}, on the screen after {took:.1f} s")

    def tear(self, table: int) -> None:
        """The plug is torn out while a scan is on its way; the card is laid unread, by touch."""
        tag = self.card()
        self.twin.tap("ring", table)
        self.twin.agree(f"table {table} waits for its card")
        self.wire.breaks_at = b"$seen "
        self.device.lay(tag)
        assert self.wire.broke.wait(300), "the wand has told nothing"
        self.pull("pulled out in the middle of a scan")
        self.device.lift(tag)
        before = self.face_down
        self.twin.tap("unread")
        self.twin.agree("the game goes on by touch")
        assert self.face_down == before + 1

    @property
    def face_down(self) -> int:
        return sum(each.face_down for each in self.twin.view.tables)


def rule(usb: Usb, guest: Guest, port: str) -> None:
    """Asserts what the product's rule and the system's make of its port."""
    properties = usb.properties(port)
    for name in ("ID_MM_DEVICE_IGNORE", "ID_MM_PORT_IGNORE"):
        assert properties.get(name) == "1", f"{name} is not set: {properties}"
    owner = guest.shell(f"stat -c '%U:%G %a' /dev/{port}")
    assert owner == "root:dialout 660", owner
    assert "dialout" in guest.shell("id -nG vabanque").split()


def evening(trial: Trial, kit: Kit, pico: Parts | None) -> None:
    """The whole part, on a machine of its own. Behind the wire is the firmware under MicroPython here, or a whole emulated Pico."""
    folder = trial.folder / "wand-board"
    folder.mkdir(exist_ok=True)
    with Board(folder, configuration("wand")) if pico is None else Emulated(pico) as device, Wire(trial.folder, device.path) as wire:
        device.power_down()
        guest = trial.boot(kit, [overlay(trial.folder / "wand.qcow2", kit.disk)], wire.options)
        trial.settle_down(guest)
        ours = fresh(trial.folder / "wand", guest)
        try:
            play_with(Scene(ours, Usb(guest, wire, device.identity), wire, device, trial.say), guest)
        finally:
            ours.close()
            if isinstance(device, Emulated):
                trial.say(f"a second of the emulated Pico took {device.pace:.1f} s")
        assert not device.wrong, device.wrong
        guest.pull()


def play_with(scene: Scene, guest: Guest) -> None:
    ours, usb = scene.twin, scene.usb
    ours.agree("home without a reader")
    scene.plug(THERE, what="home with a wand", port="ttyACM0")
    rule(usb, guest, "ttyACM0")
    scene.pull("home, the wand pulled out")
    usb.plug_stranger()
    usb.until(lambda: usb.ports() == ["ttyACM0"], "a strange device has the first port")
    scene.plug(LOST, THERE, what="home with the wand at another port", port="ttyACM1")
    play.sit_down(ours)
    ours.play(lambda view: view.phase is Phase.CARDS)
    scene.show(1)
    scene.tear(2)
    scene.plug(LOST, THERE, what="a game, the wand plugged in again", port="ttyACM1")
    scene.show(3)
