"""The words of whole games: none is missing, too long for the display, or too long for its time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues import Cue, Props, Say, Show
from gm_appliance.core.cues.props import Deck
from gm_appliance.core.cues.screens import Lines, MenuScreen, RingScreen, Screen
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, OneOf
from gm_appliance.core.language import SOURCE, Language, load
from gm_appliance.core.narration import MissingWords
from gm_appliance.core.play import Play
from gm_appliance.core.values import asdict, replace
from gm_appliance.devices.display import drawing
from gm_appliance.devices.display.drawing import figures, grid, ring, text
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, OPTIONS
from gm_appliance.games.gotterdammerung.events import Targetless
from gm_appliance.games.gotterdammerung.gods import GODS
from gm_appliance.games.gotterdammerung.model import GotterdammerungView, Look
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.games.menu.narration.narrator import Lobby
from gm_appliance.games.menu.rules import MenuView, lobby
from gm_appliance.hidden_roles.events import CouncilEnds, Counted, Missing, Won
from gm_appliance.hidden_roles.model import Count, Modifier, Trial
from gm_appliance.host.press_hints import PressHints, hinted
from gm_appliance.host.prompt_words import beside
from gm_appliance.pickers import face_of, open_picker
from tests.core.sentences import long_sentences
from tests.games.gotterdammerung import TABLE, Party, random_choice
from tests.tiers import evening_languages

HINTS = PressHints(load("en"))


def spoken_in(language: str) -> Language:
    return load(language, gotterdammerung.__name__)


@dataclass(frozen=True)
class Told:
    """Everything a language said and showed in many games."""

    cues: tuple[Cue, ...]

    @property
    def spoken(self) -> set[str]:
        return {cue.text for cue in self.cues if isinstance(cue, Say)}

    @property
    def screens(self) -> list[Screen]:
        """Each screen once."""
        return list(dict.fromkeys(cue.screen for cue in self.cues if isinstance(cue, Show)))


@cache
def told(language: str) -> Told:
    narration = Gotterdammerung(spoken_in(language))
    cues: list[Cue] = []
    for seed in range(18):
        cues += a_game(narration, seed)
    cues += seldom(narration)
    return Told(tuple(dict.fromkeys(cues)))


def a_game(narration: Gotterdammerung, seed: int) -> Iterator[Cue]:
    rng = Random(seed)
    players = 7 + seed % 9
    ballot = rng.choice(("pads", "pads", "thumbs", "booth"))
    options: dict[str, int | str] = {
        "players": players,
        "gods": rng.randint(3, players),
        "pick": rng.choice(("recommended", "choose")),
        "accused_votes": rng.choice(("yes", "no")),
        "dice": rng.choice(("box", "own")),
        "seating": rng.choice(("spread", "choose")),
        "ballot": ballot,
        "talk": rng.randint(0, 2),
        "defence": rng.choice((0, 1, 30)),
    }
    if ballot != "thumbs":
        options["count"] = rng.choice(("seats", "totals"))
    play = Play(GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete(options))
    for _ in range(300):
        if play.decision is None:
            return
        yield from a_decision(narration, play.decision, play.view)
        if rng.random() < 0.1:  # nearly the same everywhere
            yield from answers(narration, play.view, play.decision)
            for one in play.decision.on_request:
                yield from a_decision(narration, one, play.view)
        before = play.view
        for event, view in play.take(random_choice(play.decision, play.view, rng)):
            yield from narration.tell(event, view)
        yield from narration.back(play.view, before)
        if play.can_undo():
            yield from narration.back(before, play.view)


def a_decision(narration: Gotterdammerung, decision: Decision, view: GotterdammerungView) -> Iterator[Cue]:
    yield from (*narration.ask(decision, view), *narration.again(decision, view))
    yield from narration.recap(decision, view)
    yield Say(narration.interrupted(decision, view))
    yield narration.props(view)
    for beat in decision.beats:
        yield from narration.beat(decision, view, beat)
    if decision.remind:
        yield from (cue for times in (1, 2, 9) for cue in narration.remind(decision, view, times))
    if not decision.beats:
        at_pad = getattr(decision.who, "seat", min(view.padded, default=0)) in view.padded
        for face in faces(decision):
            labels = narration.labels(decision, view, face)
            other = beside(narration, decision, view, at_pad=at_pad)
            line = HINTS.line(decision, face, labels, at_pad=at_pad)
            for minutes in (0, 99) if decision.talk else (0,):
                yield Show(hinted(narration.screen(decision, view, face, minutes), line, HINTS.beside(other)))
            yield from HINTS.said(decision, labels, at_pad=at_pad, beside=other)


def answers(narration: Gotterdammerung, view: GotterdammerungView, decision: Decision) -> Iterator[Cue]:
    """Every topic people can ask for, as a line of the menu and explained."""
    on_request = tuple(one.name for one in decision.on_request)
    for topic in narration.topics(view, on_request):
        yield Show(MenuScreen("?", (narration.topic(topic),), 0))
        if topic not in on_request:
            yield from narration.explain(topic, view)


def faces(decision: Decision) -> list[Face]:
    """Before a choice is marked, and at some lines; most lines are names."""
    face = face_of(open_picker(decision))
    if isinstance(face, MenuFace):
        last = len(face.items) - 1
        return [replace(face, at=at) for at in sorted({-1, 0, last // 2, last - 1, last})]
    return [face]


def seldom(narration: Gotterdammerung) -> Iterator[Cue]:
    """Events and decisions that hardly ever come up."""
    for players in (7, 11, 15):
        view = Party(range(1, TABLE[players] + 1), players=players).deal().view
        longest = view.seats[-min(9, TABLE[players]) :]
        factions = tuple("conspire" if seat in longest else "protect" for seat in view.seats)
        trial = replace(view, phase=Trial("vote", (), 1, 2, 3, longest))
        rare: tuple[tuple[Any, GotterdammerungView], ...] = (
            (Won("conspire", factions), replace(view, factions=factions)),
            (Missing(longest), trial),
            *((Targetless(god), view) for god in GODS),
            *((Counted(3, a_count(card, "down")), view) for card in GODS if counts(card)),
            *((Counted(3, a_count(card, "up")), view) for card in GODS if counts(card)),
            (CouncilEnds("nobody"), view),
        )
        for event, seen in rare:
            yield from narration.tell(event, seen)
        abandoned = replace(view, phase=Look(), gone=frozenset((view.oracle,)))
        look = GOTTERDAMMERUNG.decision(abandoned)
        assert look is not None
        yield from a_decision(narration, look, abandoned)


def counts(card: str) -> bool:
    """Whether a card changes a count."""
    effect = GODS[card].card
    return bool(effect and (effect.votes or effect.turns or effect.adds))


def a_count(card: str, thumb: str) -> Count:
    return Count(4, 3, (Modifier(2, card, thumb, 1),), 5, 3)


@pytest.mark.many
@pytest.mark.parametrize("language", evening_languages())
def test_whole_games_can_be_told(language: str) -> None:
    assert len(told(language).spoken) > 1000


@pytest.mark.parametrize("language", evening_languages())
def test_every_option_has_its_words(language: str) -> None:
    narration = Gotterdammerung(spoken_in(language))
    for option in OPTIONS:
        text = narration.option(option.name)
        assert all((text.ask, text.again, text.help))
        assert 0 < len(text.title) <= 16
        labels = map(str, option.domain.options) if isinstance(option.domain, OneOf) else ()
        assert set(text.items) == set(labels)
        assert all(0 < len(item) <= 21 for item in text.items.values())


def test_an_option_without_words_is_named() -> None:
    with pytest.raises(MissingWords, match="'horses'"):
        Gotterdammerung(spoken_in("en")).option("horses")


GAME = Choice("menu.game", "gotterdammerung")


@pytest.mark.parametrize("language", evening_languages())
def test_the_menu_asks_every_option_that_is_asked(language: str) -> None:
    menu = Play(lobby(MenuView({"gotterdammerung": OPTIONS}, {})), {})
    menu_narration = Lobby(load(language), {"gotterdammerung": Gotterdammerung(spoken_in(language))})
    asked = []
    while menu.decision is not None:
        decision = menu.decision
        assert menu_narration.ask(decision, menu.view)
        assert menu_narration.again(decision, menu.view)
        for face in faces(decision):
            assert cut(menu_narration.screen(decision, menu.view, face, 0)) == []
        asked.append(decision.name)
        menu.take(GAME if decision.name == GAME.name else random_choice(decision, menu.view, Random(1)))
    often = ["option.players", "option.gods", "option.ballot", "option.dice"]
    assert asked[: len(often) + 2] == ["menu.game", *often, "menu.rules"]


@pytest.mark.parametrize("language", evening_languages())
def test_the_house_rules_are_all_asked_too(language: str) -> None:
    menu = Play(lobby(MenuView({"gotterdammerung": OPTIONS}, {})), {})
    menu_narration = Lobby(load(language), {"gotterdammerung": Gotterdammerung(spoken_in(language))})
    asked = []
    while menu.decision is not None:
        decision = menu.decision
        assert menu_narration.ask(decision, menu.view)
        asked.append(decision.name.removeprefix("option."))
        value = getattr(decision.domain, "start", None)
        last = getattr(decision.domain, "options", (value,))[-1 if value is None else 0]
        menu.take(GAME if decision.name == GAME.name else Choice(decision.name, last))
    assert set(asked) >= {"accused_votes", "talk", "defence", "count", "seating", "agree", "look"}
    assert menu.outcome is not None
    # Without pads there is no roll call, and nothing timed by pads.
    assert not {"roll_call", "beat", "vote"} & set(asked)


@pytest.mark.parametrize("language", evening_languages())
def test_recent_setups_fit_a_line(language: str) -> None:
    setups = [{"players": 15, "gods": 15}, {"players": 12, "gods": 10}, {"players": 7}]
    menu = Play(lobby(MenuView({"gotterdammerung": OPTIONS}, {"gotterdammerung": setups})), {})
    menu_narration = Lobby(load(language), {"gotterdammerung": Gotterdammerung(spoken_in(language))})
    menu.take(Choice("menu.game", "gotterdammerung"))
    assert menu.decision is not None
    (face,) = {replace(one, at=0) for one in faces(menu.decision) if isinstance(one, MenuFace)}
    screen = menu_narration.screen(menu.decision, menu.view, face, 0)
    assert cut(screen) == []
    assert isinstance(screen, MenuScreen)
    assert len(set(screen.items)) == 4


@pytest.mark.parametrize("language", evening_languages())
def test_nothing_is_left_to_fill_in(language: str) -> None:
    for said in told(language).spoken:
        assert not set("{}_") & set(said), said
        assert said == said.strip()


@pytest.mark.parametrize("language", evening_languages())
def test_what_is_said_is_at_most_twelve_words_a_sentence(language: str) -> None:
    valkyrie = spoken_in(language).name("Valkyrie {number}", number="").strip()
    for said in told(language).spoken:
        # A list of names may be long.
        if said.count(valkyrie) < 3:
            assert long_sentences(said) == []


def cut(screen: Screen) -> list[str]:
    """The words of a screen that are drawn shortened, or left out."""
    drawn: list[str] = []
    whole: list[str] = []
    with pytest.MonkeyPatch.context() as patch:

        def fit(words: str, columns: int) -> str:
            (drawn if len(words) <= columns else whole).append(words)
            return text_fit(words, columns)

        for module in (figures, grid, ring, text):
            patch.setattr(module, "fit", fit)
        drawing.frame.__wrapped__(screen)
    return whole


text_fit = text.fit


def too_long(screen: Screen) -> list[str]:
    """Titles over 16 columns and lines over 21, even where the drawing would shorten them."""
    title = getattr(screen, "title", "")
    lines = [*getattr(screen, "lines", ()), getattr(screen, "hint", "")]
    return [*([title] if len(title) > 16 else []), *(line for line in lines if len(line) > 21)]


def worded(screens: Iterable[Screen]) -> Iterable[Screen]:
    """One screen of each wording; only the number of a ring's seats matters."""
    found = {}
    for screen in screens:
        words = {**asdict(screen), "seats": len(getattr(screen, "seats", ()))}
        found[type(screen), *words.items()] = screen
    return found.values()


