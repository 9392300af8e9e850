"""Findings propose changes, and `fix` carries them out."""

import pickle
from pathlib import Path

import grundy
import pytest

WRONG = "n >= 1 { n } REPEAT _n A(n+1) ENDREP"


def edited(text: str, edits: list[grundy.Edit]) -> str:
    """The text after some changes, made by hand."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    for edit in sorted(edits, key=lambda it: (it.line, it.column), reverse=True):
        first = starts[edit.line - 1] + edit.column - 1
        last = starts[edit.end_line - 1] + edit.end_column - 1
        text = text[:first] + edit.text + text[last:]
    return text


def test_a_finding_has_its_edits() -> None:
    text = "n >= 1\n{ n }\nREPEAT\n  _n An\nPER"
    (finding,) = grundy.verify(text).findings
    assert (finding.severity, finding.line) == ("warning", 5)
    again = edited(text, finding.edits)
    assert again == text.replace("PER", "ENDREP") and grundy.verify(again).findings == []


def test_the_mistakes_of_a_rejected_text_have_edits() -> None:
    text = "n>=1 { n }\nREPAET _n An ENDREP"
    for function in (grundy.verify, grundy.fmt, grundy.Description):
        with pytest.raises(grundy.Rejected) as caught:
            function(text)
        error = pickle.loads(pickle.dumps(caught.value))
        assert [(it.code, it.line) for it in error.findings] == [("E0109", 1), ("E0102", 2)]
        assert (error.code, error.line) == ("E0109", 1) and "REPAET" in str(error)
        edits = [edit for finding in error.findings for edit in finding.edits]
        assert edited(text, edits) == "n >= 1 { n }\nREPEAT _n An ENDREP"


def test_a_wrong_description_becomes_a_proved_one() -> None:
    fixed = grundy.fix(WRONG)
    assert fixed.text == "n >= 1 { n } REPEAT _n An ENDREP"
    (change,) = fixed.fixes
    assert (change.code, change.meaning) == ("E0301", "changed")
    assert edited(WRONG, change.edits) == fixed.text
    assert grundy.verify(fixed.text).verdict == "verified"
    assert repr(fixed) == "<grundy.Fixed: E0301>" and "would change" not in repr(fixed)
    assert "proved, and it changes what the text claims" in str(fixed)


def test_a_right_description_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "right.nimseq"
    path.write_text("n >= 1 { n } REPEAT _n An ENDREP\n", encoding="utf-8")
    fixed = grundy.fix(path)
    assert (fixed.text, fixed.fixes) == (path.read_text(encoding="utf-8"), [])
    assert repr(fixed) == "<grundy.Fixed: nothing to change>"
    # Under another rule it is wrong, and nothing is proved that mends it.
    assert grundy.fix("n >= 1 { n } REPEAT +n -n ENDREP", rule="misere").fixes == []
