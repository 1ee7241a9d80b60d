"""Valda told, in both modes: whole sentences, short ones, in every language; pictures that fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from random import Random

import pytest

from gm_appliance.core.cues import Cue, Handling, Props, Remark, Say, Show
from gm_appliance.core.cues.props import Card, Token
from gm_appliance.core.cues.screens import (
    Cell,
    DiceScreen,
    MenuScreen,
    NumberScreen,
    Screen,
    StashScreen,
    TrackScreen,
    VersusScreen,
)
from gm_appliance.core.game import Chance, Choice, Decision, MenuFace, NumberFace, OneOf, Plain
from gm_appliance.core.language import PSEUDO, Language, load
from gm_appliance.core.people import Party
from gm_appliance.core.play import Play
from gm_appliance.games import valda
from gm_appliance.games.valda import VALDA
from gm_appliance.games.valda.companion.model import GODS
from gm_appliance.games.valda.narration.narrator import Valda
from gm_appliance.pickers import face_of, open_picker
from tests.extraction import domains

pytestmark = pytest.mark.many

Options = dict[str, Plain]

PARTY = Party(("Anna", "Bartholomäus", "", "Dörte"))

SETTINGS: tuple[Options, ...] = (
    {"players": 2, "dice": "own"},
    {"players": 3, "turnaround": "yes"},
    {"players": 4, "turnaround": "yes", "dice": "own", "trade": "any"},
    {"players": 5, "race": "yes"},
    {"players": 5, "parts": "some", "trades": "hand", "cards": "hand", "attacks": "hand", "weapons": "hand"},
    {"players": 2, "mode": "score"},
    {"players": 5, "mode": "score", "turnaround": "yes", "dice": "box"},
    {"players": 4, "mode": "score", "turnaround": "yes", "dice": "own", "race": "yes"},
)

QUICK = ("done", "none", "on", "back")
"""What people choose most of the time, so that a turn ends."""


def narration(language: str = "en", people: Party = PARTY) -> Valda:
    return Valda(load(language, valda.__name__), people)


def at_random(decision: Decision, rng: Random, *, dull: bool) -> Choice:
    """Turns end, followers stay few, and everybody has temples. dull: nobody has more than others."""
    one = rng.choice((decision, *decision.on_request)) if rng.random() < 0.1 else decision
    options = one.domain.options if isinstance(one.domain, OneOf) else ()
    quick = [value for value in QUICK if value in options]
    if quick and rng.random() < (1.0 if dull else 0.35):
        return Choice(one.name, quick[0])
    if one.name in ("turn.followers", "other.followers", "correct.followers"):
        assert not isinstance(one.domain, OneOf)
        start: int = getattr(one.domain, "start", 0)
        return Choice(one.name, 0 if dull else start + rng.choice((0, 0, 1, 2)))
    if one.name == "correct.number":
        return Choice(one.name, min(8, getattr(one.domain, "hi", 8)))
    if one.name.startswith("tie.") and dull:
        return Choice(one.name, 2)
    return Choice(one.name, one.domain.sample(rng))


def moments(seed: int, options: Options, *, dull: bool = False, most: int = 250) -> Iterator[Play]:
    """A play at each of its steps."""
    rng, play = Random(seed), Play(VALDA, VALDA.complete(options))
    yield play
    for _ in range(most):
        if play.decision is None:
            return
        play.take(at_random(play.decision, rng, dull=dull))
        yield play


def of_moment(told: Valda, play: Play) -> Iterator[Cue]:
    """All that is said and shown now, and could be asked for."""
    view = play.view
    for event, after in play.events:
        yield from told.tell(event, after)
    if play.taken:
        yield from told.back(view, play.undone().view)
    if play.decision is None or isinstance(play.decision.who, Chance):
        return
    for one in (play.decision, *play.decision.on_request):
        yield from told.ask(one, view)
        yield from told.again(one, view)
        if picker := open_picker(one):
            face = face_of(picker)
            yield Show(told.screen(one, view, face, 0))
            if isinstance(face, NumberFace):
                yield from told.under_cursor(one, view, face)
            items = face.items if isinstance(face, MenuFace) else ()
            for at in range(len(items)):
                yield from told.under_cursor(one, view, MenuFace(items, at))
                yield Show(told.screen(one, view, MenuFace(items, at), 0))
    yield from told.recap(play.decision, view)
    yield Say(told.interrupted(play.decision, view))


def of_topics(told: Valda, play: Play) -> Iterator[Cue]:
    if play.decision is None:
        return
    on_request = tuple(one.name for one in play.decision.on_request)
    for topic in told.topics(play.view, on_request):
        assert len(told.topic(topic)) <= 20
        yield from () if topic in on_request else told.explain(topic, play.view)


def all_cues(told: Valda) -> Iterator[Cue]:
    for seed, options in enumerate(SETTINGS * 2):
        for number, play in enumerate(moments(seed, options)):
            yield from of_moment(told, play)
            if number % 8 == 0:
                yield from of_topics(told, play)
    yield from seldom(told)
    for players in (2, 5):  # ties of all of them
        for mode in ("score", "companion"):
            for play in moments(players, {"players": players, "mode": mode}, dull=True, most=400):
                yield from of_moment(told, play)


LOKIS_DICE: Plain = {"1": 1, "2": 6}
SELDOM: tuple[tuple[str, Plain], ...] = (
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
"""A turn without a die, a temple undone, an area locked and opened, one of Loki's dice turned."""


