"""The score pad's rules, against a sheet of paper that shares nothing with them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gm_appliance.core.game import BadOption, Choice, Domain, IllegalChoice, Number, OneOf, Plain
from gm_appliance.core.play import Play
from gm_appliance.games.scorepad import SCOREPAD
from gm_appliance.games.scorepad.model import CHUNK, Entries, Entry, Setup, View, Whose

# ---------------------------------------------------------------- a sheet of paper


class Paper:
    """Lines one below the other, each a round, a player and points; and somebody who can add."""

    def __init__(self, players: int, fewest: bool) -> None:
        self.seats = list(range(1, players + 1))
        self.lines: list[tuple[int, int, int]] = []
        self.fewest = fewest
        self.gone: set[int] = set()
        self.round = 0
        self.dealer = 0
        self.turn: list[int] = []
        self.closed = False
        self.target = self.rounds = 0

    def deal(self, dealer: int) -> None:
        """A new round; the turn begins at the dealer's left."""
        self.round += 1
        self.dealer = dealer
        self.closed = False
        self.turn = [seat for seat in self.leftwards() if seat not in self.gone]

    def leftwards(self) -> list[int]:
        seats = list(self.seats)
        while seats[-1] != self.dealer:
            seats.append(seats.pop(0))
        return seats

    def deal_on(self) -> None:
        self.deal(next(seat for seat in self.leftwards() if seat not in self.gone))

    def write(self, seat: int, points: int) -> None:
        self.lines.append((self.round, seat, points))

    def of(self, number: int, seat: int) -> list[int]:
        """Which lines are that player's of that round."""
        return [at for at, line in enumerate(self.lines) if line[:2] == (number, seat)]

    def replace(self, number: int, seat: int, nth: int, points: int) -> None:
        """Where there is nothing yet, a line more."""
        if own := self.of(number, seat):
            self.lines[own[nth - 1]] = (number, seat, points)
        else:
            after = [at for at, line in enumerate(self.lines) if line[0] <= number]
            self.lines.insert(after[-1] + 1 if after else 0, (number, seat, points))

    def total(self, seat: int) -> int:
        return sum(points for _, whose, points in self.lines if whose == seat)

    def rank(self, seat: int) -> int:
        mine = self.total(seat)
        others = [self.total(other) for other in self.seats if other not in self.gone]
        return 1 + sum(one < mine if self.fewest else one > mine for one in others)

    def done(self) -> bool:
        """Whether it could be over, by the numbers."""
        there = [self.total(seat) for seat in self.seats if seat not in self.gone]
        if self.target:
            return max(there) >= self.target if self.target > 0 else min(there) <= self.target
        return bool(self.rounds) and self.closed and self.round >= self.rounds

    def winners(self) -> tuple[int, ...]:
        if not self.lines:
            return ()
        return tuple(seat for seat in self.seats if seat not in self.gone and self.rank(seat) == 1)


WAY_OUT: dict[str, Plain] = {
    "dealer.first": 1,
    "entry.points": 0,
    "free.who": "end",
    "round.next": "end",
    "dealer.who": "back",
    "reached.target": "end",
    "reached.rounds": "end",
    "end.confirm": "end",
    "standings.read": "done",
    "correct.round": "back",
    "correct.who": "back",
    "correct.entry": "back",
    "correct.how": "back",
    "correct.to": "back",
    "correct.points": 0,
    "join.points": 0,
    "final.read": "done",
}


def walk_out(play: Play) -> int:
    """End the game the shortest way; returns how many choices it took."""
    steps = 0
    while play.decision is not None:
        play.take(Choice(play.decision.name, WAY_OUT[play.decision.name]))
        steps += 1
        assert steps < 100
    return steps


def values(domain: Domain) -> st.SearchStrategy[Plain]:
    """Legal values; numbers are mostly small, so that ties and targets happen."""
    if isinstance(domain, OneOf):
        return st.sampled_from(domain.options)
    assert isinstance(domain, Number)
    wide = st.integers(domain.lo, domain.hi)
    low, high = max(domain.lo, -3), min(domain.hi, 9)
    return st.one_of(st.integers(low, high), st.integers(low, high), wide)


NONSENSE = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5))


