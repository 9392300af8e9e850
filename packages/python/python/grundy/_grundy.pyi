"""What is computed by the Rust library."""

import os
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Sequence as _AbstractSequence
from fractions import Fraction
from typing import Any, ClassVar, Literal, SupportsIndex, final, overload

import numpy
import numpy.typing
import pandas
import polars
import sympy
from typing_extensions import Self

__all__ = [
    "Blocks",
    "Census",
    "Certificate",
    "Counterexample",
    "Cycle",
    "Description",
    "Evidence",
    "Finding",
    "Formula",
    "Inferred",
    "Picture",
    "Piece",
    "Polynomial",
    "Report",
    "Sequence",
    "Theorem",
    "__version__",
    "_restored",
    "blocks",
    "census",
    "explain",
    "fmt",
    "infer",
    "new",
    "period",
    "period_map",
    "sequence",
    "theorem",
    "verify",
]

__version__: str

_Letter = Literal["nim", "outcome"]
_Values = Literal["outcome", "nim", "grundy", "misere"]
# The text, or the path of a file with it.
_Text = str | os.PathLike[str]
_Kind = Literal["nimseq", "family", "nim", "kabelsalat", "wolf", "petri"]
_Theme = Literal["auto", "light", "dark"]
_RowKind = Literal["game", "record", "undecided", "maximum"]
# True for a bar, or a function of what is done, of how much (None: not known), and the stage.
_Progress = bool | Callable[[int, int | None, str], object]

_Moves = str | Iterable[str | SupportsIndex | sympy.Expr]
_Number = SupportsIndex | Fraction | sympy.Expr
# Arrays have `__index__` as well.
_One = int | numpy.integer[Any]
_Many = Iterable[SupportsIndex] | numpy.typing.NDArray[Any]
# What pickle writes.
_Reduced = tuple[Callable[[str, Any], Any], tuple[str, Any]]

@final
class Report:
    """What became of a text."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def verdict(self) -> Literal["verified", "refuted", "undecided", "vacuous"]: ...
    @property
    def text(self) -> str: ...
    @property
    def findings(self) -> list[Finding]: ...
    @property
    def counterexample(self) -> Counterexample | None: ...
    @property
    def claims(self) -> list[tuple[str, str]]: ...
    @property
    def statistics(self) -> dict[str, int]: ...
    @property
    def certificate(self) -> Certificate | None: ...
    @property
    def json(self) -> str: ...
    def _repr_html_(self) -> str: ...

@final
class Finding:
    """One thing found."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def code(self) -> str: ...
    @property
    def severity(self) -> Literal["error", "warning"]: ...
    @property
    def message(self) -> str: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def help(self) -> str | None: ...
    @property
    def line(self) -> int | None: ...
    @property
    def column(self) -> int | None: ...
    @property
    def limit(self) -> str | None: ...
    @property
    def parameters(self) -> dict[str, int] | None: ...
    @property
    def counterexample(self) -> Counterexample | None: ...

@final
class Counterexample:
    """A position at which a description fails."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def parameters(self) -> dict[str, int]: ...
    @property
    def position(self) -> int: ...
    @property
    def claimed(self) -> str: ...
    @property
    def computed(self) -> str: ...
    @property
    def iteration(self) -> dict[str, int]: ...
    @property
    def options(self) -> list[tuple[str, int, tuple[int, str] | None]]: ...
    @property
    def word(self) -> tuple[int, int, str] | None: ...
    def picture(self, width: int = 900, height: int = 420) -> Picture | None: ...
    def _repr_html_(self) -> str: ...

@final
class Certificate:
    """A proof or a counterexample as the bytes of a file."""

    def __reduce__(self) -> _Reduced: ...
    def __new__(cls, content: bytes | os.PathLike[str]) -> Self: ...
    def check(
        self, text: _Text | None = None, *, time_limit: float | None = None
    ) -> Evidence: ...
    def __bytes__(self) -> bytes: ...
    def __len__(self) -> int: ...

@final
class Evidence:
    """What a certificate shows."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def shows(self) -> Literal["proof", "counterexample"]: ...
    @property
    def theorems(self) -> list[Theorem]: ...
    @property
    def json(self) -> str: ...

