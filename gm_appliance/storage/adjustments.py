"""What can be changed at the panel: how loud the box is, how fast it speaks, and in which language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from gm_appliance.core.game import Number, Plain
from gm_appliance.storage.journal import Journal, JournalReader
from gm_appliance.storage.kept_settings import KeptSettings

_ADJUSTMENTS = "knobs"
"""The journal's setting, by the name it has on disk: the level each adjustment was left at."""

LANGUAGE = "language"
"""In the same setting: the language that was chosen."""


def kept_levels(journal: Journal | JournalReader) -> dict[str, Plain]:
    """The level each was left at, by its name. Raises JournalError."""
    return _levels(journal.setting(_ADJUSTMENTS))


def _levels(kept: Plain) -> dict[str, Plain]:
    return dict(kept) if isinstance(kept, dict) else {}


def kept_language(journal: Journal | None) -> str:
    """The language that was chosen at the table; empty where none was. Never raises."""
    return str(_levels(KeptSettings(journal).value(_ADJUSTMENTS)).get(LANGUAGE, ""))


@dataclass
class Adjustment:
    """One level. `turn` makes it heard at once."""

    domain: Number
    turn: Callable[[int], None]


@dataclass
class Adjustments:
    """Levels outlive a power cut, as soon as the journal can be written. Never raises."""

    adjustments: Mapping[str, Adjustment] = field(default_factory=dict)
    journal: Journal | None = None

    def __post_init__(self) -> None:
        self._settings = KeptSettings(self.journal)
        kept = _levels(self._settings.value(_ADJUSTMENTS))
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
        self._keep(name, level)

    def keep_language(self, language: str) -> None:
        """Remember it for every start to come."""
        self._keep(LANGUAGE, language)

    def _keep(self, name: str, level: Plain) -> None:
        self._settings.change(_ADJUSTMENTS, lambda kept: {**_levels(kept), name: level})

    def retry(self) -> bool:
        """Try to write what could not be written; returns whether nothing waits any more."""
        return self._settings.retry()
