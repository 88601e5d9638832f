/** Marks behind and below the traces: channel states, sender phases, lost packets. */
import { lastAtOrBefore, LOSS_KIND } from '@ackscope/engine';
import type { BandSpan, LossColumns, PhaseColumns } from '../types.ts';

export interface Plot {
  width: number;
  height: number;
  domain: readonly [number, number];
}

const xOf = (plot: Plot): ((timeS: number) => number) => {
  const perSecond = plot.width / (plot.domain[1] - plot.domain[0]);
  return (timeS) => (timeS - plot.domain[0]) * perSecond;
};

/** With less room per state than this, stripes would hide the curves: ticks are drawn instead. */
const PIXELS_PER_STATE = 6;
const TICK_HEIGHT = 4;

/** Bad states and outages over the full height. A very short state gets one pixel. */
export function paintStates(
  context: CanvasRenderingContext2D,
  bands: readonly BandSpan[],
  plot: Plot,
  inks: { bad: string; outage: string },
): void {
  const x = xOf(plot);
  const [fromS, toS] = plot.domain;
  const states = bands.filter(
    ({ kind, ...band }) => (kind === 'bad' || kind === 'outage') && band.toS >= fromS && band.fromS <= toS,
  );
  const height = states.length * PIXELS_PER_STATE > plot.width ? TICK_HEIGHT : plot.height;
  let painted = -Infinity;
  for (const band of states) {
    const left = Math.max(0, painted, x(band.fromS));
    const right = Math.min(plot.width, Math.max(left + 1, x(band.toS)));
    if (right - painted < 0.5) continue;
    context.fillStyle = band.kind === 'outage' ? inks.outage : inks.bad;
    context.fillRect(left, 0, right - left, height);
    painted = right;
  }
}

/** Moments closer than this would look like a bar. */
const PIXELS_PER_MOMENT = 3;
const MOMENT_HEIGHT = 6;

/** Ticks on the floor, one for each moment, if they are far enough apart. */
export function paintMoments(
  context: CanvasRenderingContext2D,
  { timeS, count }: { timeS: ArrayLike<number>; count: number },
  plot: Plot,
  ink: string,
): void {
  const x = xOf(plot);
  const at = (index: number): number => (index < 0 || index >= count ? NaN : x(timeS[index] ?? NaN));
  context.fillStyle = ink;
  for (let index = lastAtOrBefore(timeS, count, plot.domain[0]) + 1; index < count; index += 1) {
    const here = at(index);
    if (here > plot.width) break;
    const isCrowded = here - at(index - 1) < PIXELS_PER_MOMENT || at(index + 1) - here < PIXELS_PER_MOMENT;
    if (!isCrowded) context.fillRect(here - 0.75, plot.height - MOMENT_HEIGHT, 1.5, MOMENT_HEIGHT);
  }
}

/** A line along the floor: the sender's phase. Congestion avoidance is the default and plain. */
export function paintPhases(
  context: CanvasRenderingContext2D,
  phases: PhaseColumns,
  plot: Plot,
  untilS: number,
  inks: readonly [none: string, slowStart: string, avoidance: string, recovery: string],
): void {
  const x = xOf(plot);
  let index = Math.max(0, lastAtOrBefore(phases.timeS, phases.count, plot.domain[0]));
  let painted = 0;
  for (; index < phases.count; index += 1) {
    const fromS = phases.timeS[index] ?? 0;
    if (fromS > plot.domain[1]) break;
    const toS = index + 1 < phases.count ? (phases.timeS[index + 1] ?? untilS) : untilS;
    const right = Math.min(plot.width, x(toS));
    // A recovery shorter than a pixel still gets one, because readers look for it.
    const least = phases.phase[index] === 3 ? 1 : 0;
    const left = Math.max(painted - least, 0, x(fromS));
    const width = Math.max(least, right - left);
    if (width < 0.25 || right < 0) continue;
    context.fillStyle = inks[phases.phase[index] ?? 0] ?? inks[0];
    context.fillRect(left, 0, width, plot.height);
    painted = left + width;
  }
}

/** Lost packets: full-queue drops at the top, early drops hollow, link losses at the bottom. */
export function paintLosses(
  context: CanvasRenderingContext2D,
  losses: LossColumns,
  plot: Plot,
  inks: { dropped: string; early: string; lost: string },
): void {
  const x = xOf(plot);
  const last = [-Infinity, -Infinity, -Infinity];
  const colours = [inks.dropped, inks.early, inks.lost];
  const first = lastAtOrBefore(losses.timeS, losses.count, plot.domain[0]) + 1;
  for (let index = first; index < losses.count; index += 1) {
    const timeS = losses.timeS[index] ?? 0;
    if (timeS > plot.domain[1]) break;
    const kind = losses.kind[index] ?? 0;
    const at = x(timeS);
    if (at - (last[kind] ?? 0) < 3) continue;
    last[kind] = at;
    const below = kind === LOSS_KIND.lost;
    const [tip, base] = below ? [plot.height - 8, plot.height] : [8, 0];
    context.beginPath();
    context.moveTo(at, tip);
    context.lineTo(at - 4, base);
    context.lineTo(at + 4, base);
    context.closePath();
    if (kind === LOSS_KIND.early) {
      context.lineWidth = 1;
      context.strokeStyle = colours[kind] ?? inks.early;
      context.stroke();
    } else {
      context.fillStyle = colours[kind] ?? inks.dropped;
      context.fill();
    }
  }
}
