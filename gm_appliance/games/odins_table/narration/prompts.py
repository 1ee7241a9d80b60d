"""Odin's Table told: everything said and shown at one decision stands in one place."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText, Unspoken

PRESS = N_("Up and down, then OK. At your pad, hold up.")
"""How a player chooses: whoever has done it once knows it for all."""

ENTER = N_("Up and down, then OK.")
"""The same of what is entered at the panel."""

HOLD = N_("Hold down for {player}, up for {other}. OK at the card.")
"""The list of attacks has White's cards at its top and Black's at its end."""

NEXT_CARD = N_("Card {number}?")
"""The same of all open cards but the first."""

SILENT = frozenset(("white.lots", "box.shuffle", "box.lay", "box.move", "box.swap", "box.reshuffle"))
"""Decided by the box, so nobody is asked."""

WAIT = N_("It is my turn. One moment.")
THINKING = NP_("title", "The box thinks")
"""While the box decides for its own side."""

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
        again=N_("How does this game end?"),
        title=NP_("title", "End this game"),
        items={
            "agreed": NP_("line", "A draw, both agree"),
            "stuck": NP_("line", "Nobody can move"),
            "on": NP_("line", "Play on"),
        },
    ),
    # ------------------------------------------------------------ a turn
    "turn.piece": PromptText(
        ask=N_("{player}, your move."),
        again=N_("{player}, which piece moves?"),
        title=NP_("line", "{player} moves"),
    ),
    "turn.target": PromptText(
        ask=N_("{square}. Where to?"),
        again=N_("{player}, where does {square} go?"),
        title=NP_("line", "{player}: {square}"),
    ),
    # ------------------------------------------------------------ a fight
    "fight.attack": PromptText(
        ask=N_("{player}, your card in column {column}?"),
        again=N_("{player}, your card in column {column}?"),
        title=NP_("line", "{player} attacks"),
    ),
    "fight.defence": PromptText(
        ask=N_("{player}, your card in column {column}?"),
        again=N_("{player}, your card in column {column}?"),
        title=NP_("line", "{player} defends"),
    ),
    # ------------------------------------------------------------ cards
    "swap.first": PromptText(
        ask=N_("{player}, you may swap two cards. Which open one?"),
        again=N_("{player}, which open card do you swap?"),
        title=NP_("title", "Swap which card?"),
        items={"none": NP_("line", "None of them")},
    ),
    "swap.second": PromptText(
        ask=N_("With which card does column {column} change places?"),
        again=N_("{player}, with which card?"),
        title=NP_("title", "Swap {column} with?"),
    ),
    "scout.column": PromptText(
        ask=N_("{player}, Idunn scouts. Turn up which card of {other}?"),
        again=N_("{player}, turn up which card of {other}?"),
        title=NP_("title", "Turn up a card"),
        items={"none": NP_("line", "None of them")},
    ),
    "scout.card": PromptText(
        ask=N_("{player}, turn up your card in column {column}. Which is it?"),
        again=N_("{player}, which card lies in column {column}?"),
        title=NP_("title", "Card in {column}"),
    ),
    # ------------------------------------------------------------ against the box
    "start.card": PromptText(
        ask=N_("Tell me your six open cards. Card {number}?"),
        again=N_("Your open card {number} of six?"),
        title=NP_("title", "Open card {number}"),
    ),
    # ------------------------------------------------------------ the end
    "draw.agree": PromptText(
        ask=N_("{player}, do you agree to a draw?"),
        again=N_("{player}, a draw?"),
        title=NP_("title", "A draw?"),
        items={"on": NP_("line", "No, play on"), "draw": NP_("line", "Yes, a draw")},
    ),
    "game.next": PromptText(
        ask=N_("For the next game, press OK. To end here, press down."),
        again=N_("Next game: OK. To end here: down."),
        title=NP_("title", "Game {number} over"),
        items={"next": NP_("line", "Next game"), "end": NP_("line", "End the match")},
    ),
    "match.over": PromptText(
        ask=N_("To finish, press OK."),
        again=N_("To finish, press OK."),
        title=NP_("title", "Games won"),
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
