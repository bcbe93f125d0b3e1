"""bin/make-card: what it changes in the system of an image, and what it takes for an image. A whole card is made and started by hand only."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import shutil
import subprocess
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.packaging.fakes import PROJECT
from tests.packaging.installing import Pi
from tests.packaging.test_unattended import bundle, pi, provision

__all__ = ["pi"]

FIRST_BOOT = (
    "firstrun.sh",
    "userconf.txt",
    "custom.toml",
    "user-data",
    "meta-data",
    "network-config",
    "rpi-preseed.toml",
    "ssh",
    "wpa_supplicant.conf",
)
TABLE = {"label": "dos", "id": "0x0badcafe", "partitions": [{"type": "c", "start": 8, "size": 8}, {"type": "83", "start": 16, "size": 8}]}
SYSTEM = "/usr/sbin:/usr/bin:/sbin:/bin"
FSTAB = "PARTUUID=0badcafe-01  /boot/firmware  vfat  defaults  0 2\nPARTUUID=0badcafe-02  /  ext4  defaults,noatime  0 1\n"


@pytest.fixture
def image(pi: Pi) -> Pi:
    """The tree of an image, with the bundle where bin/make-card has bound it."""
    (pi.files / "proc" / "device-tree" / "model").unlink()
    for folder in ("etc/systemd/system", "etc/sudoers.d", "etc/cloud", "var/tmp", "var/lib/dbus", "var/lib/cloud", "usr/sbin", "run"):
        (pi.files / folder).mkdir(parents=True, exist_ok=True)
    (pi.files / "etc" / "os-release").write_text("VERSION_CODENAME=trixie\n")
    (pi.files / "etc" / "fstab").write_text(FSTAB)
    (pi.files / "etc" / "shadow").write_text("root:*:1:::::\npi:$y$secret:1:::::\nguest::1:::::\nvabanque:!:1:::::\n")
    (pi.files / "etc" / "machine-id").write_text("0123\n")
    (pi.files / "etc" / "sudoers.d" / "010_pi-nopasswd").touch()
    by_itself = pi.files / "etc" / "systemd" / "system" / "getty@tty1.service.d" / "autologin.conf"
    by_itself.parent.mkdir()
    by_itself.touch()
    (pi.files / "etc" / "rpi").mkdir()
    (pi.files / "etc" / "rpi" / "swap.conf").touch()
    (pi.files / "boot" / "initrd.img-6.12").touch()
    for name in FIRST_BOOT:
        (pi.cmdline.parent / name).touch()
    pi.cmdline.write_text(
        "console=tty1 root=PARTUUID=0badcafe-02 rootwait resize init=/usr/lib/raspberrypi-sys-mods/firstboot systemd.run=/boot/firstrun.sh\n"
    )
    bundle(pi).rename(pi.files / "run" / "bundle")
    pi.command(
        "getent",
        f'case "$*" in "passwd vabanque") echo "vabanque:x:1000:1000::{pi.home}:/usr/sbin/nologin" ;; "group "*) exit 0 ;; *) exit 2 ;; esac',
    )
    pi.command("dpkg-query", 'case "$*" in *rpi-preseed*) exit 1 ;; esac')
    pi.command("lsinitramfs", "echo scripts/init-bottom/overlayroot; echo usr/bin/busybox")
    for tool in missing():
        # Of what is no image the real one says no more.
        pi.command(tool, "exit 1")
    return pi


def missing() -> list[str]:
    """Which tools of bin/make-card a small Debian lacks here."""
    return [tool for tool in ("sfdisk", "debugfs", "mkfs.ext4", "mkfs.vfat", "mcopy", "xz") if shutil.which(tool, path=SYSTEM) is None]


def inside(image: Pi) -> subprocess.CompletedProcess[str]:
    environment = {**image.environment(), "ROOT_ID": "0"}
    return image.run("bash", "-c", 'bash "$0" "$@" 2>&1', image.root / "bin" / "lib" / "card" / "inside.sh", "0badcafe", **environment)


def test_the_system_of_a_card_is_only_read_and_nobody_logs_in(image: Pi) -> None:
    done = inside(image)
    assert done.returncode == 0, done.stdout
    acts = image.acts()
    # First-boot customisation is gone, and nothing of it is left to be read.
    assert [act for act in acts if act.startswith("dpkg --purge")] == ["dpkg --purge rpi-cloud-init-mods", "dpkg --purge cloud-init"]
    assert [name for name in FIRST_BOOT if (image.cmdline.parent / name).exists()] == []
    masked = {word for act in acts if act.startswith("systemctl mask") for word in act.split()[3:]}
    assert masked >= {"ssh.service", "ssh.socket", "userconfig.service", "rpi-resize.service", "cloud-init.service", "apt-daily.timer"}
    assert image.cmdline.read_text() == "console=tty1 root=PARTUUID=0badcafe-02 rootwait overlayroot=tmpfs:recurse=0\n"
    assert (image.files / "etc" / "fstab").read_text().splitlines() == [
        "PARTUUID=0badcafe-01  /boot/firmware  vfat  defaults,ro,nofail  0 2",
        "PARTUUID=0badcafe-02  /  ext4  defaults,noatime  0 1",
        "PARTUUID=0badcafe-03 /var/lib/vabanque ext4 defaults,noatime,nosuid,nodev,nofail,x-systemd.growfs 0 2",
    ]
    assert {"dtparam=spi=on", "auto_initramfs=1"} <= set(image.config.read_text().splitlines())
    # Who has a password, also an empty one.
    assert [act for act in acts if act.startswith("usermod --lock")] == ["usermod --lock pi", "usermod --lock guest"]
    assert not (image.files / "etc" / "sudoers.d" / "010_pi-nopasswd").exists()
    assert not (image.files / "etc" / "systemd" / "system" / "getty@tty1.service.d" / "autologin.conf").exists()
    # What lies face down is in the program's memory, of which nothing is written out to the card.
    assert "dphys-swapfile.service" in masked
    assert (image.files / "etc" / "rpi" / "swap.conf.d" / "vabanque.conf").read_text() == "[Main]\nMechanism=zram\n"
    assert (image.files / "etc" / "machine-id").read_text() == ""
    # The companion, as anywhere else, and what the overlay takes, from the bundle.
    assert "User=vabanque" in image.unit.read_text()
    assert any(act.startswith("apt-get") and act.endswith("overlayroot busybox") for act in acts)
    grow = (image.files / "etc" / "systemd" / "system" / "vabanque-grow.service").read_text()
    assert "After=dev-disk-by\\x2dpartuuid-0badcafe\\x2d03.device\n" in grow
    assert "@" not in grow.replace("systemd-fsck@", "")
    assert not (image.files / "usr" / "sbin" / "policy-rc.d").exists()


def test_a_bundle_that_is_not_whole_is_told_where_user_data_installs_it(tmp_path: Path) -> None:
    """Before there is a bin/install that could say so."""
    page = (PROJECT / "bin" / "lib" / "card" / "user-data").read_text()
    script = textwrap.dedent(page.partition("content: |\n")[2].partition("  - path:")[0])
    for place in ("/opt", "/boot/firmware", "/dev/tty1"):
        script = script.replace(place, f"{tmp_path}{place}")
    for folder in ("opt", "boot/firmware/vabanque-bundle", "dev"):
        (tmp_path / folder).mkdir(parents=True)
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    said = (tmp_path / "dev" / "tty1").read_text()
    assert all(words in said for words in ("is not whole. Copy it again.", "nicht vollständig", "est incomplet"))
    # What bin/install fails at it says by itself.
    with zipfile.ZipFile(tmp_path / "boot/firmware/vabanque-bundle/vabanque.zip", "w") as archive:
        archive.writestr("vabanque-companion-0.1.0/bin/install", "exit 1\n")
    (tmp_path / "dev" / "tty1").unlink()
    assert subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False).returncode == 1
    assert not (tmp_path / "dev" / "tty1").exists()


def test_a_system_whose_initramfs_knows_no_overlay_is_refused(image: Pi) -> None:
    # Without busybox the script of the overlay finds no grep: a virtual machine has shown that.
    for listed in ("usr/bin/busybox", "scripts/init-bottom/overlayroot"):
        image.command("lsinitramfs", f"echo {listed}")
        done = inside(image)
        assert (done.returncode, "knows no overlay" in done.stdout) == (1, True)


def test_what_is_no_image_is_refused_and_nothing_is_left(tmp_path: Path, image: Pi) -> None:
    pi, folder = image, image.files / "run" / "bundle"
    picture = tmp_path / "picture.img"
    picture.write_bytes(bytes(1_000_000))
    words = (pi.root / "bin" / "make-card", picture, "--out", tmp_path / "out" / "card.img")
    before = pi.environment()
    assert "sudo bin/make-card" in pi.run(*words, **before).stderr
    done = pi.run(*words, "--bundle", folder, **before, ROOT_ID="0", PATH=f"{pi.commands}:/usr/sbin:/usr/bin:/sbin:/bin")
    assert (done.returncode, "has not the two partitions of Raspberry Pi OS" in done.stderr) == (1, True), done.stderr
    assert "Make one: bin/make-bundle" in pi.run(*words, "--bundle", tmp_path, **before, ROOT_ID="0").stderr
    assert list((tmp_path / "out").iterdir()) == []


@pytest.fixture
def card(tmp_path: Path, image: Pi) -> Callable[..., subprocess.CompletedProcess[str]]:
    """bin/make-card by root of a picture that is none, with its bundle."""
    picture = tmp_path / "picture.img"
    picture.write_bytes(bytes(1_000_000))
    (tmp_path / "out").mkdir()

    def made(*words: str | Path, source: Path = picture) -> subprocess.CompletedProcess[str]:
        line = (image.root / "bin" / "make-card", source, "--bundle", image.files / "run" / "bundle", "--out", tmp_path / "out" / "card.img", *words)
        return image.run(*line, **image.environment(), ROOT_ID="0", PATH=f"{image.commands}:/usr/sbin:/usr/bin:/sbin:/bin")

    return made


def test_words_that_can_not_be_meant_are_refused_before_anything_is_touched(
    tmp_path: Path, card: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    picture = tmp_path / "picture.img"
    assert "--out takes a word after it." in card("--out").stderr
    assert "One image at a time" in card(tmp_path / "other.img").stderr
    assert "is a folder. Name a file" in card("--out", tmp_path / "out").stderr
    for out in (picture, tmp_path / "picture.img.xz"):
        assert "is the image itself, which is kept." in card("--out", out).stderr
    assert picture.read_bytes() == bytes(1_000_000)
    assert list((tmp_path / "out").iterdir()) == []


def test_half_a_download_is_told_as_such(tmp_path: Path, card: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    half = tmp_path / "half.img.xz"
    half.write_bytes(lzma.compress(os.urandom(10_000))[:5_000])
    done = card(source=half)
    assert (done.returncode, done.stderr) == (1, f"{half} is no whole .xz file. Download it again.\nNo card has been made.\n")
    assert list((tmp_path / "out").iterdir()) == []


def test_without_room_it_does_not_begin(tmp_path: Path, image: Pi, card: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    image.command("df", "echo Avail; echo 2000")
    assert "2 MB are free, and 3 MB are needed. Name another place: --out FILE" in card().stderr


def test_a_disk_that_is_full_meanwhile_makes_no_card_with_half_a_system(
    tmp_path: Path, image: Pi, card: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """debugfs ends well whatever happened, and what it could not write is missing or short."""
    image.command("sfdisk", "cat <<'END'\n" + json.dumps({"partitiontable": TABLE}) + "\nEND")
    image.command("debugfs", "mkdir -p tree/etc && touch tree/etc/os-release\necho 'debugfs 1.47.0' >&2\necho 'rdump: No space left on device' >&2")
    older = tmp_path / "out" / "card.img"
    older.write_text("the card before")
    done = card()
    assert done.returncode == 1
    assert done.stderr.endswith("The system's partition can't be taken apart: rdump: No space left on device\nNo card has been made.\n")
    assert (list(older.parent.iterdir()), older.read_text()) == ([older], "the card before")


def test_broken_off_it_leaves_nothing(tmp_path: Path, image: Pi, card: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    image.command("sfdisk", "kill -TERM \"$(awk '{print $4}' /proc/$PPID/stat)\"; sleep 1")
    done = card()
    assert (done.returncode, "No card has been made." in done.stderr) == (130, True)
    assert list((tmp_path / "out").iterdir()) == []


def tiny_image(folder: Path) -> Path:
    """A disk laid out as Raspberry Pi OS, with a system of two files."""
    system, image = folder / "system", folder / "tiny.img"
    for name, text in (("etc/os-release", "ID=tiny\n"), ("etc/fstab", FSTAB)):
        (system / name).parent.mkdir(parents=True, exist_ok=True)
        (system / name).write_text(text)
    (folder / "cmdline.txt").write_text("console=tty1\n")
    script = """cd "$1"; truncate -s 20M tiny.img; truncate -s 6M boot; truncate -s 8M root
        printf 'label: dos\nlabel-id: 0x0badcafe\nstart=8192,size=12288,type=c\nstart=20480,size=16384,type=83\n' | sfdisk --quiet tiny.img
        mkfs.vfat boot >/dev/null 2>&1; mcopy -i boot cmdline.txt ::/; mkfs.ext4 -q -d system root
        dd if=boot of=tiny.img bs=512 seek=8192 conv=notrunc status=none; dd if=root of=tiny.img bs=512 seek=20480 conv=notrunc status=none"""
    subprocess.run(["bash", "-euc", script, "-", folder], check=True, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    return image


def test_the_image_of_a_card_is_put_together_with_what_imager_is_told(
    tmp_path: Path, image: Pi, card: Callable[..., subprocess.CompletedProcess[str]], record_property: Callable[[str, object], None]
) -> None:
    """All but what runs in the image's own system, for which a tree with the player's home stands in; it lacks a package of the readers."""
    if os.geteuid():
        record_property("not tested here", "bin/make-card's images: the files in them are the administrator's.")
        return
    if missing():
        record_property("not tested here", f"bin/make-card's images: {', '.join(missing())} is missing.")
        return
    folder = image.files / "run" / "bundle"
    with zipfile.ZipFile(folder / "vabanque.zip", "a") as archive:
        archive.write(image.root / "companion" / "__init__.py", "the project/companion/__init__.py")
    with (folder / "SHA256SUMS").open("a") as sums:
        sums.write(f"{hashlib.sha256((folder / 'vabanque.zip').read_bytes()).hexdigest()}  vabanque.zip\n")
    marker = "var/lib/vabanque/.local/lib/vabanque-companion/current"
    image.command("unshare", f"for tree in {tmp_path}/out/.card.*/tree; do mkdir -p $tree/{marker}; echo lgpio >$tree/{marker}/without-reader; done")
    done = card("--out", tmp_path / "out" / "card.img.xz", source=tiny_image(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "It plays, but lacks lgpio" in done.stderr
    made = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert made == ["card.img.packages", "card.img.xz", "card.img.xz.rpi-imager-manifest", "card.img.xz.sha256", "vabanque.svg"]
    packed = (tmp_path / "out" / "card.img.xz").read_bytes()
    unpacked = lzma.decompress(packed)
    (told,) = json.loads((tmp_path / "out" / "card.img.xz.rpi-imager-manifest").read_text())["os_list"]
    assert (told["extract_size"], told["extract_sha256"]) == (len(unpacked), hashlib.sha256(unpacked).hexdigest())
    assert (told["image_download_size"], told["image_download_sha256"]) == (len(packed), hashlib.sha256(packed).hexdigest())
    assert (told["url"], told["init_format"], told["name"]) == ((tmp_path / "out" / "card.img.xz").as_uri(), "none", "Vabanque 0.1.0")
    (tmp_path / "whole.img").write_bytes(unpacked)
    listed = subprocess.run(["sfdisk", "--json", tmp_path / "whole.img"], capture_output=True, check=True, env={"PATH": "/usr/sbin:/sbin"}).stdout
    table = json.loads(listed)["partitiontable"]
    assert (table["id"], [part["type"] for part in table["partitions"]]) == ("0x0badcafe", ["c", "83", "83"])
    games = table["partitions"][2]
    assert unpacked[games["start"] * 512 + 1024 + 120 :][:5] == b"games", "the volume's name in the super block of ext4"


def test_the_package_of_an_overlay_is_asked_for_once(image: Pi) -> None:
    folder = image.files / "run" / "bundle"
    assert provision(image, "--for", "vabanque", "--pi", "--offline", folder, "--also", "overlayroot").returncode == 0
    image.acts()
    image.command("dpkg-query", "echo ii")
    assert provision(image, "--for", "vabanque", "--pi", "--offline", folder, "--also", "overlayroot", IS_ACTIVE="0").returncode == 0
    assert [act for act in image.acts() if act.startswith("apt-get") and act.endswith("overlayroot")] == []
