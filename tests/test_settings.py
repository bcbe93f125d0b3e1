"""The settings' file: what is wrong in it is named, what the power tears is never taken for it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as st

from companion import assemble
from companion import settings as owner
from companion.errors import SettingsError
from companion.settings import Settings
from companion.table.journal.damage import Damage, Warned
from tests.power import cuts

TODAY = date(2026, 12, 5)
OLD, NEW = Settings(language="de", dim_after=60), Settings(language="fr", calm=True, pending=15.0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / owner.FILE


def some_settings() -> st.SearchStrategy[Settings]:
    some_text = st.text(st.characters(exclude_categories=["C"]), max_size=20)
    limits = {
        "dim_after": st.integers(0, 86_400),
        "width": st.integers(320, 7680),
        "height": st.integers(320, 4320),
        "pending": st.floats(2, 60),
        "pad_speed": st.integers(100_000, 10_000_000),
        "gone_after": st.floats(0.05, 5),
        "serial_ports": some_text | st.lists(some_text, max_size=3).map(tuple),
        "version": st.just(owner.VERSION),
    }
    kinds = get_type_hints(Settings)
    choices = {
        name: st.booleans() if kinds[name] is bool else st.sampled_from(get_args(kinds[name]))
        for name in Settings.__struct_fields__
        if name not in limits
    }
    return st.builds(Settings, **limits, **choices)


@given(some_settings())
@how(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_saved_is_loaded(file: Path, settings: Settings) -> None:
    file.unlink(missing_ok=True)
    owner.save(settings, file)
    assert owner.load(file) == settings


@given(some_settings(), some_settings())
@how(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_saved_over_others_is_loaded(file: Path, before: Settings, settings: Settings) -> None:
    owner.save(before, file)
    owner.save(settings, file)
    assert owner.load(file) == settings


def test_only_what_is_set_is_written_and_only_its_owner_reads_it(file: Path) -> None:
    owner.save(OLD, file)
    assert file.read_text() == 'version = 1\nlanguage = "de"\ndim_after = 60\n'
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("langauge = 'de'", "unknown key 'langauge'. Did you mean 'language'?"),
        ("brightness = 3", "unknown key 'brightness'. Take it out. There are: version, language, text_size"),
        ("language = 'klingon'", "language"),
        ("dim_after = -1", "dim_after is -1; it may be 0 to 86400"),
        ("dim_after = 1e400", "dim_after"),
        ("pending = nan", "pending is nan"),
        ("width = 1" + "0" * 400, "width"),
        ("sound = 1", "sound"),
        ("language = ", "no TOML"),
        ("version = 2", "newer version"),
        ("language = 'de'\nlanguage = 'fr'", "no TOML"),
        ("a = " + "[" * 5000, "no TOML"),
        ("width = 1" + "0" * 5000, "no TOML"),
        ("[language]\nof = 'day'", "language"),
    ],
)
def test_what_is_wrong_is_named_with_a_remedy(file: Path, text: str, said: str) -> None:
    file.write_text(text)
    with pytest.raises(SettingsError) as refused:
        owner.load(file)
    assert said in str(refused.value)
    assert any(word in str(refused.value) for word in ("Did you mean", "Take it out", "Fix", "Update"))


def test_a_power_cut_while_saving_leaves_the_old_or_the_new(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner.save(OLD, file)
    found = set()
    for _ in cuts(monkeypatch, lambda: owner.save(NEW, file)):
        now, aside = owner.put_right(file, TODAY)
        assert (now.wrong, aside) == ((), "")
        found.add(now.settings)
        owner.save(OLD, file)
    assert found == {OLD, NEW}


# --- what the owner has written beside them -----------------------------------------------------------------------

WRITTEN = """\
# Ours, at the long table.
turn = 90        # the screen lies the other way round
language = "de"

# The cat sits on the cable.
wands = false

