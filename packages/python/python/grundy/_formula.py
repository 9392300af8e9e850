"""Polynomials with rational coefficients, and what a theorem says of numbers by cases."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, overload

from . import _grundy
from ._ask import fraction, integer

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import sympy

#: Arrays have `__index__` as well.
One: TypeAlias = "int | numpy.integer[Any]"
Many: TypeAlias = "Iterable[SupportsIndex] | numpy.typing.NDArray[Any]"
Point = Sequence[int]

#: Powers from SymPy are multiplied out one by one.
MOST_DEGREE = 1000


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Polynomial:
    """A polynomial with rational coefficients.

    You make it from an integer, a fraction or a polynomial of SymPy, and it equals each of them that has the same
    value.

    >>> import grundy
    >>> theorem = grundy.theorem("n >= 1 { n } REPEAT _n An ENDREP")
    >>> theorem.period.polynomial, theorem.period.polynomial.coefficients
    (<grundy.Polynomial: 2n>, [Fraction(0, 1), Fraction(2, 1)])
    >>> theorem.period.polynomial(n=10**20)
    200000000000000000000
    >>> grundy.Polynomial(7) == 7
    True
    """

    parameters: list[str]
    """The names of the variables."""
    terms: dict[tuple[int, ...], Fraction]
    """The coefficients as fractions, by the powers of the variables."""

    def __init__(self, value: SupportsIndex | Fraction | sympy.Expr | Polynomial) -> None:
        names, terms = _parts(value)
        self._set(names, terms)

    def _set(self, names: Iterable[str], terms: Mapping[tuple[int, ...], Fraction]) -> None:
        kept = {powers: it for powers, it in sorted(terms.items()) if it}
        object.__setattr__(self, "parameters", list(names))
        object.__setattr__(self, "terms", kept)

    @classmethod
    def _of(cls, names: Iterable[str], terms: Mapping[tuple[int, ...], Fraction]) -> Polynomial:
        self = cls.__new__(cls)
        self._set(names, terms)
        return self

    @property
    def coefficients(self) -> list[Fraction]:
        """The coefficients of a polynomial in one variable, ascending, as fractions."""
        if len(self.parameters) > 1:
            message = "a polynomial in several variables has no list of coefficients; use terms"
            raise ValueError(message)
        by_degree = {sum(powers): it for powers, it in self.terms.items()}
        return [by_degree.get(degree, Fraction(0)) for degree in range(max(by_degree, default=0) + 1)]

    @overload
    def __call__(self, *values: One, **named: One) -> int | Fraction: ...
    # A list, or an array where one of the arguments is one.
    @overload
    def __call__(self, *values: SupportsIndex | Many, **named: SupportsIndex | Many) -> Any: ...
    def __call__(self, *values: Any, **named: Any) -> Any:
        """The value for these parameters: `polynomial(5)`, `polynomial(n=5)`.

        A list of numbers gives a list, and a NumPy array an array.
        """
        return call(self.parameters, values, named, self._at())

    def _at(self) -> Callable[[Point], int | Fraction]:
        """The function of the parameters in their order: an int where the value is one."""
        under = lcm(*(it.denominator for it in self.terms.values()))
        whole = [(powers, int(it * under)) for powers, it in self.terms.items()]

        def at(point: Point) -> int | Fraction:
            total = 0
            for powers, factor in whole:
                for value, power in zip(point, powers, strict=True):
                    factor *= value**power
                total += factor
            exact = Fraction(total, under)
            return exact.numerator if exact.denominator == 1 else exact

        return at

    def to_sympy(self, *symbols: sympy.Symbol) -> sympy.Expr:
        """The polynomial as an expression of SymPy.

        You can pass symbols for the parameters, in their order, such as symbols with assumptions.
        """
        import sympy

        total = sympy.Integer(0)
        given = symbols_for(self.parameters, symbols)
        for powers, it in self.terms.items():
            term = sympy.Rational(it.numerator, it.denominator)
            for symbol, power in zip(given, powers, strict=True):
                term *= symbol**power
            total += term
        return total

    @property
    def latex(self) -> str:
        """The polynomial in LaTeX."""
        text, under, _ = self._written("{}^{{{}}}")
        return text if under == 1 else rf"\frac{{{text}}}{{{under}}}"

    def _written(self, power: str) -> tuple[str, int, int]:
        """The numerator, the highest powers first, the denominator, and how many terms there are."""
        under = lcm(*(it.denominator for it in self.terms.values()))
        terms = sorted(self.terms.items(), key=lambda it: (sum(it[0]), it[0]), reverse=True)
        text = ""
        for powers, coefficient in terms:
            factor = int(coefficient * under)
            signs = " + ", " - "
            sign = signs[factor < 0] if text else "-" if factor < 0 else ""
            names = [
                name if exponent == 1 else power.format(name, exponent)
                for name, exponent in zip(self.parameters, powers, strict=True)
                if exponent
            ]
            number = "" if names and abs(factor) == 1 else str(abs(factor))
            text += sign + number + " ".join(names)
        return text or "0", under, len(terms)

    def __eq__(self, other: object) -> bool:
        try:
            names, terms = _parts(other)
        except (TypeError, ValueError):
            return False
        return _normal(self.parameters, self.terms) == _normal(names, terms)

    def __str__(self) -> str:
        text, under, terms = self._written("{}^{}")
        if under == 1:
            return text
        return f"{text}/{under}" if terms == 1 else f"({text})/{under}"

    def __repr__(self) -> str:
        return f"<grundy.Polynomial: {self}>"

    def _repr_latex_(self) -> str:
        return f"${self.latex}$"


_Terms = dict[tuple[int, ...], Fraction]


def _normal(names: Sequence[str], terms: _Terms) -> dict[frozenset[tuple[str, int]], Fraction]:
    """The coefficients by the powers of the variables that occur: equal for equal polynomials."""
    return {
        frozenset((name, power) for name, power in zip(names, powers, strict=True) if power): it
        for powers, it in terms.items()
    }


def _parts(value: Any) -> tuple[list[str], _Terms]:
    """The variables and the terms of anything that a polynomial is made from."""
    if isinstance(value, Polynomial):
        return value.parameters, value.terms
    try:
        number: Fraction | None = Fraction(operator.index(value))
    except TypeError:
        number = fraction(value)
    if number is None and hasattr(value, "free_symbols"):
        return _parts_of_sympy(value)
    if number is None:
        raise TypeError(
            f"a polynomial is made from an integer, a fraction or a polynomial of SymPy, not {type(value).__qualname__}"
        )
    return [], {(): number} if number else {}


def _parts_of_sympy(expression: Any) -> tuple[list[str], _Terms]:
    import sympy

    wrong = ValueError(f"{expression} is not a polynomial with rational coefficients")
    symbols = sorted(expression.free_symbols, key=str)
    if not symbols:
        raise wrong
    try:
        terms = sympy.Poly(expression, *symbols, domain="QQ").terms()
    except sympy.PolynomialError:
        raise wrong from None
    except sympy.CoercionFailed:
        raise wrong from None
    if any(power > MOST_DEGREE for powers, _ in terms for power in powers):
        raise ValueError(f"polynomials have at most the degree {MOST_DEGREE}")
    named = [symbol.name for symbol in symbols]
    return named, {powers: fraction(it) or Fraction(0) for powers, it in terms}


def symbols_for(names: Sequence[str], given: Sequence[Any]) -> list[Any]:
    """The symbols given for the parameters, or new ones."""
    import sympy

    if given and len(given) != len(names):
        raise TypeError(f"one symbol is needed for each parameter: {', '.join(names)}")
    return [sympy.Symbol(it) if isinstance(it, str) else it for it in given or names]


@dataclass(frozen=True, eq=False, repr=False)
class Piece:
    """A polynomial, and when it holds."""

    polynomial: Polynomial
    """The polynomial."""
    when: str
    """When it holds, such as `n >= 2 and n mod 2 == 1`; empty if it always holds."""
    modulus: int
    """With one parameter n, the piece holds only if n mod `modulus` is `residue`."""
    residue: int
    """The remainder of the parameter modulo `modulus`."""
    is_least: bool
    """Is it proved that no smaller number has the property?"""

    def to_sympy(self, *symbols: sympy.Symbol) -> sympy.Expr:
        """The polynomial as an expression of SymPy."""
        return self.polynomial.to_sympy(*symbols)

    def _contains(self, names: Sequence[str], point: Point) -> bool:
        return not self.when or _condition(self.when, "".join(names)).holds(point)

    def __str__(self) -> str:
        when = f" for {self.when}" if self.when else ""
        return f"{self.polynomial}{when}{'' if self.is_least else ' (perhaps not least)'}"

    def __repr__(self) -> str:
        return f"<grundy.Piece: {self}>"


@lru_cache(maxsize=256)
def _condition(text: str, letters: str) -> _grundy.Condition:
    return _grundy.Condition(text, letters)


def _condition_latex(text: str) -> str:
    """`n >= 2 and n mod 2 == 1` in LaTeX."""
    if not text:
        return ""
    text = re.sub(r"(?<= )(\w) mod (\d+) == (\d+)$", r"\1 \\equiv \3 \\pmod{\2}", f" {text}")[1:]
    for sign, latex in ((">=", r"\ge"), ("<=", r"\le"), ("==", "="), (" mod ", r" \bmod ")):
        text = text.replace(sign, latex)
    return re.sub(r"\^(\d+)", r"^{\1}", text).replace(" and ", ",\\ ")


@dataclass(frozen=True, eq=False, repr=False)
class Formula:
    """A number that depends on parameters: polynomials by cases.

    >>> import grundy
    >>> period = grundy.theorem("n >= 1 { n } REPEAT _n An ENDREP").period
    >>> str(period), period(5), period(n=10**30)
    ('2n for n >= 1', 10, 2000000000000000000000000000000)
    >>> period(n=range(1, 6))
    [2, 4, 6, 8, 10]
    """

    parameters: list[str]
    """The names of the parameters."""
    pieces: list[Piece]
    """The cases."""

    @property
    def polynomial(self) -> Polynomial:
        """The polynomial, if there is only one case; otherwise a ValueError."""
        if len(self.pieces) != 1:
            raise ValueError(f"the formula has {len(self.pieces)} cases; use pieces")
        return self.pieces[0].polynomial

    @overload
    def __call__(self, *values: One, **named: One) -> int: ...
    # A list, or an array where one of the arguments is one.
    @overload
    def __call__(self, *values: SupportsIndex | Many, **named: SupportsIndex | Many) -> Any: ...
    def __call__(self, *values: Any, **named: Any) -> Any:
        """The value for these parameters: `formula(5)`, `formula(n=5)`.

        A list of numbers gives a list, and a NumPy array an array: `formula(n=range(1, 9))`.  A ValueError means that
        the formula says nothing about them.
        """
        cases = [(piece, piece.polynomial._at()) for piece in self.pieces]

        def at(point: Point) -> int | Fraction:
            for piece, value in cases:
                if piece._contains(self.parameters, point):
                    return value(point)
            said = ", ".join(f"{name} = {it}" for name, it in zip(self.parameters, point, strict=True))
            raise ValueError(f"the formula says nothing about {said}")

        return call(self.parameters, values, named, at)

    def to_sympy(self, *symbols: sympy.Symbol) -> sympy.Expr:
        """The polynomial as an expression of SymPy.  You can pass symbols for the parameters, in their order.

        If there are several cases, convert each of them: `[piece.to_sympy() for piece in formula.pieces]`.
        """
        symbols_for(self.parameters, symbols)
        return self.polynomial.to_sympy(*symbols)

    @property
    def latex(self) -> str:
        """The formula in LaTeX."""
        rows = []
        for piece in self.pieces:
            parts = [_condition_latex(piece.when), "" if piece.is_least else r"\text{perhaps not least}"]
            rows.append((piece.polynomial.latex, ",\\ ".join(filter(None, parts))))
        if len(rows) == 1:
            (polynomial, when), = rows
            return rf"{polynomial} \quad ({when})" if when else polynomial
        cases = r" \\ ".join(f"{polynomial} & {when}" for polynomial, when in rows)
        return rf"\begin{{cases}} {cases} \end{{cases}}"

    def __eq__(self, other: object) -> bool:
        """Is it this polynomial, in its only case?"""
        return len(self.pieces) == 1 and self.pieces[0].polynomial == other

    def __str__(self) -> str:
        return "; ".join(map(str, self.pieces))

    def __repr__(self) -> str:
        return f"<grundy.Formula: {self}>"

    def _repr_latex_(self) -> str:
        return f"${self.latex}$"


def formula(names: Sequence[str], pieces: Iterable[Mapping[str, Any]], is_least: bool = True) -> Formula:
    """A formula from the pieces of an answer: with one parameter its coefficients, else its terms."""
    return Formula(list(names), [_piece(names, piece, is_least) for piece in pieces])


def _piece(names: Sequence[str], piece: Mapping[str, Any], is_least: bool) -> Piece:
    if "terms" in piece:
        terms = {
            tuple(it["powers"].get(name, 0) for name in names): Fraction(it["coefficient"])
            for it in piece["terms"]
        }
    else:
        powers = [(power,) if names else () for power in range(len(piece["coefficients"]))]
        terms = dict(zip(powers, map(Fraction, piece["coefficients"]), strict=True))
    modulus, residue = int(piece["modulus"]), int(piece["residue"])
    remainder = f"{names[0]} mod {modulus} == {residue}" if modulus != 1 else ""
    when = " and ".join(filter(None, [piece["when"], remainder]))
    least = piece.get("least", is_least)
    return Piece(Polynomial._of(names, terms), when, modulus, residue, least)


def arguments(names: Sequence[str], values: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
    """A value for each parameter, in their order, from the arguments of a call: `f(5)`, `f(n=5)`."""
    what = "the parameter is" if len(names) == 1 else "the parameters are"
    known = f"{what} {', '.join(names)}" if names else "there are no parameters"
    if len(values) > len(names):
        raise TypeError(f"{len(values)} values are given, but {known}")
    given = dict(zip(names, values, strict=False))
    for name, value in named.items():
        if name in given:
            raise TypeError(f"{name} is given twice")
        if name not in names:
            raise TypeError(f"unknown parameter {name}; {known}")
        given[name] = value
    missing = ", ".join(f"{name}=..." for name in names if name not in given)
    if missing:
        raise TypeError(f"a value is missing: {missing}")
    return [given[name] for name in names]


def call(
    names: Sequence[str],
    values: Sequence[Any],
    named: Mapping[str, Any],
    at: Callable[[Point], int | Fraction],
) -> Any:
    """The value of a formula for the arguments of a call.

    Of numbers it is a number, of lists and the like a list, and where one of them is an array (`__array__`) an array,
    as NumPy broadcasts them: of the type int64 where all values fit, else of objects of Python.
    """
    given = arguments(names, values, named)
    many = [_is_many(it) for it in given]
    if not any(many):
        return at([integer(name, it) for name, it in zip(names, given, strict=True)])
    arrays = [is_many and hasattr(it, "__array__") for it, is_many in zip(given, many, strict=True)]
    # What is no array may be an iterator, which can be read once.
    read = [list(it) if m and not a else it for it, m, a in zip(given, many, arrays, strict=True)]
    if any(arrays):
        return _array(read, at)
    lengths = [len(it) for it, is_many in zip(read, many, strict=True) if is_many]
    for other in lengths:
        if other != lengths[0]:
            raise ValueError(f"there are {lengths[0]} values of one parameter and {other} of another")
    columns = [it if is_many else [it] * lengths[0] for it, is_many in zip(read, many, strict=True)]
    return [at(list(map(operator.index, point))) for point in zip(*columns, strict=True)]


def _is_many(it: Any) -> bool:
    try:
        operator.index(it)
    except TypeError:
        return hasattr(it, "__iter__") and not isinstance(it, str)
    return False


def _array(columns: Sequence[Any], at: Callable[[Point], int | Fraction]) -> Any:
    import numpy

    arrays = numpy.broadcast_arrays(*columns)
    flat = [list(map(operator.index, array.ravel().tolist())) for array in arrays]
    results = [at(point) for point in zip(*flat, strict=True)]
    is_small = all(isinstance(it, int) and -(2**63) <= it < 2**63 for it in results)
    made = numpy.array(results, dtype="int64" if is_small else "object")
    return made.reshape(arrays[0].shape)
