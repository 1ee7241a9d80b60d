"""What Thor says and shows, checked by the numbers; screenplays and catalogue check the words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import chain
from random import Random

import pytest

from gm_appliance.core.cues import Cue, Props, Remark, Say, Show
from gm_appliance.core.cues.props import Card, Tally
from gm_appliance.core.cues.screens import GridScreen, NumberScreen, PilesScreen
from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.language import PSEUDO, Language, load
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.play import Play
from gm_appliance.games import thor
from gm_appliance.games.thor import THOR, events
from gm_appliance.games.thor.model import GODS
from gm_appliance.games.thor.narration.narrator import Thor
from gm_appliance.pickers import face_of, open_picker
from tests.games.noted import NotedPseudo, all_cues, prompt_cues, texts
from tests.games.thor_rounds import for_long
from tests.games.thor_table import Table

Options = dict[str, JSON]

SETTINGS: tuple[Options, ...] = (
    {"players": 2, "mode": "live"},
    {"players": 3, "mode": "live", "will_of_thor": "yes", "last_card": "must", "match": "single"},
    {
        "players": 4,
        "mode": "live",
        "will_of_thor": "yes",
        "game": "big",
        "match": "single",
        "first": "choose",
    },
    {
        "players": 6,
        "mode": "live",
        "game": "big",
        "will_of_thor": "yes",
        "floor_at_zero": "yes",
        "match": "single",
    },
    {"players": 5, "mode": "final", "will_of_thor": "yes"},
    {"players": 3, "mode": "final", "first": "choose"},
)


def narration(people: Party = NOBODY) -> Thor:
    return Thor(load("en", thor.__name__), people)


def taken(*choices: tuple[str, JSON], **options: JSON) -> Play:
    play = Play(THOR, THOR.complete(options))
    for name, value in choices:
        play.take(Choice(name, value))
    return play


def said(cues: Iterable[Cue]) -> list[str]:
    return [cue.text for cue in cues if isinstance(cue, Say)]


def numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"-?\d+", text)))


def at_random(decision: Decision, rng: Random) -> Choice:
    """Action cards come into play, the end comes late, and turns stay followed."""
    beside = [one for one in decision.on_request if one.name != "follow.stop"]
    one = rng.choice((decision, *beside)) if rng.random() < 0.05 else decision
    likely = [value for value in ("draw", "card", "remove", "next", "on") if one.domain.contains(value)]
    if likely and rng.random() < 0.6:
        return Choice(one.name, rng.choice(likely))
    value = one.domain.sample(rng)
    soon = value == "end" and one.domain.contains("correct") and rng.random() < 0.7
    return Choice(one.name, "correct" if soon else value)


def to_the_end(seed: int) -> Iterator[Play]:
    """A round of three in which all action cards are drawn and played."""
    options: Options = {
        "players": 3,
        "mode": "live",
        "will_of_thor": "yes",
        "match": "single",
        "first": "choose",
    }
    rng, play = Random(seed), Play(THOR, THOR.complete(options))
    while play.decision and play.decision.name != "match.over":
        value = for_long(play.decision, play.view, rng)
        if play.decision.name == "turn.last" and seed % 2:
            value = "end"
        play.take(Choice(play.decision.name, value))
        yield play


def moments() -> Iterator[Play]:
    for seed, options in enumerate(SETTINGS):
        rng, play = Random(seed), Play(THOR, THOR.complete(options))
        yield play
        while play.decision and len(play.taken) < 120:
            play.take(at_random(play.decision, rng))
            yield play
    yield from to_the_end(8)
    yield from to_the_end(9)


def rare() -> Iterator[Table]:
    """Moments that random play seldom reaches."""
    none = dict.fromkeys(GODS[:5], 0)
    yield Table().stacks(**none).will(pile=0).offer("odin", 3)
    yield Table().lies(cards=(0, 5, 5, 5)).holding(2, 0, 0, 0)
    yield Table().lies(cards=(0, 5, 5, 5)).holding(2, 0, 0, 0).say("turn.offer", "stuck")
    yield Table().holding(1, 0, 0, 0).place("oath", "odin")
    sworn = Table().holding(1, 0, 0, 0).has(2, odin=1).has(3, odin=1).place("oath", "odin")
    yield sworn
    yield sworn.say("oath.from", 3)
    yield Table().holding(1, 0, 0, 0).place("times", "odin").say("times.take", 0)
    yield Table().holding(1, 0, 0, 0).place("mjollnir", "odin")
    all_four = Table().holding(1, 0, 0, 0).has(1, odin=1).has(2, odin=1).has(3, odin=1).has(4, odin=1)
    yield all_four.place("cry", "odin")
    tied = Table(players=4, mode="final", will_of_thor="no").say("final.begin", "enter")
    while tied.name() != "match.over":
        tied.say(tied.name(), 1)
    yield tied
    tied.say("match.over", "correct").say("correct.group", "odin").say("correct.fact", 2)
    yield tied.say("final.count", 0)
    gifts = Table().holding(2, 0, 0, 0).offers(odin=(0, 1, 2, 3, 4)).offer("odin", 5)
    gifts.say("turn.take", "none").say("gifts.who", 1).say("gifts.who", 1).say("match.over", "correct")
    yield gifts.say("correct.group", "gifts").say("correct.fact", 1)
    yield gifts.say("final.gifts", 1)
    held = Table().holding(2, 0, 0, 0).say("correct.group", "held").say("correct.fact", 1)
    yield held
    yield held.say("final.held", 1)
    for right in (4, "thor"):
        wrong = Table().offers(odin=(2, 3)).say("correct.group", "odin")
        yield wrong
        yield wrong.say("correct.fact", "offer-3")
        yield wrong.say("correct.offer", right)
    yield Table(mode="final").say("final.begin", "enter").say("final.offer", 0).say("final.card", "none")
    yield Table(mode="final").say("follow.again", "follow")
    yield Table().offer("odin", 3).say("follow.stop", "stop")


def rare_cues(narration: Thor) -> Iterator[Cue]:
    for table in rare():
        for event in table.told:
            yield from narration.tell(event, table.view)
        if decision := THOR.decision(table.view):
            yield from prompt_cues(narration, decision, table.view)
    held = Table().holding(1, 0, 0, 0).has(2, odin=1).has(3, odin=1).offers(odin=(1, 2))
    for card, name, value in (
        ("times", "times.take", 2),
        ("oath", "oath.from", 2),
        ("mjollnir", "mjollnir.top", 1),
    ):
        played = copy(held).place(card, "odin")
        yield from back(narration, played, (name, value))


def back(narration: Thor, table: Table, *choices: tuple[str, JSON]) -> tuple[Cue, ...]:
    """Cues for moving things back by hand when all these choices are undone at once."""
    before = table.view
    for name, value in choices:
        table.say(name, value)
    return narration.back(table.view, before)


@pytest.mark.many
def test_every_sentence_is_used_and_nothing_else_is_said_or_shown() -> None:
    noted, plain = NotedPseudo(), re.compile("[aeiouyAEIOUY]")
    narration = Thor(Language(PSEUDO, noted))
    played = chain.from_iterable(all_cues(narration, play) for play in moments())
    for cue in chain(rare_cues(narration), played):
        assert not any(plain.search(text) for text in texts(cue)), cue
    for option in THOR.options:
        assert narration.option(option.name).help
    assert narration.title()
    for mode in ("live", "final"):
        assert numbers(narration.setup({"players": 4, "mode": mode})) == [4]
    assert noted.unused(thor.__name__) == set()


def test_no_prompt_says_what_to_press() -> None:
    """The host adds that itself."""
    words = [text for one in Thor.PROMPTS.values() for text in (one.ask.text, one.shorter.text)]
    assert [text for text in words if re.search(r"\b(OK|[Pp]ress|[Hh]old)\b", text)] == []


BOOK = {"odin": (5, 2, 0), "thor": (4, 3, 0), "freya": (2, 3, 0), "njord": (0, 0, 2), "freyr": (0, 0, 0)}
"""The rulebook's example: each god's last offer, and its cards of both players."""


def book() -> Play:
    """The example entered: 28 points for player 1; all of player 2's cards are worthless."""
    play = taken(("first.who", 1), ("final.begin", "enter"), players=2, mode="final", first="choose")
    for offer, *counts in BOOK.values():
        entered = counts if offer else []  # worthless cards are not asked for
        for name, value in (("final.offer", offer), *(("final.count", one) for one in entered)):
            play.take(Choice(name, value))
    return play


