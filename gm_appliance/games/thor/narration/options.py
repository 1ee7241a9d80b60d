"""Thor told: its options, as the menu asks for them and the command line explains them."""

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
        ask=_("Thor. How many play? Up and down, then OK."),
        again=_("How many play? Up and down, then OK."),
        title=_.pgettext("title", "How many play?"),
        help=_.pgettext("help", "how many people play, 2 to 6"),
    )


def _mode(_: Language) -> OptionText:
    return OptionText(
        ask=_("Shall I follow every turn, or count at the end? Choose, then OK."),
        again=_("Every turn, or at the end? Up and down, then OK."),
        title=_.pgettext("title", "The box helps"),
        items={
            "live": _.pgettext("line", "At every turn"),
            "final": _.pgettext("line", "At a round's end"),
        },
        help=_.pgettext(
            "help", "live: every turn is entered; final: what lies on the table at the end of a round is"
        ),
    )


def _game(_: Language) -> OptionText:
    return OptionText(
        ask=_("The basic game, or the big one with Baldur? Choose, then OK."),
        again=_("Basic or big game? Up and down, then OK."),
        title=_.pgettext("title", "Which game?"),
        items={
            "basic": _.pgettext("line", "Basic: five gods"),
            "big": _.pgettext("line", "Big: six gods"),
        },
        help=_.pgettext("help", "with 4 or 5 players: basic, without Baldur; big, with all six gods"),
    )


def _will(_: Language) -> OptionText:
    return OptionText(
        ask=_("With the action cards, The Will of Thor? Choose, then OK."),
        again=_("With action cards? Up and down, then OK."),
        title=_.pgettext("title", "Action cards?"),
        items={
            "no": _.pgettext("line", "Without them"),
            "yes": _.pgettext("line", "With them"),
        },
        help=_.pgettext("help", "the action cards of The Will of Thor, for 3 players or more"),
    )


def _match(_: Language) -> OptionText:
    return OptionText(
        ask=_("As many rounds as players, or a single one? Choose, then OK."),
        again=_("A whole match, or one round? Up and down, then OK."),
        title=_.pgettext("title", "How many rounds?"),
        items={
            "full": _.pgettext("line", "One for each player"),
            "single": _.pgettext("line", "A single round"),
        },
        help=_.pgettext("help", "full: as many rounds as players; single: one round"),
    )


def _first(_: Language) -> OptionText:
    return OptionText(
        ask=_("Shall I draw who begins, or do you choose? Choose, then OK."),
        again=_("Who begins: drawn or chosen? Up and down, then OK."),
        title=_.pgettext("title", "Who begins?"),
        items={
            "lots": _.pgettext("line", "The box draws"),
            "choose": _.pgettext("line", "The table chooses"),
        },
        help=_.pgettext("help", "lots: the box draws who begins; choose: the table says it"),
    )


def _last_card(_: Language) -> OptionText:
    return OptionText(
        ask=_("Whoever ends a round: may or must they take a card? Choose, then OK."),
        again=_("The last card: may or must? Up and down, then OK."),
        title=_.pgettext("title", "The last card"),
        items={
            "may": _.pgettext("line", "May be taken"),
            "must": _.pgettext("line", "Must be taken"),
        },
        help=_.pgettext(
            "help", "with mode live: whoever ends a round by an offer may or must take a god card"
        ),
    )


def _floor(_: Language) -> OptionText:
    return OptionText(
        ask=_("May a god be worth less than nothing? Choose, then OK."),
        again=_("Can a god be below zero? Up and down, then OK."),
        title=_.pgettext("title", "Below zero?"),
        items={
            "no": _.pgettext("line", "Yes, below zero"),
            "yes": _.pgettext("line", "No, zero is lowest"),
        },
        help=_.pgettext("help", "with action cards, yes: no god is worth less than 0, whatever lies there"),
    )


_OPTIONS: Mapping[str, Callable[[Language], OptionText]] = {
    "players": _players,
    "mode": _mode,
    "game": _game,
    "will_of_thor": _will,
    "match": _match,
    "first": _first,
    "last_card": _last_card,
    "floor_at_zero": _floor,
}
