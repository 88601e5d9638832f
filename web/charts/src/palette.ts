/**
 * Colour, dash and mark of each algorithm. Colour is never the only difference: every legend also
 * shows dash and mark, and lanes differ in place and name. The hues keep their order of lightness
 * for all three kinds of colour blindness. An algorithm that is not listed always gets the same one
 * of the remaining styles.
 */
export const SERIES_COLOURS = [
  'vermilion',
  'blue',
  'green',
  'purple',
  'ochre',
  'teal',
  'rose',
  'slate',
  'cross',
] as const;

export type SeriesColour = (typeof SERIES_COLOURS)[number];

export type MarkShape = 'circle' | 'square' | 'triangle' | 'diamond';

export interface SeriesStyle {
  colour: SeriesColour;
  /** Lengths of strokes and gaps in CSS pixels; empty: a solid line. */
  dash: readonly number[];
  mark: MarkShape;
}

const STYLES: Record<string, SeriesStyle> = {
  newreno: { colour: 'vermilion', dash: [], mark: 'circle' },
  'westwood+': { colour: 'blue', dash: [], mark: 'square' },
  vegas: { colour: 'green', dash: [], mark: 'triangle' },
  cubic: { colour: 'purple', dash: [], mark: 'diamond' },
  bbr: { colour: 'rose', dash: [], mark: 'diamond' },
  westwood: { colour: 'teal', dash: [7, 3], mark: 'square' },
  reno: { colour: 'ochre', dash: [7, 3], mark: 'circle' },
  sack: { colour: 'slate', dash: [3, 2], mark: 'circle' },
};

const FALLBACK_COLOURS: readonly SeriesColour[] = [
  'teal',
  'ochre',
  'rose',
  'purple',
  'slate',
  'green',
  'vermilion',
  'blue',
];
const FALLBACK_DASHES: readonly (readonly number[])[] = [
  [7, 3],
  [3, 2],
  [9, 3, 2, 3],
];
const FALLBACK_MARKS: readonly MarkShape[] = ['diamond', 'square', 'triangle', 'circle'];

function hashOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

function pick<T>(items: readonly T[], at: number): T {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('a palette cannot be empty');
  return item;
}

export function styleOf(algorithm: string): SeriesStyle {
  return STYLES[algorithm] ?? fallback(algorithm, new Set());
}

/** A style by the id's hash, with a free colour as long as there is one. */
function fallback(id: string, taken: ReadonlySet<SeriesColour>): SeriesStyle {
  const hash = hashOf(id);
  const start = hash % FALLBACK_COLOURS.length;
  const turned = [...FALLBACK_COLOURS.slice(start), ...FALLBACK_COLOURS.slice(0, start)];
  return {
    colour: turned.find((colour) => !taken.has(colour)) ?? pick(turned, 0),
    dash: pick(FALLBACK_DASHES, hash >>> 3),
    mark: pick(FALLBACK_MARKS, hash >>> 5),
  };
}

/**
 * Styles for lanes side by side: no two share a colour while another is free. A second lane of the
 * same algorithm (with another buffer, say) gets its own style, so that the two can be told apart. The lane of the
 * lowest rank has the algorithm's own style, whatever stands before it: a lane with settings of its own, or a fork, ranks
 * behind the plain one.
 */
export function laneStyles(algorithms: readonly string[], ranks: readonly number[] = []): SeriesStyle[] {
  const seen = new Map<string, number>();
  const taken = new Set(algorithms.flatMap((algorithm) => STYLES[algorithm]?.colour ?? []));
  const styles: SeriesStyle[] = [];
  const rankOf = (at: number): number => ranks[at] ?? 0;
  for (const at of algorithms.map((_, place) => place).sort((a, b) => rankOf(a) - rankOf(b) || a - b)) {
    const algorithm = algorithms[at] ?? '';
    const times = seen.get(algorithm) ?? 0;
    seen.set(algorithm, times + 1);
    const listed = times === 0 ? STYLES[algorithm] : undefined;
    const style = listed ?? fallback(`${algorithm}#${times}`, taken);
    taken.add(style.colour);
    styles[at] = style;
  }
  return styles;
}

/** Of flows without a colour of their own: no listed algorithm that a lane may have looks like them. */
const RIVAL_COLOURS: readonly SeriesColour[] = ['slate', 'ochre', 'teal'];

/** Styles of the flows beside one that has the lane's: other colours, and never a solid line. */
export function rivalStyles(own: SeriesStyle, algorithms: readonly string[]): SeriesStyle[] {
  const free = RIVAL_COLOURS.filter((colour) => colour !== own.colour);
  return algorithms.map((algorithm, at) => {
    const listed = STYLES[algorithm];
    return {
      colour: listed === undefined || listed.colour === own.colour ? pick(free, at) : listed.colour,
      dash: pick(FALLBACK_DASHES, at),
      mark: pick(FALLBACK_MARKS, at),
    };
  });
}

export function cssColour(colour: SeriesColour): string {
  return `var(--series-${colour})`;
}