def test_the_count_says_what_each_god_is_worth_and_brings() -> None:
    told, play = narration(Party(("Anna", "Bartholomäus"))), book()
    cues = [cue for event, view in play.events for cue in told.tell(event, view)]
    spoken = [numbers(one) for one in said(cues)]
    at = spoken.index([5, 4, 2])
    assert spoken[at : at + 4] == [[5, 4, 2], [], [10, 12, 6], [28]]
    assert spoken[-1] == [0]  # no sums for worthless cards
    first, cards, *_others, last = (cue.screen for cue in cues if isinstance(cue, Show))
    assert isinstance(first, PilesScreen)
    assert [pile.number for pile in first.piles] == [5, 4, 2, 0, 0]
    assert [pile.most for pile in first.piles] == [5, 5, 5, 0, 0]  # the others: unknown
    assert isinstance(cards, GridScreen)
    assert cards.rows == (("Odin", "2×5", "10"), ("Thor", "3×4", "12"), ("Freya", "3×2", "6"))
    assert isinstance(last, GridScreen)
    assert last.rows == (("Anna", "+28", "28"), ("Bartholomäus", "+0", "0"))


WHY = {"fruits": [3, 6], "tricks": [3, 2, 5], "intrigues": [3, 3, 0], "favor": [3, 5], "wrath": [3, 0]}
"""The numbers told of a god whose last offer is 3: the offer, the card's effect, and the value."""


