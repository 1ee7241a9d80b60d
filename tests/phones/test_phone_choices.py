"""What phones are told of the table, and how a tap on one becomes presses of its pad."""

from __future__ import annotations

import pytest

from gm_appliance.core.cues.props import Accusation, Card, Plate, ShownThumb, Tally, Token
from gm_appliance.core.cues.screens import (
    BoardPiece,
    BoardScreen,
    Cell,
    Lines,
    MenuScreen,
    NumberScreen,
    TextScreen,
    VersusScreen,
)
from gm_appliance.core.game import (
    AllSeats,
    Beat,
    Choice,
    Decision,
    First,
    MenuFace,
    Number,
    NumberFace,
    OneOf,
    PerSeat,
    Seat,
    Table,
)
from gm_appliance.core.offers import Offer, Offers
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import replace
from gm_appliance.devices.pads.phone_choices import choices_of, edges, is_guarded
from gm_appliance.devices.pads.phone_pictures import pictured, places
from gm_appliance.devices.pads.phone_table import PhoneTable
from gm_appliance.phones.messages import (
    Mood,
    PanelSheet,
    Piece,
    Pressed,
    Shown,
    ShownAccusation,
    ShownBoard,
    Sign,
    Versus,
)
from gm_appliance.pickers.gestures import HOLD, Hands
from gm_appliance.pickers.number import NumberPicker

TALK = Decision("talk", Table(), OneOf(("go on",)))
WHOM = tuple(Choice("whom", seat) for seat in (1, 2, 4))
ACCUSED = Offers(
    5,
    Decision("whom", Seat(3), OneOf((1, 2, 4)), at=-1, said_first=True),
    MenuFace(WHOM, -1),
    ("Whom?",),
    MenuScreen("Whom?", ("Odin", "Sif", "Hel"), -1),
    tuple(Offer(one, str(one.value), row, int(str(one.value))) for row, one in enumerate(WHOM)),
)


def test_what_a_stray_tap_must_not_choose_is_tapped_twice() -> None:
    """Where pads must be held, and where a choice is said before it is made; nowhere else."""
    plain, seats = Decision("whom", Seat(3), OneOf((1, 2, 4))), (1, 2, 4)
    held, pressed = (Decision("who", First(seats, one), OneOf(seats)) for one in ("hold-down", "press-up"))
    guarded = [is_guarded(one) for one in (ACCUSED.decision, held, pressed, plain)]
    assert guarded == [True, True, False, False]
    assert choices_of(ACCUSED, lambda seat: seat)[3].choices.guarded


def test_one_tap_is_enough_where_a_choice_must_be_said_first() -> None:
    """The press that has it said is made once more; if that chose already, the prompt is over."""
    plain = replace(ACCUSED, decision=replace(ACCUSED.decision, said_first=False))
    once = [(one.button, one.down) for one in edges(plain, 3, 1, None, 100.0, 0.0)]
    twice = [(one.button, one.down) for one in edges(ACCUSED, 3, 1, None, 100.0, 0.0)]
    hold = once[-3:]
    assert twice == [*once, *hold]
    assert {one.prompt_id for one in edges(ACCUSED, 3, 1, None, 100.0, 0.0)} == {5}


@pytest.mark.parametrize("number", [40, -7, 1245, 999_999])
def test_a_number_is_entered_at_once_a_far_one_by_holds_of_before(number: int) -> None:
    points = Number(-999_999, 999_999)
    screen, who = NumberScreen("Points", 0), Seat(3)
    offers = Offers(7, Decision("points", who, points), NumberFace(0), ("How many?",), screen)
    hands, picker = Hands(), NumberPicker("points", points, 0)
    for edge in edges(offers, 3, None, number, 100.0, 0.0):
        hands, before = hands.wake(edge.t)
        hands, after = hands.edge(edge.source, edge.button, edge.down, edge.t, 0)
        for gesture in (*before, *after):
            picker = picker.on(gesture)
    assert picker.choice == Choice("points", number)


def test_the_panel_on_a_phone_presses_nothing_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    table, tap = PhoneTable(), Pressed(2, "ok", 7)
    table.panel.seated((2, 3))
    table.panel.stamp = (7, 0)
    table.show(ACCUSED.screen)
    vote = Decision("vote", Seat(2), OneOf(("up", "down")), secret=True)
    for at, closes in enumerate((False, True)):
        table.closes(False, 100.0 * at)
        table.asked(TALK, 100.0 * at)
        now = 100.0 * at + 5
        assert table.presses(tap, now) == [], "it is not open"
        for pad in (3, 2):
            table.presses(Pressed(pad, "open"), now)
            assert table.panel.is_open == (pad == 2), "another's phone may not have it"
        assert PanelSheet(2, True, 7, "Whom?", ("Odin", "Sif", "Hel")) in table.news(now)
        assert table.presses(replace(tap, prompt=6), now) == [], "meant for what was asked before"
        down, up = table.presses(replace(tap, held=True), now)
        assert (down.source, down.button, up.t - down.t >= HOLD) == (PANEL, "ok", True)
        table.closes(True, now) if closes else table.asked(vote, now)
        assert table.presses(tap, now + 1) == []
        with monkeypatch.context() as planted:
            planted.setattr(PhoneTable, "_is_public", lambda _self, _now: True)
            planted.setattr(PhoneTable, "quiet_until", 0.0)
            assert table.presses(tap, now + 1), "a press that is not refused is found"
        table.news(now + 1)  # closes it


