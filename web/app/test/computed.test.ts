import type { Engine } from '@ackscope/engine';
import { GALLERY } from '@ackscope/model/gallery';
import { describe, expect, it } from 'vitest';
import { figuresOf } from '../src/gallery/computed.ts';
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
});
