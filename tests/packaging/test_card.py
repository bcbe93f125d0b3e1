"""Without a desktop the window opens on the graphics card that a display is connected to."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import screen

# The connectors below /sys/class/drm and what their `status` says. A card without connectors only computes pictures (v3d); the kernel
# numbers the cards in the order in which their drivers happen to be ready.
PI_4 = {"card0": "", "card1-HDMI-A-1": "connected", "card1-HDMI-A-2": "disconnected", "card1-Writeback-1": "unknown"}
PI_4_TURNED = {"card1": "", "card0-HDMI-A-1": "disconnected", "card0-HDMI-A-2": "connected", "card0-Writeback-1": "unknown"}
PI_4_PANEL = {"card0": "", "card1-HDMI-A-1": "disconnected", "card1-HDMI-A-2": "disconnected", "card1-DSI-1": "connected"}
PI_5 = {"card0": "", "card1-HDMI-A-1": "connected", "card1-HDMI-A-2": "disconnected"}
PI_5_PANEL = {"card0": "", "card1-DSI-1": "connected", "card2-HDMI-A-1": "disconnected", "card2-HDMI-A-2": "disconnected"}
PI_5_PANEL_TURNED = {"card1": "", "card2-DSI-1": "connected", "card0-HDMI-A-1": "disconnected", "card0-HDMI-A-2": "disconnected"}
PI_5_PANEL_AND_TELEVISION = {"card2": "", "card1-DSI-2": "connected", "card0-HDMI-A-1": "connected", "card0-HDMI-A-2": "disconnected"}
PI_5_NOTHING = {"card0": "", "card1-HDMI-A-1": "disconnected", "card1-HDMI-A-2": "disconnected", "card1-Writeback-1": "unknown"}
LAPTOP = {"card10-eDP-1": "connected", "card10-HDMI-A-1": "connected", "card9-DP-1": "connected"}


def tree(folder: Path, connectors: dict[str, str]) -> Path:
    """Lays out a /sys with these cards and connectors."""
    for name, status in connectors.items():
        (folder / "class" / "drm" / name).mkdir(parents=True)
        if status:
            (folder / "class" / "drm" / name / "status").write_text(status + "\n")
    return folder


@pytest.mark.parametrize(
    ("connectors", "card"),
    [
        (PI_4, 1),
        (PI_4_TURNED, 0),
        (PI_4_PANEL, 1),
        (PI_5, 1),
        (PI_5_PANEL, 1),
        (PI_5_PANEL_TURNED, 2),
        (PI_5_PANEL_AND_TELEVISION, 1),
        (PI_5_NOTHING, None),
        (LAPTOP, 10),
        ({}, None),
    ],
)
def test_the_card_with_the_display_is_found_whatever_its_number(tmp_path: Path, connectors: dict[str, str], card: int | None) -> None:
    assert screen.card(tree(tmp_path, connectors)) == card
    assert screen.there({}, tmp_path) is (card is not None)


def test_on_the_console_sdl_is_told_the_card(tmp_path: Path) -> None:
    environment: dict[str, str] = {}
    screen.choose(environment, tree(tmp_path, PI_5_PANEL_TURNED))
    assert environment == {"SDL_VIDEODRIVER": "kmsdrm", "SDL_KMSDRM_DEVICE_INDEX": "2"}


@pytest.mark.parametrize(
    "chosen",
    [{"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}, {"SDL_VIDEODRIVER": "offscreen"}],
)
def test_a_desktop_or_a_driver_that_somebody_named_is_left_alone(tmp_path: Path, chosen: dict[str, str]) -> None:
    environment = dict(chosen)
    screen.choose(environment, tree(tmp_path, PI_5))
    assert environment == chosen
    assert screen.there(environment, tmp_path / "none")


def test_a_card_that_somebody_chose_stands(tmp_path: Path) -> None:
    environment = {"SDL_KMSDRM_DEVICE_INDEX": "0"}
    screen.choose(environment, tree(tmp_path, PI_5_PANEL))
    assert environment == {"SDL_VIDEODRIVER": "kmsdrm", "SDL_KMSDRM_DEVICE_INDEX": "0"}


def test_without_a_display_nothing_is_chosen(tmp_path: Path) -> None:
    environment: dict[str, str] = {}
    screen.choose(environment, tree(tmp_path, PI_5_NOTHING))
    assert environment == {}
