"""The real firmware: boot, baseline, lamps, crash, watchdog, broken chain, and the prompt."""

from __future__ import annotations

import logging
import select
from contextlib import closing
from pathlib import Path

import pytest

from firmware.hub_protocol import HOLD_MS
from gm_appliance.devices.pads.flashing import firmware_files
from gm_appliance.devices.pads.reader import open_serial_port
from tests.benches.firmware_hub import FirmwareHub
from tests.firmware.cable import Cable
from tests.firmware.mashing import Recorder, differences, mash, presses
from tests.firmware.rigs import back_after, listening, mash_rounds, meet, planted

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("micropython")]


def test_lamps_are_lit_one_by_one_and_all() -> None:
    seen: list[frozenset[int]] = []
    inbox = Recorder()
    with FirmwareHub(seen.append) as hub, listening(hub.port, inbox) as pads:
        wanted = [frozenset({pad}) for pad in range(1, 16)] + [frozenset(range(1, 16)), frozenset()]
        for lit in wanted:
            pads.light(lit)
            assert hub.wait(lambda lit=lit: hub.lamps() == lit)  # type: ignore[misc]
    assert seen == wanted
    assert inbox.items == []


def test_a_switch_held_while_the_hub_starts_is_neither_pressed_nor_released() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.unplug()
        hub.press(3, "up", True)
        hub.press(9, "down", True)
        hub.plug()
        assert back_after(inbox, 1)
        meet(hub, pads)
        hub.press(3, "up", False)
        pressed = {pad: ["down", "up"] for pad in range(1, 16) if pad != 9}
        mash(hub, pressed)
        assert inbox.reach(2 * presses(pressed))
        hub.press(9, "down", False)
        hub.tap(9, "down")
        hub.tap(9, "down")
        assert inbox.reach(2 * presses(pressed) + 4)
    assert differences({**pressed, 9: ["down", "down"]}, inbox.edges) == []


def test_a_crash_ends_in_a_reset_and_is_noted() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        for times in (1, 2):
            hub.misbehave("crash")
            assert back_after(inbox, times)
        meet(hub, pads)
        pressed = mash_rounds(hub, inbox, 1)
        note = (hub.flash / "crash.txt").read_text()
    assert differences(pressed, inbox.edges) == []
    assert note.count("Traceback") == 1, "the first crash only: the flash wears out"
    assert "a fault of the model" in note


def said_at_a_crash(files: dict[str, Path] | None = None) -> bytes:
    """Everything on the line after the interrupt fails, until the hub restarts."""
    with FirmwareHub(files=files) as hub, closing(open_serial_port(str(hub.port))) as serial_port:
        said = serial_port.read(4096)
        hub.misbehave("crash")
        while True:
            try:
                select.select([serial_port.fileno()], [], [], 5.0)
                data = serial_port.read(4096)
            except OSError:
                return said
            if not data:
                return said
            said += data


def test_errors_in_the_interrupt_are_not_printed_there(tmp_path: Path) -> None:
    assert b"Traceback" not in said_at_a_crash()
    careless = planted(
        tmp_path, "firmware/scanner.py", "            self._error = error\n", "            raise\n"
    )
    assert b"uncaught exception in Timer callback" in said_at_a_crash(careless)


def test_a_hub_that_hangs_is_reset_by_its_watchdog() -> None:
    inbox = Recorder()
    with FirmwareHub(patience=0.2) as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.misbehave("hang")
        assert back_after(inbox, 1)
        assert hub.boots == 2


def test_holds_are_decided_by_the_hub() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads, prompt_id=5)
        hub.press(4, "down", True)
        assert inbox.wait(lambda: bool(inbox.holds))
        hub.press(4, "down", False)
        assert inbox.reach(2)
    (held,), (down, up) = inbox.holds, inbox.edges
    assert (held.source, held.button, held.prompt_id) == (4, "down", 5)
    assert down.t + HOLD_MS / 1000 <= held.t <= up.t


def test_a_line_that_is_lost_while_a_thumb_is_down_makes_neither_tap_nor_hold(tmp_path: Path) -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, Cable(hub.port, tmp_path) as cable, listening(cable.port, inbox) as pads:
        meet(hub, pads, prompt_id=5)
        hub.press(4, "down", True)
        assert inbox.reach(1)
        cable.pull()
        hub.press(4, "down", False)
        assert inbox.wait(lambda: inbox.faults == ["lost"])
        assert inbox.reach(2)
        cable.put_back()
        assert back_after(inbox, 1)
        hub.tap(5, "up")
        assert inbox.reach(4)
    assert inbox.holds == []
    assert [(edge.source, edge.down, edge.cancelled) for edge in inbox.edges] == [
        (4, True, False),
        (4, False, True),
        (5, True, False),
        (5, False, False),
    ]


FAILS = """
import os
if {} < len(os.listdir("tried") if "tried" in os.listdir() else ()):
    from firmware.hub import main
    main()
else:
    if "tried" not in os.listdir():
        os.mkdir("tried")
    open("tried/" + str(len(os.listdir("tried"))), "w").close()
    raise SyntaxError("a file was damaged when it was written")
"""
"""A start that fails once more than the given number of times, and leaves the hub at its prompt."""


def with_start_that_fails(folder: Path, times: int) -> dict[str, Path]:
    (folder / "main.py").write_text(FAILS.format(times))
    return {**firmware_files(), "main.py": folder / "main.py"}


def test_after_a_failed_start_the_hub_starts_again(tmp_path: Path) -> None:
    inbox = Recorder()
    with FirmwareHub(files=with_start_that_fails(tmp_path, 0)) as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        assert hub.boots == 2
    assert inbox.faults == []


def test_a_hub_that_never_starts_is_reported_after_one_retry(tmp_path: Path) -> None:
    inbox = Recorder()
    with FirmwareHub(files=with_start_that_fails(tmp_path, 99)) as hub, listening(hub.port, inbox):
        # On a slow machine the hub is missing while it starts a second time.
        assert inbox.wait(lambda: inbox.faults[-1:] == ["other-protocol"])
        assert hub.boots == 2


def test_the_service_button_leaves_the_hub_at_the_prompt(caplog: pytest.LogCaptureFixture) -> None:
    inbox = Recorder()
    with FirmwareHub(service=True) as hub, listening(hub.port, inbox):
        assert inbox.wait(lambda: bool(inbox.faults))
    assert inbox.faults == ["other-protocol"]
    assert "gm-appliance hub flash" in caplog.text


def test_nothing_logged_says_who_pressed_what(caplog: pytest.LogCaptureFixture) -> None:
    def evening(pads: list[int], thumb: str) -> str:
        caplog.clear()
        inbox = Recorder()
        with caplog.at_level(logging.DEBUG), FirmwareHub() as hub, listening(hub.port, inbox) as port:
            meet(hub, port)
            for pad in pads:
                hub.tap(pad, thumb)
            assert inbox.reach(2 * len(pads))
            hub.press(pads[0], thumb, True)
            assert inbox.reach(2 * len(pads) + 1)
            hub.unplug()
            hub.plug()
            assert back_after(inbox, 1)
        return caplog.text.replace(str(hub.port), "PORT")

    assert evening([4, 11, 2], "up") == evening([7, 7, 15], "down") != ""
