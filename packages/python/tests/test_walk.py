"""What the first page of the documentation promises."""

import grundy


def test_a_description_is_verified() -> None:
    report = grundy.verify("n >= 1 { n } REPEAT _n An ENDREP")
    assert report.verdict == "verified"
    assert report.counterexample is None
    assert report.statistics["blocks"] == 1


def test_a_wrong_one_is_refuted_by_its_smallest_counterexample() -> None:
    report = grundy.verify("n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP")
    found = report.counterexample
    assert report.verdict == "refuted" and found is not None
    assert (found.parameters, found.position) == ({"n": 1}, 2)
    assert (found.claimed, found.computed) == ("B", "_")


def test_a_period_is_found() -> None:
    cycle = grundy.period("{ 2n 5n 6n+1 8n+1 }", values="nim", n=100)
    assert tuple(cycle) == (14001101, 701)
