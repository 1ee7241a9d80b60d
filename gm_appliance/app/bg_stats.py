"""Finished games for the app BG Stats: a link that logs one game, and a file with all.

The link is that of https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/;
its app needs every truth value, `winner` and `startPlayer` too, though they are called optional. The file has
the form of the app's own exports. Nobody starts a game of hidden roles, nor on the score pad.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from gm_appliance.core.language import SOURCE as ENGLISH
from gm_appliance.core.people import by_ear
from gm_appliance.core.results import Result
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.registry import GAMES

BG_STATS = "BG Stats"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "gm-appliance"
ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, "
    "export or open-in function to open it with Board Game Stats."
)
IDS = {ODINS_TABLE.name: 66551}
"""BoardGameGeek's numbers, of the games for which it is known; the app finds the others by name."""


def play_link(result: Result) -> str:
    """Opens the app, which asks whether to log this game."""
    played = {"sourceName": SOURCE, "sourcePlayId": _uuid(*result.identity), **_times(result)}
    told = {
        **played,
        "game": {"sourceGameId": result.game, **_game(result)},
        "players": [
            {"sourcePlayerId": by_ear(name), "name": name, **_seat(result, seat)}
            for seat, name in _names(result).items()
        ],
    }
    return LINK + quote(json.dumps(told, ensure_ascii=False, separators=(",", ":")), safe="")


def play_file(results: Iterable[Result]) -> bytes:
    """All games, as a ``.bgsplay`` file. Read twice, it logs none twice."""
    listed = [*results]
    games = {one.game: one for one in listed}
    people = {by_ear(name): name for one in listed for name in _names(one).values()}
    kinds, numbers = ({key: at for at, key in enumerate(some, 1)} for some in (games, people))

    def scores(one: Result) -> Iterator[dict[str, Any]]:
        for seat, name in _names(one).items():
            known = {"playerRefId": numbers[by_ear(name)], "newPlayer": False, "seatOrder": seat}
            yield {**known, **_seat(one, seat), "score": str(one.points.get(seat, ""))}

    def play(one: Result) -> dict[str, Any]:
        times = _times(one)
        dates = dict.fromkeys(("entryDate", "modificationDate"), times["playDate"])
        known = {"uuid": _uuid(*one.identity), "gameRefId": kinds[one.game], **times, **dates}
        # "manualWinner": a side may win, or more than points decide
        flags = {"ignored": False, "manualWinner": True, "usesTeams": bool(one.sides)}
        return {**known, **flags, "rounds": len(one.rounds), "playerScores": [*scores(one)]}

    told = {
        "about": ABOUT,
        "games": [
            {"id": kinds[game], "uuid": _uuid(game), "cooperative": False, **_game(one)}
            for game, one in games.items()
        ],
        "locations": [],
        "players": [
            {"id": numbers[heard], "uuid": _uuid("person", heard), "name": name, "isAnonymous": False}
            for heard, name in people.items()
        ],
        "plays": [*map(play, listed)],
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


def _times(result: Result) -> dict[str, Any]:
    began = datetime.fromtimestamp(result.started, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return {"playDate": began, "durationMin": round(result.seconds / 60)}


def _game(result: Result) -> dict[str, Any]:
    known = {"bggId": IDS[result.game]} if result.game in IDS else {}
    name = GAMES[result.game].narration(ENGLISH).title() if result.game in GAMES else result.game
    flags = {"highestWins": result.options.get("wins") != "lowest", "noPoints": not result.points}
    return {"name": name, **flags, "usesTeams": bool(result.sides), **known}


def _names(result: Result) -> dict[int, str]:
    seats = range(1, result.players + 1)
    return {seat: str(one) if (one := result.player(seat)) != seat else f"Player {seat}" for seat in seats}


def _seat(result: Result, seat: int) -> dict[str, Any]:
    places = {seat: place for place, seat, _points in result.standings()}
    facts = {"score": result.points, "rank": places, "role": result.roles, "team": result.sides}
    known = {name: found[seat] for name, found in facts.items() if seat in found}
    return {"winner": seat in result.winning_seats, "startPlayer": seat == result.first, **known}


def _uuid(*parts: object) -> str:
    """The same for the same game or person, whoever exports it."""
    return str(uuid5(NAMESPACE_URL, "/".join(map(str, (SOURCE, *parts))))).upper()
