"""A machine under QEMU: its plug, its screen, its fingers, and a shell of root in it. It has no network card."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from tests.machine.image import Kit

WIDTH, HEIGHT = 800, 480
PATIENCE_S = 1800.0
"""How long anything may take that a family would wait for: an emulated machine beside other work is up to a hundred times slower than a Pi."""
QUIETLY = "quiet panic=-1 systemd.getty_auto=0"
"""No login on the consoles that are the trial's own: it would take what is typed there."""
COLOURED = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x07]*\x07")


class Lost(Exception):
    """The machine is gone, or did not answer in time."""


class Channel:
    """A socket of QEMU's."""

    def __init__(self, path: Path, process: subprocess.Popen[bytes]) -> None:
        self.buffer = b""
        until = time.monotonic() + 60
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(str(path))
                break
            except OSError:
                self.socket.close()
                if process.poll() is not None or time.monotonic() > until:
                    raise Lost(f"QEMU did not start: see {path.parent}/qemu.log") from None
                time.sleep(0.1)

    def send(self, data: bytes) -> None:
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Lost("The machine is off.") from error

    def until(self, marker: re.Pattern[bytes], patience: float) -> re.Match[bytes]:
        """What has come up to and with the marker."""
        end = time.monotonic() + patience
        while not (found := marker.search(self.buffer)):
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            try:
                more = self.socket.recv(65536)
            except TimeoutError:
                raise Lost(f"No answer in {patience:.0f} s; so far: {self.buffer[-2000:].decode(errors='replace')}") from None
            except OSError as error:
                raise Lost("The machine is off.") from error
            if not more:
                raise Lost("The machine is off.")
            self.buffer += more
        self.buffer = self.buffer[found.end() :]
        return found


