"""Texts: what they claim, whether it is right, and what shows it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from . import _grundy, _html
from ._ask import Progress, Reply, Text, Values, ask, read
from ._certificate import Certificate, certificate
from ._errors import rejected
from ._picture import Picture
from ._sequence import LETTERS

Kind: TypeAlias = Literal["nimseq", "family", "nim", "kabelsalat", "wolf", "petri"]
Verdict: TypeAlias = Literal["verified", "refuted", "undecided", "vacuous"]
#: One option of a position: the move as written, its size, and where it leads to, with the letter there.
Option: TypeAlias = tuple[str, int, tuple[int, str] | None]


def integers(numbers: Mapping[str, str]) -> dict[str, int]:
    return {name: int(number) for name, number in numbers.items()}


@dataclass(frozen=True)
class Edit:
    """A change of a text: what comes in the place of a piece of it.  Lines and columns count from 1, in characters."""

    line: int
    """The line of the first character."""
    column: int
    """Its column."""
    end_line: int
    """The line of the end."""
    end_column: int
    """The column after the last character."""
    text: str
    """What comes there."""


def edit(place: Mapping[str, Any]) -> Edit:
    names = ("line", "column", "end_line", "end_column", "text")
    return Edit(*(place[name] for name in names))


@dataclass(frozen=True, eq=False, repr=False)
class Counterexample:
    """The smallest parameters for which a description fails, and the smallest position there.

    Direct computation confirms it before you see it.
    """

    parameters: dict[str, int]
    """The parameters by name."""
    position: int
    """The position, from 0."""
    claimed: str
    """The letter that the description puts there."""
    computed: str
    """The letter that the rule gives."""
    iteration: dict[str, int]
    """The control variables around the word, outermost first."""
    options: list[Option]
    """The options of the position.

    Each is the move as written, its size, and where it leads to, with the letter there; None below position 0, where the
    move is not possible.
    """
    word: tuple[int, int, str] | None
    """The word that is wrong: line, column, and its text."""
    _name: str
    _runs: dict[str, Any] | None

    def picture(self, width: int = 900, height: int = 420) -> Picture | None:
        """A picture of both sequences around the position; None if the position is too far out."""
        if self._runs is None or self.position >= 2**64:
            return None
        moves = " ".join(str(size) for _, size, _ in self.options)
        at = ", ".join(f"{name} = {value}" for name, value in self.parameters.items())
        described, computed = (
            [(_value(run["value"]), int(run["length"])) for run in runs]
            for runs in (self._runs["described"], self._runs["computed"])
        )
        drawn = _grundy.refutation(
            f"{self._name} is refuted",
            f"{{ {moves} }}{' for ' if at else ''}{at}: position {self.position} is {self.computed}, described as "
            f"{self.claimed}",
            "outcome" if self.claimed in "+-" else "nim",
            int(self._runs["from"]),
            self.position,
            described,
            computed,
            (width, height),
        )
        return Picture(drawn)

    def __str__(self) -> str:
        at = "".join(f"{name} = {value}, " for name, value in self.parameters.items())
        return f"{at}position {self.position}: claimed {self.claimed}, computed {self.computed}"

    def __repr__(self) -> str:
        return f"<grundy.Counterexample: {self}>"

    def _repr_html_(self) -> str:
        return _html.counterexample(self)


def _value(letter: str) -> int:
    """The value of a letter; colours repeat long before the last one."""
    number = "-+".find(letter) if letter in "-+" else LETTERS.find(letter)
    return number if number >= 0 else min(int(letter), 255)


def _counterexample(
    entry: Mapping[str, Any], finding: Mapping[str, Any], text: str
) -> Counterexample | None:
    """The counterexample of a finding, if it is a position of a description."""
    found = finding.get("counterexample", {})
    if "position" not in found:
        return None
    place = finding.get("location")
    return Counterexample(
        parameters=integers(found["parameters"]),
        position=int(found["position"]),
        claimed=found["claimed"],
        computed=found["computed"],
        iteration=integers(found["iteration"]),
        options=[_option(it) for it in found["options"]],
        word=place and (place["line"], place["column"], _piece(text, place)),
        _name=entry["path"],
        _runs=entry.get("around", {}).get("runs"),
    )


def _option(option: Mapping[str, Any]) -> Option:
    target = (int(option["position"]), option["value"]) if "position" in option else None
    return option["move"], int(option["size"]), target


def _piece(text: str, place: Mapping[str, Any]) -> str:
    """The piece of a text at a place."""
    lines = text.split("\n")[place["line"] - 1 : place["end_line"]]
    lines[-1] = lines[-1][: place["end_column"] - 1]
    lines[0] = lines[0][place["column"] - 1 :]
    return "\n".join(lines)


@dataclass(frozen=True, eq=False, repr=False)
class Finding:
    """One finding: what is wrong, where, and what shows it."""

    code: str
    """The code, such as `E0301`."""
    severity: Literal["error", "warning"]
    """`error` or `warning`."""
    message: str
    """What is wrong, in one line."""
    notes: list[str]
    """What the check assumed, or found on the way."""
    help: str | None
    """What to try."""
    edits: list[Edit]
    """Changes of the text that would mend it."""
    line: int | None
    """The line of the text, from 1."""
    column: int | None
    """The column, from 1, in characters."""
    limit: str | None
    """The name of the limit that was reached, if this finding reports one."""
    parameters: dict[str, int] | None
    """The parameters for which something is wrong, by name."""
    counterexample: Counterexample | None
    """The position at which a description fails."""
    _text: str

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<grundy.Finding {self.code}: {self.message}>"


def _finding(entry: Mapping[str, Any], found: Mapping[str, Any], text: str, told: str) -> Finding:
    place = found.get("location") or {}
    # A cell of a table has a place inside of the place.
    place = place.get("place", place)
    counterexample = _counterexample(entry, found, text)
    parameters = integers(found.get("counterexample", {}).get("parameters", {}))
    return Finding(
        code=found["code"],
        severity=found["severity"],
        message=found["message"],
        notes=found.get("notes", []),
        help=found.get("help"),
        edits=[edit(place) for place in found.get("edits", [])],
        line=place.get("line"),
        column=place.get("column"),
        limit=found.get("limit"),
        parameters=parameters if parameters or counterexample else None,
        counterexample=counterexample,
        _text=told,
    )


def findings_of(entry: Mapping[str, Any], text: str, told: Sequence[str]) -> list[Finding]:
    """The findings of an answer about a text, with what each of them says."""
    pairs = zip(entry["findings"], told, strict=True)
    return [_finding(entry, found, text, one.rstrip()) for found, one in pairs]


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """The result of a check: the verdict and the findings."""

    verdict: Verdict
    """`verified`, `refuted`, `undecided` or `vacuous`: the worst verdict on anything that the text claims."""
    text: str
    """The text that was checked."""
    findings: list[Finding]
    """All findings, the most important first."""
    claims: list[tuple[str, str]]
    """The claims (CLAIM) of a description with their verdicts."""
    statistics: dict[str, int]
    """How much work the proof took, as counts by name; they do not depend on the number of threads."""
    certificate: Certificate | None
    """A certificate of the verdict on a description, if you asked for one and it exists; otherwise None."""
    json: str
    """The document that `grundy verify --format json-lines` prints for the text."""
    _name: str
    _rule: str | None
    _text: str

    @property
    def counterexample(self) -> Counterexample | None:
        """The position at which a description fails, if it is refuted by one."""
        found = (finding.counterexample for finding in self.findings)
        return next((one for one in found if one is not None), None)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        rule = f" by the rule {self._rule}" if self._rule else ""
        return f"<grundy.Report: {self._name} is {self.verdict}{rule}>"

    def _repr_html_(self) -> str:
        return _html.report(self)


def report(answer: Reply, text: str) -> Report:
    entry, more = answer.document, answer.more
    findings = findings_of(entry, text, more["findings"])
    if entry["verdict"] == "rejected":
        raise rejected(more["rejected"], findings)
    return Report(
        verdict=entry["verdict"],
        text=text,
        findings=findings,
        claims=[(f"CLAIM {it['claim']}", it["verdict"]) for it in entry.get("claims", [])],
        statistics=dict(more["counts"]),
        certificate=certificate(more),
        json=answer.json,
        _name=entry["path"],
        _rule=entry.get("rule"),
        _text=answer.text,
    )


def verify(
    text: Text,
    *,
    kind: Kind | None = None,
    name: Text | None = None,
    values: Values | None = None,
    rule: str | None = None,
    certify: bool = False,
    threads: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Report:
    """Checks what a text claims: each claim is verified, refuted or left undecided.

    `text` is the text itself, or a `pathlib.Path` to read it from.  `kind` is `nimseq` for a description of the
    sequences of a family of games, or another kind of text that `grundy verify` knows: `family`, `nim`, `kabelsalat`,
    `wolf`, `petri`.  By default the ending of the path decides; without a path it is `nimseq`.  `values` is `nim` or
    `outcome`; you need it only if the letters of a description fit both.  `rule` is the rule of a description without a
    RULE line, as in `grundy.period`.  With `certify=True` the report of a description has a certificate of the proof or
    of the counterexample.

    An invalid text raises `grundy.Rejected`.

    >>> import grundy
    >>> grundy.verify("n >= 1 { n } REPEAT _n An ENDREP").verdict
    'verified'
    >>> report = grundy.verify("n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP")
    >>> found = report.counterexample
    >>> report.verdict, found.parameters, found.position, found.claimed, found.computed
    ('refuted', {'n': 1}, 2, 'B', '_')
    >>> grundy.verify("n >= 1 { n } REPEAT +n -n ENDREP", rule="misere").verdict
    'verified'
    """
    source = read(text)
    ending = os.path.splitext(source.path or "")[1][1:]
    question = {
        "ask": "verify",
        "kind": kind if kind is not None else _grundy.kind_of(ending),
        "text": source.text,
        "name": source.name(name),
        "values": values,
        "rule": rule,
        "certify": certify,
    }
    answer = ask(question, threads=threads, time_limit=time_limit, progress=progress)
    return report(answer, source.text)
