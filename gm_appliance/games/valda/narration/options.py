"""Valda told: its options, as the menu asks for them and the command line explains them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.core.language import Language
from gm_appliance.core.narration import OptionText, Unspoken


def option(_: Language, name: str) -> OptionText:
    """The words for an option. Raises Unspoken."""
    if name not in _OPTIONS:
        raise Unspoken(f"the option {name!r}")
    return _OPTIONS[name](_)


def _players(_: Language) -> OptionText:
    return OptionText(
        ask=_("Valda. How many play? Up and down, then OK."),
        again=_("How many play? Up and down, then OK."),
        title=_.pgettext("title", "How many play?"),
        help=_.pgettext("help", "how many people play, 2 to 5"),
    )


def _mode(_: Language) -> OptionText:
    return OptionText(
        ask=_("How much shall I keep? Choose, then OK."),
        again=_("How much shall I keep? Up and down, then OK."),
        title=_.pgettext("title", "The box keeps"),
        items={"score": _.pgettext("line", "Rounds and followers")},
        help=_.pgettext("help", "score: the box keeps rounds and followers"),
    )


def _turnaround(_: Language) -> OptionText:
    return OptionText(
        ask=_("Play the Turnaround? The last round goes the other way. Choose, then OK."),
        again=_("The Turnaround? Up and down, then OK."),
        title=_.pgettext("title", "The Turnaround?"),
        items={"no": _.pgettext("line", "No: clockwise"), "yes": _.pgettext("line", "Yes: turn at last")},
        help=_.pgettext("help", "yes: the highest roll begins, and the last round goes the other way"),
    )


def _race(_: Language) -> OptionText:
    return OptionText(
        ask=_("Six rounds, or a race to 20 followers? Choose, then OK."),
        again=_("Six rounds, or a race? Up and down, then OK."),
        title=_.pgettext("title", "Race to gods?"),
        items={"no": _.pgettext("line", "No: six rounds"), "yes": _.pgettext("line", "Yes: first to 20")},
        help=_.pgettext("help", "yes: the first to have 20 followers wins, however many rounds it takes"),
    )


def _dice(_: Language) -> OptionText:
    return OptionText(
        ask=_("Shall I roll the dice, or do you? Choose, then OK."),
        again=_("Who rolls the dice? Up and down, then OK."),
        title=_.pgettext("title", "Who rolls?"),
        items={"box": _.pgettext("line", "The box"), "own": _.pgettext("line", "We do, our own")},
        help=_.pgettext("help", "box: the box rolls; own: you roll, and tell the box"),
    )


_OPTIONS: Mapping[str, Callable[[Language], OptionText]] = {
    "players": _players,
    "mode": _mode,
    "turnaround": _turnaround,
    "race": _race,
    "dice": _dice,
}
