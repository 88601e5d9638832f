import glob
import os
import signal
import sys
import types

import numpy as np
import pytest

import ackscope


def lossy(duration="10s"):
    given = ackscope.Scenario(duration).hop("2Mbps", "10ms", loss={"kind": "bernoulli", "probability": 0})
    return given.flow("newreno", rtt="50ms", name="main", compared=True).compare("newreno", "westwood+")


PATH = "hops.0.loss.probability"


def test_a_sweep_is_tidy_and_an_array():
    swept = ackscope.sweep(lossy(), {PATH: [0, 0.02]}, seeds=3)
    columns = swept.columns
    assert list(columns)[:3] == [PATH, "seed", "lane"]
    rows = (columns["metric"] == "utilisation") & (columns["source"] == "hop-0 forward")
    assert rows.sum() == 2 * 3 * 2 and set(columns["seed"]) == {1, 2, 3}
    frame = swept.to_pandas()
    assert frame.attrs["version"] == ackscope.__version__ and len(frame) == len(swept)
    assert len(swept.to_polars()) == len(swept)
    array = swept.to_xarray("total_goodput_bps")
    assert array.sel({PATH: 0.02}).mean() < array.sel({PATH: 0.0}).mean()
    assert array.attrs["unit"] == "bit/s" and array.sizes["seed"] == 3
    pair = swept.pairs("newreno", ["total_goodput_bps"])[1]
    lanes = array.sel({PATH: 0.02, "source": "main"}).squeeze()
    difference = (lanes.sel(lane="westwood+") - lanes.sel(lane="newreno")).mean().item()
    assert pair["lane"] == "westwood+" and pair["count"] == 3
    assert pair["mean"] == pytest.approx(difference)
    assert swept.summary()["seeds"] == [1, 2, 3]


def test_what_cannot_be_swept_is_refused(monkeypatch):
    with pytest.raises(ackscope.ScenarioError, match="point 1"):
        ackscope.sweep(lossy(), {PATH: [0, 1.5]})
    def never(*_):
        raise AssertionError("a run before the refusal")

    with monkeypatch.context() as patched, pytest.raises(ackscope.ScenarioError, match="goodput_bps"):
        for name in ("tqdm", "tqdm.auto"):
            patched.setitem(sys.modules, name, types.SimpleNamespace(tqdm=never))
        ackscope.sweep(lossy(), metrics=["goodputs"], progress=True)
    for asks in (ackscope.sweep(lossy("1s")).summary, lambda metrics: ackscope.sweep(lossy("1s")).pairs("newreno", metrics)):
        with pytest.raises(ackscope.ScenarioError, match="goodput_bps"):
            asks(["goodputs"])
    with pytest.raises(ackscope.ScenarioError, match="newreno"):
        ackscope.sweep(lossy()).pairs("vegas")


def test_a_range_is_that_of_the_command_line():
    rates = ackscope.sweep(lossy("1s"), {"hops.0.rate": "1..16Mbps:5:log"}).columns["hops.0.rate"]
    assert len(set(rates)) == 5
    assert set(ackscope.sweep(lossy("1s"), {PATH: np.linspace(0, 0.1, 3)}).columns[PATH]) == {0, 0.05, 0.1}


def test_algorithms_are_scored():
    card = ackscope.score(["newreno"], seeds=1)
    (row,) = card["algorithms"]
    assert row["algorithm"] == "newreno"
    # One flow alone fills most of twelve megabits a second.
    assert 11e6 < row["cells"][0]["goodput_bps"]["mean"] < 12e6


def test_a_cluster_gives_the_same_tables_also_if_a_worker_is_killed(tmp_path):
    distributed = pytest.importorskip("distributed")
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    points = {PATH: np.linspace(0, 0.05, 20)}
    alone = ackscope.sweep(lossy(), points, seeds=2).to_pandas()
    quiet = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(**quiet) as cluster, distributed.Client(cluster) as client:
        victim = next(iter(client.run(os.getpid).values()))
        os.kill(victim, signal.SIGKILL)
        found = ackscope.sweep(lossy(), points, seeds=2, client=client, folder=str(tmp_path / "runs"))
        assert len(found.paths) >= 4
        times = {path: os.stat(path).st_mtime_ns for path in found.paths}
        again = ackscope.sweep(lossy(), points, seeds=2, client=client, folder=str(tmp_path / "runs"))
        assert {path: os.stat(path).st_mtime_ns for path in again.paths} == times, "finished chunks stay"
        with pytest.raises(ackscope.ScenarioError, match="another sweep"):
            ackscope.sweep(lossy(), points, seeds=3, client=client, folder=str(tmp_path / "runs"))
    order = [PATH, "lane", "seed", "kind", "source", "metric", "from_s"]
    here = ackscope.sweep(lossy(), points, seeds=2, folder=str(tmp_path / "here"))
    plain = {name: str for name in ("lane", "kind", "source", "metric", "unit")}
    frames = [alone, found.to_pandas(), here.to_pandas()]
    first, *others = [frame.astype(plain).sort_values(order, ignore_index=True) for frame in frames]
    for other in others:
        pandas.testing.assert_frame_equal(first, other)
    assert not [path for path in glob.glob(str(tmp_path / "runs" / "*")) if not path.endswith((".parquet", ".json"))]
