"""Sound cues: short files made by bin/make-sounds. Without audio, or muted, nothing happens; every sound has a visible twin."""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from functools import lru_cache
from typing import Any

from companion.ui.kit import theme


class Cue(StrEnum):
    """What there is to hear. None depends on the kind of a card."""

    CHIP = "chip"
    CARD = "card"
    PAWN = "pawn"
    TURN = "turn"
    RIFFLE = "riffle"
    REFUSED = "refused"
    UNPLUGGED = "unplugged"
    PLUGGED = "plugged"
    VICTORY = "victory"
    LAST = "last"
    """What comes now is the last of its kind."""
    RUN = "run"
    """Everything was taken at once."""
    UNKNOWN = "unknown"
    WAITING = "waiting"


played: deque[Cue] = deque(maxlen=32)
"""The last cues that were due and not muted, heard or not."""


@lru_cache(None)
def _sound(cue: Cue) -> Any:
    from kivy.core.audio import SoundLoader

    return SoundLoader.load(str(theme.HERE / "sounds" / f"{cue}.wav"))


def play(cue: Cue) -> None:
    """Plays a cue, if there is audio and it is not muted. Never fails."""
    if theme.look.mute:
        return
    played.append(cue)
    try:
        sound = _sound(cue)
        if sound is not None:
            sound.stop()
            sound.volume = theme.look.volume
            sound.play()
    except Exception:  # noqa: BLE001  the audio libraries raise what they like; a game goes on without sound
        _sound.cache_clear()
