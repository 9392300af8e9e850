"""Pieces of sequences, at once or block by block."""

from __future__ import annotations

import operator
import warnings
from collections import abc
from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

from . import _grundy
from ._ask import Letter, Moves, Values, asked, game, integer
from ._picture import Picture

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: A notebook shows no more values than this as a picture.
MOST_SHOWN = 20_000

#: The letters of the Grundy values that have one.
LETTERS = "_ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, eq=False, repr=False)
class Sequence(abc.Sequence[int]):
    """The values of successive positions.

    You use it as a sequence of numbers (`collections.abc.Sequence`): `sequence[3]`, `len(sequence)`, `5 in sequence`.
    A slice is a `Sequence`, or a list if it has a step.  `str` gives one letter for each value.  `array` and
    `numpy.asarray` give a NumPy array of bytes without a copy.  Two are equal if position, kind and all values are the
    same.

    >>> import grundy
    >>> values = grundy.sequence("1 2", 7, values="nim")
    >>> str(values), list(values)
    ('_AB_AB_', [0, 1, 2, 0, 1, 2, 0])
    >>> str(values[2:5]), values[2:5].start, values[::-3], values.count(2)
    ('B_A', 2, [0, 0, 0], 2)
    >>> values.array
    array([0, 1, 2, 0, 1, 2, 0], dtype=uint8)
    """

    start: int
    """The position of the first value."""
    values: Letter
    """`nim` for Grundy values, or `outcome`: 0 is P (lost), 1 is N (won)."""
    _bytes: bytes
    _title: str

    @property
    def array(self) -> numpy.typing.NDArray[numpy.uint8]:
        """The values as a read-only NumPy array of bytes; nothing is copied."""
        import numpy

        return numpy.frombuffer(self._bytes, dtype=numpy.uint8)

    def __array__(
        self, dtype: numpy.typing.DTypeLike | None = None, copy: bool | None = None
    ) -> numpy.typing.NDArray[Any]:
        array = self.array
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError("an array of another type needs a copy")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __len__(self) -> int:
        return len(self._bytes)

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> abc.Sequence[int]: ...
    def __getitem__(self, key: Any, /) -> Any:
        if not isinstance(key, slice):
            try:
                return self._bytes[key]
            except IndexError:
                raise IndexError("sequence index out of range") from None
        found = self._bytes[key]
        start, _, step = key.indices(len(self))
        if step != 1:
            return list(found)
        return Sequence(self.start + start, self.values, found, self._title)

    def __iter__(self) -> Iterator[int]:
        return iter(self._bytes)

    def __reversed__(self) -> Iterator[int]:
        return reversed(self._bytes)

    def __contains__(self, key: object, /) -> bool:
        return self.count(key) > 0

    def count(self, value: object) -> int:
        """How often a value occurs."""
        byte = _byte(value)
        return 0 if byte is None else self._bytes.count(byte)

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The first index of a value, from `start` on and before `stop`; ValueError if it does not occur there."""
        byte = _byte(value)
        found = -1 if byte is None else self._bytes.find(byte, start, stop)
        if found < 0:
            raise ValueError(f"{value} is not in the sequence")
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return (self.start, self.values, self._bytes) == (other.start, other.values, other._bytes)

    def __hash__(self) -> int:
        return hash((self.start, self.values, self._bytes))

    def __str__(self) -> str:
        letters = ("-" + "+" * 255 if self.values == "outcome" else LETTERS).encode()
        # Without those that have one letter, are there others?
        if not self._bytes.translate(None, bytes(range(len(letters)))):
            return self._bytes.translate(letters.ljust(256)).decode()
        return "".join(LETTERS[it] if it < len(LETTERS) else str(it) for it in self._bytes)

    def __repr__(self) -> str:
        return f"<grundy.Sequence: {self._title}, {len(self)} values from {self.start}>"

    def picture(self, row: int | None = None, *, width: int = 900, height: int = 600) -> Picture:
        """A picture of the sequence with `row` positions in each row; by default it is about a square."""
        if row == 0:
            raise ValueError("a row has at least one position")
        if self.start >= 2**64:
            raise ValueError("only positions below 2^64 can be drawn")
        row = row or max(isqrt(len(self)), 1)
        drawn = _grundy.rows(self._title, self.values, self.start, row, self._bytes, (width, height))
        return Picture(drawn)

    def _shown(self) -> Picture | None:
        """The picture in a cell of a notebook; nothing for more values than it can show."""
        is_shown = len(self) <= MOST_SHOWN and self.start < 2**64
        return self.picture(height=400) if is_shown else None

    def _repr_svg_(self) -> str | None:
        shown = self._shown()
        return None if shown is None else shown._repr_svg_()

    def _repr_png_(self) -> bytes | None:
        shown = self._shown()
        return None if shown is None else shown._repr_png_()


def _byte(value: Any) -> bytes | None:
    """The byte of a value; None for what is none."""
    try:
        number = operator.index(value)
    except TypeError:
        return None
    return bytes([number]) if 0 <= number < 256 else None


def first_position(first: SupportsIndex | None, start: Any) -> tuple[int, str | None]:
    """The first position and the start.

    A number as `start` is the first position: so it was called before there were start words.
    """
    if start is not None and not isinstance(start, str):
        if first is not None:
            raise TypeError("start is a word of values, such as '+--'")
        message = "start is the word before position 0; for the first position, write first=..."
        warnings.warn(message, DeprecationWarning, stacklevel=3)
        first, start = start, None
    position = 0 if first is None else integer("first", first)
    if position < 0:
        raise ValueError("positions count from 0")
    return position, start


def sequence(
    moves: Moves,
    count: int,
    *,
    first: SupportsIndex | None = None,
    values: Values | None = None,
    rule: str | None = None,
    start: str | SupportsIndex | None = None,
    time_limit: float | None = None,
    **at: SupportsIndex,
) -> Sequence:
    """The values of `count` positions of a game, from position `first` on.  Positions may be of any size.

    `moves`, `values`, `rule`, `start` and the parameters are as in `grundy.period`; games with real moves have
    `grundy.losing_intervals` instead.

    >>> import grundy
    >>> str(grundy.sequence("2 5 7", 30))
    '--++-+++++-++--+++++++--++-+++'
    >>> list(grundy.sequence("1 2", 4, first=10**30, values="nim"))
    [1, 2, 0, 1]
    >>> str(grundy.sequence("31 70", 20, rule="won odd", start="+", first=10**12))
    '--+++-+-+++++---+--+'
    """
    position, word = first_position(first, start)
    played = game(moves, at, values, rule, word)
    question = {"game": played, "from": str(position), "count": count_of(count)}
    title, kind, found = _grundy.values(asked(question), time_limit)
    return Sequence(position, cast(Letter, kind), found, titled(title))


def titled(name: str) -> str:
    """`outcomes of { 1 2 }` as it begins a line."""
    return name[:1].upper() + name[1:]


def count_of(count: SupportsIndex) -> int:
    number = integer("the number of positions", count)
    if not 0 <= number < 2**63:
        raise OverflowError(f"the number of positions is from 0 to 2^63 - 1, not {number}")
    return number


def blocks(
    moves: Moves,
    size: int,
    *,
    first: SupportsIndex | None = None,
    values: Values | None = None,
    rule: str | None = None,
    start: str | SupportsIndex | None = None,
    time_limit: float | None = None,
    **at: SupportsIndex,
) -> Blocks:
    """The values of a game in blocks of `size` positions, from position `first` on: an endless iterator.

    The other arguments are as in `grundy.sequence`.  Only one block is in memory at a time.

    >>> import grundy
    >>> blocks = grundy.blocks("2 5 7", 10)
    >>> str(next(blocks)), str(next(blocks))
    ('--++-+++++', '-++--+++++')
    """
    position, word = first_position(first, start)
    stream = _grundy.Stream(asked(game(moves, at, values, rule, word)), position)
    return Blocks(stream, count_of(size), position, time_limit)


class Blocks(abc.Iterator[Sequence]):
    """The values of a game, block by block; see `grundy.blocks`."""

    def __init__(
        self, stream: _grundy.Stream, size: int, first: int, time_limit: float | None
    ) -> None:
        self._stream, self._size, self._next, self._time_limit = stream, size, first, time_limit

    def __next__(self) -> Sequence:
        title, kind = self._stream.named()
        found = self._stream.take(self._size, self._time_limit)
        block = Sequence(self._next, cast(Letter, kind), found, titled(title))
        self._next += self._size
        return block

    def __repr__(self) -> str:
        title = titled(self._stream.named()[0])
        return f"<grundy.Blocks: {title}, blocks of {self._size} values, next from {self._next}>"
