"""What is written about the settings, made of their declaration: the sample file and the reference."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from gm_appliance.config import settings
from gm_appliance.config.schema import REPEATED, SETTINGS, Setting, header, presets_of, toml
from gm_appliance.config.settings import PRESETS, ROSTER, TABLES, PersonTable, Section, Table
from gm_appliance.core.language import SOURCE
from gm_appliance.games.registry import registered

WIDTH = 110

_TOP = """The settings of gm-appliance, every one as it is without this file."""
_PLACES = """Put it on the boot partition of a Pi's card as gm-appliance.toml, where any computer can change
it; or put it into /etc, or into ~/.config for yourself. Keep only the lines you change. Mistakes are told at
the start, each with its line; `gm-appliance config check` tells them all."""
_PARTS = """The parts of a real table. The virtual one (gm-appliance simulate) has its own and uses none of
these."""
_PEOPLE = """Who usually plays here, in the menu's order at first; one such table for each of you. Without
any, nobody is asked who plays, unless "Play with names" is chosen in the list of games."""
_GAMES = """The games' own settings. What the menu asks starts here, so that OK is enough there; what it does
not ask is taken from here."""
_PRESETS = """Card games by name, offered when the score pad is begun; they only ask how many play. Write
your own: the first one of yours takes the place of all of these. What one leaves out is as above. It takes a
name of 1 to 20 letters, and the settings of the score pad; a target or a number of rounds says by itself
when it ends."""
_SOMEBODY = {"name": "Siobhán", "spoken": "Shivawn"}


def _texts_below() -> dict[tuple[str, ...], str]:
    """By setting, the text that stands below its field."""
    classes = {
        one.name: one.body
        for one in ast.parse(inspect.getsource(settings)).body
        if isinstance(one, ast.ClassDef)
    }
    tables: list[tuple[Section, type[Table]]] = [*TABLES.items(), (ROSTER, PersonTable)]
    return {
        (*section, one.target.id): " ".join(str(text.value.value).split())
        for section, table in tables
        for one, text in pairwise(classes[table.__name__])
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    }


def help_of(setting: Setting) -> str:
    """What it is good for, in English."""
    if setting.section[:1] != ("games",):
        return _texts_below()[setting.path]
    text = registered(setting.section[1]).narration(SOURCE).option(setting.name).help
    for option in setting.options:
        text = re.sub(rf"\b{option}(?=[:,;])", toml(option), text, count=1)
    return f"{text[:1].upper()}{text[1:]}."


def taken(setting: Setting) -> str:
    """What it takes, with its unit."""
    unit = setting.extra.get("unit")
    return f"{setting.legal}, in {unit}" if unit else setting.legal


# ---------------------------------------------------------------- the sample


def sample() -> str:
    """A file of every setting as it is without one, each with a comment."""
    blocks = [f"{_comment(_TOP)}\n#\n{_comment(_PLACES)}"]
    for section, found in groupby(SETTINGS, lambda one: one.section):
        if section[:1] == ("games",) and not any("[games." in one for one in blocks):
            blocks += [*_people(), _comment(_GAMES)]
        if section == ("sound",):
            blocks.append(_comment(_PARTS))
        blocks += [header(section)] if section else []
        blocks += (f"{_comment(*_why(one))}\n{one.name} = {one.written(one.default)}" for one in found)
        blocks += _presets(section[-1]) if section[:1] == ("games",) else ()
    return "\n\n".join(blocks) + "\n"


def _why(setting: Setting) -> tuple[str, str]:
    return help_of(setting), f"It takes {taken(setting)}."


def _people() -> Iterator[str]:
    yield _comment(_PEOPLE)
    yield _comment(header(ROSTER))
    for one in REPEATED:
        if one.section == ROSTER:
            yield _comment(*_why(one), f"{one.name} = {toml(_SOMEBODY[one.name])}")


def _presets(game: str) -> Iterator[str]:
    if game in PRESETS:
        yield _comment(_PRESETS)
    for preset in PRESETS.get(game, ()):
        keys = {"name": preset.name, **preset.options}
        lines = (f"{key} = {toml(value)}" for key, value in keys.items())
        yield "\n".join((header(presets_of(game)), *lines))


def _comment(*texts: str) -> str:
    told = (" ".join(text.split()) for text in texts)
    lines = (line for text in told for line in textwrap.wrap(text, WIDTH - 2, break_on_hyphens=False))
    return "\n".join(f"# {line}" for line in lines)


# ---------------------------------------------------------------- the reference

BEGINS = "<!-- Written by `python -m tests.reference`, from gm_appliance/config/settings.py; do not edit. -->"
ENDS = "<!-- Here ends what is written so. -->"


def reference() -> str:
    """The tables of all settings, in Markdown, between their marks."""
    tables = [BEGINS]
    for section, found in groupby((*SETTINGS, *REPEATED), lambda one: one.section):
        if section not in map(presets_of, PRESETS):
            tables.append("\n".join(_table(section, found)))
    return "\n\n".join((*tables, ENDS))


def _table(section: Section, found: Iterable[Setting]) -> Iterator[str]:
    yield f"| `{header(section)}` | takes | without it | |" if section else "| | takes | without it | |"
    yield "|---|---|---|---|"
    for one in found:
        cells = (f"`{one.name}`", taken(one), f"`{one.written(one.default)}`", help_of(one))
        yield f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
