"""Events the box does not notice: open eyes, thumbs held out, the die on a card."""

from __future__ import annotations

import json
from random import Random

from gm_appliance.core.cues.props import Card, Deck, Plate, Prop
from gm_appliance.core.game import Beat, Clock, Decision, OneOf, Seat, Table
from gm_appliance.simulator.customs import Customs
from gm_appliance.simulator.people import People
from gm_appliance.simulator.requests import obey
from gm_appliance.simulator.room import PageMessage
from tests.simulator.bench import Bench, Inbox

FACES = (Card(0, "Protector", name="protect"), 5), (Card(0, "Conspirator", name="conspire"), 2)
PLATES: list[Prop] = [Plate(seat, f"Player {seat}") for seat in range(1, 8)]
DOWN: list[Prop] = [Card(seat, "Card", face_down=True, own=True) for seat in range(1, 8)]
STEPS: dict[str, tuple[Beat, ...]] = {
    "agreeing": (
        Beat("lead", 0.0),
        Beat("close", 1.0),
        Beat("agree", 2.0, awake="conspire"),
        Beat("open", 3.0),
    ),
    "laying": (
        *(Beat("lead", 0.0), Beat("close", 1.0), Beat("die", 2.0, awake="conspire", by_hand="die")),
        *(Beat("count", 3.0, awake="conspire", by_hand="die"), Beat("reclose", 4.0), Beat("open", 5.0)),
    ),
    "showing": (Beat("lead", 0.0), Beat("now", 1.0, by_hand="thumbs"), Beat("end", 2.0)),
    "looking": (
        *(Beat("lead", 0.0), Beat("close", 1.0, awake=3), Beat("look", 2.0, awake=3, by_hand="look")),
        *(Beat("return", 3.0, awake=3), Beat("open", 4.0)),
    ),
}


class Evening:
    """A dealt table with its customs; `person` is a seat that holds this card."""

    def __init__(self, card: str = "conspire", seed: int = 1) -> None:
        self.bench = Bench(seed=seed)
        self.room = self.bench.room
        self.room.lay([Deck(0, "The pile", FACES), *PLATES, *DOWN])
        self.room.lay([*PLATES, *DOWN])
        self.them = [seat for seat in range(1, 8) if self.room.card_of(seat) == "conspire"]
        self.person = next(seat for seat in range(1, 8) if self.room.card_of(seat) == card)
        self.room.only_human(self.person)
        self.customs = Customs(self.room, Random(seed))

    def comes_to(self, name: str, mark: str) -> None:
        """The beat is told first, then the storm begins or ends."""
        beats, closed = STEPS[name], name != "showing"
        self.customs.asked(1, Decision(name, Clock(), OneOf(("over",)), closed=closed, beats=beats))
        for at, one in enumerate(beats):
            self.customs.beat(1, at)
            if closed and one.mark in ("close", "open"):
                self.room.storm(one.mark == "close")
            if one.mark == mark:
                return

    def asks(self, name: str, seat: int = 0) -> None:
        who = Seat(seat) if seat else Table()
        values = ("down", "up") if seat else ("one", "two")
        self.customs.asked(2, Decision(name, who, OneOf(values)))

    def die(self) -> int:
        return int(self.bench.last("table").get("die", 0))


def test_a_conspirator_sees_the_others_while_they_have_the_eyes_open_and_nobody_else_does() -> None:
    for name, mark in (("agreeing", "agree"), ("laying", "count")):
        evening = Evening()
        room, person = evening.room, evening.person
        evening.comes_to(name, "close")
        assert room.companions(person) == ()
        assert room.look(person, person) is None
        evening.comes_to(name, mark)
        assert list(room.companions(person)) == evening.them
        card = room.look(person, person)
        assert card is not None
        assert card.name == "conspire"
        others = set(range(1, 8)) - {person}
        assert [seat for seat in others if room.companions(seat) or room.look(seat, seat)] == []
        assert [seat for seat in others if room.look(seat, person)] == []
        room.storm(False)
        assert room.companions(person) == ()


def test_a_protector_sees_nothing() -> None:
    evening = Evening("protect")
    evening.comes_to("agreeing", "agree")
    assert evening.room.companions(evening.person) == ()
    assert evening.room.look(evening.person, evening.person) is None


def test_no_message_to_all_depends_on_who_conspires() -> None:
    """Until the die is shown, which everybody sees at a real table too."""
    told = []
    for seed in range(1, 6):
        evening = Evening(seed=seed)
        evening.room.only_human(1)
        before = len(evening.bench.heard)
        evening.comes_to("laying", "die")
        evening.room.lay_die(1, 4)
        evening.comes_to("agreeing", "agree")
        told.append([{**one, "order": 0} for one in evening.bench.heard[before:]])
    assert all(one == told[0] for one in told)
    assert len({tuple(Evening(seed=seed).them) for seed in range(1, 6)}) > 1


