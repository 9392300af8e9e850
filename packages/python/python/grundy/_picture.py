"""Pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from . import _grundy
from ._ask import Progress, asked, integer

Theme: TypeAlias = Literal["auto", "light", "dark"]

#: A longer SVG is not put into a notebook.
LONGEST_SVG = 200_000


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture.  A notebook shows it as SVG, or as PNG if the SVG would be large, no wider than its cell."""

    _drawing: _grundy.Drawing

    def svg(self, theme: Theme = "auto") -> str:
        """The picture as an SVG document; `theme` is `auto` (as the reader prefers), `light` or `dark`."""
        return self._drawing.svg(theme)

    def png(self, theme: Theme = "light") -> bytes:
        """The picture as a PNG file; `theme` is `light` or `dark`."""
        return self._drawing.png(theme)

    def __repr__(self) -> str:
        return f"<grundy.Picture: {len(self.svg().encode())} bytes of SVG>"

    def _repr_svg_(self) -> str | None:
        fitted = self.svg().replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
        return fitted if len(fitted.encode()) <= LONGEST_SVG else None

    def _repr_png_(self) -> bytes | None:
        return self.png() if self._repr_svg_() is None else None


def map(
    s3: int,
    *,
    show: Literal["period", "exceptions", "preperiod"] = "period",
    width: int = 800,
    height: int = 800,
    threads: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Picture:
    """A map of all games { s1 s2 s3 } with this s3, as `grundy map three` draws it.

    It shows which sum of two moves the period is (`show="period"`), where the period is no such sum
    (`show="exceptions"`), or how long the preperiod is (`show="preperiod"`).

    >>> import grundy
    >>> grundy.map(32).svg().startswith("<svg")
    True
    """
    size = [integer("width", width), integer("height", height)]
    question = {"ask": "map-three", "s3": integer("s3", s3), "show": show, "part": {"size": size}}
    return Picture(_grundy.draw(asked(question), threads, time_limit, progress))
