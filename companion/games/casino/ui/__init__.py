"""The screen of Casino: words, acts, help and sounds; screens and pictures are loaded when they are needed."""

from __future__ import annotations

from companion.games.casino.rules.moves import End, Gathered, Join, Leave, Lost, Redeal, Rename, Seat
from companion.games.casino.rules.settings import Piles, Reading, Tell
from companion.games.casino.rules.state import Phase
from companion.games.casino.rules.view import View
from companion.games.casino.ui import words
from companion.games.casino.ui.acts import ACTS
from companion.games.casino.ui.answers import answer
from companion.games.casino.ui.cues import cue
from companion.games.casino.ui.help import SHEETS
from companion.games.casino.ui.result import won
from companion.table.commands import Do
from companion.ui.gameui import Brand, GameUi, Item, Seats, Setting
from companion.ui.texts import tr

_ROOM = "companion.games.casino.ui"
_SCREENS = f"{_ROOM}.screens"
_ON = (Phase.TABLE, Phase.PLAY, Phase.CHOOSE, Phase.DEAL)


def _end(view: View) -> End | None:
    decided = view.phase is Phase.COUNT and won(view)
    return End() if view.round > 0 and view.phase is not Phase.FINISHED and not decided else None


def _misdealt(view: View) -> bool:
    """Whether the deal can be taken back: nobody has played in the round."""
    return view.phase in _ON and bool(view.loose) and view.deal == 1 and all(player.left in (0, 4) for player in view.players)


def _switch() -> tuple[tuple[bool, str], ...]:
    return (True, tr("On")), (False, tr("Off"))


UI = GameUi(
    screens={
        "players": "companion.ui.screens.players:PlayersScreen",
        "rules": f"{_SCREENS}.rules:RulesScreen",
        "dealer": f"{_SCREENS}.dealer:DealerScreen",
        "table": f"{_SCREENS}.lay:LayScreen",
        "play": f"{_SCREENS}.play:PlayScreen",
        "choose": f"{_SCREENS}.choose:ChooseScreen",
        "deal": f"{_SCREENS}.play:DealScreen",
        "piles": f"{_SCREENS}.piles:PilesScreen",
        "count": f"{_SCREENS}.count:CountScreen",
        "counted": f"{_SCREENS}.counted:CountedScreen",
        "finished": f"{_SCREENS}.finished:FinishedScreen",
        "correct": f"{_SCREENS}.correct:CorrectScreen",
    },
    acts=ACTS,
    sheets=SHEETS,
    seats=Seats(join=Join, leave=Leave, rename=Rename, seat=Seat, gathered=Gathered, on=lambda: tr("These play"), chairs=4),
    brand=Brand(f"{_ROOM}.emblem:draw_emblem", lambda: tr("The fishing card game"), lambda: tr("to 21, an ordinary deck")),
    answer=answer,
    piece=words.piece,
    pieces=f"{_ROOM}.widgets.deck:DeckSet",
    awaits=words.awaits,
    setup=frozenset((Phase.PLAYERS, Phase.RULES, Phase.DEALER)),
    cue=cue,
    ahead=("players", "rules", "dealer", "table", "play", "choose", "deal", "count", "finished"),
    menu=(
        Item("redeal", "undo", lambda: tr("Deal again"), Do(Redeal()), _misdealt),
        Item("counted", "chart", lambda: tr("The counts so far"), "counted", lambda view: bool(view.results) and view.phase is not Phase.COUNT),
        Item("lost", "warning", lambda: tr("We lost track"), Do(Lost()), lambda view: view.phase in _ON),
    ),
    end=_end,
    settings=(
        Setting("show_takes", lambda: tr("Show what could be taken"), _switch),
        Setting("next_settles", lambda: tr("The next card settles"), _switch),
        Setting("piles", lambda: tr("Piles"), lambda: ((Piles.CLOSED, tr("closed")), (Piles.CARDS, tr("cards")), (Piles.SPADES, tr("and spades")))),
        Setting("tell", lambda: tr("Tell"), lambda: ((Tell.EVERY_PLAY, tr("every play")), (Tell.PILES, tr("only piles")))),
        Setting("cards", lambda: tr("Cards are read"), lambda: ((Reading.PAD, tr("on the pad")), (Reading.BY_HAND, tr("by hand")))),
        Setting("four_colours", lambda: tr("Four-colour suits"), _switch),
    ),
    note=lambda: tr("Open piles help memory, which is part of the game."),
)
