"""Descriptions, and the theorems that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, SupportsIndex, cast

from . import _grundy
from ._ask import Letter, Progress, Reply, Text, Values, ask, asked, integer, read
from ._certificate import Certificate, certificate
from ._errors import Refuted, Undecided, as_arguments
from ._formula import Formula, arguments, formula
from ._report import Report, integers, report
from ._sequence import Sequence, count_of, first_position


@dataclass(frozen=True, eq=False, repr=False)
class Theorem:
    r"""The period and preperiod of the games of a family, proved for all parameters.

    >>> import grundy
    >>> theorem = grundy.theorem("n >= 1 { n } REPEAT _n An ENDREP")
    >>> theorem.period(n=7), theorem.preperiod(n=7), theorem.minimal
    (14, 0, True)
    >>> print(theorem.latex)
    \begin{theorem}
    For $n \ge 1$ the Grundy values of the subtraction game $\{n\}$ have the least period
    $2n$
    and the least preperiod
    $0$.
    \end{theorem}
    """

    parameters: list[str]
    """The names of the parameters."""
    values: Letter
    """`nim` or `outcome`."""
    period: Formula
    """The period."""
    preperiod: Formula
    """The preperiod."""
    minimal: bool
    """Are both proved to be the least ones?"""
    compared: list[dict[str, int]]
    """The parameters for which direct computation confirmed the theorem."""
    latex: str
    """A theorem environment for a paper."""
    json: str
    """The document that `grundy theorem --format json` prints."""
    certificate: Certificate | None
    """The proof of the description and of the theorem.

    It is there if you asked for it and both numbers are proved to be least; otherwise None.
    """
    _text: str
    _of: str

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        least = "" if self.minimal else ", not both known to be least"
        of = f"{self._of}: " if self._of else ""
        return f"<grundy.Theorem: {of}period {self.period}; preperiod {self.preperiod}{least}>"

    def _repr_latex_(self) -> str:
        """Without the environment, which the MathJax of notebooks does not know."""
        remarks = [self._of, "" if self.minimal else "not both known to be least"]
        told = "".join(rf",\qquad \text{{{remark}}}" for remark in remarks if remark)
        period, preperiod = self.period.latex, self.preperiod.latex
        return rf"$$\text{{period }} {period},\qquad \text{{preperiod }} {preperiod}{told}$$"


def theorem_of(answer: Reply) -> Theorem:
    found, more = answer.document, answer.more
    names = more["parameters"]
    period, preperiod = (formula(names, found[name]) for name in ("period", "preperiod"))
    # Normal play from an empty position 0 on needs no words.
    is_plain = found.get("rule") is None and found["values"] != "misere"
    hypotheses = ["" if is_plain else more["of"], "with the start of the text" if more["has_start"] else ""]
    return Theorem(
        parameters=names,
        values="nim" if found["values"] == "nim" else "outcome",
        period=period,
        preperiod=preperiod,
        minimal=found["minimal"],
        compared=[integers(point) for point in found["compared"]],
        latex=more["latex"],
        json=answer.json,
        certificate=certificate(more),
        _text=as_arguments(answer.text),
        _of=", ".join(filter(None, hypotheses)),
    )


def theorem(
    text: Text,
    *,
    values: Values | None = None,
    rule: str | None = None,
    certify: bool = False,
    threads: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Theorem:
    """The period and preperiod of the games of a description, for all parameters.

    The description is proved first, and then the theorem is derived from it.  `text` is the text, or a `pathlib.Path` to
    read it from.  `values` is `nim` or `outcome`; by default those of the description.  `rule` is the rule of a
    description without a RULE line.  With `certify=True` the theorem has a certificate.

    A wrong description raises `grundy.Refuted`, and an undecided one `grundy.Undecided`.

    >>> import grundy
    >>> str(grundy.theorem("n >= 1 { n } REPEAT _n An ENDREP").period)
    '2n for n >= 1'
    """
    # Misère play is a rule of the text; outcomes follow from its Grundy values.
    rule = "misere" if rule is None and values == "misere" else rule
    description = Description(text, rule=rule)
    return description.theorem(
        values=values, certify=certify, threads=threads, time_limit=time_limit, progress=progress
    )


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Description:
    """A description of the sequences of a family of games.

    `text` is the text, or a `pathlib.Path` to read it from; `values` and `rule` are as in `grundy.verify`.  An invalid
    text raises `grundy.Rejected`.

    >>> import grundy
    >>> description = grundy.Description("n >= 1 { n } REPEAT _n An ENDREP")
    >>> description.parameters, description.moves, description.values
    (['n'], ['n'], 'nim')
    >>> str(description.expand(12, n=3))
    '___AAA___AAA'
    >>> grundy.Description("n >= 1 { n } REPEAT _n An")
    Traceback (most recent call last):
    ...
    grundy.Rejected: ...
    """

    text: str
    """The text."""
    parameters: list[str]
    """The names of the parameters, in the order of declaration."""
    moves: list[str]
    """The moves as the text writes them."""
    values: Letter
    """`nim` or `outcome`."""
    rule: str
    """The rule, as a RULE line names it."""
    _name: str
    _question: dict[str, str]

    def __init__(
        self,
        text: Text,
        *,
        values: Values | None = None,
        rule: str | None = None,
        name: Text | None = None,
    ) -> None:
        source = read(text)
        parts = {"text": source.text, "name": source.name(name), "values": values, "rule": rule}
        question = {key: part for key, part in parts.items() if part is not None}
        found = ask({"ask": "describe", **question}).document
        own = {**found, "text": source.text, "_name": source.name(name, "text.nimseq"), "_question": question}
        for key, value in own.items():
            object.__setattr__(self, key, value)

    def formatted(self) -> str:
        """The text in the common layout, as `grundy fmt` writes it."""
        return ask({"ask": "format", "text": self.text, "name": self._name}).text

    def verify(
        self,
        *,
        certify: bool = False,
        threads: int = 0,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Proves or refutes the description; see `grundy.verify`."""
        question = {"ask": "verify", **self._question, "certify": certify}
        answer = ask(question, threads=threads, time_limit=time_limit, progress=progress)
        return report(answer, self.text)

    def theorem(
        self,
        *,
        values: Values | None = None,
        certify: bool = False,
        threads: int = 0,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Theorem:
        """Proves the description and derives its theorem; see `grundy.theorem`."""
        question = {"ask": "theorem", "description": self._question, "of": values, "certify": certify}
        answer = ask(question, threads=threads, time_limit=time_limit, progress=progress)
        if "findings" not in answer.more:
            return theorem_of(answer)
        checked = report(answer, self.text)
        first = checked.findings[0].message if checked.findings else f"the description is {checked.verdict}"
        if checked.verdict == "refuted":
            raise Refuted(first, checked.counterexample)
        limits = (finding.limit for finding in checked.findings)
        raise Undecided(first, next((limit for limit in limits if limit is not None), None))

    def expand(
        self,
        count: int,
        *,
        first: SupportsIndex | None = None,
        start: SupportsIndex | None = None,
        time_limit: float | None = None,
        **at: SupportsIndex,
    ) -> Sequence:
        """The values that the description gives to `count` positions, from position `first` on.

        You give the parameters by name.  The result is what the text says, proved or not.  Positions may be of any size.
        """
        position, word = first_position(first, start)
        if word is not None:
            raise ValueError(
                "the description itself gives the values before position 0: FROM_INFINITY_DOWN REPEAT ... ENDREP"
            )
        point = zip(self.parameters, arguments(self.parameters, (), at), strict=True)
        question = {
            "description": self._question,
            "at": {name: str(integer(name, value)) for name, value in point},
            "from": str(position),
            "count": count_of(count),
        }
        kind, found = _grundy.described(asked(question), time_limit)
        return Sequence(position, cast(Letter, kind), found, self._name)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<grundy.Description: {{ {' '.join(self.moves)} }}>"
