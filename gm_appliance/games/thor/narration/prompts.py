"""The words of each of Thor's decisions."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText

YOUR_TURN = N_("{player}, your turn.")
PLAY_A_CARD = N_("{player}, play an action card.")
"""The beginning of a turn with The Will of Thor; the second if no offer is left in hand."""

LAST_CARD = N_("{player}, a last card?")
"""The round ends with this turn."""

WHO_ELSE = N_("Who else has Three Gifts?")
"""After somebody has one."""

PLAY_ON = N_("Play on.")
"""After the box followed part of a round."""

SILENT = frozenset(("first.lots",))  # decided by chance, so nobody is asked

PROMPTS: Mapping[str, PromptText] = {
    # ------------------------------------------------------------ before the first turn
    "first.who": PromptText(ask=N_("Who begins?"), title=NP_("title", "Who begins?")),
    # ------------------------------------------------------------ a turn
    "turn.offer": PromptText(
        ask=N_("{player}, your offer."),
        title=NP_("line", "{player}: offer"),
        items={
            "card": NP_("line", "Place a card"),
            "remove": NP_("line", "Remove a card"),
            "stuck": NP_("line", "Nothing to play"),
        },
    ),
    "turn.last": PromptText(
        ask=N_("{player}, your last offer. Does it end the round?"),
        again=N_("{player}, does it end the round?"),
        title=NP_("title", "The last offer"),
        items={"end": NP_("line", "End the round"), "on": NP_("line", "Play on")},
    ),
    "turn.take": PromptText(
        ask=N_("{player}, take a card."),
        again=N_("{player}, which card?"),
        title=NP_("line", "{player}: card"),
        items={"draw": NP_("line", "Action card"), "none": NP_("line", "No card")},
    ),
    # ------------------------------------------------------------ action cards
    "card.which": PromptText(ask=N_("{player}, which action card?"), title=NP_("title", "Action card")),
    "card.god": PromptText(
        ask=N_("{card}. Above which god?"),
        again=N_("{player}, above which god?"),
        title=NP_("title", "Above which god?"),
    ),
    "remove.god": PromptText(
        ask=N_("{player}, which god's action card do you remove?"), title=NP_("title", "Remove which?")
    ),
    "remove.with": PromptText(
        ask=N_("Which card do you play to remove it?"),
        again=N_("{player}, which card do you play to remove {card}?"),
        title=NP_("title", "Card to play"),
    ),
    "times.take": PromptText(
        ask=N_("{player}, how many cards of {god}?"), title=NP_("title", "{god}: cards")
    ),
    "oath.from": PromptText(
        ask=N_("{player}, from whom do you take a card of {god}?"), title=NP_("title", "From whom?")
    ),
    "mjollnir.top": PromptText(
        ask=N_("Lay the offers to {god} in a new order. Which is on top?"),
        again=N_("{player}, which offer to {god} is on top?"),
        title=NP_("title", "{god}: on top"),
    ),
    # ------------------------------------------------------------ followed or not
    "follow.stop": PromptText(
        ask=N_("Shall I stop following the turns?"),
        title=NP_("title", "Stop following?"),
        items={"stop": NP_("line", "Count at the end")},
    ),
    "follow.again": PromptText(
        ask=N_("Shall I follow every turn from now on?"),
        title=NP_("title", "Follow turns?"),
        items={"follow": NP_("line", "Follow every turn")},
    ),
    # ------------------------------------------------------------ a final position
    "final.begin": PromptText(ask=N_("Play the round."), title=NP_("title", "Round {round}")),
    "final.offer": PromptText(
        ask=N_("What is the last offer for {god}?"),
        title=NP_("title", "{god}: offer"),
        items={"none": NP_("line", "No offer")},
    ),
    "final.card": PromptText(
        ask=N_("{god}: the action card?"),
        title=NP_("title", "{god}: card"),
        items={"none": NP_("line", "No action card")},
    ),
    "final.count": PromptText(ask=N_("{player}, how many of {god}?"), title=NP_("line", "{player}: {god}")),
    "final.gifts": PromptText(
        ask=N_("{player}: how many Three Gifts cards in hand?"), title=NP_("line", "{player}: Gifts")
    ),
    "gifts.who": PromptText(
        ask=N_("Who has Three Gifts in hand?"),
        title=NP_("title", "Who has Gifts?"),
        items={"none": NP_("line", "Nobody")},
    ),
    "final.held": PromptText(
        ask=N_("{player}: how many action cards in hand?"), title=NP_("line", "{player}: cards")
    ),
    # ------------------------------------------------------------ after a round
    "round.next": PromptText(
        ask=N_("Next round?"),
        title=NP_("title", "Round {round} over"),
        items={
            "next": NP_("line", "Next round"),
            "correct": NP_("line", "Correct an entry"),
            "end": NP_("line", "End the match"),
        },
    ),
    "end.confirm": PromptText(
        ask=N_("End the match?"),
        title=NP_("title", "End the match?"),
        items={"end": NP_("line", "Yes, end it"), "back": NP_("line", "No, go on")},
    ),
    "match.over": PromptText(
        ask=N_("That was the match."),
        title=NP_("title", "Final standings"),
        items={"done": NP_("line", "Finish"), "correct": NP_("line", "Correct an entry")},
    ),
    "correct.round": PromptText(
        ask=N_("Which round is wrong?"),
        title=NP_("title", "Correct: round"),
        items={"back": NP_("line", "Back, change nothing")},
    ),
    "correct.group": PromptText(
        ask=N_("Round {round}: where is the mistake?"),
        again=N_("Where is the mistake?"),
        title=NP_("title", "Correct: round {round}"),
        items={
            "gifts": NP_("line", "Three Gifts"),
            "held": NP_("line", "Cards in hands"),
            "back": NP_("line", "Back, change nothing"),
        },
    ),
    "correct.fact": PromptText(
        ask=N_("What is wrong?"),
        title=NP_("title", "What is wrong?"),
        items={"back": NP_("line", "Back, change nothing")},
    ),
    "correct.offer": PromptText(
        ask=N_("{god}: not {n}. What should it be?"), title=NP_("title", "{god}: not {n}")
    ),
}
