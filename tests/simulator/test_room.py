"""The virtual room: what it tells pages, what it remembers, and what it keeps secret."""

from __future__ import annotations

import base64
import re
import stat
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, get_args
from urllib.request import urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gm_appliance.simulator
from gm_appliance.core.cues.props import Card, Colour, Deck, Plate, Prop, ShownThumb, Symbol, Token
from gm_appliance.core.cues.screens import ClosedScreen
from gm_appliance.core.values import replace
from gm_appliance.devices.sound.voice import SilentVoice
from gm_appliance.games.registry import emblems
from gm_appliance.simulator.captions import RECENT
from gm_appliance.simulator.mirrored import CaptionedVoice
from gm_appliance.simulator.table_file import TableFile
from gm_appliance.simulator.web import serve
from tests.simulator.bench import DINNER, Bench, picture

STATIC = Path(gm_appliance.simulator.__file__).parent / "static"
PROTECTOR = Card(0, "Protector", "yellow", "shield", "protect", own=True)
CONSPIRATOR = Card(0, "Conspirator", "red", "sword", "conspire", own=True)
DEAL = Deck(0, "the pile", ((PROTECTOR, 5), (CONSPIRATOR, 2)))
DOWN = tuple(Card(seat, "card", face_down=True, own=True) for seat in range(1, 8))
VIEWABLE = Card(3, "card", face_down=True, own=True, viewable=True)


def test_a_page_is_given_everything_and_then_every_change_in_order() -> None:
    bench = Bench()
    bench.room.light(frozenset({3, 1}))
    bench.room.storm(True)
    bench.room.show(ClosedScreen())
    assert [message["type"] for message in bench.heard] == ["snapshot", "lamps", "storm", "display"]
    orders = [message["order"] for message in bench.heard]
    assert orders == sorted(set(orders))
    late = Bench()
    bench.room.enter(late.heard.append)
    snapshot = late.heard[-1]
    assert snapshot["lit"] == [1, 3]
    assert snapshot["storm"] is True
    assert base64.b64decode(snapshot["display"]["picture"]) == picture(ClosedScreen())


def test_a_card_that_lies_face_down_tells_nothing_of_its_other_side() -> None:
    for shown in ({"name": "protect"}, {"symbol": "shield"}, {"colour": "yellow"}):
        with pytest.raises(ValueError, match="'Back' lies face down"):
            Card(1, "Back", face_down=True, **shown)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [Card, Token])
def test_what_the_page_cannot_draw_is_refused_when_it_is_made(kind: Any) -> None:
    with pytest.raises(ValueError, match="no colour 'mauve'; there are: blue, "):
        kind(1, "Odin", "mauve")
    with pytest.raises(ValueError, match="no symbol 'raven'; there are: balder, "):
        kind(1, "Odin", "red", "raven")


def test_an_emblem_that_a_game_brings_is_on_the_page(tmp_path: Path) -> None:
    assert Plate(1, "Odin", symbol="toy.fang").symbol == "toy.fang"
    file = tmp_path / "emblems.svg"
    fang = '<symbol id="toy.fang" viewBox="0 0 24 24"><path d="M0 0h9v9z"/></symbol>'
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg"><script/>{fang}</svg>', "utf-8")
    server = serve(Bench().room, port=0, emblems=(file,))
    with urlopen(f"{server.url}symbols.svg") as answer, closing(server):
        sheet = answer.read().decode()
    assert sheet.count(fang) == 1
    assert sheet.replace(fang, "") == (STATIC / "symbols.svg").read_text("utf-8")


def test_every_emblem_of_a_game_is_its_own() -> None:
    for file in emblems():
        names = re.findall(r'<symbol id="(\w+)\.\w+"', file.read_text("utf-8"))
        assert {*names} == {file.parent.name}


def test_the_page_has_every_symbol_and_every_colour() -> None:
    sheet, style = ((STATIC / name).read_text("utf-8") for name in ("symbols.svg", "seats.css"))
    drawn = set(re.findall(r'<symbol id="(\w+)"', sheet))
    assert drawn - {"back", "thumb"} == {*get_args(Symbol)} - {""}
    coloured = set(re.findall(r'^\[data-colour="(\w+)"\] \{ --ink', style, re.MULTILINE))
    assert coloured | {"plain"} == {*get_args(Colour)}


class Voice(SilentVoice):
    def __init__(self) -> None:
        self.calls: list[object] = []

    def say(self, text: str) -> float:
        self.calls.append(text)
        return 2.0

    def hush(self) -> None:
        self.calls.append("hush!")

    def prepare(self, texts: Sequence[str]) -> None:
        self.calls.append(list(texts))


