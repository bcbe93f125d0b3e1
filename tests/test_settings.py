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
from hypothesis import HealthCheck, example, given
from hypothesis import settings as how
from hypothesis import strategies as st

from companion import assemble
from companion import settings_file as owner
from companion.errors import SettingsError
from companion.games import SHELF
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.rules.options import VabanqueSettings
from companion.settings import COMMON, VERSION, Flaw, Found, Settings
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
        "version": st.just(VERSION),
    }
    kinds = get_type_hints(Settings)
    choices = {name: st.booleans() if kinds[name] is bool else st.sampled_from(get_args(kinds[name])) for name in COMMON if name not in limits}
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
    assert file.read_text() == 'version = 2\nlanguage = "de"\ndim_after = 60\n'
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
        ("version = 3", "newer version"),
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
    found = []
    for _ in cuts(monkeypatch, lambda: owner.save(NEW, file)):
        now, aside = owner.put_right(file, TODAY)
        assert (now.wrong, aside) == ((), "")
        found.append(now.settings)
        owner.save(OLD, file)
    assert all(each in found for each in (OLD, NEW))
    assert all(each in (OLD, NEW) for each in found)


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
CHIPS = {"shopping": {"chips": 3}}
"""A table that is no game's: it is kept as it is."""


def test_comments_order_and_the_tables_of_others_outlive_a_change_on_the_screen(file: Path) -> None:
    file.write_text(WRITTEN)
    settings = owner.load(file)
    assert settings == Settings(turn=90, language="de", wands=False, games=CHIPS)
    owner.save(msgspec.structs.replace(settings, turn=180, wands=True, calm=True), file)
    text = file.read_text()
    changed = WRITTEN.replace("turn = 90 ", "turn = 180 ").replace("wands = false\n", "wands = true\nversion = 2\ncalm = true\n")
    assert [line.split("#")[0].rstrip() for line in text.split("\n")] == [line.split("#")[0].rstrip() for line in changed.split("\n")]
    for comment in ("# Ours, at the long table.", "# the screen lies the other way round", "# The cat sits on the cable.", "# of each colour"):
        assert comment in text
    assert owner.load(file) == Settings(turn=180, language="de", calm=True, games=CHIPS)


def test_a_power_cut_leaves_the_owners_words_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text(WRITTEN)
    for _ in cuts(monkeypatch, lambda: owner.save(NEW, file)):
        assert "# The cat sits on the cable." in file.read_text()
        file.write_text(WRITTEN)


def test_nothing_is_imported_for_comments_until_something_is_written(file: Path) -> None:
    file.write_text(WRITTEN)
    code = (
        "import sys; from pathlib import Path; from companion import settings_file;"
        "settings_file.load(Path(sys.argv[1])); print('tomlkit' in sys.modules)"
    )
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
    assert owner.put_right(file, TODAY) == (Found(Settings()), "")


@pytest.mark.parametrize(
    "content",
    [b"", bytes(300), b'version = 1\nlanguage = "de"\n' + bytes(100), b"\xff\xfel\0", b"language = "],
    ids=["empty", "zeroed", "torn", "UTF-16", "no TOML"],
)
def test_a_file_that_can_not_be_read_is_kept_aside_and_the_defaults_hold(tmp_path: Path, file: Path, content: bytes) -> None:
    file.write_bytes(content)
    found, aside = owner.put_right(file, TODAY)
    assert found.settings == Settings()
    assert [each.flaw for each in found.wrong] == [Flaw.UNREADABLE]
    assert aside == "settings.toml.broken-2026-12-05"
    assert (tmp_path / aside).read_bytes() == content
    assert not file.exists()
    file.write_bytes(content)
    assert owner.put_right(file, TODAY)[1] == "settings.toml.broken-2026-12-05-2", "the first one is not written over"


def test_of_a_file_with_slips_the_rest_holds_and_each_slip_is_named(tmp_path: Path, file: Path) -> None:
    text = "# ours\nlangauge = 'fr'\nturn = 90 # so\nwidth = 3\n[screen]\ncalm = true\n[other]\nx = 1\n"
    file.write_text(text)
    found, aside = owner.put_right(file, TODAY)
    others = {"other": {"x": 1}}
    assert found.settings == Settings(turn=90, games=others)
    assert [(each.flaw, each.key, each.near) for each in found.wrong] == [
        (Flaw.KEY, "langauge", "language"),
        (Flaw.PLACE, "screen", "calm"),
        (Flaw.VALUE, "width", ""),
    ]
    assert (tmp_path / aside).read_text() == text
    assert owner.load(file) == Settings(turn=90, games=others), "the next start finds nothing wrong"
    assert "# ours" in file.read_text()
    assert "# so" in file.read_text()
    assert "[other]" in file.read_text()


