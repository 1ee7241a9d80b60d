"""The second referee notices what is wrong with any of the fifteen gods, and with what happens to people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.app.evenings import Options, with_disturbances
from tests.app.transcripts import Disagrees, Line, check
from tests.games import plain_gods as plain

pytestmark = pytest.mark.many

Lines = list[Line]
Fault = Callable[[Lines], object]
"""Plants a fault; raises LookupError in an evening that has nothing for it."""

MANY = 12


@cache
def evening(seed: int) -> tuple[Options, str]:
    """Of fifteen gods, with people who leave and come."""
    with TemporaryDirectory() as folder:
        given, lines = with_disturbances(seed, Path(folder), players=15, gods=15, count="seats")
    check(lines, **given)
    return given, "\n".join(lines)


def noticed(plant: Fault) -> None:
    """In the first evening that has something for the fault."""
    for seed in range(MANY):
        given, untouched = evening(seed)
        lines = [json.loads(line) for line in untouched.splitlines()]
        try:
            plant(lines)
        except LookupError:
            continue
        tampered = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
        assert tampered != untouched
        with pytest.raises(Disagrees):
            check(tampered.splitlines(), **given)
        return
    raise AssertionError(f"nothing for it in {MANY} evenings")


# ---------------------------------------------------------------- finding things


def all_of(lines: Lines, kind: str, name: str = "") -> Iterator[Line]:
    return (line for line in lines if line["kind"] == kind and line.get("name", "").startswith(name))


def first(lines: Iterator[Line]) -> Line:
    found = next(lines, None)
    if found is None:
        raise LookupError
    return found


def event(lines: Lines, name: str, **facts: Any) -> Line:
    found = (e for e in all_of(lines, "event", name) if all(e[key] == fact for key, fact in facts.items()))
    return first(found)


def beside(seat: int) -> int:
    return seat % 15 + 1


# ---------------------------------------------------------------- each god


def one_target_less(lines: Lines, god: str) -> None:
    decision = first(all_of(lines, "decision", f"action.{god}"))
    decision["legal"] = " | ".join(decision["legal"].split(" | ")[1:])


def itself_too(lines: Lines, god: str) -> None:
    """Where it may not be: each god acts on another player."""
    decision = first(all_of(lines, "decision", f"action.{god}"))
    cards = [item.get("name") for line in all_of(lines, "props") for item in line["items"]]
    at = plain.ORDER.index(god) + 1
    extra = str(at) if god in cards or god == "hel" else "odin | odin-himself"
    if extra in decision["legal"].split(" | "):
        raise LookupError
    decision["legal"] = f"{extra} | {decision['legal']}"


def asked_of_another(lines: Lines, god: str) -> None:
    who = first(all_of(lines, "decision", f"action.{god}"))["who"]
    who["seat"] = beside(who["seat"])


def done_to_another(lines: Lines, god: str) -> None:
    """What is told of it is not what was chosen."""
    chosen = first(line for line in all_of(lines, "choice", f"action.{god}") if line["value"] != "pass")
    told = lines[lines.index(chosen) :]
    done = first(all_of(told, "event"))
    done["seat"] = beside(done["seat"])


def chosen_though_illegal(lines: Lines, god: str) -> None:
    first(all_of(lines, "choice", f"action.{god}"))["value"] = 16


def passed_over_in_silence(lines: Lines, god: str) -> None:
    """Not asked, as if nobody could tell."""
    decision = first(all_of(lines, "decision", f"action.{god}"))
    choice = first(all_of(lines[lines.index(decision) :], "choice", f"action.{god}"))
    lines.remove(decision)
    lines.remove(choice)


EACH = (
    *(one_target_less, itself_too, asked_of_another),
    *(done_to_another, chosen_though_illegal, passed_over_in_silence),
)


@pytest.mark.parametrize("god", plain.ORDER)
@pytest.mark.parametrize("fault", EACH, ids=lambda fault: fault.__name__)
def test_a_fault_of_one_god_is_noticed(fault: Callable[[Lines, str], None], god: str) -> None:
    noticed(lambda lines: fault(lines, god))


# ---------------------------------------------------------------- their cards in the council


def bearing(lines: Lines, card: str) -> tuple[Line, Line]:
    """A count on which this card bears, and how."""
    for told in all_of(lines, "event", "Counted"):
        for one in told["count"]["modifiers"]:
            if one["card"] == card:
                return told["count"], one
    raise LookupError


def forgotten(lines: Lines, card: str) -> None:
    count, one = bearing(lines, card)
    count["modifiers"].remove(one)
    count[one["thumb"]] -= one["votes"]


def doubled(lines: Lines, card: str) -> None:
    """One vote more than it has, told and counted; Balder's has none."""
    count, one = bearing(lines, card)
    one["votes"] += 1
    count[one["thumb"]] += 1


def of_another(lines: Lines, card: str) -> None:
    _count, one = bearing(lines, card)
    one["seat"] = beside(one["seat"])


def the_other_way(lines: Lines, card: str) -> None:
    count, one = bearing(lines, card)
    count[one["thumb"]] -= one["votes"]
    one["thumb"] = "up" if one["thumb"] == "down" else "down"
    count[one["thumb"]] += one["votes"]


