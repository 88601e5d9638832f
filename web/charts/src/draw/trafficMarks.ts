/** The marks of all lanes and the periods of other traffic, drawn above the scrubber. */
import { MARK_KIND } from '@ackscope/engine';
import type { BandSpan, MarkColumns, TraceColumns } from '../types.ts';

export interface MarkLine {
  marks: MarkColumns;
  /** When its bottleneck marked packets, if it can mark: a line along the floor. */
  queueMarks: Pick<TraceColumns, 'timeS' | 'count'> | null;
  /** From this time on marks are only counted; null if all are kept. */
  endS: number | null;
  colour: string;
}

const DOT_PITCH = 4;
const FLOOR = 1.5;

export function trafficMarks(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  domain: readonly [number, number],
  bands: readonly BandSpan[],
  lines: readonly MarkLine[],
  inks: { band: string; danger: string; mark: string },
): void {
  const perSecond = size.width / (domain[1] - domain[0]);
  context.clearRect(0, 0, size.width, size.height);
  context.fillStyle = inks.band;
  for (const band of bands) {
    context.fillRect(
      (band.fromS - domain[0]) * perSecond,
      0,
      (band.toS - band.fromS) * perSecond,
      size.height,
    );
  }
  const pitch = size.height / Math.max(1, lines.length);
  lines.forEach(({ marks, queueMarks, endS, colour }, line) => {
    const top = line * pitch + 1;
    const height = Math.max(2, pitch - 2);
    let last = -Infinity;
    for (let index = 0; index < marks.count; index += 1) {
      const x = Math.round(((marks.timeS[index] ?? 0) - domain[0]) * perSecond);
      const timeout = marks.kind[index] === MARK_KIND.timeout;
      if (!timeout && x - last < 2) continue;
      last = x;
      context.fillStyle = timeout ? inks.danger : colour;
      context.fillRect(x - (timeout ? 1 : 0.5), top, timeout ? 2 : 1, height);
    }
    context.fillStyle = inks.mark;
    let lastMark = -1;
    for (let index = 0; index < (queueMarks?.count ?? 0); index += 1) {
      const x = Math.round(((queueMarks?.timeS[index] ?? 0) - domain[0]) * perSecond);
      if (x > lastMark) context.fillRect(x, top + height - FLOOR, 1, FLOOR);
      lastMark = x;
    }
    if (endS === null) return;
    // Further marks exist, but their times are unknown: dots instead of strokes.
    context.fillStyle = colour;
    for (let x = (endS - domain[0]) * perSecond + DOT_PITCH; x < size.width; x += DOT_PITCH)
      context.fillRect(x, top + height / 2 - 0.5, 1, 1);
  });
}
