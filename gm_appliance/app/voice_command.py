"""`gm-appliance voice`: the sentences to record for a voice pack, and what is wrong with the recordings."""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections.abc import Callable, Sequence
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm_appliance.core.messages import _, spoken, word
from gm_appliance.devices.sound import packs
from gm_appliance.games.registry import GAMES

if TYPE_CHECKING:
    from gm_appliance.app.voice_script import Line


def add(commands: Any, add_language: Callable[[argparse.ArgumentParser], None]) -> None:
    summary = _("speak with a voice of your own recordings")
    parser = commands.add_parser("voice", help=summary, description=summary)
    parser.set_defaults(run=run)
    what = parser.add_subparsers(required=True, metavar=word("WHAT"), dest="what")
    listed = what.add_parser("script", help=_("list the sentences to record, the most important first"))
    games = _("one of {games}", games=", ".join(GAMES))
    listed.add_argument("game", metavar=word("GAME"), help=games)
    players = _("numbers of players, such as {example}", example="7-10")
    listed.add_argument("--players", default="", metavar="N-N", help=players)
    into = _("write the list into this folder; existing numbers are kept")
    listed.add_argument("--into", type=Path, metavar=word("DIR"), help=into)
    add_language(listed)
    check = what.add_parser("check", help=_("say which recordings are missing, or not good enough"))
    folder = _("folder with the list and recordings")
    check.add_argument("folder", type=Path, metavar=word("DIR"), help=folder)


def run(args: argparse.Namespace) -> int:
    """The exit code, 1 if something is missing or wrong. Raises ValueError or OSError."""
    if args.what == "check":
        return checked(args.folder)
    from gm_appliance.app.voice_script import script  # plays whole evenings

    found = re.fullmatch(r"(\d+)(?:-(\d+))?", args.players)
    if args.players and not found:
        told = _("{option} takes numbers such as {example}", option="--players", example="7-10")
        raise ValueError(told)
    players = range(int(found[1]), int(found[2] or found[1]) + 1) if found else ()
    write(script(args.game, spoken(), players), args.into, args.game)
    return 0


def write(lines: Sequence[Line], into: Path | None, game: str) -> None:
    """Write the list into a pack, made if necessary, or to standard output."""
    kept: dict[str, int] = {}
    if into:
        into.mkdir(parents=True, exist_ok=True)
        if (into / packs.SCRIPT).exists():
            kept = {text: number for number, text in packs.script_of(into).items()}
        (into / packs.FACTS).write_text(f'language = "{spoken()}"\ngame = "{game}"\n', "utf-8")
    numbers = count(1 + max([0, *kept.values()]))
    # With a mark that tells spreadsheets the encoding.
    with (into / packs.SCRIPT).open("w", encoding="utf-8-sig", newline="") if into else sys.stdout as file:
        table = csv.writer(file)
        table.writerow((word("Number"), word("Sentence"), word("Times an evening"), word("When")))
        for text, often, moment in lines:
            table.writerow((kept.get(text) or next(numbers), text, f"{often:.1f}", moment))


def checked(folder: Path) -> int:
    """Print what is missing and what is wrong; returns the exit code."""
    if not packs.language_of(folder):
        raise ValueError(_("{folder} is no voice pack: it has no {file}", folder=folder, file=packs.FACTS))
    script = packs.script_of(folder)
    missing = [number for number in sorted(script) if not (folder / f"{number}.wav").exists()]
    wrong = [*packs.faults(folder)]
    for number, told in wrong:
        print(_(told, file=f"{number}.wav"), f"({script[number]})")
    if missing:
        place = count()
        runs = ([*run] for _apart, run in groupby(missing, lambda one: one - next(place)))
        numbers = ", ".join(f"{one[0]}-{one[-1]}" if one[1:] else str(one[0]) for one in runs)
        print(_("Not recorded: {numbers}", numbers=numbers))
    print(_("{n} of {count} sentences are recorded.", n=len(script) - len(missing), count=len(script)))
    return 1 if missing or wrong else 0
