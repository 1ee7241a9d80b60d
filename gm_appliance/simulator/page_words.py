"""The texts of the page itself. Everything about a game comes from the box."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.language import Language


def page_words(_: Language) -> dict[str, Any]:
    """The texts by the page's names for them, with placeholders for the page to fill in."""
    return {
        "language": _.tag.removeprefix("x-").replace("_", "-"),
        "title": _("The virtual table"),
        "eyesOpen": _("Eyes open"),
        "eyesClosed": _("Eyes closed"),
        "eyesYours": _("Your eyes are open"),
        "lookAtOne": _("Look at one card that is pushed forward: hold it"),
        "company": _("With you: {names}", names="{names}"),
        "layDie": _("Lay the die: click a place, or press its number"),
        "dieLies": _("The die lies at {name}", name="{name}"),
        "holdOut": _("Hold out your thumb: U or D"),
        "dieHere": _("The die lies here"),
        "heldOut": {"up": _("Thumb up"), "down": _("Thumb down")},
        "lost": _("The table does not answer. What you press now is lost."),
        "display": _("Display: {text}", text="{text}"),
        "blank": _.pgettext("word", "dark"),
        "panel": {
            "up": _.pgettext("word", "Up"),
            "down": _.pgettext("word", "Down"),
            "ok": _.pgettext("word", "OK"),
            "back": _.pgettext("word", "Back"),
            "repeat": _.pgettext("word", "Repeat"),
        },
        "panelGroup": _("The box"),
        "seat": _("Seat {seat}", seat="{seat}"),
        "seatNamed": _("Seat {seat}, {name}", seat="{seat}", name="{name}"),
        "thumb": {
            "up": _("Thumb up: {name}", name="{name}"),
            "down": _("Thumb down: {name}", name="{name}"),
        },
        "lampLit": _("lamp lit"),
        "lampDark": _("lamp dark"),
        "bot": _.pgettext("word", "bot"),
        "human": _.pgettext("word", "you"),
        # Translators: who sits at a place, if it is neither "you" nor a bot.
        "other": _.pgettext("word", "human"),
        "phone": _.pgettext("word", "phone"),
        "joins": _("Join with a phone"),
        "botAt": _("A bot plays {name}", name="{name}"),
        "faceDown": _("{card}, face down", card="{card}"),
        "down": _("{card}, face down: hold to look", card="{card}"),
        "forward": _("{card}, pushed forward: hold to look", card="{card}"),
        "refused": _("Not now"),
        "only": _("Bots at all places but {name}", name="{name}"),
        "onlyNobody": _("Choose a place, then bots for the others"),
        "speed": _("{times} times as fast as at a real table", times="{times}"),
        "story": _("So far"),
        "past": _.pgettext("line", "Last games"),
        # Translators: the button beside the address at which phones come in.
        "copy": _.pgettext("word", "Copy"),
        "copied": _.pgettext("word", "Copied"),
        "offered": _("What the box offers"),
        "square": _("Row {row}, column {column}", row="{row}", column="{column}"),
        "sound": "♪ {name}",
        # Translators: short sounds that are heard.
        "sounds": {"horn": (horn := _.pgettext("word", "horn")), "thunder": _.pgettext("word", "thunder")}
        | {"last-horn": horn},
        "help": [
            ["↑ ↓ Enter Esc R", _("the box: up, down, OK, back, repeat")],
            ["1–9, 0, ⇧1–⇧5", _("choose place 1 to 15, or Tab")],
            ["U D", _("its thumbs, held as long as the key")],
            ["C B", _("look at its card; bot on or off")],
            # Translators: what a mouse does to a line of the display, to a place or a square of the board.
            [_.pgettext("word", "Click"), _("whatever glows: the box takes it")],
        ],
    }