def test_captions_queue_as_the_voice_does_and_hush_drops_what_was_not_begun() -> None:
    bench = Bench()
    voice = Voice()
    captioned = CaptionedVoice(voice, bench.room)
    assert captioned.say("One.") == 2.0
    bench.time += 0.5
    captioned.say("Two.")
    captioned.say("Three.")
    delays = [message["delay"] for message in bench.heard if message["type"] == "caption"]
    assert delays == [0.0, 1.5, 3.5]
    bench.time += 2
    captioned.hush()
    assert bench.last("hush")["last"] == 2
    captioned.say("Four.")
    assert bench.last("caption")["delay"] == 0
    told = [caption["text"] for caption in bench.room.snapshot()["captions"]]
    assert told == ["One.", "Two.", "Four."]
    captioned.prepare(["Five."])
    assert voice.calls == ["One.", "Two.", "Three.", "hush!", "Four.", ["Five."]]


def test_captions_keep_pace_with_a_fast_table() -> None:
    bench = Bench(speed=4.0)
    bench.room.caption("One.", 2.0)
    bench.room.caption("Two.", 2.0)
    assert (bench.last("caption")["delay"], bench.last("caption")["seconds"]) == (0.5, 0.5)
    assert bench.room.snapshot()["speed"] == 4.0


def test_what_one_choice_led_to_is_one_part_of_the_story_and_questions_are_none() -> None:
    bench = Bench()
    room = bench.room

    def parts() -> list[tuple[str, object]]:
        return [(one["text"], one["part"]) for one in room.snapshot()["captions"]]

    room.caption("Good evening.", 1.0)
    room.told(None)
    room.caption("Odin passes.", 1.0)
    room.asked(1, DINNER.decision)
    room.offer(DINNER)
    room.caption("The gods are silent.", 1.0)  # said before the question, but not interrupted by it
    room.caption("What do you eat?", 1.0)
    room.caption("OK: soup.", 1.0)
    room.told(None)
    room.caption("Hel falls.", 1.0)
    room.told(None)
    room.caption("Dawn.", 1.0)
    story = [("Odin passes.", 1), ("The gods are silent.", 1), ("Hel falls.", 2), ("Dawn.", 2)]
    asked = [("What do you eat?", 0), ("OK: soup.", 0)]
    assert parts() == [("Good evening.", 0), *story[:2], *asked, *story[2:]]
    room.hush()
    assert [one for one in parts() if one[1]] == story
    room.asked(1, DINNER.decision)
    for _again in range(RECENT):
        room.caption("What do you eat?", 1.0)
    assert [one for one in parts() if one[1]] == story, "the story outlasts what was said lately"


def test_a_new_deck_has_the_cards_dealt_once() -> None:
    bench = Bench()
    assert bench.room.card_of(1) is None
    bench.room.lay([DEAL])
    dealt = bench.cards()
    assert Counter(dealt) == {"protect": 5, "conspire": 2}
    assert bench.room.card_of(8) is None
    assert bench.room.card_of(0) is None
    bench.room.lay([DEAL, *DOWN])
    bench.room.lay(DOWN)
    assert bench.cards() == dealt
    hands = set()
    for _ in range(8):
        bench.room.lay(())
        bench.room.lay([DEAL])
        hands.add(tuple(bench.cards()))
    assert len(hands) > 1


