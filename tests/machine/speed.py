"""From the start of the process to the first picture: the companion beside an empty Kivy window, on the same screen of the same machine."""

from __future__ import annotations

import base64
import json
import re
import statistics
from typing import NamedTuple

from tests.machine.guest import Guest
from tests.machine.image import PRODUCT
from tests.machine.trial import Trial

RUNS, EARLIER = 3, 1
AIM = 1.5
HOME = "/home/vabanque"
VERSION = f"{PRODUCT}/current"

FIRST = """
import json, os, time
from pathlib import Path

def watch(window):
    def first(*_):
        from kivy.app import App
        from kivy.clock import Clock
        begun = int(Path('/proc/self/stat').read_text().rpartition(')')[2].split()[19]) / os.sysconf('SC_CLK_TCK')
        print(json.dumps({'first': time.clock_gettime(time.CLOCK_BOOTTIME) - begun}), flush=True)
        window.unbind(on_flip=first)
        Clock.schedule_once(lambda _: App.get_running_app().stop(), 1)
    window.bind(on_flip=first)
"""
"""Says when the first picture is on the screen, in seconds since the process began, and ends the program soon after."""

EMPTY = """
import sys
from pathlib import Path
from companion import screen
from companion.ui import window
screen.choose()
window.prepare(800, 480, home=Path(sys.argv[1]) / 'kivy')
from kivy.app import App
from kivy.core.window import Window
from kivy.uix.widget import Widget
from first import watch

class EmptyWindow(App):
    def build(self):
        watch(Window)
        return Widget()

EmptyWindow().run()
"""
OURS = """
import sys
from companion.ui import window
from first import watch
opened = window.window

def watched():
    made = opened()
    watch(made)
    return made

window.window = watched
from companion.cli.main import main
main(['play', '--data', sys.argv[1]])
"""
AS_USER = f"cd /tmp/speed && setpriv --reuid=vabanque --regid=vabanque --init-groups env -i HOME={HOME} PATH=/usr/bin:/bin XDG_RUNTIME_DIR=/tmp/speed"


class Row(NamedTuple):
    """A module: milliseconds for itself, and with all that it imports."""

    own: int
    whole: int
    name: str


def start(trial: Trial) -> None:
    """The ratio is at most 1.5. Where the time goes is left in the trial's folder, module by module."""
    with trial.at_the_table("speed") as ours:
        guest = ours.guest
        assert guest is not None
        guest.shell("systemctl stop vabanque; mkdir -p /tmp/speed; chown vabanque: /tmp/speed")
        for name, text in (("first", FIRST), ("empty", EMPTY), ("ours", OURS)):
            guest.shell(f"echo {base64.b64encode(text.encode()).decode()} | base64 -d >/tmp/speed/{name}.py")
        took: dict[str, list[float]] = {"empty": [], "ours": []}
        for number in range(EARLIER + RUNS):
            for name, each in took.items():
                seconds = _run(guest, name)
                if number >= EARLIER:
                    each.append(seconds)
        empty, own = statistics.median(took["empty"]), statistics.median(took["ours"])
        trial.say(f"process to first picture: {own:.2f} s, an empty window {empty:.2f} s: {own / empty:.2f} times (aim {AIM}); {took}")
        guest.shell(
            f"{AS_USER} timeout -s TERM 20 {VERSION}/bin/python -X importtime -m companion play --data /tmp/speed/ours 2>/tmp/speed/imports; true"
        )
        told = guest.shell("cat /tmp/speed/imports")
        (trial.folder / "imports.txt").write_text(told)
        rows = [
            Row(int(own) // 1000, int(whole) // 1000, name) for own, whole, name in re.findall(r"import time:\s+(\d+) \|\s+(\d+) \|( *\S+)", told)
        ]
        trial.say("longest by themselves: " + ", ".join(f"{row.name.strip()} {row.own} ms" for row in sorted(rows, reverse=True)[:12]))
        longest = sorted(rows, key=lambda row: -row.whole)[:12]
        trial.say("longest with what they import: " + ", ".join(f"{row.name.strip()} {row.whole} ms" for row in longest))
        if own > AIM * empty:
            raise AssertionError(f"The start takes {own / empty:.2f} times as long as an empty window; {AIM} is the aim.")


def _run(guest: Guest, name: str) -> float:
    said = guest.shell(f"{AS_USER} {VERSION}/bin/python /tmp/speed/{name}.py /tmp/speed/{name} 2>/tmp/speed/{name}.err || cat /tmp/speed/{name}.err")
    found = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    if not found:
        raise AssertionError(f"{name} did not come to a picture: {said}")
    return float(found[0]["first"])
