"""Sweeps: points x seeds x lanes, on this machine or on a cluster."""

from __future__ import annotations

import json
import warnings
from typing import Any, Iterable, Mapping, Sequence

import numpy as np

from . import _native
from ._chunks import sweep_in
from ._errors import refused, unknown
from ._scenarios import ScenarioLike, scenario_of, stubs, text_of, with_algorithms
from ._tables import Pairs, axes_of, bar_of, columns_of, names_of, plain_of


def seeds_of(seeds: Any) -> int:
    """The number of seeds."""
    if isinstance(seeds, bool) or not hasattr(seeds, "__index__") or not 1 <= seeds < 2**53:
        raise refused("seeds", repr(seeds), "a whole number from 1 on")
    return int(seeds)


def spec_of(scenario: Mapping[str, Any], set: Mapping[str, Any] | None, points: Iterable[Mapping[str, Any]] | None, seeds: int) -> str:
    """The sweep as JSON text. Values of `set` are lists, texts such as "1..16Mbps:5:log", or dicts of values by names."""
    axes = []
    named = {path: values for path, values in (set or {}).items() if isinstance(values, Mapping)} if isinstance(set, Mapping) else {}
    grid = list(points or [{}])
    for path, given in (("set", set or {}), *(("points", point) for point in grid)):
        if not isinstance(given, Mapping):
            raise refused(path, repr(given), "a dict of paths and values")
    for path, values in (set or {}).items():
        if isinstance(values, str):
            axes.append(f"{path}={values}")
            continue
        try:
            values = list(values)
        except TypeError:
            values = []
        if not values:
            raise refused(path, repr((set or {})[path]), 'a list of values, or a text such as "1..16Mbps:5:log"')
        if len(grid) * len(values) > _native.MAX_POINTS:
            raise refused("set", f"{len(grid) * len(values)} points", f"at most {_native.MAX_POINTS}")
        if any(path in point for point in grid):
            raise refused(path, "the path in points, too", "a path in set or in points")
        grid = [{**point, path: value} for point in grid for value in values]
    spec = {"scenario": scenario, "axes": axes, "points": [point for point in grid if point], "seeds": seeds_of(seeds), "named": named}
    return text_of(spec)


class SweepResult:
    """The runs of a sweep."""

    def __init__(self, columns: dict[str, Any], units: dict[str, str], native: Any = None, about: dict[str, Any] | None = None):
        self._columns = columns
        self.units = units
        self._native = native
        self.about = about or {}

    @property
    def columns(self) -> dict[str, np.ndarray]:
        """A row for each run, source, interval and quantity, as NumPy arrays by column."""
        return {name: _plain(column) for name, column in self._columns.items()}

    def to_pandas(self) -> Any:
        """A data frame with a row for each run, source, interval and quantity."""
        import pandas

        def column(given: Any) -> Any:
            if isinstance(given, tuple):
                words, codes = given
                return pandas.Categorical.from_codes(codes, words)
            return given

        frame = pandas.DataFrame({name: column(given) for name, given in self._columns.items()})
        frame.attrs.update(plain_of(self.about))
        return frame

    def to_polars(self) -> Any:
        """Like `to_pandas`, for Polars."""
        import polars

        return polars.DataFrame({name: list(column) if column.dtype == object else column for name, column in self.columns.items()})

    def to_arrow(self) -> Any:
        """Like `to_pandas`, as a table of Arrow. Its metadata say where it comes from."""
        import pyarrow

        def column(given: Any) -> Any:
            if isinstance(given, tuple):
                words, codes = given
                return pyarrow.DictionaryArray.from_arrays(pyarrow.array(codes, mask=codes < 0), pyarrow.array(words, pyarrow.string()))
            return pyarrow.array(given)

        table = pyarrow.table({name: column(given) for name, given in self._columns.items()})
        return table.replace_schema_metadata({key: str(value) for key, value in plain_of(self.about).items()})

    def to_xarray(self, metric: str, *, kind: str | None = None) -> Any:
        """One quantity as an array over swept values, seed, lane, source and interval.

        `kind` is that of the sources: `group`, `flow`, `direction` or `hop`. Without it, groups are taken before others.
        """
        import xarray

        frame = self.to_pandas()
        known = sorted({*self.columns["metric"]})
        frame = frame[frame["metric"] == metric]
        kinds = sorted(frame["kind"].unique(), key="group flow direction hop".find)
        if not kinds:
            raise unknown("metric", metric, known)
        if kind is not None and kind not in kinds:
            raise unknown("kind", kind, kinds)
        frame = frame[frame["kind"] == (kind or kinds[0])]
        paths, numbers = axes_of(self.units)
        axes = [*paths, "seed", "lane", "source", "from_s", "to_s"]
        if frame[axes].isna().any(axis=None):
            raise refused("points", "points that change different paths", "a data frame of them: to_pandas")
        for name in axes:
            if frame[name].dtype == "category":
                frame[name] = frame[name].astype(str)
        array = xarray.DataArray.from_series(frame.set_index(axes)["value"])
        # The rows have the given order, an index made of them is sorted: "16Mbps" would stand before "1Mbps".
        array = array.reindex({name: frame[name].unique() for name in axes})
        for name in axes:
            if array[name].dtype.kind not in "iuf":
                # Texts of one length, which can be drawn.
                array = array.assign_coords({name: np.array(array[name].values.tolist(), dtype=str)})
            if self.units.get(name):
                array[name].attrs["units"] = self.units[name]
        for path, name in numbers.items():
            array = array.assign_coords({name: (path, frame.drop_duplicates(path)[name].to_numpy(), {"units": self.units[name]})})
        array.name = metric
        array.attrs["unit"] = str(frame["unit"].iloc[0])
        array.attrs.update(plain_of(self.about))
        return array

    def summary(self, metrics: Sequence[str] = ()) -> dict[str, Any]:
        """Mean and 95 % interval of every number over the seeds: what `ackscope sweep --json` prints."""
        return json.loads(self._here().summary(names_of(metrics)))

    def pairs(self, base: str, metrics: Sequence[str] = ()) -> Pairs:
        """The differences of all lanes from the lane `base`, seed by seed: `mean`, the `half_width` of its 95 % interval, `p` of a
        two-sided paired t test, and `p_holm`, corrected by Holm's method for all differences of the same quantity and kind."""
        return Pairs(json.loads(self._here().pairs(base, names_of(metrics)))["pairs"], self.about)

    def _here(self) -> Any:
        if self._native is None:
            raise ValueError("the runs are in the process that made them: this table has only their numbers")
        return self._native

    def __getstate__(self) -> dict[str, Any]:
        # The table goes to another process, the runs do not.
        return {**self.__dict__, "_native": None}

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))


