"""The menu asks for the options that count, and for no other."""

from __future__ import annotations

import pytest

from gm_appliance.games.game import Choice, Number, OneOf, Option, Plain
from gm_appliance.games.lobby import lobby
from gm_appliance.games.play import Play

PLAIN = Option("dice", OneOf(("box", "own")), "box")
FEW = Option("many", Number(1, 9), 1, asked=True, when=lambda chosen: chosen["dice"] == "box")
MORE = Option("sides", Number(4, 20), 6, asked=True, when=lambda chosen: chosen.get("many") == 2)
NEVER = Option("colour", OneOf(("red", "blue")), "red", asked=True, when=lambda chosen: "sides" not in chosen)


def asked(answers: dict[str, Plain]) -> tuple[list[str], Plain]:
    """The options asked for, and the options the game begins with."""
    menu = Play(lobby({"game": (PLAIN, FEW, MORE, NEVER)}, {}), {})
    menu.take(Choice("menu.game", "game"))
    names = []
    while menu.decision is not None:
        name = menu.decision.name.removeprefix("option.")
        names.append(name)
        menu.take(Choice(menu.decision.name, answers[name]))
    assert menu.outcome is not None
    return names, menu.outcome.facts["options"]


@pytest.mark.parametrize(
    "answers", [{"many": 2, "sides": 8}, {"many": 3, "colour": "blue"}], ids=["sides", "colour"]
)
def test_an_option_is_asked_if_it_counts_with_those_before_it(answers: dict[str, Plain]) -> None:
    assert asked(answers) == (list(answers), answers)


def test_the_same_again_asks_for_nothing() -> None:
    last: dict[str, int | str] = {"dice": "box", "many": 2, "sides": 8}
    menu = Play(lobby({"game": (PLAIN, FEW, MORE, NEVER)}, {"game": last}), {})
    menu.take(Choice("menu.game", "game"))
    menu.take(Choice("menu.same", "yes"))
    assert menu.outcome is not None
    assert menu.outcome.facts["options"] == last


def test_when_it_counts_is_no_part_of_what_an_option_is() -> None:
    always = Option("many", Number(1, 9), 1, asked=True)
    assert (always, hash(always), repr(always)) == (FEW, hash(FEW), repr(FEW))