@pytest.mark.parametrize("card", ["balder", "heimdall", "sif", "thor", "freya"])
@pytest.mark.parametrize("fault", [forgotten, doubled, of_another, the_other_way])
def test_a_card_wrongly_counted_is_noticed(fault: Callable[[Lines, str], None], card: str) -> None:
    noticed(lambda lines: fault(lines, card))


# ---------------------------------------------------------------- what follows from cards, dice and people


def drop(lines: Lines, line: Line) -> None:
    lines.remove(line)


def kept_banished(lines: Lines) -> None:
    kept = event(lines, "Protected")
    kept.update(name="Banished", by="council")


def spared_kept(lines: Lines) -> None:
    event(lines, "Spared")["name"] = "Protected"


def freed_accused(lines: Lines) -> None:
    """All but the accuser could be accused, with Tyr's card or without."""
    for asked in all_of(lines, "decision", "council.whom"):
        others = [str(seat) for seat in range(1, 16) if seat != asked["who"]["seat"]]
        if len(asked["legal"].split(" | ")) < len(others) + 1:
            asked["legal"] = " | ".join([*others, "pass"])
            return
    raise LookupError


def skipped_as(name: str) -> Fault:
    """A god that is passed over for another reason."""
    names = ["Skipped", "Targetless", "Absent"]
    other = names[(names.index(name) + 1) % 3]
    return lambda lines: event(lines, name).update(name=other)


def card_elsewhere(lines: Lines) -> None:
    """After the first card is laid it is shown beside where it lies."""
    laid = event(lines, "CardLaid")
    for props in all_of(lines[lines.index(laid) :], "props"):
        for item in props["items"]:
            item["at"] = beside(item["at"]) if item.get("name") == laid["god"] else item["at"]


def pushed_out(lines: Lines) -> None:
    """One card of the other world too, or one too few."""
    pushing = [p for p in all_of(lines, "props") if any(item.get("forward") for item in p["items"])]
    for item in first(iter(pushing))["items"]:
        if item.get("face_down"):
            item["forward"] = not item.get("forward")


def seen_without_a_look(lines: Lines) -> None:
    lying = (item for line in all_of(lines, "props") for item in line["items"] if item.get("face_down"))
    first(lying)["forward"] = True


def another_name(lines: Lines) -> None:
    for props in all_of(lines, "props"):
        for item in props["items"]:
            item["label"] = "Thor" if item["label"] == "Sif" else item["label"]


FAULTS: dict[str, Fault] = {
    "Dvalin's card keeps nobody": kept_banished,
    "a card keeps somebody where none lies": spared_kept,
    "Tyr's card frees nobody": freed_accused,
    "a wounded god is told to have no target": skipped_as("Skipped"),
    "a god without a target is told to be gone": skipped_as("Targetless"),
    "a god who is gone is told to be wounded": skipped_as("Absent"),
    "a god who is gone is not told": lambda lines: drop(lines, event(lines, "Absent")),
    "no target, and not told": lambda lines: drop(lines, event(lines, "Targetless")),
    "a card shown elsewhere": card_elsewhere,
    "other faction cards pushed out than in the Oracle's world": pushed_out,
    "a faction card pushed out by day": seen_without_a_look,
    "Sif called Thor": another_name,
    "a card that does not return": lambda lines: event(lines, "CardsReturned")["cards"].pop(),
    "the dice carry the Oracle elsewhere": lambda lines: event(lines, "OracleMoved").update(seat=16),
    "a god sits elsewhere": lambda lines: event(lines, "Seated").update(seat=16),
    "a god's seat that cannot be": lambda lines: first(all_of(lines, "choice", "setup.seat")).update(value=1),
    "a void night brings nobody back": lambda lines: event(lines, "NightVoid")["seats"].insert(0, 16),
    "a void night leaves a card": lambda lines: event(lines, "NightVoid")["cards"].pop(),
    "a void night is not told": lambda lines: drop(lines, event(lines, "NightVoid")),
    "somebody leaves and is not told": lambda lines: drop(lines, event(lines, "Leaves")),
    "another leaves": lambda lines: event(lines, "Leaves").update(seat=16),
    "another comes": lambda lines: event(lines, "Joins").update(seat=16),
    "somebody comes to a seat that is taken": lambda lines: first(
        all_of(lines, "choice", "somebody.comes")
    ).update(value=16),
    "a pad that is lost and told to be there": lambda lines: event(lines, "PadCalled", none=True).update(
        none=False
    ),
    "a pad replaced, told as one called": lambda lines: event(lines, "PadCalled", swap=True).update(
        swap=False
    ),
    "a supporter who accused": lambda lines: first(all_of(lines, "decision", "council.support"))["who"][
        "seats"
    ].append(16),
    "a council that ends for another reason": lambda lines: event(lines, "CouncilEnds").update(why="else"),
    "a round that is not counted": lambda lines: event(lines, "RoundBegins").update(round=99),
    "an end that somebody won": lambda lines: event(lines, "Ended").update(name="Won", faction="protect"),
    "what is open under BACK may be more": lambda lines: first(
        all_of(lines, "decision", "somebody.leaves")
    ).update(legal="16 | end"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_what_follows_is_noticed(fault: str) -> None:
    noticed(FAULTS[fault])
