"""Sets of moves by name, as `grundy sequence` and `grundy period` take them."""

import pickle

import grundy
import pytest


def mex_values(moves: list[int], count: int) -> list[int]:
    """Grundy values by their definition."""
    values: list[int] = []
    for x in range(count):
        options = {values[x - move] for move in moves if move <= x}
        values.append(next(value for value in range(len(options) + 1) if value not in options))
    return values


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("squares", [i * i for i in range(1, 20)]),
        ("{ 1, primes }", [1, *(p for p in range(2, 200) if all(p % d for d in range(2, p)))]),
        (["powers 3"], [3**i for i in range(6)]),
        (["1.. without 3 7"], [i for i in range(1, 200) if i not in (3, 7)]),
        ("odd", list(range(1, 200, 2))),
    ],
)
def test_values_are_those_of_the_members(name: str | list[str], moves: list[int]) -> None:
    expected = mex_values(moves, 200)
    found = grundy.sequence(name, 200, values="nim")
    assert list(found) == expected
    assert list(grundy.sequence(name, 50, first=150, values="nim")) == expected[150:]
    outcomes = grundy.sequence(name, 200)
    assert list(outcomes) == [int(value > 0) for value in expected]


def test_numbers_may_depend_on_parameters() -> None:
    for text, same in [("powers n", "powers 3"), ("1.. without n 2n+1", "1.. without 3 7")]:
        found = grundy.sequence(text, 100, values="nim", n=3)
        assert list(found) == list(grundy.sequence(same, 100, values="nim"))


def test_periods_are_proved_or_there_are_none() -> None:
    cycle = grundy.period("1.. without 2 3", values="nim")
    assert (*cycle, cycle.saltus, cycle.method, cycle.is_least) == (4, 0, 2, "set", True)
    values = mex_values([1, *range(4, 100)], 100)
    assert all(values[x + 4] == values[x] + 2 for x in range(96))
    assert pickle.loads(pickle.dumps(cycle)) == cycle
    assert cycle != grundy.period("1 3", values="nim")
    assert tuple(grundy.period("powers 2")) == tuple(grundy.period("1 2"))
    assert grundy.period([3, 7, 8]).saltus == 0
    with pytest.raises(grundy.NoPeriod, match="^outcomes of { squares }: there is no period"):
        grundy.period("squares")
    with pytest.raises(grundy.Undecided, match="outcomes of { primes }: nothing is known"):
        grundy.period("primes")


def test_long_ranges_are_computed_range_by_range() -> None:
    for rule in ("normal", "misere"):
        long = grundy.sequence("2..400 900", 3000, rule=rule)
        assert str(long) == str(grundy.sequence([*range(2, 401), 900], 3000, rule=rule))
        cycle = grundy.period("2..400 900", rule=rule)
        assert tuple(cycle) == tuple(grundy.period("2..400 900", rule=rule, method="direct"))
    # So many moves are not made into a list.
    assert grundy.period("n..2n", n=10**11).period == 3 * 10**11
    last = grundy.sequence("n..2n", 2, first=4 * 10**11 - 1, n=10**11, rule="misere")
    assert str(last) == "+-"
    assert "100000000000..200000000000" in repr(last)


def test_sets_with_an_end_are_lists() -> None:
    assert list(grundy.sequence("1.. without 4..", 20)) == list(grundy.sequence([1, 2, 3], 20))
    assert grundy.period("1.. without 4..", method="direct").period == 4


def test_what_needs_finitely_many_moves_says_so() -> None:
    with pytest.raises(ValueError, match="start needs finitely many moves"):
        grundy.sequence("squares", 5, start="+")
    with pytest.raises(ValueError, match="`heaps` accept it"):
        grundy.infer("{ n squares }")
    for wrong in (
        lambda: grundy.period("squares", method="direct"),
        lambda: grundy.blocks("squares", 5),
    ):
        with pytest.raises(ValueError, match="finitely many moves.*{ squares } never ends"):
            wrong()
    with pytest.raises(TypeError, match="unknown parameter m"):
        grundy.sequence("powers n", 5, n=2, m=3)
    with pytest.raises(TypeError, match="a value is missing: n="):
        grundy.sequence("powers n", 5)
    with pytest.raises(TypeError, match="a value is missing: n="):
        grundy.sequence("{ n 2n }", 5)


def test_a_mistyped_name_of_a_set_is_suggested() -> None:
    for moves in ("squarez", "1 squarez", ["1", "squarez"]):
        with pytest.raises(grundy.Rejected, match="did you mean `squares`") as caught:
            grundy.sequence(moves, 5)
        assert caught.value.code is None
