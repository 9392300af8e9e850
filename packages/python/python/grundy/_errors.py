"""The exceptions of the package."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._report import Counterexample, Finding


class GrundyError(Exception):
    """The base class of all exceptions of this package.

    The first line of a message is a sentence that says what is wrong.
    """

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class Rejected(GrundyError, ValueError):
    """The text is invalid; `code`, `line` and `column` belong to the first mistake.

    `grundy.explain(error.code)` explains the code.  Where a mistake has no code or place, they are None.  `findings` are
    all mistakes, with the changes that would mend them (`grundy.Finding.edits`).

    >>> import grundy
    >>> try:
    ...     grundy.verify("n >= 1 { n }\\nREPEAT _n An")
    ... except grundy.Rejected as error:
    ...     error.code, error.line, error.column
    ('E0118', 2, 1)
    """

    def __init__(
        self,
        message: str,
        code: str | None = None,
        line: int | None = None,
        column: int | None = None,
        findings: Sequence[Finding] = (),
    ) -> None:
        super().__init__(message, code, line, column, findings)
        self.findings = list(findings)
        self.code = code
        self.line = line
        self.column = column


class Refuted(GrundyError, ValueError):
    """The description is wrong, so nothing follows from it.

    `counterexample` shows where, if it is wrong at a position.

    >>> import grundy
    >>> try:
    ...     grundy.theorem("n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP")
    ... except grundy.Refuted as error:
    ...     print(error.counterexample)
    n = 1, position 2: claimed B, computed _
    """

    def __init__(self, message: str, counterexample: Counterexample | None = None) -> None:
        super().__init__(message, counterexample)
        self.counterexample = counterexample


class Undecided(GrundyError):
    """The answer is not known; `limit` is the name of the limit that was reached, or None.

    >>> import grundy
    >>> try:
    ...     grundy.period("{ 4n+2 5n 6n 11n+1 }", n=10**5, time_limit=0.1)
    ... except grundy.Undecided as error:
    ...     error.limit
    'time'
    """

    def __init__(self, message: str, limit: str | None = None) -> None:
        super().__init__(message, limit)
        self.limit = limit


class NoPeriod(GrundyError, ValueError):
    """It is proved that the sequence has no period.

    >>> import grundy
    >>> try:
    ...     grundy.period("squares")
    ... except grundy.NoPeriod as error:
    ...     print(error)
    outcomes of { squares }: there is no period, because each number divides one of the moves, and moves are rare
    proved by A. Flammenkamp 1996, Satz 28 and Folgerung 29
    """


class CertificateError(GrundyError, ValueError):
    """The certificate is damaged, wrong, or about another text."""


class Bug(GrundyError, RuntimeError):
    """Two computations contradict each other; please report it."""


# The name of earlier versions.
Error = GrundyError


def as_arguments(text: str) -> str:
    """A text of the library, in which `--limit-positions` is the argument `limit_positions`.

    >>> as_arguments("allow more time with --time-limit, or try --method direct")
    "allow more time with time_limit, or try method='direct'"
    """
    text = re.sub(r"--method (auto|direct|accelerated)\b", r"method='\1'", text)
    return re.sub(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)", lambda it: it[1].replace("-", "_"), text)


def refused(kind: str, message: str, limit: str | None) -> Exception:
    """The exception for a question that has no answer; the compiled half calls this."""
    message = as_arguments(message)
    if kind == "undecided":
        return Undecided(message, limit)
    kinds: dict[str, type[Exception]] = {"misread": Rejected, "type": TypeError, "value": ValueError}
    return kinds[kind](message)


def rejected(shown: str, findings: Sequence[Finding]) -> Rejected:
    """The exception for a text with these findings; its message begins with what is wrong, and not with the code.

    That is the line that a traceback ends with.
    """
    if not findings:
        return Rejected(shown.strip())
    first = findings[0]
    shown = re.sub(rf"^\w+\[{first.code}\]: ", "", shown)
    shown += f'grundy.explain("{first.code}") explains it'
    return Rejected(shown.strip(), first.code, first.line, first.column, findings)


def unreadable(shown: list[str], document: str, text: str) -> Rejected:
    """The exception for a text that cannot be read; the compiled half calls this."""
    from ._report import findings_of

    return rejected("".join(shown), findings_of(json.loads(document), text, shown))
