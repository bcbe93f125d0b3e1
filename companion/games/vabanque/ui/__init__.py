"""The screen of Vabanque: words, acts, help and sounds; screens and pictures are loaded when they are needed."""

from __future__ import annotations

from companion.games.vabanque.rules.moves import ChooseSeating, End, Gathered, Join, Leave, Rename, Seat, Seating
from companion.games.vabanque.rules.pieces import CHARACTERS
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.ui.acts import ACTS, whole
from companion.games.vabanque.ui.answers import answer
from companion.games.vabanque.ui.cues import cue
from companion.games.vabanque.ui.help import SHEETS
from companion.games.vabanque.ui.laid import lays, ring_lies
from companion.games.vabanque.ui.words import awaited, piece_name, tapped
from companion.table.commands import CheckTags
from companion.ui.gameui import Brand, Extra, GameUi, Item, Seats, Setting
from companion.ui.texts import tr, trn

_ROOM = "companion.games.vabanque.ui"
_SCREENS = f"{_ROOM}.screens"


def _hold(before: View, after: View) -> str | None:
    """What has just come out may be looked at first."""
    if before.phase is Phase.DRAW and after.phase is Phase.START:
        return "draw"
    if before.phase in (Phase.STAND, Phase.REVEAL) and after.phase is Phase.COUNT:
        # Nobody is paid, so the rules went on at once; the tables are to be seen all the same.
        return "payout"
    return None


def _end(view: View) -> End | None:
    return End() if view.round > 0 and view.phase is not Phase.FINISHED else None


def _table(view: View) -> tuple[str, int]:
    """How many tables are to lie in the circle, or how many lie there already."""
    count = view.tiles_needed
    return (trn("{n} table in a circle", "{n} tables in a circle", count) if count else "", count)


def _seating(view: View) -> Extra:
    platelets = view.seating is Seating.PLATELETS
    words = tr("After each round: platelets") if platelets else tr("After each round: change chairs")
    return Extra(words, "list" if platelets else "chair", ChooseSeating(Seating.CHAIRS if platelets else Seating.PLATELETS))


def _switch() -> tuple[tuple[bool, str], ...]:
    return (True, tr("On")), (False, tr("Off"))


UI = GameUi(
    screens={
        "players": "companion.ui.screens.players:PlayersScreen",
        "ring": f"{_SCREENS}.ring:RingScreen",
        "draw": f"{_SCREENS}.draw:DrawScreen",
        "start": f"{_SCREENS}.start:StartScreen",
        "tokens": f"{_SCREENS}.tokens:TokensScreen",
        "cards": f"{_SCREENS}.cards:CardsScreen",
        "private": f"{_SCREENS}.private:PrivateScreen",
        "pawns": f"{_SCREENS}.pawns:PawnsScreen",
        "stand": f"{_SCREENS}.stand:StandScreen",
        "reveal": f"{_SCREENS}.reveal:RevealScreen",
        "payout": f"{_SCREENS}.payout:PayoutScreen",
        "count": f"{_SCREENS}.count:CountScreen",
        "order": f"{_SCREENS}.order:OrderScreen",
        "finished": f"{_SCREENS}.finished:FinishedScreen",
        "aslies": f"{_SCREENS}.aslies:AsItLiesScreen",
        "own": f"{_SCREENS}.own:OwnScreen",
        "correct": f"{_SCREENS}.correct:CorrectScreen",
        "replace": f"{_SCREENS}.replace:ReplaceScreen",
    },
    acts=ACTS,
    sheets=SHEETS,
    seats=Seats(
        join=Join,
        leave=Leave,
        rename=Rename,
        seat=Seat,
        gathered=Gathered,
        on=lambda: tr("Set up the tables"),
        names=lambda: CHARACTERS,
        table=_table,
        extra=_seating,
    ),
    brand=Brand("companion.ui.widgets.sunrise:draw_sunrise", lambda: tr("The bluffing game"), lambda: tr("four rounds, 30 minutes")),
    answer=answer,
    piece=piece_name,
    awaits=awaited,
    tapped=tapped,
    setup=frozenset((Phase.PLAYERS, Phase.RING, Phase.DRAW)),
    hold=_hold,
    cue=cue,
    ahead=(*("players", "ring", "draw", "start", "tokens", "cards", "pawns", "stand", "reveal", "payout", "count", "order", "private", "finished"),),
    following={"start": "tokens", "tokens": "cards", "cards": "pawns", "pawns": "stand", "order": "tokens"},
    laid=ring_lies,
    menu=(
        Item("aslies", "list", lambda: tr("What lies where"), "aslies", ring_lies),
        Item("which", "search", lambda: tr("Which table is this?"), CheckTags(), after="tags"),
    ),
    end=_end,
    whole=whole,
    tray=f"{_SCREENS}.tray:Tray",
    lays=lays,
    pieces=f"{_ROOM}.widgets.pieces:VabanqueSet",
    replay=f"{_SCREENS}.replay:VabanqueLooked",
    settings=(
        Setting("notes", lambda: tr("Show which notes to hand out"), _switch),
        Setting("cards_read", lambda: tr("Cards are read"), lambda: (("laid", tr("when laid")), ("reveal", tr("when turned over")))),
        Setting("backs_show_owners", lambda: tr("Card backs show their owner"), _switch),
        Setting("own_cards", lambda: tr("Allow “My cards”"), _switch),
    ),
    note=lambda: tr("Read only when turned over, cards are secret even to the machine."),
)
