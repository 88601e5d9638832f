/**
 * Many traces over each other, like phosphor on an oscilloscope: the longer the beam stays at a
 * place, the brighter it glows. Counted per pixel, so that showing thousands costs no more than a
 * few.
 */
import { heightShares } from '../frame/scales.ts';
import { blankPath } from './blankPath.ts';
import type { Ink, LayerBox, Occurrences, TraceColumns } from '../types.ts';
import { showGlow } from './glow.ts';
import { outlineOf } from './outline.ts';
import { paintLayer } from './paint.ts';

type Light = Pick<Occurrences, 'columns' | 'moments'>;
type Painter = Occurrences['painter'];

/** A column in which the beam crosses more pixels than this is fainter. */
const DWELL_PX = 6;
/** Intensity above, in and below the middle of the beam. */
const BEAM = [0.45, 1, 0.45] as const;
/** A saved picture has at most this many lines. */
const MAX_LINES = 150;
/** Time limit per frame for all plots; the remaining traces are counted in the next frame. */
const FRAME_MS = 6;

/** The intensity of a plot, as far as it is counted. */
interface Counted {
  /** Key of the pixels and ranges that were counted; with another key counting starts again. */
  sign: string;
  light: Float32Array;
  moments: Set<number>;
  /** Number of bins when counted; if there are fewer later, the series began anew. */
  bins: number;
  /** The intensity as a picture, and the range it was made for. */
  glow: Glow | null;
  isShown: boolean;
}

interface Glow {
  canvas: HTMLCanvasElement;
  colour: string;
  span: readonly [number, number];
  domain: readonly [number, number];
}

/** One entry per series: a series shown twice has the same size in both places. */
const counted = new WeakMap<TraceColumns, Counted>();

/**
 * Paints the intensity. Returns true if some traces are not counted yet, because the frame would
 * take too long. Until they are, the previous picture is shown, moved and scaled to its range.
 */
export const paintDensity: Painter['paintDensity'] = (
  context,
  { columns, moments },
  box,
  span,
  { colour, ...ink },
) => {
  if (!('getTransform' in context)) {
    paintLines(context, { columns, moments }, box, span, { colour, ...ink });
    return false;
  }
  // The context uses CSS pixels; the intensity is counted in device pixels.
  const perPx = context.getTransform().a || 1;
  const [width, height] = [
    Math.max(1, Math.round(box.width * perPx)),
    Math.max(1, Math.round(box.height * perPx)),
  ];
  const { domain } = box;
  const sign = [width, height, ...domain, box.isLog === true, ...span].join('/');
  let kept = counted.get(columns);
  if (kept?.sign !== sign || kept.bins > columns.count) {
    const light = new Float32Array(width * height);
    const glow = kept?.glow ?? null;
    kept = { sign, light, moments: new Set(), bins: columns.count, glow, isShown: false };
    counted.set(columns, kept);
  }
  kept.bins = columns.count;
  const { light, glow } = kept;
  const left = count(kept, columns, moments, beamOn(light, box, span, width, height));
  if (left === 0 && !(kept.isShown && glow?.colour === colour) && hasTime()) {
    const { canvas = document.createElement('canvas') } = glow ?? {};
    timed(() => showGlow(canvas, light, kept.moments.size, { width, height, colour }));
    kept.glow = { canvas, colour, span, domain };
    kept.isShown = true;
  }
  if (kept.glow !== null) paintGlow(context, kept.glow, box, span);
  return !kept.isShown;
};

/** Draws a picture at its place, even if it was made for another range. */
function paintGlow(
  context: CanvasRenderingContext2D,
  { canvas, span, domain }: Glow,
  box: LayerBox,
  [fromS, toS]: readonly [number, number],
): void {
  const x = (timeS: number): number => ((timeS - fromS) / (toS - fromS)) * box.width;
  const share = heightShares(box.domain, box.isLog);
  const [left, right] = [x(span[0]), x(span[1])];
  const [bottom, top] = domain.map((value) => box.height * (1 - share(value)));
  if (bottom === undefined || top === undefined) return;
  context.drawImage(canvas, left, top, right - left, bottom - top);
}

/** Adds new occurrences and subtracts removed ones; returns how many are left to do. */
function count(kept: Counted, columns: TraceColumns, moments: readonly number[], shine: Beam): number {
  const wanted = new Set(moments);
  let gone = [...kept.moments].filter((momentS) => !wanted.has(momentS));
  if (gone.length > wanted.size) {
    kept.light.fill(0);
    kept.moments.clear();
    kept.isShown = false;
    gone = [];
  }
  const come = moments.filter((momentS) => !kept.moments.has(momentS));
  let left = gone.length + come.length;
  for (const momentS of [...gone, ...come]) {
    if (!hasTime()) break;
    timed(() => {
      const isGone = kept.moments.delete(momentS);
      shine(columns, momentS, isGone ? -1 : 1);
      if (!isGone) kept.moments.add(momentS);
    });
    kept.isShown = false;
    left -= 1;
  }
  return left;
}

