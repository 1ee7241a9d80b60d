"""What the companion explains to whoever asks: the phase that is on, what all have, gods and costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.language import N_, Language, Message
from gm_appliance.core.people import Party
from gm_appliance.games.valda.companion.model import (
    BUILDINGS,
    GODS,
    Acting,
    Attacking,
    Blocked,
    Building,
    Choosing,
    Converting,
    Defending,
    Effect,
    Falling,
    Final,
    Mixing,
    Powering,
    Reading,
    Receiving,
    Redirecting,
    Rolling,
    Shielding,
    StartRolling,
    Summing,
    Trading,
    View,
)
from gm_appliance.games.valda.narration.companion.pictures import Pictures
from gm_appliance.games.valda.narration.names import GOD_WORDS, cost, cost_of, god_name
from gm_appliance.games.valda.narration.standing import standings
from gm_appliance.games.valda.narration.topics import explained, illustrated

_RESOURCES: tuple[Message, ...] = (
    N_("A yellow die for each mine, a blue one for each drill."),
    N_("Gold and diamonds are yellow, blood is blue."),
    N_("Then trade four of one kind for one of your choice."),
)
_CARDS: tuple[Message, ...] = (
    N_("Draw two cards, seen by all. They are yours to play."),
    N_("You have three actions."),
    N_("A yellow card costs one, a resource one."),
    N_("Two more cards cost two. At the end keep ten."),
    N_("Tell the box the resources, and what a card brings."),
)
_BUILDING: tuple[Message, ...] = (
    N_("Build up to two. The list has what you can pay."),
    N_("A mine or a drill brings one more die."),
    N_("A temple brings a follower, a card and the god's power."),
    N_("Three temples of one god lock the area for others."),
    N_("Then one of your two cards may come from that god."),
)
_ATTACK: tuple[Message, ...] = (
    N_("The others may attack, each with one card."),
    N_("Most followers go first, then most resources."),
    N_("Whoever is passed over has passed."),
    N_("Shields as many as swords block. Else the card works."),
)
_FOLLOWERS: tuple[Message, ...] = (
    N_("Thor, Odin and Loki may bring followers now."),
    N_("You need a temple of theirs."),
)

_PHASES: Mapping[type, tuple[Message, ...]] = {
    **dict.fromkeys((Rolling, Falling, Reading, Trading, Mixing, Receiving), _RESOURCES),
    **dict.fromkeys((Acting, Effect), _CARDS),
    Building: _BUILDING,
    **dict.fromkeys((Attacking, Powering, Defending, Shielding, Redirecting, Blocked), _ATTACK),
    **dict.fromkeys((Converting, Summing), _FOLLOWERS),
}
"""What a player may do, by where the turn stands."""


def topics_at(view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
    """What can be asked for now, in order."""
    phase = ("phase",) if type(view.phase) in _PHASES else ()
    begun = () if isinstance(view.phase, StartRolling | Choosing) else ("stashes", "standings")
    weapons = () if "weapons" in view.setup.by_hand else ("weapons",)
    usual = ("mistake", "rules", "rulings", "costs", *GODS, *weapons, "picture")
    over = ("standings", "stashes") if isinstance(view.phase, Final) else begun
    return (*phase, *over, *on_request, *usual)


def answer(_: Language, people: Party, topic: str, view: View) -> Iterator[Cue]:
    """The answer. Raises Unspoken."""
    if topic == "phase":
        yield from (Say(_(sentence)) for sentence in _phase(view))
    elif topic == "stashes":
        yield from _stashes(_, people, view)
    elif topic == "standings":
        shown = Pictures(_, people).tree(_.pgettext("title", "Where we stand"), view)
        yield from illustrated(shown, standings(_, people, view.followers))
    elif topic == "costs":
        for what in BUILDINGS:
            yield Say(cost_of(_, what))
    elif topic in GODS:
        yield from _god(_, people, topic, view)
    else:
        yield from explained(_, topic, race=view.setup.race)


def _phase(view: View) -> tuple[Message, ...]:
    """An attack has its own card, so its phase is the attack's."""
    phase = view.phase
    return _ATTACK if isinstance(phase, Effect) and phase.attack else _PHASES[type(phase)]


def _stashes(_: Language, people: Party, view: View) -> Iterator[Cue]:
    """Player after player, from whoever's turn it is."""
    first = view.turn or 1
    pictures = Pictures(_, people)
    for seat in (first, *view.others(first)):
        yield from illustrated(pictures.stash(view, seat, people.name(_, seat)), pictures.has(view, seat))


def _god(_: Language, people: Party, god: str, view: View) -> Iterator[Cue]:
    """What the god does, what a temple costs, and whose the area is."""
    yield from (Say(_(sentence)) for sentence in GOD_WORDS[god].does)
    yield Say(_("A temple costs {cost}.", cost=cost(_, god)))
    name, owner = god_name(_, god), view.owner(god)
    if owner:
        player = people.name(_, owner)
        yield Say(_("{player} has locked the area of {god}.", player=player, god=name))
    else:
        left = view.sites(god)
        yield Say(_.ngettext("{n} site is left.", "{n} sites are left.", left))
