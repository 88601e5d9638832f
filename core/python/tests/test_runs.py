import concurrent.futures
import json
import multiprocessing
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import ackscope


def scenario():
    flow = {"name": "main", "algorithm": "newreno", "rtt": "100ms", "compared": True}
    return (
        ackscope.Scenario("20s", seed=5)
        .hop("2Mbps", "10ms", capacity="20pkt", name="wire")
        .flow(**flow)
        .flow("newreno", rtt="80ms", name="cross", count=2)
        .compare("newreno", "westwood+")
    )


def test_a_run_has_its_lanes_with_results_and_series():
    run = ackscope.run(scenario(), trace=True)
    assert list(run.lanes) == ["newreno", "westwood+"]
    lane = run.lanes["westwood+"]
    cwnd = lane.cwnd
    assert cwnd.source == "main" and cwnd.unit == "segments"
    assert cwnd.time.dtype == np.float64 and len(cwnd.time) == len(cwnd.value) > 100
    assert not cwnd.value.flags.owndata, "a view of the engine's bytes"
    assert np.all(np.diff(cwnd.time) > 0) and cwnd.time[-1] <= 20
    assert lane["wire forward", "queue"].max.max() == 20
    held = cwnd.at([0.0, 10.0])
    assert np.isnan(held[0]) and held[1] == cwnd.value[cwnd.time <= 10][-1]
    losses = [event for event in run.lanes["newreno"].events if event["rule"] == "newreno.loss"]
    assert losses and losses[0]["numbers"]
    with pytest.raises(AttributeError, match="allowed: .*cwnd"):
        lane.cwmd
    with pytest.raises(KeyError, match="westwood"):
        run.lanes["vegas"]


def test_the_same_scenario_is_the_same_run_and_recording_changes_nothing():
    first, second = ackscope.run(scenario()), ackscope.run(dict(scenario()), trace=True)
    hashes = [[lane.trace_hash for lane in run.lanes.values()] for run in (first, second)]
    assert hashes[0] == hashes[1]
    assert ackscope.run(scenario(), seed=6).report["seed"] == 6


def test_results_are_a_data_frame():
    frame = ackscope.run(scenario()).to_pandas()
    hops = {"wire forward", "wire backward"}
    assert set(frame["source"]) == {"main", "cross", "cross-1", "cross-2", "all forward"} | hops
    assert len(ackscope.run(scenario()).to_polars()) == len(frame)
    queue = ackscope.run(scenario()).to_pandas(["max_queue_packets", "mean_queue_packets"])
    assert set(queue["source"]) == hops and set(queue["unit"]) == {"packets"}
    most = queue[queue["metric"] == "max_queue_packets"]
    assert most["value"].max() == 20 == ackscope.run(scenario()).report["lanes"][0]["hops"][0]["windows"][0]["max_queue_packets"]
    with pytest.raises(ackscope.ScenarioError, match="max_queue_packets"):
        ackscope.run(scenario()).to_pandas(["max_queue"])


def test_series_and_events_of_a_lane_are_data_frames():
    run = ackscope.run(scenario(), trace=True)
    lane = run.lanes["westwood+"]
    frame = lane.to_pandas()
    assert len(frame) == sum(len(series) for series in lane.series)
    cwnd = frame[(frame["source"] == "main") & (frame["series"] == "cwnd")]
    assert cwnd["value"].dtype == np.float64 and cwnd["value"].tolist() == lane.cwnd.value.tolist()
    assert cwnd["time_s"].tolist() == lane.cwnd.time.tolist() and set(cwnd["unit"]) == {"segments"}
    assert json.loads(frame.attrs["scenario"])["seed"] == 5 and frame.attrs["lane"] == "westwood+"
    events = lane.events_to_pandas()
    assert events["rule"].tolist() == [event["rule"] for event in lane.events]
    losses = events[events["rule"] == "westwood+.loss"]
    numbers = next(event["numbers"] for event in lane.events if event["rule"] == "westwood+.loss")
    assert len(losses) > 0 and {name: losses.iloc[0][name] for name in numbers} == numbers
    # The same in other libraries.
    assert lane.to_polars()["value"].to_list() == frame["value"].tolist()
    assert lane.events_to_polars()["title"].to_list() == events["title"].tolist()
    arrow = lane.to_arrow()
    assert arrow.column("source").to_pylist() == frame["source"].tolist()
    assert json.loads(arrow.schema.metadata[b"scenario"])["duration"] == "20s"
    assert len(lane.events_to_arrow()) == len(events) and run.to_arrow().num_rows == len(run.to_pandas())
    # Results say where they come from, too.
    assert run.to_pandas().attrs["scenario"] == frame.attrs["scenario"] == run.to_arrow().schema.metadata[b"scenario"].decode()
    # A lane goes to another process alone.
    alone = pickle.loads(pickle.dumps(lane))
    assert alone.to_pandas().equals(frame) and alone.trace_hash == lane.trace_hash and alone.events == lane.events
    # Without a recording there is nothing, and no error.
    bare = ackscope.run(scenario()).lanes[0]
    assert len(bare.to_pandas()) == 0 and len(bare.events_to_pandas()) == 0


