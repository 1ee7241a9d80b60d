"""Messages about the box's parts: there is one for every fault, and none contains a secret."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.language import languages, load
from gm_appliance.core.narration import MissingWords
from gm_appliance.core.ports import FAULTS, Fault
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.session import words_for
from tests.devices.display.words_shown import lost

PACKAGE = Path(__file__).parents[2] / "gm_appliance"
REGISTERS = range(1, 5)
PADS = range(1, 16)
KNOWN = [(part, what) for part, whats in FAULTS.items() for what in whats]


def all_of(part: str, what: str) -> list[int]:
    """Every number that this fault can have."""
    if part != "pads":
        return [0]
    return {"lost": [0, *REGISTERS], "stuck": [*PADS], "mended": [*PADS]}.get(what, [0])


def told(cues: tuple[Cue, ...]) -> tuple[Lines, str]:
    show, say = cues
    assert isinstance(show, Show)
    assert isinstance(say, Say)
    assert isinstance(show.screen, Lines)
    return show.screen, say.text


def said(what: str, which: int = 0) -> str:
    return told(Announcements(load("en")).fault(Fault("pads", what, which)))[1]


@pytest.mark.parametrize("language", languages())
def test_everything_that_can_be_wrong_is_said_and_shown(language: str) -> None:
    announcements = Announcements(load(language))
    for part, what in KNOWN:
        sentences = []
        for which in all_of(part, what):
            screen, text = told(announcements.fault(Fault(part, what, which)))
            assert screen.lines == (text,)
            assert lost(screen) == [], text
            sentences.append(text)
        assert len(set(sentences)) == len(sentences), f"of {part} and {what} it is said which"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("which", [0, *REGISTERS])
def test_a_window_broken_off_says_whose_pads_are_lost(language: str, which: int) -> None:
    screen, text = told(Announcements(load(language)).broken_off(Fault("pads", "lost", which)))
    assert lost(screen) == []
    assert not which or str(4 * which - 3) in text


@pytest.mark.parametrize(("part", "what"), [("pads", "haunted"), ("kettle", "lost")])
def test_a_fault_without_words_is_an_error_and_at_the_table_a_line_in_the_log(
    part: str, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    announcements = Announcements(load("en"))
    with pytest.raises(MissingWords, match=what):
        announcements.fault(Fault(part, what))
    assert words_for(announcements, Fault(part, what)) == ()
    assert what in caplog.text
    assert words_for(announcements, Fault("pads", "back")) == announcements.fault(Fault("pads", "back"))


@pytest.mark.parametrize("what", ["stuck", "mended", "dropped"])
def test_no_thumb_is_named(what: str) -> None:
    words = {word.strip(".,:").lower() for pad in PADS for word in said(what, pad).split()}
    assert not words & {"thumb", "up", "down", "upper", "lower", "left", "right"}


def test_forgotten_presses_are_nobodys_and_uncounted() -> None:
    assert len({said("dropped", which) for which in range(16)}) == 1


REPORTS = re.compile(r"(^|[._])[Ff]ault$")


def reported(source: str) -> Iterator[tuple[str, str]]:
    """Every literal part and kind of fault that is reported or made."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and len(node.args) >= 2 and REPORTS.search(ast.unparse(node.func)):
            for part in literals(node.args[0]):
                yield from ((part, what) for what in literals(node.args[1]))


def literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_only_what_is_known_is_reported() -> None:
    found = {one for path in PACKAGE.rglob("*.py") for one in reported(path.read_text("utf-8"))}
    assert found - set(KNOWN) == set()
    assert {("panel", "missing"), ("journal", "full"), ("session", "set-aside")} <= found


def test_a_report_of_something_unknown_is_noticed() -> None:
    source = 'self._inbox.post(Fault("pads", "haunted" if x else "lost", 3)); fault("kettle", "cold")'
    assert set(reported(source)) - set(KNOWN) == {("pads", "haunted"), ("kettle", "cold")}
