"""The pad: is SPI on, does a chip answer, and are wires, clock and field as they should be. Section numbers: data sheet MFRC522 Rev. 3.9."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.devices import iso14443a
from companion.devices.doctor.chip import Bench, dead, identity
from companion.devices.doctor.finding import Finding, State, absent, fail, fine, warn
from companion.devices.doctor.machine import Machine
from companion.devices.mfrc522_chip import VERSIONS, ChipFault
from companion.devices.pi_bus import Unavailable
from companion.devices.pins import pins
from companion.table.inputs import Fault

SPEEDS = (1_000_000, 2_000_000, 4_000_000, 8_000_000)
"""Clocks of the SPI bus that are tried, in Hz."""
GENTLE = 250_000
"""A clock at which only broken wires make errors, in Hz."""
ROUNDS = 20
"""FIFO patterns at each clock."""
POLLS = 20
CHECK_WIRES = "Switch the Pi off; check plug, supply and all seven wires, and solder the module's pins if they are only stuck in."
CAPACITORS = "Solder 10 µF and 100 nF between 3.3V and GND right at the module, and use the Pi's own supply."
SLOWEST, FASTEST = 100_000, 10_000_000
"""What pad_speed may be, and the chip can do."""
SPEED_SETTING = "Shorten or resolder the wires, or set pad_speed = {speed} in settings.toml."


def spi(machine: Machine) -> Iterator[Finding]:
    """Whether the Pi's SPI bus is switched on and may be used."""
    if (why := _not_wanted(machine)) is not None:
        yield absent("SPI", why)
        return
    place = pins("pad")
    device = f"/dev/spidev{place['spi_bus']}.{place['spi_device']}"
    if machine.path(device).exists():
        if machine.may_use(machine.path(device)):
            yield fine("SPI", f"{device} is there")
        else:
            yield fail("SPI", f"{device} may not be opened", f"sudo usermod -aG spi,gpio {machine.user}   then log out and in again.")
    elif "dtparam=spi=on" in machine.boot_lines():
        yield fail("SPI", f"it is switched on in config.txt, but {device} is missing", "Restart the Pi.")
    else:
        yield fail("SPI", f"it is switched off: {device} is missing", "sudo raspi-config nonint do_spi 0   then restart the Pi.")


def reader(machine: Machine) -> Iterator[Finding]:
    """What the chip says, and how the wires to it are."""
    place = pins("pad")
    bus, device = place["spi_bus"], place["spi_device"]
    if (why := _not_wanted(machine)) is not None:
        yield absent("pad", why)
    elif machine.companion_runs():
        yield absent("pad", "the companion has it")
    elif not machine.path(f"/dev/spidev{bus}.{device}").exists():
        yield absent("pad", "not reachable without SPI")
    else:
        try:
            yield from _examined(machine, bus, device)
        except Unavailable as refused:
            yield fail("pad", str(refused), _advice(machine, refused.fault))
        except ChipFault as fault:
            yield fail("pad bus", f"the chip failed while it was checked: {fault.detail}", CHECK_WIRES)
        except OSError as gone:
            yield fail("pad bus", f"the bus failed ({gone.strerror or gone})", "Restart the Pi, then run companion doctor once more.")


@contextmanager
def _on_the_bench(machine: Machine, bus: int, device: int, speed: int) -> Iterator[Bench]:
    """The chip, awake. One opening at a time, since they share the reset pin."""
    wires = machine.open_pad(bus, device, speed)
    try:
        bench = Bench(wires, machine.sleep, machine.clock)
        # Opening the bus resets the chip, and the package does not wait for it.
        bench.start()
        yield bench
    finally:
        wires.close()


def _not_wanted(machine: Machine) -> str | None:
    if not machine.model:
        return "no Raspberry Pi"
    return None if machine.settings.pad else "switched off in the settings"


def _advice(machine: Machine, fault: Fault) -> str:
    match fault:
        case Fault.MISSING_PACKAGE:
            return "See the line about packages above."
        case Fault.NO_PERMISSION:
            return f"sudo usermod -aG spi,gpio {machine.user}   then log out and in again."
        case Fault.BUSY:
            holders = [holder for chip in machine.files("/dev/gpiochip*") for holder in machine.holders(f"/dev/{chip.name}")]
            return f"End the program that has it: {', '.join(holders)}" if holders else "End the other program that uses the pad, or restart the Pi."
    return "Restart the Pi, then run companion doctor once more."


def _examined(machine: Machine, bus: int, device: int) -> Iterator[Finding]:
    set_hz = machine.settings.pad_speed
    with _on_the_bench(machine, bus, device, set_hz) as bench:
        seen = bench.versions()
        usable = min(seen) == max(seen) and seen[0] in VERSIONS
        if not dead(seen):
            yield identity(seen)
        if usable:
            yield _reset_wire(bench)
            clock = _crystal(bench)
            yield clock
    if dead(seen):
        yield _silent(machine, seen[0], bus, device)
    if not usable:
        return
    with _on_the_bench(machine, bus, device, min(GENTLE, set_hz)) as bench:
        wrong, bursts = bench.pattern_errors(burst=False), bench.pattern_errors(burst=True) == 0
    yield _wires(wrong, bursts, machine.settings.pad_bursts)
    if wrong:
        return
    bursts = bursts and machine.settings.pad_bursts
    speed = _clean_speed(machine, bus, device, bursts)
    yield speed
    # What is broken already would only be told once more.
    if State.FAIL not in (clock.state, speed.state):
        with _on_the_bench(machine, bus, device, set_hz) as bench:
            yield _antenna(machine, bench, bursts)


