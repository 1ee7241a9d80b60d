"""Valda's narration in both modes: everything has words, and all words are used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random

import pytest

from gm_appliance.core.cues import Cue, Props, Remark, Say, Show
from gm_appliance.core.cues.props import Card
from gm_appliance.core.cues.screens import StashScreen
from gm_appliance.core.game import JSON, Choice, Decision, Number, OneOf
from gm_appliance.core.language import PSEUDO, Language, load
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games import valda
from gm_appliance.games.valda import VALDA
from gm_appliance.games.valda.narration.names import SYMBOLS as OF_BALANCES
from gm_appliance.games.valda.narration.narrator import Valda
from tests.games.noted import NotedPseudo, all_cues, prompt_cues, texts

Options = dict[str, JSON]
Choices = Iterable[tuple[str, JSON]]

ENGLISH = Valda(load("en", valda.__name__))
SYMBOLS = frozenset(OF_BALANCES.values())

BY_HAND = ("trades", "cards", "attacks", "weapons")

SETTINGS: tuple[Options, ...] = (
    {"players": 2, "dice": "own", "mode": "companion"},
    {"players": 3, "turnaround": "yes", "mode": "companion"},
    {"players": 4, "turnaround": "yes", "dice": "own", "trade": "any", "mode": "companion"},
    {"players": 5, "race": "yes", "mode": "companion"},
    {"players": 5, "mode": "companion", **dict.fromkeys(BY_HAND, "hand")},
    {"players": 5},
    {"players": 3, "dice": "own"},
    {"players": 2, "mode": "score"},
    {"players": 5, "mode": "score", "turnaround": "yes", "dice": "box"},
    {"players": 4, "mode": "score", "turnaround": "yes", "dice": "own", "race": "yes"},
)

QUICK = ("done", "none", "on", "back")
"""The usual choices, which end a turn."""


def at_random(decision: Decision, rng: Random, *, dull: bool) -> Choice:
    """Turns end, followers stay few, and everybody has temples. dull: nobody gets ahead."""
    one = rng.choice((decision, *decision.on_request)) if rng.random() < 0.1 else decision
    options = one.domain.options if isinstance(one.domain, OneOf) else ()
    quick = [value for value in QUICK if value in options]
    if quick and rng.random() < (1.0 if dull else 0.35):
        return Choice(one.name, quick[0])
    if one.name.endswith(".followers") and isinstance(one.domain, Number):
        return Choice(one.name, 0 if dull else one.domain.start + rng.choice((0, 0, 1, 2)))
    if one.name == "correct.number" and isinstance(one.domain, Number):
        return Choice(one.name, min(8, one.domain.hi))
    return Choice(one.name, 2 if one.name.startswith("tie.") and dull else one.domain.sample(rng))


def moments(seed: int, options: Options, *, dull: bool = False, most: int = 250) -> Iterator[Play]:
    """A play at each of its steps."""
    rng, play = Random(seed), Play(VALDA, VALDA.complete(options))
    yield play
    while play.decision and len(play.taken) < most:
        play.take(at_random(play.decision, rng, dull=dull))
        yield play


def taken(options: Options, choices: Choices) -> Iterator[Play]:
    """A play of the companion (unless options say otherwise) after each of these choices."""
    play = Play(VALDA, VALDA.complete({"mode": "companion", **options}))
    for name, value in choices:
        play.take(Choice(name, value))
        yield play


def after(choices: Choices, **options: JSON) -> Play:
    """A play for two with their own dice, after these choices."""
    *_, play = taken({"players": 2, "dice": "own", **options}, choices)
    return play


LOKIS_DICE: JSON = {"1": 1, "2": 6}
SELDOM: tuple[tuple[str, JSON], ...] = (
    ("first.who", 1),
    *(("correct.who", 1), ("correct.what", "mine"), ("correct.number", 0)),
    *(("resource.roll", "roll"), ("game.what", "card")),
    *(("effect.kind", "blood"), ("effect.number", 2), ("effect.kind", "diamond"), ("effect.number", 2)),
    *(("effect.kind", "done"), ("game.what", "done"), ("build.what", "surtur"), ("weapon.play", "backstab")),
    *(("correct.who", 1), ("correct.what", "loki"), ("correct.number", 3)),
    *(("correct.who", 1), ("correct.what", "loki"), ("correct.number", 2)),
    *(("build.what", "done"), ("attack.who", "none"), ("followers.what", "loki")),
    ("loki.dice", LOKIS_DICE),
    *(("weapon.play", "crown"), ("crown.die", -1), ("crown.face", 1)),
)
"""A turn without a die, a temple cancelled, an area locked and opened, one of Loki's dice turned."""