@final
class Description:
    """A description of the sequences of a family of games."""

    def __reduce__(self) -> _Reduced: ...
    def __new__(
        cls,
        text: _Text,
        *,
        values: _Values | None = None,
        rule: str | None = None,
        name: _Text | None = None,
    ) -> Self: ...
    @property
    def text(self) -> str: ...
    @property
    def parameters(self) -> list[str]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def values(self) -> _Letter: ...
    @property
    def rule(self) -> str: ...
    def formatted(self) -> str: ...
    def verify(
        self,
        *,
        certify: bool = False,
        threads: int = 0,
        time_limit: float | None = None,
        progress: _Progress | None = None,
    ) -> Report: ...
    def theorem(
        self,
        *,
        values: _Values | None = None,
        certify: bool = False,
        threads: int = 0,
        time_limit: float | None = None,
        progress: _Progress | None = None,
    ) -> Theorem: ...
    def expand(
        self,
        count: int,
        *,
        first: SupportsIndex | None = None,
        start: SupportsIndex | None = None,
        time_limit: float | None = None,
        **at: SupportsIndex,
    ) -> Sequence: ...

@final
class Theorem:
    """Period and preperiod of the games of a family, proved."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def parameters(self) -> list[str]: ...
    @property
    def values(self) -> _Letter: ...
    @property
    def period(self) -> Formula: ...
    @property
    def preperiod(self) -> Formula: ...
    @property
    def minimal(self) -> bool: ...
    @property
    def certificate(self) -> Certificate | None: ...
    @property
    def compared(self) -> list[dict[str, int]]: ...
    @property
    def latex(self) -> str: ...
    @property
    def json(self) -> str: ...
    def _repr_latex_(self) -> str: ...

@final
class Formula:
    """A number that depends on parameters: polynomials by cases."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def parameters(self) -> list[str]: ...
    @property
    def pieces(self) -> list[Piece]: ...
    @property
    def polynomial(self) -> Polynomial: ...
    @property
    def latex(self) -> str: ...
    @overload
    def __call__(self, *values: _One, **named: _One) -> int: ...
    # A list, or an array where one of the arguments is one.
    @overload
    def __call__(self, *values: SupportsIndex | _Many, **named: SupportsIndex | _Many) -> Any: ...
    def to_sympy(self, *symbols: sympy.Symbol) -> sympy.Expr: ...
    def __eq__(self, other: object, /) -> bool: ...
    # Equal to numbers and expressions, which have hashes of their own.
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_latex_(self) -> str: ...

@final
class Piece:
    """A polynomial, and when it holds."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def polynomial(self) -> Polynomial: ...
    @property
    def when(self) -> str: ...
    @property
    def modulus(self) -> int: ...
    @property
    def residue(self) -> int: ...
    def to_sympy(self, *symbols: sympy.Symbol) -> sympy.Expr: ...

@final
class Polynomial:
    """A polynomial with rational coefficients."""

    def __reduce__(self) -> _Reduced: ...
    def __new__(cls, value: _Number | Polynomial) -> Self: ...
    @property
    def parameters(self) -> list[str]: ...
    @property
    def coefficients(self) -> list[Fraction]: ...
    @property
    def terms(self) -> dict[tuple[int, ...], Fraction]: ...
    @property
    def latex(self) -> str: ...
    @overload
    def __call__(self, *values: _One, **named: _One) -> int | Fraction: ...
    # A list, or an array where one of the arguments is one.
    @overload
    def __call__(self, *values: SupportsIndex | _Many, **named: SupportsIndex | _Many) -> Any: ...
    def to_sympy(self, *symbols: sympy.Symbol) -> sympy.Expr: ...
    def __eq__(self, other: object, /) -> bool: ...
    # Equal to numbers and expressions, which have hashes of their own.
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_latex_(self) -> str: ...

@final
class Inferred:
    """What was found about a family of games."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def moves(self) -> str: ...
    @property
    def verdict(self) -> Literal["verified", "undecided"]: ...
    @property
    def period(self) -> Formula: ...
    @property
    def preperiod(self) -> Formula: ...
    @property
    def least(self) -> int: ...
    @property
    def minimal(self) -> bool: ...
    @property
    def exceptions(self) -> list[tuple[int, Cycle | None]]: ...
    @property
    def json(self) -> str: ...
    def describe(
        self,
        *,
        threads: int = 0,
        time_limit: float | None = None,
        progress: _Progress | None = None,
    ) -> Description: ...
    def _repr_latex_(self) -> str | None: ...

