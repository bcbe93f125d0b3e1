"""A newer version as it comes on a stick: a folder of wheels, a list of their digests, and a signature under that list.

    vabanque-bundle/
        SHA256SUMS        a line a file, as `sha256sum` writes it
        SHA256SUMS.sig    of that list: `ssh-keygen -Y sign -n companion-bundle -f KEY SHA256SUMS`
        ...               among others the companion's wheel, and those of what it needs

bin/make-bundle makes it. Only what the list names is ever looked at. The public keys lie in the installation, in the form of ssh-keygen(1),
ALLOWED SIGNERS.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import msgspec

from companion import files
from companion.errors import UpdateError
from companion.install.wheel import numbers
from companion.said import why

FOLDER = "vabanque-bundle"
"""What the folder is called on a stick."""
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
NAMESPACE, IDENTITY = "companion-bundle", "companion"
"""What the signature is for, and whose it has to be."""
MAX_LIST, MAX_SIGNATURE = 1_000_000, 100_000
"""Bytes."""
PATIENCE_S = 30.0

_LINE = re.compile(r"([0-9a-f]{64}) [ *]([^\\\0]+)")
_OWN = re.compile(r"vabanque_companion-([0-9.]+)-py3-none-any\.whl")
_PIECE = 1 << 20


class Bundle(msgspec.Struct, frozen=True):
    """A bundle that was checked. `signed`: by one of the keys that the installation has. `sums`: digests of its files, by their name.

    `wheel`: the name of the companion's own.
    """

    folder: Path
    version: str
    signed: bool
    sums: Mapping[str, str]
    wheel: str


def examine(folder: Path, signers: Path) -> Bundle:
    """Checks a bundle, its signature first, then each file that an update may need.

    `signers`: the public keys; where that file is missing every bundle counts as unsigned.

    Raises UpdateError where the signature is wrong, or a file is missing or is not what the list says.
    """
    # So that it has a name in what is said, also where it is typed as a dot.
    folder = folder.absolute() if folder.name else folder.resolve()
    listed = _read(folder / SUMS, MAX_LIST)
    if listed is None:
        raise UpdateError("{name} is no whole bundle: {file} is missing. Copy the whole folder to the stick again.", name=folder.name, file=SUMS)
    signed = _is_signed(listed, _read(folder / SIGNATURE, MAX_SIGNATURE), signers)
    sums = _parsed(listed)
    own = [(name, found[1]) for name in sums if (found := _OWN.fullmatch(PurePosixPath(name).name))]
    if len(own) != 1:
        raise UpdateError("{name} holds no version of the companion, or several. Take another bundle.", name=folder.name)
    numbers(own[0][1])
    for name in filter(_is_used, sums):
        _checked(folder, name, sums[name])
    return Bundle(folder, own[0][1], signed, sums, own[0][0])


def fetch(bundle: Bundle, into: Path) -> Path:
    """Copies the wheels that this machine may need into a folder, and checks each copy: the stick may be another one by now.

    Returns the companion's own. Raises UpdateError.
    """
    for name, digest in bundle.sums.items():
        last = PurePosixPath(name).name
        if _is_used(name) and not (into / last).exists():
            _checked(bundle.folder, name, digest, into / last)
    return into / PurePosixPath(bundle.wheel).name


# --- the signature ----------------------------------------------------------------------------------------------


def _is_signed(listed: bytes, signature: bytes | None, signers: Path) -> bool:
    """Whether the list is signed by one of the keys. Raises UpdateError for a signature that is not right."""
    if signature is None or not signers.is_file():
        return False
    keygen = shutil.which("ssh-keygen")
    if keygen is None:
        raise UpdateError("The signature can't be checked, since ssh-keygen is missing. Run bin/install again, or install openssh-client.")
    with tempfile.NamedTemporaryFile(prefix="companion-") as copy:
        copy.write(signature)
        copy.flush()
        words = [keygen, "-Y", "verify", "-f", str(signers), "-I", IDENTITY, "-n", NAMESPACE, "-s", copy.name]
        try:
            done = subprocess.run(words, input=listed, capture_output=True, timeout=PATIENCE_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            raise UpdateError("The signature can't be checked. Try again; nothing has changed.") from None
    if done.returncode != 0:
        raise UpdateError(
            "The bundle's signature is wrong: it was changed, or others made it. Get it from the maintainers again; nothing has changed."
        )
    return True


# --- files ------------------------------------------------------------------------------------------------------


def _read(file: Path, most: int) -> bytes | None:
    """What is in a file of a bundle, None where it is missing. Raises UpdateError."""
    try:
        content = files.content(file, most + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UpdateError("{file} can't be read: {why}.", file=file, why=why(error)) from None
    if len(content) > most:
        raise UpdateError("{name} holds no list of files as a bundle has it. Get it from the maintainers again.", name=file.parent.name)
    return content


def _parsed(listed: bytes) -> dict[str, str]:
    """Digests by name. A name that leads out of the folder is none."""
    sums = {}
    for line in listed.decode("utf-8", "replace").splitlines():
        found = _LINE.fullmatch(line)
        name = found[2].removeprefix("./") if found else ""
        if found is None or not name.isprintable() or name.startswith("/") or ".." in PurePosixPath(name).parts or name in sums:
            raise UpdateError("{name} holds no list of files as a bundle has it. Get it from the maintainers again.", name=FOLDER)
        sums[name] = found[1]
    return sums


def _checked(folder: Path, name: str, digest: str, copy: Path | None = None) -> None:
    """Reads a file of the bundle, and writes a copy if one is wanted. Raises UpdateError where it is not what the list says."""
    found, file = hashlib.sha256(), folder / name
    try:
        # A link would lead to something else than what the stick holds.
        if file.resolve() != folder.resolve() / name:
            raise FileNotFoundError
        with files.opened(file) as source, open(copy or os.devnull, "wb") as out:
            while piece := source.read(_PIECE):
                found.update(piece)
                out.write(piece)
    except FileNotFoundError:
        raise UpdateError("{name} is missing in the bundle. Copy the whole folder to the stick again.", name=name) from None
    except OSError as error:
        raise UpdateError("{file} can't be read: {why}.", file=name, why=why(error)) from None
    if found.hexdigest() != digest:
        raise UpdateError("{name} is damaged or was changed. Copy the whole folder to the stick again; nothing has changed.", name=name)


def _is_used(name: str) -> bool:
    """Whether an update may need a file: wheels whose platform is this machine's, or any (PEP 427). The rest is for bin/install."""
    platform = name.removesuffix(".whl").rpartition("-")[2]
    return name.endswith(".whl") and (platform == "any" or platform.endswith(os.uname().machine))
