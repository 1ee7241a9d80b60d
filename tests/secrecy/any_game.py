"""An evening of any game with secrets, through the real host, on virtual time, with phones.

Run 0 of an evening is played at random. In the others the cards are dealt anew, and whatever is chosen in
secret is drawn until the rules publish the same for it; what is done openly is the same in all runs. So they
stay alike for as long as nothing but `published` tells them apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from unittest.mock import patch

from gm_appliance.app import room as box_end
from gm_appliance.app.phones import with_phones
from gm_appliance.app.room import RoomTeller, with_room
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.game import JSON, Decision, Game
from gm_appliance.core.language import load
from gm_appliance.core.minds import Thought
from gm_appliance.core.observer import Observers
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Ports
from gm_appliance.games.registry import registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, OwnChoices
from gm_appliance.room.messages import Post
from gm_appliance.room.moments import Moments
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.transcript import Transcript
from tests.secrecy.any_crowd import Crowd
from tests.secrecy.any_evening import AnyEvening, Book, Kept
from tests.secrecy.evening import exit_code, written_down
from tests.secrecy.hands import Hands
from tests.secrecy.outputs import ENGINES, Outputs, TableClock, Voice
from tests.secrecy.whole.workers import worker_on


@dataclass
class Box:
    """All that a planted leak may change before an evening begins. rules: the game. ports: the host's.
    while_it_runs: what is patched meanwhile."""

    evening: AnyEvening
    outputs: Outputs
    phones: Any
    room: RoomTeller
    ports: Ports
    rules: Game[Any, Any]
    narration: Any
    host: type[Host] = Host
    while_it_runs: ExitStack = field(default_factory=ExitStack)


Plant = Callable[[Box], None]


class Phones:
    """The box's end of the phones: all that it is told is written down."""

    points = True

    def __init__(self, outputs: Outputs) -> None:
        self._put = outputs.put

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *given: self._put("phones", f"{name} {given}".encode())


def listening(clock: TableClock, outputs: Outputs) -> RoomTeller:
    """The room's end of the box: every packet to a broker is written down."""

    def sent(post: Post) -> None:
        outputs.put("broker", f"{post.topic} {post.payload}".encode())

    with patch.object(box_end, "Worker", worker_on(clock)):
        return RoomTeller(clock.now, Moments(names=True), sent)


class _Tabletop:
    def __init__(self, *parts: Any) -> None:
        self._parts = parts

    def lay(self, items: Sequence[Prop]) -> None:
        for part in self._parts:
            part.lay(items)


def play(
    evening: AnyEvening,
    first: Kept | None = None,
    plant: Plant = lambda box: None,
    crowd_of: type[Crowd] = Crowd,
    cost: float = 0.0,
) -> Kept:
    """Play an evening: run 0, or another one beside `first`. crowd_of: who presses. cost: seconds the box
    needs for every input."""
    clock = TableClock(cost)
    hands, outputs = Hands(clock), Outputs(clock.now)
    outputs.put("begins", b"")
    run = Kept(outputs.list, stamps=hands.inbox.stamps, waits=hands.inbox.waits)
    cards = Dealer(evening.random("deal", first is not None))
    phones, voice = Phones(outputs), Voice(outputs.put, ENGINES[evening.voice])
    ports = Ports(hands.inbox, outputs, outputs, voice, outputs, _Tabletop(outputs, cards))
    game = registered(evening.game)
    room = listening(clock, outputs)
    box = Box(evening, outputs, phones, room, ports, game.game, game.narration(evening.language))
    plant(box)
    book = Book(box.rules, evening, outputs, run)
    crowd = crowd_of(evening, hands, cards, book, run, first)
    chance = evening.random("chance")

    def draw(decision: Decision) -> JSON:
        return crowd.secretly(decision) if decision.secret else decision.domain.sample(chance)

    def think(decision: Decision, _thought: Thought) -> Callable[[], JSON]:
        value = draw(decision)
        return lambda: value

    def write(line: str) -> None:
        """Of a line that is not for all, what `play` prints only on request is left out."""
        entry = json.loads(line)
        hidden = {} if entry["audience"] == "all" else {"value": None}
        outputs.put("transcript", json.dumps(entry | hidden).encode())

    observers = Observers(crowd, box.phones, box.room, Transcript(write, clock.now))
    host = box.host(
        with_room(with_phones(box.ports, box.phones), box.room),
        Announcements(load(evening.language)),
        count(1),
        OwnChoices(draw, think),
        observers,
    )

    def main() -> None:
        host.run(Play(box.rules, evening.options), box.narration, book)

    with box.while_it_runs, written_down(outputs):
        run.exit = exit_code(main)
    outputs.put("exit", str(run.exit).encode())
    run.cards = {seat: str(cards.card_of(seat)) for seat in range(1, 16)}
    return run
