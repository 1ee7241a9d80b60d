"""Which games of Thor there are for how many, and what of it is asked."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import BadOption, Choice, Plain
from gm_appliance.core.play import Play
from gm_appliance.games.menu.rules import lobby
from gm_appliance.games.thor import OPTIONS, THOR

WHAT = ("game", "will_of_thor")


@pytest.mark.parametrize("players", range(2, 7))
def test_what_nothing_is_said_of_can_be_played(players: int) -> None:
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
def test_what_cannot_be_played_is_refused_with_what_can(given: dict[str, Plain]) -> None:
    name, value = list(given.items())[1]
    with pytest.raises(BadOption, match=rf"^{name} = '{value}' cannot be with players = .* takes "):
        THOR.complete(given)


@pytest.mark.parametrize(
    ("given", "others"),
    [
        ({"last_card": "must", "mode": "final"}, "mode = 'final'"),
        ({"floor_at_zero": "yes"}, "will_of_thor = 'no'"),
    ],
)
def test_what_has_no_effect_is_refused(given: dict[str, Plain], others: str) -> None:
    with pytest.raises(BadOption, match=f"has no effect with .*{others}"):
        THOR.complete(given)


@pytest.mark.parametrize(("players", "asked"), [(2, ()), (3, WHAT[1:]), (4, WHAT), (5, WHAT), (6, WHAT[1:])])
def test_the_menu_asks_only_what_can_be_chosen(players: int, asked: tuple[str, ...]) -> None:
    menu = Play(lobby({"thor": OPTIONS}, {}), {})
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