OWN_DICE: tuple[tuple[str, JSON], ...] = (
    ("first.who", 1),
    *(("correct.who", 2), ("correct.what", "blood"), ("correct.number", 0)),
    *(("correct.who", 2), ("correct.what", "gold"), ("correct.number", 0)),
    *(("correct.who", 2), ("correct.what", "diamond"), ("correct.number", 0)),
    *(("correct.who", 1), ("correct.what", "drill"), ("correct.number", 1)),
    *(("correct.who", 1), ("correct.what", "heimdall"), ("correct.number", 2)),
    *(("resource.gold", 1), ("resource.blood", 1), ("trade.give", "done"), ("game.what", "done")),
    *(("build.what", "mine"), ("weapon.play", "backstab"), ("build.what", "done"), ("attack.who", 2)),
    *(("attack.power", 3), ("attack.defence", 0), ("effect.kind", "destroy"), ("effect.what", "drill")),
)
"""A player with nothing, blue dice, one resource for another, a mine cancelled, a drill destroyed."""

FOUR_LEAD: tuple[tuple[str, JSON], ...] = (("first.who", 1), *(("turn.followers", 3),) * 4)
"""Four of five players tie for the lead, in score mode."""

VANISHED: tuple[tuple[str, JSON], ...] = (
    *(("first.who", 1), ("resource.gold", 1), ("game.what", "done"), ("build.what", "done")),
    *(("attack.who", 2), ("attack.power", 3), ("weapon.play", "vanished")),
)
ALL_DIAMOND: JSON = {"1": 6, "2": 6}
ROLLED: tuple[tuple[str, JSON], ...] = (
    *(("first.who", 1), ("resource.roll", "roll"), ("resource.dice", ALL_DIAMOND), ("weapon.play", "crown")),
)
THREE: tuple[tuple[str, JSON], ...] = (
    ("first.who", 1),
    *(("correct.who", 3), ("correct.what", "surtur"), ("correct.number", 1)),
    *(("correct.who", 2), ("correct.what", "surtur"), ("correct.number", 1)),
    *(("correct.who", 1), ("correct.what", "odin"), ("correct.number", 1)),
    *(("correct.who", 1), ("correct.what", "tyr"), ("correct.number", 2)),
    *(("correct.who", 1), ("correct.what", "gold"), ("correct.number", 2)),
    *(("resource.gold", 1), ("game.what", "card"), ("effect.kind", "destroy"), ("effect.whom", 1)),
    *(("effect.what", "odin"), ("effect.kind", "done"), ("game.what", "done"), ("build.what", "tyr")),
    *(("attack.who", 3), ("attack.power", 3), ("weapon.play", "vanished")),
    ("attack.defence", 9),
    *(("attack.who", 3), ("attack.power", 3), ("weapon.play", "revenge")),
    *(("attack.who", 2), ("attack.power", 3), ("weapon.play", "revenge")),
)
"""A temple destroyed, an area locked, second attacks, an attack sent away and one cancelled."""

