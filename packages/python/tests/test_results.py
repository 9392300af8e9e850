"""Reports, theorems, certificates, censuses: what they say and how notebooks show them."""

import json
from pathlib import Path

import grundy
import numpy
import pytest

ROOT = Path(__file__).resolve().parents[3]
PATTERN = "n >= 1 { n } REPEAT _n An ENDREP"
WRONG = "n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP"


def test_a_report_is_that_of_the_command() -> None:
    report = grundy.verify("CLAIM period 3n\n" + WRONG, name="wrong.nimseq")
    assert report.verdict == "refuted"
    assert report.claims == [("CLAIM period 3n", "undecided")]
    line = json.loads(report.json)
    assert line["verdict"] == "refuted" and line["path"] == "wrong.nimseq"
    assert str(report).startswith("refuted    wrong.nimseq")
    (finding,) = [it for it in report.findings if it.counterexample]
    assert (finding.line, finding.column, finding.severity) == (2, 32, "error")
    assert finding.parameters == {"n": 1}


def test_a_wrong_claim_is_refuted_and_a_right_one_verified() -> None:
    right = grundy.verify("CLAIM period 2n\n" + PATTERN)
    assert (right.verdict, right.claims) == ("verified", [("CLAIM period 2n", "verified")])
    wrong = grundy.verify("CLAIM period 4n\n" + PATTERN)
    assert (wrong.verdict, wrong.counterexample) == ("refuted", None)
    assert wrong.findings[0].parameters == {"n": 1}


def test_a_refutation_is_shown() -> None:
    found = grundy.verify(WRONG).counterexample
    assert found is not None
    assert [option[:2] for option in found.options] == [("n", 1), ("2n+1", 3)]
    assert found.options[1][2] is None
    assert found.word == (1, 32, "Bn")
    shown = found._repr_html_()
    assert shown.count("<table>") == 2 and "outline" in shown and "described" in shown
    picture = found.picture()
    assert picture is not None and "is refuted" in picture.svg()


def test_what_a_text_contains_is_escaped() -> None:
    text = "# <script>alert('&')</script>\nCLAIM period n\n" + PATTERN
    shown = grundy.verify(text, name="<b>.nimseq")._repr_html_()
    assert "refuted" in shown and "&lt;" in shown
    assert "<script>" not in shown and "<b>" not in shown


def test_other_kinds_of_text_are_checked() -> None:
    strategy = (ROOT / "descriptions/nim/strategy.nim").read_text(encoding="utf-8")
    assert grundy.verify(strategy, kind="nim").verdict == "verified"
    wrong = strategy.replace("plays 4:1", "plays 4:2")
    report = grundy.verify(wrong, kind="nim")
    assert report.verdict == "refuted" and report.counterexample is None
    assert [finding.line for finding in report.findings] == [8]
    positions = (ROOT / "descriptions/nim/positions.nim").read_text(encoding="utf-8")
    assert grundy.verify(positions, kind="nim").verdict == "verified"
    with pytest.raises(grundy.Rejected):
        grundy.verify("<pnml", kind="petri")


def test_a_theorem_is_shown() -> None:
    theorem = grundy.theorem(PATTERN)
    assert theorem._repr_latex_().startswith("$$") and "2n" in theorem._repr_latex_()
    assert theorem.latex.startswith("\\begin{theorem}")
    assert theorem.compared[0] == {"n": 1}
    assert json.loads(theorem.json)["minimal"] is True
    outcomes = grundy.theorem(PATTERN, values="outcome")
    assert outcomes.values == "outcome" and outcomes.period == theorem.period.polynomial


def test_a_theorem_found_is_proved_again_from_its_description() -> None:
    found = grundy.infer("{ 2 4n-1 4n+1 4n+5 8n-2 }")
    assert (found.verdict, found.minimal, found.exceptions) == ("verified", True, [])
    description = found.describe()
    assert grundy.verify(description.text).verdict == "verified"
    theorem = description.theorem()
    assert theorem.preperiod(n=5) == found.preperiod(n=5) == grundy.period(
        found.moves, n=5
    ).preperiod
    assert json.loads(found.json)["verdict"] == "verified"


def test_a_theorem_by_residues_agrees_with_computation() -> None:
    found = grundy.infer("{ 1 2n 3n }")
    assert (found.verdict, len(found.preperiod.pieces), found.least) == ("verified", 2, 4)
    assert [tuple(cycle or ()) for _, cycle in found.exceptions] == [(4, 0), (5, 0), (5, 10)]
    assert found.least is not None
    for n in range(found.least, found.least + 12):
        cycle = grundy.period(found.moves, n=n)
        assert (found.period(n), found.preperiod(n)) == tuple(cycle), n
    with pytest.raises(ValueError, match="cases"):
        found.preperiod.polynomial
    odd = grundy.infer("{ 1 2n 3n }", class_="1 mod 2")
    assert odd.preperiod(7) == found.preperiod(7) == 22
    with pytest.raises(ValueError, match="says nothing about n = 8"):
        odd.preperiod(8)


def test_certificates_show_what_they_should_and_nothing_else() -> None:
    proof = grundy.verify(PATTERN, certify=True).certificate
    assert proof is not None
    evidence = proof.check(PATTERN)
    assert evidence.shows == "proof" and evidence.theorems == []
    covered = grundy.theorem(PATTERN, certify=True).certificate
    assert covered is not None and len(covered) > len(proof)
    (theorem,) = covered.check(PATTERN).theorems
    assert theorem.period(n=3) == 6 and theorem.minimal
    assert grundy.theorem(PATTERN).certificate is None
    content = bytes(covered)
    for place in range(0, len(content), 7):
        changed = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        with pytest.raises(grundy.CertificateError):
            grundy.Certificate(changed).check(PATTERN)
    with pytest.raises(grundy.CertificateError):
        proof.check(PATTERN + " ")
    refutation = grundy.verify(WRONG, certify=True).certificate
    assert refutation is not None and refutation.check(WRONG).shows == "counterexample"
    with pytest.raises(grundy.CertificateError):
        refutation.check(PATTERN)
    assert grundy.verify(PATTERN).certificate is None


def test_a_census_is_a_frame() -> None:
    census = grundy.census((5, 9), all=True, threads=2)
    pandas, polars = census.to_pandas("game"), census.to_polars("game")
    assert len(pandas) == len(polars) == census.games == 2**9 - 2**4
    assert list(pandas.columns) == polars.columns
    for row in census.rows("game")[::37]:
        assert tuple(grundy.period(row["moves"])) == (row["period"], row["preperiod"])
    maximum = census.to_pandas("maximum")
    assert list(maximum["largest_move"]) == [5, 6, 7, 8, 9]
    longest = pandas.groupby("largest_move")["period"].max()
    assert (longest.to_numpy() == maximum["period"].to_numpy()).all()
    assert numpy.array_equal(polars["period"].to_numpy(), pandas["period"].to_numpy())
    assert census.csv.endswith(f"undecided\n") and str(census)


def test_undecided_games_of_a_census_have_no_period() -> None:
    census = grundy.census(20, moves=4, limit_positions=50)
    assert census.undecided > 0 and repr(census).endswith(f", {census.undecided} undecided>")
    row = census.rows("undecided")[0]
    assert "period" not in row and row["decided"] is False
    assert sum(grundy.period(row["moves"])) > 50
