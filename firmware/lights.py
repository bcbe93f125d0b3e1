"""Plays patterns on a light of three colours and on a buzzer (machine.PWM). Any of the pins may be missing."""

from companion.pico import patterns

FLICKER_FREE_HZ = 1000


class Player:
    """Plays one pattern at a time. `put(value)` is called when the value changes: a 24-bit colour or a pitch in hertz."""

    def __init__(self, put) -> None:  # type: ignore[no-untyped-def]
        self._put = put
        self._steps: list[tuple[int, int]] = []
        self._times = 1
        self._since = 0
        self._value = 0
        put(0)

    def play(self, steps: "list[tuple[int, int]]", times: int, now: int) -> None:
        """Begin this pattern at once, in place of the one before."""
        self._steps, self._times, self._since = steps, times, now
        self.tick(now)

    def tick(self, now: int) -> None:
        """Show what this moment asks for."""
        value, _ = patterns.at(self._steps, self._times, now - self._since)
        if value != self._value:
            self._value = value
            self._put(value)


def rgb_light(pwms):  # type: ignore[no-untyped-def]
    """Puts a colour on three PWMs: red, green, blue (None where there is none)."""

    def put(colour: int) -> None:
        for shift, pwm in zip((16, 8, 0), pwms):  # noqa: B905  MicroPython's zip has no `strict`
            if pwm is not None:
                pwm.duty_u16((colour >> shift & 0xFF) * 257)

    return put


def buzzer(pwm):  # type: ignore[no-untyped-def]
    """Puts a pitch on a PWM: a square wave. What nobody hears is a rest; a Pico's PWM can't go below 8 Hz."""

    def put(hertz: int) -> None:
        if pwm is not None:
            heard = hertz >= patterns.LOWEST_HZ
            if heard:
                pwm.freq(hertz)
            pwm.duty_u16(32768 if heard else 0)

    return put
