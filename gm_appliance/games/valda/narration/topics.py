"""The box's explanations on request: the rules, the current part of the turn, gods and prices."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.table_narration import CHANGES, MISTAKE, TAUGHT, Topic
from gm_appliance.core.values import replace
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.model import FOLLOWERS, GODS, ValdaView
from gm_appliance.games.valda.narration.names import GOD_WORDS

TOPICS: Mapping[str, Topic] = {
    "phase": Topic(NP_("line", "What may I do now?")),
    "weapon.play": Topic(NP_("line", "Play a god weapon")),
    "stand": Topic(NP_("line", "How things stand")),
    "stashes": Topic(NP_("line", "What everybody has"), group="stand"),
    "standings": Topic(NP_("line", "Where we stand"), group="stand"),
    CHANGES: Topic(NP_("line", "Change something")),
    "other.who": Topic(NP_("line", "Others' followers"), group=CHANGES),
    "correct.who": Topic(NP_("line", "A wrong entry"), group=CHANGES),
    "follow.part": Topic(NP_("line", "What I track"), group=CHANGES),
    "mistake": replace(MISTAKE, group=CHANGES),
    "book": Topic(NP_("line", "The rules")),
    **{name: replace(one, group="book") for name, one in TAUGHT.items()},
    "picture": Topic(
        NP_("line", "What the box shows"),
        (
            N_("Each line is a player on Yggdrasil."),
            N_("The vertical lines are the safe zones: 5, 12 and 20."),
            N_("A stash: blood, gold, diamonds, mines, drills, followers."),
            N_("Below it each god, and a block for each temple."),
            N_("White letters on black are open, black on white locked."),
        ),
        group="book",
    ),
    "rulings": Topic(
        NP_("line", "When in doubt"),
        (
            N_("Trade four of one kind for one resource of your choice."),
            N_("For two actions, draw two cards. Keep at most ten cards."),
            N_("A tie goes to the player with the most buildings."),
            N_("Then to the player with the most resources. If still tied, all share the win."),
            N_("No attack and no die pushes you below a safe zone."),
        ),
        group="book",
    ),
    "costs": Topic(NP_("line", "What buildings cost"), group="book"),
    "weapons": Topic(
        NP_("line", "God weapon rules"),
        (
            N_("A god weapon costs no action. Play it at any time."),
            N_("Crown of Fortune turns a die. Hammer Time repeats a card."),
            N_("Backstab undoes a building. Wrath of Thor doubles an attack."),
            N_("War Horn: no defence. Soulspear: killed followers count double."),
            N_("Vanished sends an attack to somebody else."),
            N_("Tyr's Revenge cancels an attack. You keep the attack card."),
            N_("Resisted: two followers for a blocked attack."),
            N_("Surtur's Claim plays a blocked attack again."),
        ),
        group="book",
    ),
    "gods": Topic(NP_("line", "The gods"), group="book"),
    **{god: Topic(words.name, words.does, "gods") for god, words in GOD_WORDS.items()},
}

_RESOURCES: tuple[Message, ...] = (
    N_("A yellow die for each mine, a blue one for each drill."),
    N_("Gold and diamonds are yellow, blood is blue."),
    N_("Then trade four of one kind for one of your choice."),
)
_CARDS: tuple[Message, ...] = (
    N_("Draw two cards face up. They are yours to play."),
    N_("You have three actions."),
    N_("A yellow card costs one action, and so does a resource."),
    N_("Drawing two more cards costs two. At the end, keep at most ten."),
)
_TELL_CARDS = N_("Tell me which resources you take, and what a card does.")
_BUILDING: tuple[Message, ...] = (
    N_("Build up to two buildings. The list shows what they cost."),
    N_("A mine or a drill brings one more die."),
    N_("A temple brings a follower, a card and the god's power."),
    N_("Three temples of one god lock the area for others."),
    N_("Then draw one card of that god and one base card."),
)
_ATTACK: tuple[Message, ...] = (
    N_("The others may attack, each with one card."),
    N_("Most followers go first, then most resources."),
    N_("If a later player attacks, those before have passed."),
    N_("As many shields as swords block. Otherwise the attack card takes effect."),
)
_JUDGED: tuple[Message, ...] = (
    N_("Tell me about an attack, and I'll judge it."),
    N_("Plus one after a name: Surtur adds one sword."),
)
"""If the table need not enter every attack."""

_FOLLOWERS: tuple[Message, ...] = (
    N_("Thor, Odin and Loki may bring followers now."),
    N_("You need one of their temples."),
)

_PHASES: Mapping[type, tuple[Message, ...]] = {
    **dict.fromkeys((phases.Rolling, phases.Falling, phases.Reading), _RESOURCES),
    **dict.fromkeys((phases.Trading, phases.Mixing, phases.Receiving), _RESOURCES),
    **dict.fromkeys((phases.Acting, phases.Effect), _CARDS),
    phases.Building: _BUILDING,
    **dict.fromkeys((phases.Attacking, phases.Powering, phases.Defending), _ATTACK),
    **dict.fromkeys((phases.Shielding, phases.Redirecting), _ATTACK),
    **dict.fromkeys((phases.Converting, phases.Throwing, phases.Summing, phases.Setting), _FOLLOWERS),
}


def phase_explained(view: ValdaView) -> tuple[Message, ...]:
    """The players' options in the current part of the turn; empty outside of one."""
    if isinstance(view.phase, phases.Effect) and view.phase.attack:
        return _ATTACK
    found = _PHASES.get(type(view.phase), ())
    if found is _BUILDING and "cards" in view.setup.by_hand:
        return (*_CARDS, *found)  # cards may still be played
    if found is _ATTACK and not view.setup.cubes:
        return (*found, *_JUDGED)
    return (*found, _TELL_CARDS) if found is _CARDS else found


def topics_at(view: ValdaView, on_request: tuple[str, ...]) -> tuple[str, ...]:
    if view.setup.keeps == (FOLLOWERS,):
        return (*on_request, "standings", "mistake", *TAUGHT, "rulings", "picture")
    phase = ("phase",) if phase_explained(view) else ()
    begun = ("stashes", "standings") if view.round else ()
    usual = ("mistake", *TAUGHT, "rulings", "costs", *GODS, "weapons", "picture")
    if isinstance(view.phase, phases.Final):
        return ("standings", "stashes", *usual)
    if isinstance(view.phase, phases.Setting):
        return (*on_request, *phase, *begun, *usual)
    return (*phase, *begun, *on_request, *usual)
