"""Errors say what is wrong and where, as exceptions that fit Python."""

import pickle
import traceback
from pathlib import Path

import grundy
import pytest

ROOT = Path(__file__).resolve().parents[3]
WRONG = "n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP"


def test_a_text_without_meaning_is_rejected_with_its_place() -> None:
    with pytest.raises(grundy.Rejected) as caught:
        grundy.verify("n >= 1\n{ n }\nREPEAT _n Ax ENDREP", name="mine.nimseq")
    error = caught.value
    assert isinstance(error, ValueError) and isinstance(error, grundy.GrundyError)
    assert grundy.GrundyError is grundy.Error
    assert (error.code, error.line, error.column) == ("E0203", 3, 12)
    assert "mine.nimseq:3:12" in str(error)
    # What a traceback ends with begins with the sentence.
    first = str(error).splitlines()[0]
    assert first == "there is no variable `x` here"
    shown = "".join(traceback.format_exception_only(error)).splitlines()
    assert shown[0] == f"grundy.Rejected: {first}"
    assert str(error).endswith('grundy.explain("E0203") explains it')
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.line) == (grundy.Rejected, str(error), 3)


def test_a_negative_length_is_rejected_everywhere() -> None:
    text = "n >= 1 { n } REPEAT _n A(n-2) ENDREP"
    for function in [grundy.verify, grundy.theorem]:
        with pytest.raises(grundy.Rejected) as caught:
            function(text)  # type: ignore[operator]
        assert caught.value.code is not None


def test_a_wrong_description_has_no_theorem() -> None:
    with pytest.raises(grundy.Refuted, match="position 2"):
        grundy.theorem(WRONG)
    with pytest.raises(ValueError, match="says nothing about Grundy values"):
        grundy.theorem("n >= 1 { n } REPEAT -n +n ENDREP", values="nim")


def test_a_refutation_has_its_counterexample() -> None:
    with pytest.raises(grundy.Refuted) as caught:
        grundy.theorem(WRONG)
    found = caught.value.counterexample
    assert found is not None and (found.parameters, found.position) == ({"n": 1}, 2)
    picture = found.picture()
    assert picture is not None and "is refuted" in picture.svg()
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), str(again.counterexample)) == (str(caught.value), str(found))
    with pytest.raises(grundy.Refuted) as caught:
        grundy.theorem(WRONG, certify=True)
    assert str(caught.value.counterexample) == str(found)


def test_what_takes_too_long_is_undecided() -> None:
    with pytest.raises(grundy.Undecided) as caught:
        grundy.period("{ 9n+3 14n+5 21n+8 35n+13 }", n=10**5, time_limit=0.2)
    assert caught.value.limit == "time"
    assert "positions" in str(caught.value)
    assert not isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.limit, str(again)) == ("time", str(caught.value))


