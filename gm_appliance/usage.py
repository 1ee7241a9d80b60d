"""argparse's own words in the language of the messages, "usage" and "options", and its errors in one line.

argparse asks gettext for them under their English text, with `%` where a value goes, and has no other way to
change most of them. `tests/app/test_answers.py` notices one that a new Python calls otherwise.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any, NoReturn

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.messages import _

TEXTS: Mapping[str, tuple[Message, Mapping[str, str]]] = {
    "usage: ": (N_("usage: {command}"), {"command": ""}),
    "positional arguments": (NP_("word", "positional arguments"), {}),
    "options": (NP_("word", "options"), {}),
    "show this help message and exit": (N_("show this help message and exit"), {}),
    "argument %(argument_name)s: %(message)s": (
        N_("argument {option}: {message}"),
        {"option": "%(argument_name)s", "message": "%(message)s"},
    ),
    "unrecognized arguments: %s": (N_("unrecognized arguments: {what}"), {"what": "%s"}),
    "the following arguments are required: %s": (
        N_("the following arguments are required: {what}"),
        {"what": "%s"},
    ),
    "one of the arguments %s is required": (N_("one of the arguments {what} is required"), {"what": "%s"}),
    "not allowed with argument %s": (N_("not allowed with argument {option}"), {"option": "%s"}),
    "expected one argument": (N_("expected one argument"), {}),
    "ignored explicit argument %r": (N_("takes no value, so not {value}"), {"value": "%r"}),
    "invalid %(type)s value: %(value)r": (N_("{value} is not a number"), {"value": "%(value)r"}),
    "ambiguous option: %(option)s could match %(matches)s": (
        N_("ambiguous option: {option} could match {matches}"),
        {"option": "%(option)s", "matches": "%(matches)s"},
    ),
}
"""By argparse's text: ours, and what argparse fills in where we have a name."""


def _translated(text: str) -> str:
    if text not in TEXTS:
        return text
    ours, values = TEXTS[text]
    return _(ours, **values)


def speak_usage() -> None:
    """From now on argparse speaks the language of the messages."""
    vars(argparse)["_"] = _translated


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, without the whole usage."""

    def error(self, message: str) -> NoReturn:
        end = "" if message.endswith("?") else "."
        told = _("{program}: {message} See {program} --help", program=self.prog, message=f"{message}{end}")
        self.exit(2, f"{told}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As argparse does, but with a suggestion."""
        known = [str(one) for one in action.choices or ()]
        if action.choices is None or value in action.choices:
            return
        told = _("{name!r} is not known here", name=value)
        from difflib import get_close_matches  # only for a mistake

        near = get_close_matches(str(value), known, 1)
        more = _("Did you mean {name!r}?", name=near[0]) if near else ", ".join(known)
        raise argparse.ArgumentError(action, f"{told}. {more}")
