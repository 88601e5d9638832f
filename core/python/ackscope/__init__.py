"""Simulate TCP congestion control, packet by packet and deterministically.

>>> import ackscope
>>> run = ackscope.run("gm04-table1", duration="60s", trace=True)
>>> run.lanes["westwood+"].cwnd.value.max()
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from . import _native
from ._errors import ScenarioError
from ._runs import Lane, Lanes, Run, Series, run
from ._scenarios import Scenario, ScenarioLike, scenario_of, text_of
from ._sweeps import SweepResult, score, sweep

if TYPE_CHECKING:
    from . import keys as keys
    from ._lab import Lab as Lab

__version__, engine_fingerprint = _native.engine()

__all__ = [
    "Lane", "Lanes", "Run", "Scenario", "ScenarioError", "Series", "SweepResult", "check", "cite", "experiments",
    "export", "reproduce", "run", "schema", "score", "sweep", "theory", "why",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # The widget needs anywidget, which other uses do not.
    if name == "Lab":
        try:
            from ._lab import Lab
        except ImportError as error:
            raise ImportError(f"ackscope.Lab needs anywidget ({error}): pip install anywidget") from error
        return Lab
    if name == "keys":
        import importlib

        return importlib.import_module(".keys", __name__)
    raise AttributeError(f"module 'ackscope' has no attribute {name!r}")


def check(scenario: ScenarioLike) -> list[str]:
    """Refuses a scenario that cannot run; returns what is unusual in it."""
    return _native.check(text_of(scenario_of(scenario)))[1]


def experiments() -> list[str]:
    """The ids of the papers' experiments."""
    return _native.experiment_ids()


def schema() -> dict[str, Any]:
    """The JSON schema of scenarios."""
    return json.loads(_native.schema())


def theory(formula: str, **values: Any) -> list[dict[str, Any]]:
    """A formula of the papers at every combination of values: numbers or lists of numbers."""
    sets = {name: list(given) if isinstance(given, (list, tuple)) or hasattr(given, "__array__") else [given] for name, given in values.items()}
    plain = {name: [number.item() if hasattr(number, "item") else number for number in given] for name, given in sets.items()}
    return json.loads(_native.theory(formula, text_of(plain)))["points"]


def reproduce(experiment: str, *, quick: bool = False) -> dict[str, Any]:
    """Repeats an experiment of a paper: its numbers, and which of its claims hold."""
    return json.loads(_native.reproduce(experiment, quick))


def export(scenario: ScenarioLike, simulator: str, *, lane: str | None = None) -> str:
    """A lane as a script for ns-2, a program for ns-3, or a trace for mahimahi."""
    text = text_of(scenario_of(scenario))
    program, _, cannot = _native.export(text, _lane_number(text, lane), simulator)
    if program is None:
        raise ScenarioError(f"{simulator} cannot express this: {'; '.join(cannot)}", "", "; ".join(cannot), f"what {simulator} has")
    return program


def why(scenario: ScenarioLike, *, lane: str | None = None, interval: tuple[float, float] | None = None, of: str | None = None) -> dict[str, Any]:
    """Why a lane is slow, late or unfair, by experiment: `answer.sentence` says it in words.

    Without `lane` it asks about the worst one, without `interval` about the scenario's first interval, without `of`
    about the completion time of transfers or else about goodput: as `ackscope why --json`.
    """
    text = text_of(scenario_of(scenario))
    number = None if lane is None else _lane_number(text, lane)
    return json.loads(_native.why(text, number, interval, of))


def _lane_number(text: str, lane: str | None) -> int:
    labels: Sequence[str] = _native.check(text)[0]
    if lane is None:
        return 0
    if lane not in labels:
        allowed = ", ".join(labels)
        raise ScenarioError(f"lane: found {lane!r}, allowed: {allowed}", "lane", lane, allowed)
    return list(labels).index(lane)


def cite() -> str:
    """How to cite this version, as BibTeX: what `ackscope cite` prints."""
    return _native.cite()
