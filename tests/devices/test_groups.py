"""Groups open devices also where they have lost their names: in a real name space of users, as the desktop's service is in one."""

from __future__ import annotations

import errno
import grp
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import serial

from companion.devices import groups, usb
from companion.table.events import Fault

ROOT = Path(__file__).parents[2]
CONFINED = ("unshare", "--user", "--map-current-user")
LOOK = """
import sys
sys.path[:0] = {path!r}
from companion.devices import groups
print(groups.mine(), groups.of({device!r}))
open({device!r}, "r+").close()
"""


def test_out_here_groups_have_names(tmp_path: Path) -> None:
    mine = groups.mine()
    assert mine is not None
    assert grp.getgrgid(os.getegid()).gr_name in mine
    device = tmp_path / "ttyACM0"
    device.touch()
    assert groups.of(str(device)) == grp.getgrgid(device.stat().st_gid).gr_name
    assert groups.of(str(tmp_path / "none")) is None


def test_a_port_that_may_not_be_opened_is_told_with_its_group(tmp_path: Path) -> None:
    device = tmp_path / "ttyACM0"
    device.touch()
    refused = serial.SerialException(errno.EACCES, "no")
    assert usb.opening_fault(str(device), refused) == (Fault.NO_PERMISSION, f"{device}, group {groups.of(str(device))}")
    assert usb.opening_fault(str(tmp_path / "none"), refused) == (Fault.NO_PERMISSION, f"{tmp_path / 'none'}, group dialout")


def test_in_a_name_space_of_users_they_have_none_and_open_devices_all_the_same(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    root = os.geteuid() == 0
    # Root is in whichever group it likes; another user needs one beside its own.
    group = grp.getgrnam("dialout").gr_gid if root else next((number for number in os.getgroups() if number != os.getegid()), None)
    if group is None or subprocess.run([*CONFINED, "true"], capture_output=True, check=False).returncode != 0:
        record_property("not tested here", "Groups in a name space of users: the kernel makes none, or this user has one group only.")
        return
    device = tmp_path / "ttyACM0"
    device.touch()
    os.chown(device, 65534 if root else -1, group)
    device.chmod(0o060 if root else 0o660)
    script = LOOK.format(path=[str(ROOT), *sys.path], device=str(device))
    done = subprocess.run(
        [*CONFINED, sys.executable, "-c", script], extra_groups=[group] if root else None, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "None None\n"), done.stderr
    if root:
        stranger = subprocess.run([*CONFINED, sys.executable, "-c", script], extra_groups=[], capture_output=True, text=True, check=False)
        assert "PermissionError" in stranger.stderr
