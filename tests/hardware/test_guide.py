"""The guide holds together: links lead somewhere, steps have tests, figures follow from the data, checks decide something that exists."""

from __future__ import annotations

import re
import tomllib
from math import comb
from pathlib import Path

import pytest

from companion.devices.pico_settings import configuration
from companion.pico.mfrc522_chip import GAINS, Mfrc522
from companion.pico.presence import Presence
from companion.settings import Settings, choices
from hardware import wiring

PAGES = ("README.md", "TAGS.md", "CHECKS.md", "WIRES.md")
TEXT = {page: (wiring.HERE / page).read_text("utf-8") for page in PAGES}
PLAN = wiring.load()
CHECK = re.compile(r"^### (\d+)\. (.+?)\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)


def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT[page]):
        path, _, anchor = target.partition("#")
        file = wiring.HERE / path if path else wiring.HERE / page
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file.read_text("utf-8")), target


@pytest.mark.parametrize("page", ["README.md", "TAGS.md"])
def test_every_drawing_is_shown_and_every_picture_has_words(page: str) -> None:
    shown = {Path(path).stem for text in TEXT.values() for path in re.findall(r"\((?:drawings)/(\S+)\)", text)}
    assert shown == {path.stem for path in (wiring.HERE / "drawings").iterdir()}
    assert all(words.strip() for words in re.findall(r"!\[(.*?)\]", TEXT[page]))


def steps(text: str) -> list[str]:
    """The numbered steps of a piece of a page, each with its lines."""
    return re.findall(r"^\d+\. .*(?:\n   .*)*", text, re.MULTILINE)


def section(page: str, heading: str) -> str:
    level = "###" if f"\n### {heading}\n" in TEXT[page] else "##"
    return TEXT[page].split(f"\n{level} {heading}\n")[1].split(f"\n{level[:2]} ")[0].split("\n### ")[0]


@pytest.mark.parametrize(
    ("page", "heading", "least"),
    [
        ("README.md", "The Pi, before anything is plugged in", 4),
        ("README.md", "Sort the modules", 3),
        ("README.md", "Pad", 6),
        ("README.md", "Panel", 6),
        ("README.md", "Wand", 6),
        ("README.md", "One unit", 6),
        ("README.md", "One station", 6),
        ("README.md", "The table", 4),
        ("TAGS.md", "Cards", 6),
        ("TAGS.md", "The check", 4),
    ],
)
def test_every_step_of_a_build_ends_with_a_test(page: str, heading: str, least: int) -> None:
    found = steps(section(page, heading))
    assert len(found) >= least
    assert [step for step in found if "**Test:**" not in step] == []


def test_wires_are_counted_right() -> None:
    for build, words in (("pad", r"an evening, (\d+) wires"), ("panel", r"an evening, (\d+) wires to the Pi")):
        pins = [pin for wire in PLAN.builds[build].wires for pin in wire.join if pin.startswith("PI.")]
        assert int(re.findall(words, TEXT["README.md"])[0 if build == "pad" else -1]) == len(pins)


# One reader's chip in mA, MFRC522 data sheet table 153: digital, analogue with its receiver on, transmitter: typical and most.
CHIP = {"digital": (6.5, 9), "analogue": (7, 10), "field": (60, 100)}


@pytest.mark.parametrize(("readers", "fields"), [(1, 1), (4, 1), (6, 1), (6, 6)])
def test_currents_in_the_guide_follow_from_the_data_sheet(readers: int, fields: int) -> None:
    sums = []
    for column in (0, 1):
        each = CHIP["digital"][column] + CHIP["analogue"][column]
        sums.append(int(readers * each + fields * CHIP["field"][column] + 0.5))
    row = {
        (1, 1): r"\| wand \| (\d+) / (\d+) mA",
        (4, 1): r"\| ring unit, 4 readers, one field on \| (\d+) / (\d+) mA",
        (6, 1): r"\| ring unit, 6 readers, one field on \| (\d+) / (\d+) mA",
        (6, 6): r"\| ring unit, 6 readers, \*all\* fields on \| (\d+) / (\d+) mA",
    }[(readers, fields)]
    found = re.search(row, TEXT["README.md"])
    assert found is not None
    assert [int(figure) for figure in found.groups()] == sums


def test_usb_currents_add_up() -> None:
    text = TEXT["README.md"]
    wand, unit, together = (
        [int(figure) for figure in re.findall(r"(\d+) / (\d+) mA \|$", row, re.MULTILINE)[-1]]
        for row in (
            re.search(r"^\| wand .*$", text, re.MULTILINE)[0],  # type: ignore[index]
            re.search(r"^\| ring unit, 4 readers.*$", text, re.MULTILINE)[0],  # type: ignore[index]
            re.search(r"^\| three units and a wand.*$", text, re.MULTILINE)[0],  # type: ignore[index]
        )
    )
    assert together == [wand[0] + 3 * unit[0], wand[1] + 3 * unit[1]]


def test_lengths_in_the_guide_are_those_of_the_wiring() -> None:
    builds = PLAN.facts["builds"]
    text = TEXT["README.md"]
    assert f"{builds['pad']['longest_cable_mm'] // 10} cm from Pi to pad" in text
    assert f"{builds['wand']['longest_cable_mm'] // 10} cm inside the wand" in text
    assert f"{builds['station']['longest_cable_mm'] // 10} cm from a ring unit" in text
    assert f"({builds['station']['longest_cable_mm_six_readers'] // 10} cm at most, with six)" in text


