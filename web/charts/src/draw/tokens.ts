/** The page's colours as values, because a canvas cannot use custom properties. */
import { SERIES_COLOURS } from '../palette.ts';
import type { SeriesColour } from '../palette.ts';

const PLAIN = [
  '--accent',
  '--band',
  '--danger',
  '--future',
  '--ghost',
  '--grid',
  '--ink',
  '--ink-2',
  '--ink-3',
  '--line',
  '--line-strong',
  '--phase-avoidance',
  '--phase-recovery',
  '--phase-start',
  '--state-bad',
  '--state-outage',
  '--surface',
] as const;

/** A custom property of the page that is used in drawings. */
export type Token = (typeof PLAIN)[number] | `--series-${SeriesColour}`;

const TOKENS: readonly Token[] = [...PLAIN, ...SERIES_COLOURS.map((colour): Token => `--series-${colour}`)];

const palettes = new Map<string, ReadonlyMap<Token, string>>();

/**
 * All values for a theme, cached by `themeKey`. Reading a computed style can force a layout of the
 * page, so all are read at once, best when no layout is pending.
 */
export function readTokens(themeKey: string): ReadonlyMap<Token, string> {
  const known = palettes.get(themeKey);
  if (known !== undefined) return known;
  const style = getComputedStyle(document.documentElement);
  const palette = new Map(TOKENS.map((name) => [name, style.getPropertyValue(name).trim()]));
  // Values are cached only after the style sheet has loaded.
  if (palette.get('--ink') !== '') palettes.set(themeKey, palette);
  return palette;
}

export function token(name: Token, themeKey: string): string {
  return readTokens(themeKey).get(name) ?? '';
}