def _silent(machine: Machine, value: int, bus: int, device: int) -> Finding:
    """No chip where it should be: at the other chip select, perhaps."""
    found = f"every reading of the chip is {value:02X}: "
    other = 1 - device
    if machine.path(f"/dev/spidev{bus}.{other}").exists():
        with _on_the_bench(machine, bus, other, machine.settings.pad_speed) as bench:
            elsewhere = bench.versions()
        if min(elsewhere) == max(elsewhere) and elsewhere[0] in VERSIONS:
            return fail("pad", found + f"it answers at chip select {other} instead", "Move the wire SDA to pin 24 of the header (GPIO8).")
    if value == 0xFF:
        return fail("pad", found + "MISO is open, or SDA is not at pin 24", CHECK_WIRES)
    return fail("pad", found + "no supply, no contact, or MISO and MOSI swapped", CHECK_WIRES)


def _reset_wire(bench: Bench) -> Finding:
    before, after = bench.marked_through_reset()
    if before == 0x00:
        return fail("reset wire", "the chip forgets its registers without a reset: its supply dips", CAPACITORS)
    if before != bench.MARK:
        return fail("reset wire", f"what is written reads back wrong ({before:02X})", CHECK_WIRES)
    if after == bench.MARK:
        return warn("reset wire", "the RST wire does nothing: a chip that hangs can't be woken", "Join RST to pin 22 of the header (GPIO25).")
    return fine("reset wire", "RST resets the chip")


def _crystal(bench: Bench) -> Finding:
    took = bench.timer_ms()
    crc = bench.crc()
    if took is None:
        return fail("chip clock", "the chip's timer does not run: its crystal is dead", "Take another module.")
    if not 95 <= took <= 105:
        return fail("chip clock", f"100 ms by the chip's timer took {took:.0f} ms: not a crystal of 27.12 MHz", "Take another module.")
    if crc != bench.CRC_OF_ZEROS:
        return warn("chip clock", "the timer is right, but the chip calculates wrongly", "Take another module if this one reads badly.")
    return fine("chip clock", f"the chip's timer and its arithmetic are right ({took:.0f} ms for 100)")


def _wires(wrong: int, bursts: bool, wanted: bool) -> Finding:
    """`wrong`: how many bytes came back wrong one by one; `bursts`: whether many came back right in one transfer."""
    if wrong:
        return fail("wires", f"{wrong} of {Bench.LENGTH} bytes come back wrong", CHECK_WIRES)
    if wanted and not bursts:
        return fail("wires", "the chip takes one byte a transfer only", "Set pad_bursts = false in settings.toml.")
    return fine("wires", "every byte comes back as it was sent, " + ("in bursts as well" if bursts else "one a transfer"))


def _clean_speed(machine: Machine, bus: int, device: int, bursts: bool) -> Finding:
    """The clock may be half of the highest that is clean."""
    set_hz, clean = machine.settings.pad_speed, 0
    errors: dict[int, int] = {}
    for speed in sorted({*SPEEDS, set_hz, min(2 * set_hz, FASTEST)}):
        with _on_the_bench(machine, bus, device, speed) as bench:
            errors[speed] = sum(bench.pattern_errors(burst=bursts, turn=turn) for turn in range(ROUNDS))
        if errors[speed]:
            break
        clean = speed
    better = SPEED_SETTING.format(speed=max(SLOWEST, (clean or min(errors)) // 2))
    if clean < set_hz:
        return fail("SPI clock", f"{set_hz / 1e6:g} MHz is too fast for these wires", better)
    if any(errors.values()) and clean < min(2 * set_hz, FASTEST):
        return warn("SPI clock", f"{set_hz / 1e6:g} MHz is only just clean", better)
    return fine("SPI clock", f"{set_hz / 1e6:g} MHz is used, {clean / 1e6:g} MHz would be clean")


def _antenna(machine: Machine, bench: Bench, bursts: bool) -> Finding:
    chip = bench.driver(gain=machine.settings.antenna_gain, bursts=bursts)
    try:
        chip.reset()
    except ChipFault as fault:
        return fail("antenna", f"the chip does not keep its settings ({fault.detail})", CHECK_WIRES)
    problem = bench.field_problem(chip)
    if problem is not None:
        return fail("antenna", problem, CAPACITORS)
    read = 0
    try:
        for _ in range(POLLS):
            read += bool(iso14443a.inventory(chip).uids)
            machine.sleep(0.01)
    except ChipFault as fault:
        return fail("antenna", f"with the field on, the chip fails: {fault.detail}", CAPACITORS)
    finally:
        chip.field(False)
    found = "the antenna can be switched on and off; "
    found += f"the tag that lies there was read {read} times of {POLLS}" if read else "no tag lies there to try it"
    if 0 < read < POLLS:
        return warn("antenna", found, "Lay it nearer to the middle; if that does not help, try antenna_gain = 43 in settings.toml.")
    return fine("antenna", found)
