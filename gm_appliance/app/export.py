"""Exports to a stick: results, finished games without secret choices, and a report for helpers."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from gm_appliance.app import league
from gm_appliance.app.bg_stats import play_file
from gm_appliance.app.doctor.command import reported
from gm_appliance.app.doctor.machine import Machine
from gm_appliance.app.replay import replay
from gm_appliance.config import Configuration
from gm_appliance.core.game import GameError
from gm_appliance.core.messages import speaking
from gm_appliance.install.commands import Ended
from gm_appliance.storage.journal import JournalError, JournalReader
from gm_appliance.storage.results import NAME, read

log = logging.getLogger(__name__)

GAMES = 500  # the maximum number of games copied, the newest


class _LogFromElsewhere(Machine):
    """This machine, but with a log read by another program, since its user may not."""

    def __init__(self, log_lines: Sequence[str]) -> None:
        self._log_lines = log_lines

    def run(self, *command: str) -> Ended | None:
        if command[:1] != ("journalctl",):
            return super().run(*command)
        return Ended(0, "\n".join(self._log_lines))


def exported(
    config: Configuration, state: Path, log_lines: Sequence[str], language: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Each file's name and content. language: of the report; empty for that of messages."""
    if (results := state / NAME).is_file():
        yield NAME, results.read_bytes()
        kept, _damaged = read(results)
        yield "games.bgsplay", play_file(kept)
        with suppress(ImportError, OSError):  # without PyNaCl there is no league
            yield league.NAME, league.Book(state).tell(kept)
    yield from games(state / "journal.sqlite")
    with speaking(language):
        report = reported(_LogFromElsewhere(log_lines), config, state, playing=True)
    yield "report.txt", _text(report)


def games(journal: Path) -> Iterator[tuple[str, bytes]]:
    """Every finished game that can be retold, as by `gm-appliance replay`."""
    try:
        reader = JournalReader(journal)
        ended = [one for one in reader.sessions() if one.status == "ended"]
        reader.close()
    except JournalError as error:
        log.error("The games could not be copied: %s", error)
        return
    for one in ended[-GAMES:]:
        try:
            told = _text([*replay(journal, one.id, None, secrets=False)])
        except (ValueError, GameError, JournalError) as error:
            log.warning("Session %d is not copied: %s", one.id, error)
            continue
        yield f"games/{one.id:05}-{one.game}.txt", told


def _text(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
