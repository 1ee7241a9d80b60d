"""Compiles translations with only the standard library, when the package is built.

setuptools' build step (in pyproject.toml) first makes a .mo beside every .po. `make` does so too, for
translations that changed.
"""

from __future__ import annotations

import ast
import re
import struct
from pathlib import Path

from setuptools.command.build_py import build_py

_TEXT = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?(".*")\s*$')
_MAGIC = 0x950412DE

LACKS = "X-Untranslated: "
"""In the header of an incomplete catalogue; `core/language.py` reads it."""


def compiled(po: str) -> bytes:
    """A catalogue for gettext, without fuzzy, obsolete and incomplete texts, whose number is in the header.

    Raises SyntaxError or ValueError for a malformed file; `make catalogues` has checked it before.
    """
    found: dict[bytes, bytes] = {}
    lacking = 0
    for block in re.split(r"\n[ \t\r]*\n", po):
        texts: dict[str, str] = {}
        keyword = ""
        for line in block.splitlines():
            if text := _TEXT.match(line):
                keyword = text[1] or keyword
                texts[keyword] = texts.get(keyword, "") + ast.literal_eval(text[2])
        translated = [one for keyword, one in texts.items() if keyword.startswith("msgstr")]
        fuzzy = re.search(r"^#,.*\bfuzzy\b", block, re.MULTILINE) and texts.get("msgid")
        if translated and all(translated) and not fuzzy:
            context = f"{texts['msgctxt']}\4" if "msgctxt" in texts else ""
            plural = f"\0{texts['msgid_plural']}" if "msgid_plural" in texts else ""
            found[f"{context}{texts['msgid']}{plural}".encode()] = "\0".join(translated).encode()
        elif translated:
            lacking += 1
    if lacking and b"" in found:
        found[b""] += f"{LACKS}{lacking}\n".encode()
    return _mo(sorted(found.items()))


def _mo(texts: list[tuple[bytes, bytes]]) -> bytes:
    """The header, the offset and length of each text, English first, and the texts."""
    header, count = 7 * 4, len(texts)
    at = header + 2 * 8 * count
    tables, words = b"", b""
    for column in (0, 1):
        for text in (one[column] for one in texts):
            tables += struct.pack("<2I", len(text), at + len(words))
            words += text + b"\0"
    return struct.pack("<7I", _MAGIC, 0, count, header, header + 8 * count, 0, at) + tables + words


def compile_all() -> None:
    """Write every .mo of the package in the current folder."""
    for po in Path("gm_appliance").rglob("*.po"):
        po.with_suffix(".mo").write_bytes(compiled(po.read_text("utf-8")))


class BuildPy(build_py):  # type: ignore[misc]
    """Compiles the translations first."""

    def run(self) -> None:
        compile_all()
        super().run()


if __name__ == "__main__":
    compile_all()
