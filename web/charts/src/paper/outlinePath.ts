/** An outline as an SVG path, for charts that are drawn over, printed or saved. */
import type { Outline } from '../draw/outline.ts';

/** `y` gives the height of a value in pixels; the last value holds up to `reach`. */
export function outlinePath(outline: Outline, y: (value: number) => number, reach: number): string {
  if (outline.count === 0) return '';
  const steps: string[] = [];
  const point = (x: number, value: number): string => `${x.toFixed(1)} ${y(value).toFixed(1)}`;
  let lastX = 0;
  for (let at = 0; at < outline.count; at += 1) {
    const x = outline.x[at] ?? 0;
    const [low, high, leave] = [outline.low[at] ?? 0, outline.high[at] ?? 0, outline.leave[at] ?? 0];
    const nearer = Math.abs(leave - high) < Math.abs(leave - low) ? [low, high] : [high, low];
    const values = [outline.enter[at] ?? 0, ...nearer, leave];
    values.forEach((value, index) => {
      // A point equal to the one before adds nothing to the path.
      if (index > 0 && value === values[index - 1]) return;
      steps.push(`${steps.length === 0 ? 'M' : 'L'}${point(x, value)}`);
    });
    lastX = x;
  }
  if (reach > lastX) steps.push(`L${point(reach, outline.leave[outline.count - 1] ?? 0)}`);
  return steps.join('');
}

/** An area from lowest to highest value: for values that change too fast for a line. */
export function rangePath(outline: Outline, y: (value: number) => number, reach: number): string {
  const edge = (values: ArrayLike<number>): string[] =>
    Array.from({ length: outline.count }, (_, at) => {
      const endX = at + 1 < outline.count ? (outline.x[at + 1] ?? reach) : reach;
      const height = y(values[at] ?? 0).toFixed(1);
      return `${(outline.x[at] ?? 0).toFixed(1)} ${height}L${endX.toFixed(1)} ${height}`;
    });
  const back = edge(outline.low).map((step) => step.split('L').reverse().join('L'));
  return outline.count === 0 ? '' : `M${[...edge(outline.high), ...back.reverse()].join('L')}Z`;
}
