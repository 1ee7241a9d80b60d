"""gettext's own compiler, and the header of a catalogue for it."""

from __future__ import annotations

import os
import shutil

import pytest

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def msgfmt() -> str:
    """gettext's own compiler. Skips without it; fails if GM_REQUIRE_GETTEXT is set."""
    there = shutil.which("msgfmt")
    if there is None and os.environ.get("GM_REQUIRE_GETTEXT", "") not in ("", "0"):
        pytest.fail("GM_REQUIRE_GETTEXT is set, but there is no msgfmt: apt install gettext")
    return there or pytest.skip("there is no msgfmt: apt install gettext")
