"""Reports and counterexamples as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._report import Counterexample, Report

#: Colours that can be read on light and on dark sheets.
GOOD, OPEN, BAD = "#2e8b57", "#b8860b", "#d1495b"
COLOURS = {"verified": GOOD, "vacuous": OPEN, "undecided": OPEN}


def report(checked: Report) -> str:
    """A report: the verdict, the counterexample as tables, and everything else as text."""
    colour = COLOURS.get(checked.verdict, BAD)
    # `verified  x.nimseq  (3 blocks, ...)`
    line = str(checked).split("\n", 1)[0].removeprefix(checked.verdict).strip()
    html = f'<div><strong style="color:{colour}">{checked.verdict}</strong> {escape(line)}'
    for finding in checked.findings:
        html += f"<p><code>{finding.code}</code> {escape(finding.message)}"
        if finding.line is not None:
            html += f" (line {finding.line}, column {finding.column})"
        html += "</p>"
        if finding.counterexample is None:
            html += f"<pre>{escape(str(finding))}</pre>"
        else:
            html += counterexample(finding.counterexample)
    return html + "</div>"


def counterexample(found: Counterexample) -> str:
    """A counterexample: both sequences as runs with the first difference marked, and the options."""
    at = "".join(f"{name} = {value}, " for name, value in found.parameters.items())
    html = (
        f"<p>{escape(at)}position {found.position}: claimed <strong>{escape(found.claimed)}</strong>, "
        f"computed <strong>{escape(found.computed)}</strong></p>"
    )
    if found._runs is not None:
        html += _runs(found._runs)
    heads = ("move", "takes", "leads to", "value there")
    html += f"<table>{_row('th', heads)}"
    for move, size, target in found.options:
        place, letter = target or ("below 0", "")
        html += _row("td", (move, size, place, letter))
    return html + "</table>"


def _runs(runs: Mapping[str, Any]) -> str:
    html = f"<table><caption>runs from position {runs['from']}</caption>"
    for name in ("described", "computed"):
        html += f'<tr><th style="text-align:left">{name}</th>'
        for index, run in enumerate(runs[name]):
            style = f' style="outline:2px solid {BAD}"' if index == runs["first_difference"] else ""
            length = "" if run["length"] == "1" else f"<sup>{run['length']}</sup>"
            html += f"<td{style}>{escape(run['value'])}{length}</td>"
        html += "</tr>"
    return html + "</table>"


def _row(kind: str, cells: Iterable[object]) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(str(cell))}</{kind}>" for cell in cells) + "</tr>"
