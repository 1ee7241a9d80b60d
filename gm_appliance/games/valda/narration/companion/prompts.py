"""The companion told: everything said and shown at one decision stands in one place."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText, Unspoken
from gm_appliance.games.valda.companion.attack import attacks_of
from gm_appliance.games.valda.companion.model import (
    ACTIONS,
    AT_ONCE,
    FREYA,
    HEIMDALL,
    Acting,
    Attacking,
    Building,
    Correcting,
    Effect,
    View,
)
from gm_appliance.games.valda.narration.names import WEAPONS

PRESS = N_("Up and down, then OK. At your pad, hold up.")
"""How somebody chooses in a turn: whoever has done it once knows it for all."""

NOTHING = N_("OK: nothing. Else down, then OK. At your pad, hold up.")
ENTER_NOBODY = N_("OK: nobody. Else down, then OK.")
ENTER_NOTHING = N_("OK: nothing. Else down, then OK.")
"""The same where OK alone chooses to do nothing; at a pad, or at the panel."""

PRESS_ROLL = N_("OK rolls. At your pad, hold up.")
"""The same of the one thing there is to do."""

ENTER = N_("Up and down, then OK.")
"""How something is entered at the panel."""

OLDEST = N_("The oldest of you begins. Choose the player, then OK.")
"""Who begins, where nobody rolls for it."""

_BACK = {"back": NP_("line", "Back, change nothing")}

_EFFECTS: Mapping[str, Message] = {
    "blood": NP_("line", "Blood"),
    "gold": NP_("line", "Gold"),
    "diamond": NP_("line", "Diamond"),
    "followers": NP_("line", "Followers"),
    "steal": NP_("line", "Steal"),
    "kill": NP_("line", "Kill followers"),
    "lose": NP_("line", "Take resources away"),
    "gain": NP_("line", "Others gain"),
    "give": NP_("line", "Give to somebody"),
    "build": NP_("line", "Build for nothing"),
    "destroy": NP_("line", "Destroy a building"),
    "move": NP_("line", "Move a temple"),
    "action": NP_("line", "More actions"),
    "done": NP_("line", "That is all"),
    "none": NP_("line", "None of these"),
}

PROMPTS: Mapping[str, PromptText] = {
    # ------------------------------------------------------------ who begins
    "first.who": PromptText(
        ask=N_("Each of you, roll a die. Who rolled highest? Choose, then OK."),
        again=N_("Who begins? Up and down, then OK."),
        title=NP_("title", "Who begins?"),
    ),
    # ------------------------------------------------------------ resources
    "resource.roll": PromptText(
        ask=N_("{player}, your turn. Roll."),
        again=N_("{player}, roll your dice."),
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
        ask=N_("Which four? Number {n}."),
        again=N_("{player}, what do you give as number {n}?"),
        title=NP_("title", "Give: {n} of 4"),
    ),
    "trade.take": PromptText(
        ask=N_("For which one?"),
        again=N_("{player}, what do you take?"),
        title=NP_("title", "Trade for"),
    ),
    # ------------------------------------------------------------ cards
    "game.what": PromptText(
        ask=N_("{player}, draw two cards openly. Then three actions."),
        again=N_("{player}, a resource, a yellow card, or the end?"),
        title=NP_("line", "{player} acts"),
        items={
            "done": NP_("line", "End of actions"),
            "card": NP_("line", "A yellow card"),
            "blood": NP_("line", "Take 1 blood"),
            "gold": NP_("line", "Take 1 gold"),
            "diamond": NP_("line", "Take 1 diamond"),
        },
    ),
    "effect.kind": PromptText(
        ask=N_("What does the card bring?"),
        again=N_("{player}, what does the card bring?"),
        title=NP_("title", "The card"),
        items=_EFFECTS,
    ),
    "effect.whom": PromptText(
        ask=N_("{player}, whom?"),
        again=N_("{player}, whom?"),
        title=NP_("title", "Whom?"),
        items={"all": NP_("line", "All others")},
    ),
    "effect.what": PromptText(
        ask=N_("{player}, which?"),
        again=N_("{player}, which?"),
        title=NP_("title", "Which?"),
    ),
    "effect.to": PromptText(
        ask=N_("To which god does the temple move?"),
        again=N_("{player}, to which god does the temple move?"),
        title=NP_("title", "Move to"),
    ),
    "effect.number": PromptText(
        ask=N_("How many, as printed?"),
        again=N_("{player}, how many, as printed?"),
        title=NP_("title", "How many?"),
    ),
    # ------------------------------------------------------------ building
    "build.what": PromptText(
        ask=N_("{player}, you may build up to two."),
        again=N_("{player}, what do you build?"),
        title=NP_("line", "{player} builds"),
        items={"done": NP_("line", "Build nothing")},
    ),
    # ------------------------------------------------------------ attacks
    "attack.who": PromptText(
        ask=N_("Who attacks {player}? In order: {players}."),
        again=N_("Who attacks {player}?"),
        title=NP_("line", "Attack {player}?"),
        items={"none": NP_("line", "Nobody")},
    ),
    "attack.power": PromptText(
        ask=N_("{attacker}, how many swords are on your card?"),
        again=N_("{attacker}, how many swords?"),
        title=NP_("title", "Swords"),
    ),
    "attack.defence": PromptText(
        ask=N_("{victim}, how many shields? No defence is zero."),
        again=N_("{victim}, how many shields in all?"),
        title=NP_("title", "Shields"),
    ),
    "attack.cards": PromptText(
        ask=N_("On how many cards?"),
        again=N_("{victim}, on how many cards are your shields?"),
        title=NP_("title", "On how many?"),
    ),
    "attack.blocked": PromptText(
        ask=N_("A god weapon may change that."),
        again=N_("The attack is blocked. A god weapon may change that."),
        title=NP_("title", "Blocked"),
        items={"on": NP_("line", "No, go on"), **WEAPONS},
    ),
    "attack.redirect": PromptText(
        ask=N_("{victim}, who is attacked instead?"),
        again=N_("{victim}, who is attacked instead?"),
        title=NP_("title", "Vanished"),
    ),
    # ------------------------------------------------------------ followers
    "followers.what": PromptText(
        ask=N_("{player}, your gods may bring followers."),
        again=N_("{player}, your gods may bring followers."),
        title=NP_("title", "Followers"),
        items={"done": NP_("line", "End of the turn"), "loki": NP_("line", "Roll Loki's dice")},
    ),
    "loki.sum": PromptText(
        ask=N_("Roll Loki's dice. What do they add up to?"),
        again=N_("{player}, what do Loki's dice add up to?"),
        title=NP_("title", "Loki's dice"),
    ),
    # ------------------------------------------------------------ at any time
    "weapon.play": PromptText(
        ask=N_("Which god weapon is played?"),
        again=N_("Which god weapon is played?"),
        title=NP_("title", "God weapon"),
        items=WEAPONS,
    ),
    "crown.die": PromptText(
        ask=N_("Which die is turned?"),
        again=N_("Which die is turned?"),
        title=NP_("title", "Turn which die?"),
    ),
    "crown.face": PromptText(
        ask=N_("What does it show now?"),
        again=N_("What does the die show now?"),
        title=NP_("title", "It shows now"),
    ),
    "correct.who": PromptText(
        ask=N_("Whose things are wrong?"),
        again=N_("Whose things are wrong?"),
        title=NP_("title", "Correct: who?"),
        items=_BACK,
    ),
    "correct.what": PromptText(
        ask=N_("What is wrong?"),
        again=N_("What is wrong?"),
        title=NP_("title", "Correct: what?"),
        items=_BACK,
    ),
    "correct.number": PromptText(
        ask=N_("How many are right?"),
        again=N_("How many are right?"),
        title=NP_("title", "Correct"),
    ),
    "game.over": PromptText(
        ask=N_("To finish, press OK. To correct something, press down."),
        again=N_("To finish: OK. To correct: down."),
        title=NP_("title", "Final standings"),
        items={"done": NP_("line", "Finish"), "correct": NP_("line", "Correct an entry")},
    ),
}

TWO_OF_A_KIND = N_("{player}, you may trade two of a kind for one.")
ONE_FOR_ONE = N_("{player}, you may trade one for another.")
ANY_FOUR = N_("{player}, you may trade any four for one.")
"""Trade, as Heimdall or the house rule has it."""

DRAW_UNSEEN = N_("{player}, draw two cards unseen. Then three actions.")
DRAW_THREE = N_("{player}, draw three cards unseen. Then three actions.")
"""The game phase begins, with Freya's help."""

