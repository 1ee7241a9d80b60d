"""All words for decisions, and their changes with the state of the game."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.attack import attacks_of, power_bonus
from gm_appliance.games.valda.conversion import enter_conversion
from gm_appliance.games.valda.ending import correctable
from gm_appliance.games.valda.model import FOLLOWERS, HEIMDALL, ValdaView
from gm_appliance.games.valda.narration.names import WEAPONS

SILENT = frozenset(("first.die", "resource.dice", "loki.dice"))
"""Decided by the box, so nobody is asked."""

_EFFECTS: Mapping[str, Message] = {
    "blood": NP_("line", "Blood"),
    "gold": NP_("line", "Gold"),
    "diamond": NP_("line", "Diamond"),
    "followers": NP_("line", "Followers"),
    # Translators: what a card does: its player steals from others.
    "steal": NP_("line", "Steal"),
    "kill": NP_("line", "Kill followers"),
    "lose": NP_("line", "Take away resources"),
    # Translators: what a card does: others get something.
    "gain": NP_("line", "Others gain"),
    "give": NP_("line", "Give to somebody"),
    "build": NP_("line", "Build for free"),
    "destroy": NP_("line", "Destroy a building"),
    "move": NP_("line", "Move a temple"),
    "action": NP_("line", "More actions"),
    # Translators: the card does nothing more.
    "done": NP_("line", "That is all"),
    # Translators: the card does none of the effects in this list.
    "none": NP_("line", "None of these"),
}

_BACK = {"back": NP_("line", "Back, change nothing")}
"""For cancelling a correction."""

_COUNTED = N_("{player}, how many followers at the end of your turn?")
"""If the box has led through the turn."""

_WHOM, _WHICH = NP_("title", "Whom?"), NP_("title", "Which?")
"""Titles; the question depends on the effect."""

PROMPTS: Mapping[str, PromptText] = {
    # ------------------------------------------------------------ who begins
    "first.who": PromptText(
        ask=N_("Each of you, roll a die. Who rolled highest?"),
        again=N_("Who begins?"),
        title=NP_("title", "Who begins?"),
    ),
    # ------------------------------------------------------------ resources
    "resource.roll": PromptText(
        ask=N_("{player}, your turn. Ready to roll?"),
        again=N_("{player}, ready to roll?"),
        title=NP_("line", "{player} rolls"),
    ),
    "resource.gold": PromptText(
        ask=N_("{player}, your turn. Roll. How many dice show gold?"),
        again=N_("{player}, how many yellow dice show gold?"),
        title=NP_("title", "Gold rolled"),
    ),
    "resource.blood": PromptText(
        ask=N_("How much blood do the blue dice show?"),
        again=N_("{player}, how much blood do the blue dice show?"),
        title=NP_("title", "Blood rolled"),
    ),
    "trade.give": PromptText(
        ask=N_("{player}, you may trade four of a kind for one."),
        again=N_("{player}, you may trade."),
        title=NP_("line", "{player} trades"),
        items={"done": NP_("line", "No trade"), "mixed": NP_("line", "Any four")},
    ),
    "trade.mixed": PromptText(
        ask=N_("Which four do you give? Number {n}."),
        again=N_("{player}, what do you give as number {n}?"),
        title=NP_("title", "Give: {n} of 4"),
    ),
    "trade.take": PromptText(
        ask=N_("What do you take in return?"),
        again=N_("{player}, what do you take?"),
        title=NP_("title", "Take which?"),
    ),
    # ------------------------------------------------------------ cards
    "game.what": PromptText(
        ask=N_("Actions left: {n}."),
        again=N_("{player}, take a resource, play a card, or end?"),
        title=NP_("line", "{player} acts"),
        items={
            "done": NP_("line", "End of actions"),
            "card": NP_("line", "Another card"),
            "blood": NP_("line", "Take 1 blood"),
            "gold": NP_("line", "Take 1 gold"),
            "diamond": NP_("line", "Take 1 diamond"),
        },
    ),
    "effect.kind": PromptText(
        ask=N_("What does the card do?"),
        again=N_("{player}, what does the card do?"),
        # Translators: what a card does is entered.
        title=NP_("title", "The card"),
        items=_EFFECTS,
    ),
    "effect.whom": PromptText(ask=_WHOM, title=_WHOM, items={"all": NP_("line", "All others")}),
    "effect.what": PromptText(ask=_WHICH, title=_WHICH),
    "effect.to": PromptText(
        ask=N_("To which god does the temple move?"),
        again=N_("{player}, to which god does the temple move?"),
        title=NP_("title", "To which god?"),
    ),
    # ------------------------------------------------------------ building
    "build.what": PromptText(
        ask=N_("{player}, you may build up to two buildings."),
        again=N_("{player}, what do you build?"),
        title=NP_("line", "{player} builds"),
        # Translators: nothing is built.
        items={"done": NP_("line", "Nothing")},
    ),
    # ------------------------------------------------------------ attacks
    "attack.who": PromptText(
        ask=N_("Who attacks {player}? In order: {players}."),
        again=N_("Who attacks {player}?"),
        title=NP_("line", "Attack {player}?"),
        # Translators: nobody attacks.
        items={"none": NP_("line", "No attack")},
    ),
    "attack.power": PromptText(
        ask=N_("{attacker}, how many swords are on your card?"),
        again=N_("{attacker}, how many swords?"),
        # Translators: how many swords are on an attack card.
        title=NP_("title", "Swords"),
    ),
    "attack.defence": PromptText(
        ask=N_("{victim}, {swords} against you. How many shields?"),
        again=N_("{victim}, how many shields in all?"),
        # Translators: how many shields are on defence cards.
        title=NP_("title", "Shields"),
    ),
    "attack.cards": PromptText(
        ask=N_("How many cards are your shields on?"),
        again=N_("{victim}, how many cards are your shields on?"),
        title=NP_("title", "On how many?"),
    ),
    "attack.redirect": PromptText(
        ask=N_("{victim}, who is attacked instead?"), title=NP_("title", "Attack whom?")
    ),
    # ------------------------------------------------------------ followers
    "followers.what": PromptText(
        ask=N_("{player}, your gods may bring followers."),
        # Translators: the phase in which gods bring followers.
        title=NP_("title", "Followers"),
        items={"done": NP_("line", "End of the turn"), "loki": NP_("line", "Roll Loki's dice")},
    ),
    "loki.sum": PromptText(
        ask=N_("Roll Loki's dice. What do they add up to?"),
        again=N_("{player}, what do Loki's dice add up to?"),
        title=NP_("title", "Loki's dice"),
    ),
    # ------------------------------------------------------------ followers that the table sets
    "turn.followers": PromptText(
        ask=N_("{player}, your turn. Set your followers when it ends."),
        again=_COUNTED,
        title=NP_("line", "{player} plays"),
    ),
    "other.who": PromptText(ask=N_("Whose followers changed?"), title=NP_("title", "Whose followers?")),
    "other.followers": PromptText(
        ask=N_("{player}, how many followers do you have now?"), title=NP_("title", "Followers now")
    ),
    # ------------------------------------------------------------ at any time
    "weapon.play": PromptText(
        ask=N_("Which god weapon is played?"), title=NP_("title", "God weapon"), items=WEAPONS
    ),
    "crown.die": PromptText(
        ask=N_("Which die is turned?"),
        # Translators: to another side.
        title=NP_("title", "Turn which die?"),
    ),
    "crown.face": PromptText(
        ask=N_("What does it show now?"),
        again=N_("What does the die show now?"),
        # Translators: what a die shows once it is turned.
        title=NP_("title", "Turned to what?"),
    ),
    "follow.part": PromptText(
        ask=N_("What shall I switch on or off?"), title=NP_("title", "What I track"), items=_BACK
    ),
    "correct.who": PromptText(
        ask=N_("Whose totals are wrong?"), title=NP_("title", "Correct: who?"), items=_BACK
    ),
    "correct.what": PromptText(
        ask=N_("Which total is wrong?"), title=NP_("title", "Correct: what?"), items=_BACK
    ),
    "correct.number": PromptText(ask=N_("What is the right number?"), title=NP_("title", "Right number")),
    "correct.followers": PromptText(
        ask=N_("How many followers does {player} really have?"), title=NP_("line", "Correct: {player}")
    ),
    # ------------------------------------------------------------ the end
    "tie.buildings": PromptText(
        ask=N_("{player}, how many mines, drills and temples in all?"),
        # Translators: how many buildings somebody has.
        title=NP_("title", "Buildings"),
    ),
    "tie.resources": PromptText(
        ask=N_("{player}, how many resources do you have left?"), title=NP_("title", "Resources left")
    ),
    "game.over": PromptText(
        ask=N_("Finish the game? Or correct an entry?"),
        title=NP_("title", "Final standings"),
        items={"done": NP_("line", "Finish"), "correct": NP_("line", "Correct an entry")},
    ),
}

_PRINTED: Mapping[str, PromptText] = {
    "blood": PromptText(ask=N_("How much blood is printed on the card?"), title=_EFFECTS["blood"]),
    "gold": PromptText(ask=N_("How much gold is printed on the card?"), title=_EFFECTS["gold"]),
    "diamond": PromptText(ask=N_("How many diamonds are printed on the card?"), title=_EFFECTS["diamond"]),
    "followers": PromptText(
        ask=N_("How many followers are printed on the card?"), title=_EFFECTS["followers"]
    ),
    "action": PromptText(ask=N_("How many actions are printed on the card?"), title=_EFFECTS["action"]),
}


def printed(phase: phases.Effect) -> PromptText:
    """The words of `effect.number`."""
    return _PRINTED[phase.what or {"kill": "followers"}.get(phase.kind, phase.kind)]


_OLDEST = N_("The oldest player begins. Who is it?")
"""Instead of `PROMPTS`, if nobody rolls for who begins."""

_TRADES: Mapping[int, Message] = {
    1: N_("{player}, you may trade two of a kind for one."),
    2: N_("{player}, you may trade one for another."),
}
"""By the number of temples at Heimdall, up to 2."""

_ANY_FOUR = N_("{player}, you may trade any four for one.")
_NO_ACTION = N_("No actions left. Will you play a free card?")
_BUILD_AGAIN = N_("You may build one more.")
_ATTACK_AGAIN = N_("{attacker}, a second attack? In order: {players}.")
_LAST_AGAIN = N_("{attacker}, a second attack?")
_LAST_ATTACK = N_("{attacker}, do you attack {player}?")
_WHO_ELSE = N_("Who else attacks {player}? In order: {players}.")
_JUDGE = N_("Shall I judge an attack?")
_NO_MORE = N_("Nobody else can attack. Ready to go on?")
_WHAT_ELSE = N_("What else does it do?")
_WHAT_HITS = N_("What does the attack do?")

_WHOM_OF: Mapping[str, Message] = {
    "steal": N_("Who do you steal from?"),
    "kill": N_("Whose followers do you kill?"),
    "lose": N_("Whose resources do you take?"),
    "gain": N_("Who gains something?"),
    "give": N_("Who gets it?"),
    "destroy": N_("Whose building do you destroy?"),
    "move": N_("Whose temple do you move?"),
}
_WHICH_OF: Mapping[str, Message] = {
    "steal": N_("What do you steal?"),
    "lose": N_("What do you take away?"),
    "gain": N_("What is gained?"),
    "give": N_("What do you give?"),
    "build": N_("What do you build?"),
    "destroy": N_("What do you destroy?"),
    "move": N_("Which god's temple moves?"),
}
"""The questions by kind of effect: whom it hits, and which balance."""

_BRIEF: Mapping[str, Message] = {
    "resource.roll": N_("{player}, your turn."),
    "trade.give": N_("No trade?"),
    "build.what": N_("No building?"),
    "attack.who": N_("{players}: no attack?"),
    "attack.power": N_("{attacker}, {swords}?"),
    "attack.defence": N_("{victim}, {swords} against you. Use {shields}?"),
    "turn.followers": N_("Is it still {given}?"),
}
"""After the first turn. Each names what OK would choose."""

_BRIEF_AGAIN: Mapping[Message | None, Message] = {
    _BUILD_AGAIN: N_("No other building?"),
    _LAST_ATTACK: N_("{attacker}, no attack?"),
    _WHO_ELSE: N_("No other attack?"),
}
"""The same for questions that depend on the state of the game."""

_BRIEF_ORDER, _BRIEF_SETTLED = N_("{players}: all settled?"), N_("All settled?")
"""If the table enters only attacks that the box should judge: before the first, and later."""

_BRIEF_SURTUR = N_("{victim}, with Surtur {swords} against you. Use {shields}?")
"""If Surtur adds to what was just entered."""

_BRIEF_GODS = N_("Counting your gods, is it still {given}?")
_BRIEF_LOKI = N_("{player}, roll Loki's dice?")
"""If the table converts without the box."""

BRIEF_TRADES = {1: N_("Trade two of a kind for one."), 2: N_("Swap one for any other.")}
"""By the number of temples at Heimdall. After one turn, everybody knows about trades of four."""

_RACE_OVER = N_("The race is over.")
"""A race that the box followed cannot be corrected."""

_WHOSE_FOLLOWERS = N_("Whose followers are wrong?")
"""If the box keeps only followers."""


def brief(decision: str, view: ValdaView) -> Message | None:
    """The short question for people who have heard a whole turn; None if it stays the same."""
    if not view.practised or "dice" not in view.setup.parts:
        return None
    again = asked(decision, view)
    if decision == "followers.what" and "conversions" in view.setup.by_hand:
        return _BRIEF_LOKI
    if decision == "attack.defence" and isinstance(view.phase, phases.Defending):
        return _BRIEF_SURTUR if power_bonus(view, view.phase.attack.attacker) else _BRIEF[decision]
    if again == _JUDGE:
        return _BRIEF_ORDER if unsettled(view) else _BRIEF_SETTLED
    if again in _BRIEF_AGAIN:
        return _BRIEF_AGAIN[again]
    if again == _COUNTED and "conversions" in view.setup.by_hand and enter_conversion(view):
        return _BRIEF_GODS
    return _BRIEF.get(decision) if again in (None, _COUNTED) else None


def asked(decision: str, view: ValdaView) -> Message | None:
    """The question that fits the state of the game; None for that of `PROMPTS`."""
    phase = view.phase
    if decision == "first.who":
        return None if view.setup.turnaround else _OLDEST
    if decision == "trade.give":
        return _TRADES.get(
            min(2, view.has(view.turn).of(HEIMDALL)), _ANY_FOUR if view.setup.any_four else None
        )
    if decision == "game.what" and isinstance(phase, phases.Acting):
        return None if phase.actions else _NO_ACTION
    if isinstance(phase, phases.Effect):
        return _effect(decision, phase)
    if decision == "build.what" and isinstance(phase, phases.Building):
        return _BUILD_AGAIN if phase.left < phases.AT_ONCE else None
    if decision == "attack.who" and isinstance(phase, phases.Attacking):
        return _attack(view, phase)
    if decision == "turn.followers":
        return _COUNTED if "dice" in view.setup.parts else None
    if isinstance(phase, phases.Final) and decision == "game.over":
        return None if correctable(view, phase) else _RACE_OVER
    if decision == "correct.who" and view.setup.keeps == (FOLLOWERS,):
        return _WHOSE_FOLLOWERS
    return None


def unsettled(view: ValdaView) -> bool:
    """Whether to announce the order of attacks: not after one was judged, or a building entered beside it."""
    phase = view.phase
    if not isinstance(phase, phases.Attacking) or phase.made or len(phase.left) < view.setup.players - 1:
        return False
    return phase.builds > 0 or view.site is None


def _effect(decision: str, phase: phases.Effect) -> Message | None:
    if decision == "effect.whom":
        return _WHOM_OF[phase.kind]
    if decision == "effect.what":
        return _WHICH_OF[phase.kind]
    if decision == "effect.kind" and phase.entered:
        return _WHAT_ELSE
    return _WHAT_HITS if decision == "effect.kind" and phase.attack else None


def _attack(view: ValdaView, phase: phases.Attacking) -> Message | None:
    if not phase.left:
        return _NO_MORE
    if not view.setup.cubes:
        return _JUDGE
    only = len(phase.left) == 1
    if phase.made and attacks_of(view, phase.left[0]) > phase.made:
        return _LAST_AGAIN if only else _ATTACK_AGAIN
    if only:
        return _LAST_ATTACK
    first = len(phase.left) == view.setup.players - 1 and not phase.made
    return None if first else _WHO_ELSE
