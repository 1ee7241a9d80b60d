"""Values: dataclasses that nobody changes, and of which thousands are made a second."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """Make a class a dataclass that is frozen to the type checker, which lets nobody assign to a field.

    One that is frozen at run time too takes twice as long to make, or longer: it sets each field past its
    own guard. Equal values have equal hashes; there is room for the fields alone.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int
    >>> Point(1, 2), Point(1, 2) in {Point(1, 2)}
    (Point(x=1, y=2), True)
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)
