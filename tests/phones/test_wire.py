"""The wire between phone and process: sealed, of one size, and read as it was written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.phones import frames
from gm_appliance.phones.frames import Content, Move, PhoneTick, ProcessTick
from gm_appliance.phones.seal import FROM_PHONE, TO_PHONE, Opener, Sealer, Unsealed, key
from tests.phones import phone_frames
from tests.phones.vectors import FROM_PHONES, TO_PHONES, vectors

KEPT = Path(__file__).with_name("vectors.json")

clocks = st.integers(0, frames.CLOCK)
moves = st.builds(Move, st.integers(0, 65535), st.integers(0, 1), st.integers(0, 3), clocks)
phone_ticks = st.builds(
    *(PhoneTick, clocks, clocks, st.booleans(), st.booleans()),
    st.lists(moves, max_size=frames.MOVES).map(tuple),
)


def test_the_kept_examples_are_made_again() -> None:
    assert json.loads(KEPT.read_text()) == vectors()  # or: python -m tests.phones.vectors


@given(phone_ticks)
def test_a_phones_tick_is_read_as_it_was_written(tick: PhoneTick) -> None:
    plain = phone_frames.phone_tick(tick)
    assert len(plain) == frames.TICK_BYTES
    assert frames.read_phone_tick(plain) == tick


@given(st.builds(ProcessTick, clocks, boot=clocks, pad=st.integers(0, 15), closed=st.booleans()))
def test_a_tick_of_the_process_is_read_as_it_was_written(tick: ProcessTick) -> None:
    plain = frames.process_tick(tick)
    assert len(plain) == frames.TICK_BYTES
    assert phone_frames.read_process_tick(plain) == tick


def test_json_is_padded_to_blocks() -> None:
    assert {len(one) for one in FROM_PHONES} == {frames.TICK_BYTES, phone_frames.ASK_BLOCK}
    assert [len(one) % frames.CONTENT_BLOCK for one in TO_PHONES] == [64, 64, 0]
    for told in (Content(1, "en"), Content(2, "en", open=tuple(range(15)))):
        assert phone_frames.read_content(frames.content(told)) == told


@given(st.binary(max_size=600))
def test_whatever_comes_is_read_or_refused(plain: bytes) -> None:
    for read in (frames.read_phone_tick, frames.read_ask):
        try:
            read(plain)
        except frames.BadFrame:
            continue


def test_sealed_frames_open_once_in_order_with_the_same_key() -> None:
    token, ours, theirs = bytes(16), bytes(16), bytes(range(16))
    one = key(token, TO_PHONE, ours, theirs)
    sealer, plain = Sealer(one), [b"first", b"second"]
    sealed = [sealer.seal(text) for text in plain]
    opener = Opener(one)
    assert [opener.open(text) for text in sealed] == plain

    others = (
        key(token, FROM_PHONE, ours, theirs),
        key(bytes(15) + b"\1", TO_PHONE, ours, theirs),
        key(token, TO_PHONE, theirs, theirs),
        key(token, TO_PHONE, ours, ours),
    )
    for other in others:
        with pytest.raises(Unsealed):
            Opener(other).open(sealed[0])
    for wrong in (sealed[1], sealed[0][:-1] + b"\0", sealed[0][:10], b""):
        with pytest.raises(Unsealed):
            Opener(one).open(wrong)
    opener = Opener(one)
    opener.open(sealed[0])
    with pytest.raises(Unsealed):
        opener.open(sealed[0])
