"""Simulate TCP congestion control, packet by packet and deterministically.

>>> import ackscope
>>> run = ackscope.run("gm04-table1", duration="60s", trace=True)
>>> run.lanes["westwood+"].cwnd.value.max()
"""

from __future__ import annotations

import json
import os
import warnings
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence

from . import _native
from ._errors import ScenarioError, refused, unknown
from ._runs import Lane, Lanes, Run, Series, load, run
from ._scenarios import Scenario, ScenarioLike, scenario_of, text_of
from ._sweeps import SweepResult, score, sweep
from ._tables import names_of

if TYPE_CHECKING:
    from . import gym as gym
    from . import keys as keys
    from ._lab import Lab as Lab

__version__, engine_fingerprint = _native.engine()

__all__ = [
    "Lane", "Lanes", "Run", "Scenario", "ScenarioError", "Series", "SweepResult", "break_", "check", "cite", "compare",
    "experiments", "export", "fit", "load", "reproduce", "run", "schema", "score", "sweep", "theory", "why",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # The widget needs anywidget, which other uses do not.
    if name == "Lab":
        try:
            from ._lab import Lab
        except ImportError as error:
            raise ImportError(f"ackscope.Lab needs anywidget ({error}): pip install anywidget") from error
        return Lab
    if name in ("gym", "keys"):
        import importlib

        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module 'ackscope' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "Lab", "__version__", "engine_fingerprint", "gym", "keys"])


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


def reproduce(experiment: str, *, quick: bool = False, progress: Callable[[int], Any] | None = None) -> dict[str, Any]:
    """Repeats an experiment of a paper: its numbers, and which of its claims hold. `progress` is called with the number of runs so far."""
    return json.loads(_native.reproduce(experiment, quick, progress))


#: What `export` writes.
EXPORTS = ("ns2", "ns3", "mahimahi", "qlog", "sqlog", "qvis", "ns3-class", "bpf")


def export(scenario: ScenarioLike, form: str, *, lane: str | None = None, flow: str | None = None) -> str:
    """A lane for another program: `ns2`, `ns3`, `mahimahi`; a flow's run as `qlog`, `sqlog` or `qvis`; a script as `ns3-class` or `bpf`.

    For the last two, `scenario` is the script: a file, or its text. What the other program does in another way is a warning.
    """
    if form not in EXPORTS:
        raise unknown("form", form, EXPORTS)
    if form in ("ns3-class", "bpf"):
        name, source = _script_of(scenario)
        program, differs, cannot = _native.script_as(name, source, form)
    else:
        text = text_of(scenario_of(scenario))
        number = _lane_number(text, lane)
        if form in ("qlog", "sqlog", "qvis"):
            program, left_out = _native.qlog(text, number, flow, form)
            differs, cannot = [f"left out is {what}" for what in left_out], []
        else:
            program, differs, cannot = _native.export(text, number, form)
    if program is None:
        raise ScenarioError(f"{form} cannot express this: {'; '.join(cannot)}", "", "; ".join(cannot), f"what {form} has")
    for what in differs:
        warnings.warn(f"{form}: {what}", stacklevel=2)
    return program


def _script_of(given: Any) -> tuple[str, str]:
    """The name and the text of a script."""
    if isinstance(given, str) and "\n" in given:
        return "script", given
    if not isinstance(given, (str, os.PathLike)):
        raise refused("script", repr(given), "a script's file or text")
    try:
        with open(given, encoding="utf-8-sig") as file:
            return os.path.splitext(os.path.basename(os.fspath(given)))[0].lower(), file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise refused("script", f"{os.fspath(given)!r} ({error})", "a script's file or text") from error


def why(scenario: ScenarioLike, *, lane: str | None = None, interval: tuple[float, float] | None = None, of: str | None = None) -> dict[str, Any]:
    """Why a lane is slow, late or unfair, by experiment: `answer.sentence` says it in words.

    Without `lane` it asks about the worst one, without `interval` about the scenario's first interval, without `of`
    about the completion time of transfers or else about goodput: as `ackscope why --json`.
    """
    text = text_of(scenario_of(scenario))
    number = None if lane is None else _lane_number(text, lane)
    return json.loads(_native.why(text, number, interval, of))


