"""The settings' file: what is wrong in it is named, what the power tears is never taken for it."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as st

from companion import assemble
from companion import settings as owner
from companion.errors import SettingsError
from companion.settings import Settings
from tests.power import cuts

OLD, NEW = Settings(language="de", dim_after=60), Settings(language="fr", calm=True, pending=15.0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / owner.FILE


def some_settings() -> st.SearchStrategy[Settings]:
    limits = {
        "dim_after": st.integers(0, 86_400),
        "width": st.integers(320, 7680),
        "height": st.integers(320, 4320),
        "pending": st.floats(2, 60),
        "pad_speed": st.integers(100_000, 10_000_000),
        "gone_after": st.floats(0.05, 5),
        "serial_ports": st.lists(st.text(st.characters(exclude_categories=["C"]), max_size=20), max_size=3).map(tuple),
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
    assert any(word in str(refused.value) for word in ("Did you mean", "Mend", "Update"))


def test_a_power_cut_while_saving_leaves_the_old_or_the_new(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner.save(OLD, file)
    found = set()
    for _ in cuts(monkeypatch, lambda: owner.save(NEW, file)):
        assert owner.put_right(file) is None
        found.add(owner.load(file))
        owner.save(OLD, file)
    assert found == {OLD, NEW}


@pytest.mark.parametrize("content", [b"", bytes(300), b'version = 1\nlanguage = "de"\n' + bytes(100)], ids=["empty", "zeroed", "torn"])
def test_a_file_that_a_disk_has_torn_is_set_aside_and_the_screen_says_so(tmp_path: Path, file: Path, content: bytes) -> None:
    file.write_bytes(content)
    evening = assemble.Evening(tmp_path, simulate=True)
    try:
        assert evening.settings == Settings()
        assert any("settings-damaged-1.toml" in warning for warning in evening.session.shown.warnings)
        evening.save(OLD)
    finally:
        evening.stop()
    assert (tmp_path / "settings-damaged-1.toml").read_bytes() == content
    file.write_bytes(content)
    assert owner.put_right(file) is not None
    assert (tmp_path / "settings-damaged-2.toml").read_bytes() == content


def test_a_slip_of_the_pen_is_the_owners_to_mend(tmp_path: Path, file: Path) -> None:
    file.write_text("langauge = 'de'")
    with pytest.raises(SettingsError, match="Did you mean 'language'"):
        assemble.Evening(tmp_path, simulate=True)
    assert file.read_text() == "langauge = 'de'"
    # And the data are free for the next start.
    file.unlink()
    assemble.Evening(tmp_path, simulate=True).stop()
