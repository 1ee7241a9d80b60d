"""Names of gods, resources, buildings and god weapons, and the power of each god."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm_appliance.core.cues.props import Colour
from gm_appliance.core.cues.screens import StockSymbol
from gm_appliance.core.language import N_, NP_, Language, Message, Name, Names
from gm_appliance.core.values import Value
from gm_appliance.games.valda.model import COSTS, DRILL, FOLLOWERS, GODS, MINE, RESOURCES


class GodWords(Value):
    """label: two letters, for the display. does: the power of one temple and of two."""

    name: Message
    label: Message
    does: tuple[Message, ...]


GOD_WORDS: Mapping[str, GodWords] = {
    "heimdall": GodWords(
        NP_("name", "Heimdall"),
        NP_("label", "He"),
        (
            N_("One temple of Heimdall: trade two of a kind for one."),
            N_("Two temples: swap one resource for any other."),
        ),
    ),
    "freya": GodWords(
        NP_("name", "Freya"),
        NP_("label", "Fr"),
        (
            N_("One temple of Freya: you draw your cards in secret."),
            N_("You may draw one more card for one action."),
            N_("Two temples: draw three cards, not two."),
        ),
    ),
    "surtur": GodWords(
        NP_("name", "Surtur"),
        NP_("label", "Su"),
        (
            N_("With up to three players, a temple of Surtur gives two attacks."),
            N_("A second temple: each attack has one more sword."),
            N_("Four or five players: one more sword for each temple."),
        ),
    ),
    "tyr": GodWords(
        NP_("name", "Tyr"),
        NP_("label", "Ty"),
        (
            N_("One temple of Tyr: one more shield on each defence card."),
            N_("Two temples: two more shields."),
        ),
    ),
    "thor": GodWords(
        NP_("name", "Thor"),
        NP_("label", "Th"),
        (
            N_("One temple of Thor: 3 gold or 3 diamonds buy one follower."),
            N_("Up to three times a turn."),
            N_("Two temples: also 2 of a kind, up to three more times."),
        ),
    ),
    "odin": GodWords(
        NP_("name", "Odin"),
        NP_("label", "Od"),
        (
            N_("One temple of Odin: 2 blood buy one follower. Up to three times."),
            N_("Two temples: also, 3 blood buy two followers. Up to twice."),
        ),
    ),
    "loki": GodWords(
        NP_("name", "Loki"),
        NP_("label", "Lo"),
        (
            N_("One temple of Loki: you may roll a white die."),
            N_("Two temples: two dice. They may cost you followers."),
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

PARTS: Mapping[str, Message] = {
    "dice": NP_("title", "Dice"),
    "trades": NP_("title", "Trades"),
    "cards": NP_("title", "Cards"),
    "buildings": NP_("title", "Buildings"),
    "attacks": NP_("title", "Attacks"),
    "conversions": NP_("title", "Into followers"),
    "weapons": NP_("title", "God weapons"),
}

_KINDS: Mapping[str, Message] = {
    "blood": NP_("line", "Blood"),
    # Translators: a resource, on a card, on a die and in a list.
    "gold": NP_("line", "Gold"),
    "diamond": NP_("line", "Diamond"),
    FOLLOWERS: NP_("line", "Followers"),
    MINE: NP_("line", "Mine"),
    DRILL: NP_("line", "Drill"),
}

SWORDS, SHIELDS = "swords", "shields"  # the units of attacks and defences

SYMBOLS: Mapping[str, StockSymbol] = {
    "blood": "drop",
    "gold": "coin",
    "diamond": "gem",
    MINE: "pick",
    DRILL: "drill",
    FOLLOWERS: "person",
}

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
    return _(GOD_WORDS[god].label)


def building_label(_: Language, what: str) -> str:
    if what in GODS:
        return god_label(_, what)
    if what == MINE:
        # Translators: a mine, in two letters.
        return _.pgettext("label", "Mi")
    # Translators: a drill, in two letters.
    return _.pgettext("label", "Dr")


def kind(_: Language, what: str) -> str:
    return god_name(_, what) if what in GODS else _(_KINDS[what])


def amount(_: Language, what: str, n: int) -> Name:
    """An amount within a sentence. A translation may inflect it like a name."""
    return Name(_amount(_, what, n))


def _amount(_: Language, what: str, n: int) -> str:
    if what == "blood":
        return _.npgettext("amount", "{n} blood", "{n} blood", n)
    if what == "gold":
        return _.npgettext("amount", "{n} gold", "{n} gold", n)
    if what == "diamond":
        return _.npgettext("amount", "{n} diamond", "{n} diamonds", n)
    if what == MINE:
        return _.npgettext("amount", "{n} mine", "{n} mines", n)
    if what == DRILL:
        return _.npgettext("amount", "{n} drill", "{n} drills", n)
    if what == FOLLOWERS:
        return _.npgettext("amount", "{n} follower", "{n} followers", n)
    if what == SWORDS:
        return _.npgettext("amount", "{n} sword", "{n} swords", n)
    if what == SHIELDS:
        return _.npgettext("amount", "{n} shield", "{n} shields", n)
    god = god_name(_, what)
    return _.npgettext("amount", "{n} temple of {god}", "{n} temples of {god}", n, god=god)


def resources(_: Language, what: str, n: int) -> str:
    if what == FOLLOWERS:
        return _.npgettext("line", "{n} follower", "{n} followers", n)
    if what == "blood":
        return _.npgettext("line", "{n} blood", "{n} blood", n)
    if what == "gold":
        return _.npgettext("line", "{n} gold", "{n} gold", n)
    return _.npgettext("line", "{n} diamond", "{n} diamonds", n)


def amounts(_: Language, parts: Iterable[tuple[str, int]]) -> Names:
    return _.names(amount(_, what, n) for what, n in parts if n)


def cost(_: Language, what: str) -> Names:
    return amounts(_, zip(RESOURCES, COSTS[what], strict=True))


def cost_of(_: Language, what: str) -> str:
    """The price of a building, in a sentence."""
    if what == MINE:
        return _("A mine costs {cost}.", cost=cost(_, what))
    if what == DRILL:
        return _("A drill costs {cost}.", cost=cost(_, what))
    return _("A temple of {god} costs {cost}.", god=god_name(_, what), cost=cost(_, what))


def short_cost(_: Language, what: str) -> str:
    """The price of a building in a few letters: "2B 3G 3D"."""
    blood, gold, diamond = COSTS[what]
    letters = (
        # Translators: an amount of blood, as short as possible.
        (_.pgettext("line", "{n}B", n=blood), blood),
        # Translators: an amount of gold, as short as possible.
        (_.pgettext("line", "{n}G", n=gold), gold),
        # Translators: an amount of diamonds, as short as possible.
        (_.pgettext("line", "{n}D", n=diamond), diamond),
    )
    return " ".join(letter for letter, n in letters if n)
