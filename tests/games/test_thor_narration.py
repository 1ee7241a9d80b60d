"""Thor told: whole sentences, short ones, in every language; pictures that show what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues import Cue, Handling, Props, Remark, Say, Show
from gm_appliance.core.cues.props import Card, Tally
from gm_appliance.core.cues.screens import GridScreen, MenuScreen, NumberScreen, PilesScreen, Screen
from gm_appliance.core.game import Chance, Choice, Decision, MenuFace, NumberFace, OneOf, Plain, Seat
from gm_appliance.core.language import PSEUDO, Language, load
from gm_appliance.core.people import Party
from gm_appliance.core.play import Play
from gm_appliance.games import thor
from gm_appliance.games.thor import THOR
from gm_appliance.games.thor.events import RoundScored, TookNothing
from gm_appliance.games.thor.narration.narrator import Thor
from gm_appliance.pickers import face_of, open_picker
from tests.extraction import domains
from tests.games.noted import Noted
from tests.games.thor_rounds import for_long
from tests.games.thor_table import Table

pytestmark = pytest.mark.many

Options = dict[str, Plain]

LONG = 30
"""As many rounds as it takes for what seldom happens."""

PARTY = Party(("Anna", "Bartholomäus", "", "Dörte"))

SETTINGS: tuple[Options, ...] = (
    {"players": 2},
    {"players": 3, "will_of_thor": "yes", "last_card": "must", "match": "single"},
    {"players": 4, "will_of_thor": "yes", "game": "big", "match": "single", "first": "choose"},
    {"players": 6, "game": "big", "will_of_thor": "yes", "floor_at_zero": "yes", "match": "single"},
    {"players": 5, "mode": "final", "will_of_thor": "yes"},
    {"players": 3, "mode": "final", "first": "choose"},
)


def narration(language: str = "en", people: Party = PARTY) -> Thor:
    return Thor(load(language, thor.__name__), people)


def taken(*choices: tuple[str, Plain], **options: Plain) -> Play:
    play = Play(THOR, THOR.complete(options))
    for name, value in choices:
        play.take(Choice(name, value))
    return play


def to_the_end(seed: int) -> Iterator[Play]:
    """A round of three in which all action cards are drawn and played, and at last nothing is left."""
    options: Options = {"players": 3, "will_of_thor": "yes", "match": "single", "first": "choose"}
    rng, play = Random(seed), Play(THOR, THOR.complete(options))
    while play.decision and play.decision.name != "match.over":
        value = for_long(play.decision, play.view, rng)
        if play.decision.name == "turn.last" and seed % 2:
            value = "end"
        play.take(Choice(play.decision.name, value))
        yield play


def at_random(decision: Decision, rng: Random, *, dull: bool) -> Choice:
    """Action cards come into play, and nobody ends it soon. dull: everything is the same, so that all tie."""
    one = rng.choice((decision, *decision.on_request)) if rng.random() < 0.05 else decision
    if dull and one.name in ("final.offer", "final.card", "final.count", "final.gifts"):
        return Choice(one.name, "none" if one.domain.contains("none") else 0)
    likely = [value for value in ("draw", "card", "remove", "next", "on") if one.domain.contains(value)]
    if likely and rng.random() < 0.6:
        return Choice(one.name, rng.choice(likely))
    value = one.domain.sample(rng)
    return Choice(one.name, "correct" if value == "end" and one.domain.contains("correct") else value)


def moments(seed: int, options: Options, *, dull: bool = False) -> Iterator[Play]:
    """A play at each of its steps."""
    rng, play = Random(seed), Play(THOR, THOR.complete(options))
    yield play
    for _ in range(400):
        if play.decision is None:
            return
        play.take(at_random(play.decision, rng, dull=dull))
        yield play


def of_moment(told: Thor, play: Play) -> Iterator[Cue]:
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
            items = face.items if isinstance(face, MenuFace) else ()
            for at in range(len(items)):
                yield from told.under_cursor(one, view, MenuFace(items, at))
                yield Show(told.screen(one, view, MenuFace(items, at), 0))
    yield from told.recap(play.decision, view)
    yield Say(told.interrupted(play.decision, view))


def all_cues(told: Thor) -> Iterator[Cue]:
    for seed, options in enumerate(SETTINGS * 4):
        for play in moments(seed, options):
            yield from of_moment(told, play)
            if seed < len(SETTINGS) and play.decision:
                on_request = tuple(one.name for one in play.decision.on_request)
                for topic in told.topics(play.view, on_request):
                    assert len(told.topic(topic)) <= 20
                    yield from () if topic in on_request else told.explain(topic, play.view)
    for seed in range(LONG):
        for play in to_the_end(seed):
            if play.decision:
                yield from told.ask(play.decision, play.view)
                yield Show(told.screen(play.decision, play.view, face_of(open_picker(play.decision)), 0))
            for event, after in play.events:
                yield from told.tell(event, after)
    yield from seldom(told)
    for players in range(2, 7):  # ties of all of them
        for play in moments(players, {"players": players, "mode": "final", "match": "single"}, dull=True):
            yield from of_moment(told, play)


def seldom(told: Thor) -> Iterator[Cue]:
    """What is hard to come by."""
    tied = taken(("first.who", 1), ("final.begin", "enter"), players=5, mode="final", first="choose")
    while tied.decision and tied.decision.name != "round.next":
        first = {"final.offer": 1, "final.count": int(len(tied.taken) < 7)}[tied.decision.name]
        tied.take(Choice(tied.decision.name, first))
    assert tied.view.points == ((1, 1, 1, 1, 0),)
    assert tied.decision is not None
    yield from told.ask(tied.decision, tied.view)
    yield from told.tell(TookNothing(1, forced=True), tied.view)
    stuck = Decision("turn.offer", Seat(1), OneOf(("remove", "stuck")))
    items = (Choice("turn.offer", "remove"), Choice("turn.offer", "stuck"))
    yield from told.under_cursor(stuck, tied.view, MenuFace(items, 1))


@cache
def everything(language: str = "en") -> tuple[Cue, ...]:
    return tuple(dict.fromkeys(all_cues(narration(language))))


def sentences(language: str = "en") -> list[str]:
    said = {cue.text for cue in everything(language) if isinstance(cue, Say)}
    return sorted(one for text in said for one in re.findall(r"[^.!?]+[.!?]", text))


def screens(language: str = "en") -> list[Screen]:
    return [cue.screen for cue in everything(language) if isinstance(cue, Show)]


def said(cues: tuple[Cue, ...]) -> list[str]:
    return [cue.text for cue in cues if isinstance(cue, Say)]


def numbers(text: str) -> list[int]:
    """The numbers that a sentence names, in whatever words, in their order."""
    return list(map(int, re.findall(r"-?\d+", text)))


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
        together = len(line) + 1 + len(hint) if isinstance(screen, PilesScreen) else max(len(line), len(hint))
        assert together <= 21, (line, hint)
    assert kinds >= {PilesScreen, NumberScreen, MenuScreen, GridScreen}


def test_no_sentence_is_left_over() -> None:
    noted = Noted()
    told = Thor(Language("en", noted), PARTY)
    for _cue in all_cues(told):
        pass
    for option in THOR.options:
        assert told.option(option.name).help
    assert 0 < len(told.title()) <= 21
    for mode in ("live", "final"):
        assert numbers(told.setup({"players": 4, "mode": mode})) == [4]
    (own,) = (domain for domain in domains() if domain.package == thor.__name__)
    marked = {(one.context, one.texts[0]) for one in own.sentences()}
    assert len(marked) > 200
    assert marked - noted.used == set()


def test_the_pseudo_language_shows_no_plain_vowel() -> None:
    plain = re.compile("[aeiouyAEIOUY]")
    nobody = Party()
    told = narration(PSEUDO, nobody)
    for seed, options in enumerate(SETTINGS):
        for play in moments(seed, options):
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
                if isinstance(text, str):
                    yield text


# ---------------------------------------------------------------- what it says


BOOK: dict[tuple[str, int], int] = {("freya", 1): 3, ("odin", 1): 2, ("thor", 1): 3}
OFFERS = {"freya": 2, "odin": 5, "thor": 4}


def book(*, number: int = 2) -> Play:
    """The book's example: 28 points for seat 1; the other has `number` cards of Njörd, worth nothing."""
    play = taken(("first.who", 1), ("final.begin", "enter"), players=2, mode="final", first="choose")
    for god in play.view.gods:
        play.take(Choice("final.offer", OFFERS.get(god, 0)))
        for seat in (1, 2):
            if play.decision and play.decision.name == "final.count":
                count = number if (god, seat) == ("njord", 2) else BOOK.get((god, seat), 0)
                play.take(Choice("final.count", count))
    return play


