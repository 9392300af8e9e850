"""Sequences as arrays, block by block, and far out."""

import subprocess
import sys
from collections import abc
from itertools import islice
from pathlib import Path

import grundy
import numpy
import pytest

ROOT = Path(__file__).resolve().parents[3]
FAMILY = "{ 2n 5n 6n+1 8n+1 }"


def by_the_rule(moves: list[int], count: int) -> list[int]:
    """Grundy values by their definition."""
    values: list[int] = []
    for x in range(count):
        options = {values[x - s] for s in moves if s <= x}
        values.append(next(v for v in range(len(moves) + 1) if v not in options))
    return values


def test_values_are_those_of_the_rule() -> None:
    for moves in [[1, 2], [2, 5, 7], [3, 7, 8], [4, 9, 10, 21]]:
        expected = by_the_rule(moves, 300)
        assert list(grundy.sequence(moves, 300, values="nim")) == expected
        outcomes = [min(value, 1) for value in expected]
        assert list(grundy.sequence(moves, 300)) == outcomes


def test_the_array_is_the_memory_of_the_sequence() -> None:
    sequence = grundy.sequence(FAMILY, 100_000, values="nim", n=100)
    first = sequence[0], sequence[-1]
    array = sequence.array
    assert array.dtype == numpy.uint8 and len(array) == len(sequence) == 100_000
    assert numpy.shares_memory(array, numpy.asarray(sequence))
    assert numpy.shares_memory(array, sequence.array)
    assert (sequence[0], sequence[-1]) == first == (array[0], array[-1])
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
    copied = numpy.array(sequence, dtype=numpy.int64)
    assert not numpy.shares_memory(array, copied) and (copied == array).all()
    # The array outlives its sequence.
    total = int(array.sum())
    del sequence
    assert int(array.sum()) == total


def test_a_sequence_behaves_like_one() -> None:
    sequence = grundy.sequence("1 2", 5, values="nim")
    assert (list(sequence), sequence[-1], len(sequence)) == ([0, 1, 2, 0, 1], 1, 5)
    assert (sequence.start, sequence.values, str(sequence)) == (0, "nim", "_AB_A")
    for index in [5, -6]:
        with pytest.raises(IndexError):
            sequence[index]
    assert len(grundy.sequence("1 2", 0)) == 0


def test_slices_are_those_of_a_list() -> None:
    sequence = grundy.sequence("2 5 7", 23, first=100, values="nim")
    values = list(sequence)
    bounds = [None, 0, 3, 22, 23, 99, -1, -7, -99]
    for start in bounds:
        for stop in bounds:
            for step in [None, 1, 2, -1, -3, 50]:
                key = slice(start, stop, step)
                assert list(sequence[key]) == values[key], key
    piece = sequence[4:9]
    assert isinstance(piece, grundy.Sequence)
    assert (piece.start, piece.values, str(piece)) == (104, "nim", str(sequence)[4:9])
    assert piece == grundy.sequence("2 5 7", 5, first=104, values="nim")
    assert numpy.array_equal(piece.array, sequence.array[4:9])
    # Values that became an array are sliced as well.
    assert list(sequence[::-1]) == values[::-1]
    with pytest.raises(ValueError, match="zero"):
        sequence[::0]
    with pytest.raises(TypeError):
        sequence["3"]  # type: ignore[call-overload]


def test_a_sequence_is_an_abstract_one() -> None:
    sequence = grundy.sequence("2 5 7", 44, values="nim")
    values = list(sequence)
    assert isinstance(sequence, abc.Sequence)
    assert list(reversed(sequence)) == values[::-1]
    for value in [0, 1, 2, 3, 4, -1, 256]:
        assert (value in sequence, sequence.count(value)) == (value in values, values.count(value))
    others: list[object] = ["A", None, 2.0]
    assert [sequence.count(other) for other in others] == [0, 0, 0]
    for start, stop in [(0, None), (5, None), (-9, -2), (3, 8), (99, None), (-99, 99)]:
        for value in [0, 3, 7]:
            ends = (start,) if stop is None else (start, stop)
            try:
                expected: int | None = values.index(value, *ends)
            except ValueError:
                expected = None
            if expected is None:
                with pytest.raises(ValueError, match="is not in the sequence"):
                    sequence.index(value, start, stop)
            else:
                assert sequence.index(value, start, stop) == expected
    same = grundy.sequence("2 5 7", 44, values="nim")
    assert sequence == same and hash(sequence) == hash(same)
    assert sequence != grundy.sequence("2 5 7", 43, values="nim")
    assert sequence != grundy.sequence("2 5 7", 44, first=22, values="nim")
    assert sequence != values and not sequence == None  # noqa: E711


