"""What a light or a buzzer does at a moment of its pattern. Plain code that runs unchanged on CPython and on MicroPython."""


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