def test_the_books_example_is_told_card_by_card() -> None:
    play, told = book(), narration()
    cues = [cue for event, view in play.events for cue in told.tell(event, view)]
    spoken = [numbers(one) for one in said(tuple(cues))]
    assert [5, 2, 10] in spoken
    assert spoken[spoken.index([5, 2, 10]) + 1] == [4, 3, 12]
    assert spoken[spoken.index([5, 2, 10]) + 2] == [2, 3, 6]
    assert spoken[spoken.index([5, 2, 10]) + 3] == [28]
    assert spoken[-1] == [0]  # who has cards that are worth nothing hears no sums
    shown = [cue.screen for cue in cues if isinstance(cue, Show)]
    assert isinstance(shown[0], PilesScreen)
    assert [pile.number for pile in shown[0].piles] == [5, 4, 2, 0, 0]
    assert isinstance(shown[-1], GridScreen)
    assert shown[-1].rows == (("Anna", "+28", "28"), ("Bartholomäus", "+0", "0"))


def test_whoever_enters_turn_after_turn_never_waits_for_the_voice() -> None:
    """What was placed, taken or entered is a remark, to be said with the prompt that follows."""
    told, turns = narration(), 0
    for options in SETTINGS:
        for play in moments(7, options):
            for event, view in play.events:
                if view.points != play.view.points or type(event).__name__ == "RoundBegins":
                    continue
                if type(event).__name__ in ("Corrected", "RoundOver", "GodScored", "GiftsScored"):
                    continue
                if type(event).__name__ in ("RoundScored", "Ended"):
                    continue
                turns += 1
                assert {type(cue) for cue in told.tell(event, view)} <= {Props, Remark}, event
    assert turns > 300


