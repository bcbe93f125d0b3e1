"""The widgets: they fit, they can be hit, one touch is one act, and they redraw only what has changed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS, Character
from companion.games.vabanque.rules.view import Payment, Phase, Reason, View
from companion.games.vabanque.ui import words
from companion.games.vabanque.ui.widgets.card import Card
from companion.games.vabanque.ui.widgets.payment import PaymentRows
from companion.games.vabanque.ui.widgets.private import PrivatePad
from companion.games.vabanque.ui.widgets.rail import PlayerRail
from companion.games.vabanque.ui.widgets.ring import Middle, Ring
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.base import Screen
from companion.ui.widgets.banner import Banner
from companion.ui.widgets.button import Button, HoldButton, IconButton
from companion.ui.widgets.chart import MoneyChart, Podium
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.field import REPEAT_AFTER, TextEntry
from companion.ui.widgets.prompt import Prompt, PromptBar
from companion.ui.widgets.rows import Row, Rows
from companion.ui.widgets.seats import Chair, SeatChooser, SeatPicture
from tests.ui import samples
from tests.ui.harness import SIZES, Harness, harness, wait

LONG = samples.LONG_NAMES
NOTES = ((500_000, 4), (100_000, 4), (50_000, 1), (20_000, 2), (5_000, 1))


@pytest.fixture
def window() -> Iterator[Harness]:
    window = harness()
    window.resize(800, 480)
    yield window
    texts.use("en")
    theme.look.text = 1.0
    window.stage.set_turn(0)
    window.resize(800, 480)


class Scene(Screen):
    """A screen with some widgets, each in the part of the frame that `where` names."""

    name = "scene"

    def __init__(self, *widgets: tuple[Drawn, Callable[[Frame], Box]]) -> None:
        super().__init__()
        self.parts = widgets
        for widget, _ in widgets:
            self.add(widget)

    def layout(self, frame: Frame) -> None:
        for widget, where in self.parts:
            widget.put(*where(frame))


def whole(frame: Frame) -> Box:
    return Box(0, 0, frame.w, frame.h)


def body(frame: Frame) -> Box:
    return frame.body.inset(0 if frame.portrait else 12, 6)


def left(frame: Frame) -> Box:
    return frame.halves()[0]


def right(frame: Frame) -> Box:
    return frame.halves(0.35)[1]


def board_scene(view: View, prompt: Prompt, middle: Middle | None = None) -> Scene:
    ring, rail, bar = Ring(lambda key: None), PlayerRail(), PromptBar()
    ring.show(view, middle=middle)
    rail.show(view)
    bar.say(prompt)
    return Scene((ring, lambda f: f.board), (rail, lambda f: f.rail), (bar, whole))


def scenes() -> dict[str, Callable[[], Scene]]:
    """Every widget with the longest it has to show."""

    def boards(phase: Phase, players: int, middle: Middle | None = None) -> Callable[[], Scene]:
        view = samples.view(phase, players, to_act=samples.colours(players)[0], long=True)
        return lambda: board_scene(view, Prompt(Colour.YELLOW, LONG[Colour.GREEN], texts.tr("Stay, or move 1 to 4 tables on")), middle)

    def lone(make: Callable[[], Drawn], where: Callable[[Frame], Box]) -> Callable[[], Scene]:
        return lambda: Scene((make(), where))

    found: dict[str, Callable[[], Scene]] = {}
    for phase in (Phase.TOKENS, Phase.CARDS, Phase.PAWNS):
        for players in (3, 4, 5, 6):
            found[f"{phase} of {players}"] = boards(phase, players)
    found["reader gone"] = lambda: boards(Phase.CARDS, 3, Middle(fault=(texts.tr("Reader unplugged"), texts.tr("Plug it in, or use the screen."))))()
    found["payments in words"] = lone(lambda: _payments(4), right)
    found["payments in short"] = lone(lambda: _payments(6), right)
    found["chairs"] = lone(_chairs, lambda f: left(f) if f.portrait else Box(0, 110, 590, 366))
    found["new seats"] = lone(_new_seats, left)
    found["podium"] = lone(_podium, left)
    found["chart"] = lone(_chart, left)
    found["private"] = lone(lambda: PrivatePad(lambda kind: None), lambda f: body(f).inset(12, 30))
    found["typing"] = lone(_typing, body)
    found["rows"] = lone(_rows, body)
    found["buttons"] = _buttons
    return found


def _payments(count: int) -> PaymentRows:
    rows = PaymentRows()
    everybody = tuple(Colour)
    rows.show([Payment(c, 12_000_000, Reason.CHEAT_PAID, tuple(o for o in everybody if o != c)) for c in everybody[:count]], LONG)
    return rows


def _chairs() -> SeatChooser:
    chairs = SeatChooser(lambda chair: None)
    taken = [Chair(c, LONG[c], chosen=i == 0) for i, c in enumerate(samples.CHAIRS[:4])]
    chairs.show([*taken, Chair(next=texts.tr("next")), Chair()], texts.trn("{n} player", "{n} players", 4), "", 9)
    return chairs


def _new_seats() -> SeatPicture:
    picture = SeatPicture(lambda key: None)
    picture.show(samples.CHAIRS, samples.CHAIRS[1:] + samples.CHAIRS[:1])
    return picture


def _podium() -> Podium:
    podium = Podium()
    podium.show({c: 7_950_000 - 1000 * i for i, c in enumerate(Colour)})
    return podium


def _chart() -> MoneyChart:
    chart = MoneyChart()
    chart.show([{c: 100_000 * r * i for i, c in enumerate(Colour)} for r in (1, 2, 3, 4)], texts.tr("Money by round"))
    return chart


def _typing() -> TextEntry:
    entry = TextEntry(lambda text: None)
    entry.show("W" * 20)
    return entry


def _rows() -> Rows:
    rows = Rows(lambda key: None)
    rows.show([Row(c, LONG[c], words.phase(Phase.ORDER), "7,950,000", c, "check", rank="1", name=True) for c in Colour])
    return rows


def _buttons() -> Scene:
    words = texts.tr("Hold to reveal")
    banner, wide = Banner(), Banner()
    banner.show(texts.tr("Reader unplugged"))
    wide.show(texts.tr("Reader unplugged"), texts.tr("Plug it in, or use the screen."))
    return Scene(
        (Button(words), lambda f: Box(12, 150, 200, 84)),
        (Button(words, kind="secondary", icon="check"), lambda f: Box(240, 150, 220, 84)),
        (Button(texts.tr("Home"), kind="quiet", icon="gear"), lambda f: Box(12, 244, 140, 108)),
        (HoldButton(words), lambda f: Box(240, 244, 220, 84)),
        (IconButton("dice"), lambda f: Box(164, 244, 56, 56)),
        (banner, lambda f: Box(12, 340, 440, 60)),
        (wide, lambda f: Box(180, 290, 280, 108)),
        (Card(Character.RAISE, Colour.RED), lambda f: Box(f.w - 120, 344, 114, 140)),
    )


EXTREMES = [
    *(((800, 480), language, size) for language in texts.LANGUAGES for size in theme.TEXT_SIZES),
    *((size, "de", "largest") for size in SIZES[1:]),
]
ALL = [(size, language, zoom) for size in [*SIZES, (1024, 600), (480, 800)] for language in texts.LANGUAGES for zoom in theme.TEXT_SIZES]


@pytest.mark.parametrize(("size", "language", "zoom"), EXTREMES)
def test_no_text_is_cut_and_every_target_is_large_enough(window: Harness, size: tuple[int, int], language: str, zoom: str) -> None:
    window.resize(*size)
    texts.use(language)
    theme.look.text = theme.TEXT_SIZES[zoom]
    found: list[Any] = []
    for name, make in scenes().items():
        window.lay(make())
        assert window.texts(), name
        found += [(name, wrong) for wrong in [*window.cuts(), *window.small_targets()]]
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize(("size", "language", "zoom"), [each for each in ALL if each not in EXTREMES])
def test_no_text_is_cut_at_any_size(window: Harness, size: tuple[int, int], language: str, zoom: str) -> None:
    test_no_text_is_cut_and_every_target_is_large_enough(window, size, language, zoom)


# --- one touch, one act ------------------------------------------------------------------------------------------


def test_a_tap_on_a_tile_calls_back_with_its_number(window: Harness) -> None:
    taps: list[Any] = []
    ring = Ring(taps.append)
    ring.show(samples.view(Phase.TOKENS))
    window.open(Scene((ring, lambda f: f.board)))
    for table in range(1, 13):
        window.tap_on(ring, table)
    assert taps == list(range(1, 13))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_drawing_and_touch_turn_together(window: Harness, turn: int) -> None:
    taps: list[str] = []
    a, b = Button("A", lambda: taps.append("A")), Button("B", lambda: taps.append("B"))
    window.open(Scene((a, lambda f: Box(20, 20, 120, 60)), (b, lambda f: Box(f.w - 140, f.h - 80, 120, 60))), turn=turn)
    window.tap_on(a)
    window.tap_on(b)
    assert taps == ["A", "B"]
    # The button's ground stands where the touch was.
    frame = window.stage.frame
    x, y = window.stage.to_parent(40 * frame.scale, frame.height - 60 * frame.scale)
    pixels, width = window.pixels(), int(window.window.size[0])
    at = (int(y) * width + int(x)) * 3
    assert tuple(pixels[at : at + 3]) == tuple(round(v * 255) for v in theme.rgba("btn")[:3])


def test_a_finger_that_leaves_the_button_does_nothing(window: Harness) -> None:
    taps: list[str] = []
    window.open(Scene((Button("A", lambda: taps.append("A")), lambda f: Box(20, 120, 120, 60))))
    finger = window.down(50, 150)
    window.move(finger, 400, 400)
    window.up(finger)
    assert taps == []


def test_a_hasty_second_tap_does_nothing_even_on_another_screen(window: Harness) -> None:
    taps: list[str] = []
    second = Scene((Button("B", lambda: taps.append("B")), lambda f: Box(20, 120, 120, 60)))

    def first() -> None:
        taps.append("A")
        window.stage.open(second)

    window.open(Scene((Button("A", first), lambda f: Box(20, 120, 120, 60))))
    window.tap(60, 150)
    window.tap(60, 150, hasty=True)
    assert taps == ["A"]
    window.tap(60, 150)
    assert taps == ["A", "B"]


def test_two_fingers_do_nothing(window: Harness) -> None:
    taps: list[str] = []
    window.open(
        Scene(
            (Button("A", lambda: taps.append("A")), lambda f: Box(20, 120, 120, 60)),
            (Button("B", lambda: taps.append("B")), lambda f: Box(320, 120, 120, 60)),
        )
    )
    one = window.down(60, 150)
    two = window.down(360, 150)
    window.up(two)
    window.up(one)
    assert taps == []
    window.tap(60, 150)
    assert taps == ["A"]


def test_a_touch_told_twice_by_two_providers_is_one_act(window: Harness) -> None:
    taps: list[str] = []
    window.open(Scene((Button("A", lambda: taps.append("A")), lambda f: Box(20, 120, 120, 60))))
    window.tap(60, 150)
    window.up(window.down(60, 150, after=0))
    assert taps == ["A"]


def test_the_waking_tap_does_nothing_else(window: Harness) -> None:
    taps: list[str] = []
    window.open(Scene((Button("A", lambda: taps.append("A")), lambda f: Box(20, 120, 120, 60))))
    window.stage._fall_asleep(0)
    window.tap(60, 150)
    assert taps == []
    assert not window.stage.asleep
    # Whoever taps twice to wake it has not seen yet what the second tap would do.
    window.tap(60, 150, hasty=True)
    assert taps == []
    window.tap(60, 150)
    assert taps == ["A"]


def test_a_hold_button_acts_only_when_held(window: Harness) -> None:
    acts: list[str] = []
    window.open(Scene((HoldButton("End game", lambda: acts.append("end")), lambda f: Box(20, 120, 190, 56))))
    window.up(window.down(60, 150))
    assert acts == []
    finger = window.down(60, 150)
    wait(1.0)
    window.frame()
    assert acts == ["end"]
    window.up(finger)
    wait(1.0)
    window.frame()
    assert acts == ["end"]


def test_typing_takes_every_letter_and_stops_at_twenty(window: Harness) -> None:
    done: list[str] = []
    entry = TextEntry(done.append)
    window.open(Scene((entry, body)))
    for letter in ("a", "n", "n", "a"):
        window.tap_on(entry, ("letter", letter), hasty=True)
    assert entry.text == "Anna"
    for _ in range(30):
        window.tap_on(entry, ("letter", "s"), hasty=True)
    assert entry.text == "Anna" + "s" * 16
    window.tap_on(entry, ("done", ""))
    assert done == ["Anna" + "s" * 16]


def test_a_real_keyboard_types_as_well(window: Harness) -> None:
    """Letters are text events; of key events only return and backspace count, whatever letter Kivy makes of a key's number."""
    done: list[str] = []
    entry = TextEntry(done.append)
    window.open(Scene((entry, body)))
    shift, caps, f1, keypad = 304, 301, 282, 257
    for key in (shift, caps, f1, keypad, ord("a"), ord("e")):
        window.window.dispatch("on_key_down", key, 0, chr(key), ["shift"])
    assert entry.text == ""
    for text in ("J", "o", "s", "e", "\u0301", "x", "\x7f", "日本"):
        window.window.dispatch("on_textinput", text)
    assert entry.text == "Joséx日本"
    for _ in range(3):
        window.window.dispatch("on_key_down", 8, 0, None, [])
    assert entry.text == "José"
    for enter in (13, 271):
        window.window.dispatch("on_key_down", enter, 0, None, [])
    assert done == ["José", "José"]
    window.open(Scene())
    window.window.dispatch("on_key_down", 13, 0, None, [])
    window.window.dispatch("on_textinput", "x")
    assert (done, entry.text) == (["José", "José"], "José")


