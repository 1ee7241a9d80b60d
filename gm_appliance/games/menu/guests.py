"""Who plays: the part of the menu that seats people by names, known or newly entered. It is skipped if no
names are known, unless people ask for names. A known name can be corrected or deleted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from unicodedata import normalize

from gm_appliance.core.game import JSON, Decision, OneOf, Table, pages
from gm_appliance.core.people import MOST_LETTERS, is_name, renamed, same_name
from gm_appliance.core.values import Value, field, replace

SEPARATORS = (" ", "-", "'")  # characters allowed between two letters of a name

VOWELS = "aeiouy"
AFTER_VOWEL, AFTER_CONSONANT = "n", "e"
"""Where the wheel of letters starts after a vowel, with or without an accent, and after a consonant: near the
likely next letters. `benchmarks/names.py` measures the presses."""


class Guests(Value):
    """The known people, and those already seated.

    known:  everybody, the most recent players first, newly entered names last.
    tables: by number of players, who sat where last time, the most recent table first; "" for no name.
    alphabet: the letters for entering names, in order, as capitals if they have one.
    typed: the names that people typed on their phones, by seat; "" for none.
    wanted: people asked for names. seats: the names so far, from seat 1. letters: the name being entered.
    mended: the place among the known of the name being corrected, from 1; 0 for a new name.
    changed: each corrected name with its replacement, each deleted one with "".
    """

    known: tuple[str, ...] = ()
    tables: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    alphabet: str = ascii_uppercase
    typed: tuple[str, ...] = ()
    wanted: bool = False
    seats: tuple[str, ...] = ()
    letters: str = ""
    mended: int = 0
    changed: tuple[tuple[str, str], ...] = ()

    @property
    def to_ask(self) -> bool:
        return bool(self.known) or self.wanted or any(self.typed)

    @property
    def seat(self) -> int:
        return len(self.seats) + 1

    @property
    def old(self) -> str:
        """The name being corrected; empty for a new one."""
        return self.known[self.mended - 1] if self.mended else ""

    def typed_by(self, players: int) -> tuple[str, ...]:
        """The names typed on phones, padded or cut to this number of players; empty if nobody typed one."""
        seats = (*self.typed, *("",) * players)[:players]
        return seats if any(seats) else ()

    def before(self, players: int) -> tuple[str, ...]:
        """Who sat where when this many people last played; empty if names were not asked for."""
        return self.tables.get(players, ())

    def likely(self) -> Iterator[str]:
        """The people not seated yet, the likeliest first: in last time's order, starting after the person
        seated last; then everybody else."""
        last = [name for name in next(iter(self.tables.values()), ()) if name]
        after = last.index(self.seats[-1]) + 1 if self.seats and self.seats[-1] in last else 0
        for name in dict.fromkeys((*last[after:], *last[:after], *self.known)):
            if name in self.known and name not in self.seats:
                yield name

    @property
    def changeable(self) -> tuple[int, ...]:
        """The names that can be changed, as places among the known, from 1: those not seated yet."""
        return tuple(self.known.index(name) + 1 for name in self.likely())


class Renamed(Value):
    """A known name was corrected; or deleted, if the new one is empty."""

    old: str
    new: str


def people_decision(people: Guests, players: int) -> Decision:
    """The same people, others, or no names; last time's answer comes first. If people typed their names on
    phones, those come before all else."""
    before, typed = people.before(players), ("typed",) if people.typed_by(players) else ()
    if any(before) and before != people.typed_by(players):
        return Decision("menu.people", Table(), OneOf((*typed, "same", "choose", "none")))
    if typed:
        return Decision("menu.people", Table(), OneOf((*typed, "choose", "none")))
    return Decision("menu.people", Table(), OneOf(("none", "choose") if before else ("choose", "none")))


def person_decision(people: Guests, players: int) -> Decision:
    """Who sits at the next seat: a place among the known, from 1."""
    likely = tuple(people.known.index(name) + 1 for name in people.likely())
    rest = ("rest",) if people.seat < players else ()
    others = ("nobody", "new") if likely else ("new", "nobody")
    change = ("change",) if likely else ()
    return Decision("menu.person", Table(), OneOf((*likely, *others, *change, *rest)))


def letter_decision(people: Guests) -> Decision:
    """The next letter, in the case it will have; or, one step up, that the name is done. Two steps up erase a
    letter of a name being corrected; for a new name BACK does that.

    The wheel starts where the next letter takes the fewest presses.
    """
    so_far = people.letters
    within = so_far[-1:].isalnum()
    letters = tuple(_cased(people.alphabet, capital=not within)) if len(so_far) < MOST_LETTERS else ()
    between = SEPARATORS if within and len(so_far) < MOST_LETTERS - 1 else ()
    rub = ("rub",) if people.mended and so_far else ()
    done = ("done",) if is_name(so_far) else ()
    # A name of full length is read out before OK ends it.
    if not letters:
        return Decision("menu.letter", Table(), pages((*done, *rub)))
    return Decision("menu.letter", Table(), pages((*_turned((*letters, *between), so_far[-1:]), *rub, *done)))


def _turned(wheel: tuple[str, ...], last: str) -> tuple[str, ...]:
    """The wheel, rotated for the letter that comes after this one."""
    if not last.isalnum():
        return wheel
    start = AFTER_VOWEL if normalize("NFD", last.casefold())[0] in VOWELS else AFTER_CONSONANT
    at = wheel.index(start) if start in wheel else 0
    return (*wheel[at:], *wheel[:at])


def _cased(alphabet: str, *, capital: bool) -> Iterator[str]:
    """The letters in that case, without those whose case changes into several letters."""
    for letter in alphabet:
        cased = letter.upper() if capital else letter.lower()
        if len(cased) == 1:
            yield cased


def seated(people: Guests, value: JSON, players: int) -> Guests:
    """After somebody, nobody, or nobody for all remaining seats ("rest") was chosen for the next seat."""
    if value == "rest":
        return replace(people, seats=(*people.seats, *[""] * (players - len(people.seats))))
    name = people.known[value - 1] if isinstance(value, int) else ""
    return replace(people, seats=(*people.seats, name))


def changed(people: Guests, new: str) -> Guests:
    """After the name being corrected became this one, or was deleted if this one is empty. If somebody else
    has the new name, both are that person, and the old entry is dropped."""
    old = people.old
    others = [one for one in people.known if one != old]
    same = next((one for one in others if same_name(one, new)), new)
    known = (
        tuple(others) if same in ("", *others) else tuple(new if one == old else one for one in people.known)
    )
    tables = {number: renamed(seats, old, same) for number, seats in people.tables.items()}
    pairs = (*people.changed, (old, same)) if same != old else people.changed
    return replace(people, known=known, tables=tables, letters="", mended=0, changed=pairs)


def lettered(people: Guests, value: JSON) -> Guests:
    return replace(people, letters=people.letters[:-1] if value == "rub" else people.letters + str(value))


def entered(people: Guests) -> Guests:
    """Seat the player whose name was entered. A known name means that person, or a namesake if that person is
    already seated."""
    known = next((one for one in people.known if same_name(one, people.letters)), people.letters)
    name = known if known not in people.seats else _told_apart(people, known)
    others = people.known if name in people.known else (*people.known, name)
    return replace(people, known=others, seats=(*people.seats, name), letters="")


def _told_apart(people: Guests, name: str) -> str:
    """The name with the lowest number, from 2, that makes it unique at the table."""
    number = 2
    while True:
        ending = f" {number}"
        numbered = name[: MOST_LETTERS - len(ending)].rstrip("".join(SEPARATORS)) + ending
        if not any(same_name(numbered, one) for one in people.seats):
            return next((one for one in people.known if same_name(one, numbered)), numbered)
        number += 1
