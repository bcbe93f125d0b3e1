"""`companion pay` in the terminal."""

from __future__ import annotations

import json

import pytest

from tests.terminal import run

EVERYTHING = {"5000": 10, "10000": 20, "20000": 10, "50000": 10, "100000": 20, "500000": 10}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["90000"], {"paid": {"20000": 2, "50000": 1}, "returned": {}, "owed": 0}),
        # Two notes instead of the three that the bank alone would need.
        (["90000", "--purse", "10000=1"], {"paid": {"100000": 1}, "returned": {"10000": 1}, "owed": 0}),
        (["90000", "--bank", "500000=1", "--purse", "100000=4, 10000=1"], {"paid": {"500000": 1}, "returned": {"10000": 1, "100000": 4}, "owed": 0}),
        (["90000", "--bank", "50000=3"], {"paid": {"50000": 1}, "returned": {}, "owed": 40_000}),
        (["90000", "--bank", ""], {"paid": {}, "returned": {}, "owed": 90_000}),
        (["0"], {"paid": {}, "returned": {}, "owed": 0}),
        (["35280000"], {"paid": EVERYTHING, "returned": {}, "owed": 27_330_000}),
    ],
)
def test_the_plan_as_json(capsys: pytest.CaptureFixture[str], words: list[str], told: dict[str, object]) -> None:
    ran = run(capsys, "pay", *words, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == {"amount": int(words[0]), "swaps": [], **told}
    assert ran.out.count("\n") == 1


@pytest.mark.parametrize("written", ["90,000", "90.000", "90 000", "90'000", "90’000", "90\u00a0000", "90\u202f000", "090000"])
def test_an_amount_is_read_as_people_write_it(capsys: pytest.CaptureFixture[str], written: str) -> None:
    assert json.loads(run(capsys, "pay", written, "--json").out)["amount"] == 90_000


def test_the_plan_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "pay", "90000", "--purse", "10000=1")
    assert ran.out.splitlines()[-1] == "90,000 is paid: 2 notes change hands."
    rows = [line.replace("│", " ").split() for line in ran.out.splitlines() if "│" in line]
    assert rows == [["10,000", "1"], ["100,000", "1"]]
    ran = run(capsys, "pay", "5000")
    assert ran.out.splitlines()[-1] == "5,000 is paid: 1 note changes hands."
    ran = run(capsys, "pay", "90000", "--bank", "50000=3")
    assert ran.out.splitlines()[-1] == "50,000 is paid: 1 note changes hands. 40,000 is owed, since these notes can't make more."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["much"], "'much' is no amount. Write it like 90000 or 90,000, without a currency."),
        (["90.00"], "'90.00' is no amount. Write it like 90000 or 90,000, without a currency."),
        (["9,000.000"], "'9,000.000' is no amount. Write it like 90000 or 90,000, without a currency."),
        (["99999999999999999999995000"], "99999999999999999999995000 is more than any table pays."),
        (["7"], "7 can't be paid; give a multiple of 5,000, 0 or more."),
        (["5000", "--bank", "7=1"], "--bank: there is no note of 7. The notes are 5000, 10000, 20000, 50000, 100000, 500000."),
        (["5000", "--purse", "5000=11"], "--purse: the box has 10 notes of 5000. Give 10 or fewer."),
        (["5000", "--purse", "5000=1,5000=1"], "--purse: 5000 is there twice. Give each note once."),
        (["5000", "--bank", "5000"], '--bank: "5000" is no number of notes. Write a note\'s value and how many, like 5000=10,10000=20.'),
        (["5000", "--bank", "5000=1,"], '--bank: "" is no number of notes. Write a note\'s value and how many, like 5000=10,10000=20.'),
        (["5000", "--bank", "5000=-1"], '--bank: "5000=-1" is no number of notes. Write a note\'s value and how many, like 5000=10,10000=20.'),
        (["5000", "--bank", "\x1b[2J"], '--bank: "\\x1b[2J" is no number of notes. Write a note\'s value and how many, like 5000=10,10000=20.'),
    ],
)
def test_what_can_not_be_read_or_paid(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    ran = run(capsys, "pay", *words)
    assert (ran.status, ran.out, ran.err) == (2, "", told + "\n")


def test_an_amount_is_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["pay"], ["pay", "-5000"]):
        ran = run(capsys, *words)
        assert (ran.status, ran.out) == (2, "")
        assert "Usage: companion pay" in ran.err
