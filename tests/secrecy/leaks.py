"""Boxes that tell a secret. The checker must catch every one of them.

Each is the real box with one small fault, of a kind that careful people have made.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Props, Say
from gm_appliance.core.cues.props import Card, Prop
from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.game import Choice, Decision, Game, Step
from gm_appliance.core.language import load
from gm_appliance.core.ports import PANEL, Edge
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung.events import ThumbsShown, Totals
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.host.loop import Host
from gm_appliance.host.window import Window
from gm_appliance.pickers import Gesture
from tests.secrecy.evening import GAME, Box

log = logging.getLogger("gm_appliance.games.gotterdammerung.rules")

LEAKS: dict[str, Callable[[Box], Box]] = {}


def planted(leak: Callable[[Box], Box]) -> Callable[[Box], Box]:
    LEAKS[leak.__name__] = leak
    return leak


# ---------------------------------------------------------------- in the rules


class Peep:
    """A game that lets the state be seen where only the view should be."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self.game = replace(game, public=self._public)
        self.state: Any = None

    def _public(self, state: Any) -> Any:
        self.state = state
        return self._game.public(state)

    def conspirators(self) -> list[int]:
        """Those in Asgard."""
        factions: Mapping[int, str] = self.state.factions
        return [seat for seat in self.state.view.asgard if factions.get(seat) == "conspire"]


def applying(box: Box, act: Callable[[Any, Choice, Step[Any, Any]], Step[Any, Any]]) -> Box:
    """The box with something done after each of the game's steps."""

    def apply(state: Any, choice: Choice) -> Step[Any, Any]:
        return act(state, choice, box.game.apply(state, choice))

    return replace(box, game=replace(box.game, apply=apply))


@planted
def a_night_longer_by_every_conspirator_in_asgard(box: Box) -> Box:
    peep = Peep(box.game)

    def decision(view: Any) -> Decision | None:
        open_now = box.game.decision(view)
        if open_now is None or open_now.name != "conspiracy":
            return open_now
        longer = 0.5 * len(peep.conspirators())
        beats = (replace(b, at=b.at + longer) if b.mark != "lead" else b for b in open_now.beats)
        return replace(open_now, beats=tuple(beats))

    return replace(box, game=replace(peep.game, decision=decision))


@planted
def an_undo_after_a_banishment_that_did_not_end_the_game(box: Box) -> Box:
    return applying(box, lambda state, choice, step: replace(step, final=False))


@planted
def factions_in_the_log(box: Box) -> Box:
    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        log.info("%s in round %d: %s", choice.name, state.view.round, dict(state.factions))
        return step

    return applying(box, act)


@planted
def factions_in_the_log_of_a_developer(box: Box) -> Box:
    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        log.debug("conspirators: %s", [s for s, f in step.state.factions.items() if f == "conspire"])
        return step

    return applying(box, act)


@planted
def marks_on_standard_output(box: Box) -> Box:
    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        if choice.name == "conspiracy":
            print("marks:", choice.value)
        return step

    return applying(box, act)


@planted
def an_exit_code_by_faction(box: Box) -> Box:
    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        if choice.name == "conspiracy" and state.factions[1] == "conspire":
            raise SystemExit(3)
        return step

    return applying(box, act)


@planted
def thumbs_in_a_traceback(box: Box) -> Box:
    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        if choice.name == "conspiracy":
            raise RuntimeError(f"cannot apply {choice.value}")
        return step

    return applying(box, act)


# ---------------------------------------------------------------- in the narration


@planted
def a_faction_card_pushed_forward_by_its_faction(box: Box) -> Box:
    peep = Peep(box.game)

    class Revealing(Gotterdammerung):
        def props(self, view: Any) -> Props:
            def laid(prop: Prop) -> Prop:
                if isinstance(prop, Card) and prop.own and prop.at in peep.conspirators():
                    return replace(prop, forward=True)
                return prop

            return Props(tuple(laid(prop) for prop in super().props(view).items))

    return replace(box, game=peep.game, narration=Revealing(load("en", f"gm_appliance.games.{GAME}")))


# ---------------------------------------------------------------- in the host


def overhear(host: Host, heard: Callable[[Edge], None]) -> None:
    """Have the host's stage tell of every edge, right after it took it."""
    stage = host._stage
    take = stage._edge

    def taken(edge: Edge) -> None:
        take(edge)
        heard(edge)

    setattr(stage, "_edge", taken)  # noqa: B010 - mypy refuses a plain assignment to a method


