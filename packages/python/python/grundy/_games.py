"""Single games: their periods, their losing intervals, and several heaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import index, xor
from typing import Any, Literal, SupportsIndex, TypeAlias

from ._ask import Moves, Progress, Reply, Values, ask, game, integer, natural, written
from ._errors import NoPeriod, Undecided, as_arguments
from ._real import Number, Real, integral

Method: TypeAlias = Literal["direct", "accelerated", "set", "intervals", "theorem"]


@dataclass(frozen=True, repr=False)
class Cycle:
    """The period and preperiod of a game.  Both are least unless `is_least` is False.  A cycle unpacks as a pair.

    `str` says all that is known, and how it was found.

    >>> import grundy
    >>> cycle = grundy.period("2 5 7")
    >>> cycle.period, cycle.preperiod
    (22, 0)
    >>> p, q = cycle
    """

    period: int | Any
    """A period: an int, or a `grundy.Real` for real moves if it is no integer."""
    preperiod: int | Any
    """The least preperiod of this period."""
    is_least: bool
    """Is the period proved to be the least one?"""
    is_constant: bool
    """Are all values from the preperiod on the same?  Then every number above 0 is a period, and none is the least."""
    saltus: int
    """What each period adds to the Grundy values: 0 for all games with finitely many moves."""
    method: Method | None
    """What found it.

    `direct`, `accelerated`, `intervals` (losing intervals, for real moves and those beyond 64 bits), `theorem` (about a
    family that the game belongs to) or `set` (for infinitely many moves); None in the results of `grundy.infer`.
    """
    losing_intervals: int | None
    """How many losing intervals begin in a period; None if `method` is not `intervals`."""
    losing_length: Real | None
    """Their total length; None if `method` is not `intervals`."""
    shortest: Real | None
    """The length of the shortest losing interval; None if `method` is not `intervals`."""
    unit: Real | None
    """The number of which all moves are multiples; None if they are integers, or `method` is `intervals`."""
    json: str | None = field(compare=False)
    """The document that `grundy period --format json` prints; None in the results of `grundy.infer`."""
    _text: str = field(compare=False)
    _game: str = field(compare=False)

    def __iter__(self) -> Iterator[int | Any]:
        return iter((self.period, self.preperiod))

    def __len__(self) -> int:
        return 2

    def __getitem__(self, key: SupportsIndex, /) -> int | Any:
        return (self.period, self.preperiod)[key]

    def __str__(self) -> str:
        return self._text or repr(self)

    def __repr__(self) -> str:
        least = " as every number" if self.is_constant else "" if self.is_least else ", perhaps not least"
        saltus = f", saltus {self.saltus}" if self.saltus else ""
        return f"<grundy.Cycle: period {self.period}{least}, preperiod {self.preperiod}{saltus}{self._game}>"


def cycle(found: Mapping[str, Any], reply: Reply) -> Cycle:
    """A cycle from the document about it."""

    def number(name: str) -> Any:
        return Real(found[name]) if name in found else None

    intervals = found.get("losing_intervals")
    is_constant = found.get("constant", False)
    return Cycle(
        period=integral(found["period"]),
        preperiod=integral(found["preperiod"]),
        is_least=found.get("least", True) and not is_constant,
        is_constant=is_constant,
        saltus=int(found.get("saltus", 0)),
        method=found["method"],
        losing_intervals=None if intervals is None else int(intervals),
        losing_length=number("losing_length"),
        shortest=number("shortest"),
        unit=number("unit"),
        json=reply.json,
        _text=as_arguments(reply.text).rstrip(),
        _game=hypothesis(found),
    )


def below(found: Mapping[str, Any]) -> tuple[int, Cycle | None]:
    """The game of a family with this parameter, as `infer` gives it: a cycle, if it was computed."""
    (parameter,) = map(int, found["parameters"].values())
    if found.get("period") is None:
        return parameter, None
    period, preperiod = int(found["period"]), int(found["preperiod"])
    nothing = (False, 0, None, None, None, None, None, None, "", "")
    return parameter, Cycle(period, preperiod, found["least"], *nothing)


def hypothesis(about: Mapping[str, Any]) -> str:
    """Which rule and start numbers are about, where they are not those of normal play."""
    rule = about.get("rule") or ("misere" if about.get("values") == "misere" else None)
    start = about.get("start")
    return (f", rule {rule}" if rule else "") + (f", start {start}" if start else "")


def period(
    moves: Moves,
    *,
    values: Values | None = None,
    rule: str | None = None,
    start: str | None = None,
    method: Literal["auto", "direct", "accelerated"] = "auto",
    limit_positions: int | None = None,
    threads: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
    **at: SupportsIndex,
) -> Cycle:
    """The period and preperiod of a game, as `grundy period` finds them.

    `moves` is a text such as `2 5 7`, or an iterable of integers, texts and expressions of SymPy.  Named arguments are
    the values of the parameters: `n=5`.  The moves may also be a set with a name, or real numbers of one field Q(sqrt d)
    (texts, fractions, `grundy.Real`, numbers of SymPy).  `values`, `rule` and `start` take the words of `--values`,
    `--rule` and `--start`.

    If no period is proved in the time allowed, `grundy.Undecided` is raised, and `grundy.NoPeriod` if it is proved that
    there is none.

    >>> import grundy
    >>> grundy.period([3, 7, 8])
    <grundy.Cycle: period 5, preperiod 8>
    >>> grundy.period("{ 2n 5n 6n+1 8n+1 }", values="nim", n=10**6).period
    14000000000011000001
    >>> grundy.period("3 5", rule="won odd", start="+").period
    31
    >>> grundy.period("1.. without 2 3", values="nim")
    <grundy.Cycle: period 4, preperiod 0, saltus 2>
    >>> cycle = grundy.period("1 sqrt(5) 4")
    >>> cycle
    <grundy.Cycle: period 1+sqrt(5), preperiod 2>
    >>> float(cycle.period), cycle.period.to_sympy()
    (3.23606797749979, 1 + sqrt(5))
    >>> from fractions import Fraction
    >>> grundy.period([Fraction(3, 2), "3.5", 4], values="nim").period
    <grundy.Real: 5/2>
    """
    if method not in ("auto", "direct", "accelerated"):
        raise ValueError(f"method is 'auto', 'direct' or 'accelerated', not {method!r}")
    question = {
        "ask": "period",
        "game": game(moves, at, values, rule, start),
        "method": method,
        "limit_positions": natural("limit_positions", limit_positions),
    }
    reply = ask(question, threads=threads, time_limit=time_limit, progress=progress)
    found = reply.document
    said = as_arguments(reply.text).rstrip()
    if found["verdict"] == "undecided":
        raise Undecided(said.removeprefix("undecided\n"), reply.more["limit"])
    if found.get("aperiodic"):
        raise NoPeriod(said.removeprefix("no period\n"))
    return cycle(found, reply)


def losing_intervals(
    moves: Moves,
    last: Number,
    *,
    first: Number | None = None,
    misere: bool = False,
    time_limit: float | None = None,
) -> list[tuple[Real, Real]]:
    """The losing intervals of a game with real moves that have positions from `first` up to, but not including, `last`.

    A position x is lost if a <= x < b for one of the pairs (a, b).  `moves` is as in `grundy.period`; `first` and
    `last` are whatever `grundy.Real` is made from; `misere` says that whoever cannot move wins.

    >>> import grundy
    >>> for a, b in grundy.losing_intervals("1 sqrt(2) 3", 6):
    ...     print(a, b)
    0 1
    1+sqrt(2) 3
    3+sqrt(2) 4+sqrt(2)
    """
    question = {
        "ask": "intervals",
        "game": game(moves, {}, rule="misere" if misere else None),
        "from": str(Real(0 if first is None else first)),
        "to": str(Real(last)),
    }
    lost = ask(question, time_limit=time_limit).document["losing"]
    return [(Real(one["from"]), Real(one["to"])) for one in lost]


@dataclass(frozen=True, repr=False)
class Heaps:
    """Who wins several heaps, and by which moves."""

    outcome: Literal["N", "P"]
    """`N` if the player to move (next player) wins, `P` if the other one (previous player) does."""
    winning_moves: list[tuple[int, int]]
    """All moves that win, as pairs: the number of a heap, from 1 on, and how many items to take."""
    grundy_values: list[int] | None
    """The Grundy value of each heap; None in misère play if only one heap has moves."""
    json: str
    """The document that `grundy heaps --format json` prints."""
    _text: str

    @property
    def xor(self) -> int | None:
        """The exclusive or of the Grundy values; None where there are none."""
        return None if self.grundy_values is None else reduce(xor, self.grundy_values, 0)

    def __hash__(self) -> int:
        return hash(self.json)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        moves = " ".join(f"{heap}:{take}" for heap, take in self.winning_moves)
        return f"<grundy.Heaps: {self.outcome}, winning moves {moves or 'none'}>"


#: Moves and the heaps that have them.
Pair: TypeAlias = "tuple[Moves, SupportsIndex | Iterable[SupportsIndex]]"


def heaps(
    *heaps: Pair, misere: bool = False, time_limit: float | None = None, **at: SupportsIndex
) -> Heaps:
    """Who wins several heaps, as `grundy heaps` finds it.

    Each argument is a pair of moves and of the heaps that have these moves: a number of items, or an iterable of such
    numbers.  The moves are as in `grundy.period`, and so are the named arguments for their parameters.  Heaps are
    numbered from 1 in the order in which you list them.  Whoever cannot move loses; with `misere=True`, wins.

    If the answer is not found in the time allowed, or a heap is too large, `grundy.Undecided` is raised.

    >>> import grundy
    >>> answer = grundy.heaps(("2 5", [2, 5, 12]), ("1..4", 13))
    >>> answer
    <grundy.Heaps: N, winning moves 2:5 3:5 4:2>
    >>> answer.grundy_values, answer.xor, answer.winning_moves
    ([1, 2, 2, 3], 2, [(2, 5), (3, 5), (4, 2)])
    >>> grundy.heaps(("squares", [3, 7]), misere=True).outcome
    'P'
    """
    if not heaps:
        raise ValueError('there are no heaps; write heaps(("2 5", [3, 7]))')
    question = {
        "ask": "heaps",
        "heaps": [_group(pair) for pair in heaps],
        "at": {name: str(integer(name, value)) for name, value in at.items()},
        "misere": misere,
    }
    reply = ask(question, time_limit=time_limit)
    found = reply.document
    values = [heap.get("grundy") for heap in found["heaps"]]
    return Heaps(
        outcome=found["outcome"],
        winning_moves=[(int(one["heap"]), int(one["take"])) for one in found["winning_moves"]],
        grundy_values=None if "xor" not in found else [int(value) for value in values],
        json=reply.json,
        _text=reply.text,
    )


def _group(pair: Any) -> dict[str, Any]:
    """The heaps of a pair."""
    wrong = TypeError(
        'each argument is a pair of moves and heaps, such as ("2 5", [3, 7]) or ("2 5", 12)'
    )
    if isinstance(pair, str):
        raise wrong
    try:
        moves, sizes = pair
    except (TypeError, ValueError):
        raise wrong from None
    if isinstance(sizes, str):
        raise wrong
    try:
        listed: Iterable[Any] = [index(sizes)]
    except TypeError:
        listed = sizes if hasattr(sizes, "__iter__") else [sizes]
    return {"moves": [written(moves)], "sizes": [str(integer("a heap", size)) for size in listed]}
