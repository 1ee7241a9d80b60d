"""`gm-appliance doctor`: checks each part, prints what it finds, and writes a report for support."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from gm_appliance.app.doctor import parts, room, system
from gm_appliance.app.doctor.diagnosis import STATES, WRONG, Diagnosis
from gm_appliance.app.doctor.faults import Box
from gm_appliance.app.doctor.machine import Machine
from gm_appliance.config import Configuration, default_state, usable
from gm_appliance.core.messages import _, word
from gm_appliance.devices.pads.flashing import firmware_digest
from gm_appliance.install.places import SERVICE, Places

LOG_LINES = 200  # lines of the service's log in a report
WIDTH = 100  # columns of the output

REPORTED = (
    *("gpiozero", "lgpio", "luma.oled", "msgspec", "pillow"),
    *("pyserial", "pygame-ce", "pygame", "pyttsx3"),
)

QUOTED = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[„“‚‘«»][^“”‘’«»]*[“”‘’«»]""")
"""The log has people's names only in quotes, as in a sentence that could not be said."""


def run(args: argparse.Namespace) -> int:
    """Print the diagnoses; returns 1 if something is wrong. Raises OSError if the report exists."""
    machine, config = Machine(), usable(args.config)
    games = Places().games
    state = args.state or config.state or (games if games.is_dir() else default_state())
    playing = system.is_playing(machine)
    found = [*examined(machine, config, state, playing=playing)]
    lines = [*table(found, playing=playing)]
    for line in lines:
        print(line)
    if args.report:
        _write(args.report, [*map(_homeless, (*lines, *enclosed(machine, config)))])
        written = _(
            "Written to {file}. It contains no secrets of any game; read it before you send it.",
            file=args.report,
        )
        print(written)
    return 1 if any(one.state == WRONG for one in found) else 0


def reported(machine: Machine, config: Configuration, state: Path, *, playing: bool) -> list[str]:
    found = [*examined(machine, config, state, playing=playing)]
    return [*map(_homeless, (*table(found, playing=playing), *enclosed(machine, config)))]


CHECKS: tuple[Callable[[Box], Diagnosis], ...] = (
    *(system.machine_itself, system.release, system.settings),
    *(parts.panel, parts.display, parts.sound, parts.voice, parts.pads),
    *(system.card, system.lasting, system.journal, system.results),
    *(system.power, system.heat, system.clock, system.service, room.broker),
)


def examined(machine: Machine, config: Configuration, state: Path, *, playing: bool) -> Iterator[Diagnosis]:
    """playing: whether the service is running and so uses the parts."""
    box = Box(machine, config, state, playing)
    return (check(box) for check in CHECKS)


def table(found: Sequence[Diagnosis], *, playing: bool) -> Iterator[str]:
    names = max(len(one.part) for one in found) + 2
    states = max(len(_(state)) for state in STATES.values()) + 2
    for one in found:
        before = one.part.ljust(names) + _(STATES[one.state]).ljust(states)
        yield from _folded(before, one.found)
        if one.help:
            yield from _folded(" " * len(before) + "→ ", one.help)
    yield ""
    wrong = ", ".join(one.part for one in found if one.state == WRONG)
    yield _("Wrong: {parts}.", parts=wrong) if wrong else _("Nothing is wrong.")
    if playing:
        yield _("The game master is running and uses the parts.")
    yield _("To try each part yourself: {line}, in the box's menu.", line=_("Check the parts"))


def _folded(before: str, text: str) -> list[str]:
    later = " " * len(before)
    return textwrap.wrap(text, WIDTH, initial_indent=before, subsequent_indent=later, break_on_hyphens=False)


# ---------------------------------------------------------------- the report


def enclosed(machine: Machine, config: Configuration) -> Iterator[str]:
    """The report's versions, settings and log, without people's names."""
    yield from _heading(word("Versions"))
    yield from (f"{name} {machine.version(name) or '-'}" for name in REPORTED)
    yield f"linux {machine.text('/proc/sys/kernel/osrelease') or '-'}"
    yield f"firmware {firmware_digest()}"
    yield from _heading(word("Settings"))
    for path, (value, _line) in config.given.items():
        # Not people, nor presets, which may be named after them; and no password.
        if int not in map(type, path) and path != ("room", "password"):
            yield f"{'.'.join(map(str, path))} = {value!r}"
    yield from _heading(word("Log"))
    journalctl = ("journalctl", "-u", SERVICE, "-n", str(LOG_LINES), "--no-pager", "--no-hostname")
    ended = machine.run(*journalctl, "-o", "short-iso")
    log = ended.said.splitlines() if ended else [_("{command} is not installed.", command="journalctl")]
    yield from (_nameless(line, config) for line in log)


def _heading(what: str) -> tuple[str, str]:
    return ("", f"# {what}")


def _nameless(line: str, config: Configuration) -> str:
    """A line of the log, without anything that may be a person's name."""
    line = QUOTED.sub("…", line)
    for person in config.roster:
        line = re.sub(rf"\b{re.escape(person.name)}\b", "…", line, flags=re.IGNORECASE)
    return line


def _homeless(line: str) -> str:
    """A line without the user's name: ~ instead of the home folder."""
    return re.sub(rf"{re.escape(str(Path.home()))}(?=/)", "~", line)


def _write(file: Path, lines: Sequence[str]) -> None:
    """Write a new file that only this user can read. Raises FileExistsError."""
    file.touch(0o600, exist_ok=False)
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
