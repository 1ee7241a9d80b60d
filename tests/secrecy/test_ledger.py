"""The ledger, by examples worked out by hand."""

from __future__ import annotations

from tests.secrecy.ledger import Fact, Ledger, Listening, Press

BALLOT = (Listening(10.0, 18.0, 0),)
ROLL_CALL = tuple(Listening(20.0 + 2 * i, 22.0 + 2 * i, i + 1) for i in range(7))


def learned(*conspirators: int) -> Ledger:
    presses = [Press(11.0, seat, "down" if seat in conspirators else "up") for seat in range(1, 8)]
    ledger, facts = Ledger(7).after("setup.factions", None, presses, BALLOT)
    assert facts == [("faction count", True)]
    return ledger


def night(ledger: Ledger, *presses: Press) -> list[Fact]:
    return ledger.after("conspiracy", None, presses, ROLL_CALL)[1]


def at_name(seat: int, named: int, button: str = "down") -> Press:
    return Press(20.5 + 2 * (named - 1), seat, button)


def test_a_wrong_count_of_factions_is_learned_again() -> None:
    presses = [Press(11.0, seat, "up") for seat in range(1, 8)]
    ledger, facts = Ledger(7).after("setup.factions", None, presses, BALLOT)
    assert facts == [("faction count", False)]
    assert ledger.factions == {}


def test_the_last_press_that_is_listened_to_counts_and_the_missing_are_named() -> None:
    presses = [Press(11.0, seat, "up") for seat in range(3, 7)]
    presses += [Press(11.0, 1, "up"), Press(12.0, 1, "down"), Press(18.5, 1, "up"), Press(9.0, 2, "down")]
    ledger, facts = Ledger(7).after("setup.factions", None, presses, BALLOT)
    assert facts == [("missing", 2, 7)]
    assert ledger.factions[1] == "conspire"
    again = [Press(11.0, 2, "up"), Press(11.0, 7, "down"), Press(11.0, 1, "up")]
    assert ledger.after("setup.factions", None, again, BALLOT)[1] == [("faction count", True)]


def test_only_the_first_mark_of_a_conspirator_counts() -> None:
    marks = (at_name(1, 3), at_name(1, 4), at_name(2, 4), at_name(5, 4), at_name(2, 3, "up"))
    # One mark each for 3 and 4: a tie goes to the one named first; a protector's mark is void.
    assert night(learned(1, 2), *marks) == [("banished", 3), ("the game goes on",)]


def test_most_marks_banish_and_no_mark_banishes_nobody() -> None:
    assert night(learned(1, 2), at_name(1, 6), at_name(2, 6)) == [("banished", 6), ("the game goes on",)]
    assert night(learned(1, 2), at_name(3, 6), at_name(1, 6, "up")) == [("banished", None)]


def test_the_last_conspirator_banished_ends_the_game() -> None:
    ledger = learned(1, 2)
    ledger, _facts = ledger.after("action.hel", 1, (), ())
    factions = ("factions", *((seat, "conspire" if seat < 3 else "protect") for seat in range(1, 8)))
    assert ledger.after("action.hel", 2, (), ())[1] == [("banished", 2), ("won", "protect"), factions]


def test_a_wounded_players_thumb_has_no_weight_and_a_tie_spares() -> None:
    ledger, _facts = learned(1, 2).after("council.whom", 5, (), ())
    thumbs = [Press(11.0, seat, "down" if seat < 5 else "up") for seat in range(1, 8)]
    shown = ("thumbs", *((seat, "down" if seat < 5 else "up") for seat in range(1, 8)))
    voted = ledger.after("council.vote", None, thumbs, BALLOT)[1]
    assert voted == [shown, ("banished", 5), ("the game goes on",)]
    wounded, _facts = ledger.after("action.thor", 1, (), ())
    assert wounded.after("council.vote", None, thumbs, BALLOT)[1] == [shown, ("stays", 5)]
    thrown, _facts = wounded.after("oracle.first-die", 3, (), ())
    healed, _facts = thrown.after("oracle.second-die", 4, (), ())
    assert healed.after("council.vote", None, thumbs, BALLOT)[1] == voted


ALONE = (Listening(0.0, 100.0, 0),)


def test_thumbs_still_missing_are_given_alone_in_seating_order_and_then_all_are_shown() -> None:
    ledger, _facts = learned(1, 2).after("council.whom", 5, (), ())
    thumbs = [Press(11.0, seat, "up") for seat in range(1, 6)]
    ledger, facts = ledger.after("council.vote", None, thumbs, BALLOT)
    assert facts == [("missing", 6, 7)]
    ledger, facts = ledger.after("council.vote", None, (), BALLOT)
    assert facts == [("missing", 6, 7)]
    ledger, facts = ledger.after("council.booth", None, (Press(2.0, 0, "up"), Press(3.0, 0, "down")), ALONE)
    assert facts == []
    ledger, facts = ledger.after("council.booth", None, (Press(2.0, 0, "up"),), ALONE)
    assert facts[0] == ("thumbs", *((seat, "down" if seat == 6 else "up") for seat in range(1, 8)))
