import os
import pathlib
import re
import subprocess
import sys

import pytest

import ackscope
from ackscope import _chunks, _native
from test_sweeps import PATH, lossy

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


def test_chunks_are_of_about_equal_work_and_of_a_bounded_number_of_runs():
    assert _chunks.chunks_of([1.0] * 10, 1) == [(0, 3), (3, 6), (6, 9), (9, 10)]
    spans = _chunks.chunks_of([1.0] * 250_000, 1)
    assert spans[0][0] == 0 and spans[-1][1] == 250_000
    assert all(before[1] == after[0] for before, after in zip(spans, spans[1:]))
    assert max(stop - start for start, stop in spans) == _chunks.CHUNK_RUNS
    long = _chunks.chunks_of([15e6] * 6, 1)
    assert max(stop - start for start, stop in long) == 2


def test_a_sweep_in_a_folder_continues_where_it_was_stopped(tmp_path, monkeypatch):
    points = {PATH: [0, 0.01, 0.02, 0.03]}
    folder = str(tmp_path / "runs")
    whole = ackscope.sweep(lossy("2s"), points, seeds=3).to_pandas()
    done = []

    class Stops:
        """The engine, which is interrupted at its third chunk."""

        def __init__(self, native):
            self.native = native

        def __getattr__(self, name):
            return getattr(self.native, name)

        def __len__(self):
            return len(self.native)

        def chunk(self, start, stop, metrics):
            if len(done) == 2:
                raise KeyboardInterrupt
            done.append((start, stop))
            return self.native.chunk(start, stop, metrics)

    with monkeypatch.context() as patched:
        sweep = _native.Sweep
        patched.setattr(_native, "Sweep", lambda text: Stops(sweep(text)))
        with pytest.raises(KeyboardInterrupt):
            ackscope.sweep(lossy("2s"), points, seeds=3, folder=folder)
    tables = [name for name in os.listdir(folder) if name.endswith(".parquet")]
    assert len(tables) == 2, "what was done is written"
    times = {name: os.stat(os.path.join(folder, name)).st_mtime_ns for name in tables}
    found = ackscope.sweep(lossy("2s"), points, seeds=3, folder=folder)
    assert len(found.paths) > 2
    assert {name: os.stat(os.path.join(folder, name)).st_mtime_ns for name in tables} == times
    pandas.testing.assert_frame_equal(whole, found.to_pandas())
    order = list(zip(*(found.to_pandas()[name] for name in (PATH, "seed"))))
    assert order == sorted(order), "point by point, seed by seed, whatever the chunks were"
    here = ackscope.sweep(lossy("2s"), points, seeds=3).pairs("newreno", "goodput_bps").to_pandas()
    there = found.pairs("newreno", "goodput_bps").to_pandas()
    pandas.testing.assert_frame_equal(here, there, check_dtype=False)
    only = ackscope.sweep(lossy("2s"), points, metrics=["utilisation"], folder=str(tmp_path / "one"))
    assert set(only.to_pandas()["metric"]) == {"utilisation"}


def test_a_table_or_a_plan_that_has_changed_is_refused_by_name(tmp_path):
    def swept():
        return ackscope.sweep(lossy("1s"), seeds=2, metrics="goodput_bps", folder=tmp_path)

    path = swept().paths[0]
    whole = pathlib.Path(path).read_bytes()
    flipped = bytearray(whole)
    flipped[whole.index(b"newreno")] ^= 1
    for changed in (flipped, whole[: len(whole) // 2], b""):
        pathlib.Path(path).write_bytes(changed)
        with pytest.raises(ackscope.ScenarioError, match=re.escape(path)):
            swept().to_pandas()
    os.unlink(path)
    assert len(swept().to_pandas()) == 4 and pathlib.Path(path).read_bytes() == whole
    (tmp_path / "sweep.json").write_text("{")
    with pytest.raises(ackscope.ScenarioError, match="sweep.json"):
        swept()


def test_a_table_of_another_sweep_and_a_plan_without_all_runs_are_refused(tmp_path):
    import json
    import shutil

    points = {PATH: [0, 0.01, 0.02, 0.03]}

    def swept(name, duration):
        return ackscope.sweep(lossy(duration), points, seeds=10, metrics="goodput_bps", folder=tmp_path / name)

    own, other = swept("own", "1s"), swept("other", "2s")
    same = [path for path in own.paths if os.path.exists(tmp_path / "other" / os.path.basename(path))]
    assert same and len(own.to_pandas()) == 80, "a precondition"
    shutil.copy(tmp_path / "other" / os.path.basename(same[0]), same[0])
    with pytest.raises(ackscope.ScenarioError, match="another sweep") as caught:
        swept("own", "1s")
    assert same[0] in str(caught.value)
    os.unlink(same[0])
    assert len(swept("own", "1s").to_pandas()) == 80
    plan = tmp_path / "own" / "sweep.json"
    whole = json.loads(plan.read_text())
    assert len(whole["chunks"]) > 2
    for chunks in (whole["chunks"][:1], whole["chunks"][1:], whole["chunks"][:1] + whole["chunks"][2:], [], [[0, 90]], ["x"]):
        plan.write_text(json.dumps({**whole, "chunks": chunks}))
        with pytest.raises(ackscope.ScenarioError, match="sweep.json"):
            swept("own", "1s")


def test_two_processes_may_write_the_same_folder(tmp_path):
    code = (
        "import sys; sys.path.insert(0, sys.argv[2]); import ackscope; from test_sweeps import PATH, lossy\n"
        "print(len(ackscope.sweep(lossy(), {PATH: [0, 0.01]}, seeds=20, folder=sys.argv[1]).to_pandas()))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "bo\u0302th"), os.path.dirname(__file__)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    rows = {child.communicate(timeout=100)[0] for child in both}
    assert rows == {f"{len(ackscope.sweep(lossy(), {PATH: [0, 0.01]}, seeds=20).to_pandas())}\n"}
    assert all(name.endswith((".parquet", ".json")) for name in os.listdir(tmp_path / "bo\u0302th"))
