"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._grundy import Counterexample


class GrundyError(Exception):
    """Something is not as a caller wanted it; the exceptions below say what.

    The message begins with a sentence, which is what a traceback ends with.
    """

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class Rejected(GrundyError, ValueError):
    """A text has no meaning; `code`, `line` and `column` say what is wrong first, and where.

    `grundy.explain(error.code)` says what the code means.

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
    ) -> None:
        super().__init__(message, code, line, column)
        self.code = code
        self.line = line
        self.column = column


class Refuted(GrundyError, ValueError):
    """What was to be derived from a description is not true: the description is wrong.

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
    """What was asked for is not known; `limit` is the name of the limit that was reached, if one was.

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


class CertificateError(GrundyError, ValueError):
    """A certificate does not show what it should: it is damaged, wrong, or for another text."""


class Bug(GrundyError, RuntimeError):
    """Two computations contradict each other, which should be reported."""


# They are met, and pickled, under their public names.
for _error in (GrundyError, Rejected, Refuted, Undecided, CertificateError, Bug):
    _error.__module__ = "grundy"
del _error

# The name of earlier versions.
Error = GrundyError
