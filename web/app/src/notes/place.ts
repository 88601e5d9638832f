/** Places a text beside what it points at, where no trace, no other text and no clock is. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What is drawn in a column of pixels of the plot: from `top` to `bottom`. */
export interface Ink {
  x: number;
  top: number;
  bottom: number;
}

/** Air around a text. */
const AIR = 4;
/** A leader line shorter than this is not seen. */
const MIN_LEADER = 14;
const STEP = 6;

export function overlaps(a: Box, b: Box, air = 0): boolean {
  return (
    a.left < b.left + b.width + air &&
    b.left < a.left + a.width + air &&
    a.top < b.top + b.height + air &&
    b.top < a.top + a.height + air
  );
}

/** Whether a trace runs through a box. */
export function isCrossed(box: Box, inks: readonly Ink[]): boolean {
  return inks.some(
    ({ x, top, bottom }) =>
      x >= box.left - AIR &&
      x <= box.left + box.width + AIR &&
      bottom >= box.top - AIR &&
      top <= box.top + box.height + AIR,
  );
}

/** The point of a box from which its leader line starts. */
export function leaderFrom(box: Box, anchor: { x: number; y: number }): { x: number; y: number } {
  return {
    x: Math.min(Math.max(anchor.x, box.left), box.left + box.width),
    y: Math.min(Math.max(anchor.y, box.top), box.top + box.height),
  };
}

/** The room of the leader line from a box to what it points at. */
export function leaderBox(box: Box, anchor: { x: number; y: number }): Box {
  const { x, y } = leaderFrom(box, anchor);
  return {
    left: Math.min(x, anchor.x) - 2,
    top: Math.min(y, anchor.y),
    width: Math.abs(x - anchor.x) + 4,
    height: Math.abs(y - anchor.y),
  };
}

/** Columns in which a leader line runs over a trace; at its end it has to. */
function crossings(
  from: { x: number; y: number },
  to: { x: number; y: number },
  inks: readonly Ink[],
): number {
  const [left, right] = from.x < to.x ? [from.x, to.x - MIN_LEADER] : [to.x + MIN_LEADER, from.x];
  return inks.filter(({ x, top, bottom }) => {
    const y = from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x);
    return x > left && x < right && y >= top - 2 && y <= bottom + 2;
  }).length;
}

/**
 * The free place that is nearest to the anchor; null if there is none. A text over a trace would be worse than no
 * text. `written`: texts that its leader line does not cross; `farthest`: the longest such line, in pixels.
 */
export function placeNear(
  anchor: { x: number; y: number },
  size: { width: number; height: number },
  plot: Box,
  inks: readonly Ink[],
  taken: readonly Box[],
  written: readonly Box[] = [],
  farthest = Infinity,
): Box | null {
  let best: Box | null = null;
  let nearest = Infinity;
  for (let top = plot.top; top + size.height <= plot.top + plot.height; top += STEP)
    for (let left = plot.left; left + size.width <= plot.left + plot.width; left += STEP) {
      const box = { left, top, ...size };
      const from = leaderFrom(box, anchor);
      const distance = Math.hypot(from.x - anchor.x, from.y - anchor.y);
      // An upright leader is read most easily.
      const cost =
        distance + 0.5 * Math.abs(from.x - anchor.x) + 0.1 * Math.abs(left + size.width / 2 - anchor.x);
      if (distance < MIN_LEADER || distance > farthest || cost >= nearest) continue;
      if (taken.some((other) => overlaps(box, other, AIR)) || isCrossed(box, inks)) continue;
      if (written.some((other) => overlaps(leaderBox(box, anchor), other))) continue;
      const whole = cost + 3 * crossings(from, anchor, inks);
      if (whole < nearest) [best, nearest] = [box, whole];
    }
  return best;
}
