"""The epilogue of Odin's Table: the fight against the odds, the space that decided, the match won late."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.epilogue import Epilogue, Fact, Sentence, Told
from gm_appliance.core.language import N_
from gm_appliance.games.odins_table.board import ATTACKER
from gm_appliance.games.odins_table.events import Corrected, Fought, GameOver
from gm_appliance.games.odins_table.fight import HIGHER, TRICKERY

WEAK = 3
"""The strongest card, Baldr, with which a fight is won against the odds: most cards beat it."""


def facts(told: Told) -> Iterator[Fact]:
    kept: list[Fought | GameOver] = []
    for event, _view in told:
        if isinstance(event, Fought | GameOver):
            kept.append(event)
        elif isinstance(event, Corrected):  # the fight is void, and a game that it ended goes on
            del kept[max(at for at, one in enumerate(kept) if isinstance(one, Fought)) :]
    for one in kept:
        if isinstance(one, GameOver):
            continue
        attacked = one.ends == ATTACKER
        card, player = (one.attack, one.seat) if attacked else (one.defence, 3 - one.seat)
        if one.why == HIGHER and card <= WEAK:
            yield Fact("against the odds", {"player": player}, {"god": card})
        if one.why == TRICKERY and one.conquers == 3 - one.seat:
            yield Fact("tricked", {"player": one.conquers})
    games = [one for one in kept if isinstance(one, GameOver)]
    if games and games[-1].winner and abs(games[-1].spaces[0] - games[-1].spaces[1]) == 1:
        yield Fact("one space")
    won = told[-1][1].winners
    if len(games) > 1 and won and games[0].winner == 3 - won[0]:
        yield Fact("won late", {"player": won[0]})


EPILOGUE = Epilogue(
    facts,
    {
        "against the odds": Sentence(N_("Against the odds, {player} won a fight with {god}."), 0.44),
        "tricked": Sentence(N_("By Loki's trickery, {player} conquered a space."), 0.05),
        "one space": Sentence(N_("A single space decided the last game."), 0.38),
        "won late": Sentence(N_("{player} lost the first game, and won the match."), 0.0),
    },
)
