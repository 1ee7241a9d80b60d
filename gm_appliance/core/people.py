"""People at the table, by name. Games know seats alone: whoever tells one asks here how a seat is called.

A name has to stand on the display beside a place and points, and in a sentence: see `is_name`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from itertools import pairwise

from gm_appliance.core.language import Language, Name
from gm_appliance.core.values import immutable

MOST_LETTERS = 12
"""The longest name: with a place before it or points behind it, it fits into a line of the display."""

SHORT = 3
"""The letters of a short name, at most; of a seat without a name it is "P12"."""

_BETWEEN = " -'’"
"""What may stand between the letters and digits of a name."""


@immutable
class Person:
    """name: as it is written and shown. spoken: as it is spelled for the voice; empty: as it is written."""

    name: str
    spoken: str = ""


def is_name(name: str) -> bool:
    """Whether somebody can be called so: one to twelve letters of Latin-1, which the display has, and digits.

    It begins with a letter and ends with one or with a digit. Between them stand blanks, hyphens and
    apostrophes, one at a time.

    >>> is_name("Anne-Sophie"), is_name("Zoë 2"), is_name("Bartholomew Q"), is_name("R2-"), is_name("Łukasz")
    (True, True, False, False, False)
    """
    if not 0 < len(name) <= MOST_LETTERS or not name[0].isalpha() or not name[-1].isalnum():
        return False
    apart = all(one.isalnum() or other.isalnum() for one, other in pairwise(name))
    return apart and all((one <= "ÿ" and one.isalpha()) or one in "0123456789" + _BETWEEN for one in name)


def tidied(name: str) -> str:
    """A name with accents joined to their letters, and no blanks around it."""
    return unicodedata.normalize("NFC", name).strip()


def by_ear(name: str) -> str:
    """A name as it is told apart by ear."""
    return tidied(name).casefold()


def same_name(one: str, other: str) -> bool:
    """Whether nobody could tell these names apart by ear."""
    return by_ear(one) == by_ear(other)


@immutable
class Party:
    """Who sits where.

    names: of the seats from 1 on; empty for a seat whose player is called by its number, as all further
           ones are.
    lamps: whether those who have pads have lamps too.

    >>> from gm_appliance.core.language import load
    >>> party, _ = Party(("Anna", "", "Anton")), load("en")
    >>> [str(party.name(_, seat)) for seat in (1, 2, 3, 4)]
    ['Anna', 'Player 2', 'Anton', 'Player 4']
    >>> [party.short(_, seat) for seat in (1, 2, 3, 4)]
    ['Ann', 'P2', 'Ant', 'P4']
    """

    names: tuple[str, ...] = ()
    lamps: bool = True

    def named(self, seat: int) -> str:
        """The name of whoever sits there; empty where nobody told it."""
        return self.names[seat - 1] if 0 < seat <= len(self.names) else ""

    def name(self, _: Language, seat: int) -> Name:
        """How a seat is called, and shown; at most MOST_LETTERS wide."""
        named = self.named(seat)
        return Name(named) if named else _.name("Player {number}", number=seat)

    def short(self, _: Language, seat: int) -> str:
        """The same where there is little room: as few letters as tell it from all others, at most SHORT."""
        named = self.named(seat)
        if not named:
            return _.pgettext("line", "P{seat}", seat=seat)
        others = [one for at, one in enumerate(self.names, 1) if one and at != seat]
        for length in range(2, SHORT + 1):
            beginning = named[:length].rstrip(_BETWEEN)
            alike = any(same_name(one[:length].rstrip(_BETWEEN), beginning) for one in others)
            # Without a digit it is not taken for a seat's number.
            if not alike and not any(one.isdecimal() for one in beginning):
                return beginning
        return f"{named[0]}{seat}"


NOBODY = Party()
"""A party whose seats go by their numbers."""


def spellings(people: Iterable[Person]) -> Mapping[str, str]:
    """By name, as it is written, how it is spelled for the voice, of those who say so.

    A sentence may begin with a name, which has a capital there.
    """
    spoken = {one.name: one.spoken for one in people if one.spoken}
    return {**{name[:1].upper() + name[1:]: spelling for name, spelling in spoken.items()}, **spoken}
