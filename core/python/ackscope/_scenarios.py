"""Scenarios: dicts, files, ids of experiments, or built step by step."""

from __future__ import annotations

import copy
import json
import os
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Union

from . import _native
from ._errors import ScenarioError, meant, refused

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import keys

ScenarioLike = Union["Scenario", "keys.Scenario", Mapping[str, Any], str, "os.PathLike[str]"]


class Scenario(dict[str, Any]):
    """A scenario as a dict, with methods that add its parts. Each method returns the scenario.

    >>> Scenario("20s").hop("2Mbps", "10ms", capacity="20pkt").flow("newreno", rtt="100ms", compared=True)
    """

    def __init__(self, duration: keys.Seconds = "60s", **options: Unpack[keys.ScenarioOptions]):
        super().__init__({"version": 1, "duration": duration, "hops": [], "flows": [], **options})

    def hop(self, rate: keys.Rate, delay: keys.Delay, *, capacity: keys.BufferCapacity | None = None, **options: Unpack[keys.HopOptions]) -> Scenario:
        """Adds a hop; `capacity` is that of a drop-tail queue, `queue` any queue."""
        hop = {"rate": rate, "delay": delay, **options}
        if capacity is not None:
            hop.setdefault("queue", {"kind": "drop-tail", "capacity": capacity})
        self["hops"].append(hop)
        return self

    def flow(self, algorithm: keys.Algorithm | None = None, /, *, from_: int | None = None, **options: Unpack[keys.FlowOptions]) -> Scenario:
        """Adds a flow, or with `count` a group of flows; `from_` is the key `from`, the router where it starts."""
        named = {} if algorithm is None else {"algorithm": algorithm}
        starts = {} if from_ is None else {"from": from_}
        self["flows"].append({**named, **options, **starts})
        return self

    def compare(self, *lanes: keys.CompareEntry) -> Scenario:
        """Adds lanes: ids of algorithms, or dicts with `algorithm`, `label`, `set`."""
        self.setdefault("compare", []).extend(lanes)
        return self

    def measure(self, *intervals: keys.Period) -> Scenario:
        """Adds intervals, pairs of times."""
        self.setdefault("measure", []).extend(list(pair) for pair in intervals)
        return self


def scenario_of(given: ScenarioLike, *, seed: int | None = None, duration: Any = None) -> dict[str, Any]:
    """The scenario as a new dict: `given` is a dict, a file's path, or the id of an experiment.

    Intervals are cut to another `duration`, as `ackscope run --duration` does.
    """
    if isinstance(given, Mapping):
        try:
            scenario = copy.deepcopy(dict(given))
        except RecursionError as error:
            raise refused("scenario", f"a dict that is nested too deep ({error})", "what JSON has") from error
    elif isinstance(given, (str, os.PathLike)) and os.path.exists(given):
        with open(given, encoding="utf-8-sig") as file:
            try:
                scenario = json.load(file)
            except (ValueError, RecursionError) as error:
                raise refused("scenario", f"no JSON in {os.fspath(given)!r} ({error})", "a file of a scenario") from error
        if not isinstance(scenario, dict):
            raise refused("scenario", f"no scenario in {os.fspath(given)!r}", "a file of a scenario")
    else:
        text = _native.experiment(given) if isinstance(given, str) else None
        if text is None:
            hint = meant(given, _native.experiment_ids()) if isinstance(given, str) else ""
            raise refused("scenario", repr(given), f"a dict, a file or the id of an experiment{hint}")
        scenario = json.loads(text)
    if "scenario" in scenario and "version" not in scenario:
        scenario = scenario["scenario"]
    elif any(_is_file(place) for place in _algorithms(scenario)):
        # As for the program: beside the scenario's file, or in the current folder.
        folder = "" if isinstance(given, Mapping) else os.path.dirname(os.fspath(given))
        scenario = json.loads(_native.with_files(text_of(scenario), folder))
    if seed is not None:
        scenario["seed"] = seed
    if duration is not None:
        scenario = json.loads(_native.with_duration(text_of(scenario), text_of(duration)))
    return scenario


def _is_file(place: Any) -> bool:
    """Whether it is the file of a script."""
    return isinstance(place, Mapping) and set(place) == {"file"}


def _algorithms(scenario: Mapping[str, Any]) -> Iterator[Any]:
    """The places where an algorithm is named."""
    scripts = scenario.get("scripts")
    yield from scripts.values() if isinstance(scripts, Mapping) else ()
    for key in ("flows", "compare"):
        entries = scenario.get(key)
        for entry in entries if isinstance(entries, (list, tuple)) else ():
            yield entry
            if isinstance(entry, Mapping):
                yield entry.get("algorithm")


def stub(name: str) -> str:
    """A script that stands in a scenario for a Python class."""
    return f'algorithm "{name}"\non increase {{ cwnd = cwnd + 1 / cwnd }}\n'


def stubs(algorithms: Mapping[str, type]) -> dict[str, str]:
    """A script for each class."""
    for name, given in algorithms.items():
        if not callable(given):
            raise refused(f"algorithms.{name}", repr(given), "a class")
    return {name: stub(name) for name in algorithms}


def with_algorithms(scenario: dict[str, Any], algorithms: Mapping[str, type]) -> dict[str, Any]:
    """The scenario with a script in the place of each class. Only the engine gets it: run alone, it would be another run."""
    return {**scenario, "scripts": {**scenario.get("scripts", {}), **stubs(algorithms)}}


def text_of(scenario: Mapping[str, Any]) -> str:
    """The scenario as JSON text; NumPy's numbers and arrays are plain ones there."""

    def plain(value: Any) -> Any:
        if hasattr(value, "tolist"):
            return value.tolist()
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")

    try:
        return json.dumps(scenario, allow_nan=False, default=plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise ScenarioError(f"the scenario: {error}, allowed is what JSON has", "", str(error), "what JSON has") from error
