"""Leaks planted in a box that plays Odin's Table: what it holds gets out, at each of its ports."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from gm_appliance.core.cues.props import Card
from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.game import Decision, Game
from gm_appliance.core.values import replace
from tests.secrecy.whole.box import Plant, Table
from tests.secrecy.whole.odin import GAME, held

log = logging.getLogger("gm_appliance.app.thinking")


def at_thought(do: Callable[[Table, tuple[int, ...]], object]) -> Plant:
    """Whenever the box is to decide: told the cards behind its wall."""

    def plant(table: Table) -> None:
        guests: Any = table.guests

        def happens() -> None:
            hand = held(table)
            if hand is not None:
                do(table, hand.cards)

        guests.at_thought = [happens]

    return plant


def _slower_with(table: Table, cards: tuple[int, ...]) -> None:
    table.clock._now += 0.001 * cards[0]


def _commit(table: Table, cards: tuple[int, ...]) -> None:
    for number in range(cards[0]):
        table.journal.set_setting("strength", number)


def _laid_open(table: Table, cards: tuple[int, ...]) -> None:
    table.ports.tabletop.lay((Card(2, str(cards[0]), face_down=True),))


def _said_of_a_commit(table: Table) -> None:
    choose = table.journal.choose

    def chosen(session: int, name: str, value: Any, secret: bool, t: float) -> None:
        log.debug("%s %s", name, value)
        choose(session, name, value, secret, t)

    table.journal.choose = chosen


def _moves_that_all_read(table: Table) -> None:
    """What the box chose is no secret, so a replay prints it, with an Idunn who stays hidden."""
    game: Game[Any, Any] = table.evening._games[GAME]

    def decision(view: Any) -> Decision | None:
        found = game.decision(view)
        return replace(found, secret=False) if found and found.name == "box.move" else found

    table.evening._games[GAME] = replace(game, decision=decision)


def _ahead_of_the_play(table: Table) -> None:
    """What is rendered ahead is what would follow from its cards too."""
    host = table.evening._host
    ask = host._ask

    def asked(decision: Decision) -> Any:
        if decision.name == "turn.piece":
            table.ports.voice.prepare([f"{held(table).cards[0]} will beat you."])
        return ask(decision)

    host._ask = asked


def _thought_through_at_once(table: Table) -> None:
    host = table.evening._host
    thought = host._thought

    def think(decision: Decision) -> Callable[[], Any]:
        answer: Callable[[], Any] = thought(decision)
        answer()
        return answer

    host._thought = think


PLANTS: dict[str, Plant] = {
    "all else waiting while it thinks": _thought_through_at_once,
    "its cards in the log": at_thought(lambda table, cards: log.debug("It holds %s.", cards)),
    "its choices in the log": _said_of_a_commit,
    "its cards on standard output": at_thought(lambda table, cards: print(cards[0])),
    "a word when it holds strong cards": at_thought(
        lambda table, cards: table.ports.voice.say("Watch out.") if cards[0] > 5 else None
    ),
    "a louder voice for stronger cards": at_thought(
        lambda table, cards: table.ports.voice.volume(60 + cards[0])
    ),
    "a sentence rendered for a card": at_thought(
        lambda table, cards: table.ports.voice.prepare([f"{cards} beat you."])
    ),
    "what is rendered ahead after its cards": _ahead_of_the_play,
    "commits as many as its card counts": at_thought(_commit),
    "a face-down card that says what it is": at_thought(_laid_open),
    "a lamp for a strong left wing": at_thought(
        lambda table, cards: table.ports.lamps.light(frozenset({1} if sum(cards[:3]) > 12 else ()))
    ),
    "a picture of its first card": at_thought(
        lambda table, cards: table.ports.display.show(Lines("The box thinks", (str(cards[0]),)))
    ),
    "an answer later for a stronger card": at_thought(_slower_with),
    "a replay that prints its moves": _moves_that_all_read,
}