def _plain(column: Any) -> np.ndarray:
    if isinstance(column, tuple):
        words, codes = column
        # The code of a missing text is -1, the place of the last word here.
        return np.array([*words, None], dtype=object)[codes]
    return column


def sweep(
    scenario: ScenarioLike,
    set: Mapping[str, Any] | None = None,
    *,
    points: Iterable[Mapping[str, Any]] | None = None,
    seeds: int | None = None,
    until: float | str | None = None,
    metrics: Sequence[str] = (),
    progress: bool = False,
    client: Any = None,
    folder: str | None = None,
    algorithms: Mapping[str, type] | None = None,
) -> Any:
    """Runs a scenario at every combination of values, with every seed, in every lane.

    With `until`, a share such as 0.02 or "2%", each point gets more seeds until half the 95 % interval of the means of
    `metrics` (without them of the total goodput) is at most this share of the mean; `seeds` is then the maximum, 100
    unless it is given. Without `until` each point has `seeds` seeds, or one.
    A long value such as a trace of rates gets a short name: its own with a dict of values by names, `{path: {"day": ...}}`.
    With `folder` the runs are done in chunks, each of which writes a Parquet file there: memory stays bounded, and the
    same call continues after an interruption. With `client`, a `dask.distributed.Client`, the chunks are done on its
    workers. `algorithms` maps names to classes, as those of `run`; such a sweep stays in this process.
    """
    given = scenario_of(scenario)
    classes = dict(algorithms or {})
    most = _native.USUAL_MOST if until is not None else 1
    spec = spec_of(with_algorithms(given, classes) if classes else given, set, points, most if seeds is None else seeds)
    metrics = names_of(metrics)
    if client is not None or folder is not None:
        if until is not None:
            raise refused("until", repr(until), "a sweep in memory; a sweep in a folder or on a cluster has all seeds")
        if classes:
            raise refused("algorithms", "classes", "a sweep in memory; a sweep in a folder or on a cluster takes scripts")
        return sweep_in(folder, client, spec, metrics, progress)
    native = _native.Sweep(spec, classes or None)
    native.table(metrics)  # Refuses unknown names before anything runs.
    for text in native.warnings():
        warnings.warn(text, stacklevel=2)
    with bar_of(progress, len(native)) as bar:
        if until is None:
            native.run(bar)
        else:
            native.run_until(str(until), metrics, bar)
    columns, units = columns_of(native.table(metrics))
    # Of a class the engine knows only a script in its place.
    about = {**json.loads(native.provenance()), **({"scenario": given} if classes else {})}
    return SweepResult(columns, units, native, about)


def score(
    algorithms: Sequence[str],
    *,
    scripts: Mapping[str, str] | None = None,
    classes: Mapping[str, type] | None = None,
    seeds: int = 5,
) -> dict[str, Any]:
    """The report card of algorithms: what `ackscope score --json` prints. `scripts` and `classes` are algorithms by names."""
    names = names_of(algorithms)
    if not 1 <= len(names) <= 100:
        raise refused("algorithms", f"{len(names)} of them", "1 to 100 ids")
    own = dict(classes or {})
    request = {"algorithms": names, "scripts": {**(scripts or {}), **stubs(own)}, "seeds": seeds_of(seeds)}
    native = _native.Sweep.score(text_of(request), own or None)
    native.run()
    return json.loads(native.card())
