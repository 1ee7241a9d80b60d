"""Shared by all tests: a repeatable Hypothesis, and no silent skipping of the browser in CI."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

from gm_appliance.core import messages
from gm_appliance.core.language import SOURCE
from tests.memory import MEMORY, room_in_memory

if TYPE_CHECKING:
    from gm_appliance.testing import VirtualTable

# No deadline: a slow machine is not a failure. Examples are the same on every run and machine, so a red run
# is red for everybody; `pytest --hypothesis-profile=explore` looks further afield.
hypothesis.settings.register_profile(
    "house", deadline=None, derandomize=True, print_blob=True, max_examples=60
)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
hypothesis.settings.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def no_settings_of_this_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give all processes an empty user configuration, which hides the machine's, and English messages."""
    folder = tmp_path_factory.mktemp("xdg-config")
    (folder / "gm-appliance.toml").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder))
        patch.setenv("LANGUAGE", "en")
        yield


@pytest.fixture(scope="session", autouse=True)
def an_idle_host_sleeps() -> Iterator[None]:
    """Check that an idle host sleeps, in games on virtual time too, as at the tables of
    `gm_appliance.testing`."""
    from gm_appliance.testing.clock import WatchfulInbox

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gm_appliance.app.headless.TableInbox", WatchfulInbox)
        yield


@pytest.fixture(autouse=True)
def messages_in_english() -> None:
    """Reset the language, which commands in other tests may have changed."""
    messages.speak(SOURCE)


@pytest.fixture(autouse=True)
def signals_as_before() -> Iterator[None]:
    """Restore the signal mask: a test that runs a whole appliance blocks the signals that end it, and the
    child processes of later tests would not receive them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    yield
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    """An evening at a virtual table, just switched on; modules with other tables define their own."""
    from gm_appliance.testing import evening

    with evening(tmp_path) as table:
        yield table


def pytest_configure() -> None:
    """Keep temporary folders in memory if there is room: tests sync a lot of data."""
    if room_in_memory(2 << 30):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def browser_required() -> bool:
    return os.environ.get("GM_REQUIRE_BROWSER", "") not in ("", "0")


def about_browser(reason: str) -> bool:
    return any(word in reason.lower() for word in ("chromium", "playwright", "browser"))


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The reason given by a skipped test."""
    return str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else str(report.longrepr)


def fail_instead(report: pytest.TestReport | pytest.CollectReport) -> None:
    report.longrepr = f"GM_REQUIRE_BROWSER is set, so this may not be skipped: {reason_of(report)}"
    report.outcome = "failed"


def is_slow(item: pytest.Item) -> bool:
    """Whether the test waits for a whole evening in a browser."""
    return all(item.get_closest_marker(name) for name in ("browser", "process"))


@pytest.hookimpl(trylast=True)  # after deselection
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the slow tests evenly, so the workers share them and none starts last."""
    slow = [item for item in items if is_slow(item)]
    others = [item for item in items if not is_slow(item)]
    for number, item in enumerate(slow):
        others.insert(number * len(items) // len(slow), item)
    items[:] = others


def pytest_collection_finish() -> None:
    """Exempt the thousands of collected tests from garbage collection, which would take a fifth of the
    processor's time. Garbage left by tests is still collected.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    unwanted = item.get_closest_marker("browser") is not None or about_browser(reason_of(report))
    if report.skipped and browser_required() and unwanted and not hasattr(report, "wasxfail"):
        fail_instead(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if report.skipped and browser_required() and about_browser(reason_of(report)):
        fail_instead(report)
    return report
