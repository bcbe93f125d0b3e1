"""An emulated Pico on a pseudo-terminal, for programs that want a port: mpremote."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty

from companion.devices.usb import UsbPort
from tests.emulation.pico.pico import IDENTITY, Pico


class Line:
    """While it is open the Pico runs, as fast as it can and never ahead of the wall's time. It ends by itself when the Pico loses its supply."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self._master, self._slave = os.openpty()
        for end in (self._master, self._slave):
            tty.setraw(end)
        self._open = True
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self._open = False
        self._thread.join()
        for end in (self._master, self._slave):
            with contextlib.suppress(OSError):
                os.close(end)

    def ports(self) -> list[UsbPort]:
        return [UsbPort(os.ttyname(self._slave), IDENTITY)]

    def heard(self, text: bytes, most: float) -> bool:
        """Whether this comes within so many seconds of the Pico's time,."""
        end = self.pico.now + most * 1e6
        while text not in self.pico.said and self.pico.now < end and self._thread.is_alive():
            time.sleep(0.02)
        return text in self.pico.said

    def _serve(self) -> None:
        ahead_of = self.pico.now / 1e6 - time.monotonic()
        while self._open and self.pico.power:
            if select.select([self._master], [], [], 0)[0]:
                self.pico.write(os.read(self._master, 4096))
            data = self.pico.run(2000)
            if data:
                os.write(self._master, data)
            time.sleep(max(0.0, self.pico.now / 1e6 - time.monotonic() - ahead_of))
        if self._open:
            # The cable's other end is gone: whoever reads there gets an error.
            os.close(self._slave)
            os.close(self._master)
