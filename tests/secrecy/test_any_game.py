"""No game tells a secret but by what it publishes: the same for every registered game that has some.

Here is no line for any game. What it publishes is in `published`; Werewolf has the planted leaks.
"""
# Long: a leak of every kind is planted.

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any
from unittest.mock import patch

import pytest

from gm_appliance.core.cues import Cue, Light, Pause, Say, Show, Sound
from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.game import Chance, Choice, Decision, First, OneOf, Opponent, Step
from gm_appliance.core.language import languages
from gm_appliance.core.ports import Edge
from gm_appliance.core.values import Redacted, Value, replace
from gm_appliance.games.registry import GAMES, registered
from gm_appliance.hidden_roles.model import CountedBallot
from gm_appliance.host.loop import Host
from gm_appliance.room.messages import Post
from gm_appliance.simulator import transcript
from gm_appliance.simulator.transcript import Transcript
from tests.secrecy.any_evening import AnyEvening, Kept, evenings
from tests.secrecy.any_game import Box, Phones, Plant, play
from tests.secrecy.compare import leak
from tests.secrecy.published import PUBLISHED, Published
from tests.secrecy.tampered import Peep, applying, overhear

pytestmark = pytest.mark.many

PORTS = {"asked", "broker", "display", "exit", "game", "lamps", "mixer", "phones", "texts", "transcript"}

SOME, MANY = 8, 12
"""Evenings of each game in the quick tier, and in each language in the long one; or up to thrice as many."""

DECISIONS = 24


def hidden(one: Kept, other: Kept) -> Counter[str]:
    """The decisions of people in which these runs chose differently without telling."""
    found = Counter[str]()
    for (decision, mine, would), (_same, its, told) in zip(one.planned, other.planned, strict=False):
        if would != told:
            break
        if not isinstance(decision.who, Chance | Opponent):
            found[decision.name] += mine != its
    return found


def compared(some: Iterable[AnyEvening], at_least: int) -> None:
    """Evenings twice, with other secrets, until every decision of people differed unseen in one of them."""
    found, cards, ports = Counter[str](), Counter[bool](), set[str]()
    for number, evening in enumerate(some):
        if number >= at_least and all(found.values()):
            break
        evening = replace(evening, recorded=number % 3 == 2)
        first = play(evening)
        other = play(evening, first)
        assert first.exit == 0, f"{evening}: {first.outputs[-20:]}"
        told = leak(first, other)
        assert told is None, f"{evening}: {told}"
        found.update(hidden(first, other))
        cards[first.cards != other.cards] += 1
        ports |= {output.port for output in first.outputs}
    print(found, cards)
    assert ports >= PORTS
    assert [name for name, times in found.items() if not times] == []


@pytest.mark.parametrize("name", GAMES)
def test_other_secrets_leave_every_port_as_it_was(name: str) -> None:
    some = [*islice(evenings(name, DECISIONS, among=90), 3 * SOME)]
    assert bool(some) == (name in PUBLISHED), "list in `published` what it publishes"
    if some:
        compared(some, SOME)


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", PUBLISHED)
def test_in_every_language_too(name: str, language: str) -> None:
    compared(islice(evenings(name, 2 * DECISIONS, language), 3 * MANY), MANY)


def states(name: str) -> Iterator[Any]:
    """The states of evenings with secrets, and what the box as a player knows of them."""
    game = registered(name).game
    for state in chain(*(play(evening).states for evening in islice(evenings(name, DECISIONS), 2))):
        yield state
        asked = game.decision(game.public(state))
        if game.mind and asked and isinstance(asked.who, Opponent):
            yield game.mind.known(state, asked.who.seat)


def shown(state: Any, view: type) -> set[str]:
    """What texts show of a state although it is no view, by type and field; of all that it holds, too."""
    hidden = state.redacted if isinstance(state, Redacted) else ()
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    secret = {name: one for name, one in fields.items() if not isinstance(one, view | None)}
    held = [one for one in secret.values() if isinstance(one, Value)]
    mine = {f"{type(state).__name__}.{name}" for name in secret if name not in hidden}
    return mine.union(*(shown(one, view) for one in held))


