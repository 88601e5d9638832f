"""Runs and what they recorded."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import warnings
import zipfile
from collections.abc import Mapping as MappingOf
from typing import Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from . import _native
from ._chunks import whole_file
from ._errors import meant, refused
from ._scenarios import ScenarioLike, scenario_of, text_of, with_algorithms
from ._sweeps import SweepResult
from ._tables import columns_of, names_of, texts_of


class Series:
    """A recorded series: `time` (s), `value`, and the extremes `min` and `max` of each bin."""

    def __init__(self, source: str, kind: str, name: str, unit: str, columns: tuple[bytes, bytes, bytes, bytes]):
        self.source = source
        self.kind = kind
        self.name = name
        self.unit = unit
        # The arrays are views of the engine's bytes: nothing is copied, and nothing can be written.
        self.time = np.frombuffer(columns[0], dtype=np.float64)
        self.min, self.max, self.value = (np.frombuffer(column, dtype=np.float32) for column in columns[1:])

    def at(self, times: Any) -> np.ndarray:
        """The values that hold at these times; NaN before the first."""
        times = np.asarray(times, dtype=np.float64)
        if len(self.time) == 0:
            return np.full(times.shape, np.nan)
        places = np.searchsorted(self.time, times, side="right") - 1
        return np.where(places >= 0, self.value[np.maximum(places, 0)], np.nan)

    def __len__(self) -> int:
        return len(self.time)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.value, dtype=dtype, copy=copy)

    def __repr__(self) -> str:
        return f"<Series {self.source} {self.name} [{self.unit}], {len(self)} bins>"


class Kept:
    """What a lane recorded, in a process that did not run it."""

    def __init__(self, label: str, left_out: list[str], names: list[Any], columns: list[Any], events: list[Any]):
        self.label = label
        self.left_out = left_out
        self._names = names
        self._columns = columns
        self._events = events

    @staticmethod
    def of(native: Any) -> Kept:
        names = native.names()
        columns = [native.columns(place) for place in range(len(names))]
        return Kept(native.label, native.left_out, names, columns, native.events())

    def names(self) -> list[tuple[str, str, str, str]]:
        return self._names

    def columns(self, place: int) -> tuple[bytes, bytes, bytes, bytes]:
        return self._columns[place]

    def events(self) -> list[tuple[float, str, str, str, str, list[tuple[str, float]]]]:
        return self._events


class Lane:
    """A lane of a run: its results, and by name the series that it recorded.

    `lane.cwnd` is the first series of this name; `lane["main", "cwnd"]` is that of a flow or a hop.
    """

    def __init__(self, results: dict[str, Any], native: Any, about: dict[str, Any] | None = None):
        self.results = results
        self.about = {**(about or {}), "lane": results["label"]}
        self.label: str = results["label"]
        self._native = native
        self._names = [] if native is None else native.names()
        self._known: dict[int, Series] = {}

    @property
    def trace_hash(self) -> str:
        """The fingerprint of the run."""
        return self.results["engine"]["trace_hash"]

    def _series(self, place: int) -> Series:
        if place not in self._known:
            self._known[place] = Series(*self._names[place], self._native.columns(place))
        return self._known[place]

    @property
    def series(self) -> list[Series]:
        """All recorded series."""
        return [self._series(place) for place in range(len(self._names))]

    def __getitem__(self, key: tuple[str, str]) -> Series:
        # A hop without a name is called hop-0, and was also spelt "hop 0".
        other = tuple(re.sub(r"^hop (\d)", r"hop-\1", part) for part in key)
        for wanted in (tuple(key), other):
            for place, (source, _, name, _) in enumerate(self._names):
                if (source, name) == wanted:
                    return self._series(place)
        names = [f"{source} {name}" for source, _, name, _ in self._names]
        known = ", ".join(names[:30]) or "none: run with trace=True"
        raise KeyError(f"found {key!r}, allowed: {known}{meant(' '.join(key), names)}")

    def __getattr__(self, name: str) -> Series:
        if name.startswith("_"):
            raise AttributeError(name)
        wanted = name.replace("_", "-")
        for kinds in (("flow",), ("hop",)):
            for place, (_, kind, known, _) in enumerate(self._names):
                if kind in kinds and (known in (name, wanted) or known.split(":")[0] in (name, wanted)):
                    return self._series(place)
        known = sorted({name.split(":")[0] for _, _, name, _ in self._names})
        allowed = ", ".join(known) or "none: run with trace=True"
        raise AttributeError(f"lane {self.label!r} has no series {name!r}, allowed: {allowed}{meant(wanted, known)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *{name.split(":")[0].replace("-", "_") for _, _, name, _ in self._names}]

    @property
    def left_out(self) -> list[str]:
        """What a limit left out of the recording."""
        return [] if self._native is None else self._native.left_out

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events, each with time, source, rule, kind, title and the numbers that the rule used."""
        if self._native is None:
            return []
        keys = ("time_s", "source", "rule", "kind", "title")
        return [{**dict(zip(keys, event)), "numbers": dict(event[5])} for event in self._native.events()]

    def table(self) -> SweepResult:
        """The recorded series as one table: a row for each bin of each series."""
        series = self.series
        counts = [len(one) for one in series]

        def texts(name: str) -> Any:
            return texts_of([getattr(one, name) for one in series], counts)

        def numbers(name: str) -> np.ndarray:
            return np.concatenate([np.asarray(getattr(one, name), dtype=np.float64) for one in series] or [np.empty(0)])

        columns = {"time_s": numbers("time"), "source": texts("source"), "series": texts("name"), "unit": texts("unit")}
        columns.update({"min": numbers("min"), "max": numbers("max"), "value": numbers("value")})
        return SweepResult(columns, {"time_s": "s"}, about=self.about)

    def events_table(self) -> SweepResult:
        """The events as one table, with a column for each number that a rule used; NaN where a rule has no such number."""
        events = self.events
        columns: dict[str, Any] = {"time_s": np.array([event["time_s"] for event in events], dtype=np.float64)}
        for name in ("source", "rule", "kind", "title"):
            columns[name] = texts_of([event[name] for event in events])
        for name in dict.fromkeys(number for event in events for number in event["numbers"]):
            columns[name] = np.array([event["numbers"].get(name, np.nan) for event in events], dtype=np.float64)
        return SweepResult(columns, {"time_s": "s"}, about=self.about)

    def to_pandas(self) -> Any:
        """The recorded series as a data frame: `time_s`, `source`, `series`, `unit`, and `min`, `max` and `value` of each bin."""
        return self.table().to_pandas()

    def to_polars(self) -> Any:
        """Like `to_pandas`, for Polars."""
        return self.table().to_polars()

    def to_arrow(self) -> Any:
        """Like `to_pandas`, as a table of Arrow."""
        return self.table().to_arrow()

    def events_to_pandas(self) -> Any:
        """The events as a data frame: `time_s`, `source`, `rule`, `kind`, `title`, and a column for each number that a rule used."""
        return self.events_table().to_pandas()

    def events_to_polars(self) -> Any:
        """Like `events_to_pandas`, for Polars."""
        return self.events_table().to_polars()

    def events_to_arrow(self) -> Any:
        """Like `events_to_pandas`, as a table of Arrow."""
        return self.events_table().to_arrow()

    def __reduce__(self) -> Any:
        return (Lane, (self.results, None if self._native is None else Kept.of(self._native), self.about))

    def __repr__(self) -> str:
        return f"<Lane {self.label}, {len(self._names)} series>"


