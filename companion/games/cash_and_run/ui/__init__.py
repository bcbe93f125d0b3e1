"""The screen of Cash & Run: words, acts, help and sounds; screens and pictures are loaded when they are needed."""

from __future__ import annotations

from companion.games.cash_and_run.rules.moves import End, Gathered, Join, Leave, Rename, Seat
from companion.games.cash_and_run.rules.settings import STEPS, Money
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.ui.acts import ACTS
from companion.games.cash_and_run.ui.answers import answer
from companion.games.cash_and_run.ui.cues import cue
from companion.games.cash_and_run.ui.help import SHEETS
from companion.games.cash_and_run.ui.pieces import piece_name, tapped, thing
from companion.ui import texts
from companion.ui.gameui import Brand, GameUi, Item, Seats, Setting
from companion.ui.texts import tr

_ROOM = "companion.games.cash_and_run.ui"
_SCREENS = f"{_ROOM}.screens"


def _end(view: View) -> End | None:
    return End() if view.round > 0 and view.phase is not Phase.FINISHED else None


UI = GameUi(
    screens={
        "players": "companion.ui.screens.players:PlayersScreen",
        "casinos": f"{_SCREENS}.setup:CasinosScreen",
        "pawn": f"{_SCREENS}.setup:PawnScreen",
        "first": f"{_SCREENS}.setup:FirstScreen",
        "throw": f"{_SCREENS}.throw:ThrowScreen",
        "go": f"{_SCREENS}.go:GoScreen",
        "offer": f"{_SCREENS}.offer:OfferScreen",
        "bet": f"{_SCREENS}.bet:BetScreen",
        "draw": f"{_SCREENS}.draw:DrawScreen",
        "lost": f"{_SCREENS}.bluff:LostScreen",
        "believe": f"{_SCREENS}.bluff:BelieveScreen",
        "pick": f"{_SCREENS}.lose:PickScreen",
        "all": f"{_SCREENS}.draw:AllScreen",
        "slam": f"{_SCREENS}.slam:SlamScreen",
        "slam draw": f"{_SCREENS}.draw:SlamDrawScreen",
        "auction": f"{_SCREENS}.auction:AuctionScreen",
        "sell": f"{_SCREENS}.lose:SellScreen",
        "finished": f"{_SCREENS}.finished:FinishedScreen",
        "correct": f"{_SCREENS}.correct:CorrectScreen",
        "teach": f"{_SCREENS}.teach:TeachScreen",
        "lies": f"{_SCREENS}.lies:LiesScreen",
        "purse": f"{_SCREENS}.purse:PurseScreen",
        "rules": f"{_SCREENS}.rules:RulesScreen",
    },
    acts=ACTS,
    sheets=SHEETS,
    seats=Seats(join=Join, leave=Leave, rename=Rename, seat=Seat, gathered=Gathered, on=lambda: tr("Deal the casinos")),
    brand=Brand(f"{_ROOM}.emblem:draw_wheel", lambda: tr("Casinos, and one last lap"), lambda: tr("60 to 90 minutes")),
    answer=answer,
    piece=piece_name,
    thing=thing,
    tapped=tapped,
    setup=frozenset((Phase.PLAYERS, Phase.CASINOS, Phase.PAWN, Phase.FIRST)),
    cue=cue,
    ahead=("players", "casinos", "pawn", "first", "throw", "offer", "bet", "draw", "lost", "believe", "auction", "finished"),
    end=_end,
    settings=(
        Setting("money", lambda: tr("Show everybody’s money"), lambda: ((Money.ALWAYS, tr("always")), (Money.ASKED, tr("when asked")))),
        Setting("draws", lambda: tr("Dice, wheel and cards"), lambda: ((False, tr("at the table")), (True, tr("drawn here, too")))),
        Setting("bid_step", lambda: tr("A bid rises by"), lambda: tuple((step, texts.amount(step)) for step in STEPS)),
    ),
    note=lambda: tr("When asked: the owner’s before a bet, everybody’s limit at an auction."),
    menu=(
        Item("lies", "list", lambda: tr("What lies where"), "lies", lambda view: view.round > 0 and view.outcome is None),
        Item("rules", "gear", lambda: tr("Copy and rules"), "rules", after="tags"),
    ),
)
