"""Which voices speak a language: `voices.toml` beside its translations. Standard library only."""

from __future__ import annotations

import tomllib

from gm_appliance.core.language import folder_of

ESPEAK = "espeak-ng"  # the engine that speaks every language, with one voice for each


def _told() -> dict[str, dict[str, list[str]]]:
    """By language and engine, the best first."""
    found: dict[str, dict[str, list[str]]] = {}
    for folder in sorted((folder_of("gm_appliance") / "locales").iterdir(), key=lambda one: one.name):
        file = folder / "voices.toml"
        told = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
        found[folder.name] = {name: [one] if isinstance(one, str) else one for name, one in told.items()}
    return found


_TOLD = _told()

VOICES = {language: told[ESPEAK][0] for language, told in _TOLD.items() if ESPEAK in told}
"""espeak-ng's voice for each language. A variant may be appended, e.g. ``"gmw/de+f3"``."""


def voices_of(engine: str) -> dict[str, tuple[str, ...]]:
    """The voices of another engine by language, the best first; of one with files, those recommended."""
    return {language: tuple(told[engine]) for language, told in _TOLD.items() if engine in told}


def engines_of(language: str) -> tuple[str, ...]:
    """The other engines that speak a language, the best first."""
    return tuple(engine for engine in _TOLD.get(language, ()) if engine != ESPEAK)
