"""Odin's Table told: its options, as the menu asks for them and the command line explains them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.core.language import Language
from gm_appliance.core.narration import OptionText, Unspoken


def option(_: Language, name: str) -> OptionText:
    """The words for an option. Raises Unspoken."""
    if name not in _OPTIONS:
        raise Unspoken(f"the option {name!r}")
    return _OPTIONS[name](_)


def _mode(_: Language) -> OptionText:
    return OptionText(
        ask=_("Odin's Table. Judge fights, or referee the whole board? Choose, then OK."),
        again=_("Fights, or the whole board? Up and down, then OK."),
        title=_.pgettext("title", "The box helps"),
        items={
            "judge": _.pgettext("line", "It judges fights"),
            "referee": _.pgettext("line", "It has the board"),
            "solo": _.pgettext("line", "It plays against me"),
        },
        help=_.pgettext(
            "help",
            "judge: fights are judged and spaces counted; referee: the whole board is followed; "
            "solo: one person plays against the box",
        ),
    )


def _players(_: Language) -> OptionText:
    return OptionText(
        ask=_("How many play? Up and down, then OK."),
        again=_("How many play? Up and down, then OK."),
        title=_.pgettext("title", "How many play?"),
        help=_.pgettext("help", "how many people play: one against the box, else two"),
    )


def _games(_: Language) -> OptionText:
    return OptionText(
        ask=_("One game, or best of several? Choose, then OK."),
        again=_("How many games? Up and down, then OK."),
        title=_.pgettext("title", "How many games?"),
        items={
            "1": _.pgettext("line", "A single game"),
            "3": _.pgettext("line", "Best of three"),
            "5": _.pgettext("line", "Best of five"),
            "7": _.pgettext("line", "Best of seven"),
        },
        help=_.pgettext("help", "the most games of a match: whoever wins more than half of them wins it"),
    )


def _white(_: Language) -> OptionText:
    return OptionText(
        ask=_("White begins. Who plays white? Choose, then OK."),
        again=_("Who plays white? Up and down, then OK."),
        title=_.pgettext("title", "Who plays white?"),
        items={
            "1": _.pgettext("line", "Player 1"),
            "2": _.pgettext("line", "Player 2"),
            "lots": _.pgettext("line", "The box draws"),
        },
        help=_.pgettext("help", "who plays white in the first game: player 1 or 2; lots: the box draws"),
    )


def _side(_: Language) -> OptionText:
    return OptionText(
        ask=_("White begins. What do you play? Choose, then OK."),
        again=_("White or black? Up and down, then OK."),
        title=_.pgettext("title", "Which colour?"),
        items={
            "white": _.pgettext("line", "White"),
            "black": _.pgettext("line", "Black"),
            "lots": _.pgettext("line", "The box draws"),
        },
        help=_.pgettext("help", "what the person plays in the first game; lots: the box draws"),
    )


def _strength(_: Language) -> OptionText:
    return OptionText(
        ask=_("How well shall I play? Choose, then OK."),
        again=_("How well? Up and down, then OK."),
        title=_.pgettext("title", "The box plays"),
        items={
            "easy": _.pgettext("line", "For beginners"),
            "normal": _.pgettext("line", "Well"),
            "strong": _.pgettext("line", "As well as it can"),
        },
        help=_.pgettext("help", "how well the box plays against one person"),
    )


_OPTIONS: Mapping[str, Callable[[Language], OptionText]] = {
    "mode": _mode,
    "players": _players,
    "games": _games,
    "white": _white,
    "side": _side,
    "strength": _strength,
}