def test_the_likely_choice_is_said_and_one_press_takes_it() -> None:
    told = narration()
    play = taken(("first.who", 1), players=2, first="choose")
    for _ in range(6):
        assert play.decision is not None
        assert isinstance(play.decision.domain, OneOf)
        first = Choice(play.decision.name, play.decision.domain.options[0])
        *_asked, suggested, handling = told.ask(play.decision, play.view)
        assert isinstance(handling, Handling)
        assert isinstance(suggested, Say)
        face = MenuFace((first, Choice(play.decision.name, "none")), 0)
        (under,) = told.under_cursor(play.decision, play.view, face)
        assert isinstance(under, Say)
        assert suggested.text == f"{under.text}?"
        play.take(first)


def test_the_display_shows_every_stack_at_a_glance() -> None:
    choices: list[tuple[str, Plain]] = [("first.who", 1), ("turn.offer", "freya"), ("turn.value", 4)]
    choices += [("turn.take", "freya"), ("turn.offer", "freya"), ("turn.value", 1)]
    play = taken(*choices, players=2, first="choose")
    assert play.decision is not None
    shown = narration().screen(play.decision, play.view, face_of(open_picker(play.decision)), 0)
    assert isinstance(shown, PilesScreen)
    assert [pile.number for pile in shown.piles] == [0, 0, 1, 0, 0]
    freya = shown.piles[2]
    assert (freya.lying, freya.left, freya.most) == ((4, 1), 4, 5)
    marked = [at for at, pile in enumerate(shown.piles) if pile.marked]
    assert marked == [2]  # worth most, so it stands first


def test_a_card_that_changes_a_value_has_its_sign_there() -> None:
    play = taken(
        ("first.who", 1),
        *(("turn.offer", "odin"), ("turn.value", 3), ("turn.take", "draw")),
        *(("turn.offer", "thor"), ("turn.value", 0), ("turn.take", "draw")),
        *(("turn.offer", "freya"), ("turn.value", 0), ("turn.take", "draw")),
        *(("turn.offer", "card"), ("card.which", "fruits"), ("card.god", "odin")),
        players=3,
        first="choose",
        will_of_thor="yes",
    )
    told = narration()
    cues = [cue for event, view in play.events for cue in told.tell(event, view)]
    assert numbers(said(tuple(cues))[-1]) == [6]
    assert play.decision is not None
    shown = told.screen(play.decision, play.view, face_of(open_picker(play.decision)), 0)
    assert isinstance(shown, PilesScreen)
    assert (shown.piles[0].number, shown.piles[0].sign) == (6, "×2")


