"""Thor told: everything said and shown at one decision stands in one place."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText, Unspoken

PRESS = N_("Up and down, then OK. At your pad, hold up.")
"""How somebody chooses in a turn: whoever has done it once knows it for all."""

ENTER = N_("Up and down, then OK.")
"""The same of what is entered at the panel."""

YOUR_TURN = N_("{player}, your turn.")
PLAY_A_CARD = N_("{player}, play an action card.")
"""A turn begins, with action cards in play; and with no offer in hand."""

LAST_CARD = N_("{player}, a last card?")
"""The round ends with this turn."""

SILENT = frozenset(("first.lots",))
"""Decided by the box, so nobody is asked."""

PROMPTS: Mapping[str, PromptText] = {
    # ------------------------------------------------------------ before the first turn
    "first.who": PromptText(
        ask=N_("Who begins? Choose the player, then press OK."),
        again=N_("Who begins? Up and down, then OK."),
        title=NP_("title", "Who begins?"),
    ),
    # ------------------------------------------------------------ a turn
    "turn.offer": PromptText(
        ask=N_("{player}, your offer."),
        again=N_("{player}, your offer to which god?"),
        title=NP_("line", "{player} offers"),
        items={
            "card": NP_("line", "Place a card"),
            "remove": NP_("line", "Remove a card"),
            "stuck": NP_("line", "Nothing to play"),
        },
    ),
    "turn.value": PromptText(
        ask=N_("How much for {god}?"),
        again=N_("{player}, how much for {god}?"),
        title=NP_("title", "Offer to {god}"),
    ),
    "turn.last": PromptText(
        ask=N_("{player}, your last offer. Does it end the round?"),
        again=N_("{player}, does it end the round?"),
        title=NP_("title", "The last offer"),
        items={"end": NP_("line", "End the round"), "on": NP_("line", "Play on")},
    ),
    "turn.take": PromptText(
        ask=N_("{player}, take a card."),
        again=N_("{player}, which card do you take?"),
        title=NP_("line", "{player} takes"),
        items={"draw": NP_("line", "Action card"), "none": NP_("line", "No card")},
    ),
    # ------------------------------------------------------------ action cards
    "card.which": PromptText(
        ask=N_("{player}, which action card?"),
        again=N_("{player}, which action card?"),
        title=NP_("title", "Action card"),
    ),
    "card.god": PromptText(
        ask=N_("{card}. Above which god?"),
        again=N_("{player}, above which god?"),
        title=NP_("title", "Above which god?"),
    ),
    "remove.god": PromptText(
        ask=N_("{player}, which god's action card goes?"),
        again=N_("{player}, which god's action card goes?"),
        title=NP_("title", "Whose card goes?"),
    ),
    "remove.with": PromptText(
        ask=N_("Which card do you play for it?"),
        again=N_("{player}, which card do you play to remove {card}?"),
        title=NP_("title", "Played for it"),
    ),
    "times.take": PromptText(
        ask=N_("{player}, how many cards of {god}?"),
        again=N_("{player}, how many cards of {god}?"),
        title=NP_("title", "{god}: take"),
    ),
    "oath.from": PromptText(
        ask=N_("{player}, take a card of {god} from whom?"),
        again=N_("{player}, take a card of {god} from whom?"),
        title=NP_("title", "Take {god} from"),
    ),
    "mjollnir.top": PromptText(
        ask=N_("Lay the offers to {god} in a new order. Which is on top?"),
        again=N_("{player}, which offer to {god} is on top?"),
        title=NP_("title", "{god}: on top"),
    ),
    # ------------------------------------------------------------ a final position
    "final.begin": PromptText(
        ask=N_("Play the round. When it is over, press OK."),
        again=N_("When the round is over, press OK."),
        title=NP_("title", "Round {round}"),
    ),
    "final.offer": PromptText(
        ask=N_("{god}: the last offer?"),
        again=N_("{god}: the last offer?"),
        title=NP_("title", "{god}: offer"),
        items={"none": NP_("line", "No offer")},
    ),
    "final.card": PromptText(
        ask=N_("{god}: the action card?"),
        again=N_("{god}: the action card?"),
        title=NP_("title", "{god}: card"),
        items={"none": NP_("line", "No action card")},
    ),
    "final.count": PromptText(
        ask=N_("{player}: how many of {god}?"),
        again=N_("{player}: how many cards of {god}?"),
        title=NP_("line", "{player}: {god}"),
    ),
    "final.gifts": PromptText(
        ask=N_("{player}: how many Three Gifts?"),
        again=N_("{player}: how many Three Gifts in hand?"),
        title=NP_("line", "{player}: Gifts"),
    ),
    # ------------------------------------------------------------ after a round
    "round.next": PromptText(
        ask=N_("For the next round, press OK. For more, press down."),
        again=N_("Next round: OK. More: down."),
        title=NP_("title", "Round {round} over"),
        items={
            "next": NP_("line", "Next round"),
            "correct": NP_("line", "Correct an entry"),
            "end": NP_("line", "End the match"),
        },
    ),
    "match.over": PromptText(
        ask=N_("To finish, press OK. To correct something, press down."),
        again=N_("To finish: OK. To correct: down."),
        title=NP_("title", "Final standings"),
        items={"done": NP_("line", "Finish"), "correct": NP_("line", "Correct an entry")},
    ),
    "correct.round": PromptText(
        ask=N_("Which round is to be corrected?"),
        again=N_("Which round is to be corrected?"),
        title=NP_("title", "Correct: round"),
        items={"back": NP_("line", "Back, change nothing")},
    ),
    "correct.group": PromptText(
        ask=N_("Round {round}: which god is wrong?"),
        again=N_("Which god is wrong?"),
        title=NP_("title", "Correct: round {round}"),
        items={"gifts": NP_("line", "Three Gifts"), "back": NP_("line", "Back, change nothing")},
    ),
    "correct.fact": PromptText(
        ask=N_("What is wrong?"),
        again=N_("What is wrong?"),
        title=NP_("title", "What is wrong?"),
        items={"back": NP_("line", "Back, change nothing")},
    ),
}


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
