import { drawnPanels, GALLERY } from '@ackscope/model/gallery';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { computedOf, drawnSeries, leaveFigures } from '../src/gallery/computed.ts';
import { fakeEngine } from './fakeEngine.ts';

afterEach(leaveFigures);

describe('the figures in view', () => {
  it('keep of their runs the results, and of a picture over time only the curve that is drawn', async () => {
    const engine = fakeEngine({ auto: true });
    const overTime = GALLERY.find(({ id }) => id === 'gm04-fig14-16');
    const swept = GALLERY.find((entry) => entry.axes.length > 0 && drawnPanels(entry).length > 0);
    if (overTime === undefined || swept === undefined) throw new Error('no such figures');
    const panel = drawnPanels(swept)[0] ?? null;
    const pictures = [
      computedOf(engine, { entry: overTime, panel: null, form: 'quick' }),
      computedOf(engine, { entry: swept, panel, form: 'quick' }),
    ] as const;
    for (const picture of pictures) picture.subscribe(() => undefined);
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

  it('go on after one of them is left, until the gallery is left', async () => {
    const engine = fakeEngine();
    const entry = GALLERY.find(({ id }) => id === 'gm04-fig14-16');
    if (entry === undefined) throw new Error('no such figure');
    const picture = computedOf(engine, { entry, panel: null, form: 'quick' });
    const nothing = (): void => undefined;
    const leave = picture.subscribe(nothing);
    await vi.waitFor(() => expect(picture.get().lanes.length).toBeGreaterThan(1));
    leave();
    expect(picture.get().lanes.length).toBeGreaterThan(1);
    leaveFigures();
    expect(picture.get().lanes).toEqual([]);
    picture.subscribe(nothing);
    await vi.waitFor(() => expect(engine.started).toHaveLength(2));
  });
});
