"""`gm-appliance play`: whole games on virtual time, refereed a second time from their transcripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gm_appliance import cli
from tests.app.played import auto, options, play
from tests.app.transcripts import Disagrees, Line, check
from tests.games import plain_gods

pytestmark = pytest.mark.many

MOST_CHOICES = 400
"""No game by --auto takes more choices; docs/transcript.md says what was measured."""


def choices(lines: list[str]) -> int:
    """Thumbs entered one by one count as one ballot, as they do at pads."""
    made = [line["name"] for line in map(json.loads, lines) if line["kind"] == "choice"]
    return sum(name not in ("council.thumb", "council.booth") for name in made)


# ---------------------------------------------------------------- whole games


def referee(players: int, seeds: range) -> None:
    for seed in seeds:
        lines = auto(players, seed)
        outcome = check(lines, **options(seed))
        # Without pads the box never knows who was what.
        assert len(outcome["facts"]["factions"]) == (players if options(seed)["ballot"] == "pads" else 0)
        assert choices(lines) <= MOST_CHOICES


@pytest.mark.parametrize("players", range(7, 16))
def test_games_by_seed_end_with_what_follows_from_their_own_transcript(players: int) -> None:
    referee(players, range(players * 1000, players * 1000 + 4))


@pytest.mark.long
@pytest.mark.parametrize("players", range(7, 16))
def test_thirty_games_by_seed_end_with_what_follows_from_them(players: int) -> None:
    referee(players, range(1, 31))


def test_a_game_of_default_options_needs_a_seed_alone() -> None:
    assert len(check(play("--auto", "5"))["facts"]["factions"]) == 7


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    for file in files:
        words = ["play", "gotterdammerung", "--players", "9", "--auto", "11", "--transcript", str(file)]
        assert cli.main(words) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert check(files[0].read_text("utf-8").splitlines())


def test_another_seed_gives_another_game() -> None:
    assert play("--auto", "1") != play("--auto", "2")


def test_without_a_transcript_the_words_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "gotterdammerung", "--auto", "4"]) == 0
    told = capsys.readouterr().out.splitlines()
    spoken = [json.loads(line) for line in play("--auto", "4")]
    assert [line["text"] for line in spoken if line["kind"] == "say"] == [line[10:] for line in told[:-1]]
    assert told[-1].endswith("-banished]")


# ---------------------------------------------------------------- every word comes from a catalogue

PLAIN_VOWELS = set("aeiouyAEIOUY")


def words_of(line: Line) -> list[str]:
    """What players would hear or read of a line."""
    if line["kind"] == "say":
        return [line["text"]]
    if line["kind"] == "props":
        return [text for item in line["items"] for text in (item["label"], item.get("note", "")) if text]
    return strings(line["screen"]) if line["kind"] == "show" else []


def strings(screen: Any) -> list[str]:
    if isinstance(screen, dict):
        return [text for key, value in screen.items() if key != "kind" for text in strings(value)]
    if isinstance(screen, list):
        return [text for value in screen for text in strings(value)]
    return [screen] if isinstance(screen, str) else []


@pytest.mark.parametrize("seed", range(1, 10))
def test_every_word_said_shown_or_laid_comes_from_a_catalogue(seed: int) -> None:
    lines = [json.loads(line) for line in auto(6 + seed, seed, "--language", "x-pseudo")]
    for line in lines:
        for text in words_of(line):
            assert not PLAIN_VOWELS & set(text), text


# ---------------------------------------------------------------- the second referee notices faults

Lines = list[Line]


EVENTFUL = 106
"""Where there is everything; looked for among others when the rules, or the people, have changed."""


@cache
def eventful() -> str:
    """A game with everything in it that the faults below touch."""
    wanted = {"Skipped", "NobodyBanished", "Missing", "CardsReturned", "Dropped", "Spared"}
    for seed in (EVENTFUL, *range(400)):
        lines = play("--auto", str(seed))
        events = [json.loads(line) for line in lines if '"kind": "event"' in line]
        told = {event["name"] for event in events}
        by = {event["by"] for event in events if event["name"] == "Banished"}
        weighed = any(event["name"] == "Counted" and event["count"]["modifiers"] for event in events)
        if wanted <= told and by == {"conspiracy", "hel", "council"} and weighed:
            check(lines)
            return "\n".join(lines)
    raise AssertionError("no such game among these")


def events_named(lines: Lines, name: str) -> Lines:
    found = [line for line in lines if line["kind"] == "event" and line["name"] == name]
    assert found, f"no {name} in this game"
    return found


def first(lines: Lines, **fields: Any) -> Line:
    return next(line for line in lines if all(line.get(key) == value for key, value in fields.items()))


def banished_by(lines: Lines, by: str) -> Line:
    return first(lines, kind="event", name="Banished", by=by)


def put(line: Line, **fields: Any) -> None:
    line.update(fields)


def swap_count(lines: Lines) -> None:
    counted = next(e for e in events_named(lines, "Counted") if e["count"]["down"] != e["count"]["up"])
    count = counted["count"]
    count["down"], count["up"] = count["up"], count["down"]


def drop_wound(lines: Lines) -> None:
    counted = next(e for e in events_named(lines, "Counted") if e["count"]["modifiers"])
    count = counted["count"]
    count.update(modifiers=[], down=count["raw_down"], up=count["raw_up"])


def drop_line(lines: Lines, line: Line) -> None:
    lines.remove(line)


def other_winner(lines: Lines) -> None:
    winner = lines[-1]["winners"][0]
    lines[-1]["winners"] = ["conspire" if winner == "protect" else "protect"]


def swap_factions(lines: Lines) -> None:
    """One conspirator's card for a protector's, in the box's memory."""
    learned = [line for line in lines if line.get("name") == "setup.factions" and line["kind"] == "choice"]
    thumbs = learned[-1]["value"]
    for seat in ("1", "2", "3", "4", "5", "6", "7"):
        if seat in thumbs:
            thumbs[seat] = "protect" if thumbs[seat] == "conspire" else "conspire"


