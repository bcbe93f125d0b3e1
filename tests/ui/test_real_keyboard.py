"""Names typed on a real keyboard, key by key, in a real window of an X server: American, French and German layouts with their dead keys."""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

TOOLS = {"Xvfb": "xvfb", "xdotool": "xdotool", "setxkbmap": "x11-xkb-utils"}
BOUND = 60
"""Seconds in which a window opens, or a key arrives, on any machine."""

ROWS = {"`": 49, "1234567890-=": 10, "qwertyuiop[]": 24, "asdfghjkl;'": 38, "\\": 51, "zxcvbnm,./": 52}
PLACES = {letter: first + n for row, first in ROWS.items() for n, letter in enumerate(row)}
"""X's number of each key, by what it writes on an American keyboard: a place on the board, whatever is printed on the key elsewhere."""
PLACES |= {" ": 65, "return": 36, "backspace": 22}
SHIFT, ALTGR, CAPS_LOCK, NUM_LOCK = 50, 108, 66, 77

TYPED = {
    "us": {"Anna": "^a n n a", "O'Neil": "^o ' ^n e i l"},
    # With dead keys: ' " and AltGr.
    "us(intl)": {
        "Zoë": "^z o ^' e", "François": "^f r a n @, o i s", "Müller": '^m ^\' u l l e r', "O'Neil": "^o ' space ^n e i l",
    },
    "de": {
        "Anna": "^a n n a", "Zoë": "^y o @[ e", "François": "^f r a n @= c o i s", "Müller": "^m [ l l e r", "O'Neil": "^o ^\\ ^n e i l",
    },
    "fr": {
        "Anna": "^q n n q", "Zoë": "^w o ^[ e", "François": "^f r q n 9 o i s", "Müller": "^; ^[ u l l e r", "O'Neil": "^o 4 ^n e i l",
    },
}  # fmt: skip
"""By layout and name the keys that are pressed, named as on an American keyboard: ^ with Shift, @ with AltGr."""


def keys(stroke: str) -> list[str]:
    """What xdotool is told for one stroke."""
    held = {"^": SHIFT, "@": ALTGR}.get(stroke[0]) if len(stroke) > 1 else None
    name = stroke[1:] if held is not None else stroke
    press = ["key", str(PLACES[{"space": " "}.get(name, name)])]
    return press if held is None else ["keydown", str(held), *press, "keyup", str(held)]


class Typist:
    """Somebody at the keyboard of a display, and what the window tells."""

    def __init__(self, env: dict[str, str], lines: queue.Queue[str]) -> None:
        self._env = env
        self._lines = lines

    def run(self, *command: str) -> str:
        return subprocess.run(command, env=self._env, check=True, capture_output=True, text=True, timeout=BOUND).stdout

    def press(self, *words: str) -> None:
        self.run("xdotool", *words)

    def strike(self, strokes: str) -> None:
        self.press(*[word for stroke in strokes.split() for word in keys(stroke)])

    def until(self, wanted: str) -> list[str]:
        """Waits for a line, and gives all that came before it."""
        came: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=BOUND)
            except queue.Empty:
                raise AssertionError(f"{wanted!r} did not come, but {came}") from None
            if line == wanted:
                return came
            came.append(line)


@contextmanager
def typist(folder: Path) -> Iterator[Typist]:
    """A display of its own with the screen on which names are typed."""
    env = {name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")}
    env |= {"LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1", "SDL_AUDIODRIVER": "dummy", "HOME": str(folder)}
    read, write = os.pipe()
    # Without -noreset the server would forget the layout as soon as the client that has set it is gone.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x480x24", "-nolisten", "tcp", "-noreset"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with server:
        try:
            with os.fdopen(read) as number:
                env["DISPLAY"] = f":{number.readline().strip()}"
            child = [sys.executable, "-m", "tests.ui.real_keyboard", str(folder / "kivy")]
            with subprocess.Popen(child, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as window:
                lines: queue.Queue[str] = queue.Queue()
                reader = threading.Thread(target=_read, args=(window, lines))
                reader.start()
                try:
                    at_keyboard = Typist(env, lines)
                    at_keyboard.until("opened x11")
                    at_keyboard.until("ready")
                    yield at_keyboard
                finally:
                    window.kill()
                    reader.join()
        finally:
            server.kill()


def _read(window: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    assert window.stdout is not None
    for line in window.stdout:
        lines.put(line.rstrip("\n"))


def test_names_are_typed_on_a_real_keyboard(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    missing = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    if missing:
        record_property("not tested here", f"Names on a real keyboard: {', '.join(missing)} missing. Install them with apt.")
        return
    with typist(tmp_path) as somebody:
        for layout, names in TYPED.items():
            name, _, variant = layout.rstrip(")").partition("(")
            somebody.run("setxkbmap", "-rules", "evdev", "-model", "pc105", "-layout", name, "-variant", variant)
            for wanted, strokes in names.items():
                somebody.strike(strokes + " return")
                came = somebody.until(f"named {wanted}")
                # The first letter replaces the suggestion, and nothing else is written on the way.
                written = [line.removeprefix("field ") for line in came]
                assert written == [wanted[: n + 1] for n in range(len(wanted))], (layout, wanted)
                somebody.until("field Carlotta")
        keys_that_write_nothing(somebody)


def keys_that_write_nothing(somebody: Typist) -> None:
    """Shift, Caps Lock, F keys, arrows, Escape, Tab, the keypad without Num Lock: Kivy would make a letter of the number of each."""
    somebody.run("setxkbmap", "-rules", "evdev", "-model", "pc105", "-layout", "us", "-variant", "")
    f_keys = [str(code) for code in (*range(67, 77), 95, 96)]
    arrows, keypad = ["111", "113", "114", "116"], ["87", "88", "89", "83", "84", "85", "79", "80", "81"]
    somebody.press("key", str(SHIFT), str(CAPS_LOCK), str(CAPS_LOCK), *f_keys, *arrows, *keypad, "Escape", "Tab", "Home", "End")
    somebody.press("keydown", "37", "key", "38", "keyup", "37")
    somebody.strike("^a n n return")
    assert somebody.until("named Ann") == ["field A", "field An", "field Ann"]
    somebody.until("field Carlotta")
    # Capitals by Caps Lock, digits by Num Lock; backspace takes a letter away, and while it is held it goes on.
    somebody.press("key", str(CAPS_LOCK), "38", "57", str(CAPS_LOCK), "key", str(NUM_LOCK), "87", str(NUM_LOCK), "key", "22", "key", "104")
    assert somebody.until("named AN") == ["field A", "field AN", "field AN1", "field AN"]
    somebody.until("field Carlotta")
    somebody.strike("a a a a a a a a")
    somebody.until("field aaaaaaaa")
    somebody.press("keydown", "22")
    somebody.until("field ")
    somebody.press("keyup", "22")
