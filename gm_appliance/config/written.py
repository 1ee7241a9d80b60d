"""The sample file and the reference, generated from the declarations of the settings."""

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
from gm_appliance.core.language import N_, NP_
from gm_appliance.core.messages import _, spoken
from gm_appliance.games.registry import registered

WIDTH = 110

_TOP = N_("All settings of gm-appliance with their default values.")
_PLACES = N_(
    "Save it as gm-appliance.toml on the boot partition of a Pi's card, where any computer can change it, in "
    "/etc, or in ~/.config for yourself. Keep only the lines you change. Mistakes are reported at the start, "
    "with their lines; `gm-appliance config check` lists them all."
)
_PARTS = N_("The parts of a real table. The virtual one (gm-appliance simulate) uses none of these settings.")
_PEOPLE = N_(
    "The people who usually play here, one table for each, in the order in which the menu first offers them. "
    'Without any, the menu does not ask who plays, unless "{line}" is chosen in the list of games.'
)
_GAMES = N_(
    "The games' own settings. The menu's questions start with these values, so OK accepts them; settings "
    "that the menu does not ask for are taken from here."
)
_PRESETS = N_(
    "Card games by name. The menu offers them when the score pad is chosen, and only asks how many play. If "
    "you write one of your own, yours replace all of these. A preset has a name of 1 to 20 letters and "
    "settings of the score pad; those it leaves out are as above. A target or a number of rounds implies "
    "when the game ends."
)
_SOMEBODY = {"name": "Siobhán", "spoken": "Shivawn"}


def texts_below() -> dict[tuple[str, ...], str]:
    """The help below each field in English, by setting; `tests/extraction.py` adds it to the catalogue."""
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
    """Its help, in the language of messages."""
    if setting.section[:1] != ("games",):
        return _(texts_below()[setting.path], language="{language}")
    text = registered(setting.section[1]).narration(spoken()).option(setting.name).help
    for option in setting.options:
        text = re.sub(rf"\b{option}(?=\s?[:,;])", toml(option), text, count=1)
    return f"{text[:1].upper()}{text[1:]}."


def taken(setting: Setting) -> str:
    """What it takes, with its unit."""
    unit = setting.extra.get("unit")
    return _("{legal}, in {unit}", legal=setting.legal, unit=_(unit)) if unit else setting.legal


# ---------------------------------------------------------------- the sample


def sample() -> str:
    """A file with every setting at its default, each with a comment."""
    blocks = [f"{_comment(_(_TOP))}\n#\n{_comment(_(_PLACES))}"]
    for section, found in groupby(SETTINGS, lambda one: one.section):
        if section[:1] == ("games",) and not any("[games." in one for one in blocks):
            blocks += [*_people(), _comment(_(_GAMES))]
        if section == ("sound",):
            blocks.append(_comment(_(_PARTS)))
        blocks += [header(section)] if section else []
        blocks += (f"{_comment(*_why(one))}\n{one.name} = {one.written(one.default)}" for one in found)
        blocks += _presets(section[-1]) if section[:1] == ("games",) else ()
    return "\n\n".join(blocks) + "\n"


def _why(setting: Setting) -> tuple[str, str]:
    return help_of(setting), _("It takes {legal}.", legal=taken(setting))


def _people() -> Iterator[str]:
    yield _comment(_(_PEOPLE, line=_(NP_("line", "Play with names"))))
    yield _comment(header(ROSTER))
    for one in REPEATED:
        if one.section == ROSTER:
            yield _comment(*_why(one), f"{one.name} = {toml(_SOMEBODY[one.name])}")


def _presets(game: str) -> Iterator[str]:
    if game in PRESETS:
        yield _comment(_(_PRESETS))
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
ENDS = "<!-- End of the generated part. -->"


def reference() -> str:
    """The tables of all settings, in Markdown, between BEGINS and ENDS."""
    tables = [BEGINS]
    for section, found in groupby((*SETTINGS, *REPEATED), lambda one: one.section):
        if section not in map(presets_of, PRESETS):
            tables.append("\n".join(_table(section, found)))
    return "\n\n".join((*tables, ENDS))


def _table(section: Section, found: Iterable[Setting]) -> Iterator[str]:
    yield f"| `{header(section)}` | takes | default | |" if section else "| | takes | default | |"
    yield "|---|---|---|---|"
    for one in found:
        cells = (f"`{one.name}`", taken(one), f"`{one.written(one.default)}`", help_of(one))
        told = " | ".join(cell.replace("|", "\\|") for cell in cells)
        yield f"| {told} |"
