/** A figure's numbers for a plot: with names, units, styles and intervals. */
import { estimate, knownUnit, laneStyles } from '@ackscope/charts';
import type { SweepFigure, SweepLine } from '@ackscope/charts';
import type { Catalogue, GalleryEntry, GalleryPanel } from '@ackscope/engine';
import type { Figure, FigurePoint } from '@ackscope/model/gallery';

export function sweepFigure(
  entry: GalleryEntry,
  panel: GalleryPanel,
  figure: Figure,
  catalogue: Catalogue,
): SweepFigure {
  const looks = laneStyles(figure.lines.map((line) => String(line.key)));
  const lines = figure.lines.flatMap((line, at): SweepLine[] => {
    const style = looks[at];
    if (style === undefined) return [];
    const id = String(line.key);
    return [
      {
        id,
        name: catalogue.algorithms.find((model) => model.id === id)?.name ?? id,
        style,
        points: line.points.map((point) => ({ x: placeOf(point.x), ...estimated(point) })),
      },
    ];
  });
  const axis = entry.axes.find((item) => item.name === panel.x);
  const unit = knownUnit(axis?.unit ?? '');
  return {
    x: { label: unit === '' ? wordsWithUnit(panel.x) : words(panel.x), unit, log: panel.log_x },
    y: { label: figure.metric.about, unit: knownUnit(figure.metric.unit), log: false },
    lines,
    marks: figure.marks.map((mark) => ({ ...mark, x: placeOf(mark.x), line: String(mark.line) })),
    curves: [],
  };
}

/** An interval as written elsewhere: `[250,500]` is 250–500. */
function placeOf(x: FigurePoint['x']): FigurePoint['x'] {
  return typeof x === 'string' ? x.replace(/^\[([\d.]+),\s*([\d.]+)\]$/, '$1–$2') : x;
}

function estimated(point: FigurePoint): ReturnType<typeof estimate> {
  if ('values' in point) return estimate(point.values);
  const { mean, halfWidth } = point;
  return { mean, interval: halfWidth === null ? null : [mean - halfWidth, mean + halfWidth] };
}

/** A key as a label, without the unit at its end: `buffer_bdp` becomes "buffer". */
export function words(key: string): string {
  // In an experiment's file a window is a time interval; among readers it would mean cwnd.
  if (key === 'window') return 'interval';
  return key.replace(/_(?:s|bps|bdp|packets)$/, '').replaceAll('_', ' ');
}

/** The label with its unit, for places without ticks. */
export function wordsWithUnit(key: string): string {
  if (key === 'window') return 'interval, s';
  const unit = /_(s|bps|bdp|packets)$/.exec(key)?.[1];
  if (unit === undefined) return words(key);
  return `${words(key)}, ${{ s: 's', bps: 'bit/s', bdp: 'BDP', packets: 'packets' }[unit] ?? unit}`;
}
