"""The notebooks: stored without outputs, and every cell runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nbformat
import pytest
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]
SECONDS_A_CELL = 120


def _read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def _code(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


class _ThisInterpreter(AsyncKernelManager):
    """Kernels that are this interpreter, whatever kernels are installed for the user."""

    def format_kernel_cmd(self, extra_arguments: list[str] | None = None) -> list[str]:
        _, *rest = super().format_kernel_cmd(extra_arguments)
        return [sys.executable, *rest]


def test_all_of_them_are_there() -> None:
    assert [name[0] for name in NAMES] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_stored_without_outputs(path: Path) -> None:
    notebook = _read(path)
    nbformat.validate(notebook)
    assert all(cell.outputs == [] and cell.execution_count is None for cell in _code(notebook))
    assert all(cell.metadata == {} for cell in notebook.cells)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_begins_with_a_title_and_explains_every_step(path: Path) -> None:
    cells = _read(path).cells
    assert cells[0].cell_type == "markdown"
    assert cells[0].source.startswith("# ")
    runs = "".join(cell.cell_type[0] for cell in cells).split("m")
    assert max(map(len, runs)) <= 2, "more than two cells of code without a word between them"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_runs(path: Path, tmp_path: Path) -> None:
    notebook = _read(path)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "IPYTHONDIR": str(tmp_path / "ipython"),  # nobody's own startup files
        "TMPDIR": str(tmp_path),
    }
    client = NotebookClient(
        notebook,
        kernel_manager_class=_ThisInterpreter,
        kernel_name="python3",
        timeout=SECONDS_A_CELL,
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute(env=environment)
    kinds = {kind for cell in _code(notebook) for output in cell.outputs for kind in output.get("data", {})}
    assert "image/png" in kinds
    said = [output.text for cell in _code(notebook) for output in cell.outputs if output.output_type == "stream"]
    assert not [text for text in said if "Warning" in text or "Traceback" in text]
