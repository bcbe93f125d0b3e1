"""bin/play opens a window only where there is a screen to open it on."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

SCREEN = Path(__file__).parents[2] / "bin" / "lib" / "screen.sh"


def has_screen(sys_folder: Path, **environment: str) -> bool:
    done = subprocess.run(
        ["bash", "-euc", '. "$1"; if has_screen "$2"; then echo yes; else echo no; fi', "-", SCREEN, sys_folder],
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return {"yes\n": True, "no\n": False}[done.stdout]


def connectors(folder: Path, **statuses: str) -> Path:
    """Writes a /sys in which each named connector of the graphics card has the given status."""
    for name, status in statuses.items():
        connector = folder / "class" / "drm" / f"card1-{name}"
        connector.mkdir(parents=True)
        (connector / "status").write_text(status + "\n")
    return folder


def test_a_machine_without_a_graphics_card_has_no_screen(tmp_path: Path) -> None:
    assert not has_screen(tmp_path)


def test_a_socket_with_nothing_plugged_in_is_no_screen(tmp_path: Path) -> None:
    assert not has_screen(connectors(tmp_path / "s y s", HDMI="disconnected", DSI="unknown"))


def test_one_connected_panel_among_empty_sockets_is_a_screen(tmp_path: Path) -> None:
    assert has_screen(connectors(tmp_path / "s y s", HDMI="disconnected", DSI="connected"))


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_desktop_is_a_screen_unless_its_variable_is_empty(tmp_path: Path, variable: str) -> None:
    assert has_screen(tmp_path, **{variable: ":0"})
    assert not has_screen(tmp_path, **{variable: ""})


def test_a_window_that_nobody_sees_may_be_asked_for(tmp_path: Path) -> None:
    assert has_screen(tmp_path, SDL_VIDEODRIVER="offscreen")


def test_the_console_driver_still_needs_a_connected_screen(tmp_path: Path) -> None:
    assert not has_screen(connectors(tmp_path, HDMI="disconnected"), SDL_VIDEODRIVER="kmsdrm")