[shopping]
chips = 3  # of each colour
"""


def test_comments_order_and_the_tables_of_others_outlive_a_change_on_the_screen(file: Path) -> None:
    file.write_text(WRITTEN)
    settings = owner.load(file)
    assert settings == Settings(turn=90, language="de", wands=False)
    owner.save(msgspec.structs.replace(settings, turn=180, wands=True, calm=True), file)
    text = file.read_text()
    changed = WRITTEN.replace("turn = 90 ", "turn = 180 ").replace("wands = false\n", "wands = true\nversion = 1\ncalm = true\n")
    assert [line.split("#")[0].rstrip() for line in text.split("\n")] == [line.split("#")[0].rstrip() for line in changed.split("\n")]
    for comment in ("# Ours, at the long table.", "# the screen lies the other way round", "# The cat sits on the cable.", "# of each colour"):
        assert comment in text
    assert owner.load(file) == Settings(turn=180, language="de", calm=True)


def test_a_power_cut_leaves_the_owners_words_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text(WRITTEN)
    for _ in cuts(monkeypatch, lambda: owner.save(NEW, file)):
        assert "# The cat sits on the cable." in file.read_text()
        file.write_text(WRITTEN)


def test_nothing_is_imported_for_comments_until_something_is_written(file: Path) -> None:
    file.write_text(WRITTEN)
    code = "import sys; from pathlib import Path; from companion import settings; settings.load(Path(sys.argv[1])); print('tomlkit' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"


# --- what can't be read -------------------------------------------------------------------------------------------


def test_a_byte_order_mark_says_nothing(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbflanguage = 'de'\n")
    assert owner.load(file) == Settings(language="de")
    owner.save(NEW, file)
    assert owner.load(file) == NEW


def test_a_file_that_sets_nothing_is_in_order(file: Path) -> None:
    file.write_bytes(b"# only words\n")
    assert owner.put_right(file, TODAY) == (owner.Found(Settings()), "")


@pytest.mark.parametrize(
    "content",
    [b"", bytes(300), b'version = 1\nlanguage = "de"\n' + bytes(100), b"\xff\xfel\0", b"language = "],
    ids=["empty", "zeroed", "torn", "UTF-16", "no TOML"],
)
def test_a_file_that_can_not_be_read_is_kept_aside_and_the_defaults_hold(tmp_path: Path, file: Path, content: bytes) -> None:
    file.write_bytes(content)
    found, aside = owner.put_right(file, TODAY)
    assert found.settings == Settings()
    assert [each.flaw for each in found.wrong] == [owner.Flaw.UNREADABLE]
    assert aside == "settings.toml.broken-2026-12-05"
    assert (tmp_path / aside).read_bytes() == content
    assert not file.exists()
    file.write_bytes(content)
    assert owner.put_right(file, TODAY)[1] == "settings.toml.broken-2026-12-05-2", "the first one is not written over"


def test_of_a_file_with_slips_the_rest_holds_and_each_slip_is_named(tmp_path: Path, file: Path) -> None:
    text = "# ours\nlangauge = 'fr'\nturn = 90 # so\nwidth = 3\n[screen]\ncalm = true\n[other]\nx = 1\n"
    file.write_text(text)
    found, aside = owner.put_right(file, TODAY)
    assert found.settings == Settings(turn=90)
    assert [(each.flaw, each.key, each.near) for each in found.wrong] == [
        (owner.Flaw.KEY, "langauge", "language"),
        (owner.Flaw.PLACE, "screen", "calm"),
        (owner.Flaw.VALUE, "width", ""),
    ]
    assert (tmp_path / aside).read_text() == text
    assert owner.load(file) == Settings(turn=90), "the next start finds nothing wrong"
    assert "# ours" in file.read_text()
    assert "# so" in file.read_text()
    assert "[other]" in file.read_text()


def test_settings_of_a_newer_version_hold_as_far_as_they_are_known(file: Path) -> None:
    file.write_text("version = 2\nlanguage = 'fr'\nhologram = true\n")
    found, _ = owner.put_right(file, TODAY)
    assert found.settings == Settings(language="fr")
    assert found.wrong[0].flaw is owner.Flaw.NEWER


def test_something_else_than_a_file_is_waited_for_by_nobody(file: Path) -> None:
    os.mkfifo(file)
    assert owner.read(file).wrong[0].flaw is owner.Flaw.UNREADABLE
    owner.put_right(file, TODAY)
    owner.save(NEW, file)
    assert owner.load(file) == NEW


@pytest.mark.parametrize(
    ("text", "damage"),
    [("langauge = 'de'", Damage.SETTING_UNKNOWN), ("language = ", Damage.SETTINGS), ("width = 3", Damage.SETTING_WRONG)],
)
def test_the_companion_starts_with_any_settings_and_says_what_was_wrong(tmp_path: Path, file: Path, text: str, damage: Damage) -> None:
    file.write_text(text)
    evening = assemble.Evening(tmp_path, simulate=True)
    try:
        assert evening.settings == Settings()
        said = evening.session.shown.warnings
        assert [warning.damage for warning in said if isinstance(warning, Warned)] == [damage]
        kept = next(warning.file for warning in said if isinstance(warning, Warned))
        assert (tmp_path / kept).read_text() == text
        evening.save(OLD)
    finally:
        evening.stop()
    assert owner.load(file) == OLD