def test_a_saved_run_is_read_and_run_again(tmp_path):
    run = ackscope.run(scenario(), trace=True)
    folder = tmp_path / "Läufe 試" / "run"
    run.save(folder)
    files = ["events.json", "results.json", "run.json", "scenario.json", "series.npz"]
    assert sorted(file.name for file in folder.iterdir()) == files
    assert json.loads((folder / "run.json").read_text())["command"] == "ackscope run scenario.json --json"
    read = ackscope.load(folder)
    assert read.report == run.report and read.scenario == run.scenario
    for label, lane in run.lanes.items():
        assert read.lanes[label].events == lane.events and read.lanes[label].left_out == lane.left_out
        for before, after in zip(lane.series, read.lanes[label].series):
            assert (before.source, before.name) == (after.source, after.name)
            assert before.time.tobytes() == after.time.tobytes() and before.value.tobytes() == after.value.tobytes()
    again = ackscope.load(folder, again=True)
    assert [lane.trace_hash for lane in again.lanes.values()] == [lane.trace_hash for lane in run.lanes.values()]
    with pytest.raises(ackscope.ScenarioError, match="a folder that Run.save wrote"):
        ackscope.load(tmp_path)
    # What another engine wrote is refused by the lane's name: here a report with another hash.
    read._results = type(run._results)(json.dumps(read.report).replace(run.lanes[0].trace_hash, "0" * 16))
    read.save(folder)
    with pytest.raises(ackscope.ScenarioError, match="newreno.*when run again"):
        ackscope.load(folder, again=True)


