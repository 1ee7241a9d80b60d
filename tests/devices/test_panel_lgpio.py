"""The panel through gpiozero's own lgpio driver, on a simulated chip; and missing parts."""

from __future__ import annotations

import os
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from gpiozero import PinUnknownPi
from gpiozero.pins.local import LocalPiFactory

from gm_appliance.core.ports import Edge, Input
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.panel import Panel, PanelSettings, lgpio_factory, made_factory, open_panel
from tests.devices.fake_lgpio import PULL_UP, Chip, Line, module

SOON = 5.0  # timeout in seconds

PI_4 = 0xC03114


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chip]:
    made = Chip()
    monkeypatch.setitem(sys.modules, "lgpio", module(made))
    fresh(monkeypatch)
    yield made
    made_factory.cache_clear()
    made.settle()


def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset gpiozero, which keeps its driver and reserved pins for the life of the process."""
    made_factory.cache_clear()
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: PI_4)
    monkeypatch.setattr(LocalPiFactory, "pins", {})
    monkeypatch.setattr(LocalPiFactory, "_reservations", defaultdict(list))


class PanelBench:
    def __init__(self) -> None:
        self.inbox = TableInbox(RealClock())
        self.told: list[tuple[str, str]] = []
        self.panels: list[Panel] = []

    def opens(self, settings: PanelSettings | None = None, **given: Any) -> Panel:
        settings = settings or PanelSettings()
        panel = open_panel(settings, self.inbox, lambda *what: self.told.append(what), **given)
        self.panels.append(panel)
        return panel

    def hears(self) -> Input | None:
        return self.inbox.wait(self.inbox.now() + SOON)

    def hears_edge(self) -> tuple[str, bool]:
        edge = self.hears()
        assert isinstance(edge, Edge)
        return edge.button, edge.down


@pytest.fixture
def bench() -> Iterator[PanelBench]:
    bench = PanelBench()
    yield bench
    for panel in bench.panels:
        panel.close()


def test_a_press_goes_from_the_chip_to_the_inbox(chip: Chip, bench: PanelBench) -> None:
    bench.opens()
    for button, pin in PanelSettings().pins.items():
        chip.drive(pin, 0)
        assert bench.hears_edge() == (button, True)
        chip.drive(pin, 1)
        assert bench.hears_edge() == (button, False)
    assert bench.told == []


@pytest.mark.parametrize("number", [0, 4, 15])
def test_the_headers_chip_is_used_with_any_number(
    number: int, chip: Chip, bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """15 is a Raspberry Pi 5 with Linux 6.12.96."""
    found = {3: "raspberrypi-exp-gpio", number: "pinctrl-rp1", 20: "gpio-brcmstb@107d517c00"}
    monkeypatch.setattr("gm_appliance.devices.panel.labels", lambda: dict(sorted(found.items())))
    chip.number = number
    bench.opens()
    chip.drive(13, 0)
    assert bench.hears_edge() == ("ok", True)
    assert bench.told == []


def test_every_pin_is_pulled_up_and_watched_by_alerts(chip: Chip, bench: PanelBench) -> None:
    bench.opens()
    assert chip.lines == dict.fromkeys(PanelSettings().pins.values(), Line("alert", PULL_UP, 2000))


def test_it_is_opened_once_however_many_ask_at_a_time(chip: Chip) -> None:
    together = threading.Barrier(8)

    def ask(_asker: int) -> int:
        together.wait(SOON)
        return id(lgpio_factory())

    with ThreadPoolExecutor(8) as askers:
        assert len(set(askers.map(ask, range(8)))) == 1
    assert chip.opened == 1


def test_a_panel_that_is_switched_off_touches_nothing(chip: Chip, bench: PanelBench) -> None:
    before = threading.active_count()
    bench.opens(PanelSettings(enabled=False))
    assert (chip.opened, chip.lines, bench.told) == (0, {}, [])
    assert threading.active_count() == before


class Broken:
    """Replaces a function: raises until mended, and records the threads it raised in."""

    def __init__(self, mended: Callable[..., Any]) -> None:
        self.raised = threading.Event()
        self.threads: set[str] = set()
        self._mended = mended
        self.whole = False

    def __call__(self, *given: Any) -> Any:
        if self.whole:
            return self._mended(*given)
        self.threads.add(threading.current_thread().name)
        self.raised.set()
        raise RuntimeError("what nobody thought of")


@pytest.mark.parametrize(("function", "thread"), [("now", "lgpio"), ("press", "panel")])
def test_an_exception_costs_a_press_and_never_the_panel(
    function: str,
    thread: str,
    chip: Chip,
    bench: PanelBench,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    bench.opens()
    broken = Broken(getattr(bench.inbox, function))
    monkeypatch.setattr(bench.inbox, function, broken)
    for pin in (13, 16):
        broken.raised.clear()
        chip.drive(pin, 0)
        assert broken.raised.wait(SOON)
    assert broken.threads == {thread}
    broken.whole = True
    chip.drive(5, 0)
    assert bench.hears_edge() == ("up", True)
    assert not chip.deaf
    assert caplog.text.count("RuntimeError: what nobody thought of") == 1


def test_a_busy_pin_disables_only_its_button(
    chip: Chip, bench: PanelBench, caplog: pytest.LogCaptureFixture
) -> None:
    chip.busy.add(16)
    bench.opens()
    assert bench.told == [("panel", "missing")]
    assert "The panel's back, on GPIO16, does not work: another program or an overlay" in caplog.text
    assert "gpioinfo" in caplog.text
    chip.drive(13, 0)
    assert bench.hears_edge() == ("ok", True)


def no_kernel(chip: Chip, patch: pytest.MonkeyPatch) -> None:
    chip.missing = True
    patch.setattr("glob.glob", lambda _pattern: [])


def no_right(chip: Chip, patch: pytest.MonkeyPatch) -> None:
    chip.missing = True
    patch.setattr("glob.glob", lambda _pattern: ["/dev/gpiochip0"])


def no_header(chip: Chip, patch: pytest.MonkeyPatch) -> None:
    """Chip 0 may switch somebody's power, so nothing is claimed on it."""
    patch.setattr("gm_appliance.devices.panel.labels", lambda: {0: "raspberrypi-exp-gpio"})


