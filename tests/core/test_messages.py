"""Errors and the output of commands are in the language of the command line's user."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core import messages
from gm_appliance.core.language import PSEUDO, SOURCE, UnknownLanguage, load

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "gm_appliance"


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    messages.speak(SOURCE)


VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

ASKED = {
    "": SOURCE,
    "LANG=x-pseudo": PSEUDO,
    "LANG=x-pseudo.UTF-8": PSEUDO,
    "LANG=x-pseudo_AT.UTF-8@euro": PSEUDO,
    "LANGUAGE=xx:x-pseudo LANG=en_GB.UTF-8": PSEUDO,
    "LANGUAGE=en_GB:x-pseudo": SOURCE,
    "LANGUAGE= LANG=x-pseudo": PSEUDO,
    "LC_ALL=C.UTF-8 LANG=x-pseudo": SOURCE,
    "LC_MESSAGES=x-pseudo LANG=en": PSEUDO,
    "LANG=xx_XX.UTF-8": SOURCE,
}


@pytest.mark.parametrize("variables", ASKED)
def test_the_environment_asks_as_it_does_of_gettexts_own_tools(
    variables: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for one in variables.split():
        name, _equals, value = one.partition("=")
        monkeypatch.setenv(name, value)
    assert messages.of_environment() == ASKED[variables]


def test_values_keep_their_letters_where_a_sentence_begins_with_one() -> None:
    assert messages._("{file} is damaged: {error}.", file="a/b", error="x") == "a/b is damaged: x."
    assert load(SOURCE)("{god} wounds {victim}.", god="thor", victim="Hel") == "Thor wounds Hel."


def test_a_language_nothing_is_translated_into_changes_nothing() -> None:
    with pytest.raises(UnknownLanguage, match=r"nothing is translated into 'xx'; there are: .*en"):
        messages.speak("xx")
    assert messages.spoken() == SOURCE


FOR_PEOPLE = {
    *("BadOption", "ConfigError", "HTTPForbidden", "HubError", "JournalBusy", "JournalDamaged"),
    *("JournalError", "JournalFull", "JournalLost", "Mistake", "NoHub", "NoMicroPython", "NoSuchGame"),
    *("NoSuchSession", "OtherRules", "PortTaken", "ScriptError", "SeveralHubs", "StillRunning"),
    "UnknownSession",
}
"""Raised or collected for the person at the keyboard. All other errors are for programmers, in English."""

ANSWERS = frozenset(("print", "say"))
SAID = frozenset(("help", "description", "metavar"))
TRANSLATED = frozenset(("_", "ngettext", "N_", "NP_", "word"))
UNSAID = frozenset(("startswith", "endswith", "compile", "search", "sub"))

TO_PEOPLE = (
    *(
        "cli",
        "app/doctor/command",
        "app/doctor/diagnosis",
        "app/doctor/parts",
        "app/doctor/system",
        "app/forgetting",
        "app/history",
        "app/plot",
        "app/replay",
        "app/listing",
        "app/virtual_table",
        "config/__init__",
        "config/checking",
        "config/command",
        "config/document",
        "config/mistakes",
        "config/schema",
    ),
    *("config/pins", "core/legal", "devices/pads/flashing", "devices/pads/port", "games/registry"),
    "simulator/script",
)
"""Modules in which every sentence is for people, wherever it occurs."""

NOT_SAID = frozenset(("PREPARE", "doubts"))
"""A program for the hub, and text for the log."""

PIP = tuple(f"pip install 'gm-appliance[{extra}]'" for extra in ("simulator", "hub", "phones"))
NAMES = frozenset(("gm-appliance: ", "N", "X", "L", *PIP))
"""The same in every language."""

SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}")


def called(node: ast.AST) -> str:
    """The name of the called function or method, without its object; ``"log"`` for any of a logger's."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        of = node.func.value
        return "log" if isinstance(of, ast.Name) and of.id in ("log", "logging") else node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def raw(node: ast.AST, said: bool, everywhere: bool) -> Iterator[tuple[int, str]]:
    """The line and text of each string that people would read in English. said: the node is part of what they
    read. everywhere: so is any sentence in this module."""
    name = called(node)
    match node:
        case ast.Constant(value=str(text)):
            found = re.search("[A-Za-z]", text) if said else everywhere and SENTENCE.search(text)
            if found and text not in NAMES:
                yield node.lineno, text
            return
        case ast.Expr(value=ast.Constant()) | ast.Subscript() | ast.Compare():
            return  # a docstring; a key; a text to compare with
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return
        case ast.Assign(targets=[ast.Name(id=target)]) | ast.FunctionDef(name=target) if target in NOT_SAID:
            return
        case ast.Raise(exc=ast.Call() as error) if called(error).endswith("Error") and not said:
            if called(error) not in FOR_PEOPLE and not (everywhere and called(error) == "ValueError"):
                return
        case ast.Call() if name in TRANSLATED or name in UNSAID or name == "log":
            return
        case ast.FormattedValue():
            yield from raw(node.value, said, everywhere)
            return
        case ast.Dict():
            said = False
    told = said or name in FOR_PEOPLE or (everywhere and name in ANSWERS | {"ValueError"})
    for child in ast.iter_child_nodes(node):
        help = isinstance(child, ast.keyword) and child.arg in SAID and everywhere
        other = isinstance(child, ast.keyword) and not help and not name.startswith("HTTP")
        yield from raw(child, (told and not other) or help, everywhere)


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).with_suffix("").as_posix(), path.read_text("utf-8")


