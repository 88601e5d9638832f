import pathlib
import re

import pytest

DOCS = pathlib.Path(__file__).parents[3] / "docs"


def run_page(name):
    """What the code of a page leaves, in the order of the page, as a reader does it."""
    page = DOCS / name
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    known = {}
    for block in blocks:
        exec(compile(block, str(page), "exec"), known)
    return len(blocks), known


def test_the_code_on_the_page_runs(tmp_path, monkeypatch):
    for name in ("pandas", "xarray", "pyarrow", "anywidget"):
        pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    blocks, known = run_page("python.md")
    assert blocks > 6
    assert len(known["stored"].to_pandas()) == 2 * 20 * 3 * 1, "points, seeds, lanes, the flow"


def test_the_code_on_the_page_of_learning_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks, known = run_page("gym.md")
    assert blocks == 5
    assert known["parallel"].agents == ["main-1", "main-2", "main-3"]