class AgainstPaper(RuleBasedStateMachine):
    """Whatever is chosen, pad and paper agree; and from everywhere the game can be ended."""

    @initialize(
        players=st.integers(2, 15),
        mode=st.sampled_from(("round", "free")),
        wins=st.sampled_from(("highest", "lowest")),
        until=st.sampled_from(("none", "target", "rounds")),
        given=st.integers(1, 20),
        below=st.booleans(),
    )
    def begin(self, players: int, mode: str, wins: str, until: str, given: int, below: bool) -> None:
        given = -given if below and until == "target" else given
        options: dict[str, Plain] = {"players": players, "mode": mode, "wins": wins, "until": until}
        if until != "none":
            options[until] = given
        self.play = Play(SCOREPAD, SCOREPAD.complete(options))
        self.paper = Paper(players, wins == "lowest")
        self.paper.dealer = 1
        if until == "target":
            self.paper.target = given
        elif until == "rounds":
            self.paper.rounds = given
        self.free = mode == "free"
        self.player = 0
        self.wrong = (0, 0, 1)  # round, seat, which one
        self.how = ""

    def goes_on(self) -> bool:
        return self.play.decision is not None

    @precondition(goes_on)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        decision = self.play.decision
        assert decision is not None
        self.take(decision.name, data.draw(values(decision.domain), label=decision.name))

    @precondition(lambda self: self.play.decision and self.play.decision.on_request)
    @rule(data=st.data())
    def somebody_comes_or_leaves(self, data: st.DataObject) -> None:
        decision = self.play.decision
        assert decision is not None
        side = data.draw(st.sampled_from(decision.on_request))
        self.take(side.name, data.draw(values(side.domain), label=side.name))

    @precondition(lambda self: self.play.decision.name == "entry.points" if self.play.decision else False)
    @rule(numbers=st.lists(st.integers(-2, 4), min_size=15, max_size=15))
    def finish_round(self, numbers: list[int]) -> None:
        for number in numbers:
            if self.play.decision is None or self.play.decision.name != "entry.points":
                return
            self.take("entry.points", number)

    @precondition(lambda self: self.play.decision.name == "free.who" if self.play.decision else False)
    @rule()
    def finish_free_round(self) -> None:
        self.take("free.who", "round")

    def take(self, name: str, value: Plain) -> None:
        self.play.take(Choice(name, value))
        self.note(name, value)

    def note(self, name: str, value: Plain) -> None:
        """What somebody with paper and pencil does meanwhile."""
        paper, number = self.paper, value if isinstance(value, int) else 0
        if name == "dealer.first":
            paper.deal(number)
        elif name.startswith(("somebody.", "join.")):
            self.note_somebody(name, number)
        elif name == "dealer.who" and number:
            if self.free:
                paper.dealer = number
            else:
                paper.deal(number)
        elif name == "entry.points":
            paper.write(self.player if self.free else paper.turn.pop(0), number)
            paper.closed = not self.free and not paper.turn
        elif name == "free.who":
            self.player = number
            paper.closed = value == "round"
        elif name.startswith("correct."):
            self.note_wrong(name, value)
        # Freely entered, a closed round that ends nothing, or nothing any more, is followed by the next.
        goes_on = self.free and paper.closed and not paper.done()
        if goes_on or value == "next" or (value == "on" and paper.closed):
            paper.deal_on()

    def note_wrong(self, name: str, value: Plain) -> None:
        paper, number = self.paper, value if isinstance(value, int) else 0
        if name == "correct.round":
            self.wrong = (number, 0, 1)
        elif name == "correct.who":
            self.wrong = (self.wrong[0], number, 1)
        elif name == "correct.entry":
            self.wrong = (*self.wrong[:2], number)
        elif name == "correct.points":
            paper.replace(*self.wrong, number)
        elif value != "back" and (name == "correct.to" or value == "delete"):
            at = paper.of(*self.wrong[:2])[self.wrong[2] - 1]
            was = paper.lines.pop(at)
            if name == "correct.to":
                paper.lines.insert(at, (was[0], number, was[2]))

    def note_somebody(self, name: str, number: int) -> None:
        paper = self.paper
        if name == "join.points":
            paper.seats.append(len(paper.seats) + 1)
            if number:
                paper.write(paper.seats[-1], number)
        elif name == "somebody.comes":
            paper.gone -= {number}
        else:
            self.note_leaving(number)

    def note_leaving(self, seat: int) -> None:
        paper = self.paper
        paper.gone.add(seat)
        paper.turn = [one for one in paper.turn if one != seat]
        empty = paper.closed or any(line[0] == paper.round for line in paper.lines)
        if seat == paper.dealer and not empty:
            paper.round -= 1
            paper.deal_on()
        elif not self.free and not paper.closed and not paper.turn:
            paper.closed = True

    @precondition(goes_on)
    @rule(name=st.sampled_from(sorted(WAY_OUT)), value=NONSENSE)
    def nonsense(self, name: str, value: Plain) -> None:
        decision, before = self.play.decision, self.play.view
        assert decision is not None
        if name == decision.name and decision.domain.contains(value):
            return
        with pytest.raises(IllegalChoice, match="Legal here"):
            self.play.take(Choice(name, value))
        assert self.play.view == before
        with pytest.raises(IllegalChoice):
            SCOREPAD.apply(before, Choice(name, value))

    @precondition(lambda self: self.play.can_undo())
    @rule()
    def take_back_and_again(self) -> None:
        last = self.play.taken[-1].choice
        earlier = self.play.undone()
        earlier.take(last)
        assert earlier.view == self.play.view

    @invariant()
    def same_numbers(self) -> None:
        view = self.play.view
        assert [(one.round, one.seat, one.points) for one in view.entries] == self.paper.lines
        assert dict(view.totals) == {seat: self.paper.total(seat) for seat in self.paper.seats}
        ranks = {seat: one.place for one in view.standings for seat in one.seats}
        there = [seat for seat in self.paper.seats if seat not in self.paper.gone]
        assert ranks == {seat: self.paper.rank(seat) for seat in there}
        assert [one.place for one in view.standings] == sorted(one.place for one in view.standings)

    @invariant()
    def same_round_and_dealer(self) -> None:
        round = self.paper.round or 1  # before the first deal
        assert (self.play.view.round, self.play.view.dealer) == (round, self.paper.dealer)

    @invariant()
    def asked_in_turn(self) -> None:
        """Nobody is asked who left, and everybody else once a round."""
        name = self.play.decision.name if self.play.decision else ""
        if name == "entry.points" and not self.free:
            assert self.play.view.phase.seats == tuple(self.paper.turn)
        elif name == "free.who":
            assert set(self.play.view.playing) == set(self.paper.seats) - self.paper.gone

    @invariant()
    def over_when_the_paper_says_so(self) -> None:
        name = self.play.decision.name if self.play.decision else ""
        if name.startswith("reached."):
            assert self.paper.done()
        elif name == "round.next":
            assert not self.paper.done()
        elif name == "free.who":
            assert not self.paper.closed

    @invariant()
    def won_by_the_best(self) -> None:
        outcome = self.play.outcome
        assert (outcome is None) == (self.play.decision is not None)
        if outcome:
            assert outcome.winners == self.paper.winners()
            assert outcome.facts["totals"] == {str(s): self.paper.total(s) for s in self.paper.seats}

    def teardown(self) -> None:
        if not hasattr(self, "play"):
            return
        # A whole round at most, and a few menus, lie between here and the end.
        assert walk_out(self.play) <= len(self.paper.seats) + 6
        assert self.play.outcome is not None