def test_the_die_lies_where_one_of_those_awake_laid_it_and_is_seen_while_it_is_asked_for() -> None:
    evening = Evening()
    protector = next(seat for seat in range(1, 8) if seat not in evening.them)
    evening.comes_to("laying", "close")
    assert not evening.room.lay_die(evening.person, protector)
    evening.comes_to("laying", "die")
    assert not evening.room.lay_die(protector, evening.person)
    assert evening.room.lay_die(evening.person, protector)
    evening.room.storm(False)
    evening.room.lay([*PLATES, *DOWN])
    assert evening.die() == 0
    evening.asks("whose.card")
    assert evening.die() == protector
    evening.asks("questions")
    evening.asks("whose.card")
    assert evening.die() == protector
    evening.asks("next")
    assert evening.die() == 0


def test_bots_lay_the_die_on_somebody_in_asgard_who_is_none_of_them() -> None:
    laid = set()
    for seed in range(1, 30):
        evening = Evening("protect", seed)
        below = next(seat for seat in range(1, 8) if seat not in evening.them)
        evening.room.lay([*(Plate(seat, "P", turned=seat == below) for seat in range(1, 8)), *DOWN])
        evening.comes_to("laying", "die")
        evening.asks("whose.card")
        assert evening.die() not in (0, below, *evening.them)
        laid.add(evening.die())
    assert len(laid) > 3


def test_thumbs_are_held_out_on_now_and_stay_until_they_are_entered() -> None:
    evening = Evening()
    evening.comes_to("showing", "lead")
    assert "thumbs" not in evening.bench.last("table")
    evening.comes_to("showing", "now")
    shown = evening.bench.last("table")["thumbs"]
    assert set(shown) == set("1234567") - {str(evening.person)}
    assert set(shown.values()) == {"up", "down"}
    evening.bench.page.press(evening.person, "down", True)
    evening.asks("thumb", 3)
    evening.asks("thumb", 4)
    assert evening.bench.last("table")["thumbs"] == {**shown, str(evening.person): "down"}
    evening.asks("accuse")
    assert "thumbs" not in evening.bench.last("table")
    evening.bench.page.press(evening.person, "up", True)
    assert evening.room.shown_thumb(evening.person) is None


def test_with_all_cards_viewable_only_whoever_is_awake_to_look_sees_another_players() -> None:
    """Asked at the wire for every card from every seat, at every beat of every step."""
    evening = Evening()
    room, page = evening.room, evening.bench.page
    room.lay(
        [*PLATES, *(Card(seat, "Card", face_down=True, own=True, viewable=True) for seat in range(1, 8))]
    )
    room.set_bots(frozenset({7}))
    told: dict[tuple[str, str], set[int]] = {}
    for name, beats in STEPS.items():
        for beat in beats if name != "showing" else ():
            evening.comes_to(name, beat.mark)
            room.storm(True)
            for by in range(1, 8):
                for seat in range(1, 8):
                    answers: list[PageMessage] = []
                    request = {"type": "look", "seat": seat, "by": by}
                    obey(room, page, answers.append, lambda beat: False, json.dumps(request))
                    if answers[0]["card"] and seat != by:
                        told.setdefault((name, beat.mark), set()).add(by)
    assert told == {("looking", "look"): {3}}


class Seen:
    def __init__(self, card: str, thumb: str) -> None:
        self.card_of = lambda seat: card
        self.unturned = lambda: frozenset({2, 3})
        self.shown_thumb = lambda seat: thumb


def bots(card: str, shown: str) -> tuple[People, Inbox]:
    inbox, seen = Inbox(), Seen(card, shown)
    return People(inbox, seen, Random(1), Random(1), seen.unturned), inbox


def test_a_bot_enters_the_thumb_it_holds_out() -> None:
    for shown in ("up", "down"):
        people, inbox = bots("protect", shown)
        people.asked(1, Decision("thumb", Seat(3), OneOf(("down", "up"))))
        assert inbox.pressed == {(0, shown)}


def test_bots_call_the_end_that_were_awake_at_night_and_others_cannot() -> None:
    sides: dict[str, tuple[int | str, ...]] = {"conspire": ("conspire",), "protect": ("protect",)}
    ends = Decision("end", Table(), OneOf(("on", "protect", "conspire")), by_card=sides)
    night = Decision("night", Clock(), OneOf(("over",)), closed=True, beats=STEPS["agreeing"])
    for card, pressed in (("conspire", ["ok"]), ("protect", [])):
        people, inbox = bots(card, "")
        people.asked(1, ends)
        assert inbox.strokes == []
        people.asked(2, night)
        people.asked(3, ends)
        assert [one.button for one in inbox.strokes][-1:] == pressed
