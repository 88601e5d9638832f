import os

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
    # The parts come seed by seed, the whole table point by point.
    order = [PATH, "lane", "seed", "kind", "source", "metric", "from_s"]
    plain = {name: str for name in ("lane", "kind", "source", "metric", "unit")}
    frames = [frame.astype(plain).sort_values(order, ignore_index=True) for frame in (whole, found.to_pandas())]
    pandas.testing.assert_frame_equal(*frames)
    only = ackscope.sweep(lossy("2s"), points, metrics=["utilisation"], folder=str(tmp_path / "one"))
    assert set(only.to_pandas()["metric"]) == {"utilisation"}
