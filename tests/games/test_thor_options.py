"""Thor's options by the number of players, and which of them the menu asks for."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import JSON, BadOption, Choice
from gm_appliance.core.play import Play
from gm_appliance.games.menu.rules import MenuView, lobby
from gm_appliance.games.thor import OPTIONS, THOR

BOTH = ("game", "will_of_thor")


@pytest.mark.parametrize("players", range(2, 7))
def test_the_defaults_can_be_played(players: int) -> None:
    complete = THOR.complete({"players": players})
    assert complete["game"] == ("big" if players == 6 else "basic")
    assert THOR.complete(complete) == complete
    assert Play(THOR, complete).view.setup.will is False


@pytest.mark.parametrize(
    "given",
    [
        {"players": 2, "game": "big"},
        {"players": 3, "game": "big"},
        {"players": 6, "game": "basic"},
        {"players": 2, "will_of_thor": "yes"},
    ],
)
def test_an_impossible_option_is_refused_and_the_possible_ones_are_named(given: dict[str, JSON]) -> None:
    name, value = list(given.items())[1]
    with pytest.raises(BadOption, match=rf"^{name} cannot be '{value}' with players = .* Possible: "):
        THOR.complete(given)


@pytest.mark.parametrize(
    ("given", "others"),
    [
        ({"last_card": "must", "mode": "final"}, "mode = 'final'"),
        ({"floor_at_zero": "yes"}, "will_of_thor = 'no'"),
    ],
)
def test_an_option_without_effect_is_refused(given: dict[str, JSON], others: str) -> None:
    with pytest.raises(BadOption, match=f"has no effect with .*{others}"):
        THOR.complete(given)


@pytest.mark.parametrize(("players", "asked"), [(2, ()), (3, BOTH[1:]), (4, BOTH), (5, BOTH), (6, BOTH[1:])])
def test_the_menu_asks_only_where_there_is_a_choice(players: int, asked: tuple[str, ...]) -> None:
    menu = Play(lobby(MenuView({"thor": OPTIONS}, {})), {})
    menu.take(Choice("menu.game", "thor"))
    menu.take(Choice("option.players", players))
    menu.take(Choice("option.mode", "final"))
    for name in asked:
        assert menu.decision is not None
        assert menu.decision.name == f"option.{name}"
        menu.take(Choice(menu.decision.name, "big" if name == "game" else "no"))
    menu.take(Choice("menu.rules", "start"))
    assert menu.outcome is not None
    assert menu.outcome.reason == "start"
    chosen = menu.outcome.facts["options"]
    assert isinstance(chosen, dict)
    assert set(chosen) == {"players", "mode", *asked}
    assert THOR.complete(chosen)["game"] == ("basic" if players < 4 else "big")
