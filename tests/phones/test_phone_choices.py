"""What phones are told of the table, and how a tap on one becomes presses of its pad."""

from __future__ import annotations

from gm_appliance.core.cues.screens import MenuScreen
from gm_appliance.core.game import AllSeats, Beat, Choice, Decision, First, MenuFace, OneOf, PerSeat, Seat
from gm_appliance.core.offers import Offer, Offers
from gm_appliance.core.values import replace
from gm_appliance.devices.pads.phone_choices import choices_of, edges, is_guarded
from gm_appliance.devices.pads.phone_table import PhoneTable
from gm_appliance.phones.messages import Mood

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
