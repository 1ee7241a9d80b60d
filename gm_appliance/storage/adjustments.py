"""What can be changed at the panel: how loud the box is, how fast it speaks, and in which language."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from gm_appliance.core.game import Number, Plain
from gm_appliance.storage.journal import Journal, JournalError, JournalReader

log = logging.getLogger(__name__)

_ADJUSTMENTS = "knobs"
"""The journal's setting, by the name it has on disk: the level each adjustment was left at."""

LANGUAGE = "language"
"""In the same setting: the language that was chosen."""


def kept_levels(journal: Journal | JournalReader) -> dict[str, Plain]:
    """The level each was left at, by its name. Raises JournalError."""
    kept = journal.setting(_ADJUSTMENTS, {})
    return dict(kept) if isinstance(kept, dict) else {}


def kept_language(journal: Journal | JournalReader | None) -> str:
    """The language that was chosen at the table; empty where none was. Never raises."""
    try:
        return str(kept_levels(journal).get(LANGUAGE, "")) if journal else ""
    except JournalError as error:
        log.error("The journal cannot be read: %s", error)
        return ""


def keep_language(journal: Journal | None, language: str) -> None:
    """Remember it for every start to come. Never raises: where that fails, it lasts until the box is off."""
    _keep(journal, LANGUAGE, language)


def _keep(journal: Journal | None, name: str, level: Plain) -> None:
    try:
        if journal:
            kept: dict[str, Plain] = {**kept_levels(journal), name: level}
            journal.set_setting(_ADJUSTMENTS, kept)
    except JournalError as error:
        log.error("The journal cannot be written: %s", error)


@dataclass
class Adjustment:
    """One level. `turn` makes it heard at once."""

    domain: Number
    turn: Callable[[int], None]


@dataclass
class Adjustments:
    """Levels outlive a power cut; where the journal cannot be written, the evening. Never raises."""

    adjustments: Mapping[str, Adjustment] = field(default_factory=dict)
    journal: Journal | None = None

    def __post_init__(self) -> None:
        kept = self._kept()
        self._levels = {name: adjustment.domain.start for name, adjustment in self.adjustments.items()}
        for name, adjustment in self.adjustments.items():
            level = kept.get(name)
            if isinstance(level, int) and adjustment.domain.contains(level):
                self.turn(name, level)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.adjustments)

    def switch(self, name: str) -> str:
        """Of what is only on or off, the other way by its name, as ``"large.1"``; else empty."""
        domain = self.domain(name)
        return f"{name}.{1 - domain.start}" if (domain.lo, domain.hi) == (0, 1) else ""

    def domain(self, name: str) -> Number:
        """What it can be turned to, starting where it is."""
        return replace(self.adjustments[name].domain, start=self._levels[name])

    def turn(self, name: str, level: int) -> None:
        self._levels[name] = level
        self.adjustments[name].turn(level)

    def keep(self, name: str, level: int) -> None:
        """Turn it, and remember it."""
        self.turn(name, level)
        _keep(self.journal, name, level)

    def _kept(self) -> dict[str, Plain]:
        try:
            return kept_levels(self.journal) if self.journal else {}
        except JournalError as error:
            log.error("The journal cannot be read: %s", error)
            return {}
