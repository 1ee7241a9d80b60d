"""How phones join the table, in every language: said in few words, and shown in full."""

from __future__ import annotations

import re

import pytest

from gm_appliance.core.cues import Say
from gm_appliance.core.game import Choice, Face, IllegalChoice, MenuFace, NumberFace, OneOf
from gm_appliance.core.language import languages, load
from gm_appliance.core.play import Play
from gm_appliance.games.joining import joining
from gm_appliance.games.joining.narration import Joining
from gm_appliance.games.joining.rules import HINTS, JoiningView, Wifi, decision
from gm_appliance.host.press_hints import PressHints, hinted
from gm_appliance.phones.invitation import invitation
from gm_appliance.pickers import face_of, open_picker
from tests.devices.display.words_shown import lost

PHASES = ("network", "wanted", "crowded", "wifi", "code", "typed", "help", "free")
SOME = invitation("192.168.100.200:8080", "00112233445566778899aabbccddeeff")
OWN = Wifi(4, "Game table 47", "AB23CD45")


def view(phase: str) -> JoiningView:
    names = ((7, "Bartholomew"),)
    return JoiningView(phase, SOME.link, SOME.address, SOME.code, tuple(range(1, 16)), names, OWN)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("phase", PHASES)
def test_everything_is_said_in_few_words_and_shown_whole(language: str, phase: str) -> None:
    of, _ = view(phase), load(language)
    told, asked = Joining(_, lambda: 15), decision(of)
    assert asked
    options = asked.domain.options if isinstance(asked.domain, OneOf) else ()
    picker = open_picker(asked)
    choices = tuple(Choice(asked.name, one) for one in options)
    faces: list[Face] = [MenuFace(choices, at) for at in range(len(options))]
    said = [*told.ask(asked, of), *told.again(asked, of), *told.on_repeat(asked, of)]
    for face in faces or [face_of(picker)]:
        said += told.under_cursor(asked, of, face)
        line = PressHints(_).line(asked, face, told.labels(asked, of, face), at_pad=False)
        screen = hinted(told.screen(asked, of, face, 0), line)
        assert lost(screen) == [], screen
        assert isinstance(face, MenuFace | NumberFace)
    for cue in said:
        assert isinstance(cue, Say)
        for sentence in re.split(r"(?<=[.?!:])\s", cue.text.replace("\u00a0", "")):
            assert len(sentence.split()) <= 12, sentence


def test_more_phones_than_the_wifi_carries_are_not_let_in_unasked() -> None:
    for wanted, phase in ((4, "share"), (5, "crowded")):
        play = Play(joining(view("network")), {})
        play.take(Choice("joining.network", "own"))
        play.take(Choice("joining.wanted", wanted))
        assert play.view.phase == phase
    play.take(Choice("joining.crowded", "here"))
    assert play.outcome
    assert play.outcome.reason == "here"


def test_nothing_is_freed_where_there_is_no_phone() -> None:
    nobody = JoiningView("code", SOME.link, SOME.address, SOME.code)
    with pytest.raises(IllegalChoice):
        Play(joining(nobody), {}).take(Choice("joining.code", "free"))


def test_every_hint_is_a_page() -> None:
    asked = decision(view("help"))
    assert asked
    assert asked.domain.contains(HINTS[-1])
