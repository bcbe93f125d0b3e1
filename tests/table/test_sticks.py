"""Which sticks are mounted, on recorded tables of mounts, and which backups lie on them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.errors import StickError
from companion.settings import Settings
from companion.table.backup import drives
from companion.table.backup import folder as vault
from companion.table.journal.store import Journal


@dataclass
class Machine:
    """Mounts and block devices of a made-up machine. `plug` gives the folder of a new disk's first partition."""

    root: Path

    def __post_init__(self) -> None:
        self.mounts, self.blocks = self.root / "mounts", self.root / "sys" / "class" / "block"
        self.blocks.mkdir(parents=True)
        self.mounts.write_text("proc /proc proc rw 0 0\n/dev/root / ext4 rw,noatime 0 0\ntmpfs /run/media tmpfs rw 0 0\n")

    def plug(self, disk: str, label: str, *, bus: str = "usb1/1-1", removable: str = "1", options: str = "rw,nosuid") -> Path:
        device = self.root / "sys" / "devices" / bus / "block" / disk
        (device / f"{disk}1").mkdir(parents=True)
        (device / "removable").write_text(f"{removable}\n")
        (device / f"{disk}1" / "partition").write_text("1\n")
        for name, to in ((disk, device), (f"{disk}1", device / f"{disk}1")):
            os.symlink(to, self.blocks / name)
        folder = self.root / "media" / label
        folder.mkdir(parents=True)
        written = str(folder).replace("\\", "\\134").replace(" ", "\\040")
        with open(self.mounts, "a") as out:
            out.write(f"/dev/{disk}1 {written} vfat {options} 0 0\n")
        return folder

    def plug_unmounted(self, disk: str, *parts: str, removable: str = "1") -> None:
        """Plugs in a disk that nobody mounts."""
        device = self.root / "sys" / "devices" / "usb1" / disk
        for name, folder in ((disk, device), *((part, device / part) for part in parts)):
            folder.mkdir(parents=True)
            (folder / "size").write_text("62521344\n")
            if folder != device:
                (folder / "partition").write_text("1\n")
            os.symlink(folder, self.blocks / name)
        (device / "removable").write_text(f"{removable}\n")

    def sticks(self) -> tuple[drives.Stick, ...]:
        return drives.sticks(self.mounts, self.blocks)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path)
    monkeypatch.setattr(drives, "PLACES", (str(tmp_path / "media"),))
    return made


def test_what_can_be_pulled_out_is_a_stick_and_nothing_else(machine: Machine) -> None:
    assert machine.sticks() == ()
    machine.plug("sdb", "Fotos von Zoë")
    machine.plug("sdc", "a hard disk on USB", removable="0")
    machine.plug("nvme0", "inside", bus="pci0000:00", removable="0")
    machine.plug("sdd", "card reader", bus="pci0000:00")
    found = machine.sticks()
    assert [stick.name for stick in found] == ["Fotos von Zoë", "a hard disk on USB", "card reader"]
    assert all(stick.writable and stick.free > 0 and stick.backups == () for stick in found)


UDISKS = """#!/bin/sh
# Mounts what has a file system as the real one does: below /media, for who asked.
for device; do :; done
echo "$*" >>"{root}/asked"
case "$device" in
    */sdb1 | */sdd) mkdir -p "{root}/media/STICK" && echo "$device {root}/media/STICK vfat rw,nosuid,nodev 0 0" >>"{root}/mounts" ;;
    */sde1) echo "Error mounting $device: GDBus.Error:org.freedesktop.UDisks2.Error.NotAuthorizedCanObtain: Not authorized" >&2; exit 1 ;;
    *) echo "Object is not a mountable filesystem." >&2; exit 1 ;;
esac
"""


