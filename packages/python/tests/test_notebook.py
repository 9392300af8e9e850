"""The notebook runs from top to bottom, and what it shows is what its text says."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[3] / "docs/notebooks/theorem_8.ipynb"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The outputs of all cells by their type."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    folder = str(tmp_path_factory.mktemp("notebook"))
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}})
    client.execute()
    outputs: dict[str, list[str]] = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data: dict[str, Any] = output.get("data", {})
            for kind, text in [*data.items(), ("stream", output.get("text", ""))]:
                outputs.setdefault(kind, []).append(text)
    return outputs


def test_the_polynomial_is_fitted_and_proved(shown: dict[str, list[str]]) -> None:
    fitted, theorem = [it for it in shown["text/latex"] if "14" in it and "11" in it][:2]
    assert "14 n^{3} + 11 n + 1" in fitted
    assert "14n^{3} + 11n + 1" in theorem and "7n + 1" in theorem
    assert any("both least" in text for text in shown["stream"])


def test_the_misprint_is_refuted(shown: dict[str, list[str]]) -> None:
    found = [it for it in shown["text/html"] if "described" in it]
    assert len(found) == 1 and "n = 2, position 131" in found[0]


def test_two_pictures_are_drawn(shown: dict[str, list[str]]) -> None:
    sequence, refutation = shown["image/svg+xml"]
    assert "Grundy values of { 12 30 37 49 }" in sequence
    assert "misprint is refuted" in refutation
