"""What stands on the console before there is a picture, and in its place where there is none: what is so, and what to do.

The letters are those that the console's own font has (code page 437).
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

LANGUAGES = ("en", "de", "fr")
WIDE = 72
"""No line is longer, in letters."""

NAME = dict.fromkeys(LANGUAGES, "Companion")
STARTING = {
    "en": "It starts. The picture comes in a moment.",
    "de": "Es geht los. Gleich kommt das Bild.",
    "fr": "Démarrage. L'image arrive dans un instant.",
}
TRIED = {
    "en": "The new version {version} is started for the first time.",
    "de": "Die neue Fassung {version} startet zum ersten Mal.",
    "fr": "La nouvelle version {version} démarre pour la première fois.",
}
WENT_BACK = {
    "en": "Version {version} did not start. The version before is back, with the games as they were.",
    "de": "Fassung {version} startete nicht. Die vorige ist zurück, mit den Partien, wie sie waren.",
    "fr": "La version {version} n'a pas démarré. La précédente revient, avec les parties telles quelles.",
}
RUNS_ALREADY = {
    "en": "It is running already on this machine. Close it there, and it opens here.",
    "de": "Es läuft auf diesem Gerät schon. Schließ es dort, dann öffnet es sich hier.",
    "fr": "Il tourne déjà sur cette machine. Ferme-le là-bas, et il s'ouvrira ici.",
}
CRASHED = {
    "en": "The companion stopped {count} times in a row:",
    "de": "Das Programm hielt {count} Mal nacheinander an:",
    "fr": "Le programme s'est arrêté {count} fois de suite :",
}
ONCE = {
    "en": "The companion stopped, and starts again:",
    "de": "Das Programm hielt an und startet noch einmal:",
    "fr": "Le programme s'est arrêté et redémarre :",
}
CANNOT = {
    "en": "The companion can't be started:",
    "de": "Das Programm lässt sich nicht starten:",
    "fr": "Le programme ne peut pas démarrer :",
}
HOW = {
    "signal": {
        "en": "The system has ended it ({how}), most often because of the screen's driver.",
        "de": "Das System hat es beendet ({how}), meist wegen des Treibers für den Bildschirm.",
        "fr": "Le système l'a arrêté ({how}), le plus souvent à cause du pilote de l'écran.",
    },
    "watchdog": {"en": "Its picture stood still.", "de": "Das Bild stand still.", "fr": "L'image était figée."},
    "timeout": {"en": "No picture came.", "de": "Es kam kein Bild.", "fr": "Aucune image n'est venue."},
    "oom-kill": {"en": "The machine ran out of memory.", "de": "Dem Gerät ging der Speicher aus.", "fr": "La machine n'avait plus de mémoire."},
    "exit-code": {"en": "It ended by itself ({how}).", "de": "Es hat sich selbst beendet ({how}).", "fr": "Il s'est terminé de lui-même ({how})."},
}
"""By what systemd says of the end (SERVICE_RESULT, systemd.exec(5))."""
AGAIN = {
    "en": "It is tried again by itself in {seconds} seconds. Every move is saved.",
    "de": "In {seconds} Sekunden wird es von selbst noch einmal versucht. Jeder Zug ist gespeichert.",
    "fr": "Nouvel essai automatique dans {seconds} secondes. Chaque coup est enregistré.",
}
DO = {
    "en": "If it stays so: pull the plug, wait ten seconds, plug it in again. If that does not help, from another computer: "
    "companion update --back (the version before), companion doctor (what is wrong). Without one: write the card anew, and bring the games back "
    "from a backup.",
    "de": "Bleibt es so: Stecker ziehen, zehn Sekunden warten, wieder einstecken. Hilft das nicht, von einem anderen Computer aus: "
    "companion update --back (die vorige Fassung), companion doctor (was nicht stimmt). Ohne einen: die Karte neu schreiben und die Partien aus "
    "einer Sicherung zurückholen.",
    "fr": "Si cela dure : débrancher, attendre dix secondes, rebrancher. Si cela n'aide pas, depuis un autre ordinateur : "
    "companion update --back (la version précédente), companion doctor (ce qui ne va pas). Sans ordinateur : réécrire la carte, et reprendre les "
    "parties d'une sauvegarde.",
}
REPAIR = {
    "en": "Free some space, or run bin/install again. Without a terminal: write the card anew, and bring the games back from a backup.",
    "de": "Schaff Platz, oder führe bin/install noch einmal aus. Ohne Terminal: die Karte neu schreiben und die Partien aus einer Sicherung "
    "zurückholen.",
    "fr": "Faire de la place, ou relancer bin/install. Sans terminal : réécrire la carte, et reprendre les parties d'une sauvegarde.",
}

_LANGUAGE = re.compile(r"""^\s*language\s*=\s*["'](\w+)["']""", re.MULTILINE)


def language(settings: Path, environment: Mapping[str, str] = os.environ) -> str:
    """The language of the settings, also where the rest of them can't be read; else the system's, or English."""
    told = ""
    # A pipe would make us wait for ever.
    with contextlib.suppress(OSError, ValueError):
        if settings.is_file():
            found = _LANGUAGE.search(settings.read_text("utf-8", "replace"))
            told = found[1] if found else ""
    if told in LANGUAGES:
        return told
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name, "")[:2] in LANGUAGES:
            return environment[name][:2]
    return "en"


class Console:
    """The terminal of the service. Where there is none, nothing is written."""

    def __init__(self, spoken: str, *, there: bool) -> None:
        self._spoken = spoken
        self._there = there

    def show(self, title: Mapping[str, str], *more: Mapping[str, str], **values: object) -> None:
        """Clears the console and writes this in its middle: a title, and paragraphs. No cursor, and no blanking: console_codes(4)."""
        if not self._there:
            return
        with contextlib.suppress(OSError, ValueError), open("/dev/tty", "wb", buffering=0) as terminal:
            try:
                columns, rows = os.get_terminal_size(terminal.fileno())
            except OSError:
                columns, rows = 80, 25
            wide = max(20, min(WIDE, (columns or 80) - 4))
            texts = [text[self._spoken].format(**values) for text in (title, *more)]
            lines = [line for text in texts for line in [*_wrapped(text, wide), ""]][:-1]
            top, left = max(1, (rows - len(lines)) // 3), max(1, ((columns or 80) - max(map(len, lines))) // 2)
            first = len(_wrapped(texts[0], wide))
            bold = "\033[1m"
            placed = [f"\033[{top + at};{left}H{bold if at < first else ''}{line}\033[0m" for at, line in enumerate(lines)]
            terminal.write(f"\033[?25l\033[9;0]\033[2J{''.join(placed)}\033[{rows};1H".encode())


def _wrapped(text: str, wide: int) -> list[str]:
    lines, line = [], ""
    for word in _plain(text).split():
        if line and len(line) + 1 + len(word) > wide:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return [*lines, line]


def _plain(text: str) -> str:
    """In letters that the console has, and nothing that steers it."""
    text = text.translate({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x201E: '"', 0xA0: " ", 0x202F: " ", 0x2013: "-", 0x2014: "-"})
    return "".join(letter if letter.isprintable() else " " for letter in text).encode("cp437", "replace").decode("cp437")
