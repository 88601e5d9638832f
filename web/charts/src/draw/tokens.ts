/** The page's colours as values: canvases draw with values, not with names. */
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

/** A custom property of the page that something is drawn with. */
export type Token = (typeof PLAIN)[number] | `--series-${SeriesColour}`;

const TOKENS: readonly Token[] = [...PLAIN, ...SERIES_COLOURS.map((colour): Token => `--series-${colour}`)];

const palettes = new Map<string, ReadonlyMap<Token, string>>();

/**
 * Reads all of them for a theme, which `themeKey` names, unless that was done. The browser lays the
 * page out before it says a single one: so all are asked at once, and best at a moment when there
 * is nothing to lay out.
 */
export function readTokens(themeKey: string): ReadonlyMap<Token, string> {
  const known = palettes.get(themeKey);
  if (known !== undefined) return known;
  const style = getComputedStyle(document.documentElement);
  const palette = new Map(TOKENS.map((name) => [name, style.getPropertyValue(name).trim()]));
  // Before the style sheet is there, there is nothing to remember.
  if (palette.get('--ink') !== '') palettes.set(themeKey, palette);
  return palette;
}

export function token(name: Token, themeKey: string): string {
  return readTokens(themeKey).get(name) ?? '';
}
