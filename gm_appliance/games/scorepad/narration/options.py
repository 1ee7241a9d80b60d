"""The score pad told: its options, as the menu asks for them and the command line explains them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.core.language import Language
from gm_appliance.core.narration import OptionText, Unspoken


def option(_: Language, name: str) -> OptionText:
    """The words for an option. Raises Unspoken."""
    if name not in _OPTIONS:
        raise Unspoken(f"the option {name!r}")
    return _OPTIONS[name](_)


def setup_line(_: Language, options: Mapping[str, int | str]) -> str:
    """How many play, who wins and when it ends, in a line of the menu."""
    said, rounds = {"number": options["players"]}, int(options.get("rounds", 0))
    target, lowest = options.get("target", 0), options["wins"] == "lowest"
    match options["until"]:
        case "target" if lowest:
            return _.pgettext("line", "{number}: fewest to {target}", **said, target=target)
        case "target":
            return _.pgettext("line", "{number}: most to {target}", **said, target=target)
        case "rounds" if lowest:
            return _.npgettext(
                "line", "{number}: fewest, {n} round", "{number}: fewest, {n} rounds", rounds, **said
            )
        case "rounds":
            return _.npgettext(
                "line", "{number}: most, {n} round", "{number}: most, {n} rounds", rounds, **said
            )
    if lowest:
        return _.pgettext("line", "{number}: fewest points", **said)
    return _.pgettext("line", "{number}: most points", **said)


def _players(_: Language) -> OptionText:
    return OptionText(
        ask=_("The score pad. How many play? Up and down, then OK."),
        again=_("How many play? Up and down, then OK."),
        title=_.pgettext("title", "How many play?"),
        help=_.pgettext("help", "how many people play, 2 to 15"),
    )


def _mode(_: Language) -> OptionText:
    return OptionText(
        ask=_("Points once a round, or whenever somebody scores? Choose, then OK."),
        again=_("Points by round, or freely? Up and down, then OK."),
        title=_.pgettext("title", "Points come"),
        items={
            "round": _.pgettext("line", "Once a round, all"),
            "free": _.pgettext("line", "Freely"),
        },
        help=_.pgettext(
            "help", "round: everybody's points once a round; free: choose a player, then the points"
        ),
    )


def _wins(_: Language) -> OptionText:
    return OptionText(
        ask=_("Who wins: the most points, or the fewest? Choose, then OK."),
        again=_("Do most or fewest points win? Up and down, then OK."),
        title=_.pgettext("title", "Who wins?"),
        items={
            "highest": _.pgettext("line", "Most points"),
            "lowest": _.pgettext("line", "Fewest points"),
        },
        help=_.pgettext("help", "highest: most points win; lowest: fewest points win"),
    )


def _until(_: Language) -> OptionText:
    return OptionText(
        ask=_("When does it end? Choose, then OK."),
        again=_("When does it end? Up and down, then OK."),
        title=_.pgettext("title", "When is the end?"),
        items={
            "none": _.pgettext("line", "When we say so"),
            "target": _.pgettext("line", "At so many points"),
            "rounds": _.pgettext("line", "After some rounds"),
        },
        help=_.pgettext(
            "help", "none: when the table says so; target: at so many points; rounds: after so many rounds"
        ),
    )


def _target(_: Language) -> OptionText:
    return OptionText(
        ask=_("How many points end the game? Up and down, then OK."),
        again=_("How many points end it? Up and down, then OK."),
        title=_.pgettext("title", "Points to reach"),
        help=_.pgettext("help", "with until = target: the points that end the game, -999999 to 999999"),
    )


def _rounds(_: Language) -> OptionText:
    return OptionText(
        ask=_("How many rounds do you play? Up and down, then OK."),
        again=_("How many rounds? Up and down, then OK."),
        title=_.pgettext("title", "How many rounds?"),
        help=_.pgettext("help", "with until = rounds: how many are played, 1 to 99"),
    )


_OPTIONS: Mapping[str, Callable[[Language], OptionText]] = {
    "players": _players,
    "mode": _mode,
    "wins": _wins,
    "until": _until,
    "target": _target,
    "rounds": _rounds,
}
