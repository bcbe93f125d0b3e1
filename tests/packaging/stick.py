"""A stick on a machine without a desktop: a real file system on a loop device, and the real D-Bus, polkit and udisks2.

All of it is in name spaces of its own: the system's own bus, if there is one, the folders where sticks are mounted and what the system knows about
devices are out of sight, and what was started ends with the command. Two things are told instead of found out: that a loop device can be pulled
out, and what udev would have seen on it. Only root can do this.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.packaging.person import PATH, Person

LABEL = "STICK"
PATIENCE = 120.0
"""Seconds for the three services and a command."""
NAME_SPACES = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private")

SCRIPT = r"""
set -euo pipefail
image=$1 rules=$2
shift 2
loop=$(losetup --find --show "$image")
trap 'umount --quiet /media/*/* || true; losetup --detach "$loop"' EXIT
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs -o mode=755 tmpfs /media
mkdir -p /var/lib/udisks2 /run/dbus /run/udisks2 /run/udev/data
mount -t tmpfs tmpfs /var/lib/udisks2
if [ "$rules" = none ]; then mount -t tmpfs -o mode=755 tmpfs /etc/polkit-1/rules.d; fi
echo 1 >/run/removable
mount --bind /run/removable "/sys/class/block/${loop##*/}/removable"
touch /run/udev/control
number=$(stat -c '0x%t 0x%T' "$loop")
printf '%s\n' I:1 E:ID_FS_USAGE=filesystem E:ID_FS_TYPE=ext4 E:ID_FS_LABEL=STICK E:ID_FS_LABEL_ENC=STICK E:UDISKS_SYSTEM=0 \
    >"/run/udev/data/b$(printf '%d:%d' $number)"
until_there() { for _ in $(seq 600); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.1; done; cat /run/*.log >&2; return 1; }
dbus-daemon --system --nofork --nopidfile >/run/dbus.log 2>&1 &
until_there test -S /run/dbus/system_bus_socket
for service in org.freedesktop.PolicyKit1 org.freedesktop.UDisks2; do
    $(sed -n 's/^Exec=//p' "/usr/share/dbus-1/system-services/$service.service") >"/run/$service.log" 2>&1 &
    until_there busctl --system status "$service"
done
status=0
"$@" || status=$?
exit "$status"
"""


def can_be_plugged(folder: Path) -> bool:
    """Whether this user may make name spaces and loop devices here."""
    image = folder / "no-stick"
    image.write_bytes(bytes(4096))
    try:
        script = 'loop=$(losetup --find --show "$1") && losetup --detach "$loop"'
        words = [*NAME_SPACES, "bash", "-c", script, "-", image]
        return subprocess.run(words, env={"PATH": f"{PATH}:/usr/sbin:/sbin"}, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
    finally:
        image.unlink()


def with_a_stick(somebody: Person, command: str, *, may_mount: bool = True) -> subprocess.CompletedProcess[str]:
    """What somebody types while a stick is plugged in that nobody has mounted; without `may_mount` the rules of polkit are not there."""
    image = somebody.folder / "stick"
    with image.open("wb") as file:
        file.truncate(32_000_000)
    number = subprocess.run(["id", "-u", somebody.user], capture_output=True, text=True, check=True).stdout.strip()
    environment = {**somebody.environment(), "PATH": f"{somebody.environment()['PATH']}:/usr/sbin:/sbin"}
    try:
        made = ["mkfs.ext4", "-q", "-L", LABEL, "-E", f"root_owner={number}:{number}", str(image)]
        subprocess.run(made, env=environment, check=True)
        typed = ["setpriv", f"--reuid={somebody.user}", f"--regid={somebody.user}", "--init-groups", "sh", "-c", command]
        words = [*NAME_SPACES, "bash", "-c", SCRIPT, "-", str(image), "all" if may_mount else "none", *typed]
        return subprocess.run(
            words,
            cwd=somebody.home,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
            timeout=PATIENCE,
        )
    finally:
        image.unlink()
