"""Bundles with the list and the signature that `bin/make-bundle` makes, and keys to sign them with. Keys are made here, for a test each."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

from companion.install.bundle import FOLDER, IDENTITY, NAMESPACE, SIGNATURE, SUMS
from tests.packaging.fakes import PROJECT


def _loaded() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("make_bundle", str(PROJECT / "bin" / "make-bundle"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


make_bundle = _loaded()


class Key:
    """A pair of keys. `signers`: the public one, as the installation has it."""

    def __init__(self, folder: Path, name: str = "key") -> None:
        folder.mkdir(exist_ok=True)
        self.file = folder / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "for a test", "-f", self.file], check=True)
        self.signers = folder / f"{name}-signers"
        self.signers.write_text(f'{IDENTITY} namespaces="{NAMESPACE}" {make_bundle.public_key(self.file)}\n')

    def sign(self, bundle: Path) -> None:
        (bundle / SIGNATURE).unlink(missing_ok=True)
        make_bundle.sign(bundle, self.file)


def bundle(stick: Path, *wheels: Path, key: Key | None = None) -> Path:
    """A bundle with these wheels on a stick, signed if there is a key."""
    made = stick / FOLDER
    (made / "wheels").mkdir(parents=True)
    for wheel in wheels:
        shutil.copy(wheel, made if wheel.name.startswith("vabanque_companion-") else made / "wheels")
    (made / "README.txt").write_text("A version of the companion.\n")
    listed(made)
    if key is not None:
        key.sign(made)
    return made


def listed(made: Path) -> None:
    """Writes the list of digests anew; whatever was signed before is not."""
    signature = (made / SIGNATURE).read_bytes() if (made / SIGNATURE).exists() else None
    for name in (SUMS, SIGNATURE):
        (made / name).unlink(missing_ok=True)
    make_bundle.list_digests(made)
    if signature is not None:
        (made / SIGNATURE).write_bytes(signature)
