import type { LaneInfo, PacketLog } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { layoutPath } from '../src/path/geometry.ts';
import { longestTripS } from '../src/path/rooms.ts';
import { sceneAt, seenBySender } from '../src/path/scene.ts';
import type { Wire } from '../src/path/wires.ts';

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
  provenance: { version: '0.1.0', engine_fingerprint: 'e', scenario_hash: 'h', seed: 1 },
  label: 'newreno',
  algorithm: 'newreno',
  script_name: null,
  half_growth: false,
  fork_s: null,
  rules: [],
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
const BLUE = { colour: 'blue', shade: 0 } as const;
const CROSS = { colour: 'cross', shade: 1 } as const;
const inkOf = (index: number) => (index === 0 ? BLUE : CROSS);
const FALL_S = 0.05;
const at = (rows: Row[], timeS: number) => sceneAt(logOf(rows), timeS, geometry, inkOf, FALL_S);
const ends = (way: Wire | null | undefined) => ({
  from: way?.points[0] ?? { x: NaN, y: NaN },
  to: way?.points[way.points.length - 1] ?? { x: NaN, y: NaN },
});

describe('a packet on a channel', () => {
  const packet: Row = { place: 0, enter: 1, start: 1.03, depart: 1.036, arrive: 1.046 };

  it('waits in the queue until its transmission starts', () => {
    const scene = at([packet], 1.02);
    expect(scene.dots).toEqual([]);
    expect([...scene.queues]).toEqual([[0, { inks: [BLUE], acks: [false] }]]);
  });

  it('leaves with its head first and its tail still in the router', () => {
    const scene = at([packet], 1.033);
    const [dot] = scene.dots;
    expect(dot?.wire).toBe(geometry.channels.get(0)?.wire);
    expect(dot?.tail).toBe(0);
    // 3 ms after the start of a propagation of 10 ms.
    expect(dot?.head).toBeCloseTo(0.3);
    expect(scene.underWay.get(0)).toBe(1);
  });

  it('is seen by its own sender, who knows of no queue, no drop and no other', () => {
    const rows: Row[] = [
      packet,
      { ...packet, flow: 1 },
      { ...packet, start: 1.2, depart: 1.206, arrive: 1.216 },
      { ...packet, enter: 1.03, fate: 1 },
    ];
    const own = seenBySender(sceneAt(logOf(rows), 1.033, geometry, inkOf, FALL_S, 0));
    expect(own.dots).toEqual(at([packet], 1.033).dots);
    expect([own.queues.size, own.lost.size, own.falls.length]).toEqual([0, 0, 0]);
    const all = at(rows, 1.033);
    expect([all.dots.length, all.queues.size, all.falls.length]).toEqual([2, 1, 1]);
  });

  it('is nowhere once it has arrived', () => {
    const scene = at([packet], 1.046);
    expect(scene.dots).toEqual([]);
    expect(scene.queues.size).toBe(0);
  });

  it('shows its mark on the way and is nowhere once it has arrived', () => {
    const marked: Row = { ...packet, fate: 3 };
    expect(at([marked], 1.04).dots[0]?.marked).toBe(true);
    expect(at([packet], 1.04).dots[0]?.marked).toBe(false);
    expect(at([marked], 1.046).dots).toEqual([]);
  });

  it('waits behind those that came before it', () => {
    const later: Row = { ...packet, flow: 1, kind: 1, enter: 1.01, start: 1.036, depart: 1.037 };
    expect(at([later, packet], 1.02).queues.get(0)).toEqual({ inks: [BLUE, CROSS], acks: [false, true] });
  });
});

describe('a lost packet', () => {
  it('falls at the tail of a full queue, and is counted for a while after it is gone', () => {
    const dropped: Row = { place: 0, enter: 1, start: NaN, depart: NaN, arrive: NaN, fate: 1 };
    expect(at([dropped], 0.99).falls).toEqual([]);
    const scene = at([dropped], 1.025);
    expect(scene.falls[0]?.progress).toBeCloseTo(0.5);
    expect(scene.falls[0]?.x).toBe(geometry.channels.get(0)?.queue.x);
    // A dropped packet never enters the queue.
    expect(scene.queues.size).toBe(0);
    expect(at([dropped], 1.06).falls).toEqual([]);
    expect(at([dropped], 1.06).lost.get(0)).toBe(1);
    expect(at([dropped], 1.21).lost.size).toBe(0);
  });

  it('falls beside the count that stands below a backward queue', () => {
    const place = [...geometry.channels].find(([, { hop: at }]) => at.direction === 'backward')?.[0] ?? NaN;
    const dropped: Row = { place, enter: 1, start: NaN, depart: NaN, arrive: NaN, fate: 1 };
    const { x, width } = geometry.channels.get(place)?.queue ?? { x: NaN, width: NaN };
    const [begins, falls] = [1, 1.04].map((timeS) => at([dropped], timeS).falls[0]?.x ?? NaN);
    expect(begins).toBe(x + width);
    expect(falls).toBeGreaterThan(x + width + 20);
  });

  it('falls in the middle of the wire if the link lost it', () => {
    const lost: Row = { place: 0, enter: 1, start: 1, depart: 1.006, arrive: 1.016, fate: 2 };
    expect(at([lost], 1.008).falls).toEqual([]);
    expect(at([lost], 1.008).dots).toHaveLength(1);
    const { from, to } = ends(geometry.channels.get(0)?.wire);
    const [fall] = at([lost], 1.02).falls;
    expect(fall?.x).toBeCloseTo((from.x + to.x) / 2);
    expect(at([lost], 1.02).dots).toEqual([]);
    expect(at([lost], 1.3).falls).toEqual([]);
  });
});

describe('directions', () => {
  it('data of a forward flow and ACKs of a reverse flow run rightwards on the upper lane', () => {
    for (const place of [CHANNEL + 0, CHANNEL + 4 + 2]) {
      const { from, to } = ends(geometry.accessOf(place));
      expect(from.y).toBe(geometry.laneY.forward);
      expect(to.x).toBeGreaterThan(from.x);
    }
  });

  it('data of a reverse flow and ACKs of a forward flow run leftwards on the lower lane', () => {
    for (const place of [CHANNEL + 2, CHANNEL + 4 + 0]) {
      const { from, to } = ends(geometry.accessOf(place));
      expect(from.y).toBe(geometry.laneY.backward);
      expect(to.x).toBeLessThan(from.x);
    }
  });

  it('every access link ends where a channel begins or begins where one ends', () => {
    const [first, last] = geometry.routers;
    const ports = [first?.x, (last?.x ?? 0) + (last?.width ?? 0)];
    for (const k of [0, 1, 2, 3]) {
      const { from, to } = ends(geometry.accessOf(CHANNEL + k));
      expect(ports.includes(from.x) || ports.includes(to.x)).toBe(true);
    }
  });
});

describe('how far back a replay begins', () => {
  it('covers the slowest way through full queues', () => {
    // Half an RTT of propagation, and 40 packets of 6 ms in each direction.
    expect(longestTripS(info)).toBeCloseTo(0.125 + 2 * 40 * 0.006);
  });
});
