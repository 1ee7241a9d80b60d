"""Statistics, against a plain count of the same games."""

from __future__ import annotations

from random import Random

from gm_appliance.core.results import Accusation, Result
from gm_appliance.core.tallies import Tally, at_table, tallies, wins
from gm_appliance.core.values import replace

PEOPLE = ("Åsa", "Bo", "Cleo", "Dmitri", "Elena", "Mai", "Gunnar")
ROLES = ("odin", "hel", "valkyrie 1", "valkyrie 2", "valkyrie 3", "valkyrie 4", "valkyrie 5")


def evening(seed: int) -> Result:
    chance = Random(seed)
    conspire = chance.sample(range(1, 8), 2)
    seats = range(1, 8)
    pairs = [(one, other) for one, other, *_more in (chance.sample(seats, 2) for _ in range(3))]
    return Result(
        "gotterdammerung",
        seed + 0.5,
        "2027-03-07T20:15:00+01:00",
        certain=True,
        seconds=60.0 * seed,
        options={"players": 7},
        names=tuple(chance.sample(PEOPLE, 7)) if seed % 5 else (),
        sides={seat: "conspire" if seat in conspire else "protect" for seat in seats} if seed % 7 else {},
        roles=dict(enumerate(ROLES, 1)),
        winners=(chance.choice(("conspire", "protect")),),
        accused=tuple(Accusation(*two, fell=False) for two in pairs),
        falls={seat: 1 for seat in seats if chance.random() < 0.4},
        bots=(1, 2) if seed % 11 == 0 else (),
    )


EVENINGS = [evening(seed) for seed in range(1, 101)]


def test_a_person_is_counted_game_by_game() -> None:
    counted = {str(one.key[0]): one for one in tallies(EVENINGS, "person")}
    assert set(counted) == set(PEOPLE)
    for name in PEOPLE:
        plain, won = dict.fromkeys(Tally.__struct_fields__[1:], 0), list[bool]()
        for one in EVENINGS:
            seat = one.names.index(name) + 1 if name in one.names else 0
            if not seat or seat in one.bots:
                continue
            won.append(one.sides.get(seat) == one.winners[0])
            plain["seconds"] += int(one.seconds)
            if one.falls:
                plain["fought"] += 1
                plain["survived"] += seat not in one.falls
            if one.sides.get(seat) == "protect":  # five of seven
                met = [one.sides[accused] for accuser, accused, _fell in one.accused if accuser == seat]
                plain["made"] += len(met)
                plain["right"] += met.count("conspire")
        runs = "".join("x" if one else " " for one in won).split(" ")
        plain |= {
            "games": len(won),
            "wins": sum(won),
            "streak": len(runs[-1]),
            "longest": max(map(len, runs)),
        }
        assert counted[name] == Tally((name,), **plain), name


def test_sides_count_games_without_bots_also_where_only_the_winner_is_known() -> None:
    people = [one for one in EVENINGS if not one.bots]
    for by, key in (("side", ("gotterdammerung",)), ("players", ("gotterdammerung", 7))):
        counted = {one.key: (one.games, one.wins) for one in tallies(EVENINGS, by)}
        assert counted == {
            (*key, side): (len(people), sum(one.winners == (side,) for one in people))
            for side in ("conspire", "protect")
        }


def test_roles_told_apart_by_a_number_count_as_one() -> None:
    counted = {str(one.key[1]): one.games for one in tallies(EVENINGS, "role")}
    known = [one for one in EVENINGS if one.sides]
    humans = sum(not one.bots for one in known)
    assert counted == {"odin": humans, "hel": humans, "valkyrie": 5 * len(known)}


def test_a_table_is_its_people_wherever_they_sit_and_however_they_are_spelt() -> None:
    games = [evening(1), evening(2), replace(evening(3), names=(*PEOPLE[:5], "MAI"))]
    games[1] = replace(games[1], names=tuple(name.upper() for name in games[1].names))
    first, second = tallies(games, "table")
    assert (len(first.key), first.games, len(second.key), second.games) == (7, 2, 6, 1)
    assert at_table(games, PEOPLE) == games[:2]
    assert at_table(games, PEOPLE[:6]) == games[2:]


def test_wins_are_those_of_people_while_anybody_has_a_name() -> None:
    nameless = replace(evening(1), names=(), winners=(4, 5), sides={}, bots=(5,))
    assert wins([nameless]) == [(4, 1)]
    named = replace(nameless, started=9.5, names=PEOPLE)
    assert wins([nameless, named]) == [(PEOPLE[3], 1)]
