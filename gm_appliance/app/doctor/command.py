"""What `gm-appliance doctor` does: look at each part, tell it, and write a report for whoever helps."""

from __future__ import annotations

import argparse
import os
import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from gm_appliance.app.doctor import parts, system
from gm_appliance.app.doctor.diagnosis import STATES, WRONG, Diagnosis
from gm_appliance.app.doctor.machine import Machine, ThisMachine
from gm_appliance.app.real_table import default_state
from gm_appliance.config import Configuration, usable
from gm_appliance.core.messages import _
from gm_appliance.devices.pads.flashing import firmware_digest
from gm_appliance.install.places import SERVICE, Places

LOG_LINES = 200
"""The last lines of the service's log in a report."""

WIDTH = 100
"""Columns of what is told."""

TOLD = ("gpiozero", "lgpio", "luma.oled", "msgspec", "pillow", "pyserial", "pygame-ce", "pygame", "pyttsx3")
"""The libraries whose versions stand in a report."""

QUOTED = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[„“‚‘«»][^“”‘’«»]*[“”‘’«»]""")
"""In the log names of people stand in quotes alone: a sentence that could not be said, a name given twice."""


def run(args: argparse.Namespace) -> int:
    """Tell what there is; returns 1 if something is wrong, else 0. Raises FileExistsError, OSError."""
    machine, config = ThisMachine(), usable(args.config)
    state = args.state or config.state or _usual_state()
    playing = system.is_playing(machine)
    found = [*examined(machine, config, state, playing=playing)]
    lines = [*table(found, playing=playing)]
    for line in lines:
        print(line)
    if args.report:
        _write(args.report, [*map(_homeless, (*lines, *enclosed(machine, config)))])
        print(
            _("Written: {file}. No secret of a game is in it; read it before you send it.", file=args.report)
        )
    return 1 if any(one.state == WRONG for one in found) else 0


def _usual_state() -> Path:
    """That of the service where it is installed, else this user's."""
    games = Places().games
    return games if games.is_dir() else default_state()


def examined(machine: Machine, config: Configuration, state: Path, *, playing: bool) -> Iterator[Diagnosis]:
    """Every part, one after the other. playing: the service has the parts."""
    yield system.machine_itself(machine)
    yield system.release(machine)
    yield system.settings(config)
    yield parts.panel(machine, config)
    yield parts.display(machine, config)
    yield parts.sound(machine, config)
    yield parts.voice(machine, config)
    yield parts.pads(machine, config, playing=playing)
    yield system.card(machine, state)
    yield system.journal(state)
    yield system.power(machine)
    yield system.heat(machine)
    yield system.service(machine)


def table(found: Sequence[Diagnosis], *, playing: bool) -> Iterator[str]:
    """A part in a line, or some, and below it what to do."""
    names = max(len(one.part) for one in found) + 2
    states = max(len(_(state)) for state in STATES.values()) + 2
    for one in found:
        before = one.part.ljust(names) + _(STATES[one.state]).ljust(states)
        yield from _folded(before, one.found)
        if one.help:
            yield from _folded(" " * len(before) + "→ ", one.help)
    yield ""
    wrong = [one.part for one in found if one.state == WRONG]
    if wrong:
        yield _("Wrong: {parts}.", parts=", ".join(wrong))
    else:
        yield _("Nothing is wrong.")
    if playing:
        yield _("The game master runs and has the parts.")
    yield _(
        "To press, see and hear each part: {line}, last in the box's own menu.", line=_("Check the parts")
    )


def _folded(before: str, text: str) -> list[str]:
    later = " " * len(before)
    return textwrap.wrap(text, WIDTH, initial_indent=before, subsequent_indent=later, break_on_hyphens=False)


# ---------------------------------------------------------------- for somebody who helps


def enclosed(machine: Machine, config: Configuration) -> Iterator[str]:
    """What else stands in a report: versions, settings and log, and no name of a person."""
    yield from _heading(_("Versions"))
    yield from (f"{name} {machine.version(name) or '-'}" for name in TOLD)
    yield f"linux {machine.text('/proc/sys/kernel/osrelease') or '-'}"
    yield f"firmware {firmware_digest()}"
    yield from _heading(_("Settings"))
    for path, (value, _line) in config.given.items():
        if int not in map(type, path):  # people, and presets, which may be called after them
            yield f"{'.'.join(map(str, path))} = {value!r}"
    yield from _heading(_("Log"))
    journalctl = ("journalctl", "-u", SERVICE, "-n", str(LOG_LINES), "--no-pager", "--no-hostname")
    ended = machine.run(*journalctl, "-o", "short-iso")
    log = ended.said.splitlines() if ended else [_("{command} is not here.", command="journalctl")]
    yield from (_nameless(line, config) for line in log)


def _heading(what: str) -> tuple[str, str]:
    return ("", f"# {what}")


def _nameless(line: str, config: Configuration) -> str:
    """A line of the log, without what may be a name."""
    line = QUOTED.sub("…", line)
    for person in config.roster:
        line = re.sub(rf"\b{re.escape(person.name)}\b", "…", line, flags=re.IGNORECASE)
    return line


def _homeless(line: str) -> str:
    """A line without what the user is called."""
    return re.sub(rf"{re.escape(str(Path.home()))}(?=/)", "~", line)


def _write(file: Path, lines: Sequence[str]) -> None:
    """For this user alone. Raises FileExistsError: what is there already is somebody's."""
    number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(number, "w", encoding="utf-8") as written:
        written.writelines(f"{line}\n" for line in lines)
