"""What a sweep in memory and one in a folder share: tables of the engine, pairs of lanes, a progress bar."""

from __future__ import annotations

import contextlib
import json
from typing import Any, Iterable, Iterator, Mapping

import numpy as np


def names_of(given: str | Iterable[str]) -> list[str]:
    """A list of names; a text is one name."""
    return [given] if isinstance(given, str) else list(given)


#: The columns of a table besides the swept values.
FIXED = ["seed", "lane", "kind", "source", "metric", "from_s", "to_s", "value", "unit"]


def axes_of(units: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """The swept paths among the columns of a table, given with their units; and by path the column of its numbers in SI,
    where its values are texts such as "16Mbps"."""
    paths = [name for name in units if name not in FIXED]
    numbers = {path: name for path in paths for name in paths if units[name] and name == f"{path} [{units[name]}]"}
    return [name for name in paths if name not in numbers.values()], numbers


def plain_of(about: Mapping[str, Any]) -> dict[str, Any]:
    """Texts and numbers, as every format takes them, and data frames copy them fast: a scenario is JSON text."""
    return {key: json.dumps(value, separators=(",", ":"), ensure_ascii=False) if isinstance(value, dict) else value for key, value in about.items()}


class Pairs(list[dict[str, Any]]):
    """Differences between lanes: a dict for each point, lane, source, quantity and interval. `about` says where they come from."""

    def __init__(self, pairs: Iterable[dict[str, Any]] = (), about: Mapping[str, Any] | None = None):
        super().__init__(pairs)
        self.about = dict(about or {})

    def _rows(self) -> list[dict[str, Any]]:
        return [{**pair["set"], **{name: value for name, value in pair.items() if name != "set"}} for pair in self]

    def to_pandas(self) -> Any:
        """A data frame with a column for each swept value."""
        import pandas

        frame = pandas.DataFrame(self._rows())
        frame.attrs.update(plain_of(self.about))
        return frame

    def to_polars(self) -> Any:
        """Like `to_pandas`, for Polars."""
        import polars

        return polars.DataFrame(self._rows(), infer_schema_length=None)

    def to_arrow(self) -> Any:
        """Like `to_pandas`, as a table of Arrow. Its metadata say where it comes from."""
        import pyarrow

        return pyarrow.Table.from_pylist(self._rows(), metadata={key: str(value) for key, value in plain_of(self.about).items()})


def columns_of(table: Iterable[Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The columns of a table of the engine, and their units."""
    columns: dict[str, Any] = {}
    units: dict[str, str] = {}
    for name, unit, numbers, texts in table:
        if numbers is None:
            words, codes = texts
            codes = np.frombuffer(codes, dtype=np.uint32)
            columns[name] = (words, np.where(codes < len(words), codes, -1).astype(np.int32))
        else:
            values = np.frombuffer(numbers, dtype=np.float64)
            columns[name] = values.astype(np.int64) if name == "seed" else values
        units[name] = unit
    return columns, units


def texts_of(texts: list[str], counts: list[int] | None = None) -> tuple[list[str], np.ndarray]:
    """A column of texts as words and codes, each text as often as `counts` says."""
    places = {word: place for place, word in enumerate(dict.fromkeys(texts))}
    codes = np.array([places[text] for text in texts], dtype=np.int32)
    return list(places), codes if counts is None else np.repeat(codes, counts)


@contextlib.contextmanager
def bar_of(wanted: bool, total: int) -> Iterator[Any]:
    """A progress bar as a function of the runs that are done, or nothing."""
    if not wanted:
        yield None
        return
    from tqdm.auto import tqdm

    with tqdm(total=total, unit="run") as bar:
        yield lambda done: bar.update(done - bar.n)
        bar.update(total - bar.n)