@pytest.fixture
def udisks(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine without a desktop, where udisks2 mounts what it is asked to."""
    commands = machine.root / "commands"
    commands.mkdir()
    (commands / "udisksctl").write_text(UDISKS.format(root=machine.root))
    (commands / "udisksctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{commands}:/usr/bin:/bin")
    return machine


def asked(machine: Machine) -> list[str]:
    file = machine.root / "asked"
    return [line.split()[-1] for line in file.read_text().splitlines()] if file.exists() else []


@pytest.mark.parametrize(("disk", "parts", "device"), [("sdb", ("sdb1",), "/dev/sdb1"), ("sdd", (), "/dev/sdd")])
def test_a_stick_that_nobody_mounts_is_mounted_once(udisks: Machine, disk: str, parts: tuple[str, ...], device: str) -> None:
    udisks.plug_unmounted(disk, *parts)
    for _ in range(2):
        assert [stick.name for stick in udisks.sticks()] == ["STICK"]
    assert asked(udisks) == [device]
    assert (udisks.root / "asked").read_text().startswith("mount --no-user-interaction --options nosuid,nodev,noexec --block-device ")


def test_what_has_no_file_system_hinders_no_other(udisks: Machine) -> None:
    udisks.plug_unmounted("sdb", "sdb1", "sdb2")
    assert [stick.name for stick in udisks.sticks()] == ["STICK"]


def test_a_disk_that_the_system_runs_on_and_an_empty_card_reader_are_left_alone(udisks: Machine) -> None:
    udisks.plug_unmounted("sdf", "sdf1", "sdf2")
    with open(udisks.mounts, "a") as out:
        out.write("/dev/sdf2 / ext4 rw 0 0\n")
    udisks.plug_unmounted("sdb")
    (udisks.blocks / "sdb" / "size").write_text("0\n")
    udisks.plug_unmounted("nvme0n1")
    (udisks.blocks / "nvme0n1" / "removable").write_text("0\n")
    os.rename(udisks.root / "sys" / "devices" / "usb1" / "nvme0n1", udisks.root / "sys" / "devices" / "nvme0n1")
    (udisks.blocks / "nvme0n1").unlink()
    os.symlink(udisks.root / "sys" / "devices" / "nvme0n1", udisks.blocks / "nvme0n1")
    assert udisks.sticks() == ()
    assert asked(udisks) == []


def test_a_stick_that_can_not_be_opened_says_what_to_do(udisks: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    udisks.plug_unmounted("sde", "sde1")
    with pytest.raises(StickError, match="this user may not open it"):
        udisks.sticks()
    udisks.plug_unmounted("sdg", "sdg1")
    (udisks.blocks / "sde1").unlink()
    (udisks.blocks / "sde").unlink()
    with pytest.raises(StickError, match="Take another one, or format it"):
        udisks.sticks()
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(StickError, match="Run bin/install again, or install udisks2"):
        udisks.sticks()
    # One that can be used is enough.
    udisks.plug("sdb", "the other one")
    assert [stick.name for stick in udisks.sticks()] == ["the other one"]


def test_a_stick_that_can_only_be_read_says_so(machine: Machine) -> None:
    machine.plug("sdb", "locked", options="ro,nosuid")
    assert [stick.writable for stick in machine.sticks()] == [False]


def test_a_name_that_would_steer_a_terminal_is_shown_without_that(machine: Machine) -> None:
    machine.plug("sdb", "evil\x1b[2J\u202estick")
    assert [stick.name for stick in machine.sticks()] == ["evil[2Jstick"]


def test_of_a_file_is_known_whether_it_is_on_a_stick(machine: Machine, tmp_path: Path) -> None:
    stick = machine.plug("sda", "STICK")
    (stick / "folder").mkdir()
    os.symlink(stick, tmp_path / "there")
    fixed = machine.plug("nvme0n1", "DISK", bus="pci0", removable="0")
    for file in (stick / "new.jsonl", stick / "folder" / "new.jsonl", tmp_path / "there" / "new.jsonl"):
        assert drives.holds(file, machine.mounts, machine.blocks), file
    for file in (tmp_path / "new.jsonl", fixed / "new.jsonl", machine.root / "media" / "STICKY.jsonl"):
        assert not drives.holds(file, machine.mounts, machine.blocks), file
    # A system that runs from a disk on USB.
    machine.mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\n/dev/sda1 {tmp_path} ext4 rw 0 0\n")
    assert not drives.holds(tmp_path / "new.jsonl", machine.mounts, machine.blocks)


def test_a_stick_that_is_just_gone_is_left_out(machine: Machine) -> None:
    machine.plug("sdb", "gone").rmdir()
    machine.plug("sdc", "there")
    assert [stick.name for stick in machine.sticks()] == ["there"]


def test_without_a_table_of_mounts_there_is_none(tmp_path: Path) -> None:
    assert drives.sticks(tmp_path / "none", tmp_path) == ()


def test_backups_are_listed_newest_first_and_nothing_else(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = machine.plug("sdb", "stick")
    journal = Journal(tmp_path / "data")
    for day in ("27", "29", "28"):
        monkeypatch.setattr("companion.table.backup.write.now", lambda day=day: f"2026-11-{day}T20:00:00+00:00")
        vault.write(journal, Settings(), stick / f"of-{day}.jsonl")
    journal.close()
    (stick / "letter.jsonl").write_text("Dear grandmother")
    (stick / "list.jsonl").write_text('["a list"]\n')
    (stick / "empty.jsonl").touch()
    (stick / "bytes.jsonl").write_bytes(b"\xff" * 4000)
    (stick / "deep.jsonl").write_bytes(b"[" * 4000)
    (stick / "folder.jsonl").mkdir()
    (stick / "steering\x1b[2J.jsonl").write_bytes((stick / "of-27.jsonl").read_bytes())
    os.symlink(stick / "of-27.jsonl", stick / "link.jsonl")
    os.mkfifo(stick / "pipe.jsonl")
    (found,) = machine.sticks()
    assert [(backup.file.name, backup.made[:10]) for backup in found.backups] == [
        ("of-29.jsonl", "2026-11-29"),
        ("of-28.jsonl", "2026-11-28"),
        ("of-27.jsonl", "2026-11-27"),
    ]
    assert found.backups[0].size == (stick / "of-29.jsonl").stat().st_size
