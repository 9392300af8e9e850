"""What a text says in other words, and what codes mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ._ask import Progress, Text, Values, ask, read
from ._report import Edit, edit


def fmt(text: Text) -> str:
    r"""A description in the common layout, as `grundy fmt` writes it.

    `text` is the text, or a `pathlib.Path` to read it from; the file is not changed.  An invalid text raises
    `grundy.Rejected`.

    >>> import grundy
    >>> print(grundy.fmt("n >= 1 { n }\nREPEAT\n_n An\nENDREP"), end="")
    n >= 1 { n }
    REPEAT
      _n An
    ENDREP
    """
    source = read(text)
    return ask({"ask": "format", "text": source.text, "name": source.name(None)}).text


@dataclass(frozen=True, eq=False)
class Fix:
    """The changes for one finding."""

    code: str
    """The code of the finding."""
    message: str
    """What was wrong."""
    meaning: Literal["kept", "guessed", "changed"]
    """What became of the meaning.

    `kept`: another notation for what was written; `guessed`: what was probably meant; `changed`: the text said something
    wrong, and now says something else, which is proved.
    """
    edits: list[Edit]
    """The changes, with places in the text before them."""


@dataclass(frozen=True, eq=False, repr=False)
class Fixed:
    """A description with all that its findings propose."""

    text: str
    """The text after the changes."""
    fixes: list[Fix]
    """The changes, in the order in which they were made."""
    json: str
    """The document that `grundy verify --diff --format json-lines` prints for the changes."""
    _text: str

    def __str__(self) -> str:
        """The changes, and the difference."""
        return self._text

    def __repr__(self) -> str:
        codes = " ".join(fix.code for fix in self.fixes)
        return f"<grundy.Fixed: {codes or 'nothing to change'}>"


def fix(
    text: Text,
    *,
    values: Values | None = None,
    rule: str | None = None,
    threads: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Fixed:
    """Carries out what the findings of a description propose, as `grundy verify --fix` does; no file is changed.

    The notation is mended first.  If the description is wrong then, and the change of one word makes it right for all
    parameters, that is done as well.  `text`, `values` and `rule` are as in `grundy.verify`.

    >>> import grundy
    >>> fixed = grundy.fix("n>=1 { n } REPAET _n A(n+1) ENDREP")
    >>> fixed.text
    'n >= 1 { n } REPEAT _n An ENDREP'
    >>> [(fix.code, fix.meaning) for fix in fixed.fixes][-1]
    ('E0301', 'changed')
    """
    source = read(text)
    parts = {"text": source.text, "name": source.name(None), "values": values, "rule": rule}
    description = {key: part for key, part in parts.items() if part is not None}
    question = {"ask": "fix", "description": description}
    answer = ask(question, threads=threads, time_limit=time_limit, progress=progress)
    fixes = [
        Fix(it["code"], it["message"], it["meaning"], [edit(place) for place in it["edits"]])
        for it in answer.document["fixes"]
    ]
    return Fixed(answer.more["after"], fixes, answer.json, answer.text)


def explain(code: str | None = None) -> str:
    """Explains a code such as `E0301` with an example, as `grundy explain` does.  Without a code, lists all codes.

    >>> import grundy
    >>> print(grundy.explain("E0301").splitlines()[0])
    E0301: ...
    """
    if code is not None and not isinstance(code, str):
        raise TypeError(f"a code is a text such as 'E0301', not {type(code).__qualname__}")
    return ask({"ask": "explain", "code": code}).text