class Curious(Host):
    """A host that does something at every press in a secret window."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._ports = self._stage._ports
        overhear(self, self._edge)

    def _edge(self, edge: Edge) -> None:
        decision = self._session.play.decision
        if edge.down and edge.source != PANEL and decision and decision.secret:
            self.at_press(edge, decision)

    def at_press(self, edge: Edge, decision: Decision) -> None:
        raise NotImplementedError


def hosted(box: Box, host: type[Host]) -> Box:
    return replace(box, host=host)


def windowed(box: Box, window: type[Window]) -> Box:
    """The box with other steps with closed eyes."""

    class Hosting(box.host):  # type: ignore[name-defined, misc]
        def _ask(self, decision: Decision) -> Any:
            return window(self._session, decision).run() if decision.beats else super()._ask(decision)

    return hosted(box, Hosting)


def all_pressed(window: Window) -> bool:
    picker: Any = window._picker
    return len(picker.pressed) == len(window._session.play.view.seats)


@planted
def a_timetable_with_time_for_a_word_about_the_factions(box: Box) -> Box:
    """Nothing of it is said, but the voice's length of it is in the first beat."""
    peep = Peep(box.game)

    class Measuring(Host):
        def __init__(self, *parts: Any) -> None:
            super().__init__(*parts)
            stage = self._stage
            length = stage.length

            def measured(cues: Iterable[Cue], *, guess: bool = False) -> float | None:
                known = peep.state is not None and peep.state.factions
                word = Say(
                    "The conspirators are " + " and ".join(map(str, peep.conspirators() if known else ()))
                )
                return length((*cues, word), guess=guess)

            setattr(stage, "length", measured)  # noqa: B010 - mypy refuses a plain assignment to a method

    return hosted(replace(box, game=peep.game), Measuring)


@planted
def a_lamp_that_answers_a_secret_press(box: Box) -> Box:
    class Lighting(Curious):
        def at_press(self, edge: Edge, decision: Decision) -> None:
            self._ports.lamps.light(frozenset((edge.source,)))

    return hosted(box, Lighting)


@planted
def a_count_of_the_pressed_shown_in_the_ballot(box: Box) -> Box:
    class Counting(Curious):
        pressed = 0

        def at_press(self, edge: Edge, decision: Decision) -> None:
            if decision.name == "council.vote":
                self.pressed += 1
                self._ports.display.show(Lines("Vote", (f"{self.pressed} pressed",)))

    return hosted(box, Counting)


@planted
def a_text_rendered_at_every_press(box: Box) -> Box:
    class Rendering(Curious):
        def at_press(self, edge: Edge, decision: Decision) -> None:
            self._ports.voice.prepare([f"Seat {edge.source} pressed {edge.button} in {edge.prompt_id}."])

    return hosted(box, Rendering)


@planted
def a_text_prepared_only_if_seat_two_conspires(box: Box) -> Box:
    class Preparing(Host):
        def _take(self, decision: Decision, choice: Choice) -> Any:
            if decision.name == "setup.factions" and isinstance(choice.value, dict):
                wanted = choice.value.get("2") == "conspire"
                self._stage._ports.voice.prepare(["The last conspirator is in the Underworld."] * wanted)
            return super()._take(decision, choice)

    return hosted(box, Preparing)


@planted
def the_slow_called_by_the_box_within_the_window(box: Box) -> Box:
    class Calling(Window):
        def _listen(self, until: float) -> None:
            super()._listen(until)
            late = until == self._onset + self._decision.beats[-2].at
            if self._decision.secret and late and not all_pressed(self):
                self._stage.perform((Say("Not everybody has pressed yet."),))

    return windowed(box, Calling)


@planted
def a_window_that_ends_when_all_have_pressed(box: Box) -> Box:
    class Hurrying(Window):
        def _listen(self, until: float) -> None:
            if not self._decision.secret or not all_pressed(self):
                super()._listen(until)

    return windowed(box, Hurrying)


@planted
def a_beat_that_waits_for_its_presses(box: Box) -> Box:
    class Waiting(Window):
        def _listen(self, until: float) -> None:
            while (gesture := self._stage.next(until)) is not None:
                if gesture.source != PANEL:
                    self._picker = self._picker.on(gesture) if self._picker else None
                    until += 0.001 * self._decision.secret

    return windowed(box, Waiting)