class Guest:
    """One machine. `disks`: what it finds as vda, vdb ...; the first holds the system. `state`: it is not started, but goes on where it was
    when that was saved, and so its disks.
    """

    def __init__(
        self, folder: Path, kit: Kit, disks: Sequence[Path], options: Sequence[str] = (), append: str = "", state: str = "", *, patient: bool = False
    ) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        words = [
            *processor(kit.arch, patient=patient),
            "-nodefaults",
            "-no-user-config",
            "-display",
            "none",
            "-nic",
            "none",
            "-no-reboot",
            "-smp",
            "1",
            "-m",
            "1536",
        ]
        words += ["-kernel", str(kit.kernel), "-initrd", str(kit.initrd)]
        serial = "ttyAMA0" if kit.arch == "arm64" else "ttyS0"
        words += ["-append", f"root=/dev/vda rw {QUIETLY} console={serial} console=tty1 video={WIDTH}x{HEIGHT} {append}".strip()]
        for number, disk in enumerate(disks):
            words += ["-drive", f"file={disk},if=none,id=disk{number},format=qcow2,cache=writeback,discard=unmap"]
            words += ["-device", f"virtio-blk-pci,drive=disk{number}"]
        if kit.arch == "arm64":
            words += ["-dtb", str(as_a_pi(folder / "pi.dtb", words))]
        screen = "virtio-gpu-pci" if kit.arch == "arm64" else "virtio-vga"
        words += ["-device", f"{screen},xres={WIDTH},yres={HEIGHT}", "-device", "virtio-tablet-pci", "-device", "virtio-keyboard-pci"]
        words += ["-device", "virtio-serial-pci", "-device", "qemu-xhci,id=usb", "-serial", f"file:{folder}/console.log"]
        words += ["-chardev", f"socket,id=shell,path={folder}/shell,server=on,wait=off", "-device", "virtconsole,chardev=shell"]
        words += ["-qmp", f"unix:{folder}/qmp,server=on,wait=off", *options]
        words += ["-loadvm", state] if state else []
        self._log = (folder / "qemu.log").open("wb")
        self.process = subprocess.Popen([PROGRAMS[kit.arch], *words], stdin=subprocess.DEVNULL, stdout=self._log, stderr=subprocess.STDOUT)
        self.power = time.monotonic()
        """When it was switched on."""
        self._numbers = itertools.count(1)
        self.qmp = Channel(folder / "qmp", self.process)
        self.qmp.until(re.compile(rb'"QMP".*\n'), 60)
        self.tell("qmp_capabilities")
        self._shell: Channel | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pull()

    # --- the plug ---

    def tell(self, command: str, **arguments: Any) -> Any:
        """A command to QEMU, and its answer."""
        number = next(self._numbers)
        self.qmp.send(json.dumps({"execute": command, "arguments": arguments, "id": number}).encode() + b"\n")
        while True:
            answer = json.loads(self.qmp.until(re.compile(rb"^(.*)\n", re.MULTILINE), 300)[1])
            if answer.get("id") == number:
                if "error" in answer:
                    raise Lost(f"{command}: {answer['error']['desc']}")
                return answer["return"]

    def save(self, name: str) -> None:
        """Keeps the whole state under a name, memory and disks: a machine that is made with it goes on from here."""
        said = self.tell("human-monitor-command", **{"command-line": f"savevm {name}"})
        if said.strip():
            raise Lost(f"The state {name} could not be kept: {said}")

    def plug_in(self, name: str, image: Path, slow: int = 0) -> None:
        """Plugs in a stick. `slow`: so many bytes a second at most go to it."""
        self.tell("blockdev-add", **{"node-name": name, "driver": "raw", "file": {"driver": "file", "filename": str(image)}})
        drive = name
        if slow:
            self.tell("object-add", **{"qom-type": "throttle-group", "id": f"{name}-pace", "limits": {"bps-write": slow}})
            self.tell("blockdev-add", **{"node-name": f"{name}-slow", "driver": "throttle", "throttle-group": f"{name}-pace", "file": name})
            drive = f"{name}-slow"
        self.tell("device_add", driver="usb-storage", id=f"{name}-usb", drive=drive, removable=True)

    def mount(self, name: str, image: Path) -> None:
        """Plugs in a stick and mounts it at /mnt, only to be read."""
        self.plug_in(name, image)
        self.shell("until test -b /dev/sda; do sleep 0.5; done; mount -o ro /dev/sda /mnt")

    def pull_out(self, name: str) -> None:
        """Pulls out a stick: what the machine has not written to it is lost."""
        self.tell("device_del", id=f"{name}-usb")
        there = {each["node-name"] for each in self.tell("query-named-block-nodes")}
        for node in (f"{name}-slow", name):
            if node in there:
                self._forget(node)
        with contextlib.suppress(Lost):
            self.tell("object-del", id=f"{name}-pace")

    def _forget(self, node: str) -> None:
        """What is under way ends first."""
        until = time.monotonic() + 60
        while True:
            try:
                self.tell("blockdev-del", **{"node-name": node})
                return
            except Lost:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def pull(self) -> None:
        """Pulls the plug: what the machine has not written to its disk is lost."""
        if self.process.poll() is None:
            with contextlib.suppress(Lost):
                self.tell("quit")
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._log.close()

    # --- the shell ---

    def shell(self, command: str, patience: float = PATIENCE_S) -> str:
        """Runs a command as root and returns what it wrote. Raises Failed where it fails."""
        status, said = self.try_shell(command, patience)
        if status != 0:
            raise Failed(f"{command}\nended with {status} and said:\n{said}")
        return said

    def try_shell(self, command: str, patience: float = PATIENCE_S) -> tuple[int, str]:
        """A command's status and what it wrote."""
        channel = self._shell or self.wait_for_shell(patience)
        self._say(channel, command)
        return self._answer(channel, patience)

    def start_shell(self, command: str) -> Callable[[float], tuple[int, str]]:
        """Begins a command; what is returned waits for its end, and returns its status and what it wrote."""
        channel = self._shell or self.wait_for_shell()
        self._say(channel, command)
        return lambda patience: self._answer(channel, patience)

    def _say(self, channel: Channel, command: str) -> None:
        self._mark = f"{next(self._numbers)}"
        # The mark is not in the command as it is typed, so that its echo is not taken for the answer.
        channel.send(f"(\n{command}\n) </dev/null 2>&1; printf '\\n%s-%s %s-done\\n' mark '{self._mark}' $?\n".encode())

    def _answer(self, channel: Channel, patience: float) -> tuple[int, str]:
        found = channel.until(re.compile(rb"(?s)(.*?)\r?\nmark-" + self._mark.encode() + rb" (\d+)-done\r?\n"), patience)
        return int(found[2]), COLOURED.sub(b"", found[1]).replace(b"\r\n", b"\n").decode(errors="replace").strip()

    def wait_for_shell(self, patience: float = PATIENCE_S) -> Channel:
        """Until the system is so far up that root's shell answers."""
        channel = Channel(self.folder / "shell", self.process)
        end = time.monotonic() + patience
        while True:
            # Nobody may listen yet, and what is typed then is lost.
            channel.send(b"stty -echo -onlcr 2>/dev/null; echo he''re\n")
            try:
                channel.until(re.compile(rb"here\r?\n"), 10)
                break
            except Lost:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise
        channel.send(b"echo and-'now'\n")
        channel.until(re.compile(rb"\nand-now\r?\n"), patience)
        channel.buffer = b""
        self._shell = channel
        return channel

    # --- screen and fingers; places are pixels of the picture ---

    def picture(self, name: str = "screen") -> Path:
        """What the screen shows, as a file in the machine's folder: PNG, or what is quicker made where it has no name."""
        form = "ppm" if name == "screen" else "png"
        file = self.folder / f"{name}.{form}"
        self.tell("screendump", filename=str(file), format=form)
        return file

    def finger(self, x: float, y: float, down: bool | None = None) -> None:
        """The finger at a place; `down`: it comes down or is lifted there."""
        if down:
            # The kernel leaves out a coordinate that has not changed, and a program that was started since then has never heard of it.
            self._point((x + WIDTH / 2) % WIDTH, (y + HEIGHT / 2) % HEIGHT)
        self._point(x, y)
        if down is not None:
            self.tell("input-send-event", events=[{"type": "btn", "data": {"button": "left", "down": down}}])

    def _point(self, x: float, y: float) -> None:
        events: list[dict[str, Any]] = [
            {"type": "abs", "data": {"axis": axis, "value": min(32767, max(0, round(value * 32768 / size)))}}
            for axis, value, size in (("x", x + 0.5, WIDTH), ("y", y + 0.5, HEIGHT))
        ]
        self.tell("input-send-event", events=events)

    def tap(self, x: float, y: float) -> None:
        self.finger(x, y, True)
        time.sleep(0.15)
        self.finger(x, y, False)