def test_below_a_number_stands_how_many_are_left() -> None:
    play = taken(("first.who", 1), ("final.begin", "enter"), ("final.offer", 3), mode="final", first="choose")
    left = []
    for count in (1, 2):
        assert play.decision is not None
        shown = narration().screen(play.decision, play.view, NumberFace(0), 0)
        assert isinstance(shown, NumberScreen)
        left.append(numbers(shown.line))
        play.take(Choice("final.count", count))
    assert left == [[5], [4]]


def test_what_is_filled_in_is_told_once() -> None:
    play = taken(("first.who", 1), ("final.begin", "enter"), ("final.offer", 3), mode="final", first="choose")
    play.take(Choice("final.count", 5))
    told = narration()
    spoken = [said(told.tell(event, view)) for event, view in play.events]
    assert [len(one) for one in spoken] == [1, 0, 0, 1]


def test_points_hands_and_offers_lie_on_the_table() -> None:
    play = book()
    lying = narration().props(play.view).items
    points = [prop.number for prop in lying if isinstance(prop, Tally) and isinstance(prop.at, int)]
    assert points == [28, 0]
    names = {(prop.at, prop.name) for prop in lying if isinstance(prop, Card)}
    assert {(1, "odin"), (1, "thor"), (1, "freya"), (2, "njord")} <= names
    assert {name for _at, name in names if "-" in name} == {
        "odin-5",
        "thor-4",
        "freya-2",
        "njord-0",
        "freyr-0",
    }


def test_what_was_taken_back_is_moved_back_by_hand() -> None:
    told = narration()
    play = taken(("first.who", 1), ("turn.offer", "freya"), ("turn.value", 4), players=2, first="choose")
    before = play.view
    assert len(told.back(before, play.undone().view)) == 1
    play.take(Choice("turn.take", "freya"))
    assert len(told.back(play.view, play.undone().view)) == 1
    assert told.back(before, before) == ()


def back_from(table: Table, *choices: tuple[str, Plain]) -> list[str]:
    """What is moved by hand when all these are taken back at once."""
    before = table.view
    for name, value in choices:
        table.say(name, value)
    return said(narration().back(table.view, before))


def test_both_cards_of_a_removal_go_back() -> None:
    table = Table().holding(1, 0, 0, 0).above(odin="wrath").say("turn.offer", "remove")
    wrath, gifts = back_from(table, ("remove.with", "gifts"))
    assert "Wrath of Thor" in wrath
    assert "Odin" in wrath
    assert "Three Gifts" in gifts


def test_what_cards_did_at_once_is_moved_back_by_its_number() -> None:
    table = Table().holding(1, 0, 0, 0).place("times", "odin")
    (cards,) = back_from(table, ("times.take", 2))
    assert numbers(cards) == [2]
    table = Table().holding(1, 0, 0, 0).has(3, odin=2).say("turn.offer", "card").say("card.which", "cry")
    returned, card = back_from(table, ("card.god", "odin"))
    assert "Odin" in returned
    assert "Cry" in card


def test_one_point_is_not_points() -> None:
    view = book().view
    one, two = (said(narration().tell(RoundScored(1, 1, points, points), view)) for points in (1, 2))
    assert [text.replace("1", "2") for text in one] != two


def test_the_view_holds_everything_the_narration_needs() -> None:
    """A resumed match is told from its view alone."""
    play, told = book(number=1), narration()
    fresh = taken(*((one.choice.name, one.choice.value) for one in play.taken), **dict(play.options))
    assert fresh.decision is not None
    assert play.decision is not None
    assert told.ask(fresh.decision, fresh.view) == told.ask(play.decision, play.view)
    assert told.props(fresh.view) == told.props(play.view)


@pytest.mark.parametrize("options", SETTINGS)
def test_every_prompt_asked_once_more_ends_with_what_to_press(options: Any) -> None:
    told = narration()
    for play in moments(3, options):
        if play.decision and not isinstance(play.decision.who, Chance):
            last = said(told.again(play.decision, play.view))[-1]
            assert re.search(r"\b(OK|hold|down)\b", last), last
