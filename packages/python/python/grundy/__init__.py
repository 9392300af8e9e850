"""Statements about the structure of games, proved for all values of their parameters.

A description says what the sequences of all games of a family look like; `verify` proves it, or
refutes it with a counterexample; `theorem` derives the period and preperiod; `infer` finds all of this itself.

>>> import grundy
>>> grundy.verify("n >= 1 { n } REPEAT _n An ENDREP").verdict
'verified'
>>> grundy.period("{ 2n 5n 6n+1 8n+1 }", values="nim", n=100)
<grundy.Cycle: period 14001101, preperiod 701>

The Rust library of the same name computes everything exactly.  Meanwhile other Python threads run, and Ctrl-C
stops the work.
"""

from ._certificate import Certificate, Evidence
from ._description import Description, Theorem, theorem
from ._errors import (
    Bug,
    CertificateError,
    Error,
    GrundyError,
    NoPeriod,
    Refuted,
    Rejected,
    Undecided,
)
from ._families import Census, Inferred, census, infer, new
from ._formula import Formula, Piece, Polynomial
from ._games import Cycle, Heaps, heaps, losing_intervals, period
from ._grundy import __version__
from ._picture import Picture, map
from ._real import Real
from ._report import Counterexample, Edit, Finding, Report, verify
from ._sequence import Blocks, Sequence, blocks, sequence
from ._texts import Fix, Fixed, explain, fix, fmt

__all__ = [
    "Blocks",
    "Bug",
    "Census",
    "Certificate",
    "CertificateError",
    "Counterexample",
    "Cycle",
    "Description",
    "Edit",
    "Error",
    "Evidence",
    "Finding",
    "Fix",
    "Fixed",
    "Formula",
    "GrundyError",
    "Heaps",
    "Inferred",
    "NoPeriod",
    "Picture",
    "Piece",
    "Polynomial",
    "Real",
    "Refuted",
    "Rejected",
    "Report",
    "Sequence",
    "Theorem",
    "Undecided",
    "__version__",
    "blocks",
    "census",
    "explain",
    "fix",
    "fmt",
    "heaps",
    "infer",
    "losing_intervals",
    "map",
    "new",
    "period",
    "sequence",
    "theorem",
    "verify",
]

# They are met, and pickled, under their public names.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = "grundy"
del _name
