"""What is heard and when, with a fake device and clock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from gm_appliance.devices.sound.keeper import LOOK
from gm_appliance.devices.sound.masking import DUCK_HOLD, UNDER_WORDS
from gm_appliance.devices.sound.mixer import GRACE, HERALD_PATIENCE, RENDER_PATIENCE
from gm_appliance.devices.sound.wanted import Sentence
from tests.devices.sound.sound_room import Room, write_wav


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    assert room.complaints == []


def test_sentences_are_heard_one_after_the_other(room: Room) -> None:
    for sentence in (room.rendered("one", 1.0), room.rendered("two", 0.5), room.rendered("three", 1.0)):
        room.mixer.speak(sentence)
    room.live(5)
    names = [what for _, what in room.heard]
    starts = [at for at, _ in room.heard]
    assert names == ["one", "two", "three"]
    assert starts == [pytest.approx(0.0), pytest.approx(1.0, abs=0.05), pytest.approx(1.5, abs=0.08)]


def test_hush_interrupts_and_clears_the_queue(room: Room) -> None:
    room.mixer.speak(room.rendered("one"))
    room.mixer.speak(room.rendered("two"))
    room.live(0.3)
    room.mixer.hush()
    room.mixer.speak(room.rendered("three"))
    room.live(3)
    assert room.heard == [(0.0, "one"), (0.3, "cut"), (0.3, "three")]


def test_a_late_rendering_is_heard_when_it_is_ready(room: Room) -> None:
    late = Sentence("late", 1.0)
    room.mixer.speak(late)
    room.live(RENDER_PATIENCE + 20)
    assert room.heard == []
    late.wav = write_wav(room.folder / "late.wav", 1.0)
    room.live(2)
    assert room.heard == [(RENDER_PATIENCE + 20, "late")]


def test_a_hung_sentence_delays_the_next_only_for_a_while(room: Room) -> None:
    room.mixer.speak(Sentence("hung", 1.0))
    room.live(10)
    room.mixer.speak(room.rendered("next"))
    room.live(10)
    assert room.heard == [(10 + RENDER_PATIENCE, "next")]


def test_a_failed_or_missing_rendering_is_skipped_at_once_and_no_fault(room: Room) -> None:
    gone = room.rendered("gone")
    (room.folder / "gone.wav").unlink()
    for sentence in (Sentence("never", 1.0, failed=True), gone, room.rendered("next")):
        room.mixer.speak(sentence)
    room.live(1)
    assert room.heard == [(0.0, "next")]
    assert room.faults == []


def test_a_card_that_stays_busy_does_not_block_the_queue(room: Room) -> None:
    room.stuck = True
    room.mixer.speak(room.rendered("one"))
    room.mixer.speak(room.rendered("two"))
    room.live(4)
    assert room.heard == [(0.0, "one"), (pytest.approx(1.0 + GRACE, abs=0.05), "two")]


def test_nothing_is_done_while_nothing_sounds(room: Room) -> None:
    room.storm(30)
    assert room.mixer.step(room.now) is None
    room.mixer.storm(True)
    room.live(5)
    assert room.mixer.step(room.now) == pytest.approx(room.now + LOOK), "a steady storm needs no steps"


def test_the_wind_swells_ducks_under_words_rises_and_leaves(room: Room) -> None:
    room.storm(30, layer="wind")
    room.mixer.storm(True)
    room.live(2)
    assert room.gain_now() == 1.0
    room.mixer.speak(room.rendered("one"))
    room.mixer.speak(room.rendered("two"))
    room.live(0.5)
    assert room.gain_now() == UNDER_WORDS["wind"]
    for _name in range(3):
        room.live(DUCK_HOLD + 0.4)
        room.mixer.speak(room.rendered("two", 0.5))
    room.live(DUCK_HOLD)
    assert {gain for at, gain in room.gain if at > 102.5} == set(), "it does not pump in a roll call"
    room.live(2)
    assert room.gain_now() == 1.0
    room.mixer.storm(False)
    room.live(3)
    assert room.gain_now() == 0.0
    assert [what for _, what in room.heard] == ["wind-00", "one", *["two"] * 4, "calm"]
    steps = [abs(after - before) for (_, before), (_, after) in pairwise(room.gain)]
    assert max(steps) < 0.2, "no step is heard as a click"


def test_a_storm_that_is_not_made_yet_comes_when_it_is_unless_it_is_over(room: Room) -> None:
    room.mixer.storm(True)
    room.live(1)
    room.mixer.storm(False)
    room.storm(30)
    room.live(1)
    assert room.heard == []
    room.mixer.storm(True)
    room.live(1)
    assert room.heard == [(2.0, "rain-00")]


def test_a_storm_that_returns_while_leaving_does_not_begin_again(room: Room) -> None:
    room.storm(30)
    room.mixer.storm(True)
    room.live(2)
    room.mixer.storm(False)
    room.live(0.5)
    room.mixer.storm(True)
    room.live(2)
    assert [what for _, what in room.heard] == ["rain-00"]
    assert room.gain_now() == 1.0


def test_the_first_words_follow_the_horn(room: Room) -> None:
    room.made("horn", 1.0)
    room.mixer.play("horn")
    room.mixer.hush()
    room.mixer.speak(room.rendered("one"))
    room.mixer.speak(room.rendered("two"))
    room.live(5)
    starts = {what: at for at, what in room.heard}
    assert list(starts) == ["cut", "horn at 1.0", "one", "two"]
    assert starts["one"] == pytest.approx(1.0, abs=0.05)


def test_the_first_words_wait_for_a_horn_that_is_being_made_and_not_for_ever(room: Room) -> None:
    room.mixer.play("horn")
    room.mixer.speak(room.rendered("one"))
    room.live(1)
    room.made("horn", 1.0)
    room.live(3)
    assert room.heard == [(1.0, "horn at 1.0"), (pytest.approx(2.0, abs=0.05), "one")]
    room.heard.clear()
    room.mixer.play("kazoo")
    room.mixer.speak(room.rendered("two"))
    room.live(2)
    assert room.heard == [(4.0, "two")]


def test_a_horn_that_is_never_made_is_left_out_and_the_words_are_not(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.mixer.play("horn")
    room.live(60)
    room.mixer.speak(room.rendered("one"))
    room.live(10)
    room.made("horn")
    room.live(10)
    assert room.heard == [(60.0 + HERALD_PATIENCE, "one")]
    assert "Left out, because it was not generated in time: horn" in caplog.text


def test_a_horn_does_not_interrupt_a_sentence(room: Room) -> None:
    room.made("horn", 1.0)
    room.mixer.speak(room.rendered("one"))
    room.mixer.speak(room.rendered("two"))
    room.live(0.5)
    room.mixer.play("horn")
    room.live(5)
    assert [what for _, what in room.heard] == ["one", "horn at 1.0", "two"]


def test_thunder_sounds_under_words_without_delaying_them(room: Room) -> None:
    room.storm(30)
    room.made("thunder", 4.0)
    room.mixer.storm(True)
    room.live(2)
    room.mixer.play("thunder")
    room.mixer.speak(room.rendered("one"))
    room.live(2)
    assert room.heard == [(0.0, "rain-00"), (2.0, "thunder at 1.0"), (2.0, "one")]


def test_thunder_that_is_not_made_yet_does_not_come_later(room: Room) -> None:
    room.mixer.play("thunder")
    room.live(1)
    room.made("thunder", 4.0)
    room.live(10)
    assert room.heard == []


def test_the_volume_is_for_storm_and_horn_and_within_bounds(room: Room) -> None:
    room.storm(30)
    room.made("horn")
    room.mixer.storm(True)
    room.live(2)
    room.mixer.volume(50)
    room.mixer.play("horn")
    room.live(0.1)
    assert room.gain_now() == 0.5
    assert room.heard[-1][1] == "horn at 0.5"
    room.mixer.volume(700)
    room.live(0.1)
    assert room.gain_now() == 1.0


def test_the_words_have_a_volume_of_their_own_at_once(room: Room) -> None:
    room.storm(30)
    room.mixer.storm(True)
    room.mixer.speak(room.rendered("one"))
    room.live(0.5)
    assert room.loudness == 1.0
    room.mixer.voice_volume(30)
    room.live(0.1)
    assert room.loudness == pytest.approx(0.3)
    room.mixer.hush()
    room.live(2)
    assert room.gain_now() == 1.0, "the storm keeps its own"
    room.mixer.speak(room.rendered("two"))
    room.live(0.1)
    assert room.loudness == pytest.approx(0.3)
