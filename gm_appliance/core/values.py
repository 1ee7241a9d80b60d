"""Values: dataclasses that nobody changes. Their methods are written once one of them is made.

A dataclass has its methods written and compiled when its class is read, half a millisecond for each class,
and the games have hundreds; that took a third of the time the box needs to start. So here they are written
with the first instance, or in a quiet moment, by `finish_one`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, FrozenInstanceError, dataclass, field
from threading import RLock
from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def immutable(kind: type[T]) -> type[T]:
    """Make a class a dataclass whose fields cannot be assigned to.

    What is wrong with its fields shows with the first instance.

    >>> @immutable
    ... class Point:
    ...     x: int
    ...     y: int = 2
    >>> Point(1), Point(1) in {Point(1, 2)}
    (Point(x=1, y=2), True)
    """
    inner = dict(vars(kind))
    changing: Any = kind
    changing.__setattr__ = changing.__delattr__ = _refuse
    _Unwritten(kind, lambda: dataclass(frozen=True)(_class_like(kind, inner)))
    return kind


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """The same for what is made thousands of times a second: frozen to the type checker alone, which lets
    nobody assign to a field.

    One that is frozen at run time too takes twice as long to make, or longer: it sets each field past its
    own guard. Equal values have equal hashes; there is room for the fields alone.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int
    >>> Point(1, 2), Point(1, 2) in {Point(1, 2)}
    (Point(x=1, y=2), True)
    """
    own = [name for name, what in kind.__annotations__.items() if not str(what).startswith("ClassVar")]
    above = {name for base in kind.__mro__[1:] for name in vars(base).get("__slots__", ())}
    inner = {name: one for name, one in vars(kind).items() if name not in own}
    slotted = _class_like(kind, {**inner, "__slots__": tuple(name for name in own if name not in above)})
    _Unwritten(slotted, lambda: dataclass(slots=True, unsafe_hash=True)(_class_like(kind, vars(kind))))
    return slotted


def finish_one() -> bool:
    """Write the methods of one class that has none yet; whether there was one. Takes about a millisecond."""
    unwritten = next(iter(_unwritten), None)
    if unwritten is not None:
        unwritten.write()
    return unwritten is not None


_FIELDS = "__dataclass_fields__"
_unwritten: dict[_Unwritten, None] = {}
_one_at_a_time = RLock()


class _Unwritten:
    """In place of a class's fields, until somebody asks for them or makes the first instance."""

    def __init__(self, kind: type, twin: Callable[[], type]) -> None:
        """twin: makes a class like it, with its methods written."""
        self._kind = kind
        self._twin = twin
        self._before = dict(vars(kind))
        changing: Any = kind
        changing.__init__ = _first(self)
        setattr(kind, _FIELDS, self)
        _unwritten[self] = None

    def __get__(self, instance: object, owner: type) -> Any:
        self.write()
        return getattr(owner, _FIELDS)

    def write(self) -> None:
        """Give the class its methods. Another thread may do so meanwhile, or make instances."""
        with _one_at_a_time:
            if self not in _unwritten:
                return
            written = vars(self._twin())
            for name in (name for name, one in self._before.items() if isinstance(one, Field)):
                if name in written:  # its default
                    setattr(self._kind, name, written[name])
                else:
                    delattr(self._kind, name)
            # Whoever finds one of the last two there finds all others too.
            for name in (*(one for one in _WRITTEN if one in written), "__init__", _FIELDS):
                if written[name] is not self._before.get(name):
                    setattr(self._kind, name, written[name])
            del _unwritten[self]


_WRITTEN = ("__repr__", "__eq__", "__hash__", "__match_args__", "__dataclass_params__", "__replace__")
"""What `dataclass` writes beside the two that come last; all where its class does not have it already."""


def _class_like(kind: type[T], inner: Mapping[str, Any]) -> type[T]:
    """Another class of its name, with this in it."""
    named = {name: one for name, one in inner.items() if name not in ("__dict__", "__weakref__")}
    # dataclass() makes up for a docstring from the signature, which takes longer than all else.
    meta: Any = type(kind)
    made: type[T] = meta(
        kind.__name__,
        kind.__bases__,
        {"__qualname__": kind.__qualname__, **named, "__doc__": kind.__doc__ or kind.__name__},
    )
    return made


def _first(unwritten: _Unwritten) -> Callable[..., None]:
    def __init__(self: Any, /, *values: Any, **named: Any) -> None:
        unwritten.write()
        self.__init__(*values, **named)

    return __init__


def _refuse(self: object, name: str, *value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")
