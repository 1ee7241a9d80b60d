"""Values: their methods are written late, and nobody notices."""

from __future__ import annotations

import threading
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from gm_appliance.core import values
from gm_appliance.core.values import finish_one, frozen, immutable

T = TypeVar("T")
MAKERS = [immutable, frozen]


@pytest.fixture(autouse=True)
def none_but_those_of_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "_unwritten", {})


def made(maker: Any) -> Any:
    class Point:
        """A place."""

        x: int
        y: int = 2
        seen: list[int] = field(default_factory=list, compare=False, repr=False)
        kept: str = field(default="", init=False)
        AXES: ClassVar[int] = 2

        def moved(self) -> Any:
            me: Any = self
            return replace(me, x=self.x + 1)

    return maker(Point)


@pytest.mark.parametrize("maker", MAKERS)
def test_the_first_instance_is_like_any_other(maker: Any) -> None:
    kind = made(maker)
    first, second = kind(1), kind(x=1, y=2, seen=[3])
    assert repr(first).endswith("Point(x=1, y=2, kept='')")
    assert (first == second, hash(first) == hash(second), first == kind(2)) == (True, True, False)
    assert first.moved() == kind(2)
    assert (first.seen, first.kept, kind.AXES, kind.__doc__) == ([], "", 2, "A place.")
    match first:
        case kind(x, y):
            assert (x, y) == (1, 2)
    with pytest.raises(TypeError):
        kind()


@pytest.mark.parametrize("maker", MAKERS)
def test_its_fields_are_known_before_there_is_an_instance(maker: Any) -> None:
    assert is_dataclass(made(maker))
    assert [one.name for one in fields(made(maker))] == ["x", "y", "seen", "kept"]
    assert [*made(maker).__dataclass_fields__][:2] == ["x", "y"]


def named(maker: Any, base: Any) -> Any:
    class Named(base):  # type: ignore[misc]
        name: str = ""

    return maker(Named)


@pytest.mark.parametrize(
    ("maker", "other"),
    [(immutable, immutable), (immutable, dataclass(frozen=True)), (frozen, frozen)],
)
def test_one_is_made_from_another(maker: Any, other: Any) -> None:
    base = made(maker)
    one = named(other, base)(1, name="A")
    assert (one.x, one.y, one.name, isinstance(one, base)) == (1, 2, "A", True)
    assert repr(one).endswith("Named(x=1, y=2, kept='', name='A')")
    assert base(1) == base(1) != one


@pytest.mark.parametrize(("maker", "other"), [(immutable, frozen), (frozen, immutable)])
def test_what_can_be_assigned_to_and_what_cannot_do_not_mix(maker: Any, other: Any) -> None:
    with pytest.raises(TypeError, match="frozen"):
        named(other, made(maker))(1)


def test_what_is_immutable_cannot_be_assigned_to() -> None:
    point = made(immutable)(1)
    with pytest.raises(FrozenInstanceError, match="'x'"):
        point.x = 2
    with pytest.raises(FrozenInstanceError, match="'x'"):
        del point.x
    assert point.x == 1


def test_what_is_frozen_has_room_for_its_fields_alone() -> None:
    point = made(frozen)(1)
    assert not hasattr(point, "__dict__")
    with pytest.raises(AttributeError):
        point.other = 1


@pytest.mark.parametrize("maker", MAKERS)
def test_one_of_a_kind_that_is_generic(maker: Any) -> None:
    class Box(Generic[T]):
        inside: T

    kind = maker(Box)
    assert kind[int](3) == kind(3)


def test_methods_of_its_own_stay() -> None:
    @immutable
    class Quiet:
        secret: int

        def __repr__(self) -> str:
            return "Quiet()"

        def __hash__(self) -> int:
            return 7

    assert (repr(Quiet(1)), hash(Quiet(1)), Quiet(1) == Quiet(1)) == ("Quiet()", 7, True)


def test_all_are_finished_in_the_end() -> None:
    kind = made(immutable)
    while finish_one():
        pass
    assert "write" not in kind.__init__.__code__.co_names
    assert kind(1).moved() == kind(2)


@pytest.mark.parametrize("maker", MAKERS)
def test_many_threads_make_the_first_at_once(maker: Any) -> None:
    for _ in range(20):
        kind, together = made(maker), threading.Barrier(4)
        got: list[Any] = []

        def make(kind: Any = kind, together: threading.Barrier = together, got: list[Any] = got) -> None:
            together.wait()
            got.append((kind(1), hash(kind(1))))

        threads = [threading.Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(got)) == 1, got
