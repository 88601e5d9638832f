"""A sweep in chunks: on this machine, or on the workers of dask.distributed.

Runs are packed into chunks of about two seconds of work, since a task for each run would cost more than the run. A
chunk writes its table into the folder and returns its name only, so no result stays in memory or passes through a
scheduler. A chunk whose file is there is not run again: after a killed worker or job, the same call continues.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import functools
import hashlib
import json
import os
import secrets
import warnings
from typing import Any, Iterator, Sequence

from . import _native
from ._errors import refused, unknown
from ._tables import Pairs, axes_of, bar_of, columns_of, names_of, plain_of

#: Packets of a chunk: about two seconds of one core.
CHUNK_PACKETS = 2e7
#: What a table says of where it comes from, besides its place in the sweep.
KEPT = ("version", "engine_fingerprint", "scenario_hash", "seed", "scenario", "named")
#: The version of the folder: chunks follow the order of the tables since the second.
FORMAT = 2
#: Runs of a chunk: their results are in memory together, some kilobytes each.
CHUNK_RUNS = 10_000


class StoredSweep:
    """The tables of a sweep in a folder: `paths` of Parquet files, which `to_pandas` reads."""

    def __init__(self, folder: str, paths: list[str]):
        self.folder = folder
        self.paths = paths

    def to_arrow(self) -> Any:
        """All tables as one table of Arrow. Its metadata say where it comes from."""
        import pyarrow

        # A column of words has one list of them, as in a sweep in memory: as texts they would take ten times the memory.
        table = pyarrow.concat_tables([self._read(path) for path in self.paths]).unify_dictionaries()
        # As a sweep in memory says it.
        about = {key.decode().removeprefix("ackscope."): text.decode() for key, text in (table.schema.metadata or {}).items()}
        return table.replace_schema_metadata({key: text for key, text in about.items() if key in KEPT})

    def to_pandas(self) -> Any:
        """All tables as one data frame."""
        table = self.to_arrow()
        frame = table.to_pandas()
        about = {key.decode(): text.decode() for key, text in (table.schema.metadata or {}).items()}
        frame.attrs.update({key: int(text) if key == "seed" else text for key, text in about.items()})
        return frame

    def to_polars(self) -> Any:
        """Like `to_pandas`, for Polars."""
        import polars

        return polars.from_arrow(self.to_arrow())

    def _read(self, path: str) -> Any:
        """A table. Each page of its file has a checksum."""
        import pyarrow
        import pyarrow.parquet

        try:
            return pyarrow.parquet.read_table(path, page_checksum_verification=True)
        except (OSError, pyarrow.ArrowException) as error:
            raise refused("folder", f"{path}, which has changed or cannot be read ({error})", "a table of this sweep: delete it and call sweep again") from error

    def pairs(self, base: str, metrics: Sequence[str] = ()) -> Pairs:
        """The differences of all lanes from the lane `base`, as those of a sweep in memory."""
        frame, metrics = self.to_pandas(), names_of(metrics)
        for path, given, column in [("pair", [base], frame["lane"]), ("metrics", metrics, frame["metric"])]:
            known = list(column.unique())
            for name in given:
                if name not in known:
                    raise unknown(path, name, known)
        units = {field.name: (field.metadata or {}).get(b"unit", b"").decode() for field in self._schema()}
        point, _ = axes_of(units)
        what = ["lane", "kind", "source", "metric", "unit", "from_s", "to_s"]
        still = self._still(frame, point)
        if metrics:
            frame = frame[frame["metric"].isin(metrics)]
        shared = [*point, *what[1:], "seed"]
        is_base = frame["lane"] == base
        both = frame[~is_base].merge(frame.loc[is_base, [*shared, "value"]], on=shared, suffixes=("", "_base"))
        pairs = Pairs(about=frame.attrs)
        for key, rows in both.dropna(subset=["value", "value_base"]).groupby([*point, *what], sort=False, dropna=False, observed=True):
            values = dict(zip([*point, *what], key))
            base_mean, *_ = _native.summary(rows["value_base"].tolist())
            mean, least, most, half_width = _native.summary((rows["value"] - rows["value_base"]).tolist())
            at = _plain_key(key[: len(point)])
            if (*at, values["lane"]) in still and (*at, base) in still:
                half_width = None  # One run that is repeated says nothing of others.
            numbers = {"base_mean": base_mean, "count": len(rows), "mean": mean, "min": least, "max": most, "half_width": half_width}
            pairs.append({"set": {name: values.pop(name) for name in point}, **values, **numbers, "p": None, "p_holm": None})
        families: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for pair in pairs:
            if pair["half_width"] is not None:
                families.setdefault((pair["kind"], pair["metric"]), []).append(pair)
        for family in families.values():
            found = _native.p_values([(pair["mean"], pair["half_width"], pair["count"]) for pair in family])
            for pair, (p, corrected) in zip(family, found):
                pair.update(p=p, p_holm=corrected)
        return pairs

    def _still(self, frame: Any, point: list[str]) -> set[tuple[Any, ...]]:
        """The points and lanes at which nothing is random: all seeds have the same numbers."""
        still = set()
        for key, rows in frame.groupby([*point, "lane"], sort=False, dropna=False, observed=True):
            values = rows.groupby(["kind", "source", "metric", "from_s", "to_s"], sort=False, observed=True)["value"]
            if values.nunique().max() == 1 and values.size().min() == rows["seed"].nunique():
                still.add(_plain_key(key))
        return still

    def _schema(self) -> Any:
        import pyarrow.parquet

        return pyarrow.parquet.read_schema(self.paths[0])

    def to_dask(self) -> Any:
        """All tables as a Dask data frame, for sweeps that do not fit into memory."""
        import dask.dataframe

        return dask.dataframe.read_parquet(self.paths)

    def __repr__(self) -> str:
        return f"<StoredSweep {len(self.paths)} tables in {self.folder}>"


def _plain_key(key: tuple[Any, ...]) -> tuple[Any, ...]:
    # A missing value is unlike itself.
    return tuple(None if value != value else value for value in key)


def chunks_of(costs: Sequence[float], workers: int) -> list[tuple[int, int]]:
    """Spans of runs of about equal work, at least four for each worker where there are enough runs."""
    most = min(CHUNK_PACKETS, max(sum(costs) / (4 * max(workers, 1)), 1.0))
    chunks, start, held = [], 0, 0.0
    for place, cost in enumerate(costs):
        held += cost
        if held >= most or place + 1 - start == CHUNK_RUNS:
            chunks.append((start, place + 1))
            start, held = place + 1, 0.0
    if start < len(costs):
        chunks.append((start, len(costs)))
    return chunks


@functools.lru_cache(maxsize=1)
def sweep_of(folder: str, mark: str) -> Any:
    """The sweep of a folder. `mark` tells sweeps that used the same folder."""
    known = plan_of(folder)
    assert known["mark"] == mark
    return _native.Sweep(known["spec"])


def plan_of(folder: str) -> dict[str, Any]:
    """What a folder's file says about its sweep."""
    about = os.path.join(folder, "sweep.json")
    try:
        with open(about, encoding="utf-8") as file:
            known: dict[str, Any] = json.load(file)
            plan = {key: known[key] for key in ("mark", "spec", "chunks")}
            plan["chunks"] = [(int(start), int(stop)) for start, stop in plan["chunks"]]
            return plan
    except (ValueError, TypeError, KeyError) as error:
        raise refused("folder", f"{about}, which has changed ({error})", "a folder that sweep has written") from error


