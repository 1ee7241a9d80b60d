"""The real firmware: boot, baseline, lamps, crash, watchdog, broken chain, the way back to the prompt."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from firmware.hub_protocol import EDITION, HOLD_MS
from gm_appliance.core.ports import Fault
from gm_appliance.devices.pads.flashing import firmware_files
from gm_appliance.simulator.firmware_hub import FirmwareHub
from tests.firmware.cable import Cable
from tests.firmware.mashing import Recorder, differences, mash, plan, presses
from tests.firmware.rigs import back_after, listening, mash_rounds, meet, planted

ROOT = Path(__file__).parent.parent.parent

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("micropython")]


def test_lamps_are_lit_as_told_one_by_one_and_all() -> None:
    seen: list[frozenset[int]] = []
    inbox = Recorder()
    with FirmwareHub(seen.append) as hub, listening(hub.port, inbox) as pads:
        wanted = [frozenset({pad}) for pad in range(1, 16)] + [frozenset(range(1, 16)), frozenset()]
        for lit in wanted:
            pads.light(lit)
            assert hub.wait(lambda lit=lit: hub.lamps() == lit)  # type: ignore[misc]
    assert seen == wanted
    assert inbox.items == []


def test_a_lamp_there_is_none_of_is_not_lit() -> None:
    with FirmwareHub() as hub, listening(hub.port, Recorder()) as pads:
        pads.light(frozenset({0, 2, 16, 99}))
        assert hub.wait(lambda: hub.lamps() == {2})


def test_what_is_held_while_the_hub_starts_is_no_press_and_its_release_no_release() -> None:
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


def test_both_thumbs_of_a_pad_at_once() -> None:
    inbox = Recorder()
    moves = [("up", True), ("down", True), ("up", False), ("down", False)]
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        for pad in (1, 15):
            for thumb, down in moves:
                hub.press(pad, thumb, down)
        assert inbox.reach(8)
    for pad in (1, 15):
        assert [(edge.button, edge.down) for edge in inbox.edges if edge.source == pad] == moves


def test_the_hub_ends_with_the_process_that_runs_it() -> None:
    script = (
        "import os, sys\n"
        "from gm_appliance.simulator.firmware_hub import FirmwareHub\n"
        "hub = FirmwareHub()\n"
        "print(os.readlink(hub.port), hub.flash, flush=True)\n"
        "sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        flash = process.stdout.readline().split()[1]
        runs = [pid for pid in children(process.pid) if working_in(pid) == flash]
        assert len(runs) == 1
        process.kill()
    deadline = time.monotonic() + 20
    while working_in(runs[0]) == flash and time.monotonic() < deadline:
        time.sleep(0.01)
    assert working_in(runs[0]) != flash
    shutil.rmtree(Path(flash).parent)


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def working_in(pid: int) -> str:
    """A process's working directory; empty once it has ended."""
    try:
        return os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return ""


def test_what_is_held_when_the_cable_is_pulled_is_let_go_once() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.press(5, "down", True)
        assert inbox.reach(1)
        hub.unplug()
        hub.plug()
        assert back_after(inbox, 1)
        meet(hub, pads)
        hub.press(5, "down", False)
        hub.tap(6, "up")
        assert inbox.reach(4)
    moves = [(edge.source, edge.button, edge.down) for edge in inbox.edges]
    assert moves == [(5, "down", True), (5, "down", False), (6, "up", True), (6, "up", False)]


def test_a_hub_that_is_gone_for_long_is_told_once_and_so_is_its_return() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.unplug()
        assert inbox.wait(lambda: inbox.faults == ["lost"])
        assert hub.lamps() == frozenset()
        hub.plug()
        assert back_after(inbox, 1)
        assert hub.wait(lambda: hub.lamps() == {1}), "the lamps are told again"
        pressed = mash_rounds(hub, inbox, 1)
    assert differences(pressed, inbox.edges) == []
    assert inbox.faults == ["lost", "back"]


def test_a_hub_that_comes_late_was_missing() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub:
        hub.unplug()
        with listening(hub.port, inbox) as pads:
            assert inbox.wait(lambda: inbox.faults == ["missing"])
            hub.plug()
            assert inbox.wait(lambda: inbox.faults == ["missing", "back"])
            meet(hub, pads)


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


def test_a_hub_that_hangs_is_reset_by_its_watchdog() -> None:
    inbox = Recorder()
    with FirmwareHub(patience=0.2) as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.misbehave("hang")
        assert back_after(inbox, 1)
        assert hub.boots == 2


def test_a_broken_chain_is_told_and_presses_nobody() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.misbehave("chain 0")
        assert inbox.wait(lambda: inbox.faults == ["lost"])
        hub.tap(1, "up")
        hub.misbehave("chain 1")
        assert back_after(inbox, 1)
        pressed = mash_rounds(hub, inbox, 1)
    assert differences(pressed, inbox.edges) == []


def test_a_load_wire_that_breaks_is_told_by_its_register_and_presses_nobody() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.misbehave("load 2 0")
        assert inbox.wait(lambda: inbox.items == [Fault("pads", "lost", 2)])
        hub.misbehave("load 2 1")
        assert back_after(inbox, 1)
        pressed = mash_rounds(hub, inbox, 1)
    assert differences(pressed, inbox.edges) == []


