"""The people who usually play, in the configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.config import Configuration, parse
from gm_appliance.core.people import Person
from tests.config.told import mistakes

ROOT = Path(__file__).parents[2]


def test_people_come_in_the_order_of_the_file_with_their_accents_joined() -> None:
    read = parse(
        '[[roster]]\nname = "Zoe\u0308"\nspoken = "Zo-ee"\n'
        '\n[voice]\nrate = 200\n\n[[roster]]\nname = " Bo "\n'.encode()
    )
    assert read.roster == (Person("Zoë", "Zo-ee"), Person("Bo"))
    assert Configuration().roster == ()
    assert parse(b'roster = [{ name = "Bo" }]').roster == (Person("Bo"),)


SEVERAL = "1: 'roster' is a table that may occur several times. Write [[roster]] above each"
NAMED = '[[roster]]\nname = "Anna"\n'
WRONG = ("Bartholomäus II", "Лука")
NAME = 'Possible: a name of 1 to 12 letters, such as "Anna B"'
SPOKEN = 'Possible: how the voice spells it, such as "Shivawn" for Siobhán; or ""'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            f'{NAMED}[[roster]]\nname = "ANNA"\n',
            "4: [[roster]] 'ANNA' is already in line 2. Give this one another name, such as 'ANNA B'",
        ),
        *((f'[[roster]]\nname = "{one}"', f'2: [[roster]] name cannot be "{one}". {NAME}') for one in WRONG),
        (f"{NAMED}spoken = 7", f"3: [[roster]] spoken cannot be 7. {SPOKEN}"),
        (f'{NAMED}spokn = "x"\n', "3: [[roster]] 'spokn' is not known here. Did you mean 'spoken'?"),
        ('[[roster]]\nspoken = "x"\n', '1: [[roster]] has no name. Write name = "Anna" below it'),
        ('[[rooster]]\nname = "Anna"\n', "1: [rooster] is not known here. Did you mean [[roster]]?"),
        ('[roster]\nname = "Anna"\n', SEVERAL),
        ('roster = ["Anna"]\n', SEVERAL),
    ],
)
def test_a_mistake_is_told(content: str, said: str) -> None:
    assert mistakes(content) == [said]


def test_three_of_one_name_are_two_mistakes_beside_others() -> None:
    assert [one.partition(":")[0] for one in mistakes(f"{NAMED * 3}[voice]\nrate = 1\n")] == ["4", "6", "8"]


def test_the_people_of_the_shipped_file_may_be_uncommented() -> None:
    shipped = (ROOT / "config" / "gm-appliance.toml").read_text("utf-8")
    for line in ("[[roster]]", 'name = "Siobhán"', 'spoken = "Shivawn"'):
        assert f"# {line}\n" in shipped
        shipped = shipped.replace(f"# {line}\n", f"{line}\n")
    assert parse(shipped.encode()).roster == (Person("Siobhán", "Shivawn"),)
