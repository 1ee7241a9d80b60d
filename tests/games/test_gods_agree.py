"""Two implementations of the fifteen gods agree in thousands of random rounds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import gods, rules
from gm_appliance.games.gotterdammerung.gods import GODS, ActionCard, God
from gm_appliance.games.gotterdammerung.model import GotterdammerungStepBuilder, GotterdammerungView
from gm_appliance.games.gotterdammerung.rules import RULES, GotterdammerungRules
from gm_appliance.hidden_roles.model import Count, Night, Trial
from tests.games import plain_gods as plain
from tests.games.gods_twice import Disagreement, agree

pytestmark = pytest.mark.many

ROUNDS = 2600
SEEDS = (1, 2, 3, 4)
FAST = 600
"""Rounds of the fast test; the long one plays `ROUNDS` with each seed."""

MEETINGS = (
    *("skipped", "nobody to aim at", "Niörd acts for another", "two wounds on one", "shielded Loki"),
    *(f"Niörd acts for {god}" for god in plain.ORDER[6:]),
    *(f"loki takes {card}" for card in ("oracle", "thor", "sif", "brynhild", "odin", "niord", "tyr")),
    *(f"skadi takes {card}" for card in ("thor", "sif", "brynhild", "odin", "niord", "heimdall")),
    *(f"idun takes {card}" for card in plain.WOUNDS),
    *("Dvalin's holder given it a round before", "Hel spares the holder of Dvalin's card"),
    *("Hel banishes", "Saga takes the Oracle from Loki", "marked the holder of Dvalin's card"),
    *("weight 0", "weight 3", "Balder turns Freya", "an accused Balder who does not vote"),
    *("vote: spared", "vote: protected", "vote: banished"),
)


def test_hundreds_of_random_rounds_agree() -> None:
    agree(Random(1), FAST)


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_thousands_of_random_rounds_agree(seed: int) -> None:
    seen = agree(Random(seed), ROUNDS)
    assert [meeting for meeting in MEETINGS if seen[meeting] < 2] == []


Seats = tuple[int | str, ...]
Targets = Callable[[GotterdammerungView, int], Seats]


def _loki_sends_home(builder: GotterdammerungStepBuilder, god: str, target: int | str) -> None:
    if target == "oracle":
        GODS["saga"].act(builder, god, builder.view.seat_of(god))
    else:
        GODS["skadi"].act(builder, god, target)


def _dvalin_forgets(builder: GotterdammerungStepBuilder, god: str, target: int | str) -> None:
    kept = builder.view.dvalin_last
    GODS["odin"].act(builder, god, target)
    builder.change(dvalin_last=kept)


def _loki_unshielded(view: GotterdammerungView, actor: int) -> Seats:
    oracle: Seats = ("oracle",) if view.oracle != actor else ()
    return oracle + tuple(c for s in view.seats if s != actor for c in view.cards_at(s))


def _neighbours(view: GotterdammerungView, seat: int) -> Seats:
    count = len(view.places)
    return tuple(sorted({(seat - 2) % count + 1, seat % count + 1}))


def _cards_anywhere(view: GotterdammerungView, actor: int) -> Seats:
    return tuple(card for seat in view.seats for card in view.cards_at(seat))


def _aims(god: str, targets: Targets) -> tuple[str, God]:
    return god, replace(GODS[god], targets=targets)


def _seats(
    god: str, may: Callable[[GotterdammerungView, int], bool], *, own: bool = False
) -> tuple[str, God]:
    """A god who may aim at the seats that fit. own: at the god's own too."""
    return _aims(god, lambda view, me: tuple(s for s in view.seats if (own or s != me) and may(view, s)))


def _anybody(view: GotterdammerungView, seat: int) -> bool:
    return True


def _is_up(view: GotterdammerungView, seat: int) -> bool:
    return not view.place(seat).below


def _is_hit(view: GotterdammerungView, seat: int) -> bool:
    return bool(gods.wounds(view, seat))


def _card(god: str, **changes: Any) -> tuple[str, God]:
    return god, replace(GODS[god], card=replace(GODS[god].card or ActionCard(), **changes))


