import gzip
import pathlib

import pytest

import ackscope

pytest.importorskip("anywidget")


def lab(**options):
    scenario = ackscope.Scenario("5s").hop("2Mbps", "10ms", capacity="10pkt").flow("newreno", rtt="50ms", name="main", compared=True)
    return ackscope.Lab(scenario.compare("newreno", "vegas"), **options)


def test_a_lab_holds_its_scenario_and_refuses_what_cannot_run():
    shown = lab(t=2, rows=["cwnd"])
    assert (shown.t, shown.rows, shown.scenario["compare"]) == (2, ["cwnd"], ["newreno", "vegas"])
    run = ackscope.run("sawtooth", duration="5s")
    assert ackscope.Lab(run).scenario == run.scenario
    with pytest.raises(ackscope.ScenarioError, match="newreno"):
        ackscope.Lab({**shown.scenario, "compare": ["newrno"]})


def test_the_page_comes_when_the_cell_asks_for_it(tmp_path, monkeypatch):
    from ackscope import _lab

    sent = []
    shown = lab()
    monkeypatch.setattr(shown, "send", lambda message, buffers=None: sent.append((message, buffers)))
    monkeypatch.setattr(_lab, "WIDGET", tmp_path / "widget.html.gz")
    shown._answer(shown, {"type": "page"}, [])
    assert "npm run wheel" in sent.pop()[0]["missing"]
    (tmp_path / "widget.html.gz").write_bytes(gzip.compress(b"<html>"))
    shown._answer(shown, {"type": "other"}, [])
    shown._answer(shown, {"type": "page"}, [])
    ((message, (packed,)),) = sent
    assert message == {"type": "page"} and gzip.decompress(packed) == b"<html>"


def test_where_there_are_no_widgets_there_is_a_picture():
    data, _ = lab()._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    picture = data["text/html"]
    assert picture.startswith("<svg") and picture.count("<polyline") == 2 and "vegas" in picture
    assert "http" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', ""), "nothing is loaded"


def test_the_picture_is_that_of_the_present_scenario_drawn_once_and_bounded(monkeypatch):
    from ackscope import _picture

    drawn = []
    real = _picture.run_scenario
    monkeypatch.setattr(_picture, "run_scenario", lambda *given, **options: drawn.append(1) or real(*given, **options))
    shown = lab()
    first, second = (shown._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second and len(drawn) == 1
    run = ackscope.run(shown.scenario, trace=True)
    of_run = ackscope.Lab(run)
    assert of_run._repr_mimebundle_()[0]["text/html"] == first and len(drawn) == 1
    of_run.scenario = {**shown.scenario, "compare": ["cubic"]}
    assert "cubic" in of_run._repr_mimebundle_()[0]["text/html"] and len(drawn) == 2
    long = ackscope.Scenario("9000s").hop("10Gbps", "1ms").flow("newreno", rtt="50ms", compared=True)
    assert "no picture" in ackscope.Lab(long)._repr_mimebundle_()[0]["text/html"] and len(drawn) == 2


def test_a_lab_links_only_to_a_site():
    assert lab().site == "" and lab(site="https://example.org/ackscope/").site
    with pytest.raises(ackscope.ScenarioError, match="javascript"):
        lab(site="javascript:alert(1)")


def test_the_module_of_the_cell_loads_nothing():
    text = (pathlib.Path(ackscope.__file__).parent / "_lab.js").read_text(encoding="utf-8")
    assert "import " not in text and "http" not in text and "fetch" not in text
