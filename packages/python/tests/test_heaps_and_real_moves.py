"""Several heaps, and moves that are real numbers."""

import json
from fractions import Fraction
from functools import cache

import grundy
import numpy
import pytest
import sympy

CASES = [
    (("2 5", [2, 5, 12]), ("1..4", [13])),
    (("1 2", [3, 3]), ("squares", [6])),
    (("1..", [3, 4, 5]),),
    (("3 4", [2]),),
]


def moves_of(text: str) -> list[int]:
    """The moves up to 20."""
    sets = {"squares": [1, 4, 9, 16], "1..": range(1, 21), "1..4": range(1, 5)}
    return list(sets.get(text) or map(int, text.split()))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_heaps_are_those_of_a_full_search(
    case: tuple[tuple[str, list[int]], ...], misere: bool
) -> None:
    sets = [moves_of(moves) for moves, sizes in case for _ in sizes]

    def options(sizes: tuple[int, ...]) -> list[tuple[int, int, tuple[int, ...]]]:
        return [
            (index + 1, take, (*sizes[:index], sizes[index] - take, *sizes[index + 1 :]))
            for index in range(len(sizes))
            for take in sets[index]
            if take <= sizes[index]
        ]

    @cache
    def wins(sizes: tuple[int, ...]) -> bool:
        following = options(sizes)
        return misere if not following else any(not wins(after) for _, _, after in following)

    start = tuple(size for _, sizes in case for size in sizes)
    answer = grundy.heaps(*case, misere=misere)
    assert answer.outcome == ("N" if wins(start) else "P")
    winning = [(heap, take) for heap, take, after in options(start) if not wins(after)]
    assert answer.winning_moves == winning
    assert (answer.grundy_values is None) == (answer.xor is None)
    assert misere or answer.xor is not None
    found = json.loads(answer.json)
    assert (found["outcome"], len(found["winning_moves"])) == (answer.outcome, len(winning))
    assert str(answer).startswith(f"{answer.outcome}: the player to move")


def test_heaps_are_written_in_several_ways() -> None:
    one = grundy.heaps(("2 5", [2, 5, 12]))
    assert one == grundy.heaps(([2, 5], iter([2, 5, 12]))) == grundy.heaps(("n 2n+1", [2, 5, 12]), n=2)
    assert one == grundy.heaps(("2 5", numpy.array([2, 5, 12])))
    assert hash(one) == hash(grundy.heaps(("2 5", 2), ("2 5", (5, 12))))
    assert repr(grundy.heaps(("2 5", 0))) == "<grundy.Heaps: P, winning moves none>"
    assert grundy.heaps(("1 2", 10**30 + 1)).grundy_values == [2]


def test_large_heaps_are_decided_in_misere_play() -> None:
    assert grundy.heaps(("1..3", [10**6, 10**6 + 1]), misere=True).outcome == "P"
    assert grundy.heaps(("1 3 7", [10**30] * 2), ("2 5", 10**30), misere=True).xor is not None


def test_real_numbers_are_exact() -> None:
    number = grundy.Real("2+3sqrt(5)")
    assert number.rational == 2 and number.coefficient == 3 and number.radicand == 5
    assert str(number) == "2+3*sqrt(5)"
    assert number.to_sympy() == 2 + 3 * sympy.sqrt(5)
    assert grundy.Real(2 + 3 * sympy.sqrt(5)) == number == grundy.Real(number)
    assert float(number) == pytest.approx(8.70820393249937, abs=1e-13)
    third = grundy.Real(Fraction(1, 3))
    assert third == Fraction(1, 3) and hash(third) == hash(Fraction(1, 3)) and third != "1/3"
    assert grundy.Real(7) == 7 and hash(grundy.Real(7)) == hash(7)
    assert third.coefficient == 0 and third.radicand == 1 and float(third) == 1 / 3
    # The digits that two nearly equal numbers leave.
    small = grundy.Real("sqrt(10^16+1)-10^8")
    assert float(small) == pytest.approx(5e-9, rel=1e-7)
    assert grundy.Real(sympy.Rational(1, 2)) == Fraction(1, 2) == grundy.Real("0.5")
    with pytest.raises(TypeError):
        grundy.Real(sympy.Float(0.5))


def test_periods_of_real_moves() -> None:
    cycle = grundy.period(["1", sympy.sqrt(2)])
    period, preperiod = cycle
    assert str(period) == "1+sqrt(2)" and preperiod == 0
    assert len(cycle) == 2 and cycle[0] == period and cycle[-1] == preperiod
    assert (cycle.method, cycle.unit, cycle.is_least) == ("intervals", None, True)
    assert cycle.losing_intervals == 1 and cycle.losing_length == cycle.shortest == 1
    whole = grundy.period([3, 7, 8])
    assert tuple(whole) == tuple(grundy.period([3, 7, 8]))
    halves = grundy.period("3/2 7/2 4", values="nim")
    of_whole = grundy.period([3, 7, 8], values="nim")
    assert halves.period == Fraction(of_whole.period, 2) and halves.unit == Fraction(1, 2)
    assert halves.method == "direct" and halves.losing_intervals is None and halves.shortest is None
    assert halves == grundy.period([Fraction(3, 2), "3.5", 4], rule="mex")
    assert repr(halves).startswith("<grundy.Cycle: period ")


def test_losing_intervals() -> None:
    lost = grundy.losing_intervals("1 sqrt(2) 3", 6)
    assert [(str(a), str(b)) for a, b in lost] == [
        ("0", "1"),
        ("1+sqrt(2)", "3"),
        ("3+sqrt(2)", "4+sqrt(2)"),
    ]
    whole = grundy.losing_intervals("3 7 8", 40, first=10)
    values = str(grundy.sequence("3 7 8", 40))
    inside = {x for a, b in whole for x in range(int(float(a)), int(float(b)))}
    assert [x in inside for x in range(10, 40)] == [letter == "-" for letter in values[10:]]
    far = grundy.losing_intervals("1 sqrt(2)", grundy.Real(10**6 + 5), first=10**6)
    assert all(float(b) - float(a) == pytest.approx(1, abs=1e-6) for a, b in far) and far


def test_a_constant_sequence_has_no_least_period() -> None:
    cycle = grundy.period("3/2", rule="won >= 0")
    assert (cycle.is_constant, cycle.is_least) == (True, False)
    assert repr(cycle) == "<grundy.Cycle: period 3/2 as every number, preperiod 0, rule won >= 0>"
    assert not grundy.period("3/2").is_constant


def test_losing_intervals_of_misere_play() -> None:
    lost = grundy.losing_intervals("3/2 4", 9, misere=True)
    assert [(str(a), str(b)) for a, b in lost] == [("3/2", "3"), ("9/2", "11/2"), ("7", "17/2")]


def test_lists_that_may_mean_something_else_are_refused() -> None:
    for moves in ("[1, 2]", ".77", "0.33"):
        with pytest.raises(ValueError, match="could be"):
            grundy.period(moves)
        with pytest.raises(ValueError, match="could be"):
            grundy.period(moves)
    assert grundy.period([1, 2]).period == 3
    assert grundy.Real("0.33") == grundy.Real("33/100")


def test_moves_larger_than_a_machine_word_have_periods() -> None:
    cycle = grundy.period([10**30, 3 * 10**30])
    assert (*cycle, cycle.is_least) == (2 * 10**30, 0, True)
    assert grundy.period([10**30, 2 * 10**30], rule="misere").period == 3 * 10**30