OWN_DICE: tuple[tuple[str, Plain], ...] = (
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
"""Somebody with nothing, blue dice, one resource for another, a mine undone, a drill destroyed."""

FOUR_LEAD: tuple[tuple[str, Plain], ...] = (("first.who", 1), *(("turn.followers", 3),) * 4)
"""Of five, in the score."""


def seldom(told: Valda) -> Iterator[Cue]:
    """What is hard to come by."""
    evenings: tuple[tuple[Options, tuple[tuple[str, Plain], ...]], ...] = (
        ({"players": 2}, SELDOM),
        ({"players": 2, "dice": "own"}, OWN_DICE),
        ({"players": 5, "mode": "score"}, FOUR_LEAD),
    )
    for options, choices in evenings:
        play = Play(VALDA, VALDA.complete(options))
        for name, value in choices:
            play.take(Choice(name, value))
            yield from of_moment(told, play)
            yield from of_topics(told, play)


@cache
def everything(language: str = "en") -> tuple[Cue, ...]:
    return tuple(dict.fromkeys(all_cues(narration(language))))


def sentences() -> list[str]:
    said = {cue.text for cue in everything() if isinstance(cue, Say)}
    return sorted(one for text in said for one in re.findall(r"[^.!?:]+[.!?:]", text))


def screens() -> list[Screen]:
    return [cue.screen for cue in everything() if isinstance(cue, Show)]


# ---------------------------------------------------------------- everything it can say and show


def test_no_sentence_has_more_than_twelve_words() -> None:
    assert {one: len(one.split()) for one in sentences() if len(one.split()) > 12} == {}
    assert len(sentences()) > 500


def test_all_that_is_shown_fits_the_display() -> None:
    kinds = set()
    for screen in screens():
        kinds.add(type(screen))
        assert len(getattr(screen, "title", "")) <= 21, screen
        for item in getattr(screen, "items", ()):
            assert len(item) <= 20, item
        line, hint = getattr(screen, "line", ""), getattr(screen, "hint", "")
        assert max(len(line), len(hint)) <= 21, (line, hint)
    assert kinds >= {TrackScreen, StashScreen, DiceScreen, VersusScreen, NumberScreen, MenuScreen}


class Noted(NullTranslations):
    """English that remembers what was said: contexts and sentences."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[tuple[str, str]] = set()

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        self.used.add((context, message))
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.npgettext("", msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self.used.add((context, msgid1))
        return super().ngettext(msgid1, msgid2, n)


def test_no_sentence_is_left_over() -> None:
    noted = Noted()
    told = Valda(Language("en", noted), PARTY)
    for _cue in all_cues(told):
        pass
    for option in VALDA.options:
        assert told.option(option.name).help
    assert 0 < len(told.title()) <= 21
    for mode in ("score", "companion"):
        for race in ("no", "yes"):
            assert "1 plays" in told.setup({"players": 1, "mode": mode, "race": race})
            assert "4" in told.setup({"players": 4, "mode": mode, "race": race})
    (own,) = (domain for domain in domains() if domain.package == valda.__name__)
    marked = {(one.context, one.texts[0]) for one in own.sentences()}
    assert len(marked) > 250
    assert marked - noted.used == set()


def test_the_pseudo_language_shows_no_plain_vowel() -> None:
    plain = re.compile("[aeiouyAEIOUY]")
    told = narration(PSEUDO, Party())
    for seed, options in enumerate(SETTINGS):
        for play in moments(seed, options, most=120):
            for cue in of_moment(told, play):
                if isinstance(cue, Say):
                    assert not plain.search(cue.text), cue
                elif isinstance(cue, Props):
                    assert not any(plain.search(prop.label) for prop in cue.items)
                elif isinstance(cue, Show):
                    assert not any(plain.search(text) for text in texts(cue.screen)), cue


def texts(screen: Screen) -> Iterator[str]:
    for value in vars(screen).values():
        for one in value if isinstance(value, tuple) else (value,):
            for text in one if isinstance(one, tuple) else (getattr(one, "label", one),):
                if isinstance(text, str) and text not in ("coin", "gem", "drop"):
                    yield text


# ---------------------------------------------------------------- what it says, and what lies there


def taken(*choices: tuple[str, Plain], **options: Plain) -> Play:
    play = Play(VALDA, VALDA.complete({"dice": "own", **options}))
    for name, value in choices:
        play.take(Choice(name, value))
    return play


def with_temples(god: str, number: int) -> Play:
    """The first turn of two, after the dice: who plays has so many temples of that god."""
    play = taken(("first.who", 1), ("resource.gold", 1), players=2)
    for name, value in (("correct.who", 1), ("correct.what", god), ("correct.number", number)):
        play.take(Choice(name, value))
    return play


def test_whatever_was_entered_is_a_remark_that_nobody_waits_for() -> None:
    told, seen = narration(), 0
    waits = ("Endowed", "RoundBegins", "StartRolled", "Ended", "Corrected", "DiceRolled", "LokiRolled")
    for options in SETTINGS:
        for play in moments(7, options):
            for event, view in play.events:
                if type(event).__name__ in (*waits, "Defended", "BuildingCancelled", "Tied"):
                    continue
                seen += 1
                assert {type(cue) for cue in told.tell(event, view)} <= {Props, Remark}, event
    assert seen > 300


@pytest.mark.parametrize("god", GODS)
def test_a_locked_area_says_whose_it_is(god: str) -> None:
    play = with_temples(god, 3)
    props = narration().props(play.view)
    assert props is not None
    lying = [one for one in props.items if isinstance(one, Card | Token) and isinstance(one.at, Cell)]
    column = GODS.index(god) + 4
    assert [one.name for one in lying if one.at == Cell(1, column)] == [f"{god}-locked"]
    assert [one.name for one in lying if one.at == Cell(2, column)] == [f"3-{god}"]
    assert [one.name for one in lying if one.at == Cell(3, column)] == []
    (stash,) = (cue.screen for cue in narration().recap(play.decision, play.view) if isinstance(cue, Show))  # type: ignore[arg-type]
    assert isinstance(stash, StashScreen)
    assert [one.closed for one in stash.footholds] == [one == god for one in GODS]


def test_where_ok_alone_does_nothing_it_is_said() -> None:
    """Nobody shall press OK and find that they passed, or did not."""
    told, seen = narration(), set()
    for options in SETTINGS[:5]:
        for play in moments(5, options):
            decision = play.decision
            if decision is None or not isinstance(decision.domain, OneOf) or len(decision.domain.options) < 2:
                continue
            how = [cue.text for cue in told.ask(decision, play.view) if isinstance(cue, Handling)]
            nothing = decision.domain.options[0] in ("done", "none", "on") and decision.name != "game.over"
            assert any("nothing" in one or "nobody" in one for one in how) == nothing, decision
            seen.add(decision.name)
    assert {"trade.give", "game.what", "build.what", "attack.who", "effect.kind"} <= seen
