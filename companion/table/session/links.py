"""The devices that are there, and which of them are the board's own readers."""

from __future__ import annotations

import logging

from msgspec.structs import replace

from companion.table.events import LinkForgotten, LinkLost, LinkUp, ReaderBack, ReaderLost
from companion.table.snapshot import BrokenReader, DeviceState
from companion.table.tags.stations import Stations, natural

log = logging.getLogger(__name__)


class Links:
    """What every device has told of itself last. `stations`: the board's own readers, and what lies on them."""

    def __init__(self) -> None:
        self._links: dict[str, DeviceState] = {}
        self.stations = Stations()

    def heard(self, thing: LinkUp | LinkLost | ReaderLost | ReaderBack | LinkForgotten) -> None:
        """A device, or one antenna of it, comes or goes."""
        match thing:
            case LinkUp(device=device, detail=detail):
                log.info("%s is there: %s", device, detail or "no more is known")
                self._links[device] = DeviceState(device, None, detail, len(thing.readers), simulated=thing.simulated)
                self.stations.up(thing)
            case LinkLost(device=device, fault=fault, detail=detail):
                log.warning("%s is not there: %s %s", device, fault, detail)
                self._links[device] = DeviceState(device, fault, detail)
                self.stations.lost(device)
            case ReaderLost() | ReaderBack():
                self._reader(thing)
            case LinkForgotten(device=device):
                self._links.pop(device, None)
                self.stations.forget(device)

    def _reader(self, told: ReaderLost | ReaderBack) -> None:
        """One antenna of a device: the device and its others stay as they are."""
        link = self._links.get(told.device)
        if link is None or link.fault is not None:
            return
        broken = tuple(each for each in link.broken if each.reader != told.reader)
        if isinstance(told, ReaderLost):
            log.warning("%s of %s does not work: %s", told.reader, told.device, told.fault)
            broken = (*broken, BrokenReader(told.reader, told.fault))
            self.stations.reader_lost(told.reader)
        else:
            log.info("%s of %s works again", told.reader, told.device)
            self.stations.reader_back(told.reader)
        self._links[told.device] = replace(link, broken=tuple(sorted(broken, key=lambda each: natural(each.reader))))

    def broken(self, device: str) -> frozenset[str]:
        """What of a device does not work: its antennas' names, or its own where it is not there or not known."""
        link = self._links.get(device)
        return frozenset({device}) if link is None or link.fault is not None else frozenset(each.reader for each in link.broken)

    @property
    def reads(self) -> bool:
        """Whether any antenna can read a tag now."""
        return any(link.reads for link in self._links.values())

    def shown(self) -> tuple[DeviceState, ...]:
        """All devices by name. Which place on the board a reader of the board's own is, hangs on what else is there."""
        links = [self._links[device] for device in sorted(self._links, key=natural)]
        return tuple(
            replace(link, broken=tuple(replace(each, spot=self.stations.table(each.reader)) for each in link.broken)) if link.broken else link
            for link in links
        )
