"""Presses to enter a name with the wheel of letters: a hundred common given names, in four languages.

Names are entered as people do: the shorter way round to each letter, OK, and finally "done". The wheel as the
rules turn it is compared with two simpler ones: one starts at A each time, one stays at the last letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gm_appliance.core.domains import OneOf
from gm_appliance.games.menu.guests import Guests, letter_decision, lettered

NAMES = {
    "English": (
        "James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara "
        "Richard Susan Joseph Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy "
        "Matthew"
    ),
    "German": (
        "Peter Maria Michael Ursula Thomas Monika Andreas Petra Wolfgang Sabine Klaus Renate "
        "Stefan Helga Christian Karin Hans Brigitte Lukas Ingrid Jonas Andrea Leon Claudia Finn"
    ),
    "French": (
        "Jean Marie Pierre Nathalie Michel Isabelle Philippe Sylvie Alain Catherine Patrick "
        "Nicolas Valérie Christophe Sandrine Daniel Céline Laurent Camille Julien Léa Olivier "
        "Manon Antoine Chloé"
    ),
    "Italian": (
        "Giuseppe Anna Giovanni Rosa Antonio Giulia Mario Francesca Luigi Chiara Francesco "
        "Federica Angelo Sara Vincenzo Martina Pietro Valentina Salvatore Alessia Carlo Silvia "
        "Marco Elisa Luca"
    ),
}
"""Girls' and boys' names in turn, among the most common of recent decades."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZÉ"


def presses(name: str, start: Callable[[str, tuple[str, ...]], str] | None = None) -> int:
    """All presses for a name. start: the wheel's first letter, given the last one and all letters."""
    people, pressed = Guests(alphabet=ALPHABET), 0
    for value in (*name, "done"):
        wheel = _wheel(people, start)
        at = wheel.index(value)
        pressed += min(at, len(wheel) - at) + 1
        people = lettered(people, value)
    return pressed


def _wheel(people: Guests, start: Callable[[str, tuple[str, ...]], str] | None) -> tuple[int | str, ...]:
    domain = letter_decision(people).domain
    assert isinstance(domain, OneOf)
    if start is None or not people.letters:
        return domain.options
    *letters, done = map(str, domain.options)
    at = letters.index(start(people.letters[-1].lower(), tuple(letters)))
    return (*letters[at:], *letters[:at], done)


WHEELS: dict[str, Callable[[str, tuple[str, ...]], str] | None] = {
    "as it is": None,
    "begins with A each time": lambda last, letters: "a",
    "stays at the last letter": lambda last, letters: last,
}


def averages() -> Iterator[tuple[str, dict[str, float]]]:
    """The mean number of presses per name, by language, for each kind of wheel."""
    for kind, start in WHEELS.items():
        listed = {language: names.split() for language, names in NAMES.items()}
        yield (
            kind,
            {
                language: sum(presses(name, start) for name in names) / len(names)
                for language, names in listed.items()
            },
        )


def main() -> None:
    print(f"{'presses a name':28}" + "".join(f"{language:>10}" for language in (*NAMES, "all")))
    for kind, found in averages():
        mean = sum(found.values()) / len(found)
        print(f"{kind:28}" + "".join(f"{one:10.1f}" for one in (*found.values(), mean)))


if __name__ == "__main__":
    main()
