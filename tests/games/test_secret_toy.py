"""The game of hidden roles of docs/developers/new-game.md, installed and played; and a role added to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.game import BlankFace, Choice, Clock, Decision, Face, MenuFace, OneOf
from gm_appliance.core.play import Play
from gm_appliance.games.registry import GAMES, RegisteredGame
from gm_appliance.testing import Asked, evening
from tests.games.highest_die import SECRET, blocks, lines_added
from tests.games.recorded import random_choice, random_options
from tests.games.toys import added


@pytest.fixture
def mafia(tmp_path: Path) -> Iterator[RegisteredGame]:
    with added(blocks(SECRET), tmp_path) as registered:
        yield registered


def with_a_bodyguard() -> dict[str, str]:
    """The game with the lines for a role of one's own."""
    files = blocks(SECRET)
    deed, _, row = lines_added()[f"{SECRET}/rules.py"].partition("\n\n\n")
    rules = files[f"{SECRET}/rules.py"]
    rules = rules.replace("import Role", "import Night, Role").replace(
        "from gm_appliance.core.game", "from typing import Any\n\nfrom gm_appliance.core.game", 1
    )
    rules = rules.replace("RULES = ", f"{deed}\n\n\nRULES = ").replace('"citizen"', f'{row}"citizen"')
    files[f"{SECRET}/rules.py"] = rules.replace("special=1", "special=2")
    words = lines_added()[f"{SECRET}/narration.py"]
    narration = files[f"{SECRET}/narration.py"]
    files[f"{SECRET}/narration.py"] = narration.replace('"citizen": Role', f'{words}"citizen": Role')
    return files


def faces(decision: Decision) -> Iterator[Face]:
    """What a picker may show of a decision."""
    yield BlankFace()
    if isinstance(decision.domain, OneOf) and not decision.secret:
        asked = [one for one in decision.open() if not isinstance(one.who, Clock)]
        items = tuple(Choice(one.name, value) for one in asked for value in one.domain.options)  # type: ignore[union-attr]
        yield from (MenuFace(items, at) for at in (-1, *range(len(items))))


def told(registered: RegisteredGame, play: Play) -> list[Cue]:
    """All words for an open decision and everything beside it. Raises MissingWords."""
    narration, view, decision = registered.narration("en"), play.view, play.decision
    assert decision is not None
    cues = [*narration.ask(decision, view), *narration.again(decision, view)]
    for beat in decision.beats:
        cues += narration.beat(decision, view, beat)
    if not decision.beats:
        for face in faces(decision):
            narration.screen(decision, view, face, 0)
    narration.props(view)
    assert narration.interrupted(decision, view)
    for topic in narration.topics(view, tuple(one.name for one in decision.on_request)):
        assert narration.topic(topic)
    return [*cues, *narration.recap(decision, view), *narration.prefetch(decision, view)]


def test_evenings_end_and_are_told_whole(mafia: RegisteredGame) -> None:
    won = set()
    for seed in range(40):
        rng = Random(seed)
        play = Play(mafia.game, random_options(mafia.game, rng))
        cards = [card for card, n in mafia.narration("en").RULES.deck(play.view).items() for _ in range(n)]  # type: ignore[attr-defined]
        rng.shuffle(cards)
        for _ in range(3000):
            if play.decision is None:
                break
            if seed < 10:
                told(mafia, play)
            choice = random_choice(play.decision, rng)
            if choice and choice.name == "setup.factions":
                choice = Choice(choice.name, {str(n): card for n, card in enumerate(cards, 1)})
            elif choice and choice.name == "setup.pad":
                choice = Choice(choice.name, play.decision.who.seat)  # type: ignore[union-attr]
            for event, view in play.take(choice) if choice else ():
                mafia.narration("en").tell(event, view)
        assert play.outcome is not None
        won |= {*play.outcome.winners}
    assert won == {"mafia", "town"}


def words(events: Any, registered: RegisteredGame) -> list[str]:
    narration = registered.narration("en")
    return [cue.text for event, view in events for cue in narration.tell(event, view) if isinstance(cue, Say)]


def test_a_role_of_ones_own_is_a_row_and_its_words(tmp_path: Path) -> None:
    with added(with_a_bodyguard(), tmp_path) as registered:
        game = registered.game
        play = Play(game, game.complete({"players": 7, "roll_call": "no", "roles": 2}))
        play.take(Choice("setup.deal", "dealt"))
        cards = ["citizen", "mafioso", "mafioso", "detective", "bodyguard", "citizen", "citizen"]
        play.take(Choice("setup.factions", {str(seat): card for seat, card in enumerate(cards, 1)}))
        told(registered, play)
        said = words(play.take(Choice("night", {"2": 1, "3": 1, "5": 1})), registered)
        assert "Player 5 is dead." in said
        assert registered.narration("en").topic("bodyguard") == "What is the Bodyguard?"


def test_it_is_played_from_the_menu_into_its_first_night(mafia: RegisteredGame, tmp_path: Path) -> None:
    with evening(tmp_path, registry={**GAMES, mafia.game.name: mafia}) as table:
        table.decides("menu.game", "mafia")
        table.decides("option.players", 7)
        table.decides("option.ballot", "pads")
        table.hears(Asked("menu.rules"))
        table.ok()
        table.hears_whatever("Press your pad when you hear your name.")
        for pad in range(1, 8):
            table.taps(pad, "up")
        table.hears_whatever("Deal these cards. Look at your own. Ready?")
