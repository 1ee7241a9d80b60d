"""Leaks planted where choices are worked out and kept, and where parts keep their logs."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from firmware.hub_protocol import HELD
from gm_appliance.app import export, systemd
from gm_appliance.app.doctor import command, system
from gm_appliance.app.doctor.diagnosis import Diagnosis
from gm_appliance.app.doctor.faults import Box
from gm_appliance.core.game import Choice, Game, Step
from gm_appliance.core.ports import Fault
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles.events import ThumbsShown
from gm_appliance.storage.journal import JournalReader
from tests.secrecy.whole.box import Plant, Table
from tests.secrecy.whole.planting import (
    after,
    at_the_choice,
    at_the_panel,
    in_the_reader,
    in_the_rules,
    pads_pressed,
)

log = logging.getLogger("gm_appliance.devices.pads.reader")


def _busy(table: Table, seconds: float) -> None:
    table.clock._now += seconds


def _flushed(table: Table, pad: int) -> None:
    with open(table.journal.path, "rb") as file:
        os.fsync(file.fileno())


def _checkpoint(table: Table) -> None:
    table.journal._db.execute("PRAGMA wal_checkpoint").fetchall()


def _presses_counted_at_the_end(table: Table) -> None:
    pressed = pads_pressed(table)
    after(table.evening, "run", lambda: log.debug("%d presses were heard.", len(pressed)))


def _presses_archived(table: Table) -> None:
    pressed = pads_pressed(table)
    at_the_choice(lambda table, marks: zlib.compress(bytes(pressed)))(table)


def _thumbs_as_they_came(game: Game[Any, Any]) -> Game[Any, Any]:
    def apply(state: Any, choice: Choice) -> Step[Any, Any]:
        step = game.apply(state, choice)
        if not isinstance(choice.value, dict):
            return step
        order = [int(seat) for seat in choice.value]
        return replace(step, events=tuple((_as_they_came(event, order), view) for event, view in step.events))

    return replace(game, apply=apply)


def _as_they_came(event: object, order: list[int]) -> object:
    if not isinstance(event, ThumbsShown):
        return event
    seats = sorted(event.thumbs, key=lambda seat: order.index(seat) if seat in order else -1)
    return replace(event, thumbs={seat: event.thumbs[seat] for seat in seats})


def _props_as_they_pressed(table: Table) -> None:
    pressed, lay = pads_pressed(table), table.room.lay
    table.room.lay = lambda items: lay(
        sorted(items, key=lambda one: pressed.index(one.at) if one.at in pressed else -1)
    )


def to_a_rendering(do: Callable[[Path], object]) -> Plant:
    """At every press: told the rendering that stands where the pad's number says."""

    def done(table: Table, pad: int) -> None:
        wavs = sorted(table.renderer._shelf._card.glob("*.wav"))
        do(wavs[pad % len(wavs)])

    return in_the_reader(done)


def _a_report_of_the_last_entry(table: Table) -> None:
    journal = system.journal

    def looked_into(box: Box) -> Diagnosis:
        found, reader = journal(box), JournalReader(box.state / "journal.sqlite")
        last = reader.entries(reader.sessions()[-1].id)[-1]
        reader.close()
        return replace(found, found=f"{found.found} {last.name} {last.value}")

    checks = tuple(looked_into if one is journal else one for one in command.CHECKS)
    in_a_report(command, "CHECKS", checks)(table)


def _a_file_for_every_mark(table: Table) -> None:
    games = export.games

    def copied(journal: Path) -> Iterator[tuple[str, bytes]]:
        reader = JournalReader(journal)
        entries = [one for session in reader.sessions() for one in reader.entries(session.id) if one.secret]
        reader.close()
        yield from games(journal)
        yield from ((f"games/{one.n}-{len(str(one.value))}.txt", b"") for one in entries)

    in_a_report(export, "games", copied)(table)


def in_a_report(module: Any, name: str, instead: object) -> Plant:
    """While a report is made, a name of a module is bound to something else."""

    def plant(table: Table) -> None:
        ask = table.report

        def asked(*given: Any) -> None:
            with patch.object(module, name, instead):
                ask(*given)

        table.report = asked

    return plant


PLANTS: dict[str, dict[str, Plant]] = {
    "a commit, checkpoint or flush at a secret press": {
        "a commit at every press": in_the_reader(
            lambda table, pad: table.journal.set_setting("last pad", pad)
        ),
        "a checkpoint at every press": in_the_reader(lambda table, pad: _checkpoint(table)),
        "a flush at every press": in_the_reader(_flushed),
        "all disks written at every press": in_the_reader(lambda table, pad: os.sync()),
        "a question to the journal at every press": in_the_reader(
            lambda table, pad: table.journal._db.execute("SELECT count(*) FROM session").fetchone()
        ),
        "another pragma for every pad": in_the_reader(
            lambda table, pad: table.journal._db.execute(f"PRAGMA busy_timeout={5000 + pad}")
        ),
    },
    "work that grows with a mark": {
        "a moment of work for every mark": at_the_choice(lambda table, marks: _busy(table, 0.002 * marks)),
        "a commit for every mark": at_the_choice(
            lambda table, marks: [table.journal.set_setting("mark", one) for one in range(marks)]
        ),
        "a longer digest for every mark": at_the_choice(
            lambda table, marks: hashlib.sha256(bytes(1000 * marks))
        ),
        "an archive of all presses": _presses_archived,
        "a text written for every pad": in_the_reader(lambda table, pad: json.dumps("pad " * pad)),
        "chance thrown for every mark": at_the_choice(lambda table, marks: os.urandom(marks)),
    },
    "a sleep, or a sign of life, at a press": {
        "a sleep at every press": in_the_reader(lambda table, pad: time.sleep(0.001)),
        "a ping of the watchdog at every press": in_the_reader(lambda table, pad: systemd.ping()),
    },
    "a report that tells of a game": {
        "a report with the journal's last entry": _a_report_of_the_last_entry,
        "a file on the stick for every secret choice": _a_file_for_every_mark,
    },
    "the order and the times of the cache": {
        "a rendering opened at every press": to_a_rendering(lambda wav: wav.open("rb").close()),
        "a rendering used at every press": to_a_rendering(os.utime),
        "a rendering made again at every press": to_a_rendering(lambda wav: wav.replace(wav)),
    },
    "values in debug logs, errors and faults": {
        "pads in the log of a developer": in_the_reader(lambda table, pad: log.debug("pad %d", pad)),
        "a thumb given alone in the log": at_the_panel(lambda table, button: log.debug("%s", button)),
        "a choice's value in an error": at_the_choice(
            lambda table, marks: log.error("A choice of %d cannot be kept.", marks)
        ),
        "a fault for a thumb held": in_the_reader(
            lambda table, pad: table.hands.inbox.post(Fault("pads", "stuck", pad)), HELD
        ),
        "a press on standard output": in_the_reader(lambda table, pad: print("click")),
        "presses counted in the log at the end": _presses_counted_at_the_end,
    },
    "ties and orders decided by who pressed first": {
        "thumbs told as they came": in_the_rules(_thumbs_as_they_came),
        "props laid as they pressed": _props_as_they_pressed,
    },
}
