"""A picture of a run for places that show no widget."""

from __future__ import annotations

import html
from typing import Any, Mapping

import numpy as np

from . import _native
from ._runs import Run, run as run_scenario
from ._scenarios import scenario_of
from ._sweeps import spec_of

#: A cell waits for the picture: about two seconds of one core.
MOST_PACKETS = 2e7

#: The page's inks of lanes on a white ground.
INKS = ("#0b6e99", "#b5480f", "#5a3fa0", "#2f7d32", "#9b1c5a", "#6b5b00")
WIDTH, HEIGHT, LEFT, BELOW = 720, 300, 48, 34


def picture(run: Run | None, scenario: Mapping[str, Any]) -> str:
    """The windows of the first compared flow in every lane, as HTML with an SVG."""
    if run is None or not any(lane.series for lane in run.lanes.values()):
        packets = sum(_native.Sweep(spec_of(scenario_of(scenario), None, None, 1)).costs())
        if packets > MOST_PACKETS:
            return f"<p>There is no picture, since this run takes up to {packets:.2g} packets. ackscope.Lab(run) draws a run with trace=True.</p>"
        run = run_scenario(scenario, trace=True)
    curves = {label: lane.cwnd for label, lane in run.lanes.items() if any(one.name == "cwnd" for one in lane.series)}
    if not curves:
        return "<p>This scenario has no window to draw.</p>"
    end_s = max(float(curve.time[-1]) for curve in curves.values())
    highest = max(float(curve.max.max()) for curve in curves.values())
    x, y = (WIDTH - LEFT - 8) / end_s, (HEIGHT - BELOW - 24) / highest
    base = HEIGHT - BELOW
    parts = []
    for place, (label, curve) in enumerate(curves.items()):
        # Two points for each column of pixels are enough.
        columns = (curve.time * x).astype(np.int64)
        first = np.flatnonzero(np.diff(columns, prepend=-1))
        low = np.minimum.reduceat(curve.min, first)
        high = np.maximum.reduceat(curve.max, first)
        points = " ".join(f"{LEFT + column},{base - a * y:.1f} {LEFT + column},{base - b * y:.1f}" for column, a, b in zip(columns[first], low, high))
        ink = INKS[place % len(INKS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="1.2"/>')
        parts.append(f'<text x="{LEFT + 8 + 150 * (place % 4)}" y="{14 + 14 * (place // 4)}" fill="{ink}">{html.escape(label)}</text>')
    axis = f'<path d="M{LEFT},24V{base}H{WIDTH - 8}" fill="none" stroke="#555"/>'
    words = [
        (LEFT - 6, 28, "end", f"{highest:.4g}"),
        (LEFT - 6, base, "end", "0"),
        (LEFT, base + 16, "start", "0 s"),
        (WIDTH - 8, base + 16, "end", f"{end_s:.4g} s"),
        (WIDTH / 2, base + 28, "middle", "cwnd in segments over time"),
    ]
    texts = "".join(f'<text x="{a}" y="{b}" text-anchor="{anchor}" fill="#333">{word}</text>' for a, b, anchor, word in words)
    about = html.escape(f"cwnd of {', '.join(curves)} from 0 to {end_s:.4g} s, at most {highest:.4g} segments")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" aria-label="{about}" '
        f'font-family="sans-serif" font-size="12" style="background: #fff; max-width: 100%">{axis}{"".join(parts)}{texts}</svg>'
    )
