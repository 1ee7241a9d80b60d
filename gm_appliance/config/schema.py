"""The settings as a list: the place of each, its legal values, and what a wrong value probably meant."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, ValidationError, convert
from msgspec.structs import fields

from gm_appliance.config import settings
from gm_appliance.core.game import Number, Option
from gm_appliance.core.messages import _
from gm_appliance.core.values import Value
from gm_appliance.games.registry import GAMES


class Setting(Value):
    """One key. type: that msgspec converts to."""

    section: settings.Section
    name: str
    type: Any
    default: int | str

    @property
    def path(self) -> settings.Section:
        return (*self.section, self.name)

    @property
    def meta(self) -> Meta:
        """Its range or pattern, and its unit."""
        return next((one for one in get_args(self.type) if isinstance(one, Meta)), Meta())

    @property
    def extra(self) -> Mapping[str, Any]:
        return self.meta.extra or {}

    @property
    def options(self) -> tuple[int | str, ...]:
        """All legal values; empty for a number or text."""
        options: tuple[int | str, ...] = self.extra.get("options", ())
        return options

    def takes(self, value: object) -> bool:
        try:
            convert(value, self.type)
        # ValueError: msgspec's message would contain the number, and Python formats none of 4300 digits.
        except (ValidationError, ValueError):
            return False
        check = self.extra.get("check")
        return check is None or bool(check(value))

    @property
    def legal(self) -> str:
        """The legal values in words."""
        if self.options:
            return either(map(toml, self.options))
        if words := self.extra.get("words"):
            return _(words, most=self.extra.get("most", 0))
        said = {"lo": self.written(self.meta.ge), "hi": self.written(self.meta.le)}
        return _("a whole number from {lo} to {hi}", **said)

    def written(self, value: object) -> str:
        """A value as written in a file; one that nobody is shown only as dots."""
        if self.extra.get("hidden") and value:
            return '"…"'
        if self.extra.get("hexadecimal") and type(value) is int and 0 <= value <= 0xFFFF:
            return f"0x{value:02X}"
        return toml(value)

    def meant(self, value: object) -> int | str | None:
        """The legal value that was probably meant; None if unclear."""
        if self.options:
            if isinstance(value, bool) and set(self.options) == set(settings.YES_OR_NO):
                return "yes" if value else "no"
            return near(value, map(str, self.options)) or None if isinstance(value, str) else None
        if self.extra.get("words"):
            homely = f"~/{value}"
            relative = self.extra.get("relative") and isinstance(value, str) and value[:1] != "~"
            return homely if relative and self.takes(homely) else None
        number = _as_number(value)
        if number is None:
            return None
        aliases: Mapping[float, int] = self.extra.get("aliases", {})
        assert isinstance(self.meta.ge, int)
        assert isinstance(self.meta.le, int)
        return aliases.get(number) or round(min(self.meta.le, max(self.meta.ge, number)))


def _as_number(value: object) -> int | float | None:
    """A number, perhaps in quotes; None for anything else."""
    if isinstance(value, str):
        try:
            value = int(value, 16) if value.lower().startswith("0x") else float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return value


# ---------------------------------------------------------------- all settings


def _of_table(section: settings.Section, table: type[settings.Table]) -> Iterator[Setting]:
    return (Setting(section, one.name, one.type, one.default) for one in fields(table))


def _of_option(section: settings.Section, option: Option) -> Setting:
    domain = option.domain
    if isinstance(domain, Number):
        kind: Any = Annotated[int, Meta(ge=domain.lo, le=domain.hi)]
    else:
        kind = Annotated[Literal[domain.options], Meta(extra={"options": domain.options})]
    return Setting(section, option.name, kind, option.default)


def presets_of(game: str) -> settings.Section:
    return ("games", game, settings.Repeated("preset"))


def _repeated() -> Iterator[Setting]:
    for game in settings.PRESETS:
        yield Setting(presets_of(game), "name", Annotated[str, settings.PRESET_NAME], "")
        yield from (_of_option(presets_of(game), option) for option in GAMES[game].game.options)
    yield from _of_table(settings.ROSTER, settings.PersonTable)


SETTINGS: tuple[Setting, ...] = (  # in the order of the sample
    *(one for section, table in settings.TABLES.items() for one in _of_table(section, table)),
    *(_of_option(("games", name), one) for name, box in GAMES.items() for one in box.game.options),
)
REPEATED: tuple[Setting, ...] = tuple(_repeated())  # the settings of each preset and each person


# ---------------------------------------------------------------- how it is written

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def near(name: str, known: Iterable[str]) -> str:
    """The most similar known name; empty if none is similar."""
    from difflib import get_close_matches  # only for a mistake

    known = tuple(known)
    found = get_close_matches(name, known, 1) or get_close_matches(name.lower(), known, 1)
    return found[0] if found else ""


def toml(value: object) -> str:
    """A value as written in a file; shortened, or only its kind, if it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return short(json.dumps(value, ensure_ascii=not value.isprintable()))
    if isinstance(value, list):
        return "[…]"
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, int) and value.bit_length() > 64:
        return _("a huge number")
    return str(value)


def short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


def header(section: settings.Section) -> str:
    """The heading of a table in a file."""
    one = f"[{'.'.join(part if _BARE.fullmatch(part) else toml(part) for part in section)}]"
    return f"[{one}]" if isinstance(section[-1], settings.Repeated) else one


def placed(section: settings.Section, setting: str) -> str:
    """A setting with its table, as messages name it."""
    return f"{header(section)} {setting}" if section else setting


def either(choices: Iterable[str]) -> str:
    *others, last = choices
    return _("{others} or {last}", others=", ".join(others), last=last) if others else last
