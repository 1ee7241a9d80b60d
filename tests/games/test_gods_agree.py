"""Random rounds of the fifteen gods follow the second rules; a fault of any god is found."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, cast

import pytest

from gm_appliance.core.cues import Props
from gm_appliance.core.game import JSON, AnyButton, Chance, Choice, Decision, Domain, OneOf, PerSeat, Seat
from gm_appliance.core.language import load
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, gods, model, rules
from gm_appliance.games.gotterdammerung.gods import GODS, ActionCard, God
from gm_appliance.games.gotterdammerung.model import GotterdammerungStepBuilder, GotterdammerungView
from gm_appliance.games.gotterdammerung.narration import props
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.games.gotterdammerung.rules import RULES, GotterdammerungRules
from gm_appliance.hidden_roles.model import Count, Night, Trial
from gm_appliance.simulator.transcript import Transcript
from tests.app.transcripts import ANY_BUTTON, Disagrees, check
from tests.games import plain_gods as plain

pytestmark = pytest.mark.many

EVENINGS = 150

SEEN = Decision("end.seen", AnyButton(), OneOf(tuple(ANY_BUTTON.split(" | "))))

NARRATION = Gotterdammerung(load("en", gotterdammerung.__name__))

MEETINGS = (
    *("Skipped", "Targetless", "Protected", "Spared", "Banished", "hel banishes"),
    *(f"Niörd acts for {god}" for god in plain.ORDER[6:]),
    *(f"loki takes {card}" for card in ("oracle", "thor", "sif", "brynhild", "odin", "niord", "tyr")),
    *(f"skadi takes {card}" for card in ("thor", "sif", "brynhild", "odin", "niord", "heimdall")),
    *(f"idun takes {card}" for card in plain.WOUNDS),
)


class Evening:
    """Random people, who often aim at the favourite of a round or at gods yet to act, for effects to meet."""

    def __init__(self, rng: Random, seen: Counter[str]) -> None:
        self.rng, self.seen, self.favourite = rng, seen, 0
        players = rng.randint(7, 15)
        given: dict[str, JSON] = {
            "players": players,
            "gods": rng.choice((players, rng.randint(3, players))),
            "pick": "choose",
            "seating": rng.choice(("choose", "spread")),
            "accused_votes": rng.choice(("yes", "no")),
            "roll_call": "no",
        }
        self.options = GOTTERDAMMERUNG.complete(given)
        self.play = Play(GOTTERDAMMERUNG, self.options)

    @property
    def view(self) -> GotterdammerungView:
        return cast(GotterdammerungView, self.play.view)

    def lines(self, rounds: int) -> Iterator[str]:
        """The transcript, as it is written; the game is ended after so many rounds."""
        written: deque[str] = deque()
        transcript = Transcript(written.append, lambda: 0.0)
        laid, told = None, self.play.events
        while True:
            if laid != (laid := NARRATION.table(self.view)):
                transcript.lay(laid.items)
            for event, _view in told:
                transcript.told(event)
                self.seen[type(event).__name__] += 1
            decision = self.play.decision
            if not decision:
                break
            choice = decision.forced()
            if not choice:
                if not isinstance(decision.who, Chance):
                    transcript.asked(0, decision)
                choice = self.choice(decision, rounds)
            if choice.name == "oracle.look":
                transcript.lay(NARRATION.table(self.view, forward=True).items)
            transcript.chose(decision.demand(choice), choice)
            self.notice(choice, decision.who)
            while written:
                yield written.popleft()
            told = self.play.take(choice)
        if stays := NARRATION.ending(self.view, 1):
            transcript.asked(0, SEEN)
            for cue in stays:
                if isinstance(cue, Props):
                    transcript.lay(cue.items)
        transcript.ended(self.play.outcome)
        yield from written

    def choice(self, decision: Decision, rounds: int) -> Choice:
        name, domain = decision.name, decision.domain
        if name == "oracle.first-die":
            self.favourite = self.rng.choice(self.view.seats)
        if name == "council.accuse" and self.view.round >= rounds:
            return Choice("somebody.leaves", "end")
        return Choice(name, self.answer(name, domain))

    def answer(self, name: str, domain: Domain) -> JSON:
        """Anything legal, but thumbs are mostly up and often nobody is marked, or evenings would be short."""
        rng = self.rng
        if isinstance(domain, PerSeat):
            if name == "conspiracy":
                marked = rng.random() < 0.3
                return dict.fromkeys(domain.keys, rng.choice(self.view.asgard)) if marked else {}
            conspirators, protectors = model.DECKS[len(self.view.places)].values()
            dealt = ["conspire"] * conspirators + ["protect"] * protectors
            rng.shuffle(dealt)
            thumbs = [rng.choice(("down", "up", "up")) for _ in domain.keys]
            return dict(zip(domain.keys, dealt if name == "setup.factions" else thumbs, strict=True))
        if not isinstance(domain, OneOf) or not name.startswith(("action.", "council.whom")):
            return domain.sample(rng)
        luck = rng.random()
        if luck < 0.5 and self.favourite in domain.options:
            return self.favourite
        god = GODS.get(name.removeprefix("action."))
        later = [seat for one, seat in self.view.places.gods.items() if god and GODS[one].order > god.order]
        later = [seat for seat in later if seat in domain.options]
        return rng.choice(later if later and luck < 0.7 else domain.options)

    def notice(self, choice: Choice, who: object) -> None:
        """Count how often effects meet in rare ways, to prove that the rounds reach them."""
        _, _, god = choice.name.partition("action.")
        self.seen[f"{god} takes {choice.value}"] += 1
        self.seen["hel banishes"] += god == "hel" and choice.value != "pass"
        self.seen[f"Niörd acts for {god}"] += bool(god) and who != Seat(self.view.places.gods[god])


def agree(rng: Random, evenings: int) -> Counter[str]:
    """Raises Disagrees at the first line that does not follow. Returns how often effects met."""
    seen: Counter[str] = Counter()
    for _ in range(evenings):
        evening = Evening(rng, seen)
        check(evening.lines(rounds=10), **evening.options)
    return seen


def test_some_evenings_follow_the_second_rules() -> None:
    agree(Random(1), 3)


@pytest.mark.long
def test_many_evenings_follow_the_second_rules() -> None:
    seen = agree(Random(1), EVENINGS)
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
    with pytest.raises(Disagrees):
        agree(Random(5), EVENINGS)


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
    "the Oracle looks into both worlds": (props, "look_candidates", lambda view: view.seats),
}
"""Faults planted in how the package uses the declarations."""


@pytest.mark.parametrize("fault", FLOWS)
def test_a_fault_of_the_flow_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, wrong = FLOWS[fault]
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(Disagrees):
        agree(Random(6), EVENINGS)