AgainstPaper.TestCase.settings = settings(stateful_step_count=40)
TestAgainstPaper = pytest.mark.many(AgainstPaper.TestCase)


# ---------------------------------------------------------------- its chunks, against a list


def same_entries(entries: Entries, listed: list[Entry], rng: Random) -> None:
    """Raises AssertionError where they differ, read in any way."""
    assert list(entries) == listed
    assert len(entries) == len(listed)
    assert entries.last_round == (listed[-1].round if listed else 0)
    assert entries.rounds == tuple(sorted({one.round for one in listed}, reverse=True))
    assert entries.totals == tuple(sum(one.points for one in listed if one.seat == s) for s in (1, 2, 3))
    for at in (rng.randint(-len(listed), len(listed) - 1) for _ in range(5 if listed else 0)):
        assert entries[at] == listed[at]
        assert entries[at:] == tuple(listed[at:])
    for wrong_place in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            entries[wrong_place]


def changed(entries: Entries, listed: list[Entry], rng: Random) -> Entries:
    """Another entry at some place, of another seat, or none, or one more; the list is changed alike."""
    at, number = rng.randrange(len(listed)), rng.randint(-9, 9)
    match rng.choice(("points", "seat", "none", "more")):
        case "points":
            listed[at] = replace(listed[at], points=number)
            return entries.corrected(at, number)
        case "seat":
            listed[at] = replace(listed[at], seat=abs(number) % 3 + 1)
            return entries.moved(at, listed[at].seat)
        case "none":
            del listed[at]
            return entries.deleted(at)
    more = Entry(listed[at].round, 1, number)
    last = max(place for place, one in enumerate(listed) if one.round == more.round)
    listed.insert(last + 1, more)
    return entries.inserted(more)


