"""Integers of any size, of any package, and polynomials of SymPy go in and come out."""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import grundy
import numpy
import pytest
import sympy

PATTERN = "n >= 1 { n } REPEAT _n An ENDREP"


class Index:
    """As the integers of Sage are."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize("kind", [int, Index, numpy.int64, numpy.uint16, sympy.Integer])
def test_whatever_is_an_integer_goes_in(kind: type) -> None:
    assert grundy.period([kind(2), kind(5), kind(7)]).period == 22
    assert grundy.period("{ 2n 5n 6n+1 8n+1 }", values="nim", n=kind(100)).period == 14001101
    assert list(grundy.sequence("1 2", 3, first=kind(4), values="nim")) == [1, 2, 0]
    assert grundy.theorem(PATTERN).period(n=kind(21)) == 42
    assert grundy.Polynomial(kind(7)) == 7


def test_numbers_beyond_machine_words_are_exact() -> None:
    period = grundy.theorem(PATTERN).period
    assert period(n=10**100) == 2 * 10**100
    far = grundy.Description(PATTERN).expand(3, n=10**60, first=3 * 10**60 - 1)
    assert str(far) == "_AA"
    cycle = grundy.period("{ 2n 5n 6n+1 8n+1 }", values="nim", n=10**9)
    assert cycle.period == 14 * 10**27 + 11 * 10**9 + 1


def test_moves_may_be_expressions() -> None:
    n, m = sympy.symbols("n m")
    assert grundy.period([2 * n, 5 * n, 6 * n + 1, 8 * n + 1], values="nim", n=100) == grundy.period(
        "{ 2n 5n 6n+1 8n+1 }", values="nim", n=100
    )
    assert grundy.period([n, n + m], n=2, m=5).period == grundy.period("2 7").period
    assert grundy.period([sympy.Integer(2), "5", 7]).period == 22
    assert grundy.infer([2, 4 * n - 1, 4 * n + 1, 4 * n + 5, 8 * n - 2]).least == 1
    for wrong in [n**2, n / 2, sympy.sin(n), n * m]:
        with pytest.raises(ValueError, match="not affine with integer coefficients"):
            grundy.period([1, wrong], n=1, m=1)


def test_polynomials_come_out_for_sympy() -> None:
    n = sympy.Symbol("n")
    found = grundy.infer("{ 2 4n-1 4n+1 4n+5 8n-2 }")
    assert found.preperiod.to_sympy() == 8 * n**2 - 3
    positive = sympy.Symbol("n", positive=True)
    assert found.preperiod.to_sympy(positive) == 8 * positive**2 - 3
    assert found.preperiod == 8 * n**2 - 3
    assert found.preperiod != 8 * n**2 - 2
    polynomial = found.preperiod.polynomial
    assert polynomial.coefficients == [-3, 0, 8]
    assert polynomial.terms == {(0,): -3, (2,): 8}
    assert found.preperiod(10) == polynomial(n=10) == 797


def test_polynomials_go_in_from_sympy() -> None:
    n, m = sympy.symbols("n m")
    made = grundy.Polynomial((n + 1) * (n - m) / 2 + sympy.Rational(1, 3))
    assert made.parameters == ["m", "n"]
    assert made(m=3, n=5) == Fraction(19, 3)
    assert sympy.expand(made.to_sympy() - ((n + 1) * (n - m) / 2 + sympy.Rational(1, 3))) == 0
    assert grundy.Polynomial(n + m) == grundy.Polynomial(m + n) == n + m
    assert grundy.Polynomial(n) != grundy.Polynomial(m)
    with pytest.raises(TypeError, match="unhashable"):
        hash(grundy.Polynomial(7))
    with pytest.raises(ValueError, match="at most the degree 1000"):
        grundy.Polynomial(n**5000)
    assert grundy.Polynomial(Fraction(1, 2)) == Fraction(1, 2) == grundy.Polynomial(sympy.Rational(1, 2))
    assert grundy.Polynomial(n - n) == 0
    for wrong in [sympy.sqrt(n), sympy.pi * n, sympy.exp(n), sympy.pi, 1 / n]:
        with pytest.raises(ValueError, match="not a polynomial"):
            grundy.Polynomial(wrong)


def test_a_formula_says_nothing_where_it_does_not_hold() -> None:
    period = grundy.theorem(PATTERN).period
    with pytest.raises(ValueError, match="says nothing about n = 0"):
        period(0)
    with pytest.raises(TypeError, match="n is given twice"):
        period(1, n=1)
    with pytest.raises(TypeError, match="2 values are given, but the parameter is n"):
        period(1, 2)


def test_formulas_of_arrays_are_arrays() -> None:
    period = grundy.theorem(PATTERN).period
    numbers = numpy.arange(3, 9).reshape(2, 3)
    formulas: list[Any] = [period, period.polynomial]
    for formula in formulas:
        values = formula(n=numbers)
        assert values.dtype == numpy.int64 and (values == 2 * numbers).all()
        assert formula(numbers).shape == (2, 3)
        assert formula(n=range(3, 9)) == [6, 8, 10, 12, 14, 16]
        assert formula(iter([3, Index(4)])) == [6, 8]
        assert formula([]) == []
        # Beyond 64 bits the values are those of Python, and exact.
        large = formula(numpy.array([1, 2**62]))
        assert large.dtype == object and list(large) == [2, 2**63]
    assert period(numpy.int64(4)) == 8
    with pytest.raises(ValueError, match="says nothing about n = 0"):
        period(numpy.array([2, 0]))
    for wrong in ["34", 2.5, None, [2.5], numpy.array([2.5]), ["3"], object()]:
        with pytest.raises(TypeError):
            period(wrong)  # type: ignore[call-overload]


def test_polynomials_broadcast() -> None:
    n, m = sympy.symbols("n m")
    made = grundy.Polynomial(m * n + n / 2)
    column, row = numpy.arange(4).reshape(4, 1), numpy.arange(2, 6, 2)
    values = made(m=column, n=row)
    assert values.shape == (4, 2) and values.dtype == numpy.int64
    assert (values == column * row + row // 2).all()
    assert made([1, 2], 3) == [Fraction(9, 2), Fraction(15, 2)]
    assert list(made(numpy.array([1, 2]), [3, 4])) == [Fraction(9, 2), 10]
    with pytest.raises(ValueError, match="3 values of one parameter and 2 of another"):
        made([1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match="broadcast"):
        made(numpy.arange(3), numpy.arange(2))


@pytest.mark.parametrize("name", ["odd_move", "two_moves_any_order", "two_moves_two_parameters", "equation"])
def test_formulas_by_regions_are_what_is_computed(name: str) -> None:
    path = Path(__file__).resolve().parents[3] / f"descriptions/subtraction/{name}.nimseq"
    description = grundy.Description(path)
    theorem = description.theorem()
    said = 0
    for point in product(range(1, 9), repeat=len(description.parameters)):
        at = dict(zip(description.parameters, point, strict=True))
        own = {name: at[name] for name in theorem.parameters}
        try:
            description.expand(1, **at)
        except ValueError:
            # Nothing is said where the conditions do not hold, unless a parameter does not matter.
            if set(re.findall(r"\b[a-z]\b", theorem.period.pieces[0].when)) == set(at):
                with pytest.raises(ValueError, match="says nothing"):
                    theorem.period(**at)
            continue
        used = {name: at[name] for name in at if name in "".join(description.moves)}
        try:
            cycle = grundy.period(description.moves, values=description.values, **used)  # type: ignore[arg-type]
        except ValueError as error:
            assert "two moves are the same" in str(error)
            continue
        assert (theorem.period(**own), theorem.preperiod(**own)) == tuple(cycle), at
        said += 1
    assert said >= 3