def test_the_cards_survive_a_kill_during_the_deal_and_after_it(tmp_path: Path) -> None:
    kept = tmp_path / "rooms" / "table.json"
    bench = Bench(kept)
    bench.room.lay([DEAL])
    bench.room.set_bots(frozenset({2, 3}))
    again = Bench(kept, seed=2)
    assert again.cards() == bench.cards()
    again.room.lay([DEAL])
    assert again.cards() == bench.cards()
    again.room.lay(DOWN)
    third = Bench(kept, seed=3)
    assert third.cards() == bench.cards()
    assert third.room.bots == {2, 3}
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [file.name for file in kept.parent.iterdir()] == ["table.json"]


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"cards": ["spy"], "deck": "", "bots": []}', '{"cards": [], "deck": 1, "bots": []}',
     '{"cards": [], "deck": "", "bots": [99]}', '{"cards": [{"name": "spy"}], "deck": "", "bots": []}',
     '{"cards": [{"at": 0, "label": "", "colour": "mauve"}]}',
     '{"cards": [{"at": 0, "label": "", "symbol": 1}]}',
     "\x00\xff"],
)  # fmt: skip
def test_a_file_that_cannot_be_understood_is_an_empty_table(
    tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    kept = tmp_path / "table.json"
    kept.write_text(content, encoding="utf-8")
    bench = Bench(kept)
    assert bench.room.card_of(1) is None
    assert "starts empty" in caplog.text
    bench.room.lay([DEAL])
    assert Bench(kept).cards() == bench.cards()


def test_a_disk_that_takes_nothing_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    bench = Bench(in_the_way / "table.json")
    bench.room.lay([DEAL])
    assert Counter(bench.cards())["conspire"] == 2
    assert "cannot keep its cards" in caplog.text
    assert "conspire" not in caplog.text


def test_what_is_kept_shows_no_cards_in_its_repr(tmp_path: Path) -> None:
    kept = tmp_path / "table.json"
    Bench(kept).room.lay([DEAL])
    assert "Protector" in kept.read_text()
    assert "Protector" not in repr(TableFile(kept).load())


THINGS: tuple[Prop, ...] = (
    Plate(1, "Odin"),
    Plate(1, "Odin", "Underworld", turned=True),
    Token(1, "Oracle", "yellow", "eye", "oracle"),
    DOWN[0],
    VIEWABLE,
    Card(1, "Odin: shield", "blue", name="odin"),
    ShownThumb(1, "Thumb up", up=True),
)
PROPS = st.lists(
    st.builds(lambda thing, at: replace(thing, at=at), st.sampled_from(THINGS), st.integers(1, 7)),
    max_size=12,
)
STEPS = st.lists(
    st.one_of(
        PROPS.map(lambda props: ("lay", [DEAL, *props])),
        PROPS.map(lambda props: ("lay", props)),
        st.booleans().map(lambda on: ("storm", on)),
        st.frozensets(st.integers(1, 7)).map(lambda seats: ("set_bots", seats)),
        st.frozensets(st.integers(1, 7)).map(lambda lit: ("light", lit)),
        st.tuples(st.just("look"), st.integers(1, 7), st.integers(1, 7)),
    ),
    max_size=12,
)


@given(STEPS, st.integers(2, 50))
def test_no_message_depends_on_a_card_that_lies_face_down(steps: list[tuple[Any, ...]], seed: int) -> None:
    told = []
    for bench in (Bench(seed=1), Bench(seed=seed)):
        for name, *values in steps:
            getattr(bench.room, name)(*values)
        told.append([*bench.heard, bench.room.snapshot()])
    assert told[0] == told[1]
    assert "conspire" not in repr(told[0])


def test_a_listener_for_bots_may_ask_the_room_from_another_thread() -> None:
    import threading

    bench = Bench()
    seen: list[frozenset[int]] = []

    def told(seats: frozenset[int]) -> None:
        thread = threading.Thread(target=lambda: seen.append(bench.room.bots))
        thread.start()
        thread.join(timeout=10)

    bench.room.on_bots(told)
    bench.room.set_bots(frozenset({5}))
    assert seen == [{5}]


def test_a_button_two_pages_hold_goes_down_once_and_up_with_the_last() -> None:
    bench = Bench()
    other = bench.room.enter(lambda message: None)
    bench.page.press(3, "up", True)
    bench.page.press(3, "up", True)
    other.press(3, "up", True)
    bench.page.press(3, "up", False)
    bench.page.press(3, "up", False)
    assert bench.edges == [(3, "up", True)]
    other.press(3, "up", False)
    assert bench.edges == [(3, "up", True), (3, "up", False)]


def test_panel_presses_are_seen_by_all_and_thumbs_by_nobody() -> None:
    bench = Bench()
    bench.page.press(0, "ok", True)
    assert bench.last("panel")["held"] == ["ok"]
    assert bench.room.snapshot()["held"] == ["ok"]
    heard = len(bench.heard)
    bench.page.press(2, "down", True)
    bench.page.press(0, "up", True)  # perhaps by somebody alone at the panel
    assert len(bench.heard) == heard
    assert bench.room.snapshot()["held"] == ["ok"]
    bench.page.press(0, "ok", False)
    assert bench.last("panel")["held"] == []


def test_the_story_has_rounds_and_what_nobody_says_and_begins_with_the_game() -> None:
    bench = Bench()
    room = bench.room

    def told() -> list[tuple[str, int]]:
        return [(one["text"], one["part"]) for one in room.snapshot()["captions"]]

    room.told(None)
    room.caption("Thor begins.", 0.0)
    room.began()
    assert bench.heard[-1]["type"] == "begin"
    room.told(None)
    room.noted("Round 2", heading=True)
    room.noted("Odin accuses Thor.", heading=False)
    room.caption("Hel seconds it.", 1.0)
    assert [text for text, part in told() if part] == ["Round 2", "Odin accuses Thor.", "Hel seconds it."]
    heading = next(one for one in bench.heard if one.get("heading"))
    assert heading["silent"]
    assert heading["part"] not in [one["part"] for one in bench.heard if one.get("text") == "Hel seconds it."]
    # A remark is part of it whatever is asked by now, and unknown.
    room.asked(1, DINNER.decision)
    room.remarks()
    room.caption("Player 1: C1 to C2.", 1.0)
    room.caption("It is my turn.", 1.0)
    assert [part > 0 for _text, part in told()[-2:]] == [True, False]