@given(st.integers(0, 2**32), st.integers(0, 3 * CHUNK + 1))
@settings(max_examples=30)
def test_pages_are_read_like_a_list_and_none_is_ever_changed(seed: int, count: int) -> None:
    rng = Random(seed)
    entries, listed, number = Entries((0, 0, 0)), list[Entry](), 1
    before: list[tuple[Entries, list[Entry]]] = []
    for _ in range(count):
        before.append((entries, list(listed)))
        if listed and rng.random() < 0.3:
            entries = changed(entries, listed, rng)
        else:
            number += rng.random() < 0.3
            listed.append(Entry(number, rng.randint(1, 3), rng.randint(-9, 9)))
            entries = entries.written(listed[-1])
    for kept, as_it_was in (*rng.sample(before, min(10, count)), (entries, listed)):
        same_entries(kept, as_it_was, rng)
    view = View(Setup(3, "free", "highest", "none", 0, 0), Whose(), entries)
    for seat in view.seats:
        places = [at for at, one in enumerate(listed) if (one.round, one.seat) == (number, seat)]
        assert list(view.places_of(number, seat)) == places


def test_an_entry_makes_one_page_new_and_shares_the_others() -> None:
    full = Entries((0, 0))
    for number in range(1, 3 * CHUNK + 1):
        full = full.written(Entry(number, 1, 1))
    further = full.written(Entry(3 * CHUNK + 1, 2, 1)).written(Entry(3 * CHUNK + 1, 2, 1))
    corrected = full.corrected(CHUNK, 5)
    assert [one is other for one, other in zip(full.chunks, further.chunks, strict=False)] == [True] * 3
    assert [one is other for one, other in zip(full.chunks, corrected.chunks, strict=True)] == [1, 0, 1]


# ---------------------------------------------------------------- the pad, by hand


def pad(**options: Plain) -> Play:
    """An empty pad of three, where nothing else is said; player one deals."""
    return choose(Play(SCOREPAD, SCOREPAD.complete({"players": 3, **options})), ("dealer.first", 1))


def name(play: Play) -> str:
    return play.decision.name if play.decision else "over"


def domain(play: Play) -> Domain:
    assert play.decision is not None
    return play.decision.domain


def choose(play: Play, *choices: tuple[str, Plain]) -> Play:
    for one, value in choices:
        play.take(Choice(one, value))
    return play


def enter(play: Play, *points: int) -> Play:
    return choose(play, *(("entry.points", one) for one in points))


def wrong(number: int, seat: int, points: int) -> tuple[tuple[str, Plain], ...]:
    """The chain of a correction, where there is only one entry."""
    return (
        ("correct.round", number),
        ("correct.who", seat),
        ("correct.how", "points"),
        ("correct.points", points),
    )


def free(play: Play, *entries: tuple[int, int]) -> Play:
    for seat, points in entries:
        choose(play, ("free.who", seat), ("entry.points", points))
    return play


def events(play: Play) -> list[str]:
    return [type(event).__name__ for event, _view in play.events]


def totals(play: Play) -> list[int]:
    return list(play.view.totals.values())


def ended(play: Play) -> tuple[tuple[int | str, ...], str]:
    choose(play, ("final.read", "done"))
    assert play.outcome is not None
    return play.outcome.winners, play.outcome.reason


def test_a_round_is_entered_from_the_dealers_left_and_the_deal_passes_on() -> None:
    play = pad()
    assert play.view.phase.seats == (2, 3, 1)
    enter(play, 5, 6, 7)
    assert totals(play) == [7, 5, 6]
    choose(play, ("round.next", "next"))
    assert (play.view.round, play.view.dealer, play.view.phase.seats) == (2, 2, (3, 1, 2))
    enter(play, 0, 0, 0)
    choose(play, ("round.next", "next"))
    enter(play, 0, 0, 0)
    choose(play, ("round.next", "next"))
    assert (play.view.round, play.view.dealer) == (4, 1)


def test_events_tell_what_happened_in_order() -> None:
    play = enter(pad(), 5, 6)
    assert events(play) == ["Scored"]
    enter(play, 7)
    assert events(play) == ["Scored", "RoundOver"]
    choose(play, ("round.next", "next"))
    assert events(play) == ["RoundBegins"]


