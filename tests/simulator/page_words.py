"""The page's words, by the names of decisions and beats, taken from the narration."""

from __future__ import annotations

from gm_appliance.core.game import BlankFace, Decision, OneOf, Table
from gm_appliance.core.language import load
from gm_appliance.core.play import Play
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung.narration.gods import god_name
from gm_appliance.games.gotterdammerung.narration.prompts import PROMPTS, STEPS
from gm_appliance.games.menu.narration.narrator import Lobby
from gm_appliance.games.menu.rules import MenuView, lobby
from gm_appliance.games.registry import registered
from gm_appliance.host.press_hints import ROWS
from gm_appliance.host.teacher import OFFER, Offer

_ = load("en", gotterdammerung.__name__)
_BOX = registered(gotterdammerung.GOTTERDAMMERUNG.name)
_OPTION = _BOX.narration("en").option
_MENU = Play(lobby(MenuView({_BOX.game.name: _BOX.game.options}, {})), {}).view


def title(name: str, **values: object) -> str:
    kind, _dot, rest = name.partition(".")
    if kind == "menu":
        asked = Decision(name, Table(), OneOf(("any",)))
        screen = Lobby(load("en"), {}).screen(asked, _MENU, BlankFace(), 0)
        return str(getattr(screen, "title", ""))
    if kind == "option":
        return _OPTION(rest).title
    if name == OFFER:
        return load("en")(Offer.PROMPTS[OFFER].title)
    if kind == "action":
        values = {"god": god_name(_, rest), **values}
    return _(PROMPTS[name].title if name in PROMPTS else STEPS[name].title, **values)


def line(name: str, value: str) -> str:
    kind, _dot, rest = name.partition(".")
    return _OPTION(rest).items[value] if kind == "option" else _(PROMPTS[name].items[value])


def hint(row: str) -> str:
    return _(ROWS[row].line)


def said(name: str, mark: str) -> str:
    """The sentence of a step at this mark; for a night, the one in the first round."""
    step = STEPS[name]
    return _(step.beats[mark] if mark in step.beats else step.nightly[mark][0])