def test_a_sole_choice_has_the_words_of_who_makes_it() -> None:
    decision = Decision("who", First((2, 3), "hold-down"), OneOf((2, 3)))
    offered = (Offer(Choice("who", 2), "Sif", 0, 2), Offer(Choice("who", 3), "Hel", 1, 3))
    race = replace(ACCUSED, decision=decision, items=offered, own="I accuse …")
    for pad, one in choices_of(race, lambda seat: seat).items():
        assert (one.choices.own, one.choices.tone) == ("I accuse …", "down"), pad
    assert choices_of(ACCUSED, lambda seat: seat)[3].choices.own == ""


def test_a_place_has_what_lies_there_and_never_what_lies_face_down() -> None:
    items = (
        Plate(1, "Thor, Anna", "Underworld", turned=True, symbol="thor", player="Anna"),
        Plate(2, "Player 2", numbered=True),
        Card(1, "Faction card", face_down=True, own=True),
        Card(2, "Conspirator", "red", "sword", name="conspire", own=True),
        Card(1, "Sif", "green", "sif"),
        Card(2, "Odin", "blue", "odin", idle=True),
        *(Token(2, "Oracle", "yellow", "eye"), Tally(2, 7, "points"), ShownThumb(1, "Thumb down", up=False)),
    )
    anna, second = places(items, lambda seat: seat)
    assert (anna.name, anna.role, anna.symbol, anna.out, anna.note) == (
        *("Anna", "Thor", "thor", True, "Underworld"),
    )
    assert (anna.signs, anna.thumb, anna.card) == ((Sign("Sif", "sif", "green"),), "down", None)
    assert (second.name, second.role, second.card) == (
        *("", "Player 2", Sign("Conspirator", "sword", "red")),
    )
    assert second.signs == (Sign("Oracle", "eye", "yellow"), Sign("points", number=7))


def test_a_picture_tells_phones_what_it_is_made_of() -> None:
    before = Shown("Council", "Thor is accused.", up="spare", down="banish")
    counted = pictured(VersusScreen("Vote", 4, 3, ("Sif: +1 ▼",), thumbs=True), before)
    assert counted == replace(before, phase="Vote", versus=Versus(4, 3, (("Sif: +1 ▼", None, None),), True))
    meant = pictured(Lines("Vote", ("Against Thor", "", "▼ condemn  ▲ spare")), Shown())
    assert (meant.down, meant.up) == ("condemn", "spare")
    men = (BoardPiece(Cell(1, 2)), BoardPiece(Cell(2, 1), hollow=True))
    board = BoardScreen("Odin", ("A", "B"), ("2", "1"), men, chosen=Cell(1, 2))
    lying = (Piece("B2", chosen=True), Piece("A1", hollow=True))
    assert pictured(board, before).board == ShownBoard("AB", "21", lying)


def test_who_is_accused_and_who_fell_is_told_from_what_lies_on_the_table() -> None:
    """A fall stays the headline until the next picture; one that is taken back is none."""
    table, thor = PhoneTable(), Plate(1, "Thor")
    fallen, accusation = replace(thor, turned=True), Accusation(2, 1, "Sif accuses Thor.", "You are accused.")
    told = []
    for items, said, screen in (
        ((thor, accusation), "Sif seconds it.", Lines("Who seconds it?")),
        ((fallen,), "Thor falls.", TextScreen("Turn your card.")),
        ((fallen,), "Turn your god card.", Lines("Round 2")),
        ((fallen,), "The gods act.", Lines("Round 2")),
        ((thor,), "Thor is back.", Lines("Round 2")),
    ):
        table.lay(items)
        table.hear((said,))
        told += [(one.fell, one.sentence, one.accused) for one in table.news(0.0) if isinstance(one, Shown)]
        table.show(screen)
    assert told[0][2] == ShownAccusation(2, 1, "Sif accuses Thor.", "You are accused.")
    headlines = ["Sif seconds it.", "Thor falls.", "Thor falls.", "The gods act.", "Thor is back."]
    assert [(one[1], bool(one[0])) for one in told] == list(zip(headlines, (0, 1, 1, 0, 0), strict=True))


def test_what_is_said_in_a_vote_and_by_the_cursor_does_not_move_a_phone() -> None:
    """The words at its beginning stay; its beats come by the timetable."""
    beats = (Beat("lead", 0.0, listens=True), Beat("now", 2.0, listens=True), Beat("end", 10.0))
    thumbs = PerSeat(("1", "2"), OneOf(("up", "down")), partial=True)
    table = PhoneTable()
    table.hear(("The council is open. Who accuses?",))
    table.hear(("Thor",))
    assert [one.sentence for one in table.news(0.0) if isinstance(one, Shown)] == ["The council is open."]
    table.asked(Decision("vote", AllSeats((1, 2)), thumbs, secret=True, beats=beats), 1.0)
    found = []
    for beat, words in enumerate(("We vote on Thor.", "Now.", "Over.")):
        table.beat(beat)
        table.hear((words,))
        found += [(one.beat, one.sentence, one.left) for one in table.news(2.0) if isinstance(one, Shown)]
    assert found == [(beat, "We vote on Thor.", 8) for beat in ("before", "now", "over")]


def test_halves_are_large_only_while_thumbs_are_asked() -> None:
    """Not while the dice are told that follow a step with a timetable."""
    table = PhoneTable()
    beats = (Beat("now", 0.0, listens=True), Beat("end", 8.0))
    thumbs = PerSeat(("1", "2"), OneOf(("up", "down")), partial=True)
    vote = Decision("vote", AllSeats((1, 2)), thumbs, secret=True, beats=beats)
    table.asked(vote, 1.0)
    asked = [one for one in table.news(2.0) if isinstance(one, Mood)]
    table.chose()
    told = [one for one in table.news(9.0) if isinstance(one, Mood)]
    assert [one.thumbs for one in (*asked, *told)] == [True, False]
    assert told[0].quiet, "until the next open decision it may be secret"