def test_the_window_gives_text_as_long_as_a_field_is_seen(window: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[bool] = []
    request, release = window.window.request_keyboard, window.window.release_keyboard
    monkeypatch.setattr(type(window.window), "request_keyboard", lambda self, *args: (request(*args), given.append(True))[0])
    monkeypatch.setattr(type(window.window), "release_keyboard", lambda self, *args: (given.append(False), release(*args))[1])
    plain, entry = Scene(), TextEntry()
    window.open(plain)
    given.clear()
    plain.have(entry, (0, 0, 400, 300))
    window.settle()
    assert given[-1:] == [True]
    # Kivy asks where the field is when the window gets another size.
    window.resize(1280, 720)
    window.window.update_viewport()
    plain.have(entry, None)
    window.settle()
    assert given[-1:] == [False]
    window.open(Scene((entry, body)))
    assert given[-1:] == [True]
    window.open(Scene())
    assert given[-1:] == [False]


def test_a_suggestion_is_replaced_by_the_first_letter(window: Harness) -> None:
    entry = TextEntry()
    window.open(Scene((entry, body)))
    for typed in (lambda: window.tap_on(entry, ("letter", "a")), lambda: window.window.dispatch("on_textinput", "A")):
        entry.show("Carlotta", suggested=True)
        typed()
        assert entry.text == "A"
    entry.show("Carlotta", suggested=True)
    window.tap_on(entry, ("back", ""))
    assert entry.text == ""
    # It may also be taken as it is, and what is no suggestion is written on.
    done: list[str] = []
    entry.on_done = done.append
    entry.show("Carlotta", suggested=True)
    window.tap_on(entry, ("done", ""))
    entry.show("Carla")
    window.tap_on(entry, ("letter", "s"))
    window.tap_on(entry, ("done", ""))
    assert done == ["Carlotta", "Carlas"]


def test_one_key_clears_and_another_goes_on_while_it_is_held(window: Harness) -> None:
    entry = TextEntry()
    window.open(Scene((entry, body)))
    entry.show("Carlotta")
    window.settle(1)
    window.tap_on(entry, ("clear", ""))
    assert entry.text == ""
    entry.show("Zoë ❤️‍🔥")
    window.settle(1)
    # One tap takes one letter, whatever it is made of.
    window.tap_on(entry, ("back", ""))
    assert entry.text == "Zoë "
    entry.show("Carlotta")
    window.settle(1)
    finger = window.down(*window.centre(entry, entry.targets[("back", "")]))
    wait(REPEAT_AFTER / 2)
    window.frame()
    assert entry.text == "Carlotta"
    for _ in range(4):
        wait(REPEAT_AFTER)
        window.frame()
    left = entry.text
    assert "Carlotta".startswith(left)
    assert 1 <= len("Carlotta") - len(left) <= 4
    window.up(finger)
    wait(5)
    window.settle()
    assert entry.text == left
    # A tap after that is one letter again.
    window.tap_on(entry, ("back", ""))
    assert entry.text == left[:-1]


def test_what_may_not_be_taken_has_a_dead_check_key(window: Harness) -> None:
    done: list[str] = []
    entry = TextEntry(done.append, accepts=lambda text: text != "Anna")
    window.open(Scene((entry, body)))
    entry.show("Anna")
    window.settle(1)
    window.tap_on(entry, ("done", ""))
    window.window.dispatch("on_key_down", 13, 0, None, [])
    assert done == []
    window.tap_on(entry, ("letter", "s"))
    window.tap_on(entry, ("done", ""))
    assert done == ["Annas"]


def test_an_empty_name_is_not_taken(window: Harness) -> None:
    done: list[str] = []
    entry = TextEntry(done.append)
    window.open(Scene((entry, body)))
    window.tap_on(entry, ("letter", " "))
    window.tap_on(entry, ("done", ""))
    assert done == []


def test_dragging_rows_taps_none(window: Harness) -> None:
    taps: list[Any] = []
    rows = Rows(taps.append, row=60)
    rows.show([Row(i, f"Row {i}") for i in range(30)])
    window.open(Scene((rows, body)))
    finger = window.down(100, 400)
    window.move(finger, 100, 340)
    window.move(finger, 100, 220)
    window.up(finger)
    assert taps == []
    assert rows.first == 3
    window.tap(100, 150)
    assert taps == [3]


def test_a_wheel_moves_rows_and_taps_nothing(window: Harness) -> None:
    taps: list[Any] = []
    rows = Rows(taps.append)
    rows.show([Row(i, f"Row {i}") for i in range(30)])
    window.open(Scene((rows, body)))
    for button in ("scrollup", "scrollup", "scrolldown"):
        window.up(window.down(100, 300, button=button))
    assert rows.first == 1
    assert taps == []


@pytest.mark.parametrize(("button", "acts"), [("left", 1), ("right", 0), ("middle", 0), ("scrollup", 0)])
def test_only_a_mouses_left_button_taps(window: Harness, button: str, acts: int) -> None:
    taps: list[str] = []
    window.open(Scene((Button("A", lambda: taps.append("A")), lambda f: Box(20, 120, 120, 60))))
    window.up(window.down(60, 150, button=button))
    assert len(taps) == acts


# --- private entry ----------------------------------------------------------------------------------------------


@pytest.fixture
def pad(window: Harness) -> tuple[Harness, PrivatePad, list[Character]]:
    chosen: list[Character] = []
    pad = PrivatePad(chosen.append, random.Random(3))
    window.open(Scene((pad, lambda f: Box(24, 176, f.w - 48, 218))))
    return window, pad, chosen


def kinds_on(window: Harness) -> set[str]:
    window.settle()
    return {words.character(kind) for kind in KINDS} & set(window.texts())


def test_kinds_show_only_while_held_and_in_a_new_order(pad: tuple[Harness, PrivatePad, list[Character]]) -> None:
    window, _, chosen = pad
    orders = set()
    for _ in range(20):
        assert kinds_on(window) == set()
        finger = window.down(100, 280)
        assert len(kinds_on(window)) == 3
        orders.add(tuple(text for text in window.texts() if text in {words.character(kind) for kind in KINDS}))
        window.up(finger)
    assert len(orders) == 6
    assert chosen == []


def test_letting_go_on_a_card_chooses_it_and_leaves_no_trace(pad: tuple[Harness, PrivatePad, list[Character]]) -> None:
    window, widget, chosen = pad
    before = window.pixels()
    for i in range(3):
        finger = window.down(100, 280)
        window.settle()
        shown = [text for text in window.texts() if text in {words.character(kind) for kind in KINDS}]
        card = widget._cards()[i]
        window.move(finger, *window.centre(widget, card))
        window.up(finger)
        assert words.character(chosen[-1]) == shown[i]
        assert window.pixels() == before


@pytest.mark.parametrize("how", ["second finger", "ten seconds", "covered", "other screen"])
def test_everything_covers_the_kinds(pad: tuple[Harness, PrivatePad, list[Character]], how: str) -> None:
    window, widget, chosen = pad
    finger = window.down(100, 280)
    assert len(kinds_on(window)) == 3
    match how:
        case "second finger":
            window.down(700, 40)
        case "ten seconds":
            wait(10.5)
        case "covered":
            widget.cover()
        case "other screen":
            window.open(Scene())
    assert kinds_on(window) == set()
    assert not widget.held
    window.up(finger, *window.centre(widget, widget._cards()[0]))
    assert chosen == []


def test_the_hand_of_every_kind_looks_alike(pad: tuple[Harness, PrivatePad, list[Character]]) -> None:
    # Held or chosen, nothing of the kind but its own drawing: the ground's colours are the same for all.
    window, widget, _ = pad
    finger = window.down(100, 280)
    window.settle()
    pixels, width = window.pixels(), int(window.window.size[0])
    grounds = set()
    for card in widget._cards():
        x, y = window.centre(widget, Box(card.x, card.y, card.w, 24))
        at = ((479 - int(y)) * width + int(x)) * 3
        grounds.add(pixels[at : at + 3])
    window.up(finger)
    assert len(grounds) == 1


# --- redraws ----------------------------------------------------------------------------------------------------


def test_nothing_is_redrawn_when_idle(window: Harness) -> None:
    scene = board_scene(samples.view(Phase.PAWNS, 4, to_act=Colour.GREEN), Prompt(Colour.GREEN, "Donaldo", "Stay"))
    window.open(scene)
    assert window.drawings_of(lambda: window.settle(30)) == 0
    assert window.redraws_of(lambda: window.settle(30)) == 0


def test_showing_the_same_again_draws_nothing(window: Harness) -> None:
    view = samples.view(Phase.CARDS)
    scene = board_scene(view, Prompt(Colour.RED, "Benedetta", "Scan a card, then its table"))
    window.open(scene)
    ring, rail, bar = (part for part, _ in scene.parts)
    same = msgspec.convert(msgspec.to_builtins(view), View)

    def again() -> None:
        ring.show(same)  # type: ignore[attr-defined]
        rail.show(same)  # type: ignore[attr-defined]
        bar.say(Prompt(Colour.RED, "Benedetta", "Scan a card, then its table"))  # type: ignore[attr-defined]

    assert window.drawings_of(again) == 0


def test_a_new_chip_draws_its_tile_only(window: Harness) -> None:
    view = samples.view(Phase.TOKENS)
    ring = Ring()
    ring.show(view)
    window.open(Scene((ring, lambda f: f.board)))
    # The pens themselves: what is made anew may have the id of what it replaces.
    before = {key: part.pen for key, (_, part) in ring._layers.items()}
    tables = list(view.tables)
    tables[4] = msgspec.structs.replace(tables[4], tokens=(*tables[4].tokens, 10), value=tables[4].value + 10)
    ring.show(msgspec.structs.replace(view, tables=tuple(tables)))
    window.settle()
    drawn = {key for key, (_, part) in ring._layers.items() if key is not None and before.get(key) is not part.pen}
    # The tile, the chip that fell on it and the rim that flashed.
    assert drawn == {("tile", 5), ("chip", 5), ("flash", 5)}


def test_a_refusal_ends_by_itself_by_a_tap_and_by_a_valid_move(window: Harness) -> None:
    said: list[str] = []
    bar = PromptBar(said.append)
    bar.say(Prompt(Colour.RED, "Benedetta", "Scan a card"))
    window.open(Scene((bar, whole)))
    refusal = Prompt(Colour.YELLOW, "It is Carlotta’s turn", "Nothing has changed")
    bar.refuse(refusal, 1)
    window.settle()
    assert "It is Carlotta’s turn" in window.texts()
    wait(4.5)
    window.settle()
    assert "Benedetta" in window.texts()
    assert said == ["dismiss"]
    bar.refuse(refusal, 1)
    window.settle()
    assert "Benedetta" in window.texts()
    bar.refuse(refusal, 2)
    window.settle()
    window.tap(300, 50)
    assert "Benedetta" in window.texts()
    bar.refuse(refusal, 3)
    bar.accept()
    window.settle()
    assert "Benedetta" in window.texts()
    assert said == ["dismiss", "dismiss"]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_all_pawns_at_one_table_keep_apart(window: Harness, players: int) -> None:
    view = samples.view(Phase.TOKENS, players)
    who = tuple(player.colour for player in view.players)
    for table in range(1, len(view.tables) + 1):
        tables = tuple(msgspec.structs.replace(t, pawns=who if t.number == table else ()) for t in view.tables)
        ring = Ring()
        ring.show(msgspec.structs.replace(view, tables=tables))
        window.open(Scene((ring, lambda f: f.board)))
        board = ring.board()
        assert board is not None
        spots = list(ring._spots(board).values())
        assert len(spots) == players
        for i, (x, y, _) in enumerate(spots):
            assert 0 < x < ring.box.w
            assert 0 < y < ring.box.h
            for ox, oy, _ in spots[i + 1 :]:
                assert max(abs(x - ox), abs(y - oy)) >= 31


def test_who_is_level_stands_as_high_on_the_podium_and_nobody_level_with_the_third_below_it(window: Harness) -> None:
    podium = Podium()
    for money in itertools.product((0, 1, 2, 3), repeat=4):
        fortunes = {colour: 10_000 * (each + 1) for colour, each in zip(Colour, (*money, 1, 2), strict=False)}
        podium.show(fortunes)
        stands = {colour: step.rank for step in podium.steps() for colour in step.colours}
        assert all(stands.get(a) == stands.get(b) for a in fortunes for b in fortunes if fortunes[a] == fortunes[b])
        assert len(stands) >= 3
        assert len(podium.steps()) <= 3
        assert all(step.fortune == fortunes[colour] for step in podium.steps() for colour in step.colours)
    window.settle()
