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

from collections import abc as _abc

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
from ._grundy import (
    Blocks,
    Census,
    Certificate,
    Counterexample,
    Cycle,
    Description,
    Evidence,
    Finding,
    Formula,
    Heaps,
    Inferred,
    Picture,
    Piece,
    Polynomial,
    Real,
    RealCycle,
    Report,
    Sequence,
    Theorem,
    __version__,
    blocks,
    census,
    explain,
    fmt,
    heaps,
    infer,
    losing_intervals,
    new,
    period,
    period_map,
    real_period,
    sequence,
    theorem,
    verify,
)

__all__ = [
    "Blocks",
    "Bug",
    "Census",
    "Certificate",
    "CertificateError",
    "Counterexample",
    "Cycle",
    "Description",
    "Error",
    "Evidence",
    "Finding",
    "Formula",
    "GrundyError",
    "Heaps",
    "Inferred",
    "NoPeriod",
    "Picture",
    "Piece",
    "Polynomial",
    "Real",
    "RealCycle",
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
    "fmt",
    "heaps",
    "infer",
    "losing_intervals",
    "new",
    "period",
    "period_map",
    "real_period",
    "sequence",
    "theorem",
    "verify",
]

_abc.Sequence.register(Sequence)
