"""bin/make-card: what it changes in the system of an image, and what it takes for an image. A whole card is made and started by hand only."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

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
    return pi


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


def test_the_package_of_an_overlay_is_asked_for_once(image: Pi) -> None:
    folder = image.files / "run" / "bundle"
    assert provision(image, "--for", "vabanque", "--pi", "--offline", folder, "--also", "overlayroot").returncode == 0
    image.acts()
    image.command("dpkg-query", "echo ii")
    assert provision(image, "--for", "vabanque", "--pi", "--offline", folder, "--also", "overlayroot", IS_ACTIVE="0").returncode == 0
    assert [act for act in image.acts() if act.startswith("apt-get") and act.endswith("overlayroot")] == []
