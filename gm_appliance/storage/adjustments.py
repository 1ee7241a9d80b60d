"""Adjustments at the panel: volume, speaking rate, size of letters, language and voice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gm_appliance.core.game import JSON, Choice, Number
from gm_appliance.core.values import replace
from gm_appliance.storage.journal import Journal, JournalReader
from gm_appliance.storage.kept_settings import KeptSettings
from gm_appliance.storage.session_log import NullSessionLog

_LEVELS = "levels"
"""The journal's setting: the level of each adjustment, the language, and the voice for each language."""

LANGUAGE, VOICE = "language", "voice."


def kept_levels(journal: Journal | JournalReader) -> dict[str, JSON]:
    """The levels by name. Raises JournalError."""
    return _levels(journal.setting(_LEVELS))


def _levels(kept: JSON) -> dict[str, JSON]:
    return dict(kept) if isinstance(kept, dict) else {}


def kept_language(journal: Journal | None) -> str:
    """The language chosen at the table; empty for none. Never raises."""
    return str(_levels(KeptSettings(journal).value(_LEVELS)).get(LANGUAGE, ""))


def kept_voice(journal: Journal | None, language: str) -> str:
    """The voice chosen at the table for a language; empty for none. Never raises."""
    return str(_levels(KeptSettings(journal).value(_LEVELS)).get(VOICE + language, ""))


@dataclass
class Adjustment:
    """turn: applies a level at once."""

    domain: Number
    turn: Callable[[int], None]


@dataclass
class Adjustments:
    """Initially at the kept levels, or the nearest that are still possible. Never raises."""

    adjustments: Mapping[str, Adjustment] = field(default_factory=dict)
    settings: KeptSettings = field(default_factory=lambda: KeptSettings(None))

    def __post_init__(self) -> None:
        kept = _levels(self.settings.value(_LEVELS))
        self._levels = {name: adjustment.domain.start for name, adjustment in self.adjustments.items()}
        for name, adjustment in self.adjustments.items():
            level = kept.get(name)
            if isinstance(level, int):
                self.turn(name, min(adjustment.domain.hi, max(adjustment.domain.lo, level)))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.adjustments)

    def switch(self, name: str) -> str:
        """An on-off adjustment with its other level, such as ``"large.1"``; empty for others."""
        domain = self.domain(name)
        return f"{name}.{1 - domain.start}" if (domain.lo, domain.hi) == (0, 1) else ""

    def is_kept(self, name: str) -> bool:
        """Whether a level, or LANGUAGE, was ever kept."""
        return name in _levels(self.settings.value(_LEVELS))

    def is_silent(self) -> bool:
        return self._levels.get("volume") == 0

    def domain(self, name: str) -> Number:
        """The possible levels, starting at the current one."""
        return replace(self.adjustments[name].domain, start=self._levels[name])

    def turn(self, name: str, level: int) -> None:
        """Apply a level without keeping it."""
        self._levels[name] = level
        self.adjustments[name].turn(level)

    def keep(self, name: str, level: int) -> None:
        self.turn(name, level)
        self._keep(name, level)

    def keep_language(self, language: str) -> None:
        self._keep(LANGUAGE, language)

    def voice(self, language: str) -> str:
        """The voice chosen for a language; empty for none."""
        return str(_levels(self.settings.value(_LEVELS)).get(VOICE + language, ""))

    def keep_voice(self, language: str, voice: str) -> None:
        self._keep(VOICE + language, voice)

    def _keep(self, name: str, level: JSON) -> None:
        self.settings.change(_LEVELS, lambda kept: {**_levels(kept), name: level})


class TurningLog(NullSessionLog):
    """For decisions named like adjustments: applies the level under the cursor, and keeps the chosen one."""

    def __init__(self, adjustments: Adjustments) -> None:
        self._adjustments = adjustments

    def choose(self, choice: Choice, secret: bool) -> None:
        if choice.name in self._adjustments.names and isinstance(choice.value, int):
            self._adjustments.keep(choice.name, choice.value)

    def draft(self, name: str, value: JSON) -> None:
        if name in self._adjustments.names and isinstance(value, int):
            self._adjustments.turn(name, value)
