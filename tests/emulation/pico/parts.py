"""What the emulated Pico is made of and the project does not carry: MicroPython's image, rp2040js from npm, littlefs and mpremote from PyPI."""

from __future__ import annotations

import hashlib
import importlib
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

RP2040JS = "1.4.1"
PACKAGES = ("littlefs-python>=0.14,<1", "mpremote>=1.26,<2")

# Of MicroPython v1.28.0 for the board RPI_PICO: where the file system lies is a matter of the port, the rest of littlefs's own set-up.
FILE_SYSTEM = {
    "block_size": 4096,
    "block_count": 352,
    "prog_size": 256,
    "read_size": 256,
    "cache_size": 1024,
    "lookahead_size": 128,
    "disk_version": 0x00020000,
}


class Missing(Exception):
    """Something is missing to emulate a Pico; the text says what to do."""


@dataclass(frozen=True)
class Parts:
    """`micropython`: the port's image, as for the first byte of the flash. `rp2040js`: the folder of the npm package."""

    micropython: Path
    rp2040js: Path
    packages: Path
    """The folder of those from PyPI."""
    littlefs: Any

    def file_system(self, files: dict[str, bytes]) -> bytes:
        """The image of a Pico's file system with these files, by their paths there."""
        system = self.littlefs.LittleFS(**FILE_SYSTEM)
        for name, content in files.items():
            for folder in [*Path(name).parents][-2::-1]:
                system.makedirs(str(folder), exist_ok=True)
            with system.open(name, "wb") as file:
                file.write(content)
        return bytes(system.context.buffer)

    def listing(self, image: bytes) -> dict[str, bytes]:
        """The files of such an image."""
        # Whichever disk version it has come to.
        system = self.littlefs.LittleFS(**{**FILE_SYSTEM, "disk_version": 0}, mount=False)
        system.context.buffer = bytearray(image)
        system.mount()
        files = {}
        for folder, _, names in system.walk("/"):
            for name in names:
                path = f"{folder.rstrip('/')}/{name}"
                with system.open(path, "rb") as file:
                    files[path.lstrip("/")] = file.read()
        return files


def fetched(micropython: Path) -> Parts:
    """The parts; what is not in the cache yet is fetched from npm and PyPI. Raises Missing."""
    if not micropython.is_file():
        raise Missing(f"There is no file {micropython}: give the image of MicroPython for the RPI_PICO, firmware.bin.")
    for program, package in (("node", "nodejs"), ("npm", "npm")):
        if shutil.which(program) is None:
            raise Missing(f"{program} is missing. Install it with: apt-get install {package}")
    cache = platformdirs.user_cache_path("vabanque-companion") / "emulated-pico"
    rp2040js = cache / "node_modules" / "rp2040js"
    if not (rp2040js / "package.json").is_file():
        _run("npm", "install", "--no-audit", "--no-fund", "--prefix", str(cache), f"rp2040js@{RP2040JS}")
    packages = cache / f"python{sys.version_info.major}.{sys.version_info.minor}"
    if not all((packages / name).is_dir() for name in ("littlefs", "mpremote")):
        _run(sys.executable, "-m", "pip", "install", "--quiet", "--upgrade", "--target", str(packages), *PACKAGES)
    if str(packages) not in sys.path:
        sys.path.append(str(packages))
    return Parts(micropython, rp2040js, packages, importlib.import_module("littlefs"))


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["it says nothing"]
        raise Missing(f"{' '.join(command[:3])} did not succeed: {said[-1]}")


def digest(path: Path) -> str:
    """What tells one image from another, short enough to read out."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
