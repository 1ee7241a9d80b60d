"""`gm-appliance play`, as a function of its arguments."""

from __future__ import annotations

import contextlib
import io

from gm_appliance import cli


def play(*words: str, game: str = "gotterdammerung") -> list[str]:
    """The lines that `gm-appliance play GAME … --transcript -` prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.main(["play", game, *words, "--transcript", "-"]) == 0
    return out.getvalue().splitlines()
