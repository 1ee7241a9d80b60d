"""What Götterdämmerung explains to whoever asks, and the lines it is asked for by."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import Unspoken
from gm_appliance.games.gotterdammerung.gods import GODS
from gm_appliance.games.gotterdammerung.model import Picking, Seating, View
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name
from gm_appliance.games.gotterdammerung.narration.prompts import PROMPTS
from gm_appliance.games.gotterdammerung.narration.props import full_recap
from gm_appliance.games.gotterdammerung.places import VALKYRIE

_TOPICS: Mapping[str, Message] = {
    "recap": NP_("line", "Where we stand"),
    "mistake": NP_("line", "A wrong press"),
    "rules": NP_("line", "The rules, a minute"),
    "ring": NP_("line", "Marks on the ring"),
    # What can be decided on the side is asked for in the same place.
    **{name: prompt.topic for name, prompt in PROMPTS.items() if prompt.topic},
}

_EXPLAINED: Mapping[str, tuple[Message, ...]] = {
    "mistake": (
        N_("Hold back: the last open choice is taken back."),
        N_("In a vote the last press counts, until the time is over."),
        N_("Shown thumbs stay. Nobody votes again."),
        N_("Somebody peeked while eyes are closed? Hold repeat."),
    ),
    "rules": (
        N_("Some of you conspire. The others protect Asgard, and know nobody."),
        N_("By night the conspirators banish one player to the Underworld."),
        N_("Whoever is banished plays on: acts, votes, accuses, may be the Oracle."),
        N_("By day two dice choose the Oracle."),
        N_("Then the gods act, one after the other. Nobody speaks."),
        N_("The Oracle sees the faction of one player in the same world."),
        N_("Then the council: talk, lie, accuse. Somebody must second it."),
        N_("The accused answers. Then all vote: thumb down banishes, thumb up spares."),
        N_("More down than up banishes. A tie spares."),
        N_("If nobody was banished, one other player can be accused."),
        N_("A faction wins once all of the other are banished."),
    ),
    "ring": (
        N_("The ring on the display is your table, clockwise."),
        N_("A white block is a player in Asgard."),
        N_("An open box is a player in the Underworld."),
        N_("A cross below is a wound."),
        N_("A small bar below is any other action card."),
        N_("While pads are called, a bar is a pad."),
        N_("The eye is the Oracle."),
        N_("The frame is who is chosen now."),
    ),
    **{god: (words.explained,) for god, words in WORDS_OF.items()},
}


def topics_at(view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
    """What can be asked for now, in order."""
    if isinstance(view.phase, Picking | Seating):
        return ("rules", *on_request)
    gods = [place.god for place in view.places if place.god != VALKYRIE]
    return ("recap", *on_request, "mistake", "rules", "ring", *sorted(gods, key=lambda god: GODS[god].order))


def topic_line(_: Language, topic: str) -> str:
    """A topic as a line of the menu. Raises Unspoken."""
    if topic in GODS:
        return _.pgettext("line", "What {god} does", god=god_name(_, topic))
    if topic not in _TOPICS:
        raise Unspoken(f"the topic {topic!r}")
    return _(_TOPICS[topic])


def explanation(_: Language, topic: str, view: View) -> tuple[Cue, ...]:
    """The answer. Raises Unspoken."""
    if topic == "recap":
        return full_recap(_, view)
    if topic not in _EXPLAINED:
        raise Unspoken(f"explain {topic!r}")
    return tuple(Say(_(sentence)) for sentence in _EXPLAINED[topic])
