"""The voices of Piper that are recommended; docs/sound.md has their licences. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping

RECOMMENDED: Mapping[str, tuple[str, ...]] = {
    "en": ("en_US-joe-medium",),
    "de": ("de_DE-thorsten-medium",),
    "fr": ("fr_FR-siwis-medium",),
    "it": ("it_IT-paola-medium",),
    "nl": ("nl_NL-mls-medium",),
}
"""By language, the best first."""
