"""The examples in the docstrings, the README and the page of the book are run."""

import ast
import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import grundy
import pytest

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ROOT = Path(__file__).resolve().parents[3]


def documented() -> Iterator[tuple[str, str]]:
    """Public objects and their members with their docstrings."""
    yield "grundy", grundy.__doc__ or ""
    for name in grundy.__all__:
        thing = getattr(grundy, name)
        if not callable(thing):
            continue
        yield name, inspect.getdoc(thing) or ""
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", getattr(value, "__doc__", None) or ""


def undocumented_fields() -> Iterator[str]:
    """Public fields of classes without a docstring after them."""
    for path in Path(inspect.getfile(grundy)).parent.glob("*.py"):
        for thing in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(thing, ast.ClassDef) or thing.name not in grundy.__all__:
                continue
            for field, after in zip(thing.body, [*thing.body[1:], ast.Pass()], strict=True):
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    is_documented = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                    if not is_documented and not field.target.id.startswith("_"):
                        yield f"{thing.name}.{field.target.id}"


def run(text: str, name: str) -> int:
    """Runs the examples of a text; how many there are."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)
    return len(test.examples)


def test_everything_public_is_documented() -> None:
    missing = [name for name, text in documented() if not text.strip()]
    assert not missing
    assert list(undocumented_fields()) == []


def test_docstrings() -> None:
    counts = {name: run(text, name) for name, text in documented()}
    # Every function shows how it is used.
    functions = [name for name in grundy.__all__ if name.islower() and name != "__version__"]
    assert [name for name in functions if counts[name] == 0] == []
    assert sum(counts.values()) >= 40


@pytest.mark.parametrize("page", ["docs/python.md", "packages/python/README.md"])
def test_pages(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", text, flags=re.DOTALL)
    assert blocks, page
    # Blocks of a page go on from one another.
    assert run("\n".join(blocks), page) >= 4
