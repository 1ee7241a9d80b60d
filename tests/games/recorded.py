"""Recorded games: made once under a rules number, and replayed in every test run.

python -m tests.games.recorded [GAME …]     record games again; without a name, those whose rules changed

A journal keeps choices, and an unfinished game is restored by replaying them. If the same choices lead
elsewhere, the rules have changed and the game's `rules=` must be raised; otherwise the box would resume a
game that nobody played.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from gm_appliance.core.game import Choice, Clock, Decision, Game
from gm_appliance.core.play import Play
from gm_appliance.games.registry import GAMES
from tests.games.recorded_ends import ENDS, Script

FOLDER = Path(__file__).parent / "recordings"
COMMAND = "python -m tests.games.recorded"

TRIED, KEPT, MOST = 40, 4, 120
"""Random games tried; how many of the most varied are kept; and the most choices in each."""

Session = dict[str, Any]
"""Keys: rules; options; begins (the digest before the first choice); steps (name, value, digest afterwards).
"""


def digest(play: Play) -> str:
    """A digest of what the last choice led to: events, public view, open decisions, outcome."""
    told = [[type(event).__name__, plain(event)] for event, _view in play.events]
    asked = [one.name for one in play.decision.open()] if play.decision else []
    led_to = json.dumps([told, asked, plain(play.view), plain(play.outcome)])
    return hashlib.sha256(led_to.encode()).hexdigest()[:8]


def plain(value: object) -> object:
    """The value as JSON, in an order that does not depend on hashes."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return sorted(([plain(key), plain(one)] for key, one in value.items()), key=json.dumps)
    if isinstance(value, Set):
        return sorted(map(plain, value), key=json.dumps)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [*map(plain, value)]
    return value if value is None or isinstance(value, str | int | float) else repr(value)


def random_options(game: Game[Any, Any], rng: Random) -> dict[str, int | str]:
    chosen: dict[str, int | str] = {}
    for option in game.options:
        if option.counts(chosen):
            value = option.takes(chosen).sample(rng)
            assert isinstance(value, int | str)
            chosen[option.name] = value
    return game.complete(chosen)


def random_choice(decision: Decision, rng: Random) -> Choice | None:
    """Usually the main decision; sometimes one on request, or a limit that runs out. None if it has nothing
    to choose from."""
    ways = decision.open()
    mostly = [one for one in ways[:1] if not isinstance(one.who, Clock)]
    one = rng.choice(mostly if mostly and rng.random() < 0.9 else ways)
    try:
        return Choice(one.name, json.loads(json.dumps(one.domain.sample(rng))))
    except (ValueError, IndexError):
        return None


def _begun(game: Game[Any, Any], options: Mapping[str, int | str]) -> tuple[Play, Session]:
    play = Play(game, options)
    return play, {"rules": game.rules, "options": options, "begins": digest(play), "steps": []}


def _take(play: Play, session: Session, choice: Choice) -> None:
    play.take(choice)
    session["steps"].append([choice.name, choice.value, digest(play)])


def play_at_random(game: Game[Any, Any], rng: Random) -> tuple[Session, set[str]]:
    """A session, and the names of its choices and events."""
    (play, session), seen = _begun(game, random_options(game, rng)), set[str]()
    while play.decision is not None and len(session["steps"]) < MOST:
        if choice := random_choice(play.decision, rng):
            _take(play, session, choice)
            seen |= {choice.name, *(type(event).__name__ for event, _view in play.events)}
    return session, seen


def play_script(game: Game[Any, Any], script: Script) -> Session:
    play, session = _begun(game, game.complete(script.options))
    for name, value in script.choices:
        _take(play, session, Choice(name, value))
    return session


def record(game: Game[Any, Any]) -> list[Session]:
    """The few random games that together cover most choices and events, and the scripted games."""
    tried = [play_at_random(game, Random(f"recorded {seed}")) for seed in range(TRIED)]
    kept, seen = list[Session](), set[str]()
    for _ in range(KEPT):
        session, news = max(tried, key=lambda one: len(one[1] - seen))
        if kept and not news - seen:
            break
        kept.append(session)
        seen |= news
    return [*kept, *(play_script(game, script) for script in ENDS.get(game.name, ()))]


def fault(game: Game[Any, Any], sessions: list[Session]) -> str:
    """Where a game no longer goes as recorded, and what to do about it; "" if it does."""
    again = f"`{COMMAND} {game.name}`"
    if not sessions:
        return f"{game.name} was never recorded: run {again}"
    for session in sessions:
        if session["rules"] != game.rules:
            return f"{game.name} has rules {game.rules}, recorded were {session['rules']}: run {again}"
        if where := _parting(game, session):
            return (
                f"{game.name}, rules {game.rules}, goes another way than it was recorded, {where}. Raise its "
                f"`rules=`, for unfinished games would change, then run {again}. Where the same happens and "
                "only the view or an event has another shape, the last is enough."
            )
    return ""


def _parting(game: Game[Any, Any], session: Session) -> str:
    try:
        play = Play(game, game.complete(session["options"]))
        if digest(play) != session["begins"]:
            return "before the first choice"
    except ValueError as error:
        return f"as it begins ({error})"
    for number, (name, value, reached) in enumerate(session["steps"], 1):
        try:
            play.take(Choice(name, value))
        except ValueError as error:
            return f"at choice {number}, {name!r} ({error})"
        if digest(play) != reached:
            return f"at choice {number}, {name!r}"
    return ""


def sessions_of(name: str) -> list[Session]:
    file = FOLDER / f"{name}.jsonl"
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return [json.loads(line) for line in lines]


def main(names: list[str]) -> None:
    games = {name: one.game for name, one in GAMES.items() if one.game.kept}
    FOLDER.mkdir(exist_ok=True)
    for name in names or games:
        game, old = games[name], sessions_of(name)
        if names or not old or old[0]["rules"] != game.rules:
            lines = [json.dumps(one, separators=(",", ":")) for one in record(game)]
            (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
            print(f"recorded {name}, rules {game.rules}: {len(lines)} games")


if __name__ == "__main__":
    main(sys.argv[1:])
