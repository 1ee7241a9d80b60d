"""`gm-appliance play`, as a function of its arguments."""

from __future__ import annotations

import contextlib
import io

from gm_appliance import cli


def play(*words: str) -> list[str]:
    """The lines `gm-appliance play gotterdammerung … --transcript -` prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.main(["play", "gotterdammerung", *words, "--transcript", "-"]) == 0
    return out.getvalue().splitlines()


def options(seed: int) -> dict[str, str]:
    """Odd ones throw their own dice, every third chooses its seats; they vote in one of three ways."""
    ballot = ("pads", "thumbs", "booth", "pads", "pads")[seed % 5]
    given = {"dice": "own" if seed % 2 else "box", "seating": "spread" if seed % 3 else "choose"}
    given |= {"ballot": ballot, "accused_votes": "yes" if seed % 4 else "no"}
    if ballot == "pads":
        given["roll_call"] = "yes" if seed % 8 else "no"
    if ballot != "thumbs":
        given["count"] = "seats" if seed % 7 else "totals"
    return given


def auto(players: int, seed: int, *more: str) -> list[str]:
    """A game by seed, with its options."""
    given = [word for name, value in options(seed).items() for word in ("--set", f"{name}={value}")]
    return play("--players", str(players), *given, "--auto", str(seed), *more)
