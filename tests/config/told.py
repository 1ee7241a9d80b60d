"""The mistakes in the text of a file, and the games as it offers them."""

from __future__ import annotations

import pytest

from gm_appliance.config import ConfigError, parse
from gm_appliance.testing import Games


def mistakes(content: str | bytes) -> list[str]:
    """The messages for a file, each from its line number on."""
    with pytest.raises(ConfigError) as caught:
        parse(content if isinstance(content, bytes) else content.encode(), "F")
    first, *rest = str(caught.value).split("\n")
    assert first == "the configuration cannot be used"
    assert all(line.startswith("F:") for line in rest)
    return [line[2:] for line in rest]


def refused(content: str, legal: str, meant: str = "") -> str:
    """The message for a value in the last line of a file, which is written as the message writes it."""
    *above, last = content.split("\n")
    table = "".join(f"{line} " for line in above[-1:] if line.startswith("["))
    key, _equals, value = last.partition(" = ")
    asked = f". Did you mean {meant}?" if meant else ""
    return f"{len(above) + 1}: {table}{key} cannot be {value}. Possible: {legal}{asked}"


def configured(text: str) -> Games:
    read = parse(text.encode())
    return {name: read.game(name) for name in read.games}