BLOCKED: tuple[tuple[str, JSON], ...] = (
    *(("first.who", 1), ("correct.who", 1), ("correct.what", "followers"), ("correct.number", 5)),
    *(("resource.gold", 0), ("game.what", "card"), ("effect.kind", "lose"), ("effect.whom", 2)),
    *(("effect.what", "gold"), ("effect.number", 2), ("effect.kind", "done"), ("game.what", "card")),
    *(("effect.kind", "gold"), ("effect.number", 2), ("effect.kind", "done"), ("game.what", "gold")),
    *(("game.what", "done"), ("build.what", "drill"), ("weapon.play", "backstab"), ("build.what", "done")),
    *(("attack.who", 2), ("attack.power", 3), ("attack.defence", 9), ("weapon.play", "wrath")),
    *(("weapon.play", "claim"), ("weapon.play", "horn"), ("weapon.play", "spear")),
    *(("effect.kind", "kill 1 followers"), ("correct.who", 2), ("correct.what", "followers")),
    *(("correct.number", 1), ("resource.gold", 1), ("game.what", "card"), ("effect.kind", "kill")),
    *(("effect.whom", 1), ("effect.number", 1), ("effect.kind", "done")),
    *(("game.what", "card"), ("effect.kind", "lose")),
    *(("effect.whom", 1), ("effect.what", "gold"), ("effect.number", 9), ("effect.kind", "done")),
    *(("game.what", "lose 2 gold"), ("effect.whom", 1)),
)
"""A drill cancelled, weapons after a block, followers in a safe zone, a card taking what nobody has."""

GUIDED: tuple[tuple[str, JSON], ...] = (
    *(("first.who", 1), ("build.what", "surtur"), ("attack.who", 2), ("attack.who", "none")),
    *(("turn.followers", 1), ("build.what", "done"), *(("correct.who", "back"),) * 15),
    *(("attack.who", 1), ("attack.power", 3), ("attack.defence", 4)),
    *(("follow.part", "attacks"), ("follow.part", "attacks")),
)
"""An attack with Surtur and one without, explained at the 21st choice; a part handed over and back."""

WON: tuple[tuple[str, JSON], ...] = (
    *(("first.who", 1), ("correct.who", 1), ("correct.what", "followers"), ("correct.number", 22)),
)


def with_areas(**temples: int) -> tuple[tuple[str, JSON], ...]:
    """The choices up to the game phase for a player with these temples."""
    wrong: list[tuple[str, JSON]] = []
    for god, number in temples.items():
        wrong += [("correct.who", 1), ("correct.what", god), ("correct.number", number)]
    return (("first.who", 1), *wrong, ("resource.gold", 1))


def seldom() -> Iterator[Play]:
    """Situations that hardly come up at random."""
    evenings: tuple[tuple[Options, tuple[tuple[str, JSON], ...]], ...] = (
        ({"players": 2}, SELDOM),
        ({"players": 2, "dice": "own"}, OWN_DICE),
        ({"players": 5, "mode": "score"}, FOUR_LEAD),
        ({"players": 4, "dice": "own"}, VANISHED),
        ({"players": 3, "dice": "own"}, THREE),
        ({"players": 2}, ROLLED),
        ({"players": 2, "dice": "own"}, BLOCKED),
        ({"players": 4, "mode": "guide", "dice": "own"}, GUIDED),
        ({"players": 2, "turnaround": "yes"}, (("first.die", {"1": 3, "2": 3}),)),
        ({"players": 2, "race": "yes"}, WON),
        ({"players": 2, "dice": "own"}, with_areas(tyr=3, odin=3)),
        ({"players": 2, "dice": "own"}, with_areas(freya=1, odin=3)),
        ({"players": 2, "dice": "own"}, with_areas(freya=2, odin=3)),
        ({"players": 2, "dice": "own"}, with_areas(freya=2)),
        ({"players": 2, "dice": "own", "attacks": "hand"}, VANISHED[:4]),
    )
    for options, choices in evenings:
        yield from taken(options, choices)


def ties(told: Valda) -> Iterator[Cue]:
    """The ends of games in which nobody is ahead."""
    for players in (2, 5):
        for mode in ("score", "companion"):
            for play in moments(players, {"players": players, "mode": mode}, dull=True, most=400):
                for event, view in play.events:
                    yield from told.tell(event, view)
                if play.decision and play.decision.name.startswith("tie."):
                    yield from prompt_cues(told, play.decision, play.view)