@pytest.mark.parametrize("card", WHY)
def test_the_count_says_why_a_god_is_worth_what_it_is(card: str) -> None:
    table = Table().holding(0, 0, 0, 0).above(freya=card).offers(freya=(3,), odin=(0, 1, 2, 3, 4))
    table.has(1, freya=5).offer("odin", 5).say("turn.take", "none")
    (over,) = (event for event in table.told if isinstance(event, events.RoundOver))
    why = [one for one in said(narration().tell(over, table.view)) if one.startswith("Freya")]
    assert [numbers(one) for one in why] == [WHY[card]]
    worth = WHY[card][-1]
    in_full = said(narration().explain("count", table.view))
    assert [numbers(one) for one in in_full if "cards of Freya" in one] == ([[5, 5 * worth]] if worth else [])
    assert [one in in_full for one in why] == [worth > 0]


def test_moves_and_entries_are_remarks_said_with_the_next_prompt() -> None:
    aloud = (
        *(events.RoundBegins, events.Corrected, events.OfferCorrected, events.RoundOver),
        *(events.GodScored, events.GiftsScored, events.RoundScored, events.Ended, events.FollowsTurns),
    )
    kinds: dict[bool, set[type]] = {True: set(), False: set()}
    for play in moments():
        for event, view in play.events:
            kinds[isinstance(event, aloud)] |= {type(cue) for cue in narration().tell(event, view)}
    assert kinds == {True: {Props, Say, Show}, False: {Props, Remark}}


def shown(table: Table) -> object:
    decision = table.decision()
    return narration().screen(decision, table.view, face_of(open_picker(decision)), 0)


def test_the_screen_shows_every_stack() -> None:
    table = Table(players=2).offers(freya=(4, 1)).stacks(freya=4).has(1, freya=1).offer("odin", 0)
    screen = shown(table)
    assert isinstance(screen, PilesScreen)
    assert [pile.number for pile in screen.piles] == [0, 0, 1, 0, 0]
    freya = screen.piles[2]
    assert (freya.lying, freya.remaining, freya.most) == ((4, 1), 4, 5)
    assert [pile.marked for pile in screen.piles] == [False, False, True, False, False]  # worth most


def test_an_action_card_that_changes_a_value_is_shown_by_its_sign() -> None:
    table = Table().holding(1, 0, 0, 0).offers(odin=(3,)).place("fruits", "odin")
    (placed,) = table.told
    assert numbers(said(narration().tell(placed, table.view))[-1]) == [6]
    screen = shown(table)
    assert isinstance(screen, PilesScreen)
    assert (screen.piles[0].number, screen.piles[0].sign) == (6, "×2")


def test_below_a_count_is_the_number_of_cards_left() -> None:
    table = Table(players=3, mode="final", will_of_thor="no").say("final.begin", "enter")
    table.say("final.offer", 3)
    left = []
    for count in (1, 2):
        screen = shown(table)
        assert isinstance(screen, NumberScreen)
        left.append(numbers(screen.line))
        table.say("final.count", count)
    assert left == [[5], [4]]


def test_counts_that_follow_are_told_once() -> None:
    table = Table(players=4, mode="final", will_of_thor="no").say("final.begin", "enter")
    table.say("final.offer", 3).say("final.count", 5)
    assert [len(said(narration().tell(event, table.view))) for event in table.told] == [1, 0, 0, 1]


def test_points_hands_and_offers_are_on_the_table() -> None:
    lying = narration().props(book().view).items
    assert [prop.number for prop in lying if isinstance(prop, Tally) and isinstance(prop.at, int)] == [28, 0]
    names = {(prop.at, prop.name) for prop in lying if isinstance(prop, Card)}
    assert {(1, "odin"), (1, "thor"), (1, "freya")} <= names
    offers = {name for _at, name in names if "-" in name}
    assert offers == {"odin-5", "thor-4", "freya-2", "njord-0", "freyr-0"}


def test_what_is_taken_back_is_moved_back_by_hand() -> None:
    table = Table(players=2)
    assert len(back(narration(), table, ("turn.offer", "freya-4"))) == 1
    assert len(back(narration(), table, ("turn.take", "freya"))) == 1
    assert back(narration(), table) == ()
    table = Table().holding(1, 0, 0, 0).above(odin="wrath").say("turn.offer", "remove")
    wrath, gifts = said(back(narration(), table, ("remove.with", "gifts")))
    assert "Wrath of Thor" in wrath
    assert "Odin" in wrath
    assert "Three Gifts" in gifts
    table = Table().holding(1, 0, 0, 0).place("times", "odin")
    assert [numbers(one) for one in said(back(narration(), table, ("times.take", 2)))] == [[2]]
    table = Table().holding(1, 0, 0, 0).has(3, odin=2).say("turn.offer", "card").say("card.which", "cry")
    returned, card = said(back(narration(), table, ("card.god", "odin")))
    assert "Odin" in returned
    assert "Cry" in card
