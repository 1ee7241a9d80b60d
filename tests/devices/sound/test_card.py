"""A sound card that is missing, pulled out or plugged back in, and how that is noticed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gm_appliance.devices.sound import card, storm
from gm_appliance.devices.sound.card import keeps_first_words, playback_cards
from gm_appliance.devices.sound.keeper import REST, RETRY, RETRY_ANYWAY, Card
from gm_appliance.devices.sound.mixer import SoundMixer
from tests.devices.sound.listening import in_child, rms, samples_of, save
from tests.devices.sound.sound_room import Room

NOTHING: frozenset[tuple[str, int]] = frozenset()
PLUGGED_IN_AGAIN = frozenset({("pcmC0D0p", 40)})


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def pull(room: Room) -> None:
    """As on a real machine, the device goes silent without an error and cannot be reopened."""
    room.cards, room.gone = NOTHING, True


def plug_in(room: Room) -> None:
    room.cards, room.gone = PLUGGED_IN_AGAIN, False


def test_no_card_is_told_once_and_nothing_raises(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    room = Room(tmp_path, gone=True)
    for _ in range(3):
        room.mixer.speak(room.rendered("one"))
        room.mixer.storm(True)
        room.mixer.play("horn")
        room.mixer.hush()
        room.mixer.volume(1)
        room.mixer.voice_volume(1)
        room.live(100)
    assert room.faults == [("sound", "missing")]
    assert len(caplog.records) == 1
    assert "speaker's cable" in caplog.text


def test_a_card_pulled_and_put_back_in_silence_speaks_the_next_sentence(room: Room) -> None:
    """The old device stays dead even though a card of the same name is present."""
    room.live(5)
    room.tried.clear()
    room.cards = PLUGGED_IN_AGAIN
    room.live(100)
    assert room.tried == [], "nobody looks while nothing sounds"
    room.mixer.speak(room.rendered("one"))
    room.live(2)
    assert len(room.tried) == 1
    assert [what for _, what in room.heard] == ["closed", "one"]
    assert room.faults == []


def test_a_card_rests_in_a_long_silence_and_says_the_next_sentence_whole(tmp_path: Path) -> None:
    room = Room(tmp_path, rests=True)
    room.mixer.speak(room.rendered("one"))
    room.live(REST + 5)
    assert [what for _, what in room.heard] == ["one", "closed"]
    assert room.faults == [], "nobody is told of a rest"
    asked = room.now
    room.mixer.speak(room.rendered("two"))
    room.live(2)
    assert room.heard[-1] == (round(asked - 100.0, 2), "two")
    assert room.faults == []


@pytest.mark.parametrize("what", ["thunder", "storm"])
def test_it_wakes_for_a_short_sound_and_for_a_storm(what: str, tmp_path: Path) -> None:
    room = Room(tmp_path, rests=True)
    room.storm(30)
    room.made("thunder", 2.0)
    room.live(REST + 1)
    if what == "thunder":
        room.mixer.play(what)
    else:
        room.mixer.storm(True)
    room.live(1)
    assert [one for _, one in room.heard] == ["closed", "thunder at 1.0" if what == "thunder" else "rain-00"]
    room.mixer.storm(False)
    room.live(REST + 40)
    assert room.heard[-1][1] == "closed"


def test_a_card_pulled_during_its_rest_is_reported_when_needed(tmp_path: Path) -> None:
    room = Room(tmp_path, rests=True)
    room.live(REST + 1)
    pull(room)
    room.live(300)
    assert room.faults == [], "nobody looks while nothing sounds"
    room.mixer.speak(room.rendered("one"))
    room.live(1)
    assert room.faults == [("sound", "lost")]
    plug_in(room)
    room.live(RETRY + 1)
    assert room.faults == [("sound", "lost"), ("sound", "back")]


def test_a_card_that_swallows_first_words_never_rests(room: Room) -> None:
    room.live(10 * REST)
    assert room.heard == []


@pytest.mark.parametrize(
    ("name", "cards", "keeps"),
    [
        ("plughw:CARD=Headphones", ("vc4hdmi0", "Headphones"), True),
        ("plughw:CARD=vc4hdmi0", ("vc4hdmi0", "Headphones"), False),
        ("hdmi:CARD=vc4hdmi1", (), False),
        ("", ("Headphones", "vc4hdmi0"), False),
        ("", ("Headphones", "UAC2"), True),
        ("", (), True),
    ],
)
def test_which_cards_swallow_first_words(
    name: str, cards: tuple[str, ...], keeps: bool, tmp_path: Path
) -> None:
    for one in cards:
        (tmp_path / one).mkdir()
    assert keeps_first_words(name, tmp_path) is keeps


def test_a_card_that_raises_is_told_once_and_taken_again(room: Room) -> None:
    room.storm(30)
    room.broken = room.gone = True
    for _ in range(3):
        room.mixer.speak(room.rendered("one"))
        room.mixer.storm(True)
        room.mixer.hush()
        room.live(3)
    assert room.faults == [("sound", "lost")]
    room.gone = False
    room.live(RETRY_ANYWAY + RETRY)
    assert room.faults == [("sound", "lost"), ("sound", "back")]
    assert room.gain_now() == 1.0


def test_a_card_without_end_is_looked_for_seldom(tmp_path: Path) -> None:
    room = Room(tmp_path, gone=True)
    room.live(3600)
    assert 10 < len(room.tried) < 30


def test_playback_cards_are_identified_by_name_and_inode(tmp_path: Path) -> None:
    """In a tree like the kernel's. Capture and control devices are ignored; a new inode is a new device."""
    assert playback_cards(tmp_path / "no kernel") == NOTHING
    for name in ("controlC0", "pcmC0D0p", "pcmC0D0c", "pcmC1D0p", "timer", "card0"):
        (tmp_path / name).mkdir()
    (tmp_path / "pcmC2D0p").symlink_to("gone")
    before = playback_cards(tmp_path)
    assert sorted(name for name, _ in before) == ["pcmC0D0p", "pcmC1D0p"]
    assert playback_cards(tmp_path) == before
    (tmp_path / "again").mkdir()
    (tmp_path / "pcmC1D0p").rmdir()
    (tmp_path / "again").rename(tmp_path / "pcmC1D0p")
    assert playback_cards(tmp_path) != before


