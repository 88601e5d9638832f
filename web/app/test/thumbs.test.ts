import { expect, it, vi } from 'vitest';
import { thumbOf } from '../src/lessons/thumbs.ts';
import { fakeEngine } from './fakeEngine.ts';
import { DEFAULT_PRESET } from '@ackscope/model';

it('keeps of a run only the curve that is drawn', async () => {
  const engine = fakeEngine({ auto: true });
  const thumb = thumbOf(engine, 'one', DEFAULT_PRESET.scenario, 1);
  thumb.subscribe(() => undefined);
  await vi.waitFor(() => expect(thumb.get().lanes).toHaveLength(3));
  for (const lane of thumb.get().lanes) {
    expect(Object.keys(lane)).toEqual(['info', 'columns']);
    expect(lane.columns?.info.series).toBe('cwnd');
  }
});
