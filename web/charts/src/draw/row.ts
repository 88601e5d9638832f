/** Paints one row on a canvas: one lane with all its layers, or several lanes over each other. */
import type { BandSpan, Ink, LaneData, Layer, LayerBox, RowDefinition, TraceColumns } from '../types.ts';
import { bandOf } from './band.ts';
import type { paintLadder as PaintLadder } from './ladder.ts';
import { downwards, outlineOf, outlineSince } from './outline.ts';
import { paintLayer } from './paint.ts';
import { paintLosses, paintMoments, paintStates } from './shades.ts';
import { token } from './tokens.ts';
import { paintTimeSequence } from './timeSequence.ts';

/** Loaded at the first zoom into single packets: most visits need no ladder. */
let ladder: { paintLadder: typeof PaintLadder } | 'asked' | 'failed' | null = null;

function askForLadder(): void {
  ladder = 'asked';
  import('./ladder.ts').then(
    (loaded) => (ladder = loaded),
    () => (ladder = 'failed'),
  );
}

export interface LaneLayers {
  lane: LaneData;
  layers: readonly Layer[];
}

/** What a reader must know about the values of a row; empty if nothing. */
export const warningOf = (row: RowDefinition, lanes: readonly LaneData[]): string =>
  lanes.map((lane) => row.warning?.(lane) ?? '').find((text) => text !== '') ?? '';

/** The layers of each lane; lanes that share a chart show only their own layers. */
export function layersOf(row: RowDefinition, lanes: readonly LaneData[]): LaneLayers[] {
  if (lanes.length === 1) return lanes.map((lane) => ({ lane, layers: row.layers(lane) }));
  return lanes.map((lane) => ({
    lane,
    layers: row
      .layers(lane)
      .filter((layer) => layer.ink === 'lane' && layer.style !== 'band')
      .slice(0, 1)
      .map((layer) => ({ ...layer, label: lane.name })),
  }));
}

/** The main series of a row in a lane: the one that is read, measured and compared. */
export function mainColumns(row: RowDefinition, lane: LaneData): TraceColumns | null {
  return row.layers(lane).find((layer) => layer.ink === 'lane' && layer.style !== 'band')?.columns ?? null;
}

/** Whether single packets replace this row's curves. */
export function showsPackets(row: RowDefinition, lanes: readonly LaneData[]): boolean {
  return row.packets === true && lanes.length === 1 && lanes[0]?.packets != null;
}

export interface RowPicture {
  row: RowDefinition;
  parts: readonly LaneLayers[];
  bands: readonly BandSpan[];
  width: number;
  height: number;
  domain: readonly [number, number];
  timeDomain: readonly [number, number];
  themeKey: string;
}

/** Returns true if more can be painted in a next frame. */
export function paintRow(context: CanvasRenderingContext2D, picture: RowPicture): boolean {
  let isPartial = false;
  const { row, parts, width, height, domain, timeDomain, themeKey } = picture;
  const plot = { width, height, domain: timeDomain };
  paintStates(context, picture.bands, plot, {
    bad: token('--state-bad', themeKey),
    outage: token('--state-outage', themeKey),
  });
  const lanes = parts.map((part) => part.lane);
  const shared = lanes.length > 1;
  for (const { lane, layers } of parts) {
    const reach = ((lane.simulatedS - timeDomain[0]) / (timeDomain[1] - timeDomain[0])) * width;
    const box = { width, height, domain, isLog: row.isLog, reach: Math.min(width, reach) };
    if (showsPackets(row, lanes) && lane.packets !== null) {
      const inks = {
        segment: token(`--series-${lane.colour}`, themeKey),
        resent: token('--ink', themeKey),
        ack: token('--ink-3', themeKey),
        lost: token('--danger', themeKey),
        marked: token('--phase-recovery', themeKey),
        text: token('--ink-2', themeKey),
      };
      if (row.packetStyle !== 'ladder')
        paintTimeSequence(context, lane.packets, lane.flow, box, timeDomain, inks);
      else if (ladder === null || ladder === 'asked') {
        if (ladder === null) askForLadder();
        isPartial = true;
      } else if (ladder !== 'failed' && lane.way != null)
        ladder.paintLadder(context, lane.packets, lane.flow, lane.way, { width, height }, timeDomain, {
          ...inks,
          line: token('--line-strong', themeKey),
          halo: token('--surface', themeKey),
        });
      continue;
    }
    // In a shared chart the origin of a fork is drawn as its own lane, not as a grey copy.
    const behind = lane.behind?.slice(shared && lane.forkS != null ? 1 : 0) ?? [];
    for (const ghost of behind) paintBehind(context, ghost, picture, width);
    // The run before the change is drawn only if no reference is drawn in grey.
    if (lane.before && lane.behind === undefined) paintBefore(context, lane.before, picture, box, shared);
    for (const layer of layers) {
      if (layer.occurrences !== undefined) {
        const ink = inkOf(layer, lane, false, themeKey);
        const { paintDensity } = layer.occurrences.painter;
        isPartial = paintDensity(context, layer.occurrences, box, timeDomain, ink) || isPartial;
        continue;
      }
      const endS = layer.endS ?? Infinity;
      if (endS < timeDomain[0]) continue;
      const end = ((endS - timeDomain[0]) / (timeDomain[1] - timeDomain[0])) * width;
      const { columns, members } = layer;
      const outline = outlineSince(lane.forkS, timeDomain, width, (domain, pixels) =>
        members === undefined ? outlineOf(columns, domain, pixels) : bandOf(members, domain, pixels),
      );
      paintLayer(
        context,
        layer.isDown === true ? downwards(outline) : outline,
        { ...box, reach: Math.min(box.reach, end), isDown: layer.isDown },
        layer.style,
        inkOf(layer, lane, shared, themeKey),
      );
    }
    const ticks = shared ? null : row.ticks?.(lane);
    if (ticks != null) paintMoments(context, ticks, plot, token('--phase-recovery', themeKey));
    if (lane.forkS != null) paintFork(context, lane, picture, shared);
    if (row.losses === true && !shared) {
      paintLosses(context, lane.losses, plot, {
        dropped: token('--danger', themeKey),
        early: token('--danger', themeKey),
        lost: token('--series-rose', themeKey),
      });
    }
  }
  // Medians are drawn after all densities, so that no lane's density covers another lane's median.
  const box = { width, height, domain, isLog: row.isLog, reach: width };
  for (const { lane, layers } of parts)
    for (const layer of layers)
      if (layer.occurrences !== undefined)
        layer.occurrences.painter.paintMedian(
          context,
          layer.columns,
          box,
          timeDomain,
          inkOf(layer, lane, shared, themeKey),
          token('--surface', themeKey),
        );
  return isPartial;
}