class Lanes(MappingOf):
    """The lanes of a run by label; a number takes the lane in this place."""

    def __init__(self, lanes: list[Lane]):
        self._lanes = {lane.label: lane for lane in lanes}

    def __getitem__(self, key: str | int) -> Lane:
        if hasattr(key, "__index__"):
            return list(self._lanes.values())[key]
        if key not in self._lanes:
            raise KeyError(f"found {key!r}, allowed: {', '.join(self._lanes)}{meant(key, self._lanes)}")
        return self._lanes[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lanes)

    def __len__(self) -> int:
        return len(self._lanes)

    def __repr__(self) -> str:
        return f"<Lanes {', '.join(self._lanes)}>"


class Run:
    """What a scenario gave: `lanes` by label, and `report`, which `ackscope run --json` prints."""

    def __init__(self, scenario: dict[str, Any], results: Any, lanes: list[Any]):
        self.scenario = scenario
        self._results = results
        # Of a class the engine knows only a script in its place.
        self.report: dict[str, Any] = {**json.loads(results.json()), "scenario": scenario}
        found = self.report["lanes"]
        natives = lanes or [None] * len(found)
        self.about: dict[str, Any] = {key: self.report[key] for key in ("version", "engine_fingerprint", "scenario_hash", "seed", "scenario") if key in self.report}
        self.lanes = Lanes([Lane(results, native, self.about) for results, native in zip(found, natives)])

    def table(self, metrics: Sequence[str] = ()) -> SweepResult:
        """The results as a table with the columns of a sweep; with `metrics`, only these quantities."""
        return SweepResult(*columns_of(self._results.table(names_of(metrics))), about=self.about)

    def to_pandas(self, metrics: Sequence[str] = ()) -> Any:
        """The results as a data frame: a row for each lane, source, interval and quantity."""
        return self.table(metrics).to_pandas()

    def to_polars(self, metrics: Sequence[str] = ()) -> Any:
        """Like `to_pandas`, for Polars."""
        return self.table(metrics).to_polars()

    def to_arrow(self, metrics: Sequence[str] = ()) -> Any:
        """Like `to_pandas`, as a table of Arrow."""
        return self.table(metrics).to_arrow()

    def _kept(self) -> list[Kept]:
        return [Kept.of(lane._native) for lane in self.lanes.values() if lane._native is not None]

    def __reduce__(self) -> Any:
        return (_run_of, (self.scenario, self._results.json(), self._kept()))

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes a folder with all of the run: `scenario.json`, `results.json` (what `ackscope run scenario.json --json`
        prints, with the engine's version and hash), what was recorded, as `series.npz` and `events.json`, and `run.json`,
        which has that command and the checksum of each file.

        `ackscope.load` reads it. A run of a Python class is refused: its scenario alone is not this run.
        """
        text = text_of(self.scenario)
        _native.check(text)
        kept = self._kept()
        os.makedirs(folder, exist_ok=True)
        sums = {}

        def write(name: str, content: bytes) -> None:
            with whole_file(os.path.join(folder, name)) as partial, open(partial, "wb") as file:
                file.write(content)
            sums[name] = hashlib.sha256(content).hexdigest()

        # The last file has the sums of all. Without any sum at first, a save that is stopped leaves no folder that looks whole.
        write(_WHOLE, _json({"sha256": {}}))
        texts = {
            "scenario": self.scenario,
            "results": json.loads(self._results.json()),
            "events": [{"label": one.label, "left_out": one.left_out, "names": one.names(), "events": one.events()} for one in kept],
        }
        for name, content in texts.items():
            write(f"{name}.json", _json(content))
        arrays = {}
        for lane, one in enumerate(kept):
            for place in range(len(one.names())):
                for name, dtype, column in zip(_COLUMNS, _TYPES, one.columns(place)):
                    arrays[f"{lane}/{place}/{name}"] = np.frombuffer(column, dtype=dtype)
        packed = io.BytesIO()
        np.savez_compressed(packed, **arrays)
        write("series.npz", packed.getvalue())
        write(_WHOLE, _json({"command": "ackscope run scenario.json --json", "sha256": dict(sums)}))

    def __repr__(self) -> str:
        return f"<Run {', '.join(self.lanes)}>"


def _run_of(scenario: dict[str, Any], results: str, lanes: list[Kept]) -> Run:
    """The run that another process made."""
    return Run(scenario, _native.Results(results), lanes)


#: The columns of a series, and what they hold.
_COLUMNS = ("time_s", "min", "max", "value")
_TYPES = (np.float64, np.float32, np.float32, np.float32)
#: The files of a saved run, and the one that says that they are whole and belong together.
_FILES = ("scenario.json", "results.json", "events.json", "series.npz")
_WHOLE = "run.json"


def _json(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def load(folder: str | os.PathLike[str], *, again: bool = False) -> Run:
    """The run that `Run.save` wrote. `again=True` runs its scenario anew, and refuses a folder whose hashes are others."""
    try:
        sums = None
        with contextlib.suppress(FileNotFoundError), open(os.path.join(folder, _WHOLE), encoding="utf-8") as file:
            sums = json.load(file)["sha256"]
            if not sums:
                raise ValueError(f"{_WHOLE} has no checksums: its save was stopped")
        files = {}
        for name in _FILES:
            with open(os.path.join(folder, name), "rb") as file:
                files[name] = file.read()
            if sums is not None and sums[name] != hashlib.sha256(files[name]).hexdigest():
                raise ValueError(f"{name} has changed since it was saved")
        scenario, results, events = (json.loads(files[name]) for name in _FILES[:3])
        with np.load(io.BytesIO(files[_FILES[3]]), allow_pickle=False) as arrays:
            kept = [
                Kept(
                    one["label"],
                    one["left_out"],
                    [tuple(names) for names in one["names"]],
                    [tuple(arrays[f"{lane}/{place}/{name}"].astype(dtype).tobytes() for name, dtype in zip(_COLUMNS, _TYPES)) for place in range(len(one["names"]))],
                    [tuple(event) for event in one["events"]],
                )
                for lane, one in enumerate(events)
            ]
        stored = Run(scenario, _native.Results(json.dumps(results)), kept)
    except (OSError, EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise refused("folder", f"no run in {os.fspath(folder)!r} ({error})", "a folder that Run.save wrote") from error
    if sums is None:
        # An older version wrote it.
        warnings.warn(f"{os.fspath(folder)!r} has no {_WHOLE}, so nothing shows that its files belong together", stacklevel=2)
    if not again:
        return stored
    fresh = run(stored.scenario, trace=bool(kept))
    for label, lane in stored.lanes.items():
        now = fresh.lanes[label].trace_hash if label in fresh.lanes else "no such lane"
        if now != lane.trace_hash:
            allowed = f"{lane.trace_hash} as in the folder, which version {stored.report.get('version', 'unknown')} wrote"
            raise refused(f"lanes.{label}", f"{now} when run again", allowed)
    return fresh


def run(
    scenario: ScenarioLike,
    *,
    seed: int | None = None,
    duration: Any = None,
    trace: bool = False,
    algorithms: Mapping[str, type] | None = None,
    progress: Callable[[int], Any] | None = None,
) -> Run:
    """Runs every lane of a scenario on all cores, without Python's lock. Ctrl-C stops it.

    `trace=True` records series and events. `algorithms` maps names to classes with the hooks of a script
    (`on_loss(self, flow)`, ...); the scenario then names them like algorithms.
    """
    given = scenario_of(scenario, seed=seed, duration=duration)
    classes = dict(algorithms or {})
    text = text_of(with_algorithms(given, classes) if classes else given)
    done = Run(given, *_native.run(text, trace, classes or None, progress))
    for lane in done.lanes.values():
        stopped = lane.results["engine"].get("stopped")
        for what in [*lane.left_out, *([f"what comes after this: {stopped}"] if stopped else [])]:
            warnings.warn(f"lane {lane.label}: left out is {what}", stacklevel=2)
    return done
