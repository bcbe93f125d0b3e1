"""The pad: is SPI on, does a chip answer, and are wires, clock and field as they should be. Section numbers: data sheet MFRC522 Rev. 3.9."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion import said
from companion.devices.doctor.chip import Bench, dead, identity
from companion.devices.doctor.finding import Finding, State, absent, fail, fine, warn
from companion.devices.doctor.machine import Machine
from companion.devices.pi_bus import Unavailable
from companion.devices.pins import pins
from companion.pico import iso14443a
from companion.pico.mfrc522_chip import VERSIONS, ChipFault
from companion.said import Said
from companion.table.events import Fault

SPEEDS = (1_000_000, 2_000_000, 4_000_000, 8_000_000)
"""Clocks of the SPI bus that are tried, in Hz."""
GENTLE = 250_000
"""A clock at which only broken wires make errors, in Hz."""
ROUNDS = 20
"""FIFO patterns at each clock."""
POLLS = 20
CHECK_WIRES = Said("Switch the Pi off; check plug, supply and all seven wires, and solder the module's pins if they are only stuck in.")
CAPACITORS = Said("Solder 10 µF and 100 nF between 3.3V and GND right at the module, and use the Pi's own supply.")
SLOWEST, FASTEST = 100_000, 10_000_000
"""What pad_speed may be, and the chip can do."""


def spi(machine: Machine) -> Iterator[Finding]:
    """Whether the Pi's SPI bus is switched on and may be used."""
    if (why := _not_wanted(machine)) is not None:
        yield absent("SPI", why)
        return
    place = pins("pad")
    device = f"/dev/spidev{place['spi_bus']}.{place['spi_device']}"
    if machine.path(device).exists():
        if machine.may_use(machine.path(device)):
            yield fine("SPI", Said("{device} is there", device=device))
        else:
            yield fail(
                "SPI",
                Said("{device} may not be opened", device=device),
                Said("sudo usermod -aG spi,gpio {user}   then log out and in again.", user=machine.user),
            )
    elif "dtparam=spi=on" in machine.boot_lines():
        yield fail("SPI", Said("it is switched on in config.txt, but {device} is missing", device=device), Said("Restart the Pi."))
    else:
        yield fail(
            "SPI", Said("it is switched off: {device} is missing", device=device), Said("sudo raspi-config nonint do_spi 0   then restart the Pi.")
        )


def reader(machine: Machine) -> Iterator[Finding]:
    """What the chip says, and how the wires to it are."""
    place = pins("pad")
    bus, device = place["spi_bus"], place["spi_device"]
    if (why := _not_wanted(machine)) is not None:
        yield absent("pad", why)
    elif machine.companion_runs():
        yield absent("pad", Said("the companion has it"))
    elif not machine.path(f"/dev/spidev{bus}.{device}").exists():
        yield absent("pad", Said("not reachable without SPI"))
    else:
        try:
            yield from _examined(machine, bus, device)
        except Unavailable as refused:
            detail = str(refused)
            named = refused.fault is Fault.MISSING_PACKAGE and " " not in detail
            yield fail("pad", Said("the package {name} is missing", name=detail) if named else detail, _advice(machine, refused.fault))
        except ChipFault as fault:
            yield fail("pad bus", Said("the chip failed while it was checked: {detail}", detail=fault.detail), CHECK_WIRES)
        except OSError as gone:
            yield fail("pad bus", Said("the bus failed ({why})", why=said.why(gone)), Said("Restart the Pi, then run companion doctor once more."))


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


def _not_wanted(machine: Machine) -> Said | None:
    if not machine.model:
        return Said("no Raspberry Pi")
    return None if machine.settings.pad else Said("switched off in the settings")


def _advice(machine: Machine, fault: Fault) -> Said:
    match fault:
        case Fault.MISSING_PACKAGE:
            return Said("See the line about packages above.")
        case Fault.NO_PERMISSION:
            return Said("sudo usermod -aG spi,gpio {user}   then log out and in again.", user=machine.user)
        case Fault.BUSY:
            holders = [holder for chip in machine.files("/dev/gpiochip*") for holder in machine.holders(f"/dev/{chip.name}")]
            if holders:
                return Said("End the program that has it: {names}", names=", ".join(holders))
            return Said("End the other program that uses the pad, or restart the Pi.")
    return Said("Restart the Pi, then run companion doctor once more.")


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
    other = 1 - device
    if machine.path(f"/dev/spidev{bus}.{other}").exists():
        with _on_the_bench(machine, bus, other, machine.settings.pad_speed) as bench:
            elsewhere = bench.versions()
        if min(elsewhere) == max(elsewhere) and elsewhere[0] in VERSIONS:
            return fail(
                "pad",
                Said("every reading of the chip is {value:02X}: it answers at chip select {other} instead", value=value, other=other),
                Said("Move the wire SDA to pin 24 of the header (GPIO8)."),
            )
    if value == 0xFF:
        return fail("pad", Said("every reading of the chip is {value:02X}: MISO is open, or SDA is not at pin 24", value=value), CHECK_WIRES)
    return fail("pad", Said("every reading of the chip is {value:02X}: no supply, no contact, or MISO and MOSI swapped", value=value), CHECK_WIRES)


