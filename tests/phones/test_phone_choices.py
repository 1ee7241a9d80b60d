"""A tap on a phone becomes presses of its pad."""

from __future__ import annotations

from gm_appliance.core.cues.screens import MenuScreen
from gm_appliance.core.game import Choice, Decision, MenuFace, OneOf, Seat
from gm_appliance.core.offers import Offer, Offers
from gm_appliance.core.values import replace
from gm_appliance.devices.pads.phone_choices import edges

WHOM = tuple(Choice("whom", seat) for seat in (1, 2, 4))
ACCUSED = Offers(
    5,
    Decision("whom", Seat(3), OneOf((1, 2, 4)), at=-1, said_first=True),
    MenuFace(WHOM, -1),
    ("Whom?",),
    MenuScreen("Whom?", ("Odin", "Sif", "Hel"), -1),
    tuple(Offer(one, str(one.value), row, int(str(one.value))) for row, one in enumerate(WHOM)),
)


def test_one_tap_is_enough_where_a_choice_must_be_said_first() -> None:
    """The press that has it said is made once more; if that chose already, the prompt is over."""
    plain = replace(ACCUSED, decision=replace(ACCUSED.decision, said_first=False))
    once = [(one.button, one.down) for one in edges(plain, 3, 1, None, 100.0, 0.0)]
    twice = [(one.button, one.down) for one in edges(ACCUSED, 3, 1, None, 100.0, 0.0)]
    hold = once[-3:]
    assert twice == [*once, *hold]
    assert {one.prompt_id for one in edges(ACCUSED, 3, 1, None, 100.0, 0.0)} == {5}
