"""Who plays: the part of the menu in which people come to their seats, by names that are known or entered.

Nobody is asked where no name is known, unless the table wants names. A name that was entered here once can
be forgotten; those of the configuration are not the table's to forget.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_uppercase

from gm_appliance.core.game import JSON, Decision, OneOf, Table, pages
from gm_appliance.core.people import MOST_LETTERS, is_name, same_name
from gm_appliance.core.values import Value, field, replace

SEPARATORS = (" ", "-", "'")
"""What may be entered between two letters of a name."""


class Guests(Value):
    """Who is known, and who has a seat already.

    known:  everybody, those who played last first; then who was entered just now.
    tables: by how many played, who sat where then, that of the last game first; empty for no name.
    alphabet: the letters a name is entered with, in order, as capitals where they have one.
    typed:  who is known only because somebody entered the name at the table. forgotten: those of them who
            are not known any more.
    wanted: the table asked for names. seats: so far, from seat 1 on. letters: of a name so far.
    """

    known: tuple[str, ...] = ()
    tables: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    alphabet: str = ascii_uppercase
    typed: frozenset[str] = frozenset()
    forgotten: tuple[str, ...] = ()
    wanted: bool = False
    seats: tuple[str, ...] = ()
    letters: str = ""

    @property
    def to_ask(self) -> bool:
        """Whether there is anything to ask."""
        return bool(self.known) or self.wanted

    @property
    def seat(self) -> int:
        """The seat that is asked for next."""
        return len(self.seats) + 1

    def before(self, players: int) -> tuple[str, ...]:
        """Who sat where when so many played last; empty where nobody was asked then."""
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
    def forgettable(self) -> tuple[int, ...]:
        """Who can be forgotten, by places among the known: whoever sits there already plays."""
        return tuple(self.known.index(name) + 1 for name in self.likely() if name in self.typed)


class Forgotten(Value):
    """A name is not known any more."""

    name: str


# ---------------------------------------------------------------- what is open


def people_decision(people: Guests, players: int) -> Decision:
    """The same people, others, or none by name; what was chosen last time stands first."""
    before = people.before(players)
    if any(before):
        return Decision("menu.people", Table(), OneOf(("same", "choose", "none")))
    return Decision("menu.people", Table(), OneOf(("none", "choose") if before else ("choose", "none")))


def person_decision(people: Guests, players: int) -> Decision:
    """Who sits at the next seat: a place among the known, from 1."""
    likely = tuple(people.known.index(name) + 1 for name in people.likely())
    rest = ("rest",) if people.seat < players else ()
    others = ("nobody", "new") if likely else ("new", "nobody")
    forget = ("forget",) if people.forgettable else ()
    return Decision("menu.person", Table(), OneOf((*likely, *others, *forget, *rest)))


def forget_decision(people: Guests) -> Decision:
    """Whose name is forgotten, by places among the known; first of all nobody's, so that no two presses in a
    row forget one."""
    return Decision("menu.forget", Table(), OneOf(("keep", *people.forgettable)))


def letter_decision(people: Guests) -> Decision:
    """The next letter, as it will stand there; or that the name is done."""
    so_far = people.letters
    within = so_far[-1:].isalnum()
    letters = tuple(_cased(people.alphabet, capital=not within)) if len(so_far) < MOST_LETTERS else ()
    between = SEPARATORS if within and len(so_far) < MOST_LETTERS - 1 else ()
    done = ("done",) if is_name(so_far) else ()
    # A name that is full is read before OK ends it.
    return Decision("menu.letter", Table(), pages((*letters, *between, *done)))


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


def forgetting(people: Guests, place: int) -> Guests:
    """After the name at that place among the known, from 1, was chosen to be forgotten."""
    name = people.known[place - 1]
    known = tuple(one for one in people.known if one != name)
    return replace(people, known=known, forgotten=(*people.forgotten, name))


def lettered(people: Guests, value: JSON) -> Guests:
    """After a letter was entered."""
    return replace(people, letters=people.letters + str(value))


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
