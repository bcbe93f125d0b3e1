"""Disks of the machines: a small Debian of each release, the product installed on it, and overlays that are thrown away."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parent.parent.parent
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "systemd-sysv,udev,dbus,libpam-systemd,kmod,e2fsprogs,python3-venv,initramfs-tools,procps,unzip,zstd"
"""What Raspberry Pi OS Lite has as well, as far as it matters here. Everything else has to come with the bundle."""
ROOM = "4G"
PRODUCT = "/home/vabanque/.local/lib/vabanque-companion"
"""Where the product lies on a machine, with its versions."""

SHELL = """[Unit]
Description=A shell for the trial
DefaultDependencies=no
BindsTo=dev-hvc0.device
After=systemd-remount-fs.service dev-hvc0.device
[Service]
ExecStart=/bin/bash --noprofile --norc
Environment=HOME=/root PS1= PS2= LANG=C.UTF-8
StandardInput=tty
StandardOutput=tty
StandardError=tty
TTYPath=/dev/hvc0
Restart=always
RestartSec=1
KillMode=process
IgnoreSIGPIPE=no
[Install]
WantedBy=dev-hvc0.device
"""


class Release(NamedTuple):
    """A release of Debian: its number and name, and the Python that it has."""

    number: int
    name: str
    python: str


RELEASES = {12: Release(12, "bookworm", "3.11"), 13: Release(13, "trixie", "3.13")}


class Kit(NamedTuple):
    """What a machine is started with."""

    disk: Path
    kernel: Path
    initrd: Path
    arch: str = "amd64"


def run(*words: str | Path, **more: object) -> str:
    """What a command says. Ends the trial with its words where it fails."""
    done = subprocess.run([*map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)  # type: ignore[call-overload]
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\nThis did not succeed: {' '.join(map(str, words))}")
    return str(done.stdout)


def whole(path: Path, make: Callable[[Path], object], instead: str = "") -> Path:
    """What was made by an earlier run, or is made now, instead of older ones; half of it never bears the name."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(instead) if instead else ():
            if old.is_dir():
                shutil.rmtree(old)
            else:
                old.unlink()
        half = path.with_name(path.name + ".half")
        if half.is_dir():
            shutil.rmtree(half)
        half.unlink(missing_ok=True)
        make(half)
        half.rename(path)
    return path


def base_name(release: Release, arch: str) -> str:
    """Another list of packages, or another shell, is another Debian."""
    return f"{release.name}-{arch}-{hashlib.sha256((PACKAGES + SHELL).encode()).hexdigest()[:6]}"


def machine(cache: Path, release: Release, arch: str = "amd64") -> Kit:
    """A Debian that has never been started. Making it takes minutes, root's rights and a mirror."""
    root = cache / base_name(release, arch)

    def bootstrap(half: Path) -> None:
        if os.geteuid() != 0:
            sys.exit("To make a Debian, bin/trial has to be run by root.")
        print(f"A Debian {release.number} for {arch} is made in {root}: some minutes.", flush=True)
        packages = f"{PACKAGES},linux-image-{arch}"
        run("mmdebstrap", "--variant=minbase", f"--arch={arch}", f"--include={packages}", release.name, half, MIRROR)
        prepare(half)
        if arch == "arm64":
            prepare_pi(half)

    whole(root, bootstrap)
    disk = whole(cache / f"{root.name}.ext4", lambda half: run("mkfs.ext4", "-q", "-L", "root", "-d", root, half, ROOM))
    (kernel,) = (root / "boot").glob("vmlinuz-*")
    (initrd,) = (root / "boot").glob("initrd.img-*")
    return Kit(disk, kernel, initrd, arch)


