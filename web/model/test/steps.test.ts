import type { PacketLog } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { packetMoment } from '../src/packetStep.ts';
import { createLabStore } from '../src/store.ts';
import { chunkOf, INFO } from './trace.ts';

const OUT_OF_1 = 0x8000_0004;
const INTO_1 = 0x8000_0007;

/** Records as [place, entered, arrived]. */
function logOf(records: readonly (readonly [number, number, number])[]): PacketLog {
  const zeros = new Float64Array(records.length);
  return {
    from_s: 0,
    to_s: 10,
    flow: new Uint32Array(records.length).fill(1),
    sequence: zeros,
    kind: new Uint8Array(records.length),
    place: Uint32Array.from(records, ([place]) => place),
    enter_s: Float64Array.from(records, ([, enterS]) => enterS),
    start_s: zeros,
    depart_s: zeros,
    arrive_s: Float64Array.from(records, ([, , arriveS]) => arriveS),
    fate: new Uint8Array(records.length),
  };
}

describe('a step by packet', () => {
  // Flow 1 sends at 1 s and receives an ACK at 3 s. The other two records are not its own.
  const log = logOf([
    [OUT_OF_1, 1, 1.2],
    [0, 1.5, 1.7],
    [0x8000_0000, 2, 2.1],
    [INTO_1, 2.8, 3],
  ]);
  it('goes from one sending or ACK of the flow to the next', () => {
    expect(packetMoment(log, 1, 0, 1)).toBe(1);
    expect(packetMoment(log, 1, 1, 1)).toBe(3);
    expect(packetMoment(log, 1, 3, -1)).toBe(1);
  });
  it('ends where the log does', () => {
    expect(packetMoment(log, 1, 3, 1)).toBeNull();
    expect(packetMoment(log, 1, 1, -1)).toBeNull();
  });
});

describe('a step by round trip', () => {
  it('moves by the RTT sampled last, and by the propagation delay before the first sample', () => {
    const info = { ...INFO, series: INFO.series.map((series) => ({ ...series, series: 'rtt', unit: 's' })) };
    const store = createLabStore();
    const { actions } = store.getState();
    actions.runBegan([{ label: 'newreno', algorithm: 'newreno' }], 1000, {}, []);
    const { id } = store.getState().run;
    actions.runAdvanced(id, [
      { kind: 'lane', lane: 0, info },
      { kind: 'chunk', lane: 0, chunk: chunkOf(0, [[1, 0.375]]) },
    ]);
    actions.play();
    actions.stepRtt(1);
    expect(store.getState().clock).toMatchObject({ timeS: 0.25, playing: false });
    actions.seek(2);
    actions.stepRtt(1);
    expect(store.getState().clock.timeS).toBe(2.375);
    actions.stepRtt(-1);
    expect(store.getState().clock.timeS).toBe(2);
  });
});
