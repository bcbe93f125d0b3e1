"""Somebody who does not hold a face-down card and does whatever comes to mind, at two tables that differ in that card.

Each act is done at both, and everything that anybody could see, hear, ask or count is compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import rules
from companion.games.vabanque.rules import acts, setup
from companion.games.vabanque.rules.moves import (
    KINDS,
    AnyMove,
    Begin,
    Character,
    Confirm,
    Correct,
    End,
    Gathered,
    Join,
    LayRing,
    MovePawn,
    Paid,
    PlaceCard,
    PlaceToken,
    Rename,
    RevealCard,
    Seated,
    Untold,
)
from companion.games.vabanque.rules.moves import Counted as MoneyCounted
from companion.games.vabanque.rules.pieces import PIECES
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.commands import AmendPart, DrawStart, LayUnread, LeaveUntold, ProposeCard
from companion.settings import Settings
from companion.table import commands
from companion.table.events import (
    AGE_UNKNOWN,
    Button,
    ButtonPressed,
    Fault,
    LinkForgotten,
    LinkLost,
    LinkUp,
    ReaderBack,
    ReaderLost,
    TagGone,
    TagSeen,
    TagTrouble,
    Trouble,
)
from tests.adversary.world import STICKERS, VICTIM, Counted, World
from tests.table.evening import PLAYERS, RING, UIDS

ACTS = 200
READERS = ("pad", "wand", *(f"ring-1/{place}" for place in range(1, 10)))
NEW = [bytes([0x04, 0xF1, number, 1, 2, 3, 4]) for number in range(6)]

COMMANDS = (
    ("games",),
    ("past",),
    ("past", "--search", "a", "--json"),
    ("past", "--won", "Benedetta"),
    ("past", "--bin"),
    ("stats",),
    ("stats", "--player", "Adriano", "--since", "2026", "--json"),
    ("stats", "--game", "1"),
    ("stats", "--practice"),
    ("tags",),
    ("tags", "export", "-"),
    ("tags", "export", "OUT"),
    ("tags", "forget", "blue cheat"),
    ("tags", "move", "blue-cheat", "blue-bluff", "--swap"),
    ("backup", "OUT"),
    ("replay", "1"),
    ("replay", "OUT"),
    ("export", "1", "-"),
    ("export", "1", "OUT"),
    ("export", "1", "RECORD"),
    ("import", "RECORD"),
    ("score", "RECORD"),
    ("names",),
    ("delete", "1"),
    ("delete", "--empty-bin"),
    ("restore", "1"),
    ("restore", "BEFORE", "--yes"),
    ("doctor", "--json"),
)
"""What anybody may ask in a terminal, beside the program or while it is closed, without devices."""


class Adversary:
    """What is done, drawn from a seed. Nothing turns the victim's card over, and nobody opens its owner's own cards."""

    def __init__(self, seed: int, folder: Path, patch: Callable[[str, Any], None], made: type[World] = World) -> None:
        self.rng = rng = random.Random(seed)
        self.tick = 0
        now = lambda: f"2026-11-30T{20 + self.tick // 3600:02}:{self.tick // 60 % 60:02}:{self.tick % 60:02}+00:00"  # noqa: E731
        patch("companion.table.journal.store.now", now)
        patch("companion.table.backup.write.now", now)
        self._count_moves(patch)
        kinds = rng.sample(KINDS, 3)
        other = [kinds[1], kinds[0], kinds[2]]
        settings = Settings().with_(VABANQUE, backs_show_owners=rng.random() < 0.3, notes=rng.random() < 0.5)
        self.counted = Counted()
        self.worlds = [made(folder / name, tuple(hand), settings, self.counted) for name, hand in (("a", kinds), ("b", other))]
        self.done: list[str] = []
        self.to_come: list[tuple[str, Callable[[World], object]]] = []
        rounds, self.second = rng.randrange(2), rng.randrange(2)
        for world in self.worlds:
            self._begin(world, rounds)

    def _count_moves(self, patch: Callable[[str, Any], None]) -> None:
        class Tried(dict[Any, Any]):
            """Every move that the rules try is looked up here."""

            def get(told, move: Any, default: Any = None) -> Any:
                self.counted.tried += 1
                return super().get(move, default)

        patch("companion.games.vabanque.rules.acts.ACTS", Tried(acts.ACTS))
        patch("companion.games.vabanque.rules.setup.ACTS", Tried(setup.ACTS))

    def _begin(self, world: World, rounds: int) -> None:
        """The victim's first card lies at a table of its own, without a pawn."""
        evening = world.evening
        evening.sit_down(PLAYERS)
        for _ in range(rounds):
            evening.round()
        evening.tokens()
        # The third card, which is the same in both games, lies as well in some.
        for card, others in ((0, Character.BLUFF), (2, Character.RAISE))[: 1 + self.second]:
            for _ in evening.until(lambda: evening.view.to_act is VICTIM):
                assert evening.view.to_act is not None
                evening.do(PlaceCard(evening.view.to_act, others, 2))
            evening.card(world.cards[card])
            evening.touch(4)
        evening.signals.clear()
        self.counted.take()

    def run(self, acts: int = ACTS) -> None:
        """Raises AssertionError with the acts that led there."""
        self._compare(kept=True)
        for number in range(acts):
            act = self._draw()
            self.tick += 1
            for world in self.worlds:
                self.counted.take()
                world.evening.now += 0.7
                world.evening.signals.clear()
                act(world)
                world.told = world.seen()
            self._compare(kept=number % 100 == 99)
        for world in self.worlds:
            world.close()

    def _compare(self, *, kept: bool) -> None:
        first, second = [world.told | (world.kept() if kept else {}) for world in self.worlds]
        for name, told in first.items():
            assert told == second[name], f"{name} after {self.done[-12:]}"

    # --- what comes to mind ---

    def _draw(self) -> Callable[[World], object]:
        rng = self.rng
        if not self.to_come and rng.random() < 0.12:
            self.to_come += self._attack()
        if self.to_come:
            name, act = self.to_come.pop(0)
            self.done.append(name)
            return act
        often = {
            self._scan: 6, self._pair: 2, self._set: 1, self._touch: 4, self._move: 5, self._back: 4, self._correct: 8, self._tags: 5, self._ask: 3,
        }  # fmt: skip
        make = rng.choices(list(often), list(often.values()))[0]
        name, act = make()
        self.done.append(name)
        return act

    def _attack(self) -> list[tuple[str, Callable[[World], object]]]:
        """Acts that only together could tell something."""
        rng = self.rng
        sticker = rng.choice([uid for uid, code in STICKERS.items() if code.startswith(VICTIM)])
        reader = rng.choice(("pad", "ring-1/4"))
        card = ("the card", lambda world: self._show(world, UIDS[world.cards[0]], reader, 0.0, True))
        own = ("a sticker", lambda world: self._show(world, sticker, reader, 0.0, True))
        moves = self.worlds[0].evening.session.timeline.moves
        cards = [place for place, move in enumerate(moves) if isinstance(move, PlaceCard) and move.by is VICTIM]
        post = self._post
        if rng.random() < 0.06:
            return [*self._takes_off_no_card(), post(commands.LearnTags("tile 1")), card, own, post(commands.CloseTags()), *self._and_then()]
        match rng.randrange(8):
            case 0:
                return [post(commands.CheckTags()), card, own, post(commands.CloseTags())]
            case 1 if cards:
                kinds = [post(AmendPart(character=kind)) for kind in rng.sample(KINDS, 3)]
                return [post(commands.ProposeAmend(rng.choice(cards[-2:]))), *kinds, post(commands.Cancel())]
            case 2:
                back = rng.randrange(1, 14)
                undone, redone = [post(commands.Undo(sure=True))] * back, [post(commands.Redo())] * back
                return [*undone, post(commands.LearnTags("tile 1")), card, own, post(commands.CloseTags()), *redone]
            case 3:
                told = [post(commands.ReplaceTag(VICTIM)), own, card, post(commands.ReplacePiece(f"{VICTIM} {rng.choice(KINDS)}"))]
                return [*told, card, own, post(commands.CloseTags())]
            case 4:
                return [post(LinkUp("ring-1", READERS[2:])), own, card]
            case 5 | 6 if cards:
                # A kind that another card of the hand may have: were the two exchanged, something would change with it.
                place, kind = rng.choice(cards[-2:]), rng.choice(KINDS)
                undone = [post(commands.Undo(sure=True)), post(commands.Redo())] if rng.random() < 0.5 else []
                return [post(commands.ProposeAmend(place)), post(AmendPart(character=kind)), card, post(commands.Amend()), *undone]
            case _:
                return [post(commands.GoHome()), post(commands.CheckTags()), card, own, post(commands.OpenGame(1))]

    def _takes_off_no_card(self) -> list[tuple[str, Callable[[World], object]]]:
        """Acts after which no game on the screen has cards that lie face down; the table has."""
        post, home = self._post, self._post(commands.GoHome())
        match self.rng.randrange(7):
            case 0:
                return [home, post(commands.Discard(1))]
            case 1:
                return [post(commands.Do(End())), home]
            case 2:
                return [post(commands.Do(End())), home, post(commands.Delete(1)), post(commands.EmptyBin())]
            case 3:
                begun: list[AnyMove] = [*(Join(colour, str(colour)) for colour in PLAYERS), Gathered(), LayRing(RING), Begin(PLAYERS[0])]
                return [home, post(commands.NewGame()), *(post(commands.Do(move)) for move in begun), home]
            case 4:
                return [("the rest of the round, alone", play_on), post(commands.CheckTags()), post(commands.CloseTags()), home]
            case 5:
                return [("the backup of before", World.restored)]
            case _:
                return [("closed, companion restore BEFORE", lambda world: world.without(("restore", "BEFORE", "--yes")))]

    def _and_then(self) -> list[tuple[str, Callable[[World], object]]]:
        """Back as if nothing had been, or on with another game in which the same card lies."""
        post = self._post
        if self.rng.random() < 0.5:
            return [post(commands.OpenGame(1)), *[post(commands.Undo(sure=True))] * 30]
        return [post(commands.GoHome()), ("another game", lambda world: self._begin(world, 0))]

    def _post(self, thing: Any) -> tuple[str, Callable[[World], object]]:
        return repr(thing), lambda world: world.evening.post(thing)

    def _scan(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        reader, age = rng.choice(READERS), rng.choice((0.0, 0.0, 0.0, 20.0, AGE_UNKNOWN))
        gone = rng.random() < 0.7
        which = rng.random()
        if which < 0.3:
            # One of the victim's cards, in hand or face down: which it is nobody sees.
            at = rng.randrange(3)

            def scan(world: World) -> None:
                self._show(world, UIDS[world.cards[at]], reader, age, gone)

            return f"card {at} on {reader} ({age})", scan
        uid = rng.choice([*STICKERS, *NEW] if which < 0.7 else [uid for code, uid in UIDS.items() if not code.startswith(VICTIM)])
        return f"{uid.hex()} on {reader} ({age})", lambda world: self._show(world, uid, reader, age, gone)

    def _pair(self) -> tuple[str, Callable[[World], object]]:
        """A card and a table, or two cards, at once on one reader, or in a heap."""
        rng = self.rng
        reader, among = rng.choice(READERS), rng.choice((2, 2, 3))
        tile = UIDS[f"tile {rng.choice(RING)}"] if rng.random() < 0.7 else rng.choice([*STICKERS, *NEW])
        at, first = rng.randrange(3), rng.random() < 0.5
        sticker = rng.choice(list(STICKERS)) if rng.random() < 0.3 else None

        def show(world: World) -> None:
            card = UIDS[world.cards[at]] if sticker is None else sticker
            for uid in (card, tile) if first else (tile, card):
                world.put(TagSeen(reader, uid, 0.0, among))
            world.evening.now += 0.5
            for uid in (card, tile):
                world.put(TagGone(reader, uid))

        return f"card {at if sticker is None else sticker.hex()} and {tile.hex()} of {among} on {reader}", show

    def _set(self) -> tuple[str, Callable[[World], object]]:
        """Settings are anybody's, in the middle of a round as well."""
        rng = self.rng
        chosen = Settings().with_(
            VABANQUE,
            backs_show_owners=rng.random() < 0.3,
            notes=rng.random() < 0.7,
            cards_read=rng.choice(("laid", "laid", "reveal")),
            own_cards=rng.random() < 0.8,
        )
        return repr(chosen), lambda world: world.set(chosen)

    @staticmethod
    def _show(world: World, uid: bytes, reader: str, age: float, gone: bool) -> None:
        world.put(TagSeen(reader, uid, age))
        if gone:
            world.evening.now += 0.5
            world.put(TagGone(reader, uid))

    def _touch(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        if rng.random() < 0.7:
            return self._post(commands.TouchSpot(rng.randrange(1, 10)))
        if rng.random() < 0.1:
            return "the panel's OK", confirm
        return self._post(
            rng.choice(
                (
                    LayUnread(),
                    TagTrouble(rng.choice(READERS), Trouble.TWO_TAGS),
                    ReaderLost("ring-1", "ring-1/4", Fault.WRONG_CHIP),
                    ReaderBack("ring-1", "ring-1/4"),
                    LinkForgotten("ring-1"),
                    commands.Cancel(),
                    commands.Dismiss(),
                    LeaveUntold(),
                    ButtonPressed(Button.UNDO),
                    LinkUp("ring-1", READERS[2:]),
                    LinkLost("ring-1", Fault.UNPLUGGED),
                    LinkUp("pad", ("pad",)),
                )
            )
        )

    def _move(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        view = self.worlds[0].evening.shown.view
        by = view.to_act if view is not None and view.to_act is not None and rng.random() < 0.8 else rng.choice(PLAYERS)
        table = rng.randrange(1, 10)
        return self._post(
            commands.Do(
                rng.choice(
                    (
                        PlaceCard(by, rng.choice((*KINDS, Character.HIDDEN)), table),
                        PlaceCard(by, rng.choice(KINDS), table),
                        PlaceToken(by, table),
                        MovePawn(by, rng.randrange(5)),
                        RevealCard(by, rng.choice(KINDS), table),
                        Rename(by, rng.choice(("Anna", "Zoë"))),
                        Correct(by, 5_000, "?"),
                    )
                )
            )
        )

    def _back(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        return self._post(commands.Undo(sure=rng.random() < 0.5) if rng.random() < 0.6 else commands.Redo())

    def _correct(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        view = self.worlds[0].evening.shown.view
        cards = [place for place, move in enumerate(self.worlds[0].evening.session.timeline.moves) if isinstance(move, PlaceCard)]
        most = len(self.worlds[0].evening.session.timeline.moves) + 1
        place = rng.choice(cards) if cards and rng.random() < 0.7 else rng.randrange(most)
        by, kind, table = rng.choice(PLAYERS), rng.choice(KINDS), rng.randrange(1, 10)
        return self._post(
            rng.choice(
                (
                    commands.ShowActs(rng.randrange(view.round + 1) if view is not None else 0),
                    commands.ProposeAmend(place),
                    commands.ProposeAmend(place, PlaceCard(by, kind, table), keep=rng.random() < 0.5),
                    ProposeCard(by, kind, table),
                    AmendPart(character=kind),
                    AmendPart(character=kind),
                    commands.Amend() if rng.random() < 0.4 else commands.Cancel(),
                    commands.CloseActs(),
                )
            )
        )

    def _tags(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        if rng.random() < 0.1:
            at, uid = rng.randrange(3), rng.choice(NEW)
            return f"a new tag for card {at}, by its owner", lambda world: self._replace(world, at, uid)
        code = rng.choice(list(PIECES))
        return self._post(
            rng.choice(
                (
                    commands.LearnTags(code),
                    commands.SkipPiece(),
                    commands.MoveTag(),
                    commands.ForgetPiece(code),
                    commands.ReplaceTag(rng.choice(PLAYERS)),
                    commands.ReplacePiece(f"{rng.choice(PLAYERS)} {rng.choice(KINDS)}"),
                    commands.CheckTags(),
                    commands.CloseTags(),
                    commands.LookAt(rng.choice([colour for colour in PLAYERS if colour is not VICTIM])),
                    commands.CloseOwn(),
                )
            )
        )

    def _replace(self, world: World, at: int, uid: bytes) -> None:
        """The victim says in secret which card it is."""
        for touch in (commands.ReplaceTag(VICTIM), commands.ReplacePiece(world.cards[at])):
            world.evening.post(touch)
        self._show(world, uid, "pad", 0.0, True)
        world.evening.post(commands.CloseTags())

    def _ask(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        if rng.random() < 0.2:
            return "cut of the power", World.restart
        if rng.random() < self.worlds[0].asks:
            words = rng.choice(COMMANDS)
            if rng.random() < 0.2:
                return f"closed, companion {' '.join(words)}", lambda world: world.without(words)
            return f"companion {' '.join(words)}", lambda world: world.ask(words)
        games = self.worlds[0].evening.journal.games()
        game = rng.choice(games).game if games else 1
        return self._post(
            rng.choice(
                (
                    commands.GoHome(),
                    commands.OpenGame(game),
                    commands.OpenGame(game),
                    commands.ShowPast(),
                    commands.ShowStats(),
                    commands.ShowNames(),
                    DrawStart(),
                    commands.Rematch(game),
                    commands.SetDate(game, "2026-11-29"),
                    commands.MergeNames("Anna", "Zoë"),
                    commands.ReplayGame(game, rng.randrange(40)),
                    commands.ClosePast(),
                )
            )
        )


def _turns_over(position: rules.Position, *, told: bool) -> bool:
    """Whether a card of the victim's would be turned over, since a pawn stands at its table. `told`: one whose kind is known by then; else also one
    that waits to be read.
    """
    assert isinstance(position, rules.Game)
    there = [card for card in position.cards if card.owner is VICTIM and card.table in position.pawns]
    return any(card.character is not Character.HIDDEN or not told for card in there)


def play_elsewhere(world: World) -> None:
    """Somebody puts the game aside, goes through a round of another one alone, and shows there the card that lies, as its owner would."""
    evening = world.evening
    evening.post(commands.GoHome())
    evening.sit_down(PLAYERS)
    evening.tokens()
    for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        by = evening.view.to_act
        assert by is not None
        if by is VICTIM:
            evening.tap(world.cards[0])
            evening.touch(3)
        if evening.view.to_act is by:
            evening.do(PlaceCard(by, Character.HIDDEN, 3))
    evening.pawns()
    evening.do(Confirm())
    # A pawn stands there.
    assert evening.view.phase is Phase.REVEAL
    # Whatever is not known yet is left so.
    for _ in evening.until(lambda: evening.view.phase is not Phase.REVEAL):
        evening.do(Untold(evening.view.unrevealed[0].owner, evening.view.unrevealed[0].table))


def confirm(world: World) -> None:
    """The panel's OK, but for where it would turn the victim's card over."""
    position = world.evening.position()
    if not (isinstance(position, rules.Game) and _turns_over(position, told=False)):
        world.evening.post(ButtonPressed(Button.OK))


def play_on(world: World) -> None:
    """Somebody goes through the rest of a round alone, on the screen, and tells no card."""
    evening = world.evening
    view = evening.shown.view
    before = view.round if view is not None else 0
    for turn in range(80):
        view = evening.shown.view
        if view is None or view.round != before or view.phase is Phase.FINISHED:
            return
        match view.phase:
            case Phase.TOKENS:
                evening.touch(turn % len(view.tables) + 1)
            case Phase.CARDS:
                evening.post(LayUnread())
                evening.touch(9)
            case Phase.PAWNS:
                evening.touch(dict(view.reachable)[0])
            case Phase.STAND if not _turns_over(evening.position(), told=True):
                evening.do(Confirm())
            case Phase.STAND:
                return
            case Phase.REVEAL:
                evening.do(Untold(view.unrevealed[0].owner, view.unrevealed[0].table))
            case Phase.PAYOUT:
                due = view.results[-1].earned
                evening.do(Paid(next(c for c in view.order if due[c] and c not in view.handed_out)))
            case Phase.COUNT:
                evening.do(MoneyCounted())
            case Phase.ORDER:
                evening.do(Seated())
