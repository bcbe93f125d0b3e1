"""Bundles as `bin/make-bundle` makes them, and keys to sign them with. Keys are made here, for a test each."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

from companion.install.bundle import FOLDER, IDENTITY, NAMESPACE, SIGNATURE, SUMS


class Key:
    """A pair of keys. `signers`: the public one, as the installation has it."""

    def __init__(self, folder: Path, name: str = "key") -> None:
        folder.mkdir(exist_ok=True)
        self.file = folder / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "for a test", "-f", self.file], check=True)
        self.signers = folder / f"{name}-signers"
        self.signers.write_text(f'{IDENTITY} namespaces="{NAMESPACE}" {self.file.with_suffix(".pub").read_text()}')

    def sign(self, bundle: Path, namespace: str = NAMESPACE) -> None:
        (bundle / SIGNATURE).unlink(missing_ok=True)
        subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", self.file, bundle / SUMS], check=True, capture_output=True)


def bundle(stick: Path, *wheels: Path, key: Key | None = None) -> Path:
    """A bundle with these wheels on a stick, signed if there is a key."""
    made = stick / FOLDER
    (made / "wheels").mkdir(parents=True)
    for wheel in wheels:
        shutil.copy(wheel, made / "wheels")
    (made / "README.txt").write_text("A version of the companion.\n")
    listed(made)
    if key is not None:
        key.sign(made)
    return made


def listed(made: Path) -> None:
    """Writes the list of digests, as sha256sum does."""
    files = sorted(path for path in made.rglob("*") if path.is_file() and path.name not in (SUMS, SIGNATURE))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(made)}\n" for path in files]
    (made / SUMS).write_text("".join(lines))
