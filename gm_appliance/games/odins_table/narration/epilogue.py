"""The epilogue of Odin's Table: the fight against the odds, the space that decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.epilogue import Fact, Told
from gm_appliance.core.language import N_, Message
from gm_appliance.core.table_narration import Words
from gm_appliance.games.odins_table.board import ATTACKER
from gm_appliance.games.odins_table.events import Corrected, Fought, GameOver
from gm_appliance.games.odins_table.fight import HIGHER, TRICKERY
from gm_appliance.games.odins_table.narration.names import god_name

WEAK = 3
"""The strongest card, Baldr, with which a fight is won against the odds: most cards beat it."""


SENTENCES: Mapping[str, Message] = {
    "tricked": N_("By Loki's trickery, {player} conquered a space."),
    "one space": N_("A single space decided the last game."),
    "against the odds": N_("Against the odds, {player} won a fight with {god}."),
}


def facts(words: Words, told: Told) -> Iterator[Fact]:
    kept: list[Fought | GameOver] = []
    for event, _view in told:
        if isinstance(event, Fought | GameOver):
            kept.append(event)
        elif isinstance(event, Corrected):  # the fight is void, and a game that it ended goes on
            del kept[max(at for at, one in enumerate(kept) if isinstance(one, Fought)) :]
    last: GameOver | None = None
    for one in kept:
        if isinstance(one, GameOver):
            last = one
            continue
        card, player = (one.attack, one.seat) if one.ends == ATTACKER else (one.defence, 3 - one.seat)
        if one.why == HIGHER and card <= WEAK:
            yield Fact("against the odds", {"player": player}, {"god": god_name(words._, card)})
        if one.why == TRICKERY and one.conquers == 3 - one.seat:
            yield Fact("tricked", {"player": one.conquers})
    if last and last.winner and abs(last.spaces[0] - last.spaces[1]) == 1:
        yield Fact("one space")
