import type { ReplayOptions, IntervalDetail } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { followDetail } from '../src/detail.ts';
import type { Runner } from '../src/runner.ts';
import { packetsWithin, coversRange } from '../src/slices/detail.ts';
import { createLabStore } from '../src/store.ts';
import { chunkOf, INFO } from './trace.ts';

interface Asked {
  fromS: number;
  toS: number;
  packets: boolean;
  cancelled: boolean;
  tell: (share: number) => void;
  answer: () => Promise<void>;
}

/** A finished run of one lane at 2 Mbit/s: 167 packets a second. */
function bench() {
  const store = createLabStore();
  const asked: Asked[] = [];
  const replay = (
    lane: number,
    fromS: number,
    toS: number,
    options: ReplayOptions = {},
  ): Promise<IntervalDetail> => {
    let resolve: (detail: IntervalDetail) => void = () => undefined;
    let reject: (reason: Error) => void = () => undefined;
    const detail = new Promise<IntervalDetail>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    const item: Asked = {
      fromS,
      toS,
      packets: options.packets === true,
      cancelled: false,
      tell: (share) => options.onProgress?.(share),
      answer: async () => {
        resolve({ from_s: fromS, to_s: toS, chunk: chunkOf(0, [[fromS, lane + 5]]), packets: null });
        await detail;
        await Promise.resolve();
      },
    };
    asked.push(item);
    options.signal?.addEventListener('abort', () => {
      item.cancelled = true;
      reject(new Error('cancelled'));
    });
    return detail;
  };
  const runner = { replay } as unknown as Runner;
  const frames: (() => void)[] = [];
  const stop = followDetail(store, runner, (callback) => void frames.push(callback));
  /** Runs the callbacks of the next frame. */
  const frame = (): void => {
    for (const callback of frames.splice(0)) callback();
  };
  const { actions } = store.getState();
  actions.runBegan([{ label: 'newreno', algorithm: 'newreno' }], 1000, {}, []);
  const runId = store.getState().run.id;
  actions.runAdvanced(runId, [
    { kind: 'lane', lane: 0, info: INFO },
    { kind: 'chunk', lane: 0, chunk: chunkOf(0, [[0, 1]], [], 1000) },
  ]);
  return { store, actions, asked, stop, frame };
}

describe('the replay of a window', () => {
  it('is asked for once the window is short enough, with single packets once they can be told apart', () => {
    const { actions, asked } = bench();
    actions.setTimeRange([100, 400]); // 50 000 packets
    expect(asked).toHaveLength(0);
    actions.setTimeRange([100, 200]); // 16 667: curves
    expect(asked).toMatchObject([{ fromS: 50, toS: 250, packets: false }]);
    actions.setTimeRange([150, 160]); // 1667: packets
    expect(asked[0]?.cancelled).toBe(true);
    expect(asked[1]).toMatchObject({ fromS: 145, toS: 165, packets: true, cancelled: false });
  });

  it('tells how far it is, and is kept while the window moves within it', async () => {
    const { store, actions, asked, frame } = bench();
    actions.setTimeRange([100, 200]);
    for (const share of [0.25, 0.5]) asked[0]?.tell(share);
    // A message of a worker renders nothing by itself.
    expect(store.getState().detail.progress).toBeNull();
    frame();
    expect(store.getState().detail.progress).toBe(0.5);
    await asked[0]?.answer();
    // A replay that is not on the screen yet is not requested again.
    actions.setTimeRange([110, 210]);
    expect(asked).toHaveLength(1);
    expect(store.getState().detail.lanes).toEqual([]);
    frame();
    expect(store.getState().detail).toMatchObject({ progress: null, lanes: [{ fromS: 50, toS: 250 }] });
    expect(store.getState().detail.lanes[0]?.trace.series[0]?.at(100)).toBe(5);
    actions.setTimeRange([120, 220]);
    expect(asked).toHaveLength(1);
    actions.setTimeRange([160, 260]);
    expect(asked).toHaveLength(2);
    // The screen keeps the old replay until the answer arrives. The whole run needs no replay.
    expect(store.getState().detail.lanes[0]).not.toBeNull();
    actions.setTimeRange(null);
    expect(asked[1]?.cancelled).toBe(true);
    expect(store.getState().detail.lanes).toEqual([]);
  });

  it('of a run that was replaced is not shown', async () => {
    const { store, actions, asked, frame } = bench();
    actions.setTimeRange([100, 200]);
    actions.runBegan([{ label: 'newreno', algorithm: 'newreno' }], 1000, {}, []);
    expect(asked[0]?.cancelled).toBe(true);
    await asked[0]?.answer().catch(() => undefined);
    expect(store.getState().detail.lanes).toEqual([]);
    // A replay that arrives but is not shown before the run is replaced is not shown either.
    const again = bench();
    again.actions.setTimeRange([100, 200]);
    await again.asked[0]?.answer();
    again.actions.runBegan([{ label: 'newreno', algorithm: 'newreno' }], 1000, {}, []);
    again.frame();
    expect(again.store.getState().detail.lanes).toEqual([]);
    frame();
  });

  it('does for a window that it covers from no farther than a few screens away', () => {
    const { store } = bench();
    const trace = store.getState().run.lanes[0]?.trace;
    if (trace == null) throw new Error('no trace');
    const detail = { fromS: 50, toS: 250, trace, packets: null };
    expect(packetsWithin(INFO, 6)).toBe(1000);
    expect(coversRange(detail, [100, 200], 1000)).toBe(true);
    expect(coversRange(detail, [200, 260], 1000)).toBe(false);
    expect(coversRange(detail, [200, 260], 250)).toBe(true); // nothing is simulated beyond 250 s
    expect(coversRange(detail, [100, 110], 1000)).toBe(false); // so short a range needs packets
  });
});
