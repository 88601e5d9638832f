/** The looks of the page come from few values: five sizes of letters, two weights, two radii, six gaps. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDERS = ['app', 'charts'].map((name) => `${import.meta.dirname}/../../${name}/src/`);

const SHEETS = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => [path, readFileSync(folder + path, 'utf8')] as const),
);

/** A hall and a sheet of paper have sizes of their own. */
const OWN_SIZES = /lessons\/lecture\/|Worksheet\.module\.css|examples\.css/;

const SIZES = ['xs', 's', 'm', 'l', 'h'].map((name) => `var(--text-${name})`);
const GAPS = ['0', '0.125rem', '0.25rem', '0.375rem', '0.5rem', '0.75rem', '1rem'];
const RADII = ['0', '50%', 'inherit', 'var(--radius-s)', 'var(--radius)'];
const WEIGHTS = ['400', 'var(--bold)', 'inherit'];

/** The values of a property in all sheets but `except`, each with its sheet. */
function valuesOf(property: string, except?: RegExp): { sheet: string; value: string }[] {
  const rule = new RegExp(`[\\s{](?:${property}): ([^;]+);`, 'g');
  return SHEETS.filter(([path]) => except?.test(path) !== true).flatMap(([path, text]) =>
    [...text.replaceAll(/@font-face \{[^}]*\}/g, '').matchAll(rule)].map(([, value = '']) => ({
      sheet: path,
      value,
    })),
  );
}

it('weights, radii and gaps are those of the list', () => {
  const weights = valuesOf('font-weight');
  expect(weights.length).toBeGreaterThan(100);
  expect(weights.filter(({ value }) => !WEIGHTS.includes(value))).toEqual([]);
  const radii = valuesOf('border-radius');
  expect(radii.length).toBeGreaterThan(100);
  expect(radii.filter(({ value }) => value.split(' ').some((part) => !RADII.includes(part)))).toEqual([]);
  const gaps = valuesOf('(?:row-|column-)?gap', OWN_SIZES);
  expect(gaps.length).toBeGreaterThan(200);
  expect(gaps.filter(({ value }) => value.split(' ').some((part) => !GAPS.includes(part)))).toEqual([]);
});

it('letters have one of five sizes, but for those named here', () => {
  const sizes = valuesOf('font-size', OWN_SIZES).filter(({ value }) => !SIZES.includes(value));
  const named = sizes.map(({ sheet, value }) => `${sheet}: ${value}`);
  expect(named.toSorted()).toEqual([
    // A page at a reader's size, and for an audience.
    'base.css: 125%',
    'base.css: 175%',
    'base.css: clamp(100%, min(1.37vw, 2.435vh), 400%)',
    // A script of a script.
    'base.css: max(0.75em, 0.75rem)',
    'lanes/Lanes.module.css: inherit',
    'lanes/Lanes.module.css: inherit',
    // More than a line, in the room of one.
    'lessons/Lesson.module.css: 1.1875rem',
    // As large as the plot's other letters.
    'plot/Axes.module.css: var(--plot-letter, var(--text-xs))',
    'sentence/Sentence.module.css: 1.1875rem',
    // A sign in place of a word.
    'shell.css: 0',
    'site/Header.module.css: inherit',
    'sweep/SweepPlot.module.css: var(--plot-letter)',
    // An equation fits its column.
    'theory/Theory.module.css: clamp(1.25rem, 2.6vw, 2.5rem)',
  ]);
});
