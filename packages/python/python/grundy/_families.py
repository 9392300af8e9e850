"""Families of games: theorems that are found, drafts of descriptions, and censuses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

from ._ask import Moves, Progress, Values, ask, game, integer, natural
from ._errors import Undecided, as_arguments
from ._formula import Formula, formula
from ._games import Cycle, below, hypothesis
from ._description import Description

if TYPE_CHECKING:
    import pandas
    import polars

#: A notebook shows no more exceptions than this.
MOST_SHOWN = 20

RowKind: TypeAlias = Literal["game", "record", "undecided", "maximum"]


@dataclass(frozen=True, eq=False, repr=False)
class Inferred:
    """What is proved about a family of games."""

    moves: str
    """The moves."""
    verdict: Literal["verified", "undecided"]
    """`verified` if the least period and preperiod of all games that you asked for are proved; else `undecided`."""
    least: int | None
    """The formulas hold from this parameter on; None with several parameters, where each has its conditions."""
    minimal: bool
    """Are all periods and preperiods proved to be the least ones?"""
    exceptions: list[tuple[int, Cycle | None]]
    """The games below `least`: the parameter, and the cycle if it was found."""
    json: str
    """The document that `grundy infer --format json` prints."""
    _text: str
    _formulas: tuple[Formula, Formula]
    _hypothesis: str
    _question: dict[str, Any]
    # The description, or why there is none: neither, if the time ran out.
    _description: tuple[str | None, str | None]

    @property
    def period(self) -> Formula:
        """The period, from `least` on; raises `grundy.Undecided` if nothing is proved."""
        return self._formula(0)

    @property
    def preperiod(self) -> Formula:
        """The preperiod, from `least` on; raises `grundy.Undecided` if nothing is proved."""
        return self._formula(1)

    def _formula(self, which: int) -> Formula:
        found = self._formulas[which]
        if not found.pieces:
            raise Undecided(self._text)
        return found

    def describe(
        self,
        *,
        threads: int = 0,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Description:
        """A proved description of all games that you asked for; raises `grundy.Undecided` if there is none.

        `infer` has found it already, unless its time ran out; then the question is asked again.
        """
        text, reason = self._description
        if text is None and reason is None:
            reply = ask(self._question, threads=threads, time_limit=time_limit, progress=progress)
            text, reason = reply.more["description"], reply.more["missing"]
        if text is not None:
            return Description(text)
        if reason is None:
            raise Undecided("the time allowed is over before the description was proved", "time")
        raise Undecided(reason)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        proved = "" if self.verdict == "verified" else ", not all proved"
        return f"<grundy.Inferred: {self.moves}{self._hypothesis}{proved}>"

    def _repr_latex_(self) -> str | None:
        period, preperiod = self._formulas
        if not period.pieces or not preperiod.pieces:
            return None
        name = period.parameters[0]
        said = [_exception(name, number, cycle) for number, cycle in self.exceptions]
        if len(said) > MOST_SHOWN:
            said[MOST_SHOWN:] = [f"and {len(said) - MOST_SHOWN} more exceptions"]
        remarks = [self._hypothesis.removeprefix(", "), *said]
        if self.verdict != "verified":
            remarks.append("not all proved")
        told = "".join(rf",\qquad \text{{{remark}}}" for remark in remarks if remark)
        return rf"$$\text{{period }} {period.latex},\qquad \text{{preperiod }} {preperiod.latex}{told}$$"


def _exception(name: str, number: int, cycle: Cycle | None) -> str:
    if cycle is None:
        return f"{name} = {number}: not computed"
    least = "" if cycle.is_least else " (perhaps not least)"
    return f"{name} = {number}: period {cycle.period}{least}, preperiod {cycle.preperiod}"


def infer(
    moves: Moves,
    *,
    values: Values | None = None,
    rule: str | None = None,
    start: str | None = None,
    class_: str | None = None,
    by: Literal["auto", "description", "trace"] = "auto",
    work: int | None = None,
    threads: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Inferred:
    """Finds and proves the period and preperiod of all games of a family, as `grundy infer` does.

    `moves`, `values`, `rule` and `start` are as in `grundy.period`.  `class_` takes the words of `--class`: with
    `class_="1 mod 2"` only odd parameters count.  `by` is `description` or `trace` for only one method, or `auto` for
    both; `work` limits the steps, words and loops of each method.

    >>> import grundy
    >>> found = grundy.infer("{ 2 4n-1 4n+1 4n+5 8n-2 }")
    >>> found.verdict, str(found.preperiod)
    ('verified', '8n^2 - 3 for n >= 1')
    """
    question: dict[str, Any] = {
        "ask": "infer",
        "game": game(moves, {}, values, rule, start),
        "class": class_,
        "by": by,
        "work": natural("work", work),
        "describe": True,
    }
    reply = ask(question, threads=threads, time_limit=time_limit, progress=progress)
    found, more = reply.document, reply.more
    names = more["parameters"]
    return Inferred(
        moves="{ " + " ".join([*found["moves"], "}"]),
        verdict=found["verdict"],
        least=int(found["from"]) if "from" in found else None,
        minimal=found["minimal"],
        exceptions=[below(one) for one in found["exceptions"]],
        json=reply.json,
        _text=as_arguments(reply.text),
        _formulas=(formula(names, found["period"]), formula(names, found["preperiod"])),
        _hypothesis=hypothesis(found),
        _question=question,
        _description=(more["description"], more["missing"]),
    )


def new(
    moves: Moves,
    *,
    values: Values | None = None,
    rule: str | None = None,
    start: str | None = None,
    time_limit: float | None = None,
    **at: SupportsIndex | Iterable[SupportsIndex],
) -> str:
    """A first draft of a description of a family, as `grundy new` writes it.

    It is made from the sequences of some of the games.  The draft is valid, but it may be wrong: use `grundy.verify` to
    find out.  `moves`, `values`, `rule` and `start` are as in `grundy.period`.  By default the games are the first six of
    a family with one parameter.  Named arguments choose others: numbers, or iterables of numbers such as `n=range(3, 9)`.
    Where no loop shows in the games, `grundy.Undecided` says what does.

    >>> import grundy
    >>> print(grundy.new("n 2n", values="nim", n=range(3, 7)))
    n >= 3
    { n 2n }
    REPEAT
      _n An Bn
    ENDREP
    """
    points = {name: _numbers(name, value) for name, value in at.items()}
    question = {"ask": "new", "game": game(moves, {}, values, rule, start), "points": points}
    try:
        reply = ask(question, time_limit=time_limit)
    except TypeError as error:
        missing = str(error).startswith("a value is missing")
        hint = "; choose the games, such as n=range(1, 5)" if missing else ""
        raise TypeError(f"{error}{hint}") from None
    found = reply.document
    if "draft" not in found:
        raise Undecided(f"{reply.more['note']}\n{reply.text}")
    return reply.text


def _numbers(name: str, value: Any) -> list[str]:
    if hasattr(value, "__iter__") and not isinstance(value, str):
        return [str(integer(name, one)) for one in value]
    try:
        return [str(integer(name, value))]
    except TypeError:
        message = f"{name} must be an integer, or an iterable of integers such as range(3, 9)"
        raise TypeError(message) from None


@dataclass(frozen=True, eq=False, repr=False)
class Census:
    """A census of games: the records of the period or preperiod of their outcomes.

    >>> import grundy
    >>> census = grundy.census(7)
    >>> census.games, census.undecided
    (127, 0)
    >>> census.rows("maximum")[-1]["moves"], census.rows("maximum")[-1]["period"]
    ([2, 5, 7], 22)
    """

    games: int
    """How many games there are."""
    undecided: int
    """How many of them are undecided, because preperiod + period is larger than `limit_positions`."""
    csv: str
    """The file that `grundy census --format csv` writes."""
    json: str
    """The document that `grundy census --format json` prints."""
    _title: str
    _text: str
    _rows: list[dict[str, Any]]

    def rows(self, kind: RowKind | None = None) -> list[dict[str, Any]]:
        """The rows as dicts: all, or those of one kind.

        A kind is `game`, `record`, `undecided` or `maximum` (one row for each largest move).
        """
        kinds = ("game", "record", "undecided", "maximum")
        if kind is not None and kind not in kinds:
            raise ValueError(f"kind is 'game', 'record', 'undecided' or 'maximum', not {kind!r}")
        return [dict(row) for row in self._rows if kind in (None, row["row"])]

    def to_pandas(self, kind: RowKind | None = None) -> pandas.DataFrame:
        """The rows as a frame of pandas."""
        import pandas

        return pandas.DataFrame(self._columns(kind))

    def to_polars(self, kind: RowKind | None = None) -> polars.DataFrame:
        """The rows as a frame of polars."""
        import polars

        return polars.DataFrame(self._columns(kind))

    def _columns(self, kind: RowKind | None) -> dict[str, list[Any]]:
        """The columns in which a row has something."""
        rows = self.rows(kind)
        names = [name for name in COLUMNS if any(name in row for row in rows)]
        return {name: [row.get(name) for row in rows] for name in names}

    def __len__(self) -> int:
        return len(self._rows)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        undecided = f", {self.undecided} undecided" if self.undecided else ""
        return f"<grundy.Census: {self._title}{undecided}>"


#: The columns of rows, in their order.
COLUMNS = (
    "row", "largest_move", "moves", "period", "preperiod", "games", "undecided", "sum", "decided"
)  # fmt: skip


def _row(kind: str, line: dict[str, Any]) -> dict[str, Any]:
    """A row from a line of the document, without what it does not have."""
    cells: dict[str, Any] = {"row": kind, "decided": line["verdict"] == "decided"}
    for name in COLUMNS:
        cell = line.get(name)
        if cell is not None:
            cells[name] = [int(one) for one in cell] if name == "moves" else int(cell)
    return {name: cells[name] for name in COLUMNS if name in cells}


def census(
    max_move: int | tuple[int, int],
    *,
    moves: int | None = None,
    symmetric: bool = False,
    where: str | None = None,
    values: Values | None = None,
    rule: str | None = None,
    records: Literal["period", "preperiod"] = "period",
    all: bool = False,
    limit_positions: int | None = None,
    threads: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Census:
    """Computes all games with largest moves from 1 to `max_move`, or in a range `(from, to)`.

    `moves` fixes the number of moves; `symmetric=True` keeps the games in which for each move s also max - s is a move
    or 0; `where` keeps those whose moves a < b < c < ... satisfy a condition such as `"c == a+b"`.  `values` and `rule`
    are as in `grundy.period`.  `records` is `period` or `preperiod`.  With `all=True` each game has a row.  A game is
    undecided if preperiod + period is larger than `limit_positions`, by default 10^12.

    >>> import grundy
    >>> [row["moves"] for row in grundy.census(7, moves=3).rows("maximum")]
    [[1, 2, 3], [1, 3, 4], [1, 4, 5], [1, 5, 6], [2, 5, 7]]
    >>> grundy.census(12, moves=3, where="c == a+b", values="nim").games
    30
    """
    try:
        first, last = max_move if isinstance(max_move, tuple) else (1, max_move)
        ends = [integer("max_move", first), integer("max_move", last)]
    except (TypeError, ValueError):
        raise TypeError("max_move must be a number or a pair (from, to)") from None
    if min(ends) < 0 or max(ends) >= 2**32:
        raise ValueError(f"a largest move is from 1 to 2^32 - 1, not {max_move}")
    question = {
        "ask": "census",
        "games": {
            "largest_move": ends,
            "moves": natural("moves", moves),
            "symmetric": symmetric,
            "where": where,
            "values": values,
            "rule": rule,
            "records": records,
            "limit_positions": natural("limit_positions", limit_positions),
        },
        "every": all,
    }
    reply = ask(question, threads=threads, time_limit=time_limit, progress=progress)
    found = reply.document
    groups = (("game", "games"), ("record", "records"), ("undecided", "undecided"), ("maximum", "maxima"))
    rows = [_row(kind, line) for kind, group in groups for line in found.get(group) or []]
    return Census(
        games=int(found["summary"]["games"]),
        undecided=int(found["summary"]["undecided"]),
        csv=reply.more["csv"],
        json=reply.json,
        _title=reply.more["title"],
        _text=as_arguments(reply.text),
        _rows=rows,
    )