@pytest.mark.parametrize(
    "fault", ["spoil 20", "slow 15", "stall 300", "pause 12"], ids=lambda fault: fault.split()[0]
)
def test_every_press_counts_once_while_scans_are(fault: str) -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.misbehave(fault)
        pressed = plan(Random(3), taps=4)
        mash(hub, pressed)
        hub.misbehave(fault)
        assert inbox.reach(2 * presses(pressed))
    assert differences(pressed, inbox.edges) == []
    assert inbox.faults == (["unsteady"] if fault == "spoil 20" and inbox.faults else [])


def test_a_bad_contact_is_told_and_loses_nothing() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.misbehave("spoil 20")
        assert inbox.wait(lambda: inbox.faults == ["unsteady"])
        pressed = mash_rounds(hub, inbox, 1)
    assert differences(pressed, inbox.edges) == []


def test_a_switch_that_is_stuck_is_told_by_its_pad_and_comes_back(tmp_path: Path) -> None:
    inbox = Recorder()
    files = planted(tmp_path, "firmware/switches.py", "STUCK_MS = 60_000", "STUCK_MS = 900")
    with FirmwareHub(files=files) as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        hub.press(11, "down", True)
        assert inbox.wait(lambda: Fault("pads", "stuck", 11) in inbox.items)
        hub.press(11, "down", False)
        assert inbox.wait(lambda: Fault("pads", "mended", 11) in inbox.items)
    assert [(edge.down, edge.cancelled) for edge in inbox.edges] == [(True, False), (False, True)]
    assert inbox.faults == ["stuck", "mended"]


# ---------------------------------------------------------------- holds


def test_a_hold_is_the_hubs_word() -> None:
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


@pytest.mark.parametrize("direction", ["to_hub", "to_host"])
def test_a_direction_that_is_dead_is_a_loss_and_loses_nothing(direction: str, tmp_path: Path) -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, Cable(hub.port, tmp_path) as cable, listening(cable.port, inbox) as pads:
        meet(hub, pads)
        hub.tap(1, "up")
        assert inbox.reach(2)
        getattr(cable, direction).dead = True
        assert inbox.wait(lambda: inbox.faults == ["lost"])
        pressed = plan(Random(3), taps=3)
        mash(hub, pressed)
        getattr(cable, direction).dead = False
        assert back_after(inbox, 1)
        assert inbox.reach(2 + 2 * presses(pressed))
    assert differences(pressed, inbox.edges[2:]) == []


# ---------------------------------------------------------------- the prompt

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
"""A start that fails so many times and once more, and leaves the hub at its prompt."""


def with_start_that_fails(folder: Path, times: int) -> dict[str, Path]:
    (folder / "main.py").write_text(FAILS.format(times))
    return {**firmware_files(), "main.py": folder / "main.py"}


def test_after_a_start_that_failed_the_prompt_is_left(tmp_path: Path) -> None:
    inbox = Recorder()
    with (
        FirmwareHub(files=with_start_that_fails(tmp_path, 0)) as hub,
        listening(hub.port, inbox) as pads,
    ):
        meet(hub, pads)
        assert hub.boots == 2
    assert inbox.faults == []


def test_a_hub_whose_every_start_fails_is_told_and_tried_once(tmp_path: Path) -> None:
    inbox = Recorder()
    with FirmwareHub(files=with_start_that_fails(tmp_path, 99)) as hub, listening(hub.port, inbox):
        assert inbox.wait(lambda: inbox.faults == ["other-protocol"])
        assert hub.boots == 2


def test_the_service_button_leaves_the_hub_at_the_prompt(caplog: pytest.LogCaptureFixture) -> None:
    inbox = Recorder()
    with FirmwareHub(service=True) as hub, listening(hub.port, inbox):
        assert inbox.wait(lambda: bool(inbox.faults))
    assert inbox.faults == ["other-protocol"]
    assert "gm-appliance hub flash" in caplog.text


@pytest.mark.parametrize(
    ("edition", "advice"),
    [(EDITION - 1, "Update the hub: gm-appliance hub flash"), (EDITION + 1, "Update gm-appliance")],
)
def test_a_hub_with_another_protocol_is_told_with_the_side_to_update(
    edition: int, advice: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files = planted(
        tmp_path,
        "firmware/hub_protocol.py",
        "WINDOW = 8\n",
        "WINDOW = 9\n",
    )
    files["firmware/hub_protocol.py"].write_text(
        files["firmware/hub_protocol.py"].read_text().replace(f"EDITION = {EDITION}", f"EDITION = {edition}")
    )
    inbox = Recorder()
    with caplog.at_level(logging.INFO), FirmwareHub(files=files) as hub, listening(hub.port, inbox):
        hub.tap(3, "up")
        assert inbox.wait(lambda: bool(inbox.faults))
        assert hub.lamps() == frozenset()
    assert inbox.faults == ["other-protocol"]
    assert advice in caplog.text


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


def test_a_hub_there_is_no_such_switch_of_says_so() -> None:
    with FirmwareHub() as hub:
        with pytest.raises(ValueError, match="pads 1 to 15"):
            hub.press(16, "up", True)
        with pytest.raises(ValueError, match="no left on 3"):
            hub.tap(3, "left")
