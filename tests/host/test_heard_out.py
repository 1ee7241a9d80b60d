"""Sentences are heard to their end, and the last words tell people with closed eyes to open them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core.cues import Cue, Remark, Say
from gm_appliance.core.ports import PANEL, Fault, estimated_length
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.games.registry import GAMES
from gm_appliance.hidden_roles.events import Won
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable, evening
from tests.scenes import accuse, night, passes, throw, to_odin, to_the_night, vote
from tests.seven import EVERYBODY, HEL, ODIN, THOR, VALKYRIE_1, VALKYRIE_2


def cut_off(table: VirtualTable) -> list[str]:
    """Sentences that were hushed before their end. They are said one after the other."""
    cut: list[str] = []
    waiting: list[tuple[float, str]] = []  # when each is over
    for t, port, what in table.outputs:
        if port == "voice":
            begins = max([t, *(end for end, _text in waiting)])
            waiting.append((begins + estimated_length(what), what))
        elif port == "hush":
            cut += [text for end, text in waiting if end > t + 0.01]
            waiting.clear()
    return cut


@pytest.mark.parametrize("paused", ["in the open", "in the night"])
def test_after_a_pause_the_recap_is_heard_to_its_end(table: VirtualTable, paused: str) -> None:
    to_odin(table)
    table.answers(VALKYRIE_1)
    passes(table, "thor")
    if paused == "in the night":
        table.hears(AtBeat("look"))
    else:
        table.hears(Asked("council.accuse"))
        table.advance(20)
    before = len(table.outputs)
    table.holds(PANEL, "repeat")
    table.advance(20)
    table.taps(PANEL, "repeat")
    table.hears(Announced("go-on"), Asked)
    table.advance(5)
    table.outputs = table.outputs[before:]
    table.outputs = table.outputs[[what for _t, _port, what in table.outputs].index("Let's go on.") :]
    assert cut_off(table) == []
    assert len([port for _t, port, _what in table.outputs if port == "voice"]) > 3


def test_switched_off_with_closed_eyes_it_says_to_open_them(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears(AtBeat("agree"))
    table.switch_off()
    assert not table.hears_the_storm()
    assert table.all_heard(Said)[-1] == Said("Open your eyes. The game is saved. Good night.")


def test_switched_off_with_open_eyes_it_does_not(table: VirtualTable) -> None:
    to_odin(table)
    table.switch_off()
    assert table.all_heard(Said)[-1] == Said("Good night.")


NAMED = "Valkyrie 2."


def to_the_last_words(table: VirtualTable) -> None:
    """The table votes out the second conspirator; who wins has been said."""
    to_the_night(table)
    night(table, THOR)
    throw(table, 1, 1, THOR)
    passes(table, "odin")
    passes(table, "thor")
    accuse(table, ODIN, VALKYRIE_2, HEL)
    vote(table, dict.fromkeys(EVERYBODY, "down"))
    table.hears(Won, Said("Who were the conspirators?"), Said("Thor."))


def the_last_words_are_heard(table: VirtualTable) -> None:
    """The last conspirator's name, to its end; the banner comes after that."""
    table.hears(Said(NAMED))
    table.hears(Asked)
    assert NAMED not in table.cut[-2:]  # before, it was cut off in the roll call


def test_that_nothing_can_be_taken_back_is_told_after_the_last_words(table: VirtualTable) -> None:
    to_the_last_words(table)
    table.hears(Said(NAMED))
    table.holds(PANEL, "back")
    table.hears(Announced("not-back"), Asked)
    assert NAMED not in table.cut[-2:]  # before, it was cut off in the roll call


NOT_BACK = "That cannot be taken back."


@pytest.mark.parametrize("after", [0.0, 1.5, 3.0])
def test_eyes_close_once_it_was_heard_that_nothing_can_be_taken_back(
    table: VirtualTable, after: float
) -> None:
    to_the_night(table)
    table.hears(AtBeat("lead"))
    table.advance(after)
    table.holds(PANEL, "back")
    table.hears(Announced("not-back"), AtBeat("close"), AtBeat("thunder"))
    assert {NOT_BACK, "Night falls."}.isdisjoint(table.cut)


@pytest.mark.parametrize("mark", ["count", "now", "tick"])
def test_back_held_in_a_vote_is_answered_between_the_words_and_delays_nothing(
    table: VirtualTable, mark: str
) -> None:
    to_odin(table)
    table.answers("pass")
    passes(table, "thor")
    accuse(table, HEL, VALKYRIE_1, ODIN)
    table.hears(AtBeat("lead"), AtBeat(mark))
    table.holds(PANEL, "back")
    table.hears(Announced("not-back"), AtBeat("end"))
    at = [one.t for one in table.heard if isinstance(one.what, AtBeat)][-12:]  # from "three"
    assert [round(then - one, 6) for one, then in pairwise(at)] == [1.0] * 11
    assert {NOT_BACK, "Now."}.isdisjoint(table.cut)


def test_last_words_that_are_rendered_late_are_heard_to_their_end(table: VirtualTable) -> None:
    to_the_last_words(table)
    table.renders_until = table.now + 5.0
    the_last_words_are_heard(table)


class Remarking(Gotterdammerung):
    def tell(self, event: Any, view: Any) -> tuple[Cue, ...]:
        cues = super().tell(event, view)
        last = cues[-1] if isinstance(event, Won) else None
        return (*cues[:-1], Remark(last.text)) if isinstance(last, Say) else cues


@pytest.mark.parametrize("narration", [Gotterdammerung, Remarking])
def test_a_part_that_fails_meanwhile_is_told_after_the_last_words(
    tmp_path: Path, narration: type[Gotterdammerung]
) -> None:
    registry = {**GAMES, "gotterdammerung": replace(GAMES["gotterdammerung"], narrate=narration)}
    with evening(tmp_path, registry=registry) as table:
        to_the_last_words(table)
        table.post(Fault("journal", "lost"))
        the_last_words_are_heard(table)
        said = [one.what for one in table.heard if isinstance(one.what, Said | Announced)]
        assert said.index(Announced("journal-lost")) > said.index(Said(NAMED))


def to_the_final_standings(table: VirtualTable) -> None:
    """Two players have kept score for a round; the last prompt begins to read the points."""
    options: dict[str, int | str] = {
        "players": 2,
        "mode": "round",
        "wins": "highest",
        "until": "rounds",
        "rounds": 1,
    }
    table.decides("menu.game", "scorepad")
    for name, value in options.items():
        table.decides(f"option.{name}", value)
    table.decides("dealer.first", 1)
    for points in (7, 12):
        table.decides("entry.points", points)
    table.decides("reached.rounds", "end")
    table.hears(Asked("final.read"), Said)


def test_final_standings_are_read_to_their_end_before_a_part_that_fails_is_told(table: VirtualTable) -> None:
    to_the_final_standings(table)
    table.post(Fault("journal", "lost"))
    table.hears(Announced("journal-lost"))
    heard = [one.what for one in table.heard]
    final = heard[heard.index(Asked("final.read", 0)) : heard.index(Announced("journal-lost"))]
    words = [one.text for one in final if isinstance(one, Said)]
    assert len(words) == 4  # two places, the end, what to press
    assert not {*words} & {*table.cut}


def test_a_press_does_not_wait_for_the_final_standings(table: VirtualTable) -> None:
    to_the_final_standings(table)
    table.post(Fault("journal", "lost"))
    table.taps(PANEL, "repeat")
    begun = table.now
    table.hears(Announced("journal-lost"))
    assert table.now == begun