class Failed(Exception):
    """A command in the machine has failed."""


PROGRAMS = {"amd64": "qemu-system-x86_64", "arm64": "qemu-system-aarch64"}


def processor(arch: str = "amd64", *, patient: bool = False) -> list[str]:
    """With a newer processor Mesa's own compiler makes code that TCG gets wrong. One of them: kernel code that is changed while another
    processor runs it now and then ends in a panic. `patient`: its clock goes by what it has done, so that it is slow beside other work, and does
    not lose patience with itself; nothing of the world outside may wait for it then.
    """
    if arch == "arm64":
        return ["-machine", "virt", "-accel", "tcg,thread=multi", "-cpu", "cortex-a72"]
    clock = ["tcg,thread=single", "-icount", "shift=1,sleep=on"] if patient else ["tcg,thread=multi"]
    return ["-machine", "pc", "-accel", *clock, "-cpu", "Nehalem"]


MODEL, REVISION = "Raspberry Pi 4 Model B Rev 1.4", "0xc03114"
"""What a Pi's device tree says of itself; the revision is that of a board with 4 GB."""


def as_a_pi(file: Path, words: Sequence[str]) -> Path:
    """The device tree of the machine that these words make, in which it calls itself a Raspberry Pi, without pins: the board's own are others."""
    dump = [*words[:1], f"{words[1]},dumpdtb={file}", *words[2:]]
    for command in (
        [PROGRAMS["arm64"], *dump],
        ["fdtput", "-t", "s", str(file), "/", "model", MODEL],
        ["fdtput", "-c", str(file), "/system"],
        ["fdtput", "-t", "x", str(file), "/system", "linux,revision", REVISION],
        ["fdtput", "-r", str(file), "/gpio-keys"],
        ["fdtput", "-r", str(file), "/pl061@9030000"],
    ):
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    return file