def move_mark(lines: Lines) -> None:
    night = next(line for line in lines if line.get("name") == "conspiracy" and line.get("value"))
    victim = next(iter(night["value"].values()))
    night["value"] = dict.fromkeys(night["value"], victim % 7 + 1)


def turn_thumbs(lines: Lines) -> None:
    ballot = next(line for line in lines if line["kind"] == "choice" and line["name"] == "council.vote")
    ballot["value"] = {s: "up" if thumb == "down" else "down" for s, thumb in ballot["value"].items()}


def leak_props(lines: Lines) -> None:
    props = next(line for line in lines if line["kind"] == "props" and line["t"] > 60)
    props["items"].append({"kind": "Card", "at": 1, "label": "Conspirator", "name": "conspire", "own": True})


def leak_a_back(lines: Lines) -> None:
    down = (item for line in lines for item in line.get("items", ()) if item.get("face_down"))
    next(down)["colour"] = "red"


def misplaced_oracle(lines: Lines) -> None:
    before = lines.index(first(lines, kind="decision", name="council.accuse"))
    for line in lines[:before]:
        for item in line.get("items", ()):
            item["at"] = item["at"] % 7 + 1 if item.get("name") == "oracle" else item["at"]


def unturned_card(lines: Lines) -> None:
    for line in lines:
        for item in line.get("items", ()):
            item.pop("turned", None)


