"""Options and fixtures that every test may use."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from companion import logs

# However slow the machine is: what is drawn and how often is what counts.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run what takes minutes: soak, chaos, fuzzing, every size and language")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes minutes; runs with --long only")
    config.addinivalue_line("markers", "mistakes: makes the companion's own mistakes, or breaks its disk, on purpose")
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.register(Deselected())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    # Deselected rather than skipped: the closing line counts them, and no test is skipped silently.
    kept = [item for item in items if "long" not in item.keywords]
    config.hook.pytest_deselected(items=[item for item in items if "long" in item.keywords])
    items[:] = kept


@pytest.fixture(autouse=True)
def no_mistake_is_passed_over(request: pytest.FixtureRequest) -> Iterator[None]:
    """A mistake of ours costs one move and is told at the table; in a test nobody would read it."""
    logs.faults.clear()
    yield
    made, expected = dict(logs.faults), "mistakes" in request.keywords
    logs.faults.clear()
    assert expected or not made, [report.read_text() if report is not None and report.exists() else where for where, report in made.items()]


def pytest_unconfigure() -> None:
    # The workers of pytest-xdist end without Python's own tidying up.
    if (harness := sys.modules.get("tests.ui.harness")) is not None:
        shutil.rmtree(harness.HOME, ignore_errors=True)


class Deselected:
    """Brings to the closing line what the workers of pytest-xdist have deselected: each of them collects all the tests."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._told = False

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self._names += [item.nodeid for item in items]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workerinput"):
            session.config.workeroutput["deselected"] = self._names  # type: ignore[attr-defined]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        if not self._told and (names := getattr(node, "workeroutput", {}).get("deselected")):
            self._told = True
            node.config.pluginmanager.getplugin("terminalreporter").stats["deselected"] = [SimpleNamespace(nodeid=name) for name in names]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What a test could not try on this machine it has told by `record_property("not tested here", ...)`; it is said aloud."""
    told = [text for report in terminalreporter.getreports("passed") for name, text in report.user_properties if name == "not tested here"]
    if told:
        terminalreporter.section("not tested here", yellow=True, bold=True)
        for text in dict.fromkeys(told):
            terminalreporter.line(str(text))
