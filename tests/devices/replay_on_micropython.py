"""Runs on MicroPython: the reader's files as they are, on the recorded answers of a chip, and presence on recorded traces.

    micropython replay_on_micropython.py PROJECT RECORDING

Each transfer has to be byte for byte the one that was recorded. Prints its own name, then what each line of the recording led to.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

from companion.pico import iso14443a
from companion.pico.mfrc522_chip import ChipFault, Mfrc522
from companion.pico.presence import Presence


class Bus:
    def __init__(self, transfers):
        self.transfers = transfers
        self.next = 0

    def transfer(self, data):
        sent, answer = self.transfers[self.next]
        self.next += 1
        if data.hex() != sent:
            raise SystemExit(f"transfer {self.next} sent {data.hex()} instead of {sent}")
        return bytes.fromhex(answer)


def read(session):
    """One line of the recording: a start of the chip and an inventory."""
    bus = Bus(session["transfers"])
    chip = Mfrc522(bus, lambda us: None, bursts=session["bursts"])
    try:
        chip.reset()
        seen = iso14443a.inventory(chip)
        found = [[[tag.uid.hex(), tag.sak, tag.atqa] for tag in seen.tags], seen.clean, seen.indistinct]
    except ChipFault as fault:
        found = [fault.kind, fault.detail]
    if bus.next != len(bus.transfers):
        raise SystemExit(f"{bus.next} transfers instead of {len(bus.transfers)}")
    return found


def tell(polls):
    """Another line: a trace."""
    presence = Presence()
    events = []
    for poll in polls:
        uids = [bytes.fromhex(uid) for uid in poll["uids"]]
        for kind, uid, trouble in presence.update(poll["ms"], uids, poll["clean"], poll["indistinct"]):
            events.append([poll["ms"], kind, uid.hex(), trouble])
    return events


print(sys.implementation.name)
with open(sys.argv[2]) as recording:
    for line in recording:
        entry = json.loads(line)
        print(json.dumps(read(entry) if "transfers" in entry else tell(entry["polls"])))