def test_what_a_newer_version_wrote_is_not_opened_and_stays_as_it_is(tmp_path: Path, file: Path) -> None:
    text = "version = 3\nlanguage = 'fr'\nhologram = true\n"
    file.write_text(text)
    found, aside = owner.put_right(file, TODAY)
    assert (found.settings, [each.flaw for each in found.wrong], aside) == (Settings(), [Flaw.NEWER], "")
    with pytest.raises(OSError, match="newer version"):
        owner.save(OLD, file)
    assert file.read_text() == text
    assert list(tmp_path.iterdir()) == [file]


# --- a table a game -----------------------------------------------------------------------------------------------

OF_VERSION_1 = (Path(__file__).parent / "samples" / "settings-1.toml").read_text()
OF_VERSION_2 = (Path(__file__).parent / "samples" / "settings-2.toml").read_text()


def test_a_file_of_version_1_is_read_and_written_anew_with_every_comment(file: Path) -> None:
    file.write_text(OF_VERSION_1)
    found, aside = owner.put_right(file, TODAY, SHELF)
    assert (found.wrong, aside) == ((), "")
    assert found.settings == Settings(
        language="de", pending=15.0, games={"vabanque": {"notes": False, "cards_read": "reveal"}, "shopping": {"chips": 3}}
    )
    assert found.settings.of(VABANQUE) == VabanqueSettings(notes=False, cards_read="reveal")
    assert file.read_text() == OF_VERSION_2
    assert owner.put_right(file, TODAY, SHELF) == (found, "")
    assert file.read_text() == OF_VERSION_2


def test_a_power_cut_while_a_file_is_written_anew_leaves_the_old_or_the_new(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text(OF_VERSION_1)
    found = set()
    for _ in cuts(monkeypatch, lambda: owner.put_right(file, TODAY, SHELF)):
        found.add(file.read_text())
        file.write_text(OF_VERSION_1)
    assert found == {OF_VERSION_1, OF_VERSION_2}


def test_a_game_is_set_apart_from_the_others_and_its_comments_stay(file: Path) -> None:
    file.write_text("[vabanque]  # ours\n# As the children like it.\nnotes = false  # amounts only\n\n[tarot]\nnotes = 'many'\n")
    settings = owner.load(file, SHELF)
    assert settings.of(VABANQUE) == VabanqueSettings(notes=False)
    owner.save(settings.with_(VABANQUE, notes=True, own_cards=False), file)
    after = owner.load(file, SHELF)
    assert after.of(VABANQUE) == VabanqueSettings(notes=True, own_cards=False)
    assert after.games["tarot"] == {"notes": "many"}
    text = file.read_text()
    for kept in ("[vabanque]  # ours", "# As the children like it.", "notes = true  # amounts only", "[tarot]\nnotes = 'many'"):
        assert kept in text


@pytest.mark.parametrize(
    ("text", "flaw", "key", "near"),
    [
        ("[vabanque]\nnots = true", Flaw.KEY, "vabanque.nots", "notes"),
        ("[vabanque]\nhologram = true", Flaw.KEY, "vabanque.hologram", ""),
        ("[vabanque]\nnotes = 3", Flaw.VALUE, "vabanque.notes", ""),
        ("cards_read = 'aloud'", Flaw.VALUE, "vabanque.cards_read", ""),
    ],
)
def test_what_is_wrong_in_a_games_table_is_named(tmp_path: Path, file: Path, text: str, flaw: Flaw, key: str, near: str) -> None:
    file.write_text(f"calm = true\n{text}\n")
    found, aside = owner.put_right(file, TODAY, SHELF)
    assert [(each.flaw, each.key, each.near) for each in found.wrong] == [(flaw, key, near)]
    assert found.settings == Settings(calm=True, games={"vabanque": {}})
    assert (tmp_path / aside).read_text() == f"calm = true\n{text}\n"
    assert owner.put_right(file, TODAY, SHELF) == (Found(found.settings), "")


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=8) | st.booleans() | st.integers(-9, 9) | st.lists(st.integers(0, 9)), max_size=3))
@example(table={"version": ""})
@how(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_table_of_a_game_that_is_not_here_comes_back_as_it_was(file: Path, table: dict[str, object]) -> None:
    for before in ("", "calm = true  # always\n"):
        file.write_text(before or "# new\n")
        if not before:
            file.unlink()
        settings = Settings(sound=False, games={"tarot\x7f": table})
        owner.save(settings, file)
        assert owner.read(file, SHELF).settings.games == ({"tarot\x7f": table} if set(table) - set(COMMON) or not table else {})


def test_no_game_is_loaded_for_a_file_that_says_nothing_of_it(file: Path) -> None:
    file.write_text("version = 2\ncalm = true\n[tarot]\nx = 1\n")
    code = (
        "import sys; from pathlib import Path; from companion import settings_file; from companion.games import SHELF;"
        "settings_file.load(Path(sys.argv[1]), SHELF); print([name for name in sys.modules if name.startswith('companion.games.v')])"
    )
    said = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_something_else_than_a_file_is_waited_for_by_nobody(file: Path) -> None:
    os.mkfifo(file)
    assert owner.read(file).wrong[0].flaw is Flaw.UNREADABLE
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