def test_the_target_counts_when_the_round_is_complete() -> None:
    play = enter(pad(until="target", target=50), 60)
    assert name(play) == "entry.points"
    enter(play, 0, 70)
    assert name(play) == "reached.target"
    choose(play, ("reached.target", "end"))
    assert ended(play) == ((1,), "target")


def test_entered_freely_the_target_counts_at_once() -> None:
    play = free(pad(mode="free", until="target", target=50), (3, 49))
    assert name(play) == "free.who"
    free(play, (3, 1))
    assert name(play) == "reached.target"


def test_with_fewest_points_the_target_ends_it_and_the_lowest_wins() -> None:
    play = enter(pad(until="target", target=50, wins="lowest"), 60, -4, 3)
    choose(play, ("reached.target", "end"))
    assert ended(play) == ((3,), "target")


def test_a_slip_of_the_finger_does_not_end_the_game() -> None:
    play = enter(pad(until="target", target=100), 10, 110, 12)
    assert name(play) == "reached.target"
    choose(play, ("reached.target", "correct"), *wrong(1, 3, 11))
    assert (name(play), totals(play)) == ("round.next", [12, 10, 11])


def test_a_correction_can_reach_the_target() -> None:
    play = enter(pad(until="target", target=100), 10, 11, 12)
    choose(play, ("round.next", "correct"), *wrong(1, 3, 100))
    assert name(play) == "reached.target"


def test_played_on_beyond_the_target_it_is_asked_again_after_the_round() -> None:
    play = enter(pad(until="target", target=20), 20, 20, 1)
    choose(play, ("reached.target", "on"))
    assert (name(play), play.view.round) == ("entry.points", 2)
    enter(play, 1, 0, 0)
    choose(play, ("reached.target", "end"))
    assert ended(play) == ((3,), "target")


def test_played_on_freely_the_round_stays_open() -> None:
    play = free(pad(mode="free", until="target", target=20), (1, 20))
    choose(play, ("reached.target", "on"))
    assert (name(play), play.view.round) == ("free.who", 1)
    free(play, (2, 1))
    assert name(play) == "reached.target"


def test_rounds_are_counted() -> None:
    play = enter(pad(until="rounds", rounds=2), 1, 1, 1)
    choose(play, ("round.next", "next"))
    enter(play, 1, 1, 1)
    assert name(play) == "reached.rounds"
    choose(play, ("reached.rounds", "end"))
    assert ended(play) == ((1, 2, 3), "rounds")
    assert play.outcome is not None
    once = {"1": 1, "2": 1, "3": 1}
    assert play.outcome.facts == {"totals": {"1": 2, "2": 2, "3": 2}, "rounds": 2, "by_round": [once, once]}


def test_freely_a_round_is_over_when_the_table_says_so() -> None:
    play = free(pad(mode="free", until="rounds", rounds=2), (1, 5), (1, 6))
    choose(play, ("free.who", "round"))
    assert (name(play), play.view.round, play.view.dealer) == ("free.who", 2, 2)
    free(play, (1, 5))
    assert name(play) == "free.who"
    choose(play, ("free.who", "round"))
    assert name(play) == "reached.rounds"
    choose(play, ("reached.rounds", "on"))
    assert (name(play), play.view.round) == ("free.who", 3)


def test_one_of_several_entries_in_a_round_is_corrected() -> None:
    play = free(pad(mode="free"), (2, 5), (1, 1), (2, 6))
    choose(play, ("free.who", "correct"), ("correct.round", 1), ("correct.who", 2))
    assert domain(play) == OneOf((1, 2, "back"))
    choose(play, ("correct.entry", 2), ("correct.how", "points"))
    assert domain(play) == Number(-999_999, 999_999, 6)
    choose(play, ("correct.points", -6))
    assert events(play) == ["Corrected"]
    assert totals(play) == [1, -1, 0]


def test_a_correction_begins_with_the_last_round_and_gives_points_to_whoever_has_none() -> None:
    play = free(pad(mode="free"), (2, 5))
    choose(play, ("free.who", "round"))
    free(play, (3, 5))
    choose(play, ("free.who", "correct"))
    assert domain(play) == OneOf((2, 1, "back"))
    choose(play, ("correct.round", 1), ("correct.who", 1), ("correct.points", 7))
    assert events(play) == ["Corrected"]
    assert totals(play) == [7, 5, 5]
    assert [one.round for one in play.view.entries] == [1, 1, 2]