@final
class Cycle:
    """Period and preperiod of a game."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def period(self) -> int: ...
    @property
    def preperiod(self) -> int: ...
    @property
    def is_least(self) -> bool: ...
    @property
    def saltus(self) -> int: ...
    @property
    def method(self) -> Literal["direct", "accelerated", "set"] | None: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: SupportsIndex, /) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Sequence(_AbstractSequence[int]):
    """The values of successive positions."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def start(self) -> int: ...
    @property
    def values(self) -> _Letter: ...
    @property
    def array(self) -> numpy.typing.NDArray[numpy.uint8]: ...
    def __array__(
        self, dtype: numpy.typing.DTypeLike | None = None, copy: bool | None = None
    ) -> numpy.typing.NDArray[Any]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> _AbstractSequence[int]: ...
    def __iter__(self) -> Iterator[int]: ...
    def __reversed__(self) -> Iterator[int]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def count(self, value: object) -> int: ...
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def picture(
        self, row: int | None = None, *, width: int = 900, height: int = 600
    ) -> Picture: ...
    def _repr_svg_(self) -> str | None: ...
    def _repr_png_(self) -> bytes | None: ...

@final
class Blocks:
    """The values of a game, block by block."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> Sequence: ...

@final
class Census:
    """All games of a kind."""

    def __reduce__(self) -> _Reduced: ...
    @property
    def games(self) -> int: ...
    @property
    def undecided(self) -> int: ...
    @property
    def csv(self) -> str: ...
    def rows(self, kind: _RowKind | None = None) -> list[dict[str, Any]]: ...
    def to_pandas(self, kind: _RowKind | None = None) -> pandas.DataFrame: ...
    def to_polars(self, kind: _RowKind | None = None) -> polars.DataFrame: ...
    def __len__(self) -> int: ...

@final
class Picture:
    """A picture."""

    def svg(self, theme: _Theme = "auto") -> str: ...
    def png(self, theme: _Theme = "light") -> bytes: ...
    def _repr_svg_(self) -> str | None: ...
    def _repr_png_(self) -> bytes | None: ...

def _restored(class_: str, state: object) -> Any: ...
def verify(
    text: _Text,
    *,
    kind: _Kind | None = None,
    name: _Text | None = None,
    values: _Values | None = None,
    rule: str | None = None,
    certify: bool = False,
    threads: int = 0,
    time_limit: float | None = None,
    progress: _Progress | None = None,
) -> Report: ...
def theorem(
    text: _Text,
    *,
    values: _Values | None = None,
    rule: str | None = None,
    certify: bool = False,
    threads: int = 0,
    time_limit: float | None = None,
    progress: _Progress | None = None,
) -> Theorem: ...
def infer(
    moves: _Moves,
    *,
    values: _Values | None = None,
    rule: str | None = None,
    start: str | None = None,
    residue: tuple[int, int] | None = None,
    by: Literal["auto", "description", "trace"] = "auto",
    work: int | None = None,
    threads: int = 0,
    time_limit: float | None = None,
    progress: _Progress | None = None,
) -> Inferred: ...
def period(
    moves: _Moves,
    *,
    values: _Values | None = None,
    rule: str | None = None,
    start: str | None = None,
    method: Literal["auto", "direct", "accelerated"] = "auto",
    time_limit: float | None = None,
    progress: _Progress | None = None,
    **at: SupportsIndex,
) -> Cycle: ...
def sequence(
    moves: _Moves,
    count: int,
    *,
    first: SupportsIndex | None = None,
    values: _Values | None = None,
    rule: str | None = None,
    start: str | SupportsIndex | None = None,
    time_limit: float | None = None,
    **at: SupportsIndex,
) -> Sequence: ...
def blocks(
    moves: _Moves,
    size: int,
    *,
    first: SupportsIndex | None = None,
    values: _Values | None = None,
    rule: str | None = None,
    start: str | SupportsIndex | None = None,
    time_limit: float | None = None,
    **at: SupportsIndex,
) -> Blocks: ...
def new(
    moves: _Moves,
    *,
    values: _Values | None = None,
    time_limit: float | None = None,
    **at: SupportsIndex | Iterable[SupportsIndex],
) -> str: ...
def fmt(text: _Text) -> str: ...
def explain(code: str | None = None) -> str: ...
def census(
    max_move: int | tuple[int, int],
    *,
    moves: int | None = None,
    symmetric: bool = False,
    records: Literal["period", "preperiod"] = "period",
    every: bool = False,
    limit_positions: int | None = None,
    threads: int = 0,
    time_limit: float | None = None,
    progress: _Progress | None = None,
) -> Census: ...
def period_map(
    s3: int,
    *,
    show: Literal["period", "exceptions", "preperiod"] = "period",
    width: int = 800,
    height: int = 800,
    threads: int = 0,
    time_limit: float | None = None,
    progress: _Progress | None = None,
) -> Picture: ...