FAULTS: dict[str, tuple[str, God]] = {
    "Odin does not shield": _card("odin", prevents=""),
    "Odin may keep his card": _seats("odin", _anybody, own=True),
    "Brynhild does not wound": _card("brynhild", wounds=False),
    "Brynhild wounds the shielded": _seats("brynhild", _anybody),
    "Sif gives no vote": _card("sif", votes=0),
    "Sif does not wound": _card("sif", wounds=False),
    "Thor takes no vote": _card("thor", votes=0),
    "Thor takes two votes": _card("thor", votes=-2),
    "Thor wounds only in Asgard": _seats("thor", _is_up),
    "Idun removes any card": _aims("idun", _cards_anywhere),
    "Idun never heals": _aims("idun", lambda view, actor: ()),
    "Niörd gives to anybody": _seats("niord", _anybody),
    "Niörd stands in for nobody": _card("niord", deputes=False),
    "Heimdall gives two votes": _card("heimdall", votes=2),
    "Heimdall spares Valkyries": _seats("heimdall", lambda view, seat: not view.place(seat).number),
    "Balder turns nobody": _card("balder", turns=False),
    "Balder acts in Asgard alone": _seats("balder", _is_up),
    "Freya adds one": _card("freya", adds=1),
    "Freya adds always": _card("freya", adds=0, votes=2),
    "Tyr frees nobody": _card("tyr", prevents=""),
    "Skadi removes from herself": _aims("skadi", _cards_anywhere),
    "Skadi removes cards at home": _aims(
        "skadi", lambda view, me: tuple(card for card, at in view.cards.items() if at != me)
    ),
    "Skadi keeps what she removes": ("skadi", replace(GODS["skadi"], act=GODS["loki"].act)),
    "Loki takes wounds though shielded": _aims("loki", _loki_unshielded),
    "Loki takes from himself": _aims("loki", _cards_anywhere),
    "Loki sends cards home": ("loki", replace(GODS["loki"], act=_loki_sends_home)),
    "Dvalin keeps nobody": _card("dvalin", prevents=""),
    "Dvalin repeats": _seats("dvalin", _anybody),
    "Dvalin forgets": ("dvalin", replace(GODS["dvalin"], act=_dvalin_forgets)),
    "Dvalin never repeats": _seats("dvalin", lambda view, seat: seat != view.dvalin_last[0]),
    "Saga moves one way": _aims("saga", lambda view, actor: (view.oracle % len(view.places) + 1,)),
    "Saga moves it to her own side": _aims("saga", _neighbours),
    "Hel banishes the kept": _seats("hel", lambda view, seat: _is_up(view, seat) and _is_hit(view, seat)),
    "Hel banishes herself": _seats("hel", _is_hit, own=True),
    "Hel banishes the banished": _aims("hel", GODS["niord"].targets),
    "Saga acts after Hel": ("saga", replace(GODS["saga"], order=16)),
}
"""Faults planted in the package's declaration of each god."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_one_god_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    god, wrong = FAULTS[fault]
    monkeypatch.setitem(GODS, god, wrong)
    with pytest.raises(Disagreement):
        agree(Random(1), ROUNDS)


def _all_but_the_accused(view: GotterdammerungView, accused: int) -> tuple[int, ...]:
    return tuple(s for s in view.seats if s != accused)


def _prevented_but(phase: type, deed: str) -> Callable[..., set[int]]:
    """Where deeds are prevented, without this one in this phase."""
    return lambda view, does: (
        set() if does == deed and isinstance(view.phase, phase) else gods.prevented(view, does)
    )


def _freya_unturned(view: GotterdammerungView, accused: int, thumbs: Any) -> Count:
    """Freya's two votes go where her own thumb points, even if Balder turned it."""
    right = GotterdammerungRules().counted(view, accused, thumbs)
    for one in right.modifiers:
        if one.card == "freya" and thumbs[one.seat] != one.thumb:
            off = 2 if one.thumb == "down" else -2
            return replace(right, down=right.down - off, up=right.up + off)
    return right


FLOWS: dict[str, tuple[Any, str, object]] = {
    "nobody is skipped": (rules, "wounds", lambda view, seat: ()),
    "Niörd's card is forgotten": (rules, "deputy", lambda view, seat: 0),
    "the wounded decide themselves": (rules, "deputy", lambda view, seat: seat),
    "the night banishes the kept": (RULES, "prevented", _prevented_but(Night, "banish")),
    "the freed can be accused": (RULES, "prevented", _prevented_but(object, "accuse")),
    "the council banishes the kept": (RULES, "prevented", _prevented_but(Trial, "banish")),
    "the accused always votes": (RULES, "voters", lambda view, accused: view.seats),
    "the accused never votes": (RULES, "voters", _all_but_the_accused),
    "an accused Balder is not asked": (RULES, "shown_by", _all_but_the_accused),
    "Freya's two do not follow Balder": (RULES, "counted", _freya_unturned),
    "a wound weighs nothing": (rules, "weight", lambda view, seat: 1),
    "a wound weighs twice": (rules, "weight", lambda view, seat: 1 - 2 * len(gods.wounds(view, seat))),
    "seat one has two votes": (rules, "weight", lambda view, seat: 2 if seat == 1 else 1),
    "a tie banishes": (RULES, "condemns", lambda view, count: count.down >= count.up),
    "the Oracle looks into both worlds": (rules, "look_candidates", lambda view: view.seats),
}
"""Faults planted in how the package uses the declarations."""


@pytest.mark.parametrize("fault", FLOWS)
def test_a_fault_of_the_flow_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, wrong = FLOWS[fault]
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(Disagreement):
        agree(Random(1), ROUNDS)
