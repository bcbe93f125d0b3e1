"""Sound cues: short files, a mute, and no failure without audio."""

from __future__ import annotations

import wave

import pytest

from companion.ui.kit import sound, theme
from companion.ui.kit.sound import Cue


@pytest.mark.parametrize("cue", Cue)
def test_every_cue_is_a_short_file_that_is_to_be_heard(cue: Cue) -> None:
    with wave.open(str(theme.HERE / "sounds" / f"{cue}.wav")) as file:
        assert 0.05 < file.getnframes() / file.getframerate() <= 0.4
        frames = file.readframes(file.getnframes())
    levels = [abs(int.from_bytes(frames[i : i + 2], "little", signed=True)) for i in range(0, len(frames), 2)]
    assert 3000 < max(levels) < 32768
    # It neither begins nor ends with a crack.
    assert levels[0] < 2000
    assert levels[-1] < 500


def test_mute_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme.look, "mute", True)
    before = list(sound.played)
    sound.play(Cue.CHIP)
    assert list(sound.played) == before


@pytest.mark.parametrize("gone", [None, RuntimeError("no audio")])
def test_without_audio_nothing_fails(gone: Exception | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(cue: Cue) -> None:
        if gone is not None:
            raise gone

    broken.cache_clear = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setattr(sound, "_sound", broken)
    sound.play(Cue.VICTORY)
    assert sound.played[-1] is Cue.VICTORY
