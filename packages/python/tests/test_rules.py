"""Any local rule and any start, as `--rule` and `--start` name them."""

from collections.abc import Callable

import grundy
import pytest

# How many options are lost, and how many won, of those that there are.
RULES: dict[str, Callable[[int, int], bool]] = {
    "normal": lambda lost, won: lost > 0,
    "misere": lambda lost, won: lost > 0 or lost + won == 0,
    "nor": lambda lost, won: won == 0,
    "parity": lambda lost, won: won % 2 == 1,
    "exactly-one": lambda lost, won: won == 1,
    "more-than-1": lambda lost, won: lost > 1,
    "lost odd": lambda lost, won: lost % 2 == 1,
    "lost even": lambda lost, won: lost % 2 == 0,
    "won >= 2": lambda lost, won: won >= 2,
    "won != 1": lambda lost, won: won != 1,
    "lost < 2": lambda lost, won: lost < 2,
}


def by_the_rule(moves: list[int], rule: str, start: str, count: int) -> str:
    """Outcomes by their definition."""
    values: list[bool] = []

    def value(x: int) -> bool | None:
        if x >= 0:
            return values[x]
        return start[x % len(start)] == "+" if start else None

    for x in range(count):
        options = [value(x - move) for move in moves]
        there = [option for option in options if option is not None]
        values.append(RULES[rule](there.count(False), there.count(True)))
    return "".join("-+"[value] for value in values)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("start", ["", "-", "+", "+--", "-+"])
def test_values_are_those_of_the_rule(rule: str, start: str) -> None:
    for moves in [[1, 2], [2, 5, 7], [3, 4, 9, 11]]:
        expected = by_the_rule(moves, rule, start, 300)
        found = grundy.sequence(moves, 300, rule=rule, start=start or None)
        assert str(found) == expected, (moves, rule, start)
        blocks = grundy.blocks(moves, 70, first=30, rule=rule, start=start or None)
        assert str(next(blocks)) + str(next(blocks)) == expected[30:170]
        cycle = grundy.period(moves, rule=rule, start=start or None)
        p, q = cycle
        assert str(found)[q : 300 - p] == str(found)[q + p :]
        assert q == 0 or str(found)[q - 1] != str(found)[q - 1 + p]


def test_sink_shifts_the_heaps() -> None:
    # Every move may be made from every heap but 0, which is lost.
    assert str(grundy.sequence("2 3", 12, start="sink")) == by_the_rule([2, 3], "normal", "-", 12)
    nim = grundy.sequence("2 3", 12, values="nim", start="sink")
    assert str(nim) == str(grundy.sequence("2 3", 12, values="nim", start="_"))
    assert list(grundy.sequence("1 2", 6, values="nim", start="B")) == [0, 1, 2, 0, 1, 2]


def test_linear_rules_far_out_are_quick() -> None:
    far = grundy.sequence("31 70", 20, rule="won odd", start="+", first=10**12)
    assert str(far) == "--+++-+-+++++---+--+"


def test_values_and_rules_go_together() -> None:
    nim = grundy.sequence("2 5 7", 40, values="nim")
    assert grundy.sequence("2 5 7", 40, rule="mex") == nim == grundy.sequence("2 5 7", 40, values="grundy")
    assert grundy.sequence("2 5 7", 40, rule="misere") == grundy.sequence("2 5 7", 40, values="misere")
    assert grundy.period("2 5 7", values="misere") == grundy.period("2 5 7", rule="misere")


MISERE = "n >= 1 { n } REPEAT +n -n ENDREP"


def test_descriptions_are_read_by_a_rule() -> None:
    assert grundy.verify(MISERE).verdict == "refuted"
    for words in [{"rule": "misere"}, {"values": "misere"}]:
        assert grundy.verify(MISERE, **words).verdict == "verified"  # type: ignore[arg-type]
        assert grundy.theorem(MISERE, **words).period(n=7) == 14  # type: ignore[arg-type]
        description = grundy.Description(MISERE, **words)  # type: ignore[arg-type]
        assert (description.rule, description.verify().verdict) == ("misere", "verified")
        assert str(description.expand(10, n=2)) == str(grundy.sequence("2", 10, rule="misere"))
    named = "RULE misere " + MISERE
    assert grundy.verify(named).verdict == grundy.verify(named, rule="misere").verdict == "verified"
    with pytest.raises(ValueError, match="the line RULE misere"):
        grundy.verify(named, rule="nor")
    with pytest.raises(ValueError, match="the rule of the description is normal"):
        grundy.Description(MISERE).theorem(values="misere")


def test_starts_and_ranges_are_part_of_descriptions() -> None:
    text = "n >= 1 { 1..n } REPEAT - +n ENDREP"
    assert grundy.theorem(text).period(n=9) == 10
    assert grundy.period("1..9") == grundy.period(range(1, 10))
    start = "RULE won odd { 3 5 } FROM_INFINITY_DOWN REPEAT + ENDREP REPEAT + ENDREP"
    found = grundy.verify(start).counterexample
    assert found is not None
    described = grundy.sequence("3 5", 40, rule="won odd", start="+")
    assert found.position == str(described).index("-")


def test_a_certificate_answers_the_question_about_the_text() -> None:
    text = "n >= 1\nCLAIM period 1\n{ n 2n } REPEAT - ENDREP"
    certificate = grundy.verify(text, rule="lost == 7", certify=True).certificate
    assert certificate is not None
    with pytest.raises(grundy.CertificateError, match="rule lost == 7.*rule normal"):
        certificate.check(text)
    with pytest.raises(grundy.CertificateError, match="rule lost == 7.*rule misere"):
        certificate.check(text, values="misere")
    evidence = certificate.check(text, rule="lost == 7")
    assert "by the rule lost == 7" in str(evidence)
    assert '"rule": "lost == 7"' in evidence.json
