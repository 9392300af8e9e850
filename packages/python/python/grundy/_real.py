"""Exact real numbers of a field Q(sqrt d)."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from . import _grundy
from ._ask import fraction

if TYPE_CHECKING:
    import sympy

#: Whatever a `Real` is made from.
Number: TypeAlias = "str | SupportsIndex | Fraction | sympy.Expr | Real"


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Real:
    """An exact real number x + y sqrt(d) with fractions x and y.

    You make it from an integer, a fraction, a text such as `1.5` or `1+2sqrt(5)`, or a number of SymPy.  `float`
    gives the nearest float, or one next to it.

    >>> import grundy
    >>> number = grundy.Real("1/2 + sqrt(8)")
    >>> number, float(number)
    (<grundy.Real: 1/2+2*sqrt(2)>, 3.3284271247461903)
    >>> number.rational, number.coefficient, number.radicand
    (Fraction(1, 2), Fraction(2, 1), 2)
    >>> grundy.Real("6/4") == grundy.Real("1.5")
    True
    """

    rational: Fraction
    """The rational part x."""
    coefficient: Fraction
    """The coefficient y of the square root; 0 if the number is rational."""
    radicand: int
    """The squarefree number d under the square root; 1 if the number is rational."""

    def __init__(self, value: Number) -> None:
        for name, part in zip(("rational", "coefficient", "radicand"), _parts(value), strict=True):
            object.__setattr__(self, name, part)

    def to_sympy(self) -> sympy.Expr:
        """The same as an expression of SymPy."""
        import sympy

        x, y = (sympy.Rational(it.numerator, it.denominator) for it in (self.rational, self.coefficient))
        return x + y * sympy.sqrt(self.radicand)

    def __float__(self) -> float:
        x, y, d = self.rational, self.coefficient, self.radicand
        if y == 0:
            return float(x)
        # Enough digits that what is left of nearly equal numbers, however small, still has its own.
        sizes = (x.numerator, x.denominator, y.numerator, y.denominator, d)
        scale = 1 << (2 * sum(size.bit_length() for size in sizes) + 80)
        root = Fraction(isqrt(y.numerator**2 * d * scale**2), y.denominator * scale)
        return float(x + root if y > 0 else x - root)

    def __bool__(self) -> bool:
        return bool(self.rational or self.coefficient)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return False
        try:
            parts = _parts(other)
        except (TypeError, ValueError):
            return False
        return (self.rational, self.coefficient, self.radicand) == parts

    def __hash__(self) -> int:
        if self.coefficient == 0:
            return hash(self.rational)
        return hash((self.rational, self.coefficient, self.radicand))

    def __str__(self) -> str:
        x, y = self.rational, self.coefficient
        if y == 0:
            return str(x)
        sign = "-" if y < 0 else "+" if x else ""
        factor = "" if abs(y.numerator) == 1 else f"{abs(y.numerator)}*"
        under = "" if y.denominator == 1 else f"/{y.denominator}"
        return f"{x or ''}{sign}{factor}sqrt({self.radicand}){under}"

    def __repr__(self) -> str:
        return f"<grundy.Real: {self}>"


def _parts(value: Any) -> tuple[Fraction, Fraction, int]:
    """The rational part, the coefficient, and the radicand."""
    if isinstance(value, Real):
        return value.rational, value.coefficient, value.radicand
    if isinstance(value, str):
        x, y, z, d = _grundy.number(value)
        return Fraction(x, z), Fraction(y, z), d
    try:
        return Fraction(operator.index(value)), Fraction(0), 1
    except TypeError:
        rational = fraction(value)
    if rational is not None:
        return rational, Fraction(0), 1
    if hasattr(value, "is_Float") and not value.is_Float:
        return _parts(str(value))
    hint = f"; a float is not exact: write '{value}'" if isinstance(value, float) else ""
    raise TypeError(
        "a real number is an integer, a fraction, a text such as '1+sqrt(2)', or a number of SymPy, not "
        f"{type(value).__qualname__}{hint}"
    )


def integral(text: str) -> Any:
    """A number of an answer: an int if it is one, else a `Real`."""
    return int(text) if text.lstrip("-").isdecimal() else Real(text)