ACTIONS_LEFT = N_("Actions left: {n}.")
NO_ACTION = N_("No actions left. A card that costs none?")
BUILD_AGAIN = N_("You may build one more.")
ATTACK_AGAIN = N_("{attacker}, a second attack? In order: {players}.")
WHO_ELSE = N_("Who else attacks {player}? In order: {players}.")
WHAT_ELSE = N_("What else does it do?")
WHAT_HITS = N_("What does the attack do?")
"""What is asked once more, or of an attack."""

WHOM: Mapping[str, Message] = {
    "steal": N_("Steal from whom?"),
    "kill": N_("Kill whose followers?"),
    "lose": N_("Take resources from whom?"),
    "gain": N_("Who gains?"),
    "give": N_("Give to whom?"),
    "destroy": N_("Destroy whose building?"),
    "move": N_("Move whose temple?"),
}
WHICH: Mapping[str, Message] = {
    "steal": N_("Steal what?"),
    "lose": N_("Take away what?"),
    "gain": N_("Gain what?"),
    "give": N_("Give what?"),
    "build": N_("Build what?"),
    "destroy": N_("Destroy what?"),
    "move": N_("Move a temple of which god?"),
}
"""Of an effect, by its kind: whom it hits, and of what."""

FINISH = N_("To finish, press OK.")
"""A race is won, and nothing of it can be corrected."""