FAULTS: dict[str, Callable[[Lines], object]] = {
    "another victim": lambda lines: put(banished_by(lines, "conspiracy"), seat=1),
    "marks for another": move_mark,
    "hel banishes another": lambda lines: put(banished_by(lines, "hel"), seat=6),
    "a banishment nobody made": lambda lines: drop_line(lines, banished_by(lines, "council")),
    "a banishment twice": lambda lines: lines.insert(
        lines.index(banished_by(lines, "hel")), dict(banished_by(lines, "hel"))
    ),
    "thumbs counted the wrong way": swap_count,
    "a wound forgotten": drop_wound,
    "other thumbs than pressed": turn_thumbs,
    "a tie where there is none": lambda lines: put(
        (spared := events_named(lines, "Spared")[0]), tie=not spared["tie"]
    ),
    "a skipped god who is not told": lambda lines: drop_line(lines, events_named(lines, "Skipped")[0]),
    "somebody missing who is not named": lambda lines: put(events_named(lines, "Missing")[0], seats=[]),
    "cards that do not return": lambda lines: drop_line(lines, events_named(lines, "CardsReturned")[0]),
    "a die that shows seven": lambda lines: put(
        first(lines, kind="choice", name="oracle.first-die"), value=7
    ),
    "other dice than thrown": lambda lines: put(events_named(lines, "OracleMoved")[0], dice=[0, 0]),
    "the oracle elsewhere": misplaced_oracle,
    "a banished card not turned": unturned_card,
    "a faction card open": leak_props,
    "a faction on the back of its card": leak_a_back,
    "factions turned round": swap_factions,
    "a secret choice told to all": lambda lines: put(
        first(lines, kind="choice", name="conspiracy"), audience="all"
    ),
    "an open choice kept from all": lambda lines: put(
        first(lines, kind="choice", name="setup.deal"), audience="record"
    ),
    "a secret decision called open": lambda lines: put(
        first(lines, kind="decision", name="council.vote"), secret=False
    ),
    "a night with open eyes": lambda lines: put(
        first(lines, kind="decision", name="conspiracy"), closed=False
    ),
    "a pad at two places": lambda lines: put(
        [line for line in lines if line.get("name") == "setup.pad" and line["kind"] == "choice"][3], value=1
    ),
    "a place that is not called": lambda lines: drop_line(
        lines, [line for line in lines if line.get("name") == "setup.pad"][2]
    ),
    "a lamp at no pad": lambda lines: put(
        next(line for line in lines if line["kind"] == "light" and line["seats"]), seats=[15]
    ),
    "a roll call without a name": lambda lines: first(lines, kind="decision", name="conspiracy")["beats"].pop(
        -4
    ),
    "time that goes back": lambda lines: put(lines[len(lines) // 2], t=0.0),
    "a choice of the table called the clock's": lambda lines: put(
        first(lines, kind="choice", name="council.drop"), who={"kind": "clock"}
    ),
    "a choice nobody was asked for": lambda lines: drop_line(
        lines, first(lines, kind="decision", name="council.whom")
    ),
    "the other faction wins": other_winner,
    "another reason": lambda lines: put(lines[-1], reason="agreed"),
    "a round too many": lambda lines: put(
        lines[-1], facts={**lines[-1]["facts"], "rounds": lines[-1]["facts"]["rounds"] + 1}
    ),
    "no outcome": lambda lines: lines.pop(),
    "something after the outcome": lambda lines: lines.append({**lines[0], "t": lines[-1]["t"]}),
    "an end too early": lambda lines: lines.__delitem__(slice(len(lines) // 2, -1)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_second_referee_notices(fault: str) -> None:
    untouched = eventful().splitlines()
    lines = [json.loads(line) for line in untouched]
    FAULTS[fault](lines)
    tampered = [json.dumps(line, ensure_ascii=False) for line in lines]
    assert tampered != untouched
    with pytest.raises(Disagrees):
        check(tampered)


@cache
def without_pads(**given: str) -> str:
    """A game in which somebody is banished by each of the three."""
    words = [word for name, value in given.items() for word in ("--set", f"{name}={value}")]
    for seed in range(1, 400):
        lines = play(*words, "--auto", str(seed))
        events = [json.loads(line) for line in lines if '"kind": "event"' in line]
        by = {event["by"] for event in events if event["name"] == "Banished"}
        if by == {"conspiracy", "hel", "council"} and any(event["name"] == "Spared" for event in events):
            check(lines, **given)
            return "\n".join(lines)
    raise AssertionError("no such game among these")


def chosen(lines: Lines, name: str) -> Line:
    return first(lines, kind="choice", name=name)


def uneven(lines: Lines) -> Line:
    """The totals of a ballot that was no tie."""
    return next(one for one in events_named(lines, "Totals") if one["down"] != one["up"])


def turned(thumb: str) -> str:
    return "up" if thumb == "down" else "down"


THUMBS, BOOTH, TOTALS = {"ballot": "thumbs"}, {"ballot": "booth"}, {"ballot": "booth", "count": "totals"}

WITHOUT_PADS: dict[str, tuple[dict[str, str], Callable[[Lines], object]]] = {
    "the die somewhere else": (
        THUMBS,
        lambda lines: put(one := banished_by(lines, "conspiracy"), seat=one["seat"] % 7 + 1),
    ),
    "a night with open eyes": (
        THUMBS,
        lambda lines: put(first(lines, kind="decision", name="conspiracy.night"), closed=False),
    ),
    "an end nobody called": (BOOTH, lambda lines: put(chosen(lines, "end.called"), value="protect")),
    "an end that was called and does not come": (
        THUMBS,
        lambda lines: put([line for line in lines if line.get("name") == "end.called"][-1], value="on"),
    ),
    "nobody asked whether it goes on": (
        BOOTH,
        lambda lines: drop_line(lines, first(lines, kind="decision", name="end.called")),
    ),
    "a thumb entered the other way": (
        THUMBS,
        lambda lines: put(one := chosen(lines, "council.thumb"), value=turned(one["value"])),
    ),
    "a thumb counted the other way, unseen": (
        BOOTH,
        lambda lines: put(one := chosen(lines, "council.booth"), value=turned(one["value"])),
    ),
    "a wrong total": (
        TOTALS,
        lambda lines: put(one := uneven(lines), down=one["up"], up=one["down"]),
    ),
    "thumbs told where only totals are": (
        TOTALS,
        lambda lines: put(events_named(lines, "Totals")[0], name="ThumbsShown", thumbs={}),
    ),
    "somebody's turn taken by another": (
        BOOTH,
        lambda lines: put(
            first(lines, kind="decision", name="council.booth"), who={"kind": "seat", "seat": 4}
        ),
    ),
    "an unseen thumb told to all": (BOOTH, lambda lines: put(chosen(lines, "council.booth"), audience="all")),
    "an unseen thumb called open": (
        BOOTH,
        lambda lines: put(first(lines, kind="decision", name="council.booth"), secret=False),
    ),
    "factions the box cannot know": (
        THUMBS,
        lambda lines: put(lines[-1], facts={**lines[-1]["facts"], "factions": {"1": "protect"}}),
    ),
}


@pytest.mark.parametrize("fault", WITHOUT_PADS)
def test_the_second_referee_notices_without_pads_too(fault: str) -> None:
    given, plant = WITHOUT_PADS[fault]
    untouched = without_pads(**given).splitlines()
    lines = [json.loads(line) for line in untouched]
    plant(lines)
    tampered = [json.dumps(line, ensure_ascii=False) for line in lines]
    assert tampered != untouched
    with pytest.raises(Disagrees):
        check(tampered, **given)


def test_the_second_referee_imports_nothing_of_the_first() -> None:
    parts = sorted(Path(__file__).parent.glob("transcripts*.py"))
    assert len(parts) == 8, "those of the other games too"
    parts.append(Path(plain_gods.__file__))
    source = "".join(part.read_text("utf-8") for part in parts)
    assert "gm_appliance" not in source
