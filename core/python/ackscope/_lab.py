"""The page's widget in a notebook."""

from __future__ import annotations

import pathlib
from typing import Any, Sequence

import anywidget
import traitlets

from . import _native
from ._picture import picture
from ._runs import Run
from ._scenarios import ScenarioLike, scenario_of, text_of

HERE = pathlib.Path(__file__).parent
WIDGET = HERE / "widget.html.gz"
MISSING = "This build of ackscope has no widget. npm run wheel builds a package that has one."


class Lab(anywidget.AnyWidget):
    """The lab of the page in a cell: it runs in the browser, without a network.

    >>> lab = ackscope.Lab("gm04-table1", t=20)
    >>> lab.t = 30                    # moves its clock
    >>> lab.scenario["hops"]          # what the reader has made of it
    """

    _esm = HERE / "_lab.js"

    #: What it shows. A new value is run; what the reader changes comes back.
    scenario = traitlets.Dict().tag(sync=True)
    #: Its clock in seconds; None before it is known.
    t = traitlets.Float(None, allow_none=True).tag(sync=True)
    #: The rows, such as `cwnd`; empty for the usual ones.
    rows = traitlets.List(traitlets.Unicode()).tag(sync=True)
    #: What is shown besides the curves, as in the attribute `controls` of the widget.
    controls = traitlets.Unicode("title,play,scrub,results,knobs").tag(sync=True)
    #: `light`, `dark` or `auto`.
    theme = traitlets.Unicode("light").tag(sync=True)
    #: In pixels; 0 for the height of the content.
    height = traitlets.Int(0).tag(sync=True)
    #: What an address of the site has from its `#` on to show the same.
    link = traitlets.Unicode("").tag(sync=True)
    #: Why the last scenario, time or row is refused; empty if it is not.
    error = traitlets.Unicode("").tag(sync=True)
    #: The widget has taken the scenario.
    ready = traitlets.Bool(False).tag(sync=True)

    def __init__(self, scenario: ScenarioLike | Run, *, t: float | None = None, rows: Sequence[str] = (), **traits: Any):
        run = scenario if isinstance(scenario, Run) else None
        given = scenario_of(run.scenario if run is not None else scenario)
        _native.check(text_of(given))
        self._run = run
        super().__init__(scenario=given, t=t, rows=list(rows), **traits)
        self.on_msg(self._answer)

    def _answer(self, _: Any, message: dict[str, Any], __: list[bytes]) -> None:
        if message.get("type") != "page":
            return
        if WIDGET.exists():
            self.send({"type": "page"}, [WIDGET.read_bytes()])
        else:
            self.send({"type": "page", "missing": MISSING})

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        data, about = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        # For what shows no widget: an exported page, a viewer of files.
        return {**data, "text/html": picture(self._run, self.scenario)}, about
