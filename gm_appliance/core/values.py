"""The base classes of all records, which are immutable."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:  # for type checkers: msgspec's own types accept any field
    from dataclasses import asdict, fields, replace
else:
    from msgspec.structs import asdict, fields, replace

__all__ = ["Kind", "Redacted", "Value", "asdict", "field", "fields", "replace"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """An immutable record of named fields, compared and hashed by their values.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 2
    >>> Point(1), Point(1) in {Point(1, 2)}, replace(Point(1), x=3)
    (Point(x=1, y=2), True, Point(x=3, y=2))
    >>> Point(1).x = 3
    Traceback (most recent call last):
    AttributeError: immutable type: 'Point'

    Other attributes need `dict=True` in the class, for instance for a `cached_property`. `replace` runs
    `__post_init__`; `copy.copy` does not.
    """


class Kind(Value, tag_field="kind", tag=True):
    """A value that is encoded with the name of its class, for places with values of several classes.

    >>> import msgspec
    >>> class Point(Kind):
    ...     x: int
    >>> msgspec.json.encode(Point(1))
    b'{"kind":"Point","x":1}'
    """


class Redacted(Value):
    """A value whose `repr` omits some fields, to keep them out of logs and tracebacks.

    redacted: the names of these fields.

    >>> class Vote(Redacted):
    ...     seat: int
    ...     thumb: str
    ...     redacted = ("thumb",)
    >>> Vote(3, "up")
    Vote(seat=3)
    """

    redacted: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        shown = (name for name in self.__struct_fields__ if name not in self.redacted)
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"
