"""However short a result shows itself, it says for what it holds, and what is not proved to be the least."""

import dataclasses

import grundy
import pytest

PATTERN = "n >= 1 { n } REPEAT _n An ENDREP"


def test_a_cycle_names_its_rule_and_its_start() -> None:
    plain = grundy.period("3 7 8")
    assert repr(plain) == "<grundy.Cycle: period 5, preperiod 8>" == repr(grundy.period([3, 7, 8], values="outcome"))
    for words, said in [
        ({"rule": "lost odd"}, ", rule lost odd>"),
        ({"values": "misere"}, ", rule misere>"),
        ({"rule": "lost odd", "start": "+--"}, ", rule lost odd, start +-->"),
    ]:
        cycle = grundy.period("3 7 8", **words)  # type: ignore[arg-type]
        assert repr(cycle).endswith(said), cycle
        assert "outcomes" in str(cycle) and "for all x >=" in str(cycle)
    assert "both least" in str(plain)


def test_a_period_that_may_not_be_least_says_so() -> None:
    theorem = dataclasses.replace(grundy.theorem(PATTERN), minimal=False)
    assert repr(theorem).endswith("not both known to be least>")
    assert "not both known to be least" in theorem._repr_latex_()
    found = grundy.infer("{ 7 4n 4n+3 }", by="trace", class_="4 mod 7")
    assert (found.verdict, found.minimal) == ("undecided", False)
    formulas = [found.period, found.preperiod]
    open_ones = [formula for formula in formulas if not all(piece.is_least for piece in formula.pieces)]
    assert open_ones
    for formula in open_ones:
        for shown in (str(formula), repr(formula), formula.latex, formula._repr_latex_()):
            assert "perhaps not least" in shown
    latex = found._repr_latex_()
    assert latex is not None and "perhaps not least" in latex and "not all proved" in latex
    assert repr(found).endswith(", not all proved>")
    # Nothing of this is said of what is proved.
    for proved in (grundy.theorem(PATTERN), grundy.infer("{ n 2n }")):
        shown = f"{proved!r} {proved} {proved._repr_latex_()}"
        assert "perhaps" not in shown and "not both" not in shown and "not all" not in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [({"values": "misere"}, "rule misere"), ({"start": "-"}, "start -"), ({"rule": "won == 1"}, "rule won == 1")],
)
def test_a_theorem_found_names_its_rule_and_its_start(words: dict[str, str], said: str) -> None:
    found = grundy.infer("{ n 2n }", **words)  # type: ignore[arg-type]
    latex = found._repr_latex_()
    assert said in repr(found) and latex is not None and said in latex


def test_a_theorem_found_names_its_exceptions() -> None:
    found = grundy.infer("{ 1 2n 3n }")
    latex = found._repr_latex_()
    assert latex is not None and r"\text{n = 3: period 5, preperiod 10}" in latex and r"n \ge 4" in latex
    assert "n = 3: period 5, preperiod 10" in str(found)


def test_a_theorem_of_a_text_names_its_rule_and_its_start() -> None:
    misere = grundy.theorem("RULE misere n >= 1 { n } REPEAT +n -n ENDREP")
    start = grundy.theorem("n >= 1 { n 2n } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT +(2n) -n ENDREP")
    for theorem, said in [(misere, "misère outcomes"), (start, "with the start of the text")]:
        assert said in repr(theorem) and said in theorem._repr_latex_() and said in theorem.latex
    report = grundy.verify("n >= 1 { n } REPEAT +n -n ENDREP", rule="misere")
    assert repr(report).endswith("by the rule misere>") and '"rule":"misere"' in report.json


def test_options_in_messages_are_arguments() -> None:
    with pytest.raises(grundy.Undecided) as caught:
        grundy.period("21 103 214 235", limit_positions=1000)
    assert caught.value.limit == "positions"
    text = str(caught.value)
    assert "with limit_positions" in text and "--" not in text
    with pytest.raises(grundy.Undecided, match="with time_limit"):
        grundy.period("{ 9n+3 14n+5 21n+8 35n+13 }", n=10**5, time_limit=0.1)
