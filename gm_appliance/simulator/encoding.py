"""JSON as the virtual table writes it, for its page and for transcripts."""

from __future__ import annotations

from typing import Any

from msgspec import json


def encode(thing: Any) -> str:
    """One line of JSON; a value becomes an object of its fields.

    Raises TypeError for anything JSON cannot hold.
    """
    return json.encode(thing, enc_hook=_text).decode()


def _text(thing: Any) -> str:
    """A subclass of str, such as a player's name, as plain text."""
    if isinstance(thing, str):
        return str(thing)
    raise TypeError(f"{type(thing).__name__} cannot be JSON")
