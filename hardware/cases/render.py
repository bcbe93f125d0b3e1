"""Renders the pictures of the cases and weighs every printed part: needs openscad, xvfb-run and Pillow.

    python -m hardware.cases.render            makes the .png files and rendered.toml anew

rendered.toml keeps the sums of the sources, so that a test sees when a picture is older than its case, and what OpenSCAD made of each part.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from PIL import Image, ImageChops

HERE = Path(__file__).parent
PARTS: dict[str, tuple[str, ...]] = {
    "pad": ("tub", "plate"),
    "station": ("tub", "plate"),
    "wand": ("body", "lid"),
    "panel": ("tub", "top"),
    "unit": ("tub", "lid"),
    "jig": ("jig",),
}
VIEWS: dict[str, tuple[int, int, int]] = {
    "pad": (52, 0, 30),
    "station": (52, 0, 30),
    "wand": (58, 0, 130),
    "panel": (58, 0, 25),
    "unit": (58, 0, 215),
    "jig": (60, 0, 25),
}
"""Turns of the camera in degrees."""


def sources(name: str) -> list[Path]:
    """A case's file and those that it includes."""
    found, queue = [], [HERE / f"{name}.scad"]
    while queue:
        path = queue.pop()
        found.append(path)
        queue += [HERE / other for other in re.findall(r"^include <(.+)>", path.read_text("utf-8"), re.MULTILINE)]
    return sorted(found)


def fingerprint(name: str) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources(name))).hexdigest()


def openscad(*arguments: str, screen: bool = False) -> None:
    command = [*(["xvfb-run", "-a"] if screen else []), "openscad", "-q", "--hardwarnings", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")


Triangle = tuple[tuple[float, ...], ...]


def weigh(triangles: list[Triangle]) -> tuple[list[float], float, int]:
    """Size along x, y, z in mm, volume in cm3, and how many edges have not exactly two faces (0: the part is closed)."""
    points = [corner for triangle in triangles for corner in triangle]
    size = [round(max(p[axis] for p in points) - min(p[axis] for p in points), 1) for axis in range(3)]
    edges: Counter[frozenset[tuple[float, ...]]] = Counter()
    volume = 0.0
    for a, b, c in triangles:
        edges.update(frozenset(pair) for pair in ((a, b), (b, c), (c, a)))
        volume += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    return size, round(volume / 6000, 1), sum(count != 2 for count in edges.values())


def read_stl(path: Path) -> list[Triangle]:
    corners = [tuple(float(word) for word in line.split()[1:]) for line in path.read_text("ascii").splitlines() if "vertex" in line]
    return [tuple(corners[index : index + 3]) for index in range(0, len(corners), 3)]


def crop(path: Path, margin: int = 24) -> None:
    """Takes the empty edges off a picture."""
    with Image.open(path) as full:
        picture = full.convert("RGB")
    empty = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(picture, empty).getbbox() or (0, 0, *picture.size)
    box = (max(left - margin, 0), max(top - margin, 0), min(right + margin, picture.width), min(bottom + margin, picture.height))
    picture.crop(box).save(path, optimize=True)


def render(name: str, scratch: Path) -> str:
    """Makes one case's picture and returns its lines for rendered.toml."""
    lines = [f"[{name}]", f'sources = "{fingerprint(name)}"']
    for part in PARTS[name]:
        stl = scratch / f"{name}_{part}.stl"
        openscad("-o", str(stl), "--export-format", "asciistl", "-D", f'part="{part}"', str(HERE / f"{name}.scad"))
        size, volume, loose = weigh(read_stl(stl))
        lines.append(f"{part} = {{ size_mm = {size}, volume_cm3 = {volume}, open_edges = {loose} }}")
    turn = ",".join(map(str, VIEWS[name]))
    picture = ("-D", 'part="picture"', "--imgsize=1000,750", "--viewall", "--autocenter", f"--camera=0,0,0,{turn},500")
    openscad("-o", str(HERE / f"{name}.png"), *picture, "--colorscheme=Tomorrow", str(HERE / f"{name}.scad"), screen=True)
    crop(HERE / f"{name}.png")
    return "\n".join(lines) + "\n"


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        made = [render(name, Path(scratch)) for name in PARTS]
    head = "# Made by render.py; not to be changed by hand.\n\n"
    (HERE / "rendered.toml").write_text(head + "\n".join(made), encoding="utf-8")


if __name__ == "__main__":
    main()
