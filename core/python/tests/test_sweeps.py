import glob
import json
import multiprocessing
import os
import pickle
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
    # The interval excludes zero if p is below 0.05; two points are compared, so the smaller p is doubled.
    assert (pair["p"] < 0.05) == (abs(pair["mean"]) > pair["half_width"])
    assert pair["p_holm"] == pytest.approx(pair["p"]), "at the other point nothing is random"


def test_points_get_as_many_seeds_as_they_need():
    swept = ackscope.sweep(lossy("5s"), {PATH: [0, 0.005, 0.05]}, until="8%", seeds=24, metrics="total_goodput_bps")
    told = swept.summary()
    assert told["until"]["share"] == 0.08 and told["until"]["most_seeds"] == 24
    runs = {point["set"][PATH]: point["runs"] for point in told["points"]}
    assert runs[0] == 5 and runs[0.005] < runs[0.05] <= 24, "where nothing is random five are enough"
    assert told["seeds"] == [*range(1, max(runs.values()) + 1)]
    with pytest.raises(ackscope.ScenarioError, match="such as 2% or 0.02"):
        ackscope.sweep(lossy("1s"), until=2)
    with pytest.raises(ackscope.ScenarioError, match="in memory"):
        ackscope.sweep(lossy("1s"), until=0.1, folder="never")


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
    with pytest.raises(ackscope.ScenarioError) as caught:
        ackscope.sweep(lossy("1s")).to_xarray("total_goodput")
    assert caught.value.nearest == "total_goodput_bps"
    for names, seeds in (([], 1), (["newreno"], 0)):
        with pytest.raises(ackscope.ScenarioError):
            ackscope.score(names, seeds=seeds)


def test_an_array_takes_the_sources_that_have_the_quantity_and_is_never_empty():
    swept = ackscope.sweep(lossy("1s"), points=[{PATH: 0}, {"hops.0.rate": "1Mbps"}])
    assert ackscope.sweep(lossy("1s")).to_xarray("goodput_bps").size == 2
    for asks, told in [
        (lambda: ackscope.sweep(lossy("1s")).to_xarray("goodputs"), "goodput_bps"),
        (lambda: ackscope.sweep(lossy("1s")).to_xarray("goodput_bps", kind="hop"), "flow"),
        (lambda: swept.to_xarray("goodput_bps"), "different paths"),
    ]:
        with pytest.raises(ackscope.ScenarioError, match=told):
            asks()


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ({"set": {PATH: []}}, PATH),
        ({"set": {PATH: 0.1}}, PATH),
        ({"set": {PATH: range(1000), "hops.0.rate": range(1000)}}, "set"),
        ({"set": [PATH]}, "set"),
        ({"points": "abc"}, "points"),
        ({"seeds": 0}, "seeds"),
        ({"seeds": 1.5}, "seeds"),
        ({"seeds": 10**30}, "seeds"),
        ({"set": {"seed": [1, 2]}}, "seed"),
        ({"set": {PATH: [0]}, "points": [{PATH: 0.1}]}, PATH),
        ({"set": {"hops.0.rate": ["1Mbps"]}, "points": [{"hops.0.rate": "2Mbps"}]}, "hops.0.rate"),
    ],
)
def test_an_argument_that_cannot_be_is_refused_by_name(asked, path):
    with pytest.raises(ackscope.ScenarioError) as caught:
        ackscope.sweep(lossy("1s"), **asked)
    assert caught.value.path == path


def hash_of(seed):
    return ackscope.run(lossy("1s"), seed=seed).lanes[0].trace_hash


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="systems that fork")
def test_a_forked_process_does_not_wait_for_the_threads_of_its_parent():
    own = hash_of(1)  # The parent's threads are there.
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(hash_of, (1,)).get(timeout=100) == own


def test_a_table_goes_to_another_process_without_its_runs():
    swept = ackscope.sweep(lossy("1s"))
    copied = pickle.loads(pickle.dumps(swept))
    assert copied.to_pandas().equals(swept.to_pandas())
    with pytest.raises(ValueError, match="process that made them"):
        copied.pairs("newreno")


def test_a_text_axis_keeps_its_order_and_has_numbers_in_si_beside_it():
    swept = ackscope.sweep(lossy("1s"), {"hops.0.rate": ["16Mbps", "1Mbps", "2500kbps"], PATH: [0.01, 0]})
    assert swept.units["hops.0.rate [bit/s]"] == "bit/s"
    array = swept.to_xarray("total_goodput_bps")
    assert array["hops.0.rate"].values.tolist() == ["16Mbps", "1Mbps", "2500kbps"]
    assert array["hops.0.rate [bit/s]"].values.tolist() == [16e6, 1e6, 2.5e6]
    assert array["hops.0.rate [bit/s]"].attrs["units"] == "bit/s" and array[PATH].values.tolist() == [0.01, 0]
    assert array["hops.0.rate"].dtype.kind == "U", "texts that matplotlib draws"
    alone = array.sel({PATH: 0, "lane": "newreno"}).squeeze()
    fast, slow = (alone.sel({"hops.0.rate": rate}).item() for rate in ("16Mbps", "1Mbps"))
    assert fast > 2 * slow
    assert swept.pairs("newreno", "goodput_bps")[0]["set"].keys() == {"hops.0.rate", PATH}