@pytest.mark.many
@pytest.mark.parametrize("language", evening_languages())
def test_titles_and_lines_fit_the_display_for_all_names(language: str) -> None:
    for screen in told(language).screens:
        assert too_long(screen) == []


@pytest.mark.many
def test_nothing_is_cut_whatever_gods_are_named() -> None:
    """In English only; `test_drawing_words` draws each text of every language."""
    for screen in worded(told(SOURCE).screens):
        assert cut(screen) == [], screen


@pytest.mark.parametrize("language", evening_languages())
def test_no_screen_has_more_lines_than_the_display(language: str) -> None:
    for screen in told(language).screens:
        assert len(getattr(screen, "lines", ())) <= 4


def test_words_that_do_not_fit_are_noticed() -> None:
    assert cut(Lines("Short", ("also short",))) == []
    assert cut(Lines("A title much longer than that is")) == []  # broken into two rows
    assert cut(Lines("A title much longer than that is", ("a line",))) != []
    assert cut(RingScreen("Short", (), ("a line as long as the table is wide",), "a hint as long")) != []
    assert too_long(Lines("A title of seventeen", ("and a line of twenty-four",))) != []


@pytest.mark.parametrize("language", evening_languages())
def test_labels_are_one_or_two_letters(language: str) -> None:
    for screen in told(language).screens:
        if isinstance(screen, RingScreen):
            assert all(1 <= len(seat.label) <= 2 for seat in screen.seats)


def test_the_deal_lies_on_the_table_until_the_factions_are_learned() -> None:
    narration = Gotterdammerung(spoken_in("en"))
    party = Party(range(1, 6), players=15)
    (deck,) = [prop for prop in lying(narration, party) if prop.at == 0]
    assert isinstance(deck, Deck)
    assert [(card.name, count) for card, count in deck.cards] == [("protect", 10), ("conspire", 5)]
    assert [prop for prop in lying(narration, party.deal()) if prop.at == 0] == []


def lying(narration: Gotterdammerung, party: Party) -> Any:
    props = narration.props(party.view)
    assert isinstance(props, Props)
    return props.items
