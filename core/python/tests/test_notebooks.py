import pathlib

import pytest

nbclient = pytest.importorskip("nbclient")
import nbformat  # noqa: E402  (nbclient brings it)

FOLDER = pathlib.Path(__file__).parents[1] / "notebooks"
ALL = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_the_four_notebooks():
    assert [path.stem for path in ALL] == ["figure", "learning", "rule", "sweep"]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(path):
    if path.stem == "learning":
        # It brings PyTorch, some gigabytes, so no requirement names it.
        pytest.importorskip("stable_baselines3")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code), "committed without results"
    nbclient.NotebookClient(notebook, timeout=100, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}).execute()
    assert all(cell.outputs for cell in code), "each cell shows something"
    warned = [out["text"] for cell in code for out in cell.outputs if out.get("name") == "stderr"]
    assert not warned
    pictures = sum("image/png" in out.get("data", {}) for cell in code for out in cell.outputs)
    assert pictures == {"figure": 1, "learning": 0, "rule": 0, "sweep": 1}[path.stem]
