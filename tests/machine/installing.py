"""The plug is pulled while the product is installed, and while it is updated."""

from __future__ import annotations

import time

from tests.machine import image
from tests.machine.guest import PATIENCE_S, Guest, Lost
from tests.machine.trial import Trial
from tests.packaging.wheels import remade

LOG = "/var/log/vabanque-install.log"
INSTALL = (
    "mountpoint -q /boot/firmware || mount /dev/vdb /boot/firmware; "
    "test -e /opt/whole || { unzip -q -o /boot/firmware/vabanque-bundle/vabanque.zip -d /opt && sync && touch /opt/whole; }; "
    "bash /opt/vabanque-companion-*/bin/install --for vabanque --offline /boot/firmware/vabanque-bundle --console"
)
LINES = 45
"""So many lines an installation says, more or less."""
AS_USER = "setpriv --reuid=vabanque --regid=vabanque --init-groups env HOME=/home/vabanque XDG_DATA_HOME=/home/vabanque/.local/share"
LONGEST_S = 90.0
"""So long after the beginning of an update its plug is pulled at the latest."""


def install(trial: Trial, pulls: int) -> None:
    """On a bare machine, whose plug is pulled in between: the next run of the installation succeeds, and the product starts."""
    kit = image.machine(trial.cache, trial.release)
    disks = [image.overlay(trial.folder / "bare.qcow2", kit.disk), image.overlay(trial.folder / "boot.qcow2", image.boot_partition(trial.cache))]
    for number in range(pulls + 1):
        guest = trial.boot(kit, disks)
        before, begun = _lines(guest), time.monotonic()
        _begin(guest, INSTALL)
        until = before + trial.rng.randint(1, LINES)
        while (state := _state(guest)) == "running":
            if number < pulls and _lines(guest) >= until:
                time.sleep(trial.rng.uniform(0, 20))
                break
            if time.monotonic() > begun + 2 * PATIENCE_S:
                raise Lost("The installation does not come to an end.")
            time.sleep(2)
        took, said = time.monotonic() - begun, _lines(guest) - before
        if number == pulls:
            guest.shell(f"test $(systemctl show -P ExecMainStatus trial) = 0 || {{ tail -n 40 {LOG}; exit 1; }}; sync")
            trial.say(f"installed after {took:.0f} s, {said} lines")
        else:
            last = guest.shell(f"tail -n 1 {LOG}")
            trial.say(f"the plug, {took:.0f} s after the start of the installation, after {said} lines ({state}): {last}")
        guest.pull()
    trial.first_start(kit, disks[0])


def update(trial: Trial, pulls: int) -> None:
    """After each cut the old version starts or the new one, whole, and the game stands where it was; at last the new one is installed."""
    (wheel,) = image.bundle(trial.cache).glob("vabanque_companion-*.whl")
    version = wheel.name.split("-")[1]
    series, _, last = version.rpartition(".")
    newer = [remade(wheel, trial.folder / "newer", f"{series}.{int(last) + number + 1}") for number in range(pulls + 1)]
    stick = image.fat(trial.folder / "update.fat", 64, folder=trial.folder / "newer")
    with trial.at_the_table("update") as ours:
        for number, wheel in enumerate(newer):
            guest = ours.guest
            assert guest is not None
            guest.mount("update", stick)
            begun, after = time.monotonic(), trial.rng.uniform(0, LONGEST_S)
            _begin(guest, f"{AS_USER} {image.PRODUCT}/current/bin/companion update /mnt/newer/{wheel.name}")
            while (state := _state(guest)) == "running" and (number == pulls or time.monotonic() < begun + after):
                time.sleep(1)
            if number < pulls:
                time.sleep(max(0.0, begun + after - time.monotonic()))
                guest = trial.again()
                ours.guest = guest
                ours.restart()
            took, new = ours.agree("the game after an update"), wheel.name.split("-")[1]
            chosen = guest.shell(f"readlink -f {image.PRODUCT}/current; test -f {image.PRODUCT}/current/complete")
            told = guest.shell(f"{AS_USER} {image.PRODUCT}/current/bin/python -I -m companion version | head -n 1")
            found = next((each for each in (version, new) if f"/{each}-" in chosen and each in told), None)
            if found is None:
                raise Lost(f"Neither {version} nor {new} is there, whole: {chosen}, {told}")
            what = f"the plug, {after:.0f} s after the start of an update ({state})" if number < pulls else f"an update that goes through ({state})"
            trial.say(f"{what} from {version} to {new}: {found} is there and whole, the game back after {took:.0f} s")
            version = found
        if version != new:
            raise Lost(f"The update did not succeed: {guest.shell('journalctl -u trial -n 20')}")


def _begin(guest: Guest, command: str) -> None:
    guest.shell("systemctl stop trial 2>/dev/null; systemctl reset-failed trial 2>/dev/null; true")
    guest.shell(f"cd / && systemd-run --quiet --unit=trial --remain-after-exit bash -c '{command}'")


def _state(guest: Guest) -> str:
    return guest.shell("systemctl show -P SubState trial")


def _lines(guest: Guest) -> int:
    return int(guest.shell(f"(wc -l <{LOG}) 2>/dev/null || echo 0"))
