"""Seals: the secrets of an act as they stand on disk, for any game, by what it says of its fields (`companion.games.kit.secret`).

An act is written with its secrets already lost, so it has the same length whatever they are. Beside it stands its seal: a random nonce, and of
each secret its number among the values that it can have, plus a pad. The pad comes from a keyed function (BLAKE2b, RFC 7693) of the nonce, the
game, the act's number and the path of the field; the key is of one round and lies in a file of its own (`keys`). Without it a seal is noise, in
every copy and log that it has got into.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from typing import Any

import msgspec

from companion.games import SHELF
from companion.games.kit.secret import Secret, Secrets
from companion.table.journal.acts import Act, decoder
from companion.table.journal.keys import Keys

NONCE = 16
"""Bytes; so an act that is written again under its number has another pad."""
WIDTH = 2
"""Bytes of each secret in a seal."""


def secrets_of(rules: str) -> Secrets:
    """The secrets of a game by its key; none where it is not known."""
    return SHELF[rules].rules.secrets if rules in SHELF else {}


def fields(act: Any, secrets: Secrets, path: str = "") -> Iterator[tuple[dict[str, Any], str, Secret, str]]:
    """The secret fields in an act (as JSON has it), also in acts within it: what holds it, its name, what it is, and its path."""
    if isinstance(act, dict):
        for name, secret in secrets.get(str(act.get("do")), {}).items():
            if name in act:
                yield act, name, secret, f"{path}/{name}"
        for name, value in act.items():
            yield from fields(value, secrets, f"{path}/{name}")
    elif isinstance(act, list | tuple):
        for place, value in enumerate(act):
            yield from fields(value, secrets, f"{path}/{place}")


def strip(plain: Any, secrets: Secrets) -> bool:
    """Takes the secrets out of an act for good. Returns whether there were any."""
    found = list(fields(plain, secrets))
    for holder, name, secret, _ in found:
        holder[name] = secret.lost
    return bool(found)


def lost(act: Act, rules: str) -> Act:
    """The same act of a game without its secrets."""
    plain = msgspec.to_builtins(act)
    return decoder(rules)(msgspec.json.encode(plain)) if strip(plain, secrets_of(rules)) else act


def seal(plain: Any, secrets: Secrets, key: bytes, where: str) -> bytes | None:
    """Takes the secrets out of an act and returns its seal, None if it has none. `where`: the game and the act's number."""
    found = list(fields(plain, secrets))
    if not found:
        return None
    nonce = os.urandom(NONCE)
    sealed = [nonce]
    for holder, name, secret, path in found:
        number = (secret.values.index(holder[name]) + _pad(key, nonce, where, path)) % len(secret.values)
        sealed.append(number.to_bytes(WIDTH, "big"))
        holder[name] = secret.lost
    return b"".join(sealed)


def unseal(plain: Any, secrets: Secrets, sealed: bytes, key: bytes, where: str) -> None:
    """Puts the secrets back into an act. Raises ValueError if the seal is not of this act."""
    found = list(fields(plain, secrets))
    if len(sealed) != NONCE + WIDTH * len(found):
        raise ValueError("the seal is of another act")
    nonce = sealed[:NONCE]
    for place, (holder, name, secret, path) in enumerate(found):
        at = NONCE + WIDTH * place
        number = int.from_bytes(sealed[at : at + WIDTH], "big")
        holder[name] = secret.values[(number - _pad(key, nonce, where, path)) % len(secret.values)]


def store(db: sqlite3.Connection, game: int, rows: Sequence[tuple[str, str]], seen: AbstractSet[int], rounds: Sequence[int], keys: Keys) -> None:
    """Inserts the acts of a whole game (time, JSON). What is secret in the last round that has secrets is sealed, of earlier ones it is lost.

    `seen`: the acts (from 0) whose secrets everybody has seen. `rounds`: in which round each was made. Raises sqlite3.Error or OSError.
    """
    secrets = secrets_of(db.execute("SELECT rules FROM games WHERE game = ?", (game,)).fetchone()[0])
    plains = [msgspec.json.decode(text) for _, text in rows]
    secret = [place for place, plain in enumerate(plains) if place not in seen and any(True for _ in fields(plain, secrets))]
    last = max((rounds[place] for place in secret), default=None)
    key = None
    if last is not None:
        name = keys.make(game)
        key = keys.read(name)
        db.execute("UPDATE games SET key = ?, round = ? WHERE game = ?", (name, last, game))
    for place, (at, _) in enumerate(rows):
        sealed = None
        if place in secret:
            if rounds[place] == last and key is not None:
                sealed = seal(plains[place], secrets, key, f"{game} {place + 1}")
            else:
                strip(plains[place], secrets)
        text = msgspec.json.encode(plains[place]).decode()
        db.execute("INSERT INTO acts VALUES (?, ?, ?, ?, ?)", (game, place + 1, at, text, sealed))


def _pad(key: bytes, nonce: bytes, where: str, path: str) -> int:
    return int.from_bytes(blake2b(f"{where} {path}".encode(), digest_size=16, key=key, salt=nonce).digest(), "big")