def test_a_saved_run_that_is_damaged_mixed_or_half_written_is_refused_by_its_file(tmp_path, monkeypatch):
    run = ackscope.run(scenario(), duration="2s", trace=True)
    run.save(tmp_path / "run")
    ackscope.run(scenario(), duration="2s", trace=True, seed=8).save(tmp_path / "other")
    for name in ("scenario.json", "results.json", "events.json", "series.npz"):
        file = tmp_path / "run" / name
        whole = file.read_bytes()
        changed = bytearray(whole)
        changed[len(whole) // 3] ^= 0x10
        for content in (bytes(changed), whole[: len(whole) // 2], b"", (tmp_path / "other" / name).read_bytes()):
            file.write_bytes(content)
            with pytest.raises(ackscope.ScenarioError, match=f"{name} has changed"):
                ackscope.load(tmp_path / "run")
        file.write_bytes(whole)
    assert ackscope.load(tmp_path / "run").report == run.report
    # A save that ends half way leaves no folder that looks whole, also where another run was.
    monkeypatch.setattr(np, "savez_compressed", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        run.save(tmp_path / "other")
    with pytest.raises(ackscope.ScenarioError, match="run.json"):
        ackscope.load(tmp_path / "other")
    # Versions before this one wrote no checksums. Their folders still load.
    (tmp_path / "run" / "run.json").unlink()
    with pytest.warns(UserWarning, match="has no run.json"):
        assert ackscope.load(tmp_path / "run").report == run.report


def test_an_experiment_says_how_far_it_is():
    runs = []
    found = ackscope.reproduce("sawtooth", quick=True, progress=runs.append)
    assert found["numbers"] and runs == sorted(runs) and 0 < runs[-1] <= 100


def test_a_run_of_a_class_is_not_saved(tmp_path):
    run = ackscope.run({**scenario(), "compare": ["newreno", "reno-class"]}, duration="2s", algorithms={"reno-class": Reno})
    with pytest.raises(ackscope.ScenarioError, match="reno-class"):
        run.save(tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_run_has_the_table_of_a_sweep_of_it():
    swept = ackscope.sweep(scenario()).columns
    columns = ackscope.run(scenario()).table().columns
    assert list(columns) == list(swept)
    for name, column in columns.items():
        assert column.tolist() == swept[name].tolist(), name


def test_a_shorter_run_cuts_its_intervals():
    measured = {**scenario(), "measure": [[0, 5], [5, 20], [15, 20]]}
    run = ackscope.run(measured, duration="10s")
    assert run.scenario["measure"] == [[0, 5], [5, "10s"]]
    windows = run.lanes["newreno"].results["hops"][0]["windows"]
    assert [(window["from_s"], window["to_s"]) for window in windows] == [(0, 5), (5, 10)]
    assert ackscope.run("gm04-table1", duration=3).lanes[0].results["flows"]
    with pytest.raises(ackscope.ScenarioError, match="duration: found"):
        ackscope.run(measured, duration="10 minutes")


def test_errors_say_where_what_was_found_and_what_is_allowed():
    wrong = scenario()
    wrong["flows"][1]["algorithm"] = "newrno"
    with pytest.raises(ackscope.ScenarioError) as caught:
        ackscope.run(wrong)
    error = caught.value
    assert (error.path, error.nearest) == ("flows.1.algorithm", "newreno")
    assert "newrno" in error.found and "newreno" in error.allowed
    with pytest.raises(ackscope.ScenarioError, match="NaN|nan|Out of range"):
        ackscope.check({**scenario(), "duration": float("nan")})
    with pytest.raises(ackscope.ScenarioError, match="id of an experiment"):
        ackscope.run("no such thing")


class Reno:
    """Additive increase and halving, as in the script below."""

    def on_increase(self, flow):
        if flow.in_slow_start:
            flow.cwnd = flow.cwnd + flow.steps
        else:
            flow.cwnd = flow.cwnd + flow.steps / flow.cwnd

    def on_loss(self, flow):
        flow.ssthresh = max(2, flow.cwnd / 2)
        flow.cwnd = flow.ssthresh

    def on_timeout(self, flow):
        flow.standard()


SCRIPT = """algorithm "mine"
on increase { if in_slow_start { cwnd = cwnd + steps } else { cwnd = cwnd + steps / cwnd } }
on loss { ssthresh = max(2, cwnd / 2)
  cwnd = ssthresh }
on timeout { standard() }
"""


def test_a_class_is_an_algorithm_and_gives_the_run_of_the_script_of_the_same_rules():
    mine = scenario()
    mine["compare"] = ["mine"]
    of_class = ackscope.run(mine, algorithms={"mine": Reno})
    of_script = ackscope.run({**mine, "scripts": {"mine": SCRIPT}})
    assert of_class.lanes["mine"].trace_hash == of_script.lanes["mine"].trace_hash
    assert of_class.lanes["mine"].trace_hash != ackscope.run({**mine, "compare": ["vegas"]}).lanes["vegas"].trace_hash


def test_a_run_of_a_class_is_not_taken_for_one_of_a_script():
    mine = {**scenario(), "compare": ["mine"]}
    run = ackscope.run(mine, algorithms={"mine": Reno})
    assert run.scenario == mine
    with pytest.raises(ackscope.ScenarioError, match="mine"):
        ackscope.run(run.scenario)
    misspelt = type("Misspelt", (), {"on_los": lambda self, flow: None})
    with pytest.raises(ackscope.ScenarioError, match="on_los, allowed is .*on_loss"):
        ackscope.run(mine, algorithms={"mine": misspelt})


def test_a_scenario_may_have_numbers_of_numpy_and_a_file_may_be_wrong(tmp_path):
    given = {**scenario(), "seed": np.int64(3), "measure": np.array([[0.0, 2.0]])}
    assert ackscope.run(given, duration=np.int32(2)).report["seed"] == 3
    path = tmp_path / "läuft nicht.json"
    for text in ("{oops", "[1]"):
        path.write_text(text)
        with pytest.raises(ackscope.ScenarioError, match="läuft nicht"):
            ackscope.run(path)
    with pytest.raises(ackscope.ScenarioError, match="found 5"):
        ackscope.run(5)


def test_a_mistake_in_a_hook_ends_the_run():
    class Wrong(Reno):
        def on_loss(self, flow):
            flow.cwnd = flow.cwmd / 2

    mine = scenario()
    mine["compare"] = ["mine"]
    with pytest.raises(AttributeError, match="on_loss: found \"cwmd\", allowed: cwnd"):
        ackscope.run(mine, algorithms={"mine": Wrong})
    kept = []

    class Keeps(Reno):
        def on_loss(self, flow):
            kept.append(flow)
            flow.standard()

    ackscope.run(mine, algorithms={"mine": Keeps})
    with pytest.raises(ValueError, match="the hook is over"):
        kept[0].cwnd


@pytest.mark.parametrize("call", ["ackscope.run(inner)", "ackscope.sweep(inner)", "ackscope.why(inner)"])
def test_a_hook_that_begins_another_run_is_refused_and_does_not_wait_for_ever(call):
    code = (
        "import ackscope; from test_runs import Reno, scenario\n"
        "inner = scenario()\n"
        f"class Nested(Reno):\n    def on_loss(self, flow):\n        {call}\n"
        "try:\n    ackscope.run({**scenario(), 'compare': ['mine']}, algorithms={'mine': Nested})\n"
        "except ackscope.ScenarioError as error:\n    print(error)\n"
        "ackscope.run(inner)\nprint('goes on')\n"
    )
    # Every lane in a hook, and no thread left for the inner run.
    alone = {**os.environ, "RAYON_NUM_THREADS": "1"}
    out = subprocess.check_output([sys.executable, "-c", code], cwd=os.path.dirname(__file__), env=alone, text=True, timeout=100)
    assert "a hook that begins another run" in out and out.endswith("goes on\n")


def test_a_thread_that_a_hook_waits_for_has_threads_of_its_own():
    code = (
        "import ackscope, threading; from test_runs import Reno, scenario\n"
        "found = []\n"
        "class Waits(Reno):\n    def on_start(self, flow):\n"
        "        other = threading.Thread(target=lambda: found.append(ackscope.run(scenario(), duration='1s')))\n"
        "        other.start()\n        other.join()\n"
        "ackscope.run({**scenario(), 'compare': ['mine']}, duration='1s', algorithms={'mine': Waits})\nprint(len(found) > 0)\n"
    )
    alone = {**os.environ, "RAYON_NUM_THREADS": "1"}
    out = subprocess.check_output([sys.executable, "-c", code], cwd=os.path.dirname(__file__), env=alone, text=True, timeout=100)
    assert out == "True\n"


def test_a_run_can_be_pickled_with_its_series():
    run = ackscope.run(scenario(), trace=True)
    for copied in (pickle.loads(pickle.dumps(run)), pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(run))))):
        assert copied.report == run.report and copied.scenario == run.scenario
        assert copied.to_pandas().equals(run.to_pandas())
        lane, own = copied.lanes["westwood+"], run.lanes["westwood+"]
        assert np.array_equal(lane.cwnd.value, own.cwnd.value) and lane.cwnd.unit == "segments"
        assert np.array_equal(lane["wire forward", "queue"].time, own["wire forward", "queue"].time)
        assert lane.events == own.events and lane.left_out == []
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(ackscope.run, scenario()).result(timeout=100).lanes[0].trace_hash == run.lanes[0].trace_hash


def test_names_are_understood_or_have_the_nearest_one_beside_them():
    unnamed = ackscope.Scenario("2s").hop("2Mbps", "10ms").flow("newreno", rtt="50ms", name="main", compared=True)
    run = ackscope.run(unnamed.compare("newreno", "westwood+"), trace=True)
    lane = run.lanes["newreno"]
    assert lane["hop 0 forward", "queue"] is lane["hop-0 forward", "queue"]
    for asks, meant in [
        (lambda: lane["hop-0 forwrd", "queue"], "hop-0 forward queue"),
        (lambda: lane.cwmd, "cwnd"),
        (lambda: run.lanes["westwod+"], "westwood+"),
        (lambda: ackscope.export(unnamed, "ns3", lane="westwod+"), "westwood+"),
        (lambda: ackscope.export(unnamed, "qlgo"), "qlog"),
        (lambda: ackscope.run("gm04-tabel1"), "gm04-table1"),
        (lambda: ackscope.reproduce("sawtoth"), "sawtooth"),
        (lambda: run.to_pandas(["goodput_bp"]), "goodput_bps"),
    ]:
        with pytest.raises((KeyError, AttributeError, ackscope.ScenarioError), match=re.escape(meant)) as caught:
            asks()
        assert "did you mean" in str(caught.value)


def test_a_scenario_may_name_the_files_of_its_scripts(tmp_path, monkeypatch):
    (tmp_path / "mine.ack").write_text(SCRIPT)
    mine = {**scenario(), "compare": [{"file": "mine.ack"}, {"algorithm": {"file": "mine.ack"}, "label": "again"}]}
    path = tmp_path / "s.json"
    path.write_text(json.dumps(mine))
    expected = ackscope.run({**scenario(), "compare": ["mine"], "scripts": {"mine": SCRIPT}}).lanes[0].trace_hash
    assert {lane.trace_hash for lane in ackscope.run(path).lanes.values()} == {expected}
    monkeypatch.chdir(tmp_path)
    assert ackscope.run(mine).lanes[0].trace_hash == expected, "as for the program: from the current folder"
    (tmp_path / "mine.ack").unlink()
    with pytest.raises(ackscope.ScenarioError, match="mine.ack"):
        ackscope.run(path)


def test_everything_that_the_program_exports_is_exported(tmp_path):
    qlog = json.loads(ackscope.export(scenario(), "qlog", flow="cross-1"))
    assert qlog["traces"][0]["title"] == "cross-1"
    assert json.loads(ackscope.export(scenario(), "qvis"))["qlog_version"] == "0.3"
    assert ackscope.export(scenario(), "sqlog").startswith("\x1e{")
    path = tmp_path / "my-own.ack"
    path.write_text(SCRIPT)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # What ns-3 and the kernel do in another way.
        assert "TcpCongestionOps" in ackscope.export(path, "ns3-class") and "struct_ops" in ackscope.export(SCRIPT, "bpf")
    for given in ("no/such.ack", 5, "algorithm\n"):
        with pytest.raises(ackscope.ScenarioError, match="script"):
            ackscope.export(given, "bpf")


def test_dir_lists_what_is_there_to_use():
    assert {"run", "sweep", "Lab", "keys", "ScenarioError"} <= set(dir(ackscope))
    assert not {"annotations", "json", "Any", "TYPE_CHECKING", "os", "warnings", "text_of"} & set(dir(ackscope))


def test_other_threads_go_on_while_a_run_computes():
    counted, ended = [0], threading.Event()

    def count():
        while not ended.is_set():
            counted[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = counted[0]
        ackscope.run(scenario(), duration="2000s")
        assert counted[0] > before + 10
    finally:
        ended.set()
        thread.join()


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("call", ["run(long)", "why(long)"])
def test_ctrl_c_stops_it(call):
    code = (
        "import ackscope, sys\n"
        "long = ackscope.Scenario('9000s').hop('100Mbps', '1ms').flow('newreno', rtt='20ms', name='main', compared=True)\n"
        "print('begins', flush=True)\n"
        f"try:\n    ackscope.{call}\nexcept KeyboardInterrupt:\n    print('stopped', flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begins\n"
    # A signal before the call begins would also end it; to its end it would take many minutes.
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert out == "stopped\n" or child.returncode == -signal.SIGINT


def test_a_stopped_sweep_does_not_begin_its_other_runs():
    # At the first run that is done; the others would take many minutes.
    code = (
        "from ackscope import _native, _sweeps; from test_runs import scenario\n"
        "def stop(done):\n    raise KeyboardInterrupt\n"
        "try:\n    _native.Sweep(_sweeps.spec_of(scenario(), None, None, 1_000_000)).run(stop)\n"
        "except KeyboardInterrupt:\n    print('stopped')\n"
    )
    here = os.path.dirname(__file__)
    assert subprocess.check_output([sys.executable, "-c", code], cwd=here, text=True, timeout=60) == "stopped\n"


def test_formulas_reasons_programs_and_papers():
    points = ackscope.theory("reno-response", p=[0.01, 0.0001])
    assert len(points) == 2 and points[0] != points[1]
    answer = ackscope.why(scenario(), lane="newreno", of="goodput")
    assert answer["answer"]["sentence"]
    assert "Simulator" in ackscope.export(scenario(), "ns2")
    assert "gm04-table1" in ackscope.experiments()
    assert json.dumps(ackscope.schema()).count("newreno")
    assert ackscope.__version__ in ackscope.cite() and ackscope.engine_fingerprint in ackscope.cite()


def test_break_finds_what_breaks_an_algorithm_and_the_same_each_time():
    asked = {"scripts": {"stalls": "on loss {\n cwnd = 2\n ssthresh = 2\n}\non avoidance { cwnd += 0.001 }\n"}, "objectives": "starved", "max_runs": 300}
    counts = []
    first = ackscope.break_("stalls", **asked, progress=counts.append)
    assert first["finds"][0]["low"] > 1.5 and first["runs"] <= 300 and counts[-1] <= 300
    assert first == ackscope.break_("stalls", **asked)
    again = ackscope.run(first["finds"][0]["scenario"])
    own, witness = (lane.results["flows"][0]["windows"][0]["goodput_bps"] for lane in again.lanes.values())
    assert witness > 1.5 * own
    with pytest.raises(ackscope.ScenarioError, match="vegas"):
        ackscope.break_("vegsa")
    with pytest.raises(ackscope.ScenarioError, match="max_runs"):
        ackscope.break_("vegas", max_runs=1)


def test_fit_finds_the_network_of_a_file_and_of_columns(tmp_path):
    # Ten seconds of it are cheap; how well a fit finds a whole curve is what core/lab/tests/fit.rs measures.
    lines = (pathlib.Path(__file__).parents[2] / "lab/tests/fit/reno-b83.csv").read_text().splitlines()
    lines = [line for line in lines if line.startswith("time_s") or float(line.split(",")[0]) <= 10]
    file = tmp_path / "measured.csv"
    file.write_text("\n".join(lines))
    counts = []
    found = ackscope.fit(file, max_runs=300, progress=counts.append)
    assert 0 < found["runs"] <= 300 and counts[-1] <= 300
    assert found["reason"].endswith("too few to judge a scenario: a fit takes some thousand")
    # The kernel's Reno on a link of 10 Mbit/s.
    assert found["parameters"]["rate_bps"]["value"] == pytest.approx(10e6, rel=0.2)
    order = [law for laws in found["laws"] for law in laws]
    assert order.index("newreno") < min(order.index("bbr"), order.index("vegas"), order.index("cubic"))
    rows = [line.split(",") for line in lines]
    columns = {name: [row[at] for row in rows[1:]] for at, name in enumerate(rows[0])}
    assert ackscope.fit(columns, max_runs=300) == found
    with pytest.raises(ackscope.ScenarioError, match="cwnd_packets"):
        ackscope.fit({"time_s": [1, 2]})
    with pytest.raises(ackscope.ScenarioError, match="nowhere.csv"):
        ackscope.fit(tmp_path / "nowhere.csv")
    # Columns of other names and units are the same curve.
    also = {"t": columns["time_s"], "snd_cwnd": columns["cwnd_packets"], "rtt_us": [float(ms) * 1000 for ms in columns["srtt_ms"]]}
    same = {name: columns[name] for name in ("time_s", "cwnd_packets", "srtt_ms")}
    assert ackscope.compare(also, same)["distance"] < 1e-9


def test_fit_and_compare_read_every_kind_of_file():
    capture = pathlib.Path(__file__).parents[3] / "web/model/test/files/captures/loopback.pcap"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        same = ackscope.compare(capture, capture)
    assert same["distance"] == 0 and same["alike"] and same["kind"] == "a capture"
    curve = pathlib.Path(__file__).parents[2] / "lab/tests/fit/reno-b83.csv"
    of_run = ackscope.compare(curve, {**scenario(), "duration": 70}, lane="newreno")
    assert of_run["distance"] > 0 and of_run["numbers"][0]["other"] > 0
    with pytest.raises(ackscope.ScenarioError, match="westwood"):
        ackscope.compare(curve, scenario(), lane="westwod")
    with pytest.raises(ackscope.ScenarioError, match="allowed are 1 to 1"):
        ackscope.compare(curve, curve, connection=2)


def test_why_without_details_asks_as_the_command_line_does():
    uneven = {**scenario(), "measure": [[5, 10], [10, 20]]}
    goodput = {label: lane.results["flows"][0]["windows"][0]["goodput_bps"] for label, lane in ackscope.run(uneven).lanes.items()}
    asked = ackscope.why(uneven)
    assert goodput[asked["lane"]] == min(goodput.values()) != max(goodput.values())
    assert (asked["of"], asked["interval_s"], asked["seed"]) == ("goodput", [5, 10], 5)
    for interval in ((100, 200), (10, 30), (-1, 3), (3, 3)):
        with pytest.raises(ackscope.ScenarioError, match="interval: found"):
            ackscope.why(uneven, interval=interval)
    transfers = ackscope.Scenario("20s").hop("2Mbps", "10ms").flow("newreno", rtt="50ms", name="main", compared=True, bytes="50kB")
    assert ackscope.why(transfers)["of"] == "completion"
