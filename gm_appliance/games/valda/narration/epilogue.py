"""The epilogue of Valda: how the lead changed in the last round."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.epilogue import Epilogue, Fact, Sentence, Told
from gm_appliance.core.language import N_
from gm_appliance.core.standings import alone_ahead
from gm_appliance.games.valda.events import Ended
from gm_appliance.games.valda.model import ValdaView


def facts(told: Told) -> Iterator[Fact]:
    over: ValdaView = told[-1][1]
    won = next((event.winners for event, _view in reversed(told) if isinstance(event, Ended)), ())
    if len(won) == 1 and sorted(over.followers)[-2] == over.followers[won[0] - 1] - 1:
        yield Fact("single follower")
    if len(over.ended) > 1:
        before = dict(enumerate(over.ended[-2], 1))
        led = alone_ahead(before)
        if led and led not in won:
            yield Fact("lead lost", {"player": led})
            if len(won) == 1 and before[won[0]] == min(before.values()):
                yield Fact("from behind", {"player": won[0]})


EPILOGUE = Epilogue(
    facts,
    {
        "lead lost": Sentence(N_("Before the last round, {player} still led."), 0.22),
        "from behind": Sentence(N_("{player} was last before the last round, and won."), 0.09),
        "single follower": Sentence(N_("A single follower decided the game."), 0.33),
    },
)
