import type { Engine, LaneResults, RunListener, ScenarioError } from '@ackscope/engine';
import { expect, it } from 'vitest';
import { launch } from '../src/launch.ts';
import type { LaneUpdate } from '../src/slices/run.ts';
import { chunkOf, INFO } from './trace.ts';

/** A run of two lanes whose engine and frames the test controls. */
function launched(replacesLanes: boolean) {
  let listener: RunListener | null = null;
  const engine = {
    start: (_: string, heard: RunListener) => {
      listener = heard;
      return { cancel: () => undefined };
    },
  } as unknown as Engine;
  const frames: (() => void)[] = [];
  const told: (readonly LaneUpdate[])[] = [];
  const failed: [number, string][] = [];
  const run = launch(engine, '{}', {
    lanes: [
      { label: 'newreno', algorithm: 'newreno' },
      { label: 'vegas', algorithm: 'vegas' },
    ],
    schedule: (callback) => void frames.push(callback),
    isShort: true,
    onLaneDone: () => undefined,
  });
  const fail = (lane: number, error: ScenarioError): void => void failed.push([lane, error.message]);
  run.show({ begin: () => undefined, tell: (updates) => told.push(updates), fail }, replacesLanes);
  const lanes = (): number[][] => told.map((updates) => updates.map(({ lane }) => lane));
  const hear = (tell: (to: RunListener) => void): void => {
    if (listener !== null) tell(listener);
  };
  return { hear, frames, lanes, failed };
}

it('gives the first picture of each new lane a frame of its own, the leftmost first, then all a frame together', () => {
  const { hear, frames, lanes } = launched(true);
  const chunks = (to: RunListener): void => {
    for (const lane of [1, 0]) to.onChunk(lane, chunkOf(0, [[1, 2]]));
  };
  hear((to) => {
    for (const lane of [0, 1]) to.onLane(lane, INFO);
  });
  expect(frames).toHaveLength(0);
  hear(chunks);
  frames.shift()?.();
  expect(lanes()).toEqual([[0, 0]]);
  frames.shift()?.();
  expect(lanes()).toEqual([
    [0, 0],
    [1, 1],
  ]);
  expect(frames).toHaveLength(0);
  hear(chunks);
  expect(frames).toHaveLength(1);
  frames.shift()?.();
  expect(lanes().at(-1)).toEqual([1, 0]);
});

it('gives lanes that keep their picture until then one frame', () => {
  const { hear, frames, lanes } = launched(false);
  hear((to) => {
    for (const lane of [0, 1]) to.onChunk(lane, chunkOf(0, [[1, 2]]));
  });
  expect(frames).toHaveLength(1);
  frames.shift()?.();
  expect(lanes()).toEqual([[0, 1]]);
  expect(frames).toHaveLength(0);
});

it('says why a lane ended at a ceiling of packets or memory, once it has ended', () => {
  const { hear, failed } = launched(false);
  const stopped = 'The run stopped at 3 s of simulated time: 1501 MB of memory were in use.';
  const results = { engine: { packet_hops: 5, stopped } } as unknown as LaneResults;
  hear((to) => to.onResults(1, results, false));
  expect(failed).toEqual([]);
  hear((to) => to.onResults(1, results, true));
  expect(failed).toEqual([[1, stopped]]);
});