def _reset_wire(bench: Bench) -> Finding:
    before, after = bench.marked_through_reset()
    if before == 0x00:
        return fail("reset wire", Said("the chip forgets its registers without a reset: its supply dips"), CAPACITORS)
    if before != bench.MARK:
        return fail("reset wire", Said("what is written reads back wrong ({before:02X})", before=before), CHECK_WIRES)
    if after == bench.MARK:
        return warn(
            "reset wire", Said("the RST wire does nothing: a chip that hangs can't be woken"), Said("Join RST to pin 22 of the header (GPIO25).")
        )
    return fine("reset wire", Said("RST resets the chip"))


def _crystal(bench: Bench) -> Finding:
    took = bench.timer_ms()
    crc = bench.crc()
    if took is None:
        return fail("chip clock", Said("the chip's timer does not run: its crystal is dead"), Said("Take another module."))
    if not 95 <= took <= 105:
        return fail(
            "chip clock", Said("100 ms by the chip's timer took {took:.0f} ms: not a crystal of 27.12 MHz", took=took), Said("Take another module.")
        )
    if crc != bench.CRC_OF_ZEROS:
        return warn("chip clock", Said("the timer is right, but the chip calculates wrongly"), Said("Take another module if this one reads badly."))
    return fine("chip clock", Said("the chip's timer and its arithmetic are right ({took:.0f} ms for 100)", took=took))


def _wires(wrong: int, bursts: bool, wanted: bool) -> Finding:
    """`wrong`: how many bytes came back wrong one by one; `bursts`: whether many came back right in one transfer."""
    if wrong:
        return fail("wires", Said("{wrong} of {length} bytes come back wrong", wrong=wrong, length=Bench.LENGTH), CHECK_WIRES)
    if wanted and not bursts:
        return fail("wires", Said("the chip takes one byte a transfer only"), Said("Set pad_bursts = false in settings.toml."))
    if bursts and not wanted:
        found = Said("every byte comes back as it was sent; bursts are switched off, and reading takes twice as many transfers")
        return warn("wires", found, Said("Set pad_bursts = true in settings.toml."))
    if not bursts:
        found = Said("the chip takes one byte a transfer only: it reads, but slowly")
        return warn("wires", found, Said("Take another module if two cards are read too slowly."))
    return fine("wires", Said("every byte comes back as it was sent, in bursts as well"))


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
    better = Said("Shorten or resolder the wires, or set pad_speed = {speed} in settings.toml.", speed=max(SLOWEST, (clean or min(errors)) // 2))
    if clean < set_hz:
        return fail("SPI clock", Said("{mhz:g} MHz is too fast for these wires", mhz=set_hz / 1000000.0), better)
    if any(errors.values()) and clean < min(2 * set_hz, FASTEST):
        return warn("SPI clock", Said("{mhz:g} MHz is only just clean", mhz=set_hz / 1000000.0), better)
    return fine("SPI clock", Said("{mhz:g} MHz is used, {clean:g} MHz would be clean", mhz=set_hz / 1000000.0, clean=clean / 1000000.0))


def _antenna(machine: Machine, bench: Bench, bursts: bool) -> Finding:
    chip = bench.driver(gain=machine.settings.antenna_gain, bursts=bursts)
    try:
        chip.reset()
    except ChipFault as fault:
        return fail("antenna", Said("the chip does not keep its settings ({detail})", detail=fault.detail), CHECK_WIRES)
    problem = bench.field_problem(chip)
    if problem is not None:
        return fail("antenna", problem, CAPACITORS)
    read = 0
    try:
        for _ in range(POLLS):
            read += bool(iso14443a.inventory(chip).uids)
            machine.sleep(0.01)
    except ChipFault as fault:
        return fail("antenna", Said("with the field on, the chip fails: {detail}", detail=fault.detail), CAPACITORS)
    finally:
        chip.field(False)
    found = Said("the antenna can be switched on and off; no tag lies there to try it")
    if read:
        found = Said("the antenna can be switched on and off; the tag that lies there was read {read} times of {of}", read=read, of=POLLS)
    if 0 < read < POLLS:
        return warn("antenna", found, Said("Lay it nearer to the middle; if that does not help, try antenna_gain = 43 in settings.toml."))
    return fine("antenna", found)
