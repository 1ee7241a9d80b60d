"""How long a spoken sentence may be."""

from __future__ import annotations

import re

WORDS_AT_MOST = 12


def long_sentences(text: str) -> list[str]:
    """The sentences of a text that are too long to take in at once."""
    sentences = re.split(r"(?<=[.!?;:])\s+", text)
    return [one for one in sentences if len(one.split()) > WORDS_AT_MOST]
