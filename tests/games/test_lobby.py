"""The menu asks for the options that matter, and for no others."""

from __future__ import annotations

import pytest

from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import GridScreen, Lines, Screen
from gm_appliance.core.game import JSON, Choice, MenuFace, Number, OneOf, Option
from gm_appliance.core.language import load
from gm_appliance.core.play import Play
from gm_appliance.core.results import Result
from gm_appliance.devices.display import fonts
from gm_appliance.games.menu.guests import Guests
from gm_appliance.games.menu.narration.narrator import Lobby
from gm_appliance.games.menu.narration.past import Past
from gm_appliance.games.menu.rules import MenuView, lobby
from gm_appliance.pickers import open_picker
from gm_appliance.pickers.menu import Menu

PLAIN = Option("dice", OneOf(("box", "own")), "box")
FEW = Option("many", Number(1, 9, 1), 1, asked=True, when=lambda chosen: chosen["dice"] == "box")
MORE = Option("sides", Number(4, 20, 6), 6, asked=True, when=lambda chosen: chosen.get("many") == 2)
NEVER = Option("colour", OneOf(("red", "blue")), "red", asked=True, when=lambda chosen: "sides" not in chosen)


def asked(answers: dict[str, JSON]) -> tuple[list[str], JSON]:
    """The options asked for, and those the game begins with."""
    menu = Play(lobby(MenuView({"game": (PLAIN, FEW, MORE, NEVER)}, {})), {})
    menu.take(Choice("menu.game", "game"))
    names = []
    while menu.decision is not None and menu.decision.name != "menu.rules":
        name = menu.decision.name.removeprefix("option.")
        names.append(name)
        menu.take(Choice(menu.decision.name, answers[name]))
    menu.take(Choice("menu.rules", "start"))
    assert menu.outcome is not None
    return names, menu.outcome.facts["options"]


@pytest.mark.parametrize(
    "answers", [{"many": 2, "sides": 8}, {"many": 3, "colour": "blue"}], ids=["sides", "colour"]
)
def test_an_option_is_asked_if_it_counts_with_those_before_it(answers: dict[str, JSON]) -> None:
    assert asked(answers) == (list(answers), answers)


def test_what_an_option_takes_may_hang_on_one_that_nobody_was_asked() -> None:
    dice = {"box": 3, "own": 9}
    most = Option("most", Number(1, 9, 1), 1, asked=True, most=lambda chosen: dice[str(chosen["dice"])])
    menu = Play(lobby(MenuView({"game": (PLAIN, most)}, {})), {})
    menu.take(Choice("menu.game", "game"))
    assert menu.decision is not None
    assert menu.decision.domain == Number(1, 3, 1)


def test_the_letters_of_a_language_are_offered_drawn_and_said_one_by_one() -> None:
    """A letter without a capital is offered in lower case, and the voice does not get it as two letters."""
    narration = Lobby(load("en"), {})

    def entering(letters: str) -> tuple[list[JSON], list[str], list[str]]:
        people = Guests(alphabet="AÉŒß", letters=letters)
        menu = Play(lobby(MenuView({}, {}, phase="letter", people=people)), {})
        decision = menu.decision
        assert decision
        assert isinstance(decision.domain, OneOf)
        picker = open_picker(decision)
        assert isinstance(picker, Menu)
        items = picker.items
        faces = [MenuFace(items, at) for at in range(len(items))]
        under = (cue for face in faces for cue in narration.under_cursor(decision, menu.view, face))
        said = [cue.text for cue in under if isinstance(cue, Say)]
        spelt = [cue.text for cue in narration.ask(decision, menu.view) if isinstance(cue, Say)]
        return [*decision.domain.options], said, spelt

    assert entering("")[0] == ["A", "É", "Œ"]
    offered, said, spelt = entering("Stœß")
    assert {"a", "é", "œ", "ß", "done"} <= {*offered}
    assert {*"".join(map(str, offered))} <= fonts.CODES.keys()
    assert {"A", "É", "Œ", "ß", "Done"} <= {*said}
    assert spelt[0] == "S, T, Œ, ß."


def rated(games: int, *, rates: bool = True) -> tuple[Screen, list[str]]:
    """The page of ratings after so many games that Anna won, shown and told."""
    names, points = ("Anna", "Bo"), {1: 9, 2: 1}
    results = tuple(
        Result("scorepad", float(at), "", True, 60, {"players": 2}, names, points, winners=(1,))
        for at in range(games)
    )
    menu = Play(lobby(MenuView({}, {}, results=results, rates=rates)), {})
    menu.take(Choice("menu.game", "results"))
    at = menu.view.pages.index("ratings.scorepad")
    assert menu.view.pages[at - 1] == "wins.0"
    past = Past(load("en"), {}, {})
    return past.shown(menu.view, at), [*past.page(menu.view, at)]


def test_only_known_ratings_are_shown_and_only_if_they_are_wanted() -> None:
    screen, told = rated(1)
    assert screen == Lines("scorepad", ("Too early to tell",))
    assert told == ["Ratings for scorepad.", "It is too early to tell."]
    screen, told = rated(20)
    assert isinstance(screen, GridScreen)
    (who, points), _other = screen.rows
    assert who == "1. Anna"
    rating, margin = points.split(" ± ")
    assert int(rating) > 1500
    assert told[1] == f"Anna: {rating}, give or take {margin}."
    with pytest.raises(ValueError, match="not in tuple"):
        rated(20, rates=False)
