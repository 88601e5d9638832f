/**
 * The course as the map of a metro: where its stops are, and the lines between them. A line joins a stop with one in
 * the next column, so it runs beside the others and turns between two columns.
 */

type Line = 'blue' | 'green' | 'vermilion';

interface Stop {
  column: number;
  row: number;
  /** A picture of what the unit is about, 96 wide and 40 high. */
  sign: string;
}

/** Each unit has its stop, by its number. */
const STOPS: readonly Stop[] = [
  // A staircase: a window a round trip.
  { column: 0, row: 1, sign: 'M2 36H14V28H26V20H38V12H94' },
  { column: 1, row: 1, sign: 'M2 38C18 36 26 22 28 4V24L44 10V24L60 10V24L76 10V24L92 10' },
  { column: 2, row: 0, sign: 'M8 4V38H92M8 38L84 4M66 30L54 18L46 26L38 18L34 22' },
  { column: 3, row: 0, sign: 'M14 4V38H82V4M14 18H82M14 28H82' },
  { column: 2, row: 2, sign: 'M2 32H94M30 26L42 38M42 26L30 38M36 18C44 2 62 2 70 18L62 15M70 18L74 10' },
  { column: 2, row: 1, sign: 'M2 30L18 12V26L32 14V28L46 18V32L60 22V34L72 26V36L94 24' },
  { column: 3, row: 1, sign: 'M2 38C18 38 18 8 36 8H94M2 8H22' },
  { column: 4, row: 2, sign: 'M92 10H6L16 4M6 10L16 16M4 34H34M42 34H54M62 34H70M78 34H84' },
  { column: 3, row: 2, sign: 'M2 28C26 0 70 0 94 28ZM10 38H24M34 38H48M58 38H72M82 38H92' },
  { column: 4, row: 0, sign: 'M2 38H16C30 38 28 8 46 8L60 14L70 9L94 12M60 4V8M70 2V5' },
  { column: 4, row: 1, sign: 'M2 8H24V36H34V8H60V36H70V8H94' },
  { column: 3, row: 3, sign: 'M30 6L10 21L30 36M66 6L86 21L66 36M54 2L42 40' },
];

export const stopOf = (unit: number): Stop => STOPS[unit - 1] ?? { column: 0, row: 0, sign: '' };

export interface Edge {
  from: number;
  to: number;
}

/** What the units of a line are about, for its key. */
export const LINE_NAMES: readonly (readonly [Line, string])[] = [
  ['blue', 'what a buffer does'],
  ['green', 'what a sender measures'],
  ['vermilion', 'losses and their repair'],
];

export function lineOf({ from, to }: Edge): Line {
  if (to === 5 || to === 12) return 'vermilion';
  return from === 7 || to === 6 || to === 7 ? 'green' : 'blue';
}

export interface Point {
  x: number;
  y: number;
}

/** The distance of lines side by side, and the radius of a turn, in pixels. */
const [BESIDE_PX, TURN_PX] = [6, 18];

const isStraight = ({ from, to }: Edge): boolean => stopOf(from).row === stopOf(to).row;

/** Each line as a path, from its stop to the next one. Lines that leave a stop lie side by side. */
export function linesOf(edges: readonly Edge[], stops: ReadonlyMap<number, Point>): string[] {
  const outOf = (edge: Edge): number => {
    const alike = edges
      .filter(({ from }) => from === edge.from)
      .toSorted((a, b) => stopOf(a.to).row - stopOf(b.to).row);
    return BESIDE_PX * (alike.indexOf(edge) - (alike.length - 1) / 2);
  };
  return edges.map((edge) => {
    const [from, to] = [stops.get(edge.from), stops.get(edge.to)];
    if (from === undefined || to === undefined) return '';
    const y1 = from.y + outOf(edge);
    if (isStraight(edge)) return `M${String(from.x)} ${String(y1)}H${String(to.x)}`;
    // Beside the line that comes straight, on the side that it comes from.
    const straight = edges.find((other) => other.to === edge.to && isStraight(other));
    const side = Math.sign(from.y - to.y);
    const y2 = to.y + (straight === undefined ? 0 : outOf(straight) + side * BESIDE_PX);
    const turning = edges.filter(
      (other) => stopOf(other.from).column === stopOf(edge.from).column && !isStraight(other),
    );
    const x = (from.x + to.x) / 2 + 3 * BESIDE_PX * (turning.indexOf(edge) - (turning.length - 1) / 2);
    const down = -side * TURN_PX;
    return [
      `M${String(from.x)} ${String(y1)}H${String(x - TURN_PX)}`,
      `Q${String(x)} ${String(y1)} ${String(x)} ${String(y1 + down)}V${String(y2 - down)}`,
      `Q${String(x)} ${String(y2)} ${String(x + TURN_PX)} ${String(y2)}H${String(to.x)}`,
    ].join('');
  });
}
