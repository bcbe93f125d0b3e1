"""The screen of Odds and Evens: one row a move, one sheet a phase, and one page for all phases."""

from __future__ import annotations

from companion.table.snapshot import Notice
from companion.ui.gameui import ActWords, Brand, GameUi, Names, Sheet, name_of
from tiny_game.rules.moves import End
from tiny_game.rules.position import Phase, Refusal
from tiny_game.rules.view import View

ACTS = {
    "join": ActWords(done=lambda step, view: f"Sits down as {step.name}" if step.name else "Sits down", undo=lambda step: "sitting down"),
    "draw": ActWords(done=lambda step, view: "The lot", undo=lambda step: "the lot", icon="dice"),
    "lay": ActWords(done=lambda step, view: f"Lays a {step.kind}" if step.kind else "Lays a card", undo=lambda step: "a card"),
    "turn": ActWords(done=lambda step, view: "Turns a card over", undo=lambda step: "turning a card over"),
    "open": ActWords(done=lambda step, view: "Both cards are turned over", undo=lambda step: "turning both over", icon="check"),
    "end": ActWords(done=lambda step, view: "Ended early", undo=lambda step: "the end", icon="power"),
}

SHEETS = (
    Sheet("join", "chair", lambda: "Players", lambda: "Two play. Each takes a stone and two cards.", lambda: "Scan a stone, or tap a name."),
    Sheet("draw", "dice", lambda: "The lot", lambda: "A lot says who is odd in this round.", lambda: "Tap the die."),
    Sheet("lay", "card", lambda: "Cards", lambda: "Both lay a one or a two, face down.", lambda: "Scan the card, or tap who has laid one."),
    Sheet("open", "check", lambda: "Turn over", lambda: "An odd sum is for who is odd.", lambda: "Scan a card that nobody has scanned."),
    Sheet("over", "crown", lambda: "The end", lambda: "Most points win.", lambda: "Tap Home."),
)

REFUSED = {
    Refusal.NO_COLOUR: "Only blue and red play",
    Refusal.TAKEN: "That colour plays already",
    Refusal.NO_NAME: "That is no name",
    Refusal.NOT_PLAYING: "That colour does not play",
    Refusal.LAID: "One card a round",
    Refusal.NO_FACE: "Which card is it?",
    Refusal.TOLD: "That card is known",
}


def answer(said: Notice, names: Names) -> tuple[str, str] | None:
    """Title and text for a refusal of the rules; None for what the house says."""
    if not isinstance(said.what, Refusal):
        return None
    who = f"{name_of(said.owner, names)}: nothing has changed" if said.owner is not None else "Nothing has changed"
    return REFUSED.get(said.what, "Not now"), who


def _end(view: View) -> End | None:
    return End() if view.round > 0 and view.phase is not Phase.OVER else None


UI = GameUi(
    screens={str(phase): "tiny_game.ui.screen:TinyScreen" for phase in Phase},
    acts=ACTS,
    sheets=SHEETS,
    brand=Brand("tiny_game.ui.emblem:draw", lambda: "The smallest game", lambda: "three rounds, two minutes"),
    answer=answer,
    setup=frozenset({Phase.JOIN}),
    end=_end,
)