def test_nothing_entered_nothing_to_correct_and_nobody_wins() -> None:
    play = pad(mode="free")
    assert not domain(play).contains("correct")
    choose(play, ("free.who", "end"), ("end.confirm", "end"))
    assert ended(play) == ((), "ended")


def test_the_end_is_asked_twice() -> None:
    play = enter(pad(), 1, 2, 2)
    choose(play, ("round.next", "end"), ("end.confirm", "back"))
    assert name(play) == "round.next"
    choose(play, ("round.next", "end"), ("end.confirm", "end"))
    assert events(play) == ["Ended"]
    assert ended(play) == ((1, 3), "ended")


def test_the_standings_lead_back_to_where_they_were_asked_for() -> None:
    play = choose(enter(pad(), 1, 2, 3), ("round.next", "standings"), ("standings.read", "done"))
    assert name(play) == "round.next"
    play = choose(pad(mode="free"), ("free.who", "standings"), ("standings.read", "done"))
    assert name(play) == "free.who"


def test_the_end_itself_can_be_taken_back() -> None:
    play = choose(enter(pad(), 1, 2, 3), ("round.next", "end"), ("end.confirm", "end"))
    assert name(play.undone().undone()) == "round.next"


@pytest.mark.parametrize("options", [{"target": 5}, {"rounds": 5}, {"until": "target", "rounds": 5}])
def test_a_number_that_would_not_count_is_refused(options: dict[str, Plain]) -> None:
    with pytest.raises(BadOption, match=r"= 5 has no effect with players = 3, .*until = '"):
        pad(**options)


@pytest.mark.parametrize(
    ("until", "number"), [("none", {}), ("target", {"target": 100}), ("rounds", {"rounds": 10})]
)
def test_only_the_number_that_ends_the_game_is_an_option_of_it(until: str, number: dict[str, Plain]) -> None:
    complete = SCOREPAD.complete({"until": until})
    assert complete == {"players": 4, "mode": "round", "wins": "highest", "until": until, **number}
    assert SCOREPAD.complete(complete) == complete  # as it is remembered


def test_another_dealer_begins_the_next_round() -> None:
    play = choose(enter(pad(), 1, 2, 3), ("round.next", "dealer"))
    assert domain(play) == OneOf((1, 2, 3, "back"))
    choose(play, ("dealer.who", 3))
    assert events(play) == ["RoundBegins"]
    assert (play.view.round, play.view.dealer, play.view.phase.seats) == (2, 3, (1, 2, 3))


def test_another_dealer_deals_the_open_round_where_points_come_freely() -> None:
    play = choose(free(pad(mode="free"), (2, 5)), ("free.who", "dealer"), ("dealer.who", 3))
    assert events(play) == ["Deals"]
    assert (name(play), play.view.round, play.view.dealer) == ("free.who", 1, 3)
    choose(play, ("free.who", "round"))
    assert (play.view.round, play.view.dealer) == (2, 1)


@pytest.mark.parametrize("mode", ["round", "free"])
def test_the_dealer_may_stay(mode: str) -> None:
    play = pad(mode=mode)
    menu = name(enter(play, 1, 2, 3)) if mode == "round" else "free.who"
    choose(play, (menu, "dealer"), ("dealer.who", "back"))
    assert (name(play), play.view.round, play.view.dealer) == (menu, 1, 1)


def test_an_entry_goes_as_far_below_zero_as_above() -> None:
    assert domain(pad()) == Number(-999_999, 999_999, 0)
    assert domain(pad(until="target", target=999_999)) == Number(-999_999, 999_999, 0)


def test_places_are_shared_and_the_next_one_is_left_out() -> None:
    play = enter(pad(players=5), 4, 9, 9, 4, -1)
    shared = [(one.place, one.points, one.seats) for one in play.view.standings]
    assert shared == [(1, 9, (3, 4)), (3, 4, (2, 5)), (5, -1, (1,))]


def test_the_paper_would_notice() -> None:
    """The second scorekeeper is no rubber stamp: a forgotten line shows."""
    paper = Paper(3, fewest=False)
    paper.deal(1)
    for seat, points in zip(paper.turn, (5, 6, 7), strict=True):
        paper.write(seat, points)
    play = enter(pad(), 5, 6, 7)
    assert dict(play.view.totals) == {seat: paper.total(seat) for seat in (1, 2, 3)}
    paper.lines.pop()
    assert dict(play.view.totals) != {seat: paper.total(seat) for seat in (1, 2, 3)}
