"""Casino at a table with a session: cards are shown to the pad, buttons touched, by a clock that is set by hand."""

from __future__ import annotations

import random
import weakref
from pathlib import Path
from typing import Any

from companion.games.casino import GAME, rules
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.moves import Agree, Begin, Build, Gathered, Join, Take, Trail
from companion.games.casino.rules.pieces import PIECES
from companion.games.casino.rules.state import Phase
from companion.games.casino.table import choice as choices
from companion.games.casino.table.choice import Choice
from companion.games.casino.table.commands import BuildAs, BuildThese, LeaveIt, OtherCards, TakeThese
from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.table.commands import Do, NewGame
from companion.table.events import LinkUp, Signal, TagGone, TagSeen
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.snapshot import Snapshot

BASE = HouseRules()
UIDS = {code: bytes([0x04, number, 0xC1, 0xB2, 0xC3, 0xD4, 0x80]) for number, code in enumerate(PIECES)}
PACE = 0.7
"""Seconds after a card or a touch until the next one: the same card may be shown again so soon, as one that was played and is taken now."""


class SessionTable:
    """What people do at the table. `acts`: cards shown and buttons touched since the dealer was known."""

    def __init__(self, folder: Path, settings: Settings | None = None, *, tags: bool = True) -> None:
        self.folder, self.settings = folder, settings or Settings()
        self.now = 1000.0
        self.signals: list[Signal] = []
        self.heard: list[Snapshot] = []
        self.journal = self._opened()
        if tags:
            self.journal.bind_tags({uid: code for code, uid in UIDS.items()}, GAME.key)
        self.acts, self.pace, self.tags = 0, PACE, tags
        self.session = self._session()

    def _session(self) -> Session:
        session = Session(self.journal, settings=self.settings, clock=lambda: self.now, rng=random.Random(1), on_signal=self.signals.append)
        session.listeners.append(self.heard.append)
        if self.tags:
            session.handle(LinkUp("pad", ("pad",)))
        return session

    def _opened(self) -> Journal:
        journal = Journal(self.folder)
        # Nobody says when the evening is over.
        self._close = weakref.finalize(self, journal.close)
        return journal

    def restart(self) -> None:
        """The power was cut: the next start opens the journal anew."""
        self._close()
        self.journal = self._opened()
        self.session = self._session()
        self.session.resume()

    def begin(self, *colours: Colour, dealer: Colour, house: HouseRules = BASE) -> None:
        """Everybody sits down and agrees, and the dealer is known."""
        self.session.handle(NewGame(rules=GAME.key))
        for move in (*(Join(colour, colour.value.title()) for colour in colours), Gathered(), Agree(house), Begin(dealer)):
            self.session.handle(Do(move))
        self.acts = 0

    @property
    def shown(self) -> Snapshot:
        return self.session.shown

    @property
    def view(self) -> rules.View:
        view: rules.View = self.shown.view
        return view

    @property
    def choice(self) -> Choice:
        draft = self.shown.draft
        assert isinstance(draft, Choice)
        return draft

    def show(self, *names: str) -> Snapshot:
        """Cards are held to the pad one after the other, and taken away again."""
        for name in names:
            self.scan(UIDS[f"card:{name}"])
        return self.shown

    def scan(self, uid: bytes) -> Snapshot:
        self.acts += 1
        self.now += self.pace
        self.session.handle(TagSeen("pad", uid))
        self.session.handle(TagGone("pad", uid))
        return self.shown

    def touch(self, command: Any) -> Snapshot:
        self.acts += 1
        self.now += self.pace
        self.session.handle(command)
        return self.shown

    def play(self, move: Trail | Take | Build, *, last: bool) -> None:
        """Makes a play with the fewest cards and buttons. `last`: no card follows it in this deal."""
        self.show(move.card)
        if self.view.phase is not Phase.CHOOSE:
            return
        wanted = set(move.cards if isinstance(move, Take) else move.with_ if isinstance(move, Build) else ())
        if set(self.choice.lit) != wanted and not isinstance(move, Trail):
            self._tap(wanted)
        on = choices.table(self.view)
        assert on is not None
        stands = choices.stands(on, self.choice)
        same = isinstance(stands, type(move)) and (not isinstance(move, Take) or set(getattr(stands, "cards", ())) == set(move.cards))
        if same and not last:
            # The next card settles it.
            return
        if isinstance(move, Trail):
            self.touch(LeaveIt())
        elif isinstance(move, Take):
            self.touch(TakeThese())
        else:
            self.touch(BuildThese())
            if self.view.phase is Phase.CHOOSE:
                self.touch(BuildAs(move.value))

    def _tap(self, wanted: set[Card]) -> None:
        builds = {card: build.cards for build in self.view.builds for card in build.cards}

        def taps(change: set[Card]) -> list[Card]:
            return list({builds.get(card, (card,))[0] for card in change})

        toggles, anew = taps(set(self.choice.lit) ^ wanted), taps(wanted)
        if len(anew) + 1 < len(toggles):
            self.touch(OtherCards())
            toggles = anew
        self.show(*toggles)
