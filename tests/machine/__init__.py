"""The whole product on a machine that is really started: a Debian in QEMU, without a network card. `bin/trial`."""
