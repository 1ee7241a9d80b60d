"""The score pad and a sheet of paper, which share no code: `AgainstPaper` asserts that they agree."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gm_appliance.core.game import JSON, Choice, Domain, Number, OneOf
from gm_appliance.core.play import Play
from gm_appliance.games.scorepad import SCOREPAD


class Paper:
    """A list of lines, each a round, a player and points, and what a scorekeeper does with it."""

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
        self.went_on: list[tuple[int, int, int]] = []  # the lines when the table last chose to go on

    def deal(self, dealer: int) -> None:
        """Begin a round; the turn begins at the dealer's left."""
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
        """The lines of that player in that round."""
        return [at for at, line in enumerate(self.lines) if line[:2] == (number, seat)]

    def replace(self, number: int, seat: int, nth: int, points: int) -> None:
        """Correct a line; without one, add it."""
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
        """Whether the target or the last round is reached; after "on", the target only with other lines."""
        there = [self.total(seat) for seat in self.seats if seat not in self.gone]
        if self.target:
            reached = max(there) >= self.target if self.target > 0 else min(there) <= self.target
            return reached and self.lines != self.went_on
        return bool(self.rounds) and self.closed and self.round >= self.rounds

    def winners(self) -> tuple[int, ...]:
        if not self.lines:
            return ()
        return tuple(seat for seat in self.seats if seat not in self.gone and self.rank(seat) == 1)


WAY_OUT: dict[str, JSON] = {
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
    "join.name": "",
    "join.points": 0,
    "free.more": "end",
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


def values(domain: Domain) -> st.SearchStrategy[JSON]:
    """Legal values; mostly small numbers, so that there are ties and targets are reached."""
    if isinstance(domain, OneOf):
        return st.sampled_from(domain.options)
    assert isinstance(domain, Number)
    wide = st.integers(domain.lo, domain.hi)
    low, high = max(domain.lo, -3), min(domain.hi, 9)
    return st.one_of(st.integers(low, high), st.integers(low, high), wide)


class AgainstPaper(RuleBasedStateMachine):
    """The pad and the paper agree after any choices, and the game can be ended from anywhere."""

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
        options: dict[str, JSON] = {"players": players, "mode": mode, "wins": wins, "until": until}
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

    @precondition(lambda self: self.play.decision and self.play.decision.domain.contains("correct"))
    @rule(data=st.data())
    def correct_something(self, data: st.DataObject) -> None:
        """To its end: one step at a time it would be rare."""
        decision = self.play.decision
        assert decision is not None
        self.take(decision.name, "correct")
        while (decision := self.play.decision) and decision.name.startswith("correct."):
            self.take(decision.name, data.draw(values(decision.domain), label=decision.name))

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

    def take(self, name: str, value: JSON) -> None:
        self.play.take(Choice(name, value))
        self.note(name, value)

    def note(self, name: str, value: JSON) -> None:
        """Do the same on paper."""
        paper, number = self.paper, value if isinstance(value, int) else 0
        if name == "dealer.first":
            paper.deal(number)
        elif name.startswith(("somebody.", "join.")) and name != "join.name":
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
        elif name == "follow.stop":
            self.free = True
        elif name == "follow.again":
            self.free = False
            missing = [seat for seat in paper.leftwards() if seat not in paper.gone]
            paper.turn = [seat for seat in missing if not paper.of(paper.round, seat)]
            paper.closed = not paper.turn
        elif value == "on":
            paper.went_on = list(paper.lines)
        # With free entry, the next round begins by itself unless the end is reached.
        goes_on = self.free and paper.closed and not paper.done()
        if goes_on or value == "next" or (value == "on" and paper.closed):
            paper.deal_on()

    def note_wrong(self, name: str, value: JSON) -> None:
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
        begun = paper.closed or any(line[0] == paper.round for line in paper.lines)
        if seat == paper.dealer and not begun:
            paper.round -= 1
            paper.deal_on()
        elif not self.free and not paper.closed and not paper.turn:
            paper.closed = True

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
        """Everybody but those who left is asked, once a round."""
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
            assert not self.paper.done()

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
        # At most a whole round and a few menus before the end.
        assert walk_out(self.play) <= len(self.paper.seats) + 6
        assert self.play.outcome is not None
