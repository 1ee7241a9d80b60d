"""The words of each decision of Odin's Table."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText

SILENT = frozenset(("white.lots", "box.shuffle", "box.lay", "box.move", "box.swap", "box.reshuffle"))
"""Decisions that people never see."""

OF_THE_BOX = PromptText(ask=N_("It is my turn. One moment."), title=NP_("title", "The box thinks"))
"""While the box decides for its seat; spoken only if somebody presses a button."""

NEXT_CARD = N_("Card {number}?")
"""start.card, from the second card on."""

WITH_IDUNN = PromptText(
    ask=N_("Using Idunn: where does the piece on {square} go?"),
    again=N_("{player}, using Idunn, where does the piece on {square} go?"),
    # Translators: where the piece on that square goes is asked.
    title=NP_("line", "{player}: {square}"),
)
"""turn.target, once Idunn is chosen."""

PROMPTS: Mapping[str, PromptText] = {
    # ------------------------------------------------------------ the judge
    "judge.next": PromptText(
        ask=N_("Who attacks, and with which card?"),
        again=N_("Who attacks, and with what?"),
        title=NP_("title", "Who attacks?"),
    ),
    "judge.defence": PromptText(
        ask=N_("{god} attacks. {player}, your card?"),
        again=N_("{player}, your card against {god}?"),
        title=NP_("line", "{player} defends"),
    ),
    "judge.close": PromptText(
        ask=N_("How does this game end?"),
        title=NP_("title", "How does it end?"),
        items={
            "on": NP_("line", "Play on"),
            "agreed": NP_("line", "A draw, both agree"),
            "stuck": NP_("line", "Nobody can move"),
        },
    ),
    "follow.stop": PromptText(
        ask=N_("Shall I stop following the board?"),
        title=NP_("title", "Stop following?"),
        items={"stop": NP_("line", "Judge fights only")},
    ),
    # ------------------------------------------------------------ a turn
    "turn.piece": PromptText(
        ask=N_("{player}, your move."),
        again=N_("{player}, which piece moves?"),
        title=NP_("line", "{player} moves"),
    ),
    "turn.target": PromptText(
        # Translators: the square of the piece that is chosen, "C1".
        ask=N_("{square}. Where to?"),
        again=N_("{player}, where does the piece on {square} go?"),
        title=NP_("line", "{player}: {square}"),
    ),
    # ------------------------------------------------------------ a fight
    "fight.attack": PromptText(
        ask=N_("{player}, your card in column {column}?"),
        title=NP_("line", "{square} attacks: column {column}"),
    ),
    "fight.defence": PromptText(
        ask=N_("{player}, your card in column {column}?"),
        title=NP_("line", "{square} defends: column {column}"),
    ),
    "fight.mend": PromptText(
        ask=N_("Which card did you fight with?"),
        again=N_("Which card was it?"),
        title=NP_("title", "Which card?"),
    ),
    # ------------------------------------------------------------ cards
    "swap.first": PromptText(
        ask=N_("{player}, you may swap two cards. Which face-up card?"),
        again=N_("{player}, which face-up card do you swap?"),
        title=NP_("title", "Swap which card?"),
        items={"none": NP_("line", "No face-up card")},
    ),
    "swap.second": PromptText(
        ask=N_("Swap column {column} with which column?"),
        again=N_("{player}, with which column?"),
        title=NP_("title", "Swap with which?"),
    ),
    "scout.column": PromptText(
        ask=N_("{player}, Idunn scouts. Which card should {other} turn over?"),
        again=N_("{player}, which card should {other} turn over?"),
        title=NP_("title", "Turn up a card"),
        items={"none": NP_("line", "No card")},
    ),
    "scout.card": PromptText(
        ask=N_("{player}, turn up your card in column {column}. Which is it?"),
        again=N_("{player}, which card lies in column {column}?"),
        title=NP_("title", "Which card in {column}?"),
    ),
    # ------------------------------------------------------------ against the box
    "start.card": PromptText(
        ask=N_("Tell me your six cards. Card {number}?"),
        again=N_("Card {number} of six?"),
        title=NP_("title", "Your card {number}"),
    ),
    # ------------------------------------------------------------ the end
    "draw.agree": PromptText(
        ask=N_("{player}, do you agree to a draw?"),
        again=N_("{player}, a draw?"),
        title=NP_("title", "A draw?"),
        items={"on": NP_("line", "No, play on"), "draw": NP_("line", "Yes, a draw")},
    ),
    "game.next": PromptText(
        ask=N_("On to the next game?"),
        title=NP_("title", "Game {number} over"),
        items={"next": NP_("line", "Next game"), "end": NP_("line", "End the match")},
    ),
    "end.confirm": PromptText(
        ask=N_("End the match?"),
        title=NP_("title", "End the match?"),
        items={"end": NP_("line", "Yes, end it"), "back": NP_("line", "No, go on")},
    ),
    "match.over": PromptText(ask=N_("That was Odin's Table."), title=NP_("title", "Games won")),
}