def test_a_trace_is_an_axis_with_short_names():
    day, night = ({"opportunities_ms": list(range(gap, 60_000, gap))} for gap in (6, 12))
    rates = {"hops.0.rate": {"day": day, "night": night}}
    swept = ackscope.sweep(lossy("2s"), rates)
    assert set(swept.columns["hops.0.rate"]) == {"day", "night"}
    assert swept.about["named"]["hops.0.rate"]["night"] == night and swept.summary()["named"] == swept.about["named"]
    names = set(ackscope.sweep(lossy("2s"), {"hops.0.rate": [day, night]}).columns["hops.0.rate"])
    assert len(names) == 2 and all(name.startswith("opportunities_ms ") and len(name) < 40 for name in names)
    goodput = swept.to_xarray("total_goodput_bps").sel(lane="newreno").squeeze()
    # 1500 bytes each 6 ms are 2 Mbit/s, each 12 ms the half.
    assert 1.5 < (goodput.sel({"hops.0.rate": "day"}) / goodput.sel({"hops.0.rate": "night"})).item() < 2.5


def test_where_nothing_is_random_there_is_no_interval(tmp_path):
    points = {PATH: [0, 0.02]}
    swept = ackscope.sweep(lossy("5s"), points, seeds=3)
    assert [point["distinct_runs"] for point in swept.summary()["points"]] == [1, 1, 3, 3]
    widths = [pair["half_width"] for pair in swept.pairs("newreno", "goodput_bps")]
    assert widths[0] is None and widths[1] > 0
    stored = ackscope.sweep(lossy("5s"), points, seeds=3, folder=str(tmp_path))
    assert [pair["half_width"] for pair in stored.pairs("newreno", "goodput_bps")] == pytest.approx(widths)


def test_a_result_contains_its_scenario(tmp_path):
    given = lossy("1s")
    run = ackscope.run(given, seed=4)
    assert ackscope.run(run.report["scenario"]).lanes[0].trace_hash == run.lanes[0].trace_hash
    assert ackscope.sweep(given).about["scenario"] == given == json.loads(ackscope.sweep(given).to_pandas().attrs["scenario"])
    stored = ackscope.sweep(given, folder=str(tmp_path))
    attrs = ackscope.sweep(given).to_pandas().attrs
    assert stored.to_pandas().attrs == attrs
    # So do differences, and the same in other libraries.
    for swept in (ackscope.sweep(lossy("1s"), seeds=2), ackscope.sweep(lossy("1s"), seeds=2, folder=str(tmp_path / "two"))):
        pairs = swept.pairs("newreno", "goodput_bps")
        assert pairs.to_pandas().attrs == swept.to_pandas().attrs and len(pairs) > 0
        assert pairs.to_polars()["mean"].to_list() == pairs.to_pandas()["mean"].tolist() == pairs.to_arrow().column("mean").to_pylist()
        assert json.loads(pairs.to_arrow().schema.metadata[b"scenario"]) == json.loads(swept.to_arrow().schema.metadata[b"scenario"])
        assert swept.to_polars()["value"].to_list() == swept.to_pandas()["value"].tolist()


class Halves:
    def on_loss(self, flow):
        flow.ssthresh = max(2, flow.cwnd / 2)
        flow.cwnd = flow.ssthresh


def test_a_sweep_and_a_score_take_classes(tmp_path):
    mine = {**lossy("3s"), "compare": ["mine"]}
    swept = ackscope.sweep(mine, {PATH: [0.02]}, seeds=2, algorithms={"mine": Halves})
    alone = ackscope.run({**mine, "hops": [{**mine["hops"][0], "loss": {"kind": "bernoulli", "probability": 0.02}}]}, algorithms={"mine": Halves})
    of_run = alone.table("goodput_bps").columns["value"]
    assert swept.columns["value"][(swept.columns["metric"] == "goodput_bps") & (swept.columns["seed"] == 1)].tolist() == of_run.tolist()
    assert "scripts" not in swept.about["scenario"]
    with pytest.raises(ackscope.ScenarioError, match="algorithms"):
        ackscope.sweep(mine, algorithms={"mine": Halves}, folder=str(tmp_path))
    with pytest.raises(ZeroDivisionError):
        ackscope.sweep(mine, {PATH: [0.02]}, algorithms={"mine": type("Wrong", (), {"on_loss": lambda self, flow: 1 / 0})})


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
    here = ackscope.sweep(lossy(), points, seeds=2, folder=str(tmp_path / "here"))
    for other in (found.to_pandas(), here.to_pandas()):
        pandas.testing.assert_frame_equal(alone, other)  # Row by row, and word by word of each column.
    assert not [path for path in glob.glob(str(tmp_path / "runs" / "*")) if not path.endswith((".parquet", ".json"))]
