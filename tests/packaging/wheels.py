"""Wheels of the companion: one built from the project, and others made of it that differ in their version and in a file or two."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tests.packaging.fakes import PROJECT


def build(folder: Path) -> Path:
    """The wheel, built without the internet from a copy, since setuptools leaves files where it builds."""
    copy = folder / "the project"
    copy.mkdir()
    for name in ("companion", "firmware", "hardware", "bin"):
        shutil.copytree(PROJECT / name, copy / name, symlinks=True)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, copy)
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", "dist", "."],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (file,) = (copy / "dist").iterdir()
    return file


def remade(wheel: Path, folder: Path, version: str, *, name: str = "vabanque-companion", changed: Mapping[str, str] | None = None) -> Path:
    """The same wheel under another version; `changed`: texts of files in it, by their path."""
    form = name.replace("-", "_")
    with zipfile.ZipFile(wheel) as source:
        (metadata,) = (entry for entry in source.namelist() if entry.endswith(".dist-info/METADATA"))
        old = metadata.partition(".dist-info")[0]
        new = f"{form}-{version}"
        files = {entry.replace(old, new, 1) if entry.startswith(old) else entry: source.read(entry) for entry in source.namelist()}
    page = f"{new}.dist-info/METADATA"
    text = files[page].decode().replace("Name: vabanque-companion\n", f"Name: {name}\n", 1)
    files[page] = text.replace(f"\nVersion: {old.rpartition('-')[2]}\n", f"\nVersion: {version}\n", 1).encode()
    number = f'__version__ = "{version}"'
    files["companion/__init__.py"] = re.sub(r"(?m)^__version__ = .*$", number, files["companion/__init__.py"].decode()).encode()
    files.update({path: content.encode() for path, content in (changed or {}).items()})
    record = f"{new}.dist-info/RECORD"
    lines = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in files.items() if path != record]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    folder.mkdir(exist_ok=True)
    made = folder / f"{new}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as target:
        for path, content in files.items():
            target.writestr(path, content)
    return made


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
