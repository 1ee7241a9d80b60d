"""What comes of the text of a file: the mistakes that are told, or the games."""

from __future__ import annotations

import pytest

from gm_appliance.config import ConfigError, parse
from gm_appliance.testing import Games


def mistakes(content: str | bytes) -> list[str]:
    """What is said of a file, a line each, from the number of the line on."""
    with pytest.raises(ConfigError) as caught:
        parse(content if isinstance(content, bytes) else content.encode(), "F")
    first, *rest = str(caught.value).split("\n")
    assert first == "the configuration cannot be used"
    assert all(line.startswith("F:") for line in rest)
    return [line[2:] for line in rest]


def configured(text: str) -> Games:
    """The games as these settings offer them."""
    read = parse(text.encode())
    return {name: read.game(name) for name in read.games}
