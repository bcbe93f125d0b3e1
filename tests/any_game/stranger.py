"""A second environment with strangers' packages in it: installed by pip, found through importlib.metadata, and gone after the tests."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parents[1]
TOY = ROOT / "tests" / "toy"


def environment(folder: Path) -> Path:
    """The folder of the environment in which the toy is installed. Made once by whichever worker comes first."""
    made = folder / "second-environment"
    with (folder / "second-environment.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            installed(TOY, made)
    return made


def installed(package: Path, into: Path) -> None:
    """Installs a package's sources as a stranger would: pip builds a wheel and unpacks it. Its dependency, the companion, is there already."""
    # A build leaves things beside the sources.
    copy = into.with_name(into.name + "-sources")
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation", "--no-cache-dir"]
    ready = into.with_name(into.name + "-new")
    run = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", str(ready), str(copy)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    ready.rename(into)


def written(folder: Path, name: str, value: str, source: str | None) -> Path:
    """A package that is broken in some way, as it lies in an environment. `value`: of its entry point. `source`: of its module, None for none."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[companion.games]\n{name} = {value}\n")
    if source is not None:
        (folder / f"{name}.py").write_text(source)
    return folder


def path(*environments: Path) -> str:
    """PYTHONPATH for a program of its own: the companion's, those of the environments, and what is there for the tests."""
    return os.pathsep.join([str(ROOT), *map(str, environments), *filter(None, [os.environ.get("PYTHONPATH")])])


def companion_in(environment: Path | None, *arguments: str, data: Path) -> subprocess.CompletedProcess[str]:
    """Runs the command, with the packages of an environment beside those of the tests."""
    there = path() if environment is None else path(environment)
    env = os.environ | {"PYTHONPATH": there, "XDG_DATA_HOME": str(data), "LANGUAGE": "en", "COLUMNS": "200"}
    return subprocess.run([sys.executable, "-m", "companion", *arguments], env=env, capture_output=True, text=True, check=False, timeout=300)
