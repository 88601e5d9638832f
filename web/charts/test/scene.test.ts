import type { LaneInfo, PacketLog } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { layoutPath } from '../src/path/geometry.ts';
import { longestTripS, sceneAt } from '../src/path/scene.ts';

const CHANNEL = 0x8000_0000;
const flow = {
  group: 'main',
  algorithm: 'newreno',
  from: 0,
  to: 1,
  rtt_s: 0.25,
  packet_bytes: 1500,
  active: [[0, 10]] as [number, number][],
};
const hop = {
  hop: 0,
  name: '',
  rate_bps: 2e6,
  delay_s: 0.01,
  queue_kind: 'drop-tail',
  capacity_packets: 40,
  loss_kind: 'none',
};
const info: LaneInfo = {
  engine: '0.1.0',
  label: 'newreno',
  algorithm: 'newreno',
  duration_s: 10,
  flows: [
    { ...flow, index: 0, name: 'main', direction: 'forward', compared: true },
    { ...flow, index: 1, name: 'reverse', direction: 'backward', compared: false },
  ],
  hops: [
    { ...hop, direction: 'forward' },
    { ...hop, direction: 'backward' },
  ],
  series: [],
};

interface Row {
  place: number;
  flow?: number;
  kind?: number;
  enter: number;
  start: number;
  depart: number;
  arrive: number;
  fate?: number;
}

function logOf(rows: Row[]): PacketLog {
  return {
    from_s: 0,
    to_s: 10,
    flow: Uint32Array.from(rows, (row) => row.flow ?? 0),
    sequence: Float64Array.from(rows, (_, at) => at),
    kind: Uint8Array.from(rows, (row) => row.kind ?? 0),
    place: Uint32Array.from(rows, (row) => row.place),
    enter_s: Float64Array.from(rows, (row) => row.enter),
    start_s: Float64Array.from(rows, (row) => row.start),
    depart_s: Float64Array.from(rows, (row) => row.depart),
    arrive_s: Float64Array.from(rows, (row) => row.arrive),
    fate: Uint8Array.from(rows, (row) => row.fate ?? 0),
  };
}

const geometry = layoutPath(info, 840, 120);
const colourOf = (index: number) => (index === 0 ? ('blue' as const) : ('cross' as const));
const at = (rows: Row[], timeS: number) => sceneAt(logOf(rows), timeS, geometry, colourOf, 0.05);

describe('a packet on a channel', () => {
  const packet: Row = { place: 0, enter: 1, start: 1.03, depart: 1.036, arrive: 1.046 };
  const wire = geometry.channels.get(0)?.wire ?? { x0: 0, x1: 0, y0: 0, y1: 0 };

  it('waits in the queue until its transmission starts', () => {
    const scene = at([packet], 1.02);
    expect(scene.dots).toEqual([]);
    expect(scene.queues).toEqual([{ channel: 0, colours: ['blue'], acks: [false] }]);
  });

  it('leaves with its head first and its tail still in the router', () => {
    const [dot] = at([packet], 1.033).dots;
    expect(dot?.x0).toBe(wire.x0);
    expect(dot?.x1).toBeCloseTo(wire.x0 + 0.3 * (wire.x1 - wire.x0));
  });

  it('is nowhere once it has arrived', () => {
    expect(at([packet], 1.046)).toEqual({ dots: [], queues: [] });
  });
});

describe('a lost packet', () => {
  it('falls at the tail of a full queue and fades', () => {
    const dropped: Row = { place: 0, enter: 1, start: NaN, depart: NaN, arrive: NaN, fate: 1 };
    expect(at([dropped], 0.99).dots).toEqual([]);
    const [dot] = at([dropped], 1.025).dots;
    expect(dot?.fade).toBeCloseTo(0.5);
    expect(at([dropped], 1.06).dots).toEqual([]);
    // It was never in the queue.
    expect(at([dropped], 1.01).queues).toEqual([]);
  });

  it('falls in the middle of the wire if the link lost it', () => {
    const lost: Row = { place: 0, enter: 1, start: 1, depart: 1.006, arrive: 1.016, fate: 2 };
    expect(at([lost], 1.008).dots[0]?.fade).toBe(0);
    expect(at([lost], 1.02).dots[0]?.fade).toBeGreaterThan(0);
    expect(at([lost], 1.2).dots).toEqual([]);
  });
});

describe('directions', () => {
  it('data of a forward flow and ACKs of a reverse flow run rightwards on the upper lane', () => {
    const data = geometry.accessOf(CHANNEL + 0);
    const ackOfReverse = geometry.accessOf(CHANNEL + 4 + 2);
    expect(data?.y0).toBe(geometry.laneY.forward);
    expect(ackOfReverse?.y0).toBe(geometry.laneY.forward);
    expect((data?.x1 ?? 0) - (data?.x0 ?? 0)).toBeGreaterThan(0);
    expect((ackOfReverse?.x1 ?? 0) - (ackOfReverse?.x0 ?? 0)).toBeGreaterThan(0);
  });

  it('data of a reverse flow and ACKs of a forward flow run leftwards on the lower lane', () => {
    for (const place of [CHANNEL + 2, CHANNEL + 4 + 0]) {
      const wire = geometry.accessOf(place);
      expect(wire?.y0).toBe(geometry.laneY.backward);
      expect((wire?.x1 ?? 0) - (wire?.x0 ?? 0)).toBeLessThan(0);
    }
  });

  it('every access link ends where a channel begins or begins where one ends', () => {
    const [first, last] = geometry.routers;
    const ports = [first?.x, (last?.x ?? 0) + (last?.width ?? 0)];
    for (const k of [0, 1, 2, 3]) {
      const wire = geometry.accessOf(CHANNEL + k);
      expect(ports.includes(wire?.x0) || ports.includes(wire?.x1)).toBe(true);
    }
  });
});

describe('how far back a replay begins', () => {
  it('covers the slowest way through full queues', () => {
    // Half an RTT of propagation and 40 packets of 6 ms in either direction.
    expect(longestTripS(info)).toBeCloseTo(0.125 + 2 * 40 * 0.006);
  });
});
