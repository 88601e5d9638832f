import type { Engine } from '@ackscope/engine';
import { drawnPanels, GALLERY } from '@ackscope/model/gallery';
import { describe, expect, it, vi } from 'vitest';
import { drawnSeries, figuresOf } from '../src/gallery/computed.ts';
import { fakeEngine } from './fakeEngine.ts';

type Listener = Parameters<Engine['start']>[1];

/** An engine whose run ends only when the test ends it, with an error. */
function patient(): { engine: Engine; titles: string[]; end: () => void } {
  const titles: string[] = [];
  let listener: Listener | null = null;
  const engine: Engine = {
    ...fakeEngine(),
    start: (text, to) => {
      titles.push((JSON.parse(text) as { title: string }).title);
      listener = to;
      return { cancel: () => undefined } as ReturnType<Engine['start']>;
    },
  };
  return { engine, titles, end: () => listener?.onError(0, { path: '', message: 'no' } as never) };
}

describe('the figures in view', () => {
  it('come in the order of the page, and those that came into view last come first', async () => {
    const { engine, titles, end } = patient();
    const [a, b, c, d] = GALLERY.filter((entry) => entry.scenario != null);
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('too few');
    const figures = figuresOf(engine);
    const look = (entry: typeof a) => figures.of({ entry, panel: null, form: 'quick' });
    [a, b].forEach(look);
    await Promise.resolve();
    [c, d].forEach(look);
    await Promise.resolve();
    for (let turn = 0; turn < 4; turn += 1) end();
    const title = (entry: typeof a) => (entry.scenario as { title: string }).title;
    expect(titles).toEqual([a, c, d, b].map(title));
  });

  it('keep of their runs the results, and of a picture over time only the curve that is drawn', async () => {
    const figures = figuresOf(fakeEngine({ auto: true }));
    const overTime = GALLERY.find(({ id }) => id === 'gm04-fig14-16');
    const swept = GALLERY.find((entry) => entry.axes.length > 0 && drawnPanels(entry).length > 0);
    if (overTime === undefined || swept === undefined) throw new Error('no such figures');
    const panel = drawnPanels(swept)[0] ?? null;
    const pictures = [
      figures.of({ entry: overTime, panel: null, form: 'quick' }),
      figures.of({ entry: swept, panel, form: 'quick' }),
    ] as const;
    await vi.waitFor(
      () => expect(pictures.map((picture) => picture.get().state)).toEqual(['done', 'done']),
      20_000,
    );
    const [curves, points] = pictures.map((picture) => picture.get());
    expect(curves?.lanes.length).toBeGreaterThan(1);
    for (const lane of curves?.lanes ?? []) {
      expect(Object.keys(lane)).toEqual(['info', 'columns']);
      expect(lane.columns?.info.series).toBe(drawnSeries(overTime));
    }
    expect(points?.lanes).toEqual([]);
    expect(points?.results.length).toBeGreaterThan(1);
  });
});