def prepare(root: Path) -> None:
    """The shell that the trial talks to, and the place of the boot partition."""
    units = root / "etc/systemd/system"
    (units / "trial-shell.service").write_text(SHELL)
    wants = units / "dev-hvc0.device.wants"
    wants.mkdir(exist_ok=True)
    (wants / "trial-shell.service").symlink_to("/etc/systemd/system/trial-shell.service")
    (root / "boot/firmware").mkdir(exist_ok=True)
    (root / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
    (root / "etc/hostname").write_text("trial\n")
    # The journal of a start that ended in a power cut is kept for whoever reads the trial's folder.
    (root / "var/log/journal").mkdir(parents=True, exist_ok=True)
    run("chroot", root, "passwd", "--lock", "root")


def prepare_pi(root: Path) -> None:
    """What a Raspberry Pi's boot partition and its groups have, as far as the installation looks for it."""
    (root / "boot/firmware/config.txt").write_text("#dtparam=spi=on\ndtparam=audio=on\nauto_initramfs=1\ndtoverlay=vc4-kms-v3d\n[all]\n")
    (root / "boot/firmware/cmdline.txt").write_text("console=tty1 root=/dev/vda rootfstype=ext4 rootwait\n")
    for group in ("spi", "gpio"):
        run("chroot", root, "groupadd", "--force", "--system", group)


def tree() -> str:
    """What names the state of the project's files, also of those that are not committed."""
    listed = subprocess.run(
        [
            "git",
            "-C",
            PROJECT,
            "ls-files",
            "-zco",
            "--exclude-standard",
            "companion",
            "bin/install",
            "bin/lib",
            "bin/share",
            "firmware",
            "hardware",
            "pyproject.toml",
        ],
        capture_output=True,
        check=True,
    ).stdout
    digest = hashlib.sha256()
    for name in sorted(listed.split(b"\0")):
        path = PROJECT / os.fsdecode(name)
        if name and path.is_file():
            digest.update(name + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def bundle(cache: Path, arch: str = "amd64") -> Path:
    """The folder that bin/make-bundle makes of the project as it is."""
    words = [word for release in RELEASES.values() for word in ("--only", f"{arch}:{release.python}")]

    def make(half: Path) -> None:
        print("The bundle is made.", flush=True)
        run(sys.executable, PROJECT / "bin" / "make-bundle", "--out", half, *words)

    return whole(cache / f"bundle-{arch}-{tree()}", make, f"bundle-{arch}-*")


INSIDE = """set -euo pipefail
mount -t proc proc "$1/proc"
mkdir -p "$1/boot/firmware/vabanque-bundle"
mount --bind "$2" "$1/boot/firmware/vabanque-bundle"
exec chroot "$1" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 bash -euc '
unzip -q -o /boot/firmware/vabanque-bundle/vabanque.zip -d /opt
bash /opt/vabanque-companion-*/bin/install --for vabanque --offline /boot/firmware/vabanque-bundle --console "$@"' - "${@:3}"
"""
"""As a card is made: the installation runs in the folder, without a network and without systemd."""


def installed(cache: Path, release: Release, arch: str = "amd64") -> Kit:
    """The same machine with the product on it, which has never been started either."""
    kit, packed = machine(cache, release, arch), bundle(cache, arch)
    base = base_name(release, arch)
    name = f"{base}-{packed.name.rpartition('-')[2]}"

    def install(half: Path) -> None:
        print(f"The product is installed on a Debian {release.number} for {arch}.", flush=True)
        run("cp", "-a", "--reflink=auto", cache / base, half)
        said = run("unshare", "--mount", "--net", "bash", "-c", INSIDE, "-", half, packed, *(["--pi"] if arch == "arm64" else []))
        (cache / f"{name}.log").write_text(said)
        (half / "boot/firmware/vabanque-bundle").rmdir()

    root = whole(cache / name, install, f"{base}-*")
    disk = whole(cache / f"{name}.ext4", lambda half: run("mkfs.ext4", "-q", "-L", "root", "-d", root, half, ROOM))
    return kit._replace(disk=disk)


def overlay(file: Path, below: Path) -> Path:
    """A disk that begins as the one below it, which is not written to."""
    form = "qcow2" if below.suffix == ".qcow2" else "raw"
    file.unlink(missing_ok=True)
    run("qemu-img", "create", "-q", "-f", "qcow2", "-b", below.resolve(), "-F", form, file)
    return file


def fat(file: Path, megabytes: int, label: str = "STICK", folder: Path | None = None) -> Path:
    """A disk with a FAT file system of that size on all of it, as many sticks have it; with a folder on it, if one is named."""
    file.unlink(missing_ok=True)
    with file.open("wb") as made:
        made.truncate(megabytes * 1024 * 1024)
    run("mkfs.vfat", "-n", label, file)
    if folder is not None:
        run("mcopy", "-Q", "-s", "-i", file, folder, "::/")
    return file


def boot_partition(cache: Path) -> Path:
    """A FAT disk with the bundle on it, as a family's card has it beside the firmware's files."""
    packed = bundle(cache)

    def make(half: Path) -> None:
        named = half.parent / "vabanque-bundle"
        named.symlink_to(packed)
        try:
            size = sum(path.stat().st_size for path in packed.rglob("*") if path.is_file())
            fat(half, size // 1_000_000 + 96, "bootfs", named)
        finally:
            named.unlink()

    return whole(cache / f"boot-{packed.name.rpartition('-')[2]}.fat", make, "boot-*.fat")
