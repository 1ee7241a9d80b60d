"""The line protocol, on both Pythons."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import hub_protocol
from firmware.hub_protocol import (
    BIGGEST,
    EDITION,
    FIELDS,
    GRAMMAR,
    LONGEST,
    PROTOCOL,
    Splitter,
    elapsed,
    line,
    parse,
)

EDITIONS = {1: 614585118, 2: 579468802}
"""The hash of every edition ever made. Any of them may be on a hub in somebody's cupboard."""

MESSAGES = st.sampled_from(sorted(FIELDS)).flatmap(
    lambda letter: st.tuples(st.just(letter), st.tuples(*(st.integers(0, limit) for limit in FIELDS[letter])))
)


def test_a_changed_protocol_is_a_new_edition() -> None:
    assert EDITIONS[EDITION] == PROTOCOL, "the protocol changed: raise EDITION, and add its hash here"
    assert max(EDITIONS) == EDITION


@pytest.mark.parametrize(
    "change",
    [
        lambda: hub_protocol.WIRING.update(load=22),
        lambda: hub_protocol.LIMITS.update(order=3),
        lambda: setattr(hub_protocol, "CIRCUIT", hub_protocol.CIRCUIT.replace("thumb up", "thumb down")),
        lambda: setattr(hub_protocol, "HOLD_MS", 800),
        lambda: setattr(hub_protocol, "GRAMMAR", (*hub_protocol.GRAMMAR, "Z boot")),
        lambda: setattr(hub_protocol, "HELD", 7),
    ],
    ids=["a pin", "a limit", "what a switch means", "a time", "a line", "a move"],
)
def test_everything_both_sides_must_agree_on_changes_the_hash(
    change: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("WIRING", "LIMITS"):
        monkeypatch.setattr(hub_protocol, name, dict(getattr(hub_protocol, name)))
    for name in ("CIRCUIT", "HOLD_MS", "GRAMMAR", "HELD"):
        monkeypatch.setattr(hub_protocol, name, getattr(hub_protocol, name))
    assert hub_protocol._hash() == PROTOCOL
    change()
    assert hub_protocol._hash() != PROTOCOL


def test_the_lines_that_identify_editions_never_change() -> None:
    assert GRAMMAR[:3] == ("R nonce", "H edition hash boot nonce base", "X boot")
    assert line("R", 7) == b"$R 7*bd40a261\n"


@given(MESSAGES)
def test_written_lines_are_parsed(message: tuple[str, tuple[int, ...]]) -> None:
    text = line(message[0], *message[1])
    assert len(text) <= LONGEST
    assert parse(text[:-1]) == message


@given(st.binary(max_size=60))
def test_no_bytes_raise_an_error(data: bytes) -> None:
    assert parse(data) is None
    Splitter().lines(data + b"\n" + data)


@given(MESSAGES, st.data())
def test_a_changed_byte_is_noticed(message: tuple[str, tuple[int, ...]], data: st.DataObject) -> None:
    text = bytearray(line(message[0], *message[1])[:-1])
    text[data.draw(st.integers(0, len(text) - 1))] ^= data.draw(st.integers(1, 255))
    assert parse(bytes(text)) is None


@pytest.mark.parametrize(
    "body", [b"", b"Q 1", b"R", b"R 1 2", b"R -1", b"R 1.5", b"R 1073741824", b"R \xb2", b"A 1 2", b"R  1"]
)
def test_an_intact_line_with_invalid_content_is_ignored(body: bytes) -> None:
    from binascii import crc32

    assert parse(b"$" + body + f"*{crc32(body):08x}".encode()) is None


@given(st.lists(MESSAGES, max_size=5), st.integers(1, 50))
def test_lines_are_found_in_pieces_of_any_size(
    messages: list[tuple[str, tuple[int, ...]]], size: int
) -> None:
    data = b"rubbish\n" + b"".join(line(letter, *numbers) for letter, numbers in messages)
    splitter = Splitter()
    found = [one for at in range(0, len(data), size) for one in splitter.lines(data[at : at + size])]
    assert found == messages
    assert splitter.damaged == 1


def test_a_lost_line_end_costs_one_line() -> None:
    splitter = Splitter()
    assert splitter.lines(line("R", 1)[:-1] + line("R", 2) + line("R", 3)) == [("R", (2,)), ("R", (3,))]


def test_an_endless_line_is_not_kept() -> None:
    splitter = Splitter()
    for _ in range(100):
        splitter.lines(b"x" * 100)
    assert splitter.lines(b"\n" + line("R", 1)) == [("R", (1,))]
    assert splitter.damaged == 1


@given(st.integers(0, BIGGEST), st.integers(-(BIGGEST // 2), BIGGEST // 2))
def test_ticks_wrap(then: int, later: int) -> None:
    assert elapsed(then + later & BIGGEST, then) == later
