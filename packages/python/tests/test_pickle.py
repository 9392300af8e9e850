"""What a process sends to another one says the same there."""

import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grundy
import pytest

PATTERN = "n >= 1 { n } REPEAT _n An ENDREP"
WRONG = "n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP"


def proved() -> grundy.Theorem:
    return grundy.theorem(PATTERN, certify=True)


MADE: dict[str, Callable[[], Any]] = {
    "Report": lambda: grundy.verify("CLAIM period 3n\n" + WRONG, name="wrong.nimseq", certify=True),
    "Finding": lambda: grundy.verify(WRONG).findings[0],
    "Counterexample": lambda: grundy.verify(WRONG).counterexample,
    "Certificate": lambda: proved().certificate,
    "Evidence": lambda: grundy.verify(PATTERN, certify=True).certificate.check(PATTERN),  # type: ignore[union-attr]
    "Description": lambda: grundy.Description(PATTERN, values="nim", name="mine.nimseq"),
    "Theorem": proved,
    "Formula": lambda: grundy.infer("{ 1 2n 3n }").preperiod,
    "Piece": lambda: grundy.infer("{ 1 2n 3n }").preperiod.pieces[1],
    "Polynomial": lambda: proved().period.polynomial,
    "Inferred": lambda: grundy.infer("{ 1 2n 3n }"),
    "Cycle": lambda: grundy.period("2 5 7"),
    "Heaps": lambda: grundy.heaps(("2 5", [2, 5, 12]), ("1..4", 13)),
    "Real": lambda: grundy.Real("1/2+10^200*sqrt(3)/7"),
    "Edit": lambda: grundy.fix("n>=1 { n } REPEAT _n An ENDREP").fixes[0].edits[0],
    "Fix": lambda: grundy.fix("n>=1 { n } REPEAT _n An ENDREP").fixes[0],
    "Fixed": lambda: grundy.fix("n>=1 { n } REPEAT _n A(n+1) ENDREP"),
    "Sequence": lambda: grundy.sequence("2 5 7", 30, first=10**30, values="nim"),
    "Census": lambda: grundy.census((4, 7), all=True, limit_positions=20),
}



def said(thing: Any) -> dict[str, Any]:
    """Everything that an object says without being asked."""
    told: dict[str, Any] = {"": (repr(thing), str(thing))}
    for name in dir(thing):
        value = getattr(type(thing), name, None)
        if not name.startswith("_") and not callable(value):
            try:
                value = getattr(thing, name)
            except ValueError as error:
                value = str(error)
            is_plain = isinstance(value, (str, int, dict, tuple, type(None)))
            told[name] = value if is_plain else str(value)
        elif name in ("_repr_html_", "_repr_latex_", "_repr_svg_", "rows"):
            told[name] = getattr(thing, name)()
    return told


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_what_is_pickled_says_the_same(name: str, protocol: int) -> None:
    thing = MADE[name]()
    again = pickle.loads(pickle.dumps(thing, protocol))
    assert type(again) is type(thing) and type(thing).__name__ == name
    assert said(again) == said(thing)
    # And once more, from what was read.
    assert said(pickle.loads(pickle.dumps(again))) == said(thing)


def test_all_results_are_pickled() -> None:
    """All classes but those of errors, of an iterator, and of pictures, which are SVG already."""
    classes = {name for name in grundy.__all__ if isinstance(getattr(grundy, name), type)}
    errors = {name for name in classes if issubclass(getattr(grundy, name), Exception)}
    assert classes - errors - {"Blocks", "Picture"} == set(MADE)


def test_what_was_pickled_can_be_used() -> None:
    report = pickle.loads(pickle.dumps(grundy.verify(WRONG, certify=True)))
    picture = report.counterexample.picture(width=700)
    assert picture.svg() == grundy.verify(WRONG).counterexample.picture(width=700).svg()  # type: ignore[union-attr]
    assert report.certificate.check(WRONG).shows == "counterexample"
    found = pickle.loads(pickle.dumps(grundy.infer("{ 2 4n-1 4n+1 4n+5 8n-2 }")))
    assert found.describe().verify().verdict == "verified"
    assert found.preperiod(n=[3, 4]) == [69, 125]
    census = pickle.loads(pickle.dumps(grundy.census((4, 7))))
    assert census.to_pandas("maximum").equals(grundy.census((4, 7)).to_pandas("maximum"))


def test_results_come_back_from_other_processes() -> None:
    moves = [[2, 5, 7], [3, 7, 8], [4, 9, 10, 21]]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(grundy.period, moves) == [grundy.period(one) for one in moves]
        reports = pool.map(grundy.verify, [PATTERN, WRONG])
    assert [report.verdict for report in reports] == ["verified", "refuted"]


def test_paths_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pattern.nimseq"
    path.write_text(PATTERN + "\n", encoding="utf-8")
    report = grundy.verify(path)
    assert report.verdict == "verified" and str(path) in str(report)
    assert grundy.verify(path, name=Path("other.nimseq")).json.count("other.nimseq") == 1
    certificate = grundy.theorem(path, certify=True).certificate
    assert certificate is not None
    proof = tmp_path / "proof"
    proof.write_bytes(bytes(certificate))
    assert grundy.Certificate(proof).check(path).theorems[0].period(n=3) == 6
    assert grundy.fmt(path) == grundy.fmt(PATTERN + "\n")
    assert grundy.Description(path).text == PATTERN + "\n"
    # The ending says what is in it.
    heaps = tmp_path / "heaps.nim"
    heaps.write_text("1 2 3 normal N 1:1\n", encoding="utf-8")
    assert grundy.verify(heaps).verdict == "refuted"
    with pytest.raises(FileNotFoundError):
        grundy.verify(tmp_path / "missing.nimseq")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="is not UTF-8"):
        grundy.verify(path)


def test_drafts_layout_and_codes() -> None:
    draft = grundy.new("{ n n+1 2n+3 }", values="nim")
    assert "{ n n+1 2n+3 }" in draft and grundy.fmt(draft).startswith("n >= ")
    with pytest.raises(grundy.Undecided, match=r"no loop shows in n = 1..6"):
        grundy.new("{ 2n 5n 6n+1 8n+1 }", values="nim")
    assert grundy.verify(grundy.new("n 2n", values="nim", n=range(2, 6))).verdict == "verified"
    assert grundy.verify(grundy.new("2 5 7")).verdict == "verified"
    with pytest.raises(grundy.Undecided, match="no loop shows in 2 games"):
        grundy.new(["m", "n"], m=[2, 3], n=7)
    assert grundy.explain("e0301") == grundy.explain("E0301") != ""
    assert "E0301" in grundy.explain() and "E0302" in grundy.explain()