/** The lane's comparison: its own curve of the row, in grey. */
function paintBehind(
  context: CanvasRenderingContext2D,
  ghost: LaneData,
  { row, domain, timeDomain, height, themeKey }: RowPicture,
  width: number,
): void {
  const reach = ((ghost.simulatedS - timeDomain[0]) / (timeDomain[1] - timeDomain[0])) * width;
  const box = { width, height, domain, isLog: row.isLog, reach: Math.min(width, reach) };
  const ink = { colour: token('--ghost', themeKey), lineWidth: 1.25, dash: [], fill: 0.2 };
  for (const layer of row.layers(ghost)) {
    if (layer.ink !== 'lane' || layer.style === 'band') continue;
    paintLayer(context, outlineOf(layer.columns, timeDomain, width), box, layer.style, ink);
  }
}

/** A line at the time at which a fork differs from its origin. */
function paintFork(
  context: CanvasRenderingContext2D,
  { forkS, colour }: LaneData,
  { timeDomain, width, height, themeKey }: RowPicture,
  shared: boolean,
): void {
  if (forkS == null || forkS < timeDomain[0] || forkS > timeDomain[1]) return;
  const x = ((forkS - timeDomain[0]) / (timeDomain[1] - timeDomain[0])) * width;
  context.strokeStyle = token(shared ? `--series-${colour}` : '--ink-3', themeKey);
  context.lineWidth = 1;
  context.setLineDash([1, 3]);
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, height);
  context.stroke();
  context.setLineDash([]);
}

/** Faint curves of the run before, to the right of the simulated part of the new run. */
function paintBefore(
  context: CanvasRenderingContext2D,
  before: LaneData,
  { row, timeDomain, themeKey }: RowPicture,
  box: LayerBox,
  shared: boolean,
): void {
  if (box.reach >= box.width) return;
  const fromX = Math.max(0, box.reach);
  context.save();
  context.beginPath();
  context.rect(fromX, 0, box.width - fromX, box.height);
  context.clip();
  for (const layer of row.layers(before)) {
    if (layer.ink !== 'lane' || layer.style === 'band') continue;
    const ink = inkOf(layer, before, shared, themeKey);
    const outline = outlineOf(layer.columns, timeDomain, box.width);
    const surface = token('--surface', themeKey);
    const faint = { ...ink, colour: `color-mix(in srgb, ${ink.colour} 35%, ${surface})` };
    const ended = ((before.simulatedS - timeDomain[0]) / (timeDomain[1] - timeDomain[0])) * box.width;
    const reach = Math.min(box.width, ended);
    paintLayer(context, outline, { ...box, reach }, layer.style, faint);
  }
  context.restore();
}

function inkOf(layer: Layer, lane: LaneData, shared: boolean, themeKey: string): Ink {
  if (typeof layer.ink === 'object')
    return {
      colour: token(`--series-${layer.ink.colour}`, themeKey),
      lineWidth: 1.5,
      dash: layer.ink.dash,
      fill: 0,
    };
  if (layer.ink === 'quiet')
    return { colour: token('--ink-2', themeKey), lineWidth: 1.1, dash: dashOf(layer), fill: 0 };
  if (layer.ink === 'foreign')
    return { colour: token('--ink', themeKey), lineWidth: 1.25, dash: [4, 3], fill: 0 };
  if (layer.ink === 'second')
    return { colour: token('--ink-3', themeKey), lineWidth: 1.1, dash: [5, 3], fill: 0.15 };
  return {
    colour: token(`--series-${layer.ink === 'cross' ? 'cross' : lane.colour}`, themeKey),
    lineWidth: 1.5,
    dash: shared ? lane.dash : dashOf(layer),
    // Strong fills would hide the lanes underneath.
    fill: shared ? 0.05 : layer.style === 'band' ? 0.16 : 0.24,
  };
}

function dashOf(layer: Layer): readonly number[] {
  return layer.style === 'step-dashed' ? [3, 2.5] : [];
}
