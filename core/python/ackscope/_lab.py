"""The page's widget in a notebook."""

from __future__ import annotations

import copy
import pathlib
from typing import Any, Sequence

import anywidget
import traitlets

from . import _native
from ._errors import refused
from ._picture import picture
from ._runs import Run
from ._scenarios import ScenarioLike, scenario_of, text_of
from ._tables import names_of

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
    #: The address of a site of Ackscope, for the link "Open in Ackscope"; empty for no such link.
    site = traitlets.Unicode("").tag(sync=True)
    #: Why the last scenario, time or row is refused; empty if it is not.
    error = traitlets.Unicode("").tag(sync=True)
    #: The widget has taken the scenario.
    ready = traitlets.Bool(False).tag(sync=True)

    def __init__(self, scenario: ScenarioLike | Run, *, t: float | None = None, rows: Sequence[str] = (), **traits: Any):
        run = scenario if isinstance(scenario, Run) else None
        given = scenario_of(run.scenario if run is not None else scenario)
        _native.check(text_of(given))
        self._run = run
        self._drawn: tuple[dict[str, Any], str] | None = None
        super().__init__(scenario=given, t=t, rows=names_of(rows), **traits)
        self.on_msg(self._answer)

    @traitlets.validate("site")
    def _check_site(self, proposal: Any) -> str:
        given: str = proposal["value"]
        if given and not given.startswith(("https://", "http://")):
            raise refused("site", repr(given), 'an address such as "https://example.org/ackscope/"')
        return given

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
        # For what shows no widget: an exported page, a viewer of files. Each display asks for it.
        if self._drawn is None or self._drawn[0] != self.scenario:
            run = self._run if self._run is not None and self._run.scenario == self.scenario else None
            self._drawn = (copy.deepcopy(self.scenario), picture(run, self.scenario))
        return {**data, "text/html": self._drawn[1]}, about
