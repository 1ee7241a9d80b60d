"""Which voices speak a language: `voices.toml` beside its translations. Standard library only."""

from __future__ import annotations

import tomllib

from gm_appliance.core.language import folder_of

ESPEAK = "espeak-ng"  # the engine that speaks every language, with one voice for each


def _told() -> dict[str, dict[str, list[str]]]:
    """By engine and language, the best first."""
    found: dict[str, dict[str, list[str]]] = {}
    for folder in sorted((folder_of("gm_appliance") / "locales").iterdir(), key=lambda one: one.name):
        file = folder / "voices.toml"
        for engine, voices in tomllib.loads(file.read_text("utf-8")).items() if file.is_file() else ():
            found.setdefault(engine, {})[folder.name] = [voices] if isinstance(voices, str) else voices
    return found


_TOLD = _told()

VOICES = {language: voices[0] for language, voices in _TOLD[ESPEAK].items()}
"""espeak-ng's voice for each language. A variant may be appended, e.g. ``"gmw/de+f3"``."""


def voices_of(engine: str) -> dict[str, tuple[str, ...]]:
    """The voices of another engine by language, the best first; of one with files, those recommended."""
    return {language: tuple(voices) for language, voices in _TOLD.get(engine, {}).items()}