def check_chunks(chunks: Sequence[tuple[int, int]], runs: int, folder: str) -> None:
    """Refuses a plan that leaves runs out or has some twice."""
    starts, stops = [0, *(stop for _, stop in chunks)], [*(start for start, _ in chunks), runs]
    if starts != stops or any(start >= stop for start, stop in chunks):
        about = os.path.join(folder, "sweep.json")
        raise refused("folder", f"{about}, whose chunks are not the {runs} runs of the sweep", "a folder that sweep has written")


def path_of(folder: str, start: int, stop: int) -> str:
    """The file of a chunk."""
    return os.path.join(folder, f"part-{start:08}-{stop:08}.parquet")


def do_chunk(start: int, stop: int, metrics: list[str], folder: str, mark: str) -> str:
    """Does the runs of a chunk and writes their table; a table that is there is kept."""
    path = path_of(folder, start, stop)
    about = about_of(mark, start, stop)
    if not is_there(path, about):
        native = sweep_of(folder, mark)
        write(native.chunk(start, stop, metrics), {**json.loads(native.provenance()), **about}, path)
    return path


def about_of(mark: str, start: int, stop: int) -> dict[str, str]:
    """What tells the table of a chunk from those of other sweeps."""
    return {"sweep": mark, "runs": f"{start} to {stop}"}


