"""systemd is told when the screen is there and as long as it is alive; a thread of the screen that hangs is not alive."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.install.watchdog import SECONDS, Watchdog
from tests.packaging.fakes import PROJECT

PATIENCE = 120.0


class Manager:
    """Listens as systemd does."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.address = address

    def told(self, seconds: float = PATIENCE) -> str:
        """The next word; "" when none comes."""
        self.socket.settimeout(seconds)
        try:
            return self.socket.recv(100).decode()
        except TimeoutError:
            return ""


@pytest.fixture
def manager() -> Iterator[Manager]:
    # A path of a socket has 108 bytes at most. unix(7).
    with tempfile.TemporaryDirectory() as folder:
        manager = Manager(f"{folder}/notify")
        yield manager
        manager.socket.close()


def test_the_first_beat_says_ready_and_the_others_that_it_lives(manager: Manager) -> None:
    watchdog = Watchdog({"NOTIFY_SOCKET": manager.address})
    for _ in range(3):
        watchdog.beat()
    watchdog.stop()
    assert [manager.told() for _ in range(4)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]


def test_an_abstract_socket_is_found() -> None:
    manager = Manager(f"@companion-test-{os.getpid()}")
    Watchdog({"NOTIFY_SOCKET": manager.address}).beat()
    assert manager.told() == "READY=1"
    manager.socket.close()


@pytest.mark.parametrize(
    ("allowed", "every"), [("30000000", SECONDS), ("600000", 0.2), ("0", SECONDS), ("", SECONDS), ("soon", SECONDS), ("-1", SECONDS)]
)
def test_it_beats_three_times_in_the_time_allowed(allowed: str, every: float) -> None:
    assert Watchdog({"WATCHDOG_USEC": allowed}).every == pytest.approx(every)


@pytest.mark.parametrize("address", ["", "/nowhere/notify", "/" + "x" * 200])
def test_without_anybody_who_listens_the_game_goes_on(address: str) -> None:
    watchdog = Watchdog({"NOTIFY_SOCKET": address})
    watchdog.beat()
    watchdog.stop()


def test_a_manager_that_does_not_read_stops_nothing(manager: Manager) -> None:
    watchdog = Watchdog({"NOTIFY_SOCKET": manager.address})
    for _ in range(2000):
        watchdog.beat()
    assert manager.told() == "READY=1"


def test_health_is_shown_by_the_second_beat_or_by_an_end_in_good_order(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    watchdog = Watchdog({"COMPANION_HEALTHY": str(first)})
    watchdog.beat()
    assert not first.exists()
    watchdog.beat()
    assert first.exists()

    watchdog = Watchdog({"COMPANION_HEALTHY": str(second)})
    watchdog.beat()
    watchdog.stop()
    assert second.exists()

    # It ended before there was a screen.
    Watchdog({"COMPANION_HEALTHY": str(third)}).stop()
    assert not third.exists()


HANGING = """
import sys, threading
from pathlib import Path
from kivy.clock import Clock
from companion import assemble

beats = 0
beat = assemble.Watchdog.beat

def hang(watchdog):
    global beats
    beat(watchdog)
    beats += 1
    if beats == 3:
        watchdog._tell("HANGS")
        threading.Event().wait()

if sys.argv[2] == "hang":
    assemble.Watchdog.beat = hang
assemble.play(Path(sys.argv[1]), simulate=True)
"""


def play(folder: Path, manager: Manager, how: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", HANGING, folder / "data", how],
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT),
            "KIVY_NO_ARGS": "1",
            "KIVY_HOME": str(folder / "kivy"),
            "KIVY_NO_CONSOLELOG": "1",
            "SDL_VIDEODRIVER": "offscreen",
            "SDL_AUDIODRIVER": "dummy",
            "NOTIFY_SOCKET": manager.address,
            "WATCHDOG_USEC": "300000",
        },
    )


def test_the_real_screen_beats_and_ends_in_good_order_when_told(tmp_path: Path, manager: Manager) -> None:
    process = play(tmp_path, manager, "go on")
    assert manager.told() == "READY=1"
    assert [manager.told() for _ in range(5)] == ["WATCHDOG=1"] * 5
    process.send_signal(signal.SIGTERM)
    heard = ""
    end = time.monotonic() + PATIENCE
    while heard != "STOPPING=1":
        assert time.monotonic() < end
        heard = manager.told()
        assert heard in ("WATCHDOG=1", "STOPPING=1")
    assert process.wait(timeout=PATIENCE) == 0


def test_a_screen_that_hangs_stops_the_beat_though_other_threads_live(tmp_path: Path, manager: Manager) -> None:
    process = play(tmp_path, manager, "hang")
    try:
        assert [manager.told() for _ in range(4)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "HANGS"]
        # Ten beats would have come by now.
        assert manager.told(1.0) == ""
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()
