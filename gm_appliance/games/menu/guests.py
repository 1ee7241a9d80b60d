"""Who plays: the part of the menu in which people come to their seats, by names that are known or entered.

Nobody is asked where no name is known, unless the table wants names. A name that is known can be mended, or
deleted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from unicodedata import normalize

from gm_appliance.core.game import JSON, Decision, OneOf, Table, pages
from gm_appliance.core.people import MOST_LETTERS, is_name, renamed, same_name
from gm_appliance.core.values import Value, field, replace

SEPARATORS = (" ", "-", "'")
"""What may be entered between two letters of a name."""

VOWELS = "aeiouy"
AFTER_VOWEL, AFTER_CONSONANT = "n", "e"
"""Where the wheel of letters stands after a vowel, of whatever accent, and after a consonant: what follows is
near there. `benchmarks/names.py` measures the presses."""


class Guests(Value):
    """Who is known, and who has a seat already.

    known:  everybody, those who played last first; then who was entered just now.
    tables: by how many played, who sat where then, that of the last game first; empty for no name.
    alphabet: the letters a name is entered with, in order, as capitals where they have one.
    typed: the names that people typed on their phones, by seat; empty for no name.
    wanted: the table asked for names. seats: so far, from seat 1 on. letters: of a name so far.
    mended: the place among the known of the name that is being mended; 0 for a new one. changed: each name
            that was mended, with the name it has now, or that was deleted, with none.
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
        """Whether there is anything to ask."""
        return bool(self.known) or self.wanted or any(self.typed)

    @property
    def seat(self) -> int:
        """The seat that is asked for next."""
        return len(self.seats) + 1

    @property
    def old(self) -> str:
        """The name that is being mended; empty for a new one."""
        return self.known[self.mended - 1] if self.mended else ""

    def typed_by(self, players: int) -> tuple[str, ...]:
        """The names typed on phones, for this number of players; none where nobody typed one."""
        seats = (*self.typed, *("",) * players)[:players]
        return seats if any(seats) else ()

    def before(self, players: int) -> tuple[str, ...]:
        """Who sat where when this number of people last played; empty where nobody was asked then."""
        return self.tables.get(players, ())

    def likely(self) -> Iterator[str]:
        """Who is not seated yet, the likeliest first: in the order of seats of the last time, on from who
        was seated last; then all others."""
        last = [name for name in next(iter(self.tables.values()), ()) if name]
        after = last.index(self.seats[-1]) + 1 if self.seats and self.seats[-1] in last else 0
        for name in dict.fromkeys((*last[after:], *last[:after], *self.known)):
            if name in self.known and name not in self.seats:
                yield name

    @property
    def changeable(self) -> tuple[int, ...]:
        """Whose name can be changed, by places among the known: people who are seated already play."""
        return tuple(self.known.index(name) + 1 for name in self.likely())


class Renamed(Value):
    """A known name was mended; or deleted, where the new one is empty."""

    old: str
    new: str


# ---------------------------------------------------------------- what is open


def people_decision(people: Guests, players: int) -> Decision:
    """The same people, others, or none by name; what was chosen last time stands first.

    First of all those who typed their names on their phones.
    """
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


def change_decision(people: Guests) -> Decision:
    """Whose name is changed, by places among the known; first of all nobody's."""
    return Decision("menu.change", Table(), OneOf(("keep", *people.changeable)))


def mend_decision(people: Guests) -> Decision:
    """What is wrong with it: the spelling, or that it is there."""
    return Decision("menu.mend", Table(), OneOf(("mend", "delete")))


def letter_decision(people: Guests) -> Decision:
    """The next letter, as it will stand there; or that the name is done, one step up. A name that is mended
    is rubbed out two steps up; else BACK does so.

    The wheel goes on where the fewest presses lead to the next letter.
    """
    so_far = people.letters
    within = so_far[-1:].isalnum()
    letters = tuple(_cased(people.alphabet, capital=not within)) if len(so_far) < MOST_LETTERS else ()
    between = SEPARATORS if within and len(so_far) < MOST_LETTERS - 1 else ()
    rub = ("rub",) if people.mended and so_far else ()
    done = ("done",) if is_name(so_far) else ()
    # A name that is full is read before OK ends it.
    if not letters:
        return Decision("menu.letter", Table(), pages((*done, *rub)))
    return Decision("menu.letter", Table(), pages((*_turned((*letters, *between), so_far[-1:]), *rub, *done)))


def _turned(wheel: tuple[str, ...], last: str) -> tuple[str, ...]:
    """The wheel, from the letter on that it stands at after this one."""
    if not last.isalnum():
        return wheel
    start = AFTER_VOWEL if normalize("NFD", last.casefold())[0] in VOWELS else AFTER_CONSONANT
    at = wheel.index(start) if start in wheel else 0
    return (*wheel[at:], *wheel[:at])


def _cased(alphabet: str, *, capital: bool) -> Iterator[str]:
    """The letters as capitals, but for those that have none; or as small ones."""
    for letter in alphabet:
        cased = letter.upper() if capital else letter.lower()
        if len(cased) == 1:
            yield cased


# ---------------------------------------------------------------- what follows


def seated(people: Guests, value: JSON, players: int) -> Guests:
    """After somebody, nobody, or nobody any more was chosen for the next seat."""
    if value == "rest":
        return replace(people, seats=(*people.seats, *[""] * (players - len(people.seats))))
    name = people.known[value - 1] if isinstance(value, int) else ""
    return replace(people, seats=(*people.seats, name))


def changed(people: Guests, new: str) -> Guests:
    """After the name that is being mended became this one, or was deleted, where that is empty.

    A name that somebody has already means that person: the other one is no more.
    """
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
    """After a letter was entered, or rubbed out."""
    return replace(people, letters=people.letters[:-1] if value == "rub" else people.letters + str(value))


def entered(people: Guests) -> Guests:
    """A name is done, and its player seated. A known name means that person, or a further one of that name
    where that person sits at the table already."""
    known = next((one for one in people.known if same_name(one, people.letters)), people.letters)
    name = known if known not in people.seats else _told_apart(people, known)
    others = people.known if name in people.known else (*people.known, name)
    return replace(people, known=others, seats=(*people.seats, name), letters="")


def _told_apart(people: Guests, name: str) -> str:
    """The name with the first number that nobody of that name has."""
    number = 2
    while True:
        ending = f" {number}"
        numbered = name[: MOST_LETTERS - len(ending)].rstrip("".join(SEPARATORS)) + ending
        if not any(same_name(numbered, one) for one in people.seats):
            return next((one for one in people.known if same_name(one, numbered)), numbered)
        number += 1
