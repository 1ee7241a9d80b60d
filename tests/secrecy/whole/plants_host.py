"""Leaks planted in the rules and in the host: a step, a word or a lamp that depends on a secret.

To add one, add a line to its kind in `PLANTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gm_appliance.core.cues import Say
from gm_appliance.core.cues.props import Card, Prop
from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.game import Choice, Decision, Game, Step
from gm_appliance.core.ports import Edge
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles.events import Totals
from gm_appliance.host.session import BrokenOff, Paused
from gm_appliance.host.window import Window
from gm_appliance.pickers import Gesture
from tests.secrecy.evening import GAME
from tests.secrecy.tampered import Peep, applying, overhear
from tests.secrecy.whole.box import Plant, Table
from tests.secrecy.whole.planting import (
    at_the_choice,
    at_the_panel,
    in_the_reader,
    in_the_rules,
    pads_pressed,
)


def _longer_nights(game: Game[Any, Any]) -> Game[Any, Any]:
    peep = Peep(game)

    def decision(view: Any) -> Decision | None:
        asked = game.decision(view)
        if asked is None or asked.name != "conspiracy":
            return asked
        longer = 0.5 * len(peep.conspirators())
        beats = (replace(one, at=one.at + longer) if one.mark != "lead" else one for one in asked.beats)
        return replace(asked, beats=tuple(beats))

    return replace(peep.game, decision=decision)


def _longer_in_dutch(table: Table) -> None:
    if table.evening._speech.language == "nl":
        in_the_rules(_longer_nights)(table)


def _everything_undone(game: Game[Any, Any]) -> Game[Any, Any]:
    return applying(game, lambda state, choice, step: replace(step, final=False))


def at_the_mark(do: Callable[[Any, Choice], object]) -> Plant:
    """When a night's marks are applied: told the state before them."""

    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        if choice.name == "conspiracy":
            do(state, choice)
        return step

    return in_the_rules(lambda game: applying(game, act))


def _ended(state: Any, choice: Choice) -> None:
    if state.factions[1] == "conspire":
        raise SystemExit(3)


def _refused(state: Any, choice: Choice) -> None:
    raise RuntimeError(f"cannot apply {choice.value}")


def _pushed_forward(table: Table) -> None:
    games, lay = table.evening._games, table.room.lay
    peep = Peep(games[GAME])
    games[GAME] = peep.game

    def laid(prop: Prop) -> Prop:
        if isinstance(prop, Card) and prop.own and prop.at in peep.conspirators():
            return replace(prop, viewable=True)
        return prop

    table.room.lay = lambda items: lay(tuple(map(laid, items)))


def _summed_on_the_page(table: Table) -> None:
    games, tell = table.evening._games, table.room._tell
    peep = Peep(games[GAME])
    games[GAME] = peep.game

    def told(message: Any) -> None:
        tell(
            {**message, "seats": sum(peep.conspirators())} if peep.state and peep.state.factions else message
        )

    table.room._tell = told


def _a_story_that_counts(table: Table) -> None:
    pressed, read = pads_pressed(table), table.room.read
    table.room.read = lambda pages: read([*pages, ("taps", "Taps", (f"{len(pressed)}",))])


def _a_storm_chosen_by_marks(table: Table) -> None:
    def chosen(table: Table, marks: int) -> None:
        table.mixer._layers["rain"]._upcoming = marks % 3

    at_the_choice(chosen)(table)


def at_the_take(do: Callable[[Table, Choice, Any], object]) -> Plant:
    """When a choice was applied: told it, and the events that came of it."""

    def plant(table: Table) -> None:
        host = table.evening._host
        take = host._take

        def taken(decision: Decision, choice: Choice) -> Any:
            told = take(decision, choice)
            do(table, choice, told)
            return told

        host._take = taken

    return plant


def _thumbs_lit(table: Table, choice: Choice, told: Any) -> None:
    if isinstance(choice.value, dict) and any(isinstance(event, Totals) for event, _view in told):
        down = (int(seat) for seat, thumb in choice.value.items() if thumb == "down")
        table.ports.lamps.light(frozenset(down))


def in_the_window(window: type[Window]) -> Plant:
    def plant(table: Table) -> None:
        host = table.evening._host
        ask = host._ask
        host._ask = lambda asked: window(host._session, asked).run() if asked.beats else ask(asked)

    return plant


def _all_pressed(window: Window) -> bool:
    picker: Any = window._picker
    return len(picker.pressed) == len(window._session.play.view.seats)


class Calling(Window):
    def _listen(self, at: float) -> None:
        super()._listen(at)
        late = at == self._decision.beats[-2].at
        if self._decision.secret and late and not _all_pressed(self):
            self._stage.perform((Say("Not everybody has pressed yet."),))


class Hurrying(Window):
    def _listen(self, at: float) -> None:
        if not self._decision.secret or not _all_pressed(self):
            super()._listen(at)


def _late_releases_taken(table: Table) -> None:
    stage = table.evening._host._stage

    def heard(edge: Edge) -> None:
        if not edge.down and edge.prompt_id != stage.prompt_id and edge.source:
            stage._gestures.append(Gesture(edge.source, edge.button, "tap", edge.t))

    overhear(table.evening._host, heard)


def _lamps_at_a_pause(table: Table) -> None:
    host, pressed = table.evening._host, pads_pressed(table)
    attend = host._attend

    def attended(interruption: BrokenOff) -> Any:
        if isinstance(interruption, Paused):
            table.ports.lamps.light(frozenset(pressed))
        return attend(interruption)

    host._attend = attended


def _said_of_the_same_thumb(table: Table) -> None:
    last = [""]

    def pressed(table: Table, button: str) -> None:
        if button == last[0]:
            table.ports.voice.say("Once more.")
        last[0] = button

    at_the_panel(pressed)(table)


PLANTS: dict[str, dict[str, Plant]] = {
    "a step that depends on a faction": {
        "an exit code by faction": at_the_mark(_ended),
        "a night longer by every conspirator, in one language": _longer_in_dutch,
        "the conspirators' seats added up on the page": _summed_on_the_page,
        "an undo after a banishment that did not end the game": in_the_rules(_everything_undone),
        "marks in a traceback": at_the_mark(_refused),
        "a faction card pushed forward by its faction": _pushed_forward,
    },
    "what one night leaves to the next": {
        "a storm chosen by the marks before it": _a_storm_chosen_by_marks,
        "a story that counts taps": _a_story_that_counts,
    },
    "a window that heeds who has pressed": {
        "the slow called by the box within the window": in_the_window(Calling),
        "a window that ends when all have pressed": in_the_window(Hurrying),
        "a late release taken for a tap of the next decision": _late_releases_taken,
        "lamps of those who had pressed before a pause": _lamps_at_a_pause,
    },
    "a word or a picture of a thumb": {
        "a count of the pressed on the display": in_the_reader(
            lambda table, pad: table.ports.display.show(Lines("Vote", (str(pad),)))
        ),
        "the thumb given alone on the display": at_the_panel(
            lambda table, button: table.ports.display.show(Lines("Vote", (button,)))
        ),
        "a word when the same thumb is given twice": _said_of_the_same_thumb,
        "lamps of the thumbs where only the total is told": at_the_take(_thumbs_lit),
        "a sentence prepared for every mark": at_the_choice(
            lambda table, marks: table.ports.voice.prepare([f"Mark {one}." for one in range(marks)])
        ),
    },
}
