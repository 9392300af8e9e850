"""Questions and answers as JSON, and the arguments that many functions have."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

from . import _grundy

if TYPE_CHECKING:
    import sympy

    from ._real import Real

#: A text, or the path of a file with it.
Text: TypeAlias = "str | os.PathLike[str]"
Values: TypeAlias = Literal["outcome", "nim", "grundy", "misere"]
Letter: TypeAlias = Literal["nim", "outcome"]
#: True for a bar, or a function of what is done, of how much (None: not known), and the stage.
Progress: TypeAlias = "bool | Callable[[int, int | None, str], object]"
#: The moves of a game.
Moves: TypeAlias = "str | Iterable[str | SupportsIndex | Fraction | Real | sympy.Expr]"


@dataclass(frozen=True)
class Reply:
    """An answer: what it is called in JSON, the text for people, and what else there is."""

    json: str
    text: str
    more: Mapping[str, Any]

    @property
    def document(self) -> Any:
        """The answer itself."""
        return json.loads(self.json)


def ask(
    question: Mapping[str, Any],
    *,
    threads: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Reply:
    """The answer to a question; its fields without a value are left out."""
    return reply(json.loads(_grundy.answer(asked(question), threads, time_limit, progress)))


def asked(question: Mapping[str, Any]) -> str:
    """A question as JSON."""
    return json.dumps({name: value for name, value in question.items() if value is not None})


def reply(parts: Mapping[str, Any]) -> Reply:
    """A reply from its parts."""
    return Reply(parts["json"], parts["text"], parts)


@dataclass(frozen=True)
class Source:
    """A text, and the path of the file that it was read from."""

    text: str
    path: str | None

    def name(self, name: Text | None, otherwise: str | None = None) -> str | None:
        """What the text is called in findings."""
        return os.fspath(name) if name is not None else self.path or otherwise


def read(source: Text) -> Source:
    """A `str` is the text itself, a path (`os.PathLike`) the name of a file."""
    if isinstance(source, str):
        return Source(source, None)
    if not hasattr(source, "__fspath__"):
        raise TypeError(f"expected a text or a path, not {type(source).__qualname__}")
    path = os.fsdecode(source)
    with open(path, "rb") as file:
        content = file.read()
    try:
        return Source(content.decode(), path)
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8") from None


def integer(name: str, value: object) -> int:
    """An integer from anything that is one (`__index__`), also those of Sage, SymPy and NumPy."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        message = f"{name} must be an integer, not {type(value).__qualname__}"
        raise TypeError(message) from None


def natural(name: str, value: object) -> int | None:
    """A limit, or the like: a number from 0 on that a machine word holds, or None."""
    if value is None:
        return None
    number = integer(name, value)
    if not 0 <= number < 2**64:
        raise ValueError(f"{name} is from 0 to 2^64 - 1, not {number}")
    return number


def fraction(value: Any) -> Fraction | None:
    """A fraction from anything with a numerator and a denominator, which are methods in Sage."""
    parts = [getattr(value, name, None) for name in ("numerator", "denominator")]
    try:
        numerator, denominator = [
            operator.index(part() if callable(part) else part)  # type: ignore[arg-type]
            for part in parts
        ]
    except TypeError:
        return None
    return Fraction(numerator, denominator)


def game(
    moves: Moves,
    at: Mapping[str, object],
    values: str | None = None,
    rule: str | None = None,
    start: str | None = None,
) -> dict[str, Any]:
    """A game, as questions have it."""
    given = {name: str(integer(name, value)) for name, value in at.items()}
    words = {"values": values, "rule": rule, "start": start}
    named = {name: word for name, word in words.items() if word is not None}
    return {"moves": [written(moves)], "at": given, **named}


def written(moves: Moves) -> str:
    """The moves as a text: one such as `2 5 7`, or the numbers, texts and expressions of an iterable."""
    if isinstance(moves, str):
        return moves
    # The bytes of a text are no moves.
    if isinstance(moves, bytes) or not hasattr(moves, "__iter__"):
        raise TypeError(
            "moves are a text such as '2 5 7', or an iterable of numbers, texts and SymPy expressions, "
            f"not {type(moves).__qualname__}"
        )
    return "{ " + " ".join([*map(move, moves), "}"])


def move(one: Any) -> str:
    """One move: a number, a text, or an affine expression of SymPy."""
    from ._real import Real

    if isinstance(one, (str, Real)):
        return str(one)
    try:
        return str(operator.index(one))
    except TypeError:
        number = fraction(one)
    if number is not None:
        return str(number)
    if not hasattr(one, "as_coefficients_dict") or one.is_Float:
        is_float = isinstance(one, float) or hasattr(one, "is_Float")
        hint = f"; a float is not exact: write '{one}'" if is_float else ""
        raise TypeError(
            "a move is an integer, a fraction, a text such as '2n+1' or '1+sqrt(2)', or an affine expression of "
            f"SymPy, not {type(one).__qualname__}{hint}"
        )
    return affine(one) if one.free_symbols else str(one).replace(" ", "")


def affine(expression: Any) -> str:
    """`6*n + 1` as `6n+1`."""
    text = ""
    for term, factor in expression.expand().as_coefficients_dict().items():
        is_whole = getattr(factor, "is_Integer", False)
        if not is_whole or not (term.is_Symbol or term == 1):
            message = f"the move {expression} is not affine with integer coefficients"
            raise ValueError(message)
        sign = "+" if text and factor > 0 else ""
        text += f"{sign}{factor}{term.name if term.is_Symbol else ''}"
    return text