def break_(
    algorithm: str,
    *,
    scripts: Mapping[str, str] | None = None,
    objectives: Sequence[str] = (),
    seed: int = 1,
    max_runs: int = 20_000,
    other: str | None = None,
    progress: Callable[[int], Any] | None = None,
) -> dict[str, Any]:
    """Networks that break an algorithm and on which another one does well: what `ackscope break --json` prints.

    `algorithm` is an id, or the name of one of `scripts`, which are texts by names. `progress` is called with the number of runs so far.
    With `other`, such as a second version of a script, each find tells in how many of five replicates that one fails as well.
    """
    if not 100 <= max_runs <= 1_000_000:
        raise refused("max_runs", repr(max_runs), "100 to 1000000")
    if not 0 <= seed < 2**52:
        raise refused("seed", repr(seed), "0 to 4503599627370495")
    return json.loads(_native.break_it((algorithm, other), text_of(dict(scripts or {})), names_of(objectives), seed, max_runs, progress))


def fit(
    file: Any, /, *, connection: int = 1, max_runs: int = 3000, progress: Callable[[int], Any] | None = None
) -> dict[str, Any]:
    """The network and the algorithm behind a measured window: what `ackscope fit --json` prints.

    `file` is a measured file of any kind (a capture, polls of ss, iperf3, qlog, a table and others), or a data frame or a mapping of
    columns: `time_s`, `cwnd_packets` and, where known, `srtt_ms`, `inflight_packets`, `total_retrans`, `acked_mbytes`. Of a file with
    several connections number 1 has the largest window. What makes it uncertain is a warning.
    """
    if not 100 <= max_runs <= 1_000_000:
        raise refused("max_runs", repr(max_runs), "100 to 1000000")
    return _told(_native.fit(_measured(file, "file"), connection, max_runs, progress))


def compare(
    file: Any, other: Any, *, connection: int = 1, other_connection: int = 1, lane: str | None = None
) -> dict[str, Any]:
    """A measured window beside another one: what `ackscope compare --json` prints.

    `file` is as for `fit`. `other` is such a file, a scenario (a dict, or the id of an experiment) or a scenario's file: then the run of
    its `lane`, by default the first, is looked at when `file` was measured.
    """
    own = (_measured(file, "file"), connection)
    if not _is_scenario(other):
        return _told(_native.compare(own, (_measured(other, "other"), other_connection), None))
    text = text_of(scenario_of(other))
    return _told(_native.compare(own, None, (text, _lane_number(text, lane))))


def _is_scenario(given: Any) -> bool:
    if isinstance(given, Mapping):
        return "hops" in given or "scenario" in given
    if isinstance(given, str) and not os.path.exists(given):
        # The id of an experiment, or nothing: the refusal lists them.
        return True
    if not isinstance(given, (str, os.PathLike)) or not os.fspath(given).endswith(".json"):
        return False
    try:
        with open(given, encoding="utf-8-sig") as file:
            found = json.load(file)
    except ValueError:
        return False
    return isinstance(found, dict) and _is_scenario(found)


def _told(answer: tuple[str, list[str]]) -> dict[str, Any]:
    """The answer; what makes it uncertain is a warning where it was asked for."""
    text, notes = answer
    for note in notes:
        warnings.warn(note, stacklevel=3)
    return json.loads(text)


def _measured(given: Any, place: str) -> bytes:
    """The bytes of a file, or those of a table of columns."""
    if hasattr(given, "to_csv"):
        return str(given.to_csv(index=False)).encode()
    if isinstance(given, Mapping):
        columns = [list(values) for values in given.values()]
        if len({len(values) for values in columns}) > 1:
            raise refused(place, "columns of different lengths", "columns of one length")
        rows = [",".join(str(value) for value in row) for row in zip(*columns)]
        return "\n".join([",".join(given), *rows]).encode()
    if not isinstance(given, (str, os.PathLike)):
        raise refused(place, repr(given), "a file, a data frame or a mapping of columns")
    try:
        with open(given, "rb") as file:
            return file.read()
    except OSError as error:
        raise refused(place, f"{os.fspath(given)!r} ({error})", "a measured file") from error


def _lane_number(text: str, lane: str | None) -> int:
    labels: Sequence[str] = _native.check(text)[0]
    if lane is None:
        return 0
    if lane not in labels:
        raise unknown("lane", lane, labels)
    return list(labels).index(lane)


def cite() -> str:
    """How to cite this version, as BibTeX: what `ackscope cite` prints."""
    return _native.cite()
