/** A figure's numbers as a plot wants them: with names, units, looks and intervals. */
import { estimate, knownUnit, laneStyles } from '@ackscope/charts';
import type { SweepFigure, SweepLine } from '@ackscope/charts';
import type { Catalogue, GalleryEntry, GalleryPanel } from '@ackscope/engine';
import type { Figure } from '@ackscope/model/gallery';

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
        points: line.points.map(({ x, values }) => ({ x, ...estimate(values) })),
      },
    ];
  });
  const axis = entry.axes.find((item) => item.name === panel.x);
  return {
    x: { label: words(panel.x), unit: knownUnit(axis?.unit ?? ''), log: panel.log_x },
    y: { label: figure.metric.about, unit: knownUnit(figure.metric.unit), log: false },
    lines,
    marks: figure.marks.map((mark) => ({ ...mark, line: String(mark.line) })),
    curves: [],
  };
}

/** A key as a label: `buffer_bdp` is said "buffer bdp". */
function words(key: string): string {
  return key.replaceAll('_', ' ');
}
