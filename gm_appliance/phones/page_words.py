"""The texts of the phone's page itself. Everything about a game comes from the box."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.language import Language


def page_words(_: Language) -> dict[str, Any]:
    """The texts by the page's names for them, with placeholders for the page to fill in."""
    return {
        "language": _.tag.removeprefix("x-").replace("_", "-"),
        "title": _("At the table"),
        "seeking": _("Looking for the table …"),
        "lost": [
            _("The box does not answer"),
            _("Is this phone still on the same Wi-Fi? It comes back by itself."),
        ],
        # Translators: why a phone is not at the table: a headline, and what to do.
        "ended": {
            "unknown": [_("Scan the code"), _("This address is not complete. The code is on the box.")],
            "stranger": [_("An old code"), _("It is no longer valid. Scan the one on the box.")],
            "crowded": [_("No room"), _("Too many phones are here. Close the page on one of them.")],
            "elsewhere": [_("Open elsewhere"), _("Your place is in another window. This one does nothing.")],
            "gone": [
                _.pgettext("word", "Goodbye"),
                _("The box is no longer letting phones in. You can close this page."),
            ],
        },
        "letters": _("The letters on the box"),
        "lettersWrong": _("Something is missing: the box shows 26 letters and digits."),
        "comeIn": _.pgettext("word", "Come in"),
        "sitHere": _.pgettext("word", "Sit here instead"),
        # Translators: after a phone's screen was off: a headline, and what to do.
        "slept": [_("This phone was asleep"), _("Tap to keep it awake.")],
        "imHere": _.pgettext("word", "I’m here"),
        "stayOn": _("In its settings, let the screen stay on for five minutes."),
        "choosePlace": _("Where are you sitting?"),
        "welcome": _("This phone becomes your place at the table."),
        "greeting": _("Welcome to the table"),
        "steps": [
            _("Your two thumbs: the upper half, the lower half. You can find them with your eyes closed."),
            _("When it is your turn, you see here what you can do."),
            _("When eyes close, every phone turns black, and none shows what is pressed."),
        ],
        "here": _("Phones here: {n}", n="{n}"),
        "hereOf": _("Phones here: {n} of {all}", n="{n}", all="{all}"),
        "lookOn": _.pgettext("word", "Just watch"),
        "lookingOn": _.pgettext("word", "Watching"),
        "sitDown": _.pgettext("word", "Sit down"),
        "full": _("All places have a phone. The table can free one."),
        "freed": [_("The table has freed your place"), _("Take it again, or another one.")],
        "taken": _.pgettext("word", "taken"),
        "seat": _("Seat {seat}", seat="{seat}"),
        "seatNamed": _("Seat {seat}, {name}", seat="{seat}", name="{name}"),
        "pad": _("Pad {pad}", pad="{pad}"),
        "lampLit": _("lamp lit"),
        "lampDark": _("lamp dark"),
        "thumbs": _("Your thumbs"),
        "thumb": {"up": _("Thumb up"), "down": _("Thumb down")},
        # Translators: on the line between the two halves of a phone in a vote.
        "beat": {
            "before": _.pgettext("word", "Get ready"),
            "now": _("Now · {n}", n="{n}"),
            "over": _.pgettext("word", "Time is up"),
        },
        "unseen": _("Your last press counts. The page does not show it."),
        "called": _("{name}?", name="{name}"),
        "calledHint": _("The box calls you."),
        "goOn": _.pgettext("word", "Go on"),
        "hereIAm": _.pgettext("word", "Here I am"),
        "tapAgain": _("Tap again."),
        "nothingNow": _("Nothing to press now."),
        "number": _("A number, {lo} to {hi}", lo="{lo}", hi="{hi}"),
        "take": _("Take {n}", n="{n}"),
        "plusMinus": _("plus or minus"),
        "delete": _("delete a digit"),
        "safe": _("Safe zones: {zones}", zones="{zones}"),
        "left": _("cards left: {n}", n="{n}"),
        "worth": _("now worth {n}", n="{n}"),
        "yourPlace": _("Your place"),
        "yourName": _("Your name"),
        "seenByAll": _("Everybody at the table sees it."),
        "fromNextGame": _("Everybody at the table sees it, from the next game on."),
        "save": _.pgettext("word", "Save"),
        "leave": _("Leave this place"),
        "sleeps": _("This phone may fall asleep. In its settings, let the screen stay on for five minutes."),
        "read": _.pgettext("word", "Read"),
        "story": _.pgettext("word", "Story"),
        "table": _.pgettext("word", "Table"),
        "rules": _.pgettext("word", "Rules"),
        # Translators: of the round that is being played, beside its number.
        "now": _.pgettext("word", "now"),
        "size": _("Larger letters"),
        "nothing": _("There is nothing to read now."),
        "back": _.pgettext("word", "Back to the table"),
        "panel": _("The box’s buttons"),
        "hasPanel": _("{name} has the box’s buttons.", name="{name}"),
        "close": _.pgettext("word", "Close"),
        # Translators: below the box's buttons on a phone: what each does, and what it does when held.
        "buttons": {
            "up": [_.pgettext("word", "Up")],
            "down": [_.pgettext("word", "Down")],
            "ok": [_.pgettext("word", "Take it")],
            "back": [_.pgettext("word", "Back"), _.pgettext("word", "hold: undo")],
            "repeat": [_.pgettext("word", "Repeat"), _.pgettext("word", "hold: pause")],
        },
    }