def is_there(path: str, about: dict[str, str]) -> bool:
    """Whether the table of a chunk is there already."""
    import pyarrow
    import pyarrow.parquet

    if not os.path.exists(path):
        return False
    try:
        found = pyarrow.parquet.read_schema(path).metadata or {}
    except (OSError, pyarrow.ArrowException) as error:
        raise refused("folder", f"{path}, which has changed or cannot be read ({error})", "a table of this sweep: delete it and call sweep again") from error
    if any(found.get(f"ackscope.{key}".encode()) != value.encode() for key, value in about.items()):
        raise refused("folder", f"{path}, a table of another sweep", "a table of this sweep: delete it and call sweep again")
    return True


@contextlib.contextmanager
def whole_file(path: str) -> Iterator[str]:
    """Gives another name to write to first: a killed process leaves no half file, and of two that write the same one wins."""
    partial = f"{path}.{secrets.token_hex(4)}"
    try:
        yield partial
        os.replace(partial, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(partial)


def write(table: Any, about: dict[str, Any], path: str) -> None:
    """Writes the table of a chunk."""
    import pyarrow
    import pyarrow.parquet

    columns, units = columns_of(table)
    arrays, fields = [], []
    for name, column in columns.items():
        if isinstance(column, tuple):
            words, codes = column
            codes = pyarrow.array(codes, pyarrow.int32(), mask=codes < 0)
            array = pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array(words, pyarrow.string()))
        else:
            array = pyarrow.array(column)
        arrays.append(array)
        unit = {"unit": units[name]} if units[name] else None
        fields.append(pyarrow.field(name, array.type, metadata=unit))
    metadata = {f"ackscope.{key}": str(value) for key, value in plain_of(about).items()}
    whole = pyarrow.Table.from_arrays(arrays, schema=pyarrow.schema(fields, metadata=metadata))
    with whole_file(path) as partial:
        pyarrow.parquet.write_table(whole, partial, write_page_checksum=True)


def do_here(native: Any, chunks: Sequence[tuple[int, int]], metrics: list[str], folder: str, mark: str, progress: bool) -> list[str]:
    """Does the chunks one after the other. While one runs on all cores, the table before it is written."""
    paths: list[str] = []
    provenance = json.loads(native.provenance())
    with bar_of(progress, len(native)) as bar, concurrent.futures.ThreadPoolExecutor(1) as writer:
        written: concurrent.futures.Future[None] | None = None
        for start, stop in chunks:
            paths.append(path_of(folder, start, stop))
            about = about_of(mark, start, stop)
            if not is_there(paths[-1], about):
                table = native.chunk(start, stop, metrics)
                if written is not None:
                    written.result()
                written = writer.submit(write, table, {**provenance, **about}, paths[-1])
            if bar is not None:
                bar(stop)
        if written is not None:
            written.result()
    return paths


def sweep_in(folder: str | None, client: Any, spec: str, metrics: list[str], progress: bool) -> StoredSweep:
    """Runs a sweep in chunks, here or on the workers of a client."""
    if not folder:
        raise refused("folder", "none", "a folder that every worker reaches")
    native = _native.Sweep(spec)
    native.table(metrics)  # Refuses unknown names before anything runs.
    for text in native.warnings():
        warnings.warn(text, stacklevel=3)
    folder = os.path.abspath(folder)
    os.makedirs(folder, exist_ok=True)
    # Chunks depend on the sweep alone, so a later call with another cluster finds the same files.
    version = "/".join(_native.engine())
    mark = hashlib.sha256(json.dumps([FORMAT, version, spec, metrics]).encode()).hexdigest()
    about = os.path.join(folder, "sweep.json")
    if not os.path.exists(about):
        # Here a chunk uses all cores.
        workers = 1 if client is None else sum(client.nthreads().values())
        plan = {"mark": mark, "spec": spec, "chunks": chunks_of(native.costs(), workers), "provenance": json.loads(native.provenance())}
        with whole_file(about) as partial, open(partial, "w", encoding="utf-8") as file:
            json.dump(plan, file)
    # Another process may have begun at the same time: its plan counts.
    known = plan_of(folder)
    if known["mark"] != mark:
        raise refused("folder", f"another sweep in {folder}", "an empty folder or that of this sweep")
    chunks = known["chunks"]
    check_chunks(chunks, len(native), folder)
    if client is None:
        return StoredSweep(folder, do_here(native, chunks, metrics, folder, mark, progress))
    # The workers read the sweep from the folder: what is scattered is lost with a worker.
    futures = [
        client.submit(do_chunk, start, stop, metrics, folder, mark, key=f"ackscope-{mark[:16]}-{start}", retries=5)
        for start, stop in chunks
    ]
    return StoredSweep(folder, client.gather(futures))
