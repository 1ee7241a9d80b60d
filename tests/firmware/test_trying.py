"""`gm-appliance hub try` with the real firmware: it leads from pad to pad and reports faults."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.hub_protocol import PADS, PRESSED, RELEASED, SOUND, switch
from gm_appliance.core.messages import speak
from gm_appliance.devices.pads.link import BY_NOBODY, Moved, Snapshot
from gm_appliance.devices.pads.trying import OURS, Trial, chips_pin
from hardware import netlist
from tests.benches.firmware_hub import FirmwareHub

SOON = 120.0
DOCS = Path(__file__).parents[2] / "docs"


class Terminal:
    def __init__(self, *words: str, tty: bool = True) -> None:
        ours, theirs = os.openpty() if tty else os.pipe()
        self.read = ours
        # A shell's background jobs ignore Ctrl-C, and so would every process they start.
        heard = ["env", "--default-signal=INT"]
        command = [*heard, sys.executable, "-m", "gm_appliance.cli", "hub", "try", *words]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env={**os.environ, "LANGUAGE": "en"}
        )
        os.close(theirs)
        self.text = ""
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        while True:
            try:
                data = os.read(self.read, 4096)
            except OSError:
                data = b""
            with self._changed:
                self.text += data.decode().replace("\r", "")
                self._changed.notify_all()
            if not data:
                return

    def shows(self, pattern: str) -> bool:
        """Whether this appears within a while; forgets the output up to it."""
        with self._changed:
            found = self._changed.wait_for(lambda: re.search(pattern, self.text), SOON)
            self.text = self.text[found.end() :] if found else self.text
            return found is not None

    def enter(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()

    def ends(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGINT)
        return self.code(), self.text

    def code(self) -> int:
        """The exit code, once the command has ended and all output is read."""
        code = self.process.wait(SOON)
        self.close()
        return code

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        self._thread.join(SOON)


@contextmanager
def trying(hub: FirmwareHub, *, tty: bool = True) -> Iterator[Terminal]:
    terminal = Terminal("--port", str(hub.port), tty=tty)
    try:
        assert terminal.shows("lamp on\n")
        yield terminal
    finally:
        terminal.close()
        os.close(terminal.read)


def row(pad: int, up: str, down: str, lamp: str) -> str:
    return rf"\b{pad}   ▲ {up}   ▼ {down}   {lamp}\n"


def tap(hub: FirmwareHub, pad: int, button: str) -> None:
    hub.tap(pad, button)
    assert hub.wait(lambda: hub.at_rest)


def lights(hub: FirmwareHub, lamps: set[int]) -> bool:
    return hub.wait(lambda: hub.lamps() == lamps)


@pytest.mark.process
@pytest.mark.usefixtures("micropython")
def test_it_leads_from_pad_to_pad() -> None:
    """Of seven pads, the third is silent, and the fifth has one switch only."""
    with FirmwareHub() as hub, trying(hub) as terminal:
        for pad in range(1, 8):
            assert terminal.shows(rf"▶ +{pad} [^▶]*Pad {pad}: press ▲")
            assert lights(hub, {pad})
            if pad == 3:
                terminal.enter()
                assert terminal.shows("Pad 3 does not answer. Try it in another socket.")
                continue
            tap(hub, pad, "up")
            assert terminal.shows(rf"▶ +{row(pad, '.', '·', '●')}[^▶]*Pad {pad}: press ▼")
            if pad == 5:
                terminal.enter()
                assert terminal.shows("Pad 5: ▼ was not heard. .* contact 2 .* pin 5 of U2")
                continue
            tap(hub, pad, "down")
            assert terminal.shows(f"Pad {pad} works")
        for _pad in range(8, 16):
            terminal.enter()
        assert terminal.shows("All lamps are on")
        assert lights(hub, set(range(1, 16)))
        tap(hub, 3, "up")
        assert terminal.shows("Pad 3: press ▼")
        code, said = terminal.ends()
    assert code == 1
    assert "Both switches were heard: 1, 2, 4, 6, 7." in said
    assert "Pad 3: ▼ was not heard." in said
    assert "Nothing was heard from: 8, 9, 10, 11, 12, 13, 14, 15." in said


@pytest.mark.process
@pytest.mark.usefixtures("micropython")
def test_what_is_wrong_is_said_without_a_terminal_too() -> None:
    with FirmwareHub() as hub, trying(hub, tty=False) as terminal:
        hub.press(4, "down", True)
        assert terminal.shows(row(4, "·", "█", "●"))
        assert lights(hub, {4})
        hub.press(4, "down", False)
        assert terminal.shows(row(4, "·", "✓", "●"))
        hub.misbehave("load 2 0")
        assert terminal.shows("shift register 2, with pads 5 to 8, is not read")
        hub.misbehave("load 2 1")
        assert terminal.shows("chain of its shift registers is whole|with a bad contact")
        hub.unplug()
        assert terminal.shows("The hub is gone")
        hub.plug()
        assert terminal.shows("The hub is back")
        hub.press(4, "down", True)
        assert terminal.shows(row(4, "·", "█", "●"))
        code, said = terminal.ends()
    assert code == 1
    assert "Pad 4: ▲ was not heard. Check its switch" in said


def pressed(
    pad: int, down: bool, move: int = PRESSED, prompt: tuple[int, int] = (OURS, 0), ms: int = 0
) -> Moved:
    return Moved(switch(pad, down), move, ms, *prompt)


def tapped(pad: int, down: bool) -> tuple[Moved, Moved]:
    return pressed(pad, down), pressed(pad, down, RELEASED)


def snapshot(held: int = 0, muted: int = 0, chain: int = SOUND) -> Snapshot:
    return Snapshot(0, held, True, chain, 0, muted)


def told(*heard: Moved | Snapshot) -> list[str]:
    speak("en")
    trial = Trial()
    for one in heard:
        trial.take(one)
    return list(trial.verdict())


def test_presses_that_nobody_fetched_before_do_not_count() -> None:
    assert told(pressed(3, False, prompt=BY_NOBODY), pressed(3, True, prompt=BY_NOBODY)) == [
        "No switch was heard. Is a pad plugged in?"
    ]


def test_a_stuck_switch_is_a_fault_and_so_is_a_chain_that_is_not_whole() -> None:
    stuck, *_others = told(snapshot(muted=1 << switch(2, down=True)))
    assert stuck.startswith("Pad 2: ▼ is stuck or chatters.")
    assert "register 3" in told(*tapped(1, False), *tapped(1, True), snapshot(chain=3))[1]


def test_two_switches_that_solder_joins_do_not_pass() -> None:
    joined = (
        pressed(1, False, ms=2),
        pressed(2, True, ms=4),
        pressed(1, False, RELEASED),
        pressed(2, True, RELEASED),
    )
    first, second, *_silent = told(*joined)
    assert "Pad 1 ▲ and pad 2 ▼ were down together." in first
    assert "U1 pin 6 and U1 pin 3" in first
    assert "Pad 2 ▼ and pad 1 ▲ were down together." in second
    assert told(*joined, *tapped(1, False), *tapped(1, True), *tapped(2, True), *tapped(2, False))[0] == (
        "Both switches were heard: 1, 2."
    )
    # A switch that is constantly down does not count as joined to others.
    late = pressed(1, False), pressed(2, True, ms=500)
    assert not any("together" in one for one in told(*late))


def test_swapped_wires_and_a_contact_that_touches_ground_are_said() -> None:
    speak("en")
    trial = Trial()
    assert trial.take(pressed(1, True)) == [
        "Pad 1: that was ▼. If you pressed ▲, contacts 1 and 2 are swapped."
    ]
    trial.take(snapshot(held=1))
    assert trial.request == "Pad 1: release ▲. If it stays down, contact 1 touches ground."


def test_the_pages_quote_what_is_said() -> None:
    speak("en")
    trial = Trial()
    said = [trial.request, *trial.take(pressed(1, True))]
    trial.take(snapshot(held=1))
    said.append(trial.request)
    said += [*trial.step(), *trial.step()]
    said += [one for down in (False, True) for one in trial.take(pressed(3, down))]
    trial.take(snapshot())
    for moved in (*tapped(4, False), *tapped(4, True)):
        said += [*trial.take(moved), trial.request]
    trial.take(snapshot(muted=1 << switch(5, down=False)))
    said += trial.verdict()
    page = (DOCS / "doctor.md").read_text("utf-8").partition("### The seat pads")[2].partition("### ")[0]
    cells = re.findall(r"^\| ([^|*-]+?)(?:; after Enter)? \|", page.partition("| it says |")[2], re.MULTILINE)
    quotes = [quote for cell in cells for quote in cell.removeprefix("the pad ").split(", ")]
    assert len(quotes) >= 8
    for quote in quotes:
        assert any(quote.removeprefix("or ") in one for one in said), quote
    guide = (DOCS / "build.md").read_text("utf-8")
    assert "*Pad 1: press ▲*" in guide
    assert "*Pad 1 works*" in guide
    assert said[0].startswith("Pad 1: press ▲")
    assert "Pad 4 works." in said


def test_the_chips_pins_are_the_netlists() -> None:
    for number in range(2 * PADS):
        chip, pin = chips_pin(number)
        assert netlist.hub().part(chip).pins[str(pin)] == netlist.input_net(number)
