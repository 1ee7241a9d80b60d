"""The sentences of the catalogues, for those who check them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

PACKAGE = Path(str(files("gm_appliance")))
CATALOGUES = PACKAGE / "core" / "catalogues"
Sentences = dict[str, str]


def flat(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from flat(value, f"{above}{key}.")
        else:
            yield above + key, value


def catalogue(language: str, name: str) -> Sentences:
    text = (CATALOGUES / language / f"{name}.toml").read_text("utf-8")
    return dict(flat(tomllib.loads(text)))


WORDS_AT_MOST = 12


def long_sentences(text: str) -> list[str]:
    sentences = re.split(r"(?<=[.!?;:])\s+", text)
    return [one for one in sentences if len(one.split()) > WORDS_AT_MOST]
