"""The command `companion`."""

from __future__ import annotations

import signal


def main() -> None:
    """Loads the program and runs what was typed. Ctrl-C while it loads ends it without a word: nothing has begun."""
    quiet = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from companion.cli.main import main as run

    if quiet:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":
    main()