def test_the_first_position_was_once_called_start() -> None:
    with pytest.warns(DeprecationWarning, match="first="):
        old = grundy.sequence("2 5 7", 30, start=11)
    assert old == grundy.sequence("2 5 7", 30, first=11)


@pytest.mark.parametrize("values", ["outcome", "nim", "misere"])
def test_blocks_are_pieces(values: str) -> None:
    blocks = grundy.blocks("2 5 7", 37, first=11, values=values)  # type: ignore[arg-type]
    pieces = list(islice(blocks, 9))
    assert [int(piece.start) for piece in pieces] == [11 + 37 * i for i in range(9)]
    whole = grundy.sequence("2 5 7", 11 + 37 * 9, values=values)  # type: ignore[arg-type]
    assert [value for piece in pieces for value in piece] == list(whole)[11:]


@pytest.mark.parametrize("values", ["outcome", "nim", "misere"])
def test_far_out_the_values_are_those_a_period_earlier(values: str) -> None:
    cycle = grundy.period(FAMILY, values=values, n=1000)  # type: ignore[arg-type]
    near = cycle.preperiod + 12345
    expected = list(grundy.sequence(FAMILY, 5000, first=near, values=values, n=1000))  # type: ignore[arg-type]
    for times in [10**6, 10**30]:
        start = near + times * cycle.period
        far = grundy.sequence(FAMILY, 5000, first=start, values=values, n=1000)  # type: ignore[arg-type]
        assert far.start == start and list(far) == expected
        block = next(grundy.blocks(FAMILY, 5000, first=start, values=values, n=1000))  # type: ignore[arg-type]
        assert list(block) == expected


def test_far_inside_a_period_the_rule_holds() -> None:
    """The period is about 1.4 * 10^16; the values are checked against the rule there."""
    n = 100_000
    moves = [2 * n, 5 * n, 6 * n + 1, 8 * n + 1]
    start = 7 * 10**15 + 12345
    values = grundy.sequence(FAMILY, 2_000_000, first=start, values="nim", n=n).array
    for x in range(moves[-1], len(values), 977):
        options = {int(values[x - s]) for s in moves}
        assert int(values[x]) == min(set(range(5)) - options)


def test_a_proved_description_says_what_is_computed() -> None:
    text = "n >= 1 { n } REPEAT _n An ENDREP"
    assert grundy.verify(text).verdict == "verified"
    described = grundy.Description(text).expand(1000, n=17, first=5)
    assert list(described) == list(grundy.sequence([17], 1000, first=5, values="nim"))
    with pytest.raises(ValueError, match="violates the condition"):
        grundy.Description(text).expand(10, n=0)


def test_a_proved_description_says_what_jumps_lead_to() -> None:
    text = (ROOT / "descriptions/subtraction/satz8.nimseq").read_text(encoding="utf-8")
    assert grundy.verify(text).verdict == "verified"
    described = grundy.Description(text).expand(20_000, n=300, first=300_000_000)
    computed = grundy.sequence(FAMILY, 20_000, n=300, first=300_000_000, values="nim")
    assert list(described) == list(computed)


def test_pictures_are_drawn() -> None:
    sequence = grundy.sequence("2 5 7", 440)
    assert sequence.picture(row=22).svg("light").count("<svg") == 1
    shown = sequence._repr_svg_()
    assert shown is not None and shown.startswith('<svg style="max-width:100%;height:auto" ')
    assert sequence.picture().png()[:8] == b"\x89PNG\r\n\x1a\n"
    assert grundy.sequence("2 5 7", 100_000)._repr_svg_() is None
    with pytest.raises(ValueError, match="below 2\\^64"):
        grundy.sequence("2 5 7", 10, first=2**64).picture()
    small, large = grundy.map(16), grundy.map(600)
    assert small._repr_svg_() is not None and small._repr_png_() is None
    # A notebook with a large SVG is slow to open.
    png = large._repr_png_()
    assert large._repr_svg_() is None and png is not None and len(png) < 200_000
    assert len(large.svg()) > 200_000
    assert grundy.map(16, show="preperiod").svg("dark").startswith("<svg")


def test_numpy_is_needed_for_arrays_only() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import grundy
sequence = grundy.sequence("1 2", 5, values="nim")
assert str(sequence) == "_AB_A" and list(sequence) == [0, 1, 2, 0, 1]
assert sequence._repr_svg_()
try:
    sequence.array
except ImportError:
    assert list(sequence) == [0, 1, 2, 0, 1]
    print("without numpy")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "without numpy\n", done.stderr
