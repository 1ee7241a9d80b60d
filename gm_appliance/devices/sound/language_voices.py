"""Which voices speak a language: `voices.toml` beside its translations. Standard library only."""

from __future__ import annotations

import tomllib

from gm_appliance.core.language import folder_of

ESPEAK = "espeak-ng"  # the engine that speaks every language, with one voice for each


_TOLD: dict[str, dict[str, str | list[str]]] = {
    file.parent.name: tomllib.loads(file.read_text("utf-8"))
    for file in sorted((folder_of("gm_appliance") / "locales").glob("*/voices.toml"))
}

VOICES = {language: str(told[ESPEAK]) for language, told in _TOLD.items() if ESPEAK in told}
"""espeak-ng's voice for each language. A variant may be appended, e.g. ``"gmw/de+f3"``."""


def voices_of(engine: str) -> dict[str, tuple[str, ...]]:
    """The voices of another engine by language, the best first; of one with files, those recommended."""
    found = {language: told[engine] for language, told in _TOLD.items() if engine in told}
    return {language: (one,) if isinstance(one, str) else tuple(one) for language, one in found.items()}


def engines_of(language: str) -> tuple[str, ...]:
    """The other engines that speak a language, the best first."""
    return tuple(engine for engine in _TOLD.get(language, ()) if engine != ESPEAK)
