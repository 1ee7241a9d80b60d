"""The heart of Thor: what is open at each phase, and what follows.

A match is as many rounds as players, and each of them begins one. A round is followed turn by turn, or
told when it is over; either way it ends in a final position, which is scored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import (
    Chance,
    Choice,
    Decision,
    IllegalChoice,
    Number,
    OneOf,
    Outcome,
    Plain,
    Step,
    Table,
)
from gm_appliance.games.thor import cards, final, live, scoring
from gm_appliance.games.thor.events import RoundBegins
from gm_appliance.games.thor.model import (
    BASIC,
    COPIES,
    GODS,
    TURN,
    VALUES,
    Between,
    Board,
    Choosing,
    Correcting,
    Declaring,
    Discarding,
    Entering,
    FavorableTimes,
    Final,
    Lots,
    MjollnirsPower,
    Offering,
    Over,
    Placing,
    Playing,
    Removing,
    Setup,
    Taking,
    ThorStepBuilder,
    Valuing,
    VanirsOath,
    View,
    Waiting,
    Will,
)

# ---------------------------------------------------------------- setup


def begin(options: Mapping[str, int | str]) -> View:
    """A table before the lots. Options as `Game.complete` returns them."""
    players = int(options["players"])
    setup = Setup(
        players,
        str(options["mode"]),
        GODS if options["game"] == "big" else GODS[:BASIC],
        will=options["will_of_thor"] == "yes",
        rounds=1 if options["match"] == "single" else players,
        floor=options.get("floor_at_zero") == "yes",
        must=options.get("last_card") == "must",
    )
    board = fresh(players, len(setup.gods), setup.will)
    return View(setup, Lots() if options["first"] == "lots" else Choosing(), board)


def hand_size(players: int, gods: int) -> int:
    """Offer cards each player is dealt; what is left over is set aside unseen."""
    aside = {5: {2: 2, 3: 3, 4: 2, 5: 0}, 6: {4: 0, 5: 1, 6: 0}}[gods][players]
    return (gods * len(VALUES) - aside) // players


@lru_cache(maxsize=32)
def fresh(players: int, gods: int, will: bool) -> Board:
    """The table as a round begins."""
    cards = Will(("",) * gods, (0,) * players) if will else None
    hands = ((0,) * gods,) * players
    return Board(((),) * gods, (COPIES,) * gods, hands, (hand_size(players, gods),) * players, cards)


def _lots_decision(view: View, phase: Lots) -> Decision:
    return _lots(view.setup.players)


@lru_cache(maxsize=8)
def _lots(players: int) -> Decision:
    return Decision("first.lots", Chance(), Number(1, players))


def _apply_lots(builder: ThorStepBuilder, phase: Lots, value: Any) -> None:
    _begin_round(builder, 1, value, lots=True)


def _choosing_decision(view: View, phase: Choosing) -> Decision:
    return Decision("first.who", Table(), OneOf(view.seats))


def _apply_choosing(builder: ThorStepBuilder, phase: Choosing, value: Any) -> None:
    _begin_round(builder, 1, value)


# ---------------------------------------------------------------- rounds


def _begin_round(builder: ThorStepBuilder, round: int, first: int, *, lots: bool = False) -> None:
    setup = builder.view.setup
    board = fresh(setup.players, len(setup.gods), setup.will)
    builder.tell(RoundBegins(round, first, lots), board=board, round=round, first=first, phase=Waiting())
    if setup.mode == "live":
        live.begin_turn(builder, first)


_NEXT = Decision("round.next", Table(), OneOf(("next", "correct", "end")))


def _between_decision(view: View, phase: Between) -> Decision:
    return _NEXT


def _apply_between(builder: ThorStepBuilder, phase: Between, value: Any) -> None:
    view = builder.view
    if value == "next":
        _begin_round(builder, view.round + 1, view.first % view.setup.players + 1)
    elif value == "correct":
        final.correct(builder, phase)
    else:
        scoring.end(builder, scoring.ENDED)


_OVER = Decision("match.over", Table(), OneOf(("done", "correct")))


def _final_decision(view: View, phase: Final) -> Decision:
    return _OVER


def _apply_final(builder: ThorStepBuilder, phase: Final, value: Any) -> None:
    if value == "correct":
        final.correct(builder, phase)
    else:
        builder.change(phase=Over(phase.why))


# ---------------------------------------------------------------- the four functions

_DECISIONS: dict[type, Callable[[View, Any], Decision]] = {
    Lots: _lots_decision,
    Choosing: _choosing_decision,
    Offering: live.offering_decision,
    Valuing: live.valuing_decision,
    Declaring: live.declaring_decision,
    Playing: cards.playing_decision,
    Placing: cards.placing_decision,
    FavorableTimes: cards.times_decision,
    VanirsOath: cards.oath_decision,
    MjollnirsPower: cards.mjollnir_decision,
    Removing: cards.removing_decision,
    Discarding: cards.discarding_decision,
    Taking: live.taking_decision,
    Waiting: final.waiting_decision,
    Entering: final.entering_decision,
    Correcting: final.correcting_decision,
    Between: _between_decision,
    Final: _final_decision,
}

_FOLLOWS: dict[type, Callable[[ThorStepBuilder, Any, Any], None]] = {
    Lots: _apply_lots,
    Choosing: _apply_choosing,
    Offering: live.apply_offering,
    Valuing: live.apply_valuing,
    Declaring: live.apply_declaring,
    Playing: cards.apply_playing,
    Placing: cards.apply_placing,
    FavorableTimes: cards.apply_times,
    VanirsOath: cards.apply_oath,
    MjollnirsPower: cards.apply_mjollnir,
    Removing: cards.apply_removing,
    Discarding: cards.apply_discarding,
    Taking: live.apply_taking,
    Waiting: final.apply_waiting,
    Entering: final.apply_entering,
    Correcting: final.apply_correcting,
    Between: _apply_between,
    Final: _apply_final,
}


def public(view: View) -> View:
    return view


def decision(view: View) -> Decision | None:
    """What is open; None once everybody has seen how it ended. Whoever asks again is given the same one."""
    return view.opened or view.once(_open)


def _open(view: View) -> Decision | None:
    phase = view.phase
    return None if isinstance(phase, Over) else _DECISIONS[type(phase)](view, phase)


def apply(view: View, choice: Choice) -> Step[View, View]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    open_now = decision(view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    answered, phase = open_now.demand(choice), view.phase
    builder = ThorStepBuilder(view)
    if answered is open_now:
        _FOLLOWS[type(phase)](builder, phase, choice.value)
    else:
        assert isinstance(phase, Entering)
        final.apply_on_request(builder, phase, choice.value)
    _follow(builder)
    return Step(builder.view, tuple(builder.events))


def _follow(builder: ThorStepBuilder) -> None:
    """What a seat could answer in one way only is not asked."""
    while type(phase := builder.view.phase) in TURN:
        open_now = decision(builder.view)
        assert open_now is not None
        domain = open_now.domain
        assert isinstance(domain, OneOf)
        if len(domain.options) > 1:
            return
        _FOLLOWS[type(phase)](builder, phase, domain.options[0])


def outcome(view: View) -> Outcome | None:
    if not isinstance(view.phase, Over):
        return None
    totals: dict[str, Plain] = {str(seat): points for seat, points in view.totals.items()}
    by_round: list[Plain] = [{str(seat): points for seat, points in enumerate(one, 1)} for one in view.points]
    facts: dict[str, Plain] = {"totals": totals, "rounds": len(by_round), "by_round": by_round}
    return Outcome(view.winners, view.phase.why, facts)
