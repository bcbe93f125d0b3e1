"""The README's commands, typed in its order by a person who has just unpacked the project: all are there, and do what is said."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.packaging.fakes import PROJECT
from tests.packaging.person import Person, person, reaches_the_index
from tests.test_pages import meant

RECORD = "seeds/vabanque/games/3-players-1.jsonl"
FILES = {"replay": RECORD, "import": RECORD, "score": "tables.json", "backup": "backup.jsonl", "restore": "backup.jsonl"}
"""What FILE stands for, by the command."""

ELSEWHERE = {
    "bin/test": "types this; what it installs is installed here",
    "bin/install": "test_real.py types it, and what comes after it",
    "sudo reboot": "would do it",
    "ssh NAME@raspberrypi.local": "takes a Raspberry Pi",
    "companion doctor": "test_real.py: after bin/install",
    "companion update FILE": "test_real.py: after bin/install",
    "companion update --back": "test_real.py: after bin/install",
    "man companion": "test_real.py: after bin/install",
    "bin/make-bundle --only arm64:3.13": "test_make_bundle.py makes the one for this machine, without Debian's packages",
    "sudo bin/make-card raspios-lite-arm64.img.xz": "takes the image",
}
REFUSED = {"companion backup": "stick"}
"""What fails on a machine without a stick, and a word that it says then."""
BOOT = "/boot/firmware"
"""Where a Pi's first drive is, which any computer can write to."""


def commands() -> list[str]:
    """The lines of code of the README, without the notes behind them."""
    text = (PROJECT / "README.md").read_text("utf-8")
    # Drawings and lists of folders are no commands.
    text = re.sub(r"### How the code is laid out.*?\n### ", "### ", text, flags=re.DOTALL)
    lines = [line.strip() for line in text.splitlines() if re.match(r" {4,}\S", line)]
    return [re.split(r"\s+# ", line)[0] for line in lines]


def typed(line: str) -> list[str]:
    """The ways to type a line, with words for what stands in capitals there."""
    if not line.startswith("companion "):
        return [line.replace("DIR", "../pictures").replace(BOOT, "..")]
    ways = []
    for words in meant(line):
        known = {"FILE": FILES.get(words[0], ""), "RECORD": RECORD, "DIR": "../practice", "TEXT": "a"}
        ways.append(" ".join(["companion", *(known.get(word, word) for word in words)]))
    return ways


def zipped(folder: Path, file: Path) -> None:
    """Packs a folder as the place where the project is kept does: links stay links, and programs may be started."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_symlink() or path.is_file():
                entry = zipfile.ZipInfo(f"vabanque-main/{path.relative_to(folder)}")
                entry.external_attr = path.lstat().st_mode << 16
                archive.writestr(entry, os.readlink(path) if path.is_symlink() else path.read_bytes())


@pytest.fixture
def somebody() -> Iterator[Person]:
    with person() as made:
        yield made


def test_every_command_of_the_readme_can_be_typed_in_its_order(somebody: Person, record_property: Callable[[str, object], None]) -> None:
    if not reaches_the_index(somebody):
        record_property("not tested here", "The commands of the README: the package index can not be reached. Connect the internet.")
        return
    zipped(somebody.project, somebody.folder / "vabanque.zip")
    lines = commands()
    assert lines[0] == "bin/play"
    assert ELSEWHERE.keys() <= set(lines)
    (somebody.project / "tables.json").write_text(json.dumps(json.loads((PROJECT / "seeds/vabanque/cases.json").read_text())["table_cases"]))
    # As on a machine without a screen, so that nothing opens on this one.
    nowhere = {"COMPANION_MACHINE": str(somebody.folder / "nowhere")}
    before = ['cd "$0"']
    for line in lines:
        if line == "bin/test":
            somebody.does("bash", "-euc", 'root=$0; . "$root/bin/lib/setup.sh"; prepare test', somebody.project)
        if line in ELSEWHERE:
            continue
        if line.startswith(". "):
            before.append(line)
        for way in typed(line):
            # What asks "are you sure" is answered.
            done = somebody.run("bash", "-c", "; ".join([*before, f"{way} <<<y"]), somebody.project, **nowhere)
            said = done.stdout + done.stderr
            assert "Traceback" not in said, f"{way}\n{said}"
            if line in REFUSED:
                assert (done.returncode != 0, REFUSED[line] in said) == (True, True), f"{way}\n{said}"
            else:
                assert done.returncode == 0, f"{way}\n{said}"
    (unzipped,) = (somebody.project / "vabanque").iterdir()
    assert (unzipped / "companion/firmware/main.py").exists()
    assert "bin/install --dry-run" in somebody.does(unzipped / "bin" / "install", "--help")
    assert list((somebody.folder / "pictures").rglob("*.png")) != []


def test_the_sentences_of_the_readme_name_what_is_there() -> None:
    text = (PROJECT / "README.md").read_text("utf-8")
    for path in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        assert (PROJECT / path).exists(), path
    headings = {re.sub(r"[^\w -]", "", line.lstrip("#").strip()).lower().replace(" ", "-") for line in text.splitlines() if line.startswith("#")}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= headings
    for command in re.findall(r"`(bin/[a-z-]+)", text):
        assert Path(PROJECT / command).exists(), command