def test_the_bounds_of_the_touch_test_are_those_of_chance() -> None:
    def at_least(hits: int) -> float:
        return sum(comb(10, k) * (1 / 12) ** k * (11 / 12) ** (10 - k) for k in range(hits, 11))

    assert round(10 / 12) == 1, "chance finds the card about once in ten goes"
    assert 1 / at_least(4) == pytest.approx(150, rel=0.02)
    assert "once in\n   150" in TEXT["TAGS.md"]


READERS = (wiring.HERE / "checks-reader.md").read_text("utf-8")


def checks() -> list[tuple[int, str, str]]:
    return [(int(number), title, body) for number, title, body in CHECK.findall(TEXT["CHECKS.md"])]


def test_checks_are_numbered_without_gaps() -> None:
    """One numbering for both pages, so that a number names one check."""
    numbers = [number for number, _, _ in checks()] + [int(number) for number in re.findall(r"^\| (\d+) \|", READERS, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert f"readers ({len(checks()) + 1}–{len(numbers)})" in TEXT["CHECKS.md"]
    for page in (READERS, *TEXT.values()):
        assert all(int(number) in numbers for number in re.findall(r"\bcheck (\d+)", page))


@pytest.mark.parametrize("check", checks(), ids=lambda check: check[1])
def test_a_check_says_what_to_do_to_write_down_and_what_it_decides(check: tuple[int, str, str]) -> None:
    body = check[2]
    parts = re.split(r"\*\*(Do|Write down|Decides|Result):\*\*", body)
    assert parts[1::2] == ["Do", "Write down", "Decides", "Result"]
    assert all(len(words.strip()) > 15 for words in parts[2:7:2])
    # Nobody has done it: the result is a blank line to fill in.
    assert parts[8].strip() == "______"


def places(check: str) -> list[tuple[str, str]]:
    return re.findall(r"`(\w+)` \(([^)]+)\)", check)


def keys(value: object) -> set[str]:
    """All keys of nested tables."""
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in keys(inner)}
    if isinstance(value, list):
        return {key for inner in value for key in keys(inner)}
    return set()


@pytest.mark.parametrize("check", checks(), ids=lambda check: check[1])
def test_what_a_check_decides_exists(check: tuple[int, str, str]) -> None:
    decides = check[2].split("**Decides:**")[1]
    for name, place in places(decides):
        if place == "setting":
            known = set(Settings.__struct_fields__)
        elif place == "vabanque.json":
            known = keys(configuration("ring"))
        elif place == "wiring.toml":
            known = keys(tomllib.loads((wiring.HERE / place).read_text("utf-8")))
        else:
            file = wiring.HERE / place if (wiring.HERE / place).exists() else wiring.HERE.parent / place
            known = set(re.findall(r"\w+", file.read_text("utf-8")))
        assert name in known, f"{name} in {place}"


def test_the_troubleshooting_names_settings_that_exist() -> None:
    text = section("README.md", "When it does not work")
    for name in re.findall(r"`((?:pad|antenna)_\w+)`", text):
        assert name in Settings.__struct_fields__


def test_no_page_claims_a_trial() -> None:
    for page in ("README.md", "CHECKS.md"):
        assert re.search(r"Nobody has built this|None of the checks\s+below has been done", TEXT[page])


def test_every_name_on_the_page_of_the_readers_exists() -> None:
    """Settings of the companion, keys of vabanque.json, or names in the file that is named with them."""
    folders = [wiring.HERE.parent / folder for folder in ("companion/devices", "companion/pico", "firmware")]
    files = {
        name: next(folder / name for folder in folders if (folder / name).exists()).read_text("utf-8") for name in re.findall(r"`(\w+\.py)`", READERS)
    }
    known = set(Settings.__struct_fields__) | keys(configuration("wand"))
    names = set(re.findall(r"`([A-Za-z]\w*)(?: = \w+)?`", READERS))
    inside = dict(re.findall(r"`(\w+)` in `(\w+\.py)`", READERS))
    assert names >= {"antenna_gain", "pad_bursts", "pad_speed", "gone_after", "gain", "bursts", "hz", "away_ms"}
    for name in names - known:
        assert name in inside, f"{name} is no setting, and no file is named"
        assert re.search(rf"\b{name}\b", files[inside[name]]), f"{name} in {inside[name]}"


@pytest.mark.parametrize(("mine", "picos"), [("antenna_gain", "gain"), ("pad_bursts", "bursts"), ("gone_after", "away_ms")])
def test_pad_and_pico_have_the_same_defaults(mine: str, picos: str) -> None:
    setting, of_pico = getattr(Settings(), mine), configuration("wand")[picos]
    assert of_pico == (round(setting * 1000) if picos == "away_ms" else setting)
    # ... and the chip itself takes no other where nothing is set.
    chip = Mfrc522(None, lambda us: None)  # type: ignore[arg-type]
    assert GAINS[Settings().antenna_gain] in dict(chip._settings).values()
    assert chip.bursts is Settings().pad_bursts
    assert Presence().away_ms == configuration("wand")["away_ms"]


def test_the_settings_take_the_gains_that_the_chip_has() -> None:
    assert set(choices("antenna_gain")) == set(GAINS)