@planted
def a_late_release_taken_for_a_tap_of_the_next_decision(box: Box) -> Box:
    class Forgiving(Host):
        def __init__(self, *parts: Any) -> None:
            super().__init__(*parts)
            overhear(self, self._edge)

        def _edge(self, edge: Edge) -> None:
            if not edge.down and edge.prompt_id != self._stage.prompt_id and edge.source != PANEL:
                self._stage._gestures.append(Gesture(edge.source, edge.button, "tap", edge.t))

    return hosted(box, Forgiving)


@planted
def lamps_of_those_who_had_pressed_before_a_pause(box: Box) -> Box:
    class Remembering(Curious):
        pressed: frozenset[int] = frozenset()

        def at_press(self, edge: Edge, decision: Decision) -> None:
            self.pressed |= {edge.source}

        def _pause(self, eyes_closed: bool) -> None:
            self._ports.lamps.light(self.pressed)
            super()._pause(eyes_closed)

    return hosted(box, Remembering)


@planted
def a_choice_with_its_value_in_the_log(box: Box) -> Box:
    class Logging(Host):
        def _take(self, decision: Decision, choice: Choice) -> Any:
            log.debug("%r = %r", choice, choice.value)
            return super()._take(decision, choice)

    return hosted(box, Logging)


@planted
def the_thumbs_in_the_log_as_edges(box: Box) -> Box:
    class Tracing(Curious):
        def at_press(self, edge: Edge, decision: Decision) -> None:
            log.debug("%r", edge)

    return hosted(box, Tracing)


# ---------------------------------------------------------------- alone at the panel, and with all gods


class Peeping(Curious):
    """A host that does something at every thumb pressed alone at the panel."""

    def _edge(self, edge: Edge) -> None:
        decision = self._session.play.decision
        alone = decision is not None and decision.secret and not decision.beats
        if alone and edge.down and edge.source == PANEL and edge.button in ("up", "down"):
            assert decision is not None
            self.at_press(edge, decision)


@planted
def the_thumb_given_alone_on_the_display(box: Box) -> Box:
    class Showing(Peeping):
        def at_press(self, edge: Edge, decision: Decision) -> None:
            self._ports.display.show(Lines("Vote", (edge.button,)))

    return hosted(box, Showing)


@planted
def a_display_lit_by_a_thumb_given_alone(box: Box) -> Box:
    class Waking(Peeping):
        def at_press(self, edge: Edge, decision: Decision) -> None:
            self._ports.lamps.light(frozenset())

    return hosted(box, Waking)


@planted
def a_prompt_repeated_when_the_same_thumb_is_given_twice(box: Box) -> Box:
    class Repeating(Peeping):
        last = ""

        def at_press(self, edge: Edge, decision: Decision) -> None:
            if edge.button == self.last:
                self._stage.perform(self._session.narration.again(decision, self._session.play.view))
            self.last = edge.button

    return hosted(box, Repeating)


@planted
def thumbs_laid_out_in_the_order_in_which_they_came(box: Box) -> Box:
    """The same thumbs, but who was quick lies first."""
    told: dict[str, list[str]] = {}

    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        if choice.name == "council.vote" and isinstance(choice.value, dict):
            told["order"] = list(choice.value)
        swapped = tuple((_reordered(event, told.get("order", [])), view) for event, view in step.events)
        return replace(step, events=swapped)

    return applying(box, act)


def _reordered(event: Any, order: list[str]) -> Any:
    if not isinstance(event, ThumbsShown):
        return event
    quick = [int(seat) for seat in order if int(seat) in event.thumbs]
    seats = (*quick, *(seat for seat in event.thumbs if seat not in quick))
    return replace(event, thumbs={seat: event.thumbs[seat] for seat in seats})


@planted
def lamps_of_the_thumbs_where_only_the_total_is_told(box: Box) -> Box:
    class Lighting(Host):
        def _take(self, decision: Decision, choice: Choice) -> Any:
            told = super()._take(decision, choice)
            if isinstance(choice.value, dict) and any(isinstance(event, Totals) for event, _view in told):
                down = frozenset(int(seat) for seat, thumb in choice.value.items() if thumb == "down")
                self._stage._ports.lamps.light(down)
            return told

    return hosted(box, Lighting)


@planted
def a_choice_with_its_value_in_an_error(box: Box) -> Box:
    class Refusing(Host):
        def _take(self, decision: Decision, choice: Choice) -> Any:
            try:
                if decision.name == "conspiracy":
                    raise ValueError(f"{decision.name} = {choice.value}")
            except ValueError as error:
                log.error("Once more: %s", error)
            return super()._take(decision, choice)

    return hosted(box, Refusing)
