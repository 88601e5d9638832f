/** An outline as an SVG path, for charts that are drawn over, printed or saved. */
import { reached } from '../draw/lines.ts';
import type { Outline } from '../draw/outline.ts';

/** `y` gives the height of a value in pixels; the last value holds up to `reach`. */
export function outlinePath(outline: Outline, y: (value: number) => number, reach: number): string {
  const steps: string[] = [];
  let isDown = false;
  let before = '';
  const to = (x: number, value: number): void => {
    const point = `${x.toFixed(1)} ${y(value).toFixed(1)}`;
    if (Number.isNaN(value)) isDown = false;
    // A point equal to the one before adds nothing to the path.
    else if (!isDown || point !== before) {
      steps.push(`${isDown ? 'L' : 'M'}${point}`);
      isDown = true;
    }
    before = point;
  };
  let lastX = 0;
  const count = reached(outline, reach);
  for (let at = 0; at < count; at += 1) {
    lastX = outline.x[at] ?? 0;
    const [low, high, leave] = [outline.low[at] ?? 0, outline.high[at] ?? 0, outline.leave[at] ?? 0];
    const nearer = Math.abs(leave - high) < Math.abs(leave - low) ? [low, high] : [high, low];
    for (const value of [outline.enter[at] ?? 0, ...nearer, leave]) to(lastX, value);
  }
  if (reach > lastX) to(reach, outline.leave[count - 1] ?? NaN);
  return steps.join('');
}

/** An area from lowest to highest value: for values that change too fast for a line. */
export function rangePath(outline: Outline, y: (value: number) => number, reach: number): string {
  const count = reached(outline, reach);
  const edge = (values: ArrayLike<number>): string[] =>
    Array.from({ length: count }, (_, at) => {
      const x = outline.x[at] ?? 0;
      const next = at + 1 < count ? (outline.x[at + 1] ?? reach) : Math.max(reach, x);
      // The range is that of its column; then the last value holds.
      const ends = Math.min(next, x + 1);
      const [height, held] = [values[at] ?? 0, outline.leave[at] ?? 0].map((value) => y(value).toFixed(1));
      const there = `${x.toFixed(1)} ${height}L${ends.toFixed(1)} ${height}`;
      return next > ends ? `${there}L${ends.toFixed(1)} ${held}L${next.toFixed(1)} ${held}` : there;
    });
  const back = edge(outline.low).map((step) => step.split('L').reverse().join('L'));
  return count === 0 ? '' : `M${[...edge(outline.high), ...back.reverse()].join('L')}Z`;
}
