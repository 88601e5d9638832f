import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CSS = readFileSync(join(import.meta.dirname, '../src/tokens.css'), 'utf8');

/** The colours that a rule of the style sheet declares. */
function colours(selector: string): Record<string, string> {
  const start = CSS.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`no rule ${selector}`);
  const rule = CSS.slice(start, CSS.indexOf('}', start));
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+):\s*(#[\da-f]{6})\b/gi)].map(([, name = '', value = '']) => [name, value]),
  );
}

const LIGHT = colours(':root');
const THEMES = {
  light: LIGHT,
  // Where a system or a reader asks for dark.
  'dark by the system': { ...LIGHT, ...colours(":root:not([data-theme='light'])") },
  'dark by choice': { ...LIGHT, ...colours(":root[data-theme='dark']") },
};

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const SURFACES = ['page', 'surface', 'surface-2'];
const TEXTS = ['ink', 'ink-2', 'ink-3', 'accent', 'danger', 'good'];
const PAIRS = [
  ['on-accent', 'accent'],
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['ink-2', 'accent-soft'],
  ['danger', 'danger-soft'],
  ['band-ink', 'band'],
];

describe.each(Object.entries(THEMES))('the colours of texts, %s', (_, theme: Record<string, string>) => {
  const series = Object.keys(theme).filter((name) => name.startsWith('series-') && name !== 'series-cross');
  const pairs = [
    ...[...TEXTS, ...series].flatMap((text) => SURFACES.map((surface) => [text, surface])),
    ...PAIRS,
  ];

  it('stand out from what they are on: 4.5 to 1 (WCAG 1.4.3)', () => {
    expect(series.length).toBe(8);
    const faint = pairs.filter(
      ([text = '', ground = '']) => contrast(theme[text] ?? '', theme[ground] ?? '') < 4.5,
    );
    expect(faint).toEqual([]);
  });
});

it('a ratio is that of the standard', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
  // The lightest grey that passes on white.
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
