"""What a game misspells, mypy finds: the parts are types, and nothing of them is looked up by a name."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.any_game import stranger

MISSPELT = (
    ("rules/__init__.py", "    apply=apply,", "    aply=apply,", 'Unexpected keyword argument "aply" for "Rules"'),
    ("table/__init__.py", "    facts=facts,", "    facts=marks,", 'Argument "facts" to "Table" has incompatible type'),
    ("table/gestures.py", "    def touched(", "    def tuched(", 'Argument "gestures" to "Table" has incompatible type'),
    ("rules/view.py", "    odd: Colour | None\n", "    od: Colour | None\n", 'keyword argument "odd" for "View"'),
    ("demo.py", "DEMO = Demo(random=random_game,", "DEMO = Demo(randm=random_game,", 'Unexpected keyword argument "randm" for "Demo"'),
    (
        "ui/screen.py",
        "self.choices(self.view)",
        "self.choices(self.view.phase)",
        'Argument 1 to "choices" of "TinyScreen" has incompatible type "Phase"',
    ),
)
"""In which file, what, as what, and what is said of it."""


def checked(folder: Path) -> str:
    """What mypy says, as strict as it is with the companion itself."""
    env = os.environ | {"MYPYPATH": os.pathsep.join([str(folder), str(stranger.ROOT)])}
    options = ["--config-file", str(stranger.ROOT / "pyproject.toml"), "--cache-dir", str(folder / "cache")]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "tiny_game"], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=600
    )
    return ran.stdout


def test_a_misspelt_function_of_a_game_is_found(tmp_path: Path) -> None:
    shutil.copytree(stranger.TOY / "tiny_game", tmp_path / "tiny_game")
    assert "Success" in checked(tmp_path)
    for name, was, now, _ in MISSPELT:
        file = tmp_path / "tiny_game" / name
        assert was in file.read_text(), name
        file.write_text(file.read_text().replace(was, now, 1))
    said = checked(tmp_path)
    for name, _, _, found in MISSPELT:
        assert found in said, (name, said)