def prompt(decision: str) -> PromptText:
    """The words of the decision of that name. Raises Unspoken."""
    if decision not in PROMPTS:
        raise Unspoken(f"ask {decision!r}")
    return PROMPTS[decision]


def item(decision: str, value: object) -> Message:
    """A line of that decision's menu that names nothing of the game. Raises Unspoken."""
    items = prompt(decision).items
    if not isinstance(value, str) or value not in items:
        raise Unspoken(f"{value!r} at {decision!r}")
    return items[value]


def asked(decision: str, view: View) -> Message:
    """What is asked, as the game stands."""
    phase = view.phase
    if decision == "first.who" and not view.setup.turnaround:
        return OLDEST
    if decision == "trade.give":
        return _trade(view)
    if decision == "game.what" and isinstance(phase, Acting):
        return _actions(view, phase.actions)
    if isinstance(phase, Effect):
        return _effect(decision, phase)
    if decision == "build.what" and isinstance(phase, Building) and phase.left < AT_ONCE:
        return BUILD_AGAIN
    if decision == "attack.who" and isinstance(phase, Attacking):
        return _attack(view, phase)
    if decision == "game.over" and getattr(phase, "why", "") == "race":
        return FINISH
    return prompt(decision).ask


def _trade(view: View) -> Message:
    temples = view.has(view.turn).of(HEIMDALL)
    if temples:
        return TWO_OF_A_KIND if temples == 1 else ONE_FOR_ONE
    return ANY_FOUR if view.setup.any_four else prompt("trade.give").ask


def _actions(view: View, left: int) -> Message:
    if left < ACTIONS:
        return ACTIONS_LEFT if left else NO_ACTION
    temples = view.has(view.turn).of(FREYA)
    if temples:
        return DRAW_UNSEEN if temples == 1 else DRAW_THREE
    return prompt("game.what").ask


def _effect(decision: str, phase: Effect) -> Message:
    if decision == "effect.whom":
        return WHOM[phase.kind]
    if decision == "effect.what":
        return WHICH[phase.kind]
    if decision == "effect.kind" and (phase.some or phase.attack):
        return WHAT_ELSE if phase.some else WHAT_HITS
    return prompt(decision).ask


def _attack(view: View, phase: Attacking) -> Message:
    if phase.made and attacks_of(view, phase.left[0]) > phase.made:
        return ATTACK_AGAIN
    first = len(phase.left) == view.setup.players - 1 and not phase.made
    return prompt("attack.who").ask if first else WHO_ELSE


def correcting(view: View) -> tuple[int, str]:
    """Whose balance is corrected, and which; 0 and "" where that is not known."""
    phase = view.phase
    return (phase.seat, phase.what) if isinstance(phase, Correcting) else (0, "")
