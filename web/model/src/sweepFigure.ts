/**
 * A figure of a paper as a sweep: its points, its number, and the published values. It contains the
 * data of all figures, so it is loaded only when a link names a figure.
 */
import type { GalleryEntry, GalleryKey, GalleryMetric, GalleryPanel } from '@ackscope/engine';
import { drawnPanels, formScenario, GALLERY, measured, gridPointsOf, publishedAt } from './gallery.ts';
import type { GalleryForm } from './gallery.ts';
import { sameJson } from './json.ts';
import type { JsonObject } from './json.ts';
import { sweepHref } from './sweep.ts';
import type { FigureOfSweep, SweepSetup } from './sweep.ts';

export interface PublishedMark {
  source: 'paper' | 'ns2' | 'kernel';
  lane: string;
  x: GalleryKey;
  y: number;
}

/** A figure with everything that its sweep needs. */
export interface SweptFigure extends FigureOfSweep {
  entry: GalleryEntry;
  panel: GalleryPanel;
  form: GalleryForm;
  metric: GalleryMetric;
  unit: string;
  scenario: JsonObject;
  seeds: number;
  points: readonly { x: GalleryKey; set: JsonObject }[];
  /** The position on the axis of the point with these changes. */
  positionOf: (set: JsonObject) => number;
  /** Published values at these points, for the lanes that are drawn. */
  marks: (lanes: readonly string[]) => PublishedMark[];
}

/** Whether a panel has an axis and a line for each lane; other panels are no sweeps. */
export function isSwept(entry: GalleryEntry, panel: GalleryPanel): boolean {
  const axis = entry.axes.find(({ name }) => name === panel.x);
  return axis !== undefined && panel.series === entry.lanes && drawnPanels(entry).includes(panel);
}

/** The figure that `gm04-fig27.0.quick` names: an entry, its panel, and the form. */
export function sweptFigure(key: string): SweptFigure | null {
  const [id, place, form] = key.split('.');
  const entry = GALLERY.find((item) => item.id === id);
  const panel = entry?.plot[Number(place)];
  if (entry === undefined || panel === undefined || (form !== 'quick' && form !== 'full')) return null;
  return isSwept(entry, panel) ? figureOf(entry, panel, form) : null;
}

function figureOf(entry: GalleryEntry, panel: GalleryPanel, form: GalleryForm): SweptFigure | null {
  const scenario = formScenario(entry, form);
  const metric = entry.metrics.find(({ id }) => id === panel.y);
  const axis = entry.axes.find(({ name }) => name === panel.x);
  if (scenario === null || metric === undefined || axis === undefined) return null;
  const points = gridPointsOf(entry, panel, form).flatMap(({ at, set }) => {
    const x = at.get(panel.x);
    return x === undefined ? [] : [{ x, set }];
  });
  const positionOf = (set: JsonObject): number => points.findIndex((point) => sameJson(point.set, set));
  const keysAt = (x: GalleryKey, lane: string): GalleryKey[] => {
    const keys = metric.keys.map((name) =>
      name === panel.x ? x : name === entry.lanes ? lane : panel.fixed[name],
    );
    return keys.filter((key) => key !== undefined);
  };
  return {
    key: `${entry.id}.${String(entry.plot.indexOf(panel))}.${form}`,
    entry,
    panel,
    form,
    metric,
    unit: axis.unit,
    scenario,
    seeds: entry.seeds[form === 'quick' ? 1 : 0],
    points,
    positionOf,
    value(set, lane, results) {
      const x = points[positionOf(set)]?.x;
      return x === undefined ? null : measured(entry, metric, keysAt(x, lane), results, form);
    },
    marks: (lanes) =>
      lanes.flatMap((lane) =>
        points.flatMap(({ x }) => published(entry, panel, keysAt(x, lane), { lane, x })),
      ),
  };
}

function published(
  entry: GalleryEntry,
  panel: GalleryPanel,
  keys: readonly GalleryKey[],
  at: Pick<PublishedMark, 'lane' | 'x'>,
): PublishedMark[] {
  return publishedAt(entry, panel, keys).map(({ source, y }) => ({ ...at, source, y }));
}

/** The address that opens a figure as a sweep; null if the panel is no sweep. */
export function figureHref(entry: GalleryEntry, panel: GalleryPanel, form: GalleryForm): string | null {
  const figure = isSwept(entry, panel) ? figureOf(entry, panel, form) : null;
  return figure === null ? null : sweepHref(wishOf(figure));
}

function wishOf({ key, scenario, seeds }: SweptFigure): SweepSetup {
  return { scenario, preset: null, axes: [], seeds, number: null, figure: key, upwards: null };
}
