"""What bots say at the virtual table: one line when they accuse, and one when they defend themselves.

They give a reason from what everybody saw. Their temper, which a seat keeps, says which reasons they like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gm_appliance.core.language import N_, Language, Message
from gm_appliance.core.observer import Observer
from gm_appliance.core.values import Value, field
from gm_appliance.hidden_roles import events
from gm_appliance.hidden_roles.model import DOWN, UP
from gm_appliance.simulator.room import Room

TEMPERS = ("hot", "calm", "sly")

_LINES: Mapping[str, Message] = {
    # an accusation
    "voted": N_("You wanted to see me fall."),
    "accused": N_("You accused me. Now I accuse you."),
    "spared": N_("You spared {other}. Why?"),
    "silent": N_("You have never accused anybody."),
    "hot": N_("Somebody has to begin. I'll begin with you."),
    "calm": N_("I have no proof, only a feeling."),
    "sly": N_("You are very quiet today."),
    # a defence
    "helped": N_("I voted {other} down, as most of you did."),
    "accuser": N_("You have accused before, {other}. Who is next?"),
    "hot.defence": N_("You are wrong, and you will see it."),
    "calm.defence": N_("You have nothing but a guess."),
    "sly.defence": N_("Ask who gains if I fall."),
}
_ORDER: Mapping[str, tuple[str, ...]] = {
    "hot": ("voted", "accused", "spared", "silent"),
    "calm": ("spared", "silent", "voted", "accused"),
    "sly": ("silent", "spared", "accused", "voted"),
}
_DEFENCE: Mapping[str, tuple[str, ...]] = {
    "hot": ("accuser", "helped"),
    "calm": ("helped", "accuser"),
    "sly": ("accuser",),
}


class _Seen(Value):
    """What everybody saw in this game.

    accusations: who accused whom. votes: the accused with everybody's thumb. fallen: by a vote.
    """

    accusations: tuple[tuple[int, int], ...] = ()
    votes: tuple[tuple[int, Mapping[int, str]], ...] = field(default_factory=tuple)
    fallen: frozenset[int] = frozenset()


class BotSpeech(Observer):
    """language: returns the one that is spoken."""

    def __init__(self, room: Room, language: Callable[[], Language]) -> None:
        self._room, self._language = room, language
        self._seen = _Seen()

    def began(self) -> None:
        self._seen = _Seen()

    def told(self, event: Any) -> None:
        seen = self._seen
        match event:
            case events.Accused(accuser=accuser, accused=accused):
                self._say(accuser, self._reasons(accuser, accused))
                seen = _Seen((*seen.accusations, (accuser, accused)), seen.votes, seen.fallen)
            case events.Supported(accused=accused):
                accuser = next(one for one, whom in reversed(seen.accusations) if whom == accused)
                self._say(accused, self._excuses(accused, accuser))
            case events.ThumbsShown(accused=accused, thumbs=thumbs):
                seen = _Seen(seen.accusations, (*seen.votes, (accused, thumbs)), seen.fallen)
            case events.Banished(seat=seat, by="council"):
                seen = _Seen(seen.accusations, seen.votes, seen.fallen | {seat})
        self._seen = seen

    def _reasons(self, accuser: int, accused: int) -> Iterator[tuple[str, int]]:
        """What this bot may say against somebody, the best first, and whom it names; 0 for nobody."""
        seen, temper = self._seen, _temper(accuser)
        others = [(at, thumbs) for at, thumbs in seen.votes if at not in (accuser, accused)]
        spared = [at for at, thumbs in others if thumbs.get(accused) == UP]
        true: dict[str, int] = {}
        if any(at == accuser and thumbs.get(accused) == DOWN for at, thumbs in seen.votes):
            true["voted"] = 0
        if (accused, accuser) in seen.accusations:
            true["accused"] = 0
        if spared:
            true["spared"] = spared[-1]
        if seen.accusations and all(one != accused for one, _whom in seen.accusations):
            true["silent"] = 0
        yield from ((name, true[name]) for name in _ORDER[temper] if name in true)
        yield temper, 0

    def _excuses(self, accused: int, accuser: int) -> Iterator[tuple[str, int]]:
        seen, temper = self._seen, _temper(accused)
        helped = [at for at, thumbs in seen.votes if at in seen.fallen and thumbs.get(accused) == DOWN]
        true = {"helped": helped[-1]} if helped else {}
        if any(one == accuser and whom != accused for one, whom in seen.accusations):
            true["accuser"] = accuser
        yield from ((name, true[name]) for name in _DEFENCE[temper] if name in true)
        yield f"{temper}.defence", 0

    def _say(self, seat: int, lines: Iterator[tuple[str, int]]) -> None:
        if seat in self._room.bots:
            name, other = next(lines)
            self._room.speech(seat, self._language()(_LINES[name], other=self._room.name_of(other)))


def _temper(seat: int) -> str:
    return TEMPERS[seat % len(TEMPERS)]
