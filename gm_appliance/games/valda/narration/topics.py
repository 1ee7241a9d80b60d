"""What Valda explains to whoever asks, and the lines it is asked for by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import Unspoken
from gm_appliance.games.valda.narration.names import GOD_WORDS, god_name

TOPICS: Mapping[str, Message] = {
    "phase": NP_("line", "What may I do now?"),
    "stashes": NP_("line", "What all have"),
    "standings": NP_("line", "Where we stand"),
    "weapon.play": NP_("line", "Play a god weapon"),
    "other.who": NP_("line", "Another's followers"),
    "correct.who": NP_("line", "A wrong entry"),
    "mistake": NP_("line", "A wrong press"),
    "rules": NP_("line", "The rules, a minute"),
    "picture": NP_("line", "What the box shows"),
    "rulings": NP_("line", "When in doubt"),
    "costs": NP_("line", "What buildings cost"),
    "weapons": NP_("line", "God weapons, rules"),
}

_EXPLAINED: Mapping[str, tuple[Message, ...]] = {
    "mistake": (
        N_("Hold back: the last choice is taken back."),
        N_("Hold it again to go back further."),
    ),
    "rules": (
        N_("Gather followers. A turn has five phases."),
        N_("One: roll a yellow die per mine, a blue one per drill."),
        N_("Four of one kind buy one resource of your choice."),
        N_("Two: draw two cards openly. Then take three actions."),
        N_("One action plays a yellow card, or takes one resource."),
        N_("Two actions draw two cards. Keep ten cards at most."),
        N_("Three: build up to two mines, drills or temples."),
        N_("A temple brings a follower, a god's card and an ability."),
        N_("Four: each other player may attack with one card."),
        N_("As much defence as power blocks an attack."),
        N_("Five: gods turn your resources into followers."),
        N_("Have you reached 5, 12 or 20 followers? They stay."),
    ),
    "weapons": (
        N_("A god weapon costs no action and comes at any time."),
        N_("Crown of Fortune turns a die. Hammer Time repeats a card."),
        N_("Backstab undoes a building. Wrath of Thor doubles an attack."),
        N_("War Horn: no defence. Soulspear: killed followers count double."),
        N_("Vanished sends an attack to somebody else."),
        N_("Tyr's Revenge stops an attack and takes its card."),
        N_("Resisted: two followers for a blocked attack."),
        N_("Surtur's Claim plays a blocked attack again."),
    ),
    "picture": (
        N_("Each line is a player on Yggdrasil."),
        N_("The upright lines are the safe zones: 5, 12 and 20."),
        N_("A stash: blood, gold, diamonds, mines, drills, followers."),
        N_("Below it each god, and a block for each temple."),
        N_("White letters on black are open, black on white locked."),
    ),
    "rulings": (
        N_("A tie goes to whoever has most buildings."),
        N_("Then to whoever has most resources. Then all share the win."),
        N_("No attack and no die pushes anybody below a safe zone."),
    ),
}

SIX_ROUNDS = N_("After six rounds, most followers win.")
RACE = N_("The first to have 20 followers wins at once.")
"""How the game ends, which the rules and the rulings tell."""


def topic_line(_: Language, topic: str) -> str:
    """A topic as a line of the menu. Raises Unspoken."""
    if topic in GOD_WORDS:
        return god_name(_, topic)
    if topic not in TOPICS:
        raise Unspoken(f"the topic {topic!r}")
    return _(TOPICS[topic])


def explained(_: Language, topic: str, *, race: bool) -> tuple[Cue, ...]:
    """What needs nothing but the topic and how the game ends. Raises Unspoken."""
    if topic not in _EXPLAINED:
        raise Unspoken(f"explain {topic!r}")
    said = _EXPLAINED[topic]
    if topic == "rules":
        said = (*said, RACE if race else SIX_ROUNDS)
    return tuple(Say(_(sentence)) for sentence in said)


def illustrated(screen: Screen, said: Iterable[Say]) -> Iterator[Cue]:
    """All of these sentences to one picture."""
    for one in said:
        yield Show(screen)
        yield one