def in_english(module: str, source: str) -> list[str]:
    found = raw(ast.parse(source), False, module in TO_PEOPLE)
    return [f"{module}:{line} {text!r}" for line, text in found]


@pytest.mark.many
def test_all_that_people_read_can_be_translated() -> None:
    modules = dict(sources())
    assert set(TO_PEOPLE) <= set(modules)
    assert [one for module, source in modules.items() for one in in_english(module, source)] == []


PLANTED = {
    "a raw text": ("storage/journal/files", "raise JournalFull(f'No room for {path}')"),
    "one word": ("app/unfinished", "raise OtherRules('no')"),
    "a text made before": ("simulator/script", "told = f'{file}: this is odd'\nraise ScriptError(told)"),
    "a mistake": ("config/checking", "yield Mistake(line, f'{what} is odd')"),
    "an answer": ("cli", "print('Done.')"),
    "a flag's help": ("cli", "parser.add_argument('--x', help='quiet')"),
    "what is glued to a sentence": ("games/registry", "raise NoSuchGame(f\"{_('x')} or {near}\")"),
    "an error without a name of its own": ("cli", "raise ValueError('odd')"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_text_that_goes_by_it_is_found(what: str) -> None:
    module, line = PLANTED[what]
    source = dict(sources())[module]
    planted = "".join(f"    {one}\n" for one in line.split("\n"))
    found = in_english(module, f"{source}\n\ndef planted():\n{planted}")
    assert len(found) == 1, found


def sentences(source: str) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Every call that translates a text or marks it for translation, with its texts."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and called(node) in TRANSLATED:
            yield node, node.args[: 2 if called(node) == "ngettext" else 1]


def given(call: ast.Call) -> set[str] | None:
    """The names of the values filled in; None if the call does not spell them out."""
    names = {"n"} if called(call) == "ngettext" else set()
    for keyword in call.keywords:
        if keyword.arg:
            names.add(keyword.arg)
        elif isinstance(keyword.value, ast.Dict):
            names |= {str(key.value) for key in keyword.value.keys if isinstance(key, ast.Constant)}
        else:
            return None
    return names


def lacking(call: ast.Call, texts: list[ast.expr]) -> set[str]:
    """The placeholders in these texts that the call gives no value, if it spells its values out."""
    written = [str(text.value) for text in texts if isinstance(text, ast.Constant)]
    places = {place for text in written for _, place, _, _ in string.Formatter().parse(text) if place}
    names = given(call)
    return set() if names is None or called(call) == "N_" else places - names


def without_values(module: str, source: str) -> list[str]:
    """Texts with a placeholder that the call gives no value."""
    if "core.messages import" not in source:
        return []
    return [f"{module}:{call.lineno}" for call, texts in sentences(source) if lacking(call, texts)]


@pytest.mark.many
def test_texts_get_their_values() -> None:
    assert [one for module, source in sources() for one in without_values(module, source)] == []


@pytest.mark.parametrize(
    "line",
    [
        '_("{file} is damaged.", path=file)',
        '_("{file} is damaged.", **{"path": file})',
        'ngettext("{n} file.", "{n} files of {all}.", n)',
    ],
)
def test_a_text_without_its_value_is_found(line: str) -> None:
    source = f"from gm_appliance.core.messages import _, ngettext\n{line}\n"
    assert len(without_values("cli", source)) == 1
