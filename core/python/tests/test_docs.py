import pathlib
import re

import pytest

PAGE = pathlib.Path(__file__).parents[3] / "docs/python.md"


def test_the_code_on_the_page_runs(tmp_path, monkeypatch):
    for name in ("pandas", "xarray", "pyarrow", "anywidget"):
        pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) > 6
    known = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), known)  # In the order of the page, as a reader does it.
    assert len(known["stored"].to_pandas()) == 2 * 20 * 3 * 1, "points, seeds, lanes, the flow"
