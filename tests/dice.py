"""An evening of a game that is nothing but throws of the box's die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from gm_appliance.app.evening import Evening
from gm_appliance.app.evening_settings import Environment
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Chance, Choice, Decision, Game, Number, Step
from gm_appliance.core.language import Language
from gm_appliance.core.narration import Narration
from gm_appliance.core.observer import Observer
from gm_appliance.core.people import Party
from gm_appliance.core.ports import PANEL, Ports, Stop
from gm_appliance.devices.inbox import TableInbox, VirtualClock
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import SilentVoice
from gm_appliance.games.registry import RegisteredGame

FACES = 6
IN_A_GAME = 1000
"""Throws in a game, before the next begins: a play keeps every moment of itself."""


@dataclass(frozen=True)
class Left:
    """The number of throws still to come."""

    throws: int = IN_A_GAME


def _decision(view: Left) -> Decision | None:
    return Decision("die", Chance(), Number(1, FACES)) if view.throws else None


DICE: Game[Left, Left] = Game(
    name="dice",
    rules=1,
    options=(),
    begin=lambda options: Left(),
    public=lambda state: state,
    decision=_decision,
    apply=lambda view, choice: Step(replace(view, throws=view.throws - 1)),
    outcome=lambda view: None,
)


class _Untold(Narration):
    """A narration nobody listens to."""

    def title(self) -> str:
        return DICE.name


def _untold(_: Language, people: Party) -> Any:
    return _Untold()


class _Nothing:
    """A display, lamps and a table that do nothing."""

    def show(self, screen: Screen) -> None: ...

    def light(self, lit: frozenset[int]) -> None: ...

    def lay(self, items: Sequence[Prop]) -> None: ...


class _Thrower(Observer):
    """Somebody who presses OK at the panel whatever is asked, and records the throws."""

    def __init__(self, inbox: TableInbox, throws: int) -> None:
        self._inbox = inbox
        self._wanted = throws
        self.thrown: list[int] = []

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if len(self.thrown) < self._wanted:
            self._inbox.press_at(self._inbox.now() + 1.0, PANEL, "ok", 0.1)
        else:
            self._inbox.post(Stop())

    def chose(self, decision: Decision, choice: Choice) -> None:
        if isinstance(decision.who, Chance):
            self.thrown.append(int(str(choice.value)))


def thrown(throws: int) -> list[int]:
    """This many throws, made in the games of one evening with the default source of chance."""
    inbox, nothing = TableInbox(VirtualClock()), _Nothing()
    thrower = _Thrower(inbox, throws)
    ports = Ports(inbox, nothing, nothing, SilentVoice(), SilentMixer(), nothing)
    registry = {DICE.name: RegisteredGame(DICE, _untold, "gm_appliance")}
    Evening(ports, None, thrower, lambda part, what: None, environment=Environment(registry=registry)).run()
    return thrower.thrown[:throws]