def test_a_hung_device_blocks_no_caller(tmp_path: Path) -> None:
    """Calls return; only the sound thread waits for the device."""
    stuck, let_go = threading.Event(), threading.Event()

    class Hanging(Room):
        def speak(self, wav: Path, gain: float) -> None:
            stuck.set()
            let_go.wait(30)

    room = Hanging(tmp_path)
    mixer = SoundMixer(tmp_path, 1.0, lambda *what: None, Card(room.opened, lambda: room.cards), sounds=())
    mixer.start()
    mixer.speak(room.rendered("one"))
    assert stuck.wait(30)
    mixer.hush()
    mixer.storm(True)
    mixer.speak(room.rendered("two"))
    assert not let_go.is_set()
    let_go.set()
    mixer.close()


PULLED = """
import json, os, sys, time
from pathlib import Path
from gm_appliance.devices.sound.keeper import Card
from gm_appliance.devices.sound.mixer import SoundMixer
folder = Path(sys.argv[1])
cards, faults = {("pcmC0D0p", 17)}, []
card = Card(list=lambda: frozenset(cards))
mixer = SoundMixer(folder, 1.0, lambda *what: faults.append(what), card, sounds=())
def until(happened):
    end = time.monotonic() + 30
    while not happened() and time.monotonic() < end:
        time.sleep(0.02)
def sounds(raw, seconds):
    return lambda: raw.exists() and raw.stat().st_size > 2 * 22050 * seconds
mixer.supply("rain-00", folder / "rain.wav")
mixer.storm(True)
mixer.start()
until(sounds(folder / "heard.raw", 1))
# A driver that cannot be opened stands for the card that is gone; the old device says nothing of it.
os.environ["SDL_AUDIODRIVER"] = "nonexistent"
cards.clear()
until(lambda: faults)
os.environ.update(SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(folder / "again.raw"))
cards.add(("pcmC0D0p", 18))
until(sounds(folder / "again.raw", 1.5))
mixer.close()
print(json.dumps(faults))
"""


@pytest.mark.process
def test_the_real_mixer_takes_a_card_that_was_pulled_and_put_back(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    save(storm.rain(0, seconds=2), tmp_path / "rain.wav")
    faults = in_child(PULLED, tmp_path, SDL_AUDIODRIVER="disk")
    assert faults == [["sound", "lost"], ["sound", "back"]]
    again = samples_of(tmp_path / "again.raw")
    assert rms(again[-10000:]) > 1000, "the storm goes on"


def require_alsa() -> None:
    """Skip without ALSA's library; fail if GM_REQUIRE_ALSA is set."""
    if card.silence_alsa():
        return
    if os.environ.get("GM_REQUIRE_ALSA", "") not in ("", "0"):
        pytest.fail(f"GM_REQUIRE_ALSA is set, but {card.ALSA} is not installed")
    pytest.skip(f"there is no {card.ALSA}: apt install alsa-utils")


def only_a_card_named_hall(folder: Path) -> dict[str, str]:
    """The environment of a machine whose ALSA knows only this card, and no default."""
    (folder / "asound.conf").write_text("pcm.hall { type null }\n")
    return {"ALSA_CONFIG_PATH": str(folder / "asound.conf"), "SDL_AUDIODRIVER": "alsa"}


NAMED = """
import json, sys
from gm_appliance.devices.sound.card import PygameDevice
name = sys.argv[1].rpartition("/")[2]
try:
    PygameDevice("" if name == "usual" else name).close()
except Exception as error:
    print(json.dumps(str(error)))
else:
    print(json.dumps(""))
"""


@pytest.mark.process
def test_only_the_named_card_is_opened(tmp_path: Path) -> None:
    """ALSA itself looks up the name, in a configuration with a single silent card."""
    pytest.importorskip("pygame")
    require_alsa()
    alsa = only_a_card_named_hall(tmp_path)
    said = {name: in_child(NAMED, tmp_path / name, **alsa) for name in ("hall", "cellar", "usual")}
    assert said["hall"] == ""
    assert "open audio device" in said["cellar"]
    assert "open audio device" in said["usual"]


NO_CARD = """
import json, sys
from pathlib import Path
from gm_appliance.devices.sound.mixer import SoundMixer
mixer = SoundMixer(Path(sys.argv[1]), 1.0, lambda *what: None)
for now in (0.0, 1000.0):
    mixer.open(now)
print(json.dumps("done"))
"""


@pytest.mark.process
def test_a_missing_card_is_logged_in_one_line_and_none_of_alsas(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    require_alsa()
    environment = {**os.environ, **only_a_card_named_hall(tmp_path)}
    command = [sys.executable, "-c", NO_CARD, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
    (line,) = done.stderr.splitlines()
    assert line.startswith("The sound is missing: ")
    assert "open audio device" in line
    assert "speaker's cable" in line
