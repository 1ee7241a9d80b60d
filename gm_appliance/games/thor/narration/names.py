"""The names of Thor's gods and action cards, and the effect of each card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gm_appliance.core.cues.props import Colour
from gm_appliance.core.language import N_, NP_, Language, Message, Name
from gm_appliance.core.values import Value


class _God(Value):
    """label: two letters, for the display."""

    name: Message
    label: Message
    colour: Colour


_GODS: Mapping[str, _God] = {
    "odin": _God(NP_("name", "Odin"), NP_("label", "Od"), "blue"),
    "thor": _God(NP_("name", "Thor"), NP_("label", "Th"), "red"),
    "freya": _God(NP_("name", "Freya"), NP_("label", "Fr"), "yellow"),
    "njord": _God(NP_("name", "Njörd"), NP_("label", "Nj"), "green"),
    "freyr": _God(NP_("name", "Freyr"), NP_("label", "Fy"), "orange"),
    "baldur": _God(NP_("name", "Baldur"), NP_("label", "Ba"), "purple"),
}


class ActionCardWords(Value):
    """does: the explanation. sign: its effect on a value, at most two characters; "*" for none. short: the
    label of the card above a god; None if it cannot be placed."""

    name: Message
    does: tuple[Message, ...]
    sign: str = "*"
    short: Message | None = None


ACTION_CARDS: Mapping[str, ActionCardWords] = {
    "advice": ActionCardWords(
        NP_("line", "Loki's Advice"),
        (N_("Loki's Advice: the god is worth 3 more."),),
        "+3",
        short=NP_("card", "Advice +3"),
    ),
    "tricks": ActionCardWords(
        NP_("line", "Loki's Tricks"),
        (N_("Loki's Tricks: the god is worth 2 more."),),
        "+2",
        short=NP_("card", "Tricks +2"),
    ),
    "ploy": ActionCardWords(
        NP_("line", "Loki's Ploy"),
        (N_("Loki's Ploy: the god is worth 2 less."),),
        "-2",
        short=NP_("card", "Ploy -2"),
    ),
    "intrigues": ActionCardWords(
        NP_("line", "Loki's Intrigues"),
        (N_("Loki's Intrigues: the god is worth 3 less."),),
        "-3",
        short=NP_("card", "Intrigues -3"),
    ),
    "favor": ActionCardWords(
        NP_("line", "Thor's Favor"),
        (N_("Thor's Favor: the god is worth 5, whatever was offered."),),
        "=5",
        short=NP_("card", "Favor =5"),
    ),
    "wrath": ActionCardWords(
        NP_("line", "Wrath of Thor"),
        (N_("Wrath of Thor: the god is worth nothing."),),
        "=0",
        short=NP_("card", "Wrath =0"),
    ),
    "fruits": ActionCardWords(
        NP_("line", "Fruits of Yggdrasill"),
        (N_("Fruits of Yggdrasill: the god is worth twice as much."),),
        "×2",
        short=NP_("card", "Fruits ×2"),
    ),
    "times": ActionCardWords(
        NP_("line", "Favorable Times"),
        (N_("Favorable Times: take up to two cards of this god."), N_("Then take your usual card.")),
        short=NP_("card", "Times"),
    ),
    "oath": ActionCardWords(
        NP_("line", "Vanirs' Oath"),
        (N_("Vanirs' Oath: take one card of this god from another player."),),
        short=NP_("card", "Oath"),
    ),
    "mjollnir": ActionCardWords(
        NP_("line", "Mjollnir's Power"),
        (N_("Mjollnir's Power: lay the offers of this god in another order."),),
        short=NP_("card", "Mjollnir"),
    ),
    "cry": ActionCardWords(
        NP_("line", "Cry from Valhalla"),
        (N_("Cry from Valhalla: everybody returns one card of this god."),),
        short=NP_("card", "Cry"),
    ),
    "gifts": ActionCardWords(
        NP_("line", "Three Gifts"),
        (
            N_("Three Gifts: 3 points in your hand at the end."),
            N_("It cannot be placed. It can remove another card."),
        ),
    ),
}
"""In the order of their explanations."""


@lru_cache(maxsize=64)
def god_name(_: Language, god: str) -> Name:
    return _.name(_GODS[god].name)


def god_label(_: Language, god: str) -> str:
    return _(_GODS[god].label)


def god_colour(god: str) -> Colour:
    return _GODS[god].colour


def card_name(_: Language, card: str) -> str:
    """An action card's name, spoken and shown; at most 21 columns."""
    return _(ACTION_CARDS[card].name)
