"""The exceptions of the package."""

from __future__ import annotations


class Error(Exception):
    """Something is not as a caller wanted it; the exceptions below say what."""


class Rejected(Error, ValueError):
    """A text has no meaning; `code`, `line` and `column` say what is wrong first, and where.

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

    def __str__(self) -> str:
        return str(self.args[0])


class Refuted(Error, ValueError):
    """What was to be derived from a description is not true: the description is wrong."""


class Undecided(Error):
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

    def __str__(self) -> str:
        return str(self.args[0])


class CertificateError(Error, ValueError):
    """A certificate does not show what it should: it is damaged, wrong, or for another text."""


class Bug(Error, RuntimeError):
    """Two computations contradict each other, which should be reported."""


# They are met, and pickled, under their public names.
for _error in (Error, Rejected, Refuted, Undecided, CertificateError, Bug):
    _error.__module__ = "grundy"
del _error
