"""Valda told: its options, as the menu asks for them and the command line explains them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import OptionText, Unspoken
from gm_appliance.core.values import immutable


@immutable
class _Asking:
    """As `OptionText`, before it is translated."""

    ask: Message
    again: Message
    title: Message
    help: Message
    items: Mapping[str, Message] = field(default_factory=dict)


_BOX = {"box": NP_("line", "The box"), "hand": NP_("line", "We do it by hand")}
"""Who keeps a part of a turn."""

_OPTIONS: Mapping[str, _Asking] = {
    "players": _Asking(
        ask=N_("Valda. How many play? Up and down, then OK."),
        again=N_("How many play? Up and down, then OK."),
        title=NP_("title", "How many play?"),
        help=NP_("help", "how many people play, 2 to 5"),
    ),
    "mode": _Asking(
        ask=N_("Shall I keep everything, or followers only? Choose, then OK."),
        again=N_("Everything, or followers only? Up and down, then OK."),
        title=NP_("title", "The box keeps"),
        items={"companion": NP_("line", "Everything"), "score": NP_("line", "Followers only")},
        help=NP_("help", "companion: the box leads through every turn; score: it keeps rounds and followers"),
    ),
    "turnaround": _Asking(
        ask=N_("The Turnaround? The highest roll begins, the last round runs backwards."),
        again=N_("Play the Turnaround? Up and down, then OK."),
        title=NP_("title", "The Turnaround?"),
        items={"no": NP_("line", "Without it"), "yes": NP_("line", "With it")},
        help=NP_("help", "yes: the highest roll begins, and the last round goes the other way"),
    ),
    "race": _Asking(
        ask=N_("Six rounds, or a race to 20 followers? Choose, then OK."),
        again=N_("Six rounds, or a race? Up and down, then OK."),
        title=NP_("title", "How does it end?"),
        items={"no": NP_("line", "After six rounds"), "yes": NP_("line", "At 20 followers")},
        help=NP_("help", "yes: the first to have 20 followers wins, however many rounds it takes"),
    ),
    "dice": _Asking(
        ask=N_("Shall I roll the dice, or do you? Choose, then OK."),
        again=N_("Who rolls the dice? Up and down, then OK."),
        title=NP_("title", "Who rolls?"),
        items={"box": NP_("line", "The box"), "own": NP_("line", "We do")},
        help=NP_("help", "box: the box rolls; own: you roll, and tell the box"),
    ),
    "parts": _Asking(
        ask=N_("Shall I keep every part of a turn? Choose, then OK."),
        again=N_("Every part, or some? Up and down, then OK."),
        title=NP_("title", "Parts of a turn"),
        items={"all": NP_("line", "All of them"), "some": NP_("line", "Some of them")},
        help=NP_("help", "all: the box keeps every part of a turn; some: those that are chosen"),
    ),
    "trades": _Asking(
        ask=N_("Trade: shall I keep it? Choose, then OK."),
        again=N_("Who keeps trade? Up and down, then OK."),
        title=NP_("title", "Trade"),
        items=_BOX,
        help=NP_("help", "box: the box keeps trades; hand: you do"),
    ),
    "cards": _Asking(
        ask=N_("What cards bring: shall I keep it? Choose, then OK."),
        again=N_("Who keeps cards? Up and down, then OK."),
        title=NP_("title", "Yellow cards"),
        items=_BOX,
        help=NP_("help", "box: the box is told what actions and cards bring; hand: it is not"),
    ),
    "buildings": _Asking(
        ask=N_("Buildings: shall I keep them? Choose, then OK."),
        again=N_("Who keeps buildings? Up and down, then OK."),
        title=NP_("title", "Buildings"),
        items=_BOX,
        help=NP_("help", "box: the box keeps what is built; hand: you do"),
    ),
    "attacks": _Asking(
        ask=N_("Attacks: shall I keep them? Choose, then OK."),
        again=N_("Who keeps attacks? Up and down, then OK."),
        title=NP_("title", "Attacks"),
        items=_BOX,
        help=NP_("help", "box: the box judges attacks; hand: you do"),
    ),
    "conversions": _Asking(
        ask=N_("Resources into followers: shall I keep it? Choose, then OK."),
        again=N_("Who turns resources into followers? Up and down, then OK."),
        title=NP_("title", "Into followers"),
        items=_BOX,
        help=NP_("help", "box: the box turns resources into followers; hand: you do"),
    ),
    "weapons": _Asking(
        ask=N_("God weapons: shall I ask for them? Choose, then OK."),
        again=N_("Who keeps god weapons? Up and down, then OK."),
        title=NP_("title", "God weapons"),
        items=_BOX,
        help=NP_("help", "box: god weapons can be told to the box; hand: they are not asked"),
    ),
    "trade": _Asking(
        ask=N_("Trade four of one kind, or any four? Choose, then OK."),
        again=N_("One kind, or any four? Up and down, then OK."),
        title=NP_("title", "Trade four"),
        items={"same": NP_("line", "Four of one kind"), "any": NP_("line", "Any four")},
        help=NP_("help", "same: four of one kind buy a resource; any: any four do"),
    ),
    "yellow_gold": _Asking(
        ask=N_("How many sides of a yellow die show gold?"),
        again=N_("Yellow die: how many sides are gold?"),
        title=NP_("title", "Yellow: gold"),
        help=NP_("help", "how many sides of a yellow die show gold; the others show diamond"),
    ),
    "blue_two": _Asking(
        ask=N_("How many sides of a blue die show two drops?"),
        again=N_("Blue die: how many sides show two?"),
        title=NP_("title", "Blue: two drops"),
        help=NP_("help", "how many sides of a blue die show 2 blood; the others show 1"),
    ),
    "white_minus": _Asking(
        ask=N_("How many sides of a white die take a follower?"),
        again=N_("White die: how many sides take one?"),
        title=NP_("title", "White: minus 1"),
        help=NP_("help", "how many sides of a white die take a follower away"),
    ),
    "white_zero": _Asking(
        ask=N_("How many sides of a white die change nothing?"),
        again=N_("White die: how many sides are empty?"),
        title=NP_("title", "White: nothing"),
        help=NP_("help", "how many sides of a white die change nothing"),
    ),
    "white_one": _Asking(
        ask=N_("How many sides of a white die give one follower?"),
        again=N_("White die: how many sides give one?"),
        title=NP_("title", "White: plus 1"),
        help=NP_("help", "how many sides of a white die give one follower; those left give two"),
    ),
}


def option(_: Language, name: str) -> OptionText:
    """The words for an option. Raises Unspoken."""
    if name not in _OPTIONS:
        raise Unspoken(f"the option {name!r}")
    words = _OPTIONS[name]
    items = {value: _(item) for value, item in words.items.items()}
    return OptionText(_(words.ask), _(words.again), _(words.title), _(words.help), items)
