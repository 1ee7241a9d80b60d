"""The players' names. Rules and views only know seats; narrations get the names here.

A name must fit on the display beside a place and points, and into sentences: see `is_name`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from gm_appliance.core.language import Language, Name
from gm_appliance.core.values import Value

MOST_LETTERS = 12
"""The longest name that fits in a line of the display with a place before it or points after it."""

SHORT = 3  # the most letters of a short name. A seat without a name is "P12"
_MORE = "ȘșȚț"  # letters in the display's fonts besides Latin-1 and Latin Extended-A
_BETWEEN = " -'’"  # the characters allowed between the letters and digits of a name


class Person(Value):
    """Somebody who plays here.

    name: as it is shown. spoken: the spelling for the voice; empty if it is the same.
    """

    name: str
    spoken: str = ""


def is_name(name: str) -> bool:
    """Whether this is a legal name: 1 to 12 of the display's characters, which are Latin.

    It begins with a letter and ends with a letter or digit. Between letters and digits single blanks,
    hyphens and apostrophes are allowed.

    >>> is_name("Anne-Sophie"), is_name("Zoë 2"), is_name("Bartholomew Q"), is_name("R2-"), is_name("Łukasz")
    (True, True, False, False, True)
    >>> is_name("Cœlia"), capital("œ"), capital("ß")
    (True, 'Œ', 'ß')
    """
    if not 0 < len(name) <= MOST_LETTERS or not name[0].isalpha() or not name[-1].isalnum():
        return False
    apart = all(one.isalnum() or other.isalnum() for one, other in pairwise(name))
    more = f"0123456789{_BETWEEN}{_MORE}"
    return apart and all((one <= "ſ" and one.isalpha()) or one in more for one in name)


def capital(letter: str) -> str:
    """The capital of a letter; the letter itself if its capital is not a single letter, as with ß."""
    upper = letter.upper()
    return upper if len(upper) == 1 else letter


def tidied(name: str) -> str:
    """The name in Unicode's composed form, without blanks around it."""
    return unicodedata.normalize("NFC", name).strip()


def by_ear(name: str) -> str:
    """The form in which names are compared: names that sound alike are equal."""
    return tidied(name).casefold()


def same_name(one: str, other: str) -> bool:
    """Whether these names sound alike."""
    return by_ear(one) == by_ear(other)


def seated(names: Sequence[str], joined: Mapping[int, str]) -> tuple[str, ...]:
    """The names by seat, including those of people who have joined since.

    >>> seated(("Anna", "Bo"), {4: "Cleo"})
    ('Anna', 'Bo', '', 'Cleo')
    """
    seats = range(1, max((len(names), *joined)) + 1)
    return tuple(joined.get(seat, names[seat - 1] if seat <= len(names) else "") for seat in seats)


def renamed(seats: Iterable[str], old: str, new: str) -> tuple[str, ...]:
    """The names by seat with `new` in place of `old`; if `new` sits there already, `old` is removed.

    >>> renamed(("Ana", "", "Bo"), "Ana", "Anna"), renamed(("Ana", "Anna"), "Ana", "Anna")
    (('Anna', '', 'Bo'), ('', 'Anna'))
    """
    names = (*seats,)
    called = "" if new in names else new
    return tuple(called if name == old else name for name in names)


class Party(Value):
    """Who sits where.

    names: from seat 1; empty for a seat without a name, like all further seats.
    lamps: whether the pads have lamps. pads: whether there may be any.

    >>> from gm_appliance.core.language import load
    >>> party, _ = Party(("Anna", "", "Anton")), load("en")
    >>> [str(party.name(_, seat)) for seat in (1, 2, 3, 4)]
    ['Anna', 'Player 2', 'Anton', 'Player 4']
    >>> [party.short(_, seat) for seat in (1, 2, 3, 4)]
    ['Ann', 'P2', 'Ant', 'P4']
    """

    names: tuple[str, ...] = ()
    lamps: bool = True
    pads: bool = True

    def named(self, seat: int) -> str:
        """The name of the player at a seat; empty if there is none."""
        return self.names[seat - 1] if 0 < seat <= len(self.names) else ""

    def name(self, _: Language, seat: int) -> Name:
        """The name of the player at a seat, or "Player 3"; at most MOST_LETTERS long."""
        named = self.named(seat)
        return Name(named) if named else _.name("Player {number}", number=seat)

    def short(self, _: Language, seat: int) -> str:
        """A short name: as few letters as distinguish it from all others, at most SHORT."""
        named = self.named(seat)
        if not named:
            return _.pgettext("line", "P{seat}", seat=seat)
        others = [one for at, one in enumerate(self.names, 1) if one and at != seat]
        for length in range(2, SHORT + 1):
            beginning = named[:length].rstrip(_BETWEEN)
            alike = any(same_name(one[:length].rstrip(_BETWEEN), beginning) for one in others)
            # A digit could be mistaken for a seat number.
            if not alike and not any(one.isdecimal() for one in beginning):
                return beginning
        return f"{named[0]}{seat}"


NOBODY = Party()


def spellings(people: Iterable[Person]) -> Mapping[str, str]:
    """The spellings for the voice, by name, for people who have one.

    Each is listed with a capital too, because a sentence may begin with a name.
    """
    spoken = {one.name: one.spoken for one in people if one.spoken}
    return {**{name[:1].upper() + name[1:]: spelling for name, spelling in spoken.items()}, **spoken}
