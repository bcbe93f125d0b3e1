"""The companion as `companion play` opens it, in an offscreen window."""

from __future__ import annotations

import sys
from pathlib import Path

from companion import assemble
from companion.ui import window

folder = Path(sys.argv[1])
evening = assemble.Evening(folder, simulate=True)
window.prepare(800, 480, home=folder / "kivy", offscreen=True)

from companion.ui.app import CompanionApp  # noqa: E402
from tests.bench.window import report  # noqa: E402

evening.start()
app = CompanionApp(
    evening.mailbox.post,
    evening.mailbox.subscribe,
    settings=evening.settings,
    save=evening.save,
    lay=evening.lay,
    on_ready=evening.plug_in,
)
report(app)
app.run()
evening.stop()
