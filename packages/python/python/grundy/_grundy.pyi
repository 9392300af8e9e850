"""The compiled half of the package: questions and answers as JSON, and what is not JSON."""

from collections.abc import Callable, Sequence
from typing import final

__all__ = [
    "Condition",
    "Drawing",
    "Stream",
    "__version__",
    "answer",
    "described",
    "draw",
    "kind_of",
    "number",
    "refutation",
    "rows",
    "values",
]

__version__: str

_Progress = bool | Callable[[int, int | None, str], object]
_Runs = list[tuple[int, int]]
_Size = tuple[int, int]

def answer(
    question: str,
    threads: int = 0,
    time_limit: float | None = None,
    progress: _Progress | None = None,
) -> str: ...
def kind_of(ending: str) -> str | None: ...
def number(text: str) -> tuple[int, int, int, int]: ...
def values(asked: str, time_limit: float | None = None) -> tuple[str, str, bytes]: ...
def described(asked: str, time_limit: float | None = None) -> tuple[str, bytes]: ...
def rows(
    title: str, kind: str, first: int, width: int, values: bytes, pixels: _Size
) -> Drawing: ...
def refutation(
    title: str,
    subtitle: str,
    kind: str,
    first: int,
    position: int,
    described: _Runs,
    computed: _Runs,
    pixels: _Size,
) -> Drawing: ...
def draw(
    asked: str,
    threads: int = 0,
    time_limit: float | None = None,
    progress: _Progress | None = None,
) -> Drawing: ...
@final
class Condition:
    def __new__(cls, text: str, letters: str) -> Condition: ...
    def holds(self, point: Sequence[int]) -> bool: ...
@final
class Drawing:
    def svg(self, theme: str) -> str: ...
    def png(self, theme: str) -> bytes: ...
@final
class Stream:
    def __new__(cls, game: str, first: int) -> Stream: ...
    def named(self) -> tuple[str, str]: ...
    def take(self, count: int, time_limit: float | None = None) -> bytes: ...
