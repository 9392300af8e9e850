"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._grundy import Counterexample


class GrundyError(Exception):
    """The base class of all exceptions of this package.

    The first line of a message is a sentence that says what is wrong.
    """

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class Rejected(GrundyError, ValueError):
    """The text is invalid; `code`, `line` and `column` belong to the first mistake.

    `grundy.explain(error.code)` explains the code.  Where a mistake has no code or place, they are None.

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
    { squares } has no period, as each number divides one of the moves, and moves are rare
    """


class CertificateError(GrundyError, ValueError):
    """The certificate is damaged, wrong, or about another text."""


class Bug(GrundyError, RuntimeError):
    """Two computations contradict each other; please report it."""


# They are met, and pickled, under their public names.
for _error in (GrundyError, Rejected, Refuted, Undecided, NoPeriod, CertificateError, Bug):
    _error.__module__ = "grundy"
del _error

# The name of earlier versions.
Error = GrundyError