def no_lgpio(chip: Chip, patch: pytest.MonkeyPatch) -> None:
    """No other driver is taken, either."""
    patch.setitem(sys.modules, "lgpio", None)
    patch.setenv("GPIOZERO_PIN_FACTORY", "mock")


def no_pi(chip: Chip, patch: pytest.MonkeyPatch) -> None:
    unknown = Mock(side_effect=PinUnknownPi("unable to locate Pi revision"))
    patch.setattr("gpiozero.pins.local.get_pi_revision", unknown)


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        (
            no_kernel,
            ["There is no panel: there is no /dev/gpiochip*: this kernel has no pins", "(can not open"],
        ),
        (no_right, ["this user may not use /dev/gpiochip0. sudo usermod -aG gpio"]),
        (no_header, ["no GPIO chip is the header's", "/dev/gpiochip0 (raspberrypi-exp-gpio)"]),
        (no_lgpio, ["Install it (sudo apt install python3-lgpio)", "--system-site-packages"]),
        (no_pi, ["this is no Raspberry Pi, or /proc hides it"]),
    ],
)
def test_without_what_it_needs_there_is_no_panel_and_the_log_says_why(
    lacks: Callable[[Chip, pytest.MonkeyPatch], None],
    said: list[str],
    chip: Chip,
    bench: PanelBench,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    lacks(chip, monkeypatch)
    bench.opens()
    assert (chip.opened, chip.lines, bench.told) == (0, {}, [("panel", "missing")])
    assert [words for words in said if words not in caplog.text] == []


IMPORTED = """
import os
os.chdir(os.environ.get("LG_WD", "."))
os.mkfifo(".lgd-nfy0")
from tests.devices.fake_lgpio import Chip, module
globals().update(vars(module(Chip())))
"""


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An lgpio that on import does what the real one does."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "lgpio.py").write_text(IMPORTED)
    monkeypatch.syspath_prepend(tmp_path / "modules")
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.chdir(tmp_path)
    fresh(monkeypatch)
    yield
    sys.modules.pop("lgpio", None)
    made_factory.cache_clear()


@pytest.mark.usefixtures("imported")
def test_the_process_stays_where_it_is_and_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "tmp").mkdir()
    lgpio_factory()
    assert Path.cwd() == tmp_path
    assert list((tmp_path / "tmp").iterdir()) == []
    assert not Path(".lgd-nfy0").exists()
    assert "LG_WD" not in os.environ


def test_a_fifo_that_cannot_be_made_is_reported_with_its_folder(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def factory() -> Any:
        raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")

    monkeypatch.setenv("LG_WD", "/run/nowhere")
    bench.opens(factory=factory)
    assert bench.told == [("panel", "missing")]
    assert "lgpio cannot write to /run/nowhere. Name another folder in LG_WD" in caplog.text
