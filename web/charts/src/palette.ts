/**
 * Which algorithm has which colour, dash and mark. Colour never stands alone: every legend shows the dash and the mark
 * too, and lanes are told apart by place and name. The hues keep their order of lightness for all three kinds of
 * colour blindness; an algorithm that is not listed gets one of the rest, always the same one.
 */
export type SeriesColour =
  'vermilion' | 'blue' | 'green' | 'purple' | 'ochre' | 'teal' | 'rose' | 'slate' | 'cross';

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
  sack: { colour: 'ochre', dash: [3, 2], mark: 'circle' },
};

const FALLBACK_COLOURS: readonly SeriesColour[] = ['teal', 'ochre', 'rose', 'purple', 'slate'];
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
  const listed = STYLES[algorithm];
  if (listed !== undefined) return listed;
  const hash = hashOf(algorithm);
  return {
    colour: pick(FALLBACK_COLOURS, hash),
    dash: pick(FALLBACK_DASHES, hash >>> 3),
    mark: pick(FALLBACK_MARKS, hash >>> 5),
  };
}

/**
 * Styles for lanes that stand side by side: a second lane of the same algorithm (another buffer, say) takes another
 * colour and dash, so that two settings can be told apart wherever they are drawn together.
 */
export function laneStyles(algorithms: readonly string[]): SeriesStyle[] {
  const seen = new Map<string, number>();
  return algorithms.map((algorithm) => {
    const times = seen.get(algorithm) ?? 0;
    seen.set(algorithm, times + 1);
    return times === 0 ? styleOf(algorithm) : styleOf(`${algorithm}#${times}`);
  });
}

export function cssColour(colour: SeriesColour): string {
  return `var(--series-${colour})`;
}