@pytest.mark.many
def test_every_sentence_is_used_and_nothing_else_is_said_or_shown() -> None:
    noted, plain = NotedPseudo(), re.compile("[aeiouyAEIOUY]")
    told = Valda(Language(PSEUDO, noted))
    played = chain(seldom(), *(moments(seed, options) for seed, options in enumerate(SETTINGS)))
    cues = chain.from_iterable(all_cues(told, play) for play in played)
    for text in chain.from_iterable(map(texts, chain(cues, ties(told)))):
        assert text in SYMBOLS or not plain.search(text), text
    assert told.title()
    for group in filter(None, map(told.group, told.TOPICS)):
        assert not plain.search(told.topic(group))
    for option in VALDA.options:
        assert not plain.search(told.option(option.name).help)
    for mode in ("score", "companion", "guide"):
        for race in ("no", "yes"):
            assert "4" in told.setup({"players": 4, "mode": mode, "race": race})
    assert noted.unused(valda.__name__) == set()


WAITED_FOR = ("Endowed", "RoundBegins", "StartRolled", "Ended", "Corrected", "DiceRolled", "LokiRolled")


def test_nobody_waits_for_the_repetition_of_an_entry() -> None:
    seen = 0
    for options in SETTINGS:
        for play in moments(7, options, most=100):
            for event, view in play.events:
                if type(event).__name__ not in (*WAITED_FOR, "Defended", "BuildingCancelled", "Tied"):
                    seen += 1
                    assert {type(cue) for cue in ENGLISH.tell(event, view)} <= {Props, Remark}, event
    assert seen > 300


def test_a_locked_area_is_shown_as_its_owners() -> None:
    play = after(with_areas(tyr=3))
    lying = {one.name for one in ENGLISH.props(play.view).items if isinstance(one, Card)}
    assert "tyr-locked" in lying
    assert "odin-locked" not in lying
    assert play.decision is not None
    (stash,) = (cue.screen for cue in ENGLISH.recap(play.decision, play.view) if isinstance(cue, Show))
    assert isinstance(stash, StashScreen)
    assert [one.closed for one in stash.footholds] == [False, False, False, True, False, False, False]


def asked(play: Play) -> str:
    assert play.decision is not None
    return " ".join(cue.text for cue in ENGLISH.ask(play.decision, play.view) if isinstance(cue, Say))


@pytest.mark.parametrize(
    "first",
    [
        (("game.what", "card"), ("effect.kind", "action"), ("effect.number", 1), ("effect.kind", "done")),
        (("weapon.play", "hammer"), ("effect.kind", "none")),
        (("correct.who", 1), ("correct.what", "gold"), ("correct.number", 9)),
        (("correct.who", "back"),),
    ],
    ids=["action", "hammer", "corrected", "back"],
)
def test_what_is_drawn_is_said_once_a_turn(first: Choices) -> None:
    assert "Draw two cards face up" in asked(after(with_areas()))
    assert "Draw two" not in asked(after((*with_areas(), *first)))


@pytest.mark.parametrize(
    ("temples", "drawn"),
    [
        ({"odin": 2}, "two cards face up"),
        ({"odin": 3}, "face up: one card of Odin, one base card. Then"),
        ({"odin": 3, "freya": 1}, "in secret: one card of Odin, one base card. Then"),
        ({"odin": 3, "freya": 2}, "in secret: one card of Odin, two base cards. Then"),
        ({"tyr": 3, "odin": 3}, "face up: one card of Tyr, one base card. Or one card of Odin instead. Then"),
    ],
)
def test_the_owner_of_an_area_draws_a_card_of_its_god(temples: dict[str, int], drawn: str) -> None:
    assert drawn in asked(after(with_areas(**temples)))


def test_repeat_says_what_the_dice_showed_where_the_table_takes_it_by_itself() -> None:
    """The guide does not add it to a balance; the companion already has."""
    for mode, said in (("guide", True), ("companion", False)):
        rolled: Choices = (("first.who", 1), ("resource.roll", "roll"), ("resource.dice", ALL_DIAMOND))
        *_, play = taken({"players": 2, "mode": mode}, rolled)
        view = replace(play.view, first=2)
        assert play.decision is not None
        cues = ENGLISH.on_repeat(play.decision, view)
        assert any("2 diamonds" in cue.text for cue in cues if isinstance(cue, Say)) == said
