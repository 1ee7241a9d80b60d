"""Valda's gods, resources, buildings and god weapons by their names; and what each god does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm_appliance.core.cues.props import Colour
from gm_appliance.core.cues.screens import StockSymbol
from gm_appliance.core.language import N_, NP_, Language, Message, Name, Names
from gm_appliance.core.values import immutable
from gm_appliance.games.valda.companion.model import COSTS, DRILL, FOLLOWERS, GODS, MINE, RESOURCES


@immutable
class GodWords:
    """label: two letters, for the display. does: with one temple and with two, explained."""

    name: Message
    label: Message
    does: tuple[Message, ...]


GOD_WORDS: Mapping[str, GodWords] = {
    "heimdall": GodWords(
        NP_("name", "Heimdall"),
        NP_("label", "He"),
        (
            N_("One temple of Heimdall: two of a kind buy one resource."),
            N_("Two temples: one resource buys another."),
        ),
    ),
    "freya": GodWords(
        NP_("name", "Freya"),
        NP_("label", "Fr"),
        (
            N_("One temple of Freya: your cards are drawn unseen."),
            N_("One more card then costs one action."),
            N_("Two temples: draw three cards, not two."),
        ),
    ),
    "surtur": GodWords(
        NP_("name", "Surtur"),
        NP_("label", "Su"),
        (
            N_("Up to three players: one temple of Surtur, two attacks."),
            N_("A second temple: each attack has 1 power more."),
            N_("Four or five players: 1 power more for each temple."),
        ),
    ),
    "tyr": GodWords(
        NP_("name", "Tyr"),
        NP_("label", "Ty"),
        (
            N_("One temple of Tyr: each defence card defends 1 more."),
            N_("Two temples: 2 more."),
        ),
    ),
    "thor": GodWords(
        NP_("name", "Thor"),
        NP_("label", "Th"),
        (
            N_("One temple of Thor: 3 gold or 3 diamonds, one follower."),
            N_("Two temples: 2 of a kind are enough."),
            N_("Up to three times a turn."),
        ),
    ),
    "odin": GodWords(
        NP_("name", "Odin"),
        NP_("label", "Od"),
        (
            N_("One temple of Odin: 2 blood, one follower. Three times."),
            N_("Two temples: also 3 blood, two followers. Twice."),
        ),
    ),
    "loki": GodWords(
        NP_("name", "Loki"),
        NP_("label", "Lo"),
        (
            N_("One temple of Loki: you may roll a white die."),
            N_("Two temples: two dice. They can take followers away."),
        ),
    ),
}

WEAPONS: Mapping[str, Message] = {
    "crown": NP_("line", "Crown of Fortune"),
    "hammer": NP_("line", "Hammer Time"),
    "backstab": NP_("line", "Backstab"),
    "wrath": NP_("line", "Wrath of Thor"),
    "horn": NP_("line", "War Horn"),
    "vanished": NP_("line", "Vanished"),
    "revenge": NP_("line", "Tyr's Revenge"),
    "spear": NP_("line", "Soulspear"),
    "resisted": NP_("line", "Resisted"),
    "claim": NP_("line", "Surtur's Claim"),
}
"""God weapons that change what the box works out."""

_KINDS: Mapping[str, Message] = {
    "blood": NP_("line", "Blood"),
    "gold": NP_("line", "Gold"),
    "diamond": NP_("line", "Diamond"),
    FOLLOWERS: NP_("line", "Followers"),
    MINE: NP_("line", "Mine"),
    DRILL: NP_("line", "Drill"),
}

SYMBOLS: Mapping[str, StockSymbol] = {
    "blood": "drop",
    "gold": "coin",
    "diamond": "gem",
    MINE: "pick",
    DRILL: "drill",
    FOLLOWERS: "person",
}
"""What each is drawn as."""

COLOURS: Mapping[str, Colour] = {
    "blood": "red",
    "gold": "yellow",
    "diamond": "blue",
    MINE: "grey",
    DRILL: "grey",
}


def god_name(_: Language, god: str) -> Name:
    return _.name(GOD_WORDS[god].name)


def god_label(_: Language, god: str) -> str:
    """Two letters."""
    return _(GOD_WORDS[god].label)


def building_label(_: Language, what: str) -> str:
    """Two letters, of a mine or a drill too."""
    if what in GODS:
        return god_label(_, what)
    return _.pgettext("label", "Mi") if what == MINE else _.pgettext("label", "Dr")


def kind(_: Language, what: str) -> str:
    """A resource, followers or a building, as a line of a menu."""
    return god_name(_, what) if what in GODS else _(_KINDS[what])


def amount(_: Language, what: str, n: int) -> str:
    """So much of it, within a sentence or a line."""
    if what == "blood":
        return _.npgettext("line", "{n} blood", "{n} blood", n)
    if what == "gold":
        return _.npgettext("line", "{n} gold", "{n} gold", n)
    if what == "diamond":
        return _.npgettext("line", "{n} diamond", "{n} diamonds", n)
    if what == MINE:
        return _.npgettext("line", "{n} mine", "{n} mines", n)
    if what == DRILL:
        return _.npgettext("line", "{n} drill", "{n} drills", n)
    if what == FOLLOWERS:
        return _.npgettext("line", "{n} follower", "{n} followers", n)
    return _.ngettext("{n} temple of {god}", "{n} temples of {god}", n, god=god_name(_, what))


def amounts(_: Language, parts: Iterable[tuple[str, int]]) -> Names:
    """A spoken list of what there is some of; empty for nothing."""
    return _.names(amount(_, what, n) for what, n in parts if n)


def cost(_: Language, what: str) -> Names:
    """What it costs, spoken."""
    return amounts(_, zip(RESOURCES, COSTS[what], strict=True))


def cost_of(_: Language, what: str) -> str:
    """What costs so much, in a sentence."""
    if what == MINE:
        return _("A mine costs {cost}.", cost=cost(_, what))
    if what == DRILL:
        return _("A drill costs {cost}.", cost=cost(_, what))
    return _("A temple of {god} costs {cost}.", god=god_name(_, what), cost=cost(_, what))


def short_cost(_: Language, what: str) -> str:
    """The same in few letters: "2B 3G 3D"."""
    blood, gold, diamond = COSTS[what]
    letters = (
        (_.pgettext("line", "{n}B", n=blood), blood),
        (_.pgettext("line", "{n}G", n=gold), gold),
        (_.pgettext("line", "{n}D", n=diamond), diamond),
    )
    return " ".join(letter for letter, n in letters if n)
