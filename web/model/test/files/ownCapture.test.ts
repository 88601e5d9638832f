/**
 * A run that is written as a capture and read back. The reader of captures is written from the
 * formats alone; it finds the data in flight, the window and each retransmission of the run, as the
 * engine itself tells them in a qlog.
 */
import { describe, expect, it } from 'vitest';
import { programsOf, realAsk, realEngine } from '../../../engine/test/real-engine.ts';
import type { Curve } from '../../src/files/index.ts';
import { measured } from './read.ts';

const PACKET_BYTES = 1500;
const DURATION_S = 40;
const wasm = realEngine();

const scenarioOf = (flow: object, loss: object = { kind: 'none' }): string =>
  JSON.stringify({
    version: 1,
    duration: DURATION_S,
    hops: [{ rate: '4Mbps', delay: '10ms', queue: { kind: 'drop-tail', capacity: '25pkt' }, loss }],
    flows: [{ name: 'main', rtt: '80ms', compared: true, algorithm: 'newreno', ...flow }],
  });

interface Event {
  time: number;
  name: string;
  data: {
    congestion_window?: number;
    bytes_in_flight?: number;
    frames?: { offset?: number; acked_ranges?: [number, number][] }[];
  };
}

interface State {
  timeS: number;
  /** In segments. */
  cwnd: number;
  inFlight: number;
  /**
   * Whether the window is in flight: not in a recovery, which counts in other ways or anew, and not
   * after duplicate ACKs, for which more is sent (RFC 3042).
   */
  isFull: boolean;
}

/** What the engine says of the run: each retransmission, and each state. */
function toldBy(text: string): { retransmissions: number[]; states: State[] } {
  const run = new wasm.Run(text, 0, programsOf(text));
  while (!run.done()) run.advance(Infinity, 1_000_000);
  const { traces } = JSON.parse(run.qlog(0, 0, DURATION_S, '', '', '')) as { traces: [{ events: Event[] }] };
  run.free();
  const retransmissions: number[] = [];
  const states: State[] = [];
  let [sent, inFlight, cwnd, recovery, acknowledged, advancedS] = [0, 0, 0, 0, 0, 0];
  for (const { time, name, data } of traces[0].events) {
    const timeS = time / 1000;
    const offset = data.frames?.[0]?.offset;
    if (name === 'transport:packet_sent' && offset !== undefined) {
      const segment = offset / PACKET_BYTES;
      if (segment < sent) {
        retransmissions.push(timeS);
        recovery = sent;
      }
      sent = Math.max(sent, segment + 1);
    } else if (name === 'transport:packet_received') {
      // The segments that it acknowledges, each once.
      const ranges = data.frames?.flatMap(({ acked_ranges: some = [] }) => some) ?? [];
      acknowledged += ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
      advancedS = timeS;
    } else if (name === 'recovery:metrics_updated') {
      cwnd = (data.congestion_window ?? cwnd * PACKET_BYTES) / PACKET_BYTES;
      inFlight = (data.bytes_in_flight ?? inFlight * PACKET_BYTES) / PACKET_BYTES;
      states.push({ timeS, cwnd, inFlight, isFull: advancedS === timeS && acknowledged >= recovery });
    }
  }
  return { retransmissions, states };
}

/** When a capture shows a segment for the second time, from its first segment on. */
function againIn({ timeS, beside }: Curve): number[] {
  const so = beside.retransmitted ?? new Float64Array();
  return [...timeS].flatMap((time, at) => Array<number>((so[at] ?? 0) - (so[at - 1] ?? 0)).fill(time));
}

/** Segments in flight after all packets of an instant. */
function inFlightAt({ timeS, values, segment }: Curve, at: number): number {
  let place = timeS.findLastIndex((time) => time <= at + 1e-9);
  while (place + 1 < timeS.length && timeS[place + 1] === timeS[place]) place += 1;
  return (values[place] ?? 0) / (segment?.bytes ?? NaN);
}

const SENDERS: [string, object, object?][] = [
  ['New Reno without timestamps', { timestamps: false }],
  ['CUBIC with SACK', { algorithm: 'cubic-rfc9438', recovery: 'sack' }],
  ['a kernel, and packets lost at random', { tcp: 'linux6' }, { kind: 'bernoulli', probability: 0.004 }],
];

describe('a run as a capture', { timeout: 60_000 }, () => {
  it.each(SENDERS)('is read back: %s', async (_, flow, loss) => {
    const text = scenarioOf(flow, loss);
    const { file, leftOut } = await realAsk('capture', text, 0, { title: 'A run', link: '' });
    expect(leftOut).toEqual([]);
    const { curves, warnings } = await measured(file);
    expect([warnings, ...curves.map((one) => one.warnings)].flat()).toEqual([]);
    const [curve] = curves;
    if (curve === undefined) throw new Error('no flow');
    const payload = curve.segment?.bytes ?? NaN;
    // The packet less the headers of IP and TCP, and the option of timestamps (RFC 7323 appendix A).
    expect(payload).toBe(PACKET_BYTES - 40 - ('timestamps' in flow && !flow.timestamps ? 0 : 12));

    const told = toldBy(text);
    expect(told.retransmissions.length).toBeGreaterThan(10);
    // The curve begins with the first segment of data.
    const shiftS = told.states[0]?.timeS ?? NaN;
    const found = againIn(curve);
    expect(found).toHaveLength(told.retransmissions.length);
    for (const [at, timeS] of found.entries())
      expect(timeS + shiftS).toBeCloseTo(told.retransmissions[at] ?? NaN, 6);

    let compared = 0;
    for (const [at, state] of told.states.entries()) {
      if (!state.isFull || told.states[at + 1]?.timeS === state.timeS) continue;
      const inFlight = inFlightAt(curve, state.timeS - shiftS);
      expect(Math.abs(inFlight - state.inFlight), `${state.timeS} s`).toBeLessThanOrEqual(1);
      expect(Math.abs(inFlight - Math.floor(state.cwnd)), `cwnd at ${state.timeS} s`).toBeLessThanOrEqual(1);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(500);
  });
});
