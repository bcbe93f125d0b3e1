"""What lies face down: which field of which move tells it."""

from __future__ import annotations

from companion.games.kit.secret import Secret, Secrets
from companion.games.vabanque.rules.moves import Character

SECRETS: Secrets = {"card": {"character": Secret(tuple([kind.value for kind in Character]), Character.HIDDEN.value)}}
"""A character card is laid face down, and HIDDEN for ever if nobody ever turns it over."""
