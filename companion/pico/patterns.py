"""What a light or a buzzer does at a moment of its pattern. Plain code that runs unchanged on CPython and on MicroPython."""

LOWEST_HZ = 20
"""A tone below it is a rest."""


def check_outputs(outputs: "dict[str, int | None]") -> None:
    """Raises ValueError where the pins of light and buzzer, GP numbers by name, disturb each other on a Pico.

    Pins 2n and 2n + 1 of GP0 to GP15, and those of GP16 to GP29 again, hang on slice n of the PWM (RP2040 data sheet, 4.5.2): a slice has one
    frequency, which would be the buzzer's, and two pins of one parity on it do the same.
    """
    used = [(name, pin) for name, pin in outputs.items() if pin is not None]
    for place, (name, pin) in enumerate(used):
        for other, its_pin in used[:place]:
            one_channel = pin % 16 == its_pin % 16
            if one_channel or ("buzzer" in (name, other) and pin % 16 // 2 == its_pin % 16 // 2):
                raise ValueError(f"{other} on GP{its_pin} and {name} on GP{pin} hang on one PWM: take another pin")


def at(steps: "list[tuple[int, int]]", times: int, elapsed: int) -> "tuple[int, int | None]":
    """The value (colour or hertz) `elapsed` milliseconds after the start, and in how many milliseconds to look again (None: never).

    `steps` are (value, milliseconds); they are gone through `times` times, without end if 0. Afterwards the value is 0: dark, silent.
    """
    length = sum([duration for _, duration in steps])
    if length == 0 or (times and elapsed >= length * times):
        return 0, None
    into = elapsed % length
    for value, duration in steps:
        if into < duration:
            return value, duration - into
        into -= duration
    return 0, None