def test_a_report_that_is_undecided_names_the_limit() -> None:
    text = (ROOT / "descriptions/subtraction/satz8.nimseq").read_text(encoding="utf-8")
    report = grundy.verify(text, time_limit=0, threads=1)
    assert report.verdict == "undecided"
    assert "time" in [finding.limit for finding in report.findings]


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        ("grundy.period('0 3')", ValueError, "0 is not a move"),
        ("grundy.period('3 3')", ValueError, "the move 3 is listed twice"),
        ("grundy.period([2**70], method='direct')", ValueError, "need moves that are smaller than 2^63"),
        ("grundy.period('1,000 2')", ValueError, "for one move, write 1000 or 1_000"),
        ("grundy.period('1,000 2')", ValueError, "write 1000 or 1_000"),
        ("grundy.period('')", ValueError, "at least one move"),
        ("grundy.sequence('1 sqrt(2)', 5)", ValueError, "real moves have losing intervals"),
        ("grundy.heaps()", ValueError, "no heaps"),
        ("grundy.heaps('{2 5}:3,7')", TypeError, "a pair of moves and heaps"),
        ("grundy.heaps(7)", TypeError, "a pair of moves and heaps"),
        ("grundy.heaps(('2 5', '3 7'))", TypeError, "a pair of moves and heaps"),
        ("grundy.heaps(('2 5', None))", TypeError, ""),
        ("grundy.heaps(('2 5', -3))", ValueError, "at least 0 items, not -3"),
        ("grundy.heaps(('n 2n', 3))", TypeError, "a value is missing: n=..."),
        ("grundy.heaps(('squares', 10**30))", ValueError, "at most"),
        ("grundy.period('sqrt(2) sqrt(3)')", ValueError, "two fields"),
        ("grundy.period('1 -2')", ValueError, "-2 is not a move"),
        ("grundy.period('1 sqrt(2', time_limit=1)", grundy.Rejected, "parenthesis"),
        ("grundy.period([1, 1.5])", TypeError, "a float is not exact: write '1.5'"),
        ("grundy.period([1, None])", TypeError, "not NoneType"),
        ("grundy.period('1 sqrt(2)', values='nim')", ValueError, "only outcomes of normal and misère play"),
        ("grundy.losing_intervals('1 sqrt(2)', 'sqrt(3)')", ValueError, "last: sqrt(3) and sqrt(2)"),
        ("grundy.losing_intervals('1 sqrt(2)', 5, first=-1)", ValueError, "positions count from 0"),
        ("grundy.Real('x')", grundy.Rejected, "cannot read the number"),
        ("grundy.period([2.5])", TypeError, "a move is an integer"),
        ("grundy.period(7)", TypeError, "moves are a text such as '2 5 7'"),
        ("grundy.period(None)", TypeError, "not NoneType"),
        ("grundy.period(b'2 5 7')", TypeError, "not bytes"),
        ("grundy.period('n 2n', n='3')", TypeError, "n must be an integer, not str"),
        ("grundy.period('n 2n', n=3.0)", TypeError, "n must be an integer, not float"),
        ("grundy.period('2 3', time_limit=float('nan'))", ValueError, "time_limit must be"),
        ("grundy.sequence('2 3', 5)[10**30]", IndexError, "out of range"),
        ("grundy.sequence('1..', 3, first=300, values='nim')", grundy.Undecided, "a Grundy value is 300"),
        ("float(grundy.Real(10**400))", OverflowError, "too large for a float"),
        ("grundy.new('n', n=3.5)", TypeError, "n must be an integer, or an iterable"),
        ("grundy.theorem('{ 1 } REPEAT _ A ENDREP').period(5)", TypeError, "no parameters"),
        ("grundy.Certificate('x')", TypeError, "bytes of a file, or from its pathlib.Path"),
        ("grundy.period('{ n 2n }')", TypeError, "a value is missing: n=..."),
        ("grundy.period('{ n 2n }', n=3, m=2)", TypeError, "unknown parameter m"),
        ("grundy.period('{ n 2n', n=3)", grundy.Rejected, "moves:1"),
        ("grundy.period('2 3', values='nimm')", ValueError, "not \"nimm\""),
        (
            "grundy.period('2 3', method='accelerated', limit_positions=9)",
            ValueError,
            "limit_positions works only with method='direct'",
        ),
        ("grundy.fix('RULE misere { 1 } REPEAT + - ENDREP', rule='won odd')", ValueError, "RULE misere"),
        ("grundy.period('2 3', method='slow')", ValueError, "'auto', 'direct'"),
        ("grundy.period('2 3', time_limit=-1)", ValueError, "time_limit"),
        ("grundy.period('2 3', progress=7)", ValueError, "progress is True"),
        ("grundy.sequence('2 3', 5, first=-1)", ValueError, "from 0"),
        ("grundy.sequence('2 3', 5, start='x')", ValueError, "the start has x"),
        ("grundy.sequence('2 3', 5, start='')", ValueError, "empty"),
        ("grundy.sequence('2 3', 5, start=2.5)", TypeError, ""),
        ("grundy.sequence('2 3', 5, first=1, start=2)", TypeError, "start is a word"),
        ("grundy.period('2 3', rule='odd')", ValueError, "lost"),
        ("grundy.period('2 3', values='nim', rule='won odd')", ValueError, "contradict each other"),
        ("grundy.period('2 3', rule='won odd', method='accelerated')", ValueError, "without a start"),
        ("grundy.verify('RULE misere { 1 } REPEAT + - ENDREP', rule='won odd')", ValueError, "RULE misere"),
        ("grundy.theorem('RULE misere { 1 } REPEAT + - ENDREP', rule='normal')", ValueError, "RULE misere"),
        ("grundy.Description('{ 1 } REPEAT _ A ENDREP').expand(3, start='+')", ValueError, "FROM_INFINITY_DOWN"),
        ("grundy.verify(7)", TypeError, "a text or a path"),
        ("grundy.explain('E9999')", ValueError, "unknown code E9999"),
        ("grundy.fmt('{ n } REPEAT _n')", grundy.Rejected, "ENDREP"),
        ("grundy.new('n m')", TypeError, "n=range(1, 5)"),
        ("grundy.new('n', m=3)", TypeError, "unknown parameter m"),
        ("grundy.new('n', n=[])", ValueError, "no games"),
        ("grundy.new('n', values='nim', rule='misere')", ValueError, "contradict each other"),
        ("grundy.sequence('2 3', -1)", OverflowError, ""),
        ("grundy.sequence('2 3', 10**16)", MemoryError, "not enough memory for"),
        ("grundy.Description('{ 1 } REPEAT _ A ENDREP').expand(10**16)", MemoryError, ""),
        ("grundy.infer('{ 2 7 }')", ValueError, "no parameter is left"),
        ("grundy.infer('{ n 2n }', work=-1)", ValueError, "work is from 0"),
        ("grundy.period('2 3', rule=7)", TypeError, "expected a string"),
        ("grundy.explain(7)", TypeError, "a code is a text"),
        ("grundy.census(-3)", ValueError, "a largest move is from 1"),
        ("grundy.heaps(('1 sqrt(2)', 3))", ValueError, "must be integers here"),
        ("grundy.infer('n sqrt(2)')", ValueError, "must be integers here"),
        ("grundy.sequence('2 3', 10**30)", OverflowError, "the number of positions"),
        ("grundy.infer('{ n 2n }', class_='2 mod 2')", ValueError, "such as '1 mod 2'"),
        ("grundy.infer('{ n 9-n }')", ValueError, "below 1 for all large n"),
        ("grundy.verify('', kind='chess')", ValueError, "kind is one of"),
        ("grundy.census(0)", ValueError, "empty"),
        ("grundy.census('7')", TypeError, "max_move"),
        ("grundy.census(7).rows('all')", ValueError, "kind is"),
        ("grundy.map(2)", ValueError, "s3 is from 3"),
        ("grundy.map(9, width=1)", ValueError, "pixels"),
        ("grundy.Polynomial('n')", TypeError, "made from an integer"),
        ("grundy.Certificate(b'').check('{ 1 } REPEAT _ A ENDREP')", ValueError, ""),
    ],
)
def test_wrong_arguments_are_named(call: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        eval(call, {"grundy": grundy})
    assert message in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing.nimseq"
    for read in (grundy.verify, grundy.fmt, grundy.Certificate):
        with pytest.raises(FileNotFoundError, match="missing.nimseq") as caught:
            read(path)
        assert Path(caught.value.filename) == path and caught.value.errno == 2
    with pytest.raises(IsADirectoryError):
        grundy.verify(tmp_path)


def test_no_time_limit_is_too_large() -> None:
    for seconds in (None, 1e300, float("inf")):
        assert grundy.period("2 5 7", time_limit=seconds).period == 22


def test_everything_shows_what_it_is() -> None:
    assert repr(grundy.blocks("2 5 7", 10)) == (
        "<grundy.Blocks: Outcomes of { 2 5 7 }, blocks of 10 values, next from 0>"
    )
    assert repr(grundy.map(9)).endswith("bytes of SVG>")
    assert not grundy.Real(0) and grundy.Real("sqrt(2)")
