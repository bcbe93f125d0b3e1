"""The real lgpio on this machine, as a service loads it: in a folder where it may write nothing."""

from __future__ import annotations

import importlib.util
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOBODY = 65534


def for_all(folder: Path) -> bool:
    """Whether any user may read what is in this folder."""
    return all(each.stat().st_mode & 0o005 == 0o005 for each in (folder, *folder.parents))


AS_NOBODY = os.geteuid() == 0 and for_all(Path(sys.base_prefix)) and for_all(Path(sys.prefix)) and for_all(ROOT)
FOLDER = "/" if AS_NOBODY or os.geteuid() != 0 else "/proc"
"""Where a service without a folder of its own is. Root's Python that others can't read stays root's: root can't write in /proc either."""
START = f"""
import os, sys
sys.path[:0] = {[str(ROOT), *sys.path]!r}
sys.dont_write_bytecode = True
if {AS_NOBODY}:
    os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
os.chdir({FOLDER!r})
told = []
"""

END = """
print(told, os.getcwd(), "lgpio" in sys.modules, sorted(name for name in os.listdir() if name.startswith(".lgd")))
"""

PAD = """
from companion.devices.rc522 import Rc522Reader
pad = Rc522Reader(threaded=False)
pad.start(told.append)
pad.step()
told = [each.detail for each in told]
"""

PANEL = """
from companion.devices.panel import pin_factory
try:
    pin_factory()
except Exception as error:
    told.append(str(error))
"""

DOCTOR = """
from companion.devices.doctor.machine import claim_panel, open_pad
for way in (lambda: open_pad(0, 0, 1_000_000), lambda: claim_panel().__enter__()):
    try:
        way()
    except Exception as error:
        told.append(str(error))
"""


def wheel_exists() -> bool:
    """lgpio has no wheel for other machines, nor for Python 3.13, and can't be built without its C library: there apt has it."""
    return platform.machine() in ("x86_64", "aarch64") and sys.version_info < (3, 13)


def ran(program: str, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name not in ("LG_WD", "GPIOZERO_PIN_FACTORY")}
    done = subprocess.run(
        [sys.executable, "-c", START + program + END], capture_output=True, text=True, timeout=120, check=True, env=kept | environment
    )
    return done.stdout.strip().splitlines()[-1]


def test_the_real_lgpio_is_here_to_be_tried() -> None:
    assert importlib.util.find_spec("lgpio") is not None or not wheel_exists(), "pip install -e .[dev] brings it"


@pytest.mark.parametrize(
    ("program", "said"), [(PAD, "Raspberry Pi"), (PANEL, "Pi revision"), (DOCTOR, "Pi revision")], ids=["pad", "panel", "doctor"]
)
@pytest.mark.parametrize("folder", ["none", "one that is there", "one that is not"])
def test_lgpio_loads_for_a_service_and_moves_nobody(
    program: str, said: str, folder: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    if not wheel_exists():
        record_property("not tested here", "The real lgpio: there is no wheel of it for this machine or this Python.")
        return
    tmp_path.chmod(0o777)
    named = {"none": {}, "one that is there": {"LG_WD": str(tmp_path)}, "one that is not": {"LG_WD": "/nowhere/at/all"}}[folder]
    out = ran(program, TMPDIR="/tmp", **named)
    # It is there and finds no pins; nothing is said of a pipe that could not be made.
    assert "No such file" not in out
    assert said in out
    assert out.endswith(f"] {FOLDER} True []"), "the process stays in its folder, and nothing is left there"


def test_where_lgpio_is_missing_or_no_folder_can_be_made_the_way_to_the_pins_says_so() -> None:
    hidden = 'sys.modules["lgpio"] = None\n'
    assert "lgpio" in ran(hidden + PANEL)
    assert ran(hidden + PAD).endswith(f"] {FOLDER} True []")
