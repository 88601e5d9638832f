import { describe, expect, it } from 'vitest';
import type { LaneResults } from '@ackscope/engine';
import { GALLERY } from '../src/gallery.ts';
import { readPageAddress } from '../src/link/pages.ts';
import { readSweep } from '../src/sweep.ts';
import { figureHref, isSwept, sweptFigure } from '../src/sweepFigure.ts';

const figureOf = (key: string) => {
  const figure = sweptFigure(key);
  if (figure === null) throw new Error(key);
  return figure;
};

describe('a figure of a paper as a sweep', () => {
  it('has the paper’s points, and its link is read as it was written', () => {
    const figure = figureOf('kgm08-fig4.0.full');
    expect(figure.points.map(({ x }) => x)).toHaveLength(8);
    expect(figure.points.every(({ set, x }) => set['hops.0.loss.probability'] === x)).toBe(true);
    expect(figure.seeds).toBe(10);
    const href = figureHref(figure.entry, figure.panel, 'full') ?? '';
    const { setup, problems } = readSweep(readPageAddress(href)?.query ?? '');
    expect(problems).toEqual([]);
    expect(setup).toEqual({
      scenario: figure.scenario,
      preset: null,
      axes: [],
      seeds: 10,
      number: null,
      figure: 'kgm08-fig4.0.full',
      upwards: null,
    });
  });

  it('may change several things at each point', () => {
    const { points } = figureOf('cgmsw02-fig11.0.full');
    expect(Object.keys(points[0]?.set ?? {}).length).toBeGreaterThan(1);
  });

  it('brings what was published at its points, for the lanes that are drawn', () => {
    const figure = figureOf('mv06-fig13.1.full');
    const paper = figure.marks(['hstcp', 'htcp', 'stcp']).filter(({ source }) => source === 'paper');
    // MV06 Figure 13: the text states the goodputs of ten flows in the last thousand seconds.
    expect(paper).toEqual([
      { source: 'paper', lane: 'hstcp', x: 10, y: 882e6 },
      { source: 'paper', lane: 'htcp', x: 10, y: 843e6 },
    ]);
    expect(figure.marks([])).toEqual([]);
    // KGM08 §4.1 states 85 and 97 % of the link when almost nothing is lost. Its Figure 4 is in
    // bit/s, over 100 Mbit/s.
    const shares = figureOf('kgm08-fig4.0.full').marks(['sack', 'bic', 'westwood+']);
    expect(shares.filter(({ source }) => source === 'paper')).toEqual([
      { source: 'paper', lane: 'sack', x: 1e-8, y: 85e6 },
      { source: 'paper', lane: 'bic', x: 1e-8, y: 97e6 },
    ]);
    const published = GALLERY.filter((entry) => entry.plot.some((panel) => isSwept(entry, panel))).flatMap(
      (entry) =>
        entry.plot.flatMap(
          (_, at) => sweptFigure(`${entry.id}.${String(at)}.full`)?.marks(lanesOf(entry)) ?? [],
        ),
    );
    expect(new Set(published.map(({ source }) => source))).toEqual(new Set(['paper', 'ns2']));
  });

  it('measures the figure’s own number at the point it is asked for', () => {
    const figure = figureOf('kgm08-fig4.0.quick');
    const [source = ''] = figure.metric.of;
    const windows = figure.entry.quick_windows.map(() => ({ [figure.metric.number ?? '']: 7e6 }));
    const results = { flows: [{ name: source, windows }], hops: [] } as unknown as LaneResults;
    const set = figure.points[1]?.set ?? {};
    expect(figure.value(set, 'westwood+', results)).toBe(7e6);
    expect(figure.value({ 'hops.0.rate': 1 }, 'westwood+', results)).toBeNull();
  });

  it('is refused where the link names none, or one that is drawn over something else', () => {
    for (const key of ['no-such.0.full', 'kgm08-fig4.9.full', 'kgm08-fig4.0.half', 'gm04-table1.0.full'])
      expect(sweptFigure(key), key).toBeNull();
    const { setup, problems } = readSweep('figure=../x');
    expect(setup.figure).toBeNull();
    expect(problems).toHaveLength(1);
  });

  it('every one of them can be run: its points fit its scenario', () => {
    const swept = GALLERY.flatMap((entry) =>
      entry.plot.flatMap((panel, at) => (isSwept(entry, panel) ? [`${entry.id}.${String(at)}`] : [])),
    );
    expect(swept.length).toBeGreaterThan(30);
    for (const key of swept)
      for (const form of ['quick', 'full']) {
        const { points, scenario } = figureOf(`${key}.${form}`);
        expect(points.length, key).toBeGreaterThan(1);
        expect(Array.isArray(scenario['compare']), key).toBe(true);
      }
  });
});

function lanesOf(entry: (typeof GALLERY)[number]): string[] {
  const at = (metric: string): number =>
    entry.metrics.find(({ id }) => id === metric)?.keys.indexOf(entry.lanes) ?? -1;
  return [...new Set(entry.values.map((value) => String(value.keys[at(value.metric)] ?? '')))];
}