@pytest.mark.parametrize("name", PUBLISHED)
def test_texts_of_a_state_show_views_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And whatever of it were not left out any more would be found."""
    all_states = [*states(name)]

    def all_shown() -> set[str]:
        return set[str]().union(*(shown(state, type(state.view)) for state in all_states))

    assert all_shown() == set()
    kind = type(all_states[0])
    held = [
        name for name in kind.redacted if any(getattr(state, name, None) is not None for state in all_states)
    ]
    assert held
    for field in held:
        with monkeypatch.context() as patch:
            patch.setattr(kind, "redacted", tuple(one for one in kind.redacted if one != field))
            assert all_shown() == {f"{kind.__name__}.{field}"}


GAME, WOLF = "werewolf", "werewolf"

Known = Callable[[], "list[int]"]


def knowing(box: Box) -> Known:
    """Who the werewolves are, once the box knows."""
    peep = Peep(box.rules)
    box.rules = peep.game
    return lambda: sorted(seat for seat, card in peep.state.factions.items() if card == WOLF)


class Telling:
    def __init__(self, narration: Any, more: Callable[[object], tuple[Cue, ...]]) -> None:
        self._narration, self._more = narration, more

    def __getattr__(self, name: str) -> Any:
        return getattr(self._narration, name)

    def tell(self, event: object, view: Any) -> tuple[Cue, ...]:
        return (*self._narration.tell(event, view), *self._more(event))


def said(cues: Callable[[list[int]], tuple[Cue, ...]]) -> Plant:
    """Told with every event, once the box knows the werewolves."""

    def plant(box: Box) -> None:
        wolves = knowing(box)
        box.narration = Telling(box.narration, lambda event: cues(wolves()) if wolves() else ())

    return plant


def at_night(act: Callable[[dict[str, Any], Step[Any, Any]], Step[Any, Any] | None]) -> Plant:
    """Done as the night's marks are applied."""

    def acts(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        marks = choice.value
        return (isinstance(marks, dict) and choice.name == "night" and act(marks, step)) or step

    def plant(box: Box) -> None:
        box.rules = applying(box.rules, acts)

    return plant


def asked(change: Callable[[Decision, list[int]], Decision]) -> Plant:
    """Every decision is another one, once the box knows the werewolves."""

    def plant(box: Box) -> None:
        wolves = knowing(box)
        right = box.rules.decision

        def decision(view: Any) -> Decision | None:
            now = right(view)
            return change(now, wolves()) if now and wolves() else now

        box.rules = replace(box.rules, decision=decision)

    return plant


class Marked(Value):
    """An event that nobody lists, and that is told without a word."""

    marks: int


def _event(marks: dict[str, Any], step: Step[Any, Any]) -> Step[Any, Any]:
    view = step.events[-1][1]
    return replace(step, events=(*step.events, (Marked(len(marks)), view)))


def _event_without_words(box: Box) -> None:
    at_night(_event)(box)
    tell = box.narration.tell
    box.narration = Telling(box.narration, lambda event: ())
    box.narration.tell = lambda event, view: () if isinstance(event, Marked) else tell(event, view)


def _counted(marks: dict[str, Any], step: Step[Any, Any]) -> Step[Any, Any]:
    """How many marked is in the view."""
    told = (CountedBallot(1, 1, 0, 0, fell=False),) * len(marks)
    more = tuple((event, replace(view, verdicts=(*view.verdicts, *told))) for event, view in step.events)
    return replace(step, events=more)


def _how(box: Box) -> None:
    """A listed event tells more than is listed: whether it was a tie that spared somebody."""
    wolves = knowing(box)

    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        odd = bool(wolves()) and wolves()[0] % 2 == 1
        told = ((replace(one, tie=odd) if hasattr(one, "tie") else one, view) for one, view in step.events)
        return replace(step, events=tuple(told))

    box.rules = applying(box.rules, act)


def _page(box: Box) -> None:
    wolves = knowing(box)

    class Reading(Phones):
        def read(self, pages: Any) -> None:
            self._put("phones", repr((pages, wolves())).encode())

    box.phones = Reading(box.outputs)


def _prefetched(box: Box) -> None:
    wolves, prepare = knowing(box), box.ports.voice.prepare
    voice: Any = box.ports.voice
    voice.prepare = lambda texts: prepare([*texts, *(f"Seat {seat}." for seat in wolves())])


def _longer(now: Decision, wolves: list[int]) -> Decision:
    if now.name != "council.vote":
        return now
    *beats, end = now.beats
    return replace(now, beats=(*beats, replace(end, at=end.at + 0.01 * sum(wolves))))


def _later(now: Decision, wolves: list[int]) -> Decision:
    also = (replace(one, limit=one.limit + 0.01 * sum(wolves)) if one.limit else one for one in now.also)
    return replace(now, also=tuple(also)) if now.also else now


def _unasked(now: Decision, wolves: list[int]) -> Decision:
    if now.name != "council.accuse":
        return now
    assert isinstance(now.who, First)
    seats = tuple(sorted(now.who.seats, key=lambda seat: seat in wolves))
    return replace(now, who=replace(now.who, seats=seats), domain=OneOf(seats))


def _refused(marks: dict[str, Any], step: Step[Any, Any]) -> None:
    if len(marks) % 2:
        raise SystemExit(len(marks))


def measured(box: Box) -> None:
    """Nothing is said of the werewolves, but every beat has time for it."""
    wolves = knowing(box)

    class Measuring(Host):
        def __init__(self, *parts: Any) -> None:
            super().__init__(*parts)
            stage: Any = self._stage
            length = stage.length
            stage.length = lambda cues, **how: length(
                (*cues, *(Say(f"Seat {one}.") for one in wolves())), **how
            )

    box.host = Measuring


def written(more: Callable[[Transcript, dict[str, Any]], object]) -> Plant:
    def plant(box: Box) -> None:
        chose = Transcript.chose

        def told(transcript: Transcript, decision: Decision, choice: Choice) -> None:
            chose(transcript, decision, choice)
            if decision.name == "night" and isinstance(choice.value, dict):
                more(transcript, choice.value)

        box.while_it_runs.enter_context(patch.object(Transcript, "chose", told))

    return plant


def _transcript_for_all(box: Box) -> None:
    box.while_it_runs.enter_context(patch.object(transcript, "RECORD", "all"))


Packet = Callable[[Any, int], Any]


def packets(change: Packet) -> Plant:
    """What goes to the broker at a tick is another packet, by the first of the werewolves once he is
    known."""

    def plant(box: Box) -> None:
        wolves, moments = knowing(box), box.room._moments
        take = moments.take
        told: Any = moments
        told.take = lambda now: change(take(now), wolves()[0] if wolves() else 0)

    return plant


def _longer_packet(post: Post | None, wolf: int) -> Post | None:
    return post and replace(post, payload=post.payload + " " * wolf)


def _late_packets() -> Packet:
    """If the first of them has an odd seat, every packet comes with the next one's tick."""
    held: list[Post | None] = [None]

    def change(post: Post | None, wolf: int) -> Post | None:
        if wolf % 2 and post:
            held.append(post)
            return held.pop(0)
        return post

    return change


def _day_at_once(box: Box) -> None:
    """After a night with an even number of thumbs down the day is not held back until the tick."""
    downs, room, storm = [0], box.room, box.room.storm

    class Overheard(Host):
        def __init__(self, *parts: Any) -> None:
            super().__init__(*parts)

            def heard(edge: Edge) -> None:
                downs[0] += edge.down and edge.button == "down"

            overhear(self, heard)

    def day(on: bool) -> None:
        storm(on)
        if not on and downs[0] % 2 == 0:
            moments: Any = room._moments
            box.outputs.put("broker", repr(moments._state()).encode())

    leaky: Any = room
    leaky.storm, box.host = day, Overheard


log = logging.getLogger("gm_appliance.games.werewolf")

LEAKS: dict[str, Plant] = {
    "a sentence": said(lambda wolves: (Say(f"Seat {wolves[0]}."),)),
    "a pause": said(lambda wolves: (Pause(0.01 * sum(wolves)),)),
    "a lamp": said(lambda wolves: (Light(frozenset(wolves)),)),
    "a picture": said(lambda wolves: (Show(Lines("Night", (f"{wolves[0]}",))),)),
    "a sound": said(lambda wolves: (Sound("horn"),) * (wolves[0] % 2)),
    "a line in the log": at_night(lambda marks, step: log.debug("%d marks", len(marks))),
    "a line on standard output": at_night(lambda marks, step: print("." * len(marks))),
    "an exit code": at_night(_refused),
    "an event that is not listed": _event_without_words,
    "more in an event than is listed": _how,
    "a count in the view": at_night(_counted),
    "a page on phones": _page,
    "a time limit": asked(_later),
    "a longer vote": asked(_longer),
    "the order of a choice": asked(_unasked),
    "a sentence prepared": _prefetched,
    "time for a sentence": measured,
    "a secret choice in the transcript": _transcript_for_all,
    "a line that names who marked": written(lambda lines, marks: lines._line("marks", seats=sorted(marks))),
    "the time of a moment": _day_at_once,
    "the order of packets": packets(_late_packets()),
    "the size of what is retained": packets(_longer_packet),
    "a pause after the marks": written(lambda lines, marks: lines.rested(float(len(marks)))),
}
"""Each of another kind."""


@pytest.fixture(scope="module")
def telling() -> list[AnyEvening]:
    """Evenings in which leaks are looked for, those first that stay together for long with other secrets."""
    some = [*islice(evenings(GAME, DECISIONS), 2 * SOME)]
    found = {evening.seed: hidden(first := play(evening), play(evening, first)) for evening in some}
    return sorted(some, key=lambda evening: -len(+found[evening.seed]))


def told_apart(some: Iterable[AnyEvening], plant: Plant) -> bool:
    for evening in some:
        first = play(evening, plant=plant)
        other = play(evening, first, plant)
        assert first.broken == other.broken == []
        if leak(first, other):
            return True
    return False


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, telling: list[AnyEvening]) -> None:
    assert told_apart(telling, LEAKS[name])


def test_what_is_not_listed_is_taken_for_a_leak(
    telling: list[AnyEvening], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PUBLISHED, GAME, Published({}))
    assert told_apart(telling, lambda box: None)