/** The time spent in the current frame. */
const budget = { frameMs: NaN, ms: 0 };

function hasTime(): boolean {
  const frameMs = Number(document.timeline.currentTime ?? NaN);
  if (frameMs !== budget.frameMs) Object.assign(budget, { frameMs, ms: 0 });
  return budget.ms < FRAME_MS;
}

function timed(work: () => void): void {
  const startedMs = performance.now();
  work();
  budget.ms += performance.now() - startedMs;
}

/** Adds one occurrence to the intensity. With `weight` −1, subtracts it. */
type Beam = (columns: TraceColumns, momentS: number, weight: number) => void;

/** Adds to `light` (rows from the top) how long the beam stays on each pixel. */
export function beamOn(
  light: Float32Array,
  { domain, isLog }: Pick<LayerBox, 'domain' | 'isLog'>,
  [fromS, toS]: readonly [number, number],
  width: number,
  height: number,
): Beam {
  const share = heightShares(domain, isLog);
  const y = (value: number): number => height - 1 - share(value) * height;
  const shine = (x: number, a: number, b: number, times: number): void => {
    if (x < 0 || x >= width || Number.isNaN(a + b)) return;
    const top = Math.max(0, Math.round(Math.min(y(a), y(b))));
    const bottom = Math.min(height - 1, Math.round(Math.max(y(a), y(b))));
    if (bottom < top) return;
    const weight = times * Math.min(1, DWELL_PX / (bottom - top + 1));
    for (let row = top - 1; row <= bottom + 1; row += 1) {
      if (row < 0 || row >= height) continue;
      const beam = row < top ? BEAM[0] : row > bottom ? BEAM[2] : BEAM[1];
      const at = row * width + x;
      light[at] = (light[at] ?? 0) + beam * weight;
    }
  };
  return (columns, momentS, times) => {
    const outline = outlineOf(columns, [momentS + fromS, momentS + toS], width);
    let held = NaN;
    let next = 0;
    for (let index = 0; index < outline.count; index += 1) {
      const x = outline.x[index] ?? 0;
      for (; next < x; next += 1) shine(next, held, held, times);
      const enter = Number.isNaN(held) ? (outline.leave[index] ?? NaN) : held;
      const [low, high] = [outline.low[index] ?? enter, outline.high[index] ?? enter];
      shine(x, Math.min(enter, low), Math.max(enter, high), times);
      held = outline.leave[index] ?? NaN;
      next = Math.max(next, x + 1);
    }
    for (; next < width; next += 1) shine(next, held, held, times);
  };
}

/** In a saved picture: thin transparent lines. */
function paintLines(
  context: CanvasRenderingContext2D,
  { columns, moments }: Light,
  box: LayerBox,
  [fromS, toS]: readonly [number, number],
  ink: Ink,
): void {
  const step = Math.ceil(moments.length / MAX_LINES);
  const share = heightShares(box.domain, box.isLog);
  const y = (value: number): number => box.height * (1 - share(value));
  context.strokeStyle = ink.colour;
  context.lineWidth = 1;
  context.globalAlpha = Math.max(0.12, Math.min(0.6, 1.6 / Math.sqrt(moments.length)));
  for (let at = 0; at < moments.length; at += step) {
    const momentS = moments[at] ?? 0;
    const outline = outlineOf(columns, [momentS + fromS, momentS + toS], box.width);
    const path = blankPath(context);
    for (let index = 0; index < outline.count; index += 1) {
      const x = outline.x[index] ?? 0;
      const enter = y(outline.enter[index] ?? 0);
      if (index === 0) path.moveTo(x, enter);
      else path.lineTo(x, enter);
      path.lineTo(x, y(outline.leave[index] ?? 0));
    }
    path.lineTo(box.width, y(outline.leave[outline.count - 1] ?? 0));
    context.stroke(path);
  }
  context.globalAlpha = 1;
}

/** Draws the median over all densities, with a halo so that it stays visible. */
export const paintMedian: Painter['paintMedian'] = (context, median, box, timeDomain, ink, halo) => {
  const outline = outlineOf(median, timeDomain, box.width);
  const line = { ...ink, dash: [], fill: 0 };
  context.globalAlpha = 0.85;
  paintLayer(context, outline, box, 'step-dashed', { ...line, colour: halo, lineWidth: 5 });
  context.globalAlpha = 1;
  paintLayer(context, outline, box, 'step-dashed', { ...line, lineWidth: 2.25 });
};
