import type { LaneInfo } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { describeScene, wayBackInWords } from '../src/path/describe.ts';
import { countPlace, layoutPath } from '../src/path/geometry.ts';
import { mediumOf, roomFor } from '../src/path/rooms.ts';
import { flowInks } from '../src/path/inks.ts';
import { EMPTY_SCENE } from '../src/path/scene.ts';
import { pointOn, reversed, tracePart, wire } from '../src/path/wires.ts';

const CHANNEL = 0x8000_0000;

interface HopShape {
  delayS?: number;
  delayKind?: string;
  rateModel?: string;
  loss?: string;
  backLoss?: string;
}

/** A line of hops with one compared flow over all hops and one more flow over each hop. */
function line(...shapes: HopShape[]): LaneInfo {
  const flow = { algorithm: 'reno', rtt_s: 0.6, packet_bytes: 1500, active: [] };
  const hop = { name: '', rate_bps: 1e7, queue_kind: 'drop-tail', capacity_packets: 50 };
  return {
    engine: '0.1.0',
    provenance: { version: '0.1.0', engine_fingerprint: 'e', scenario_hash: 'h', seed: 1 },
    label: 'reno',
    algorithm: 'reno',
    script_name: null,
    half_growth: false,
    fork_s: null,
    rules: [],
    duration_s: 10,
    flows: [
      {
        ...flow,
        index: 0,
        name: 'main',
        group: 'main',
        direction: 'forward',
        compared: true,
        from: 0,
        to: shapes.length,
      },
      ...shapes.map((_, at) => ({
        ...flow,
        index: at + 1,
        name: `cross ${at}`,
        group: 'cross',
        direction: 'forward' as const,
        compared: false,
        from: at,
        to: at + 1,
      })),
    ],
    hops: shapes.flatMap(({ delayS = 0.01, delayKind, rateModel, loss = 'none', backLoss = 'none' }, at) => [
      {
        ...hop,
        hop: at,
        direction: 'forward' as const,
        delay_s: delayS,
        ...(delayKind === undefined ? {} : { delay_over_time: { kind: delayKind, most_s: 2 * delayS } }),
        ...(rateModel === undefined ? {} : { rate_model: rateModel }),
        loss_kind: loss,
      },
      { ...hop, hop: at, direction: 'backward' as const, delay_s: delayS, loss_kind: backLoss },
    ]),
    series: [],
  };
}

describe('what a hop is drawn as', () => {
  it('a wire loses nothing, a radio link does, in whichever direction', () => {
    expect(mediumOf(line({}), 0)).toBe('wire');
    expect(mediumOf(line({ loss: 'gilbert' }), 0)).toBe('radio');
    expect(mediumOf(line({ backLoss: 'bernoulli' }), 0)).toBe('radio');
  });

  it('a satellite is farther than any place on Earth by fibre, or is handed over to the next', () => {
    expect(mediumOf(line({ delayS: 0.1 }), 0)).toBe('wire');
    expect(mediumOf(line({ delayS: 0.25 }), 0)).toBe('satellite');
    expect(mediumOf(line({ delayS: 0.02, loss: 'handoff' }), 0)).toBe('satellite');
    expect(mediumOf(line({ delayS: 0.02, delayKind: 'handover' }), 0)).toBe('satellite');
    expect(mediumOf(line({ delayS: 0.02, delayKind: 'steps' }), 0)).toBe('wire');
  });

  it('a rate that a model draws is that of a radio link, and to low orbits that of a satellite', () => {
    expect(mediumOf(line({ rateModel: 'cellular' }), 0)).toBe('radio');
    expect(mediumOf(line({ rateModel: 'wifi' }), 0)).toBe('radio');
    expect(mediumOf(line({ rateModel: 'leo' }), 0)).toBe('satellite');
  });

  it('joining flows and satellites take room above the line', () => {
    expect(roomFor(line({}))).toBe('plain');
    expect(roomFor(line({}, {}))).toBe('joins');
    expect(roomFor(line({}, { delayS: 0.25 }))).toBe('satellite');
  });
});

describe('a line of hops', () => {
  const geometry = layoutPath(line({}, {}, {}, {}, {}), 800, 146);

  it('has its routers in order between the hosts, and they do not touch', () => {
    let edge = geometry.hosts.left.x + geometry.hosts.left.width;
    for (const router of [...geometry.routers, geometry.hosts.right]) {
      expect(router.x).toBeGreaterThan(edge);
      edge = router.x + router.width;
    }
    expect(edge).toBeLessThanOrEqual(800);
  });

  it('lets flows that join between the ends in and out above their routers, inside the picture', () => {
    expect([...geometry.joins.keys()]).toEqual([1, 2, 3, 4]);
    // The flow over hop 1 enters at router 1 and leaves at router 2.
    const into = geometry.accessOf(CHANNEL + 4 * 2)?.points ?? [];
    const out = geometry.accessOf(CHANNEL + 4 * 2 + 1)?.points ?? [];
    expect(into[1]?.y).toBe(geometry.routers[1]?.y);
    expect(out[0]?.y).toBe(geometry.routers[2]?.y);
    expect(out[1]?.y).toBeLessThan(out[0]?.y ?? 0);
    for (const box of geometry.joins.values()) expect(box.y).toBeGreaterThanOrEqual(0);
  });

  it('fits on a phone', () => {
    const phone = layoutPath(line({}, {}, {}, {}, {}), 344, 146);
    let edge = phone.hosts.left.x + phone.hosts.left.width;
    for (const router of [...phone.routers, phone.hosts.right]) {
      expect(router.x).toBeGreaterThan(edge);
      edge = router.x + router.width;
    }
    expect(edge).toBeLessThanOrEqual(344);
  });

  it.each([344, 760, 960, 1100])('on %i px, the counts of ten queues are clear of who joins', (width) => {
    const crowd = layoutPath(line(...Array.from({ length: 10 }, () => ({}))), width, 146);
    const counts = [...crowd.channels.values()].filter(({ hop }) => hop.direction === 'forward');
    expect(counts).toHaveLength(10);
    // Half the width of three digits and, unless crowded, of the number of losses.
    const halfText = crowd.crowded ? 11 : 20;
    for (const channel of counts) {
      const { x, y, textAnchor } = countPlace(crowd, channel);
      const [fromX, toX] = textAnchor === 'start' ? [x, x + 2 * halfText] : [x - halfText, x + halfText];
      for (const join of crowd.joins.values()) {
        const beside = toX <= join.x || fromX >= join.x + join.width;
        expect(beside || y <= join.y).toBe(true);
      }
    }
  });
});

describe('the way by a satellite', () => {
  const geometry = layoutPath(line({ delayS: 0.25 }), 800, 162);
  const up = geometry.channels.get(0)?.wire ?? wire();
  const back = geometry.channels.get(1)?.wire ?? wire();

  it('climbs to the satellite half of the time and comes down the other half', () => {
    const top = pointOn(up, 0.5);
    expect(top.x).toBeCloseTo(geometry.hops[0]?.satellite?.x ?? NaN);
    expect(top.y).toBeLessThan(pointOn(up, 0.25).y);
    expect(top.y).toBeLessThan(pointOn(up, 0.75).y);
    expect(pointOn(up, 0.25).y).toBeCloseTo(pointOn(up, 0.75).y);
  });

  it('runs from right to left for what goes back', () => {
    expect(pointOn(back, 0).x).toBeGreaterThan(pointOn(back, 1).x);
    expect(pointOn(reversed(back), 0)).toEqual(pointOn(back, 1));
  });
});

it('a packet is drawn round a bend of its wire', () => {
  const way = wire({ x: 0, y: 0 }, { x: 3, y: 4 }, { x: 6, y: 0 });
  const drawn: number[][] = [];
  const context = {
    moveTo: (x: number, y: number) => void drawn.push([x, y]),
    lineTo: (x: number, y: number) => void drawn.push([x, y]),
  };
  tracePart(context, way, 0.25, 0.75);
  expect(drawn).toEqual([
    [1.5, 2],
    [3, 4],
    [4.5, 2],
  ]);
  drawn.length = 0;
  tracePart(context, way, 0, 0.5);
  expect(drawn).toEqual([
    [0, 0],
    [3, 4],
  ]);
});

describe('colours of flows', () => {
  it('are one per group, the compared one in the colour of its lane, with shades within a group', () => {
    const { inkOf, legend } = flowInks(line({}, {}, {}), 'green');
    expect(legend.map(({ name, flows, compared }) => [name, flows, compared])).toEqual([
      ['main', 1, true],
      ['cross', 3, false],
    ]);
    expect(inkOf(0)).toEqual({ colour: 'green', shade: 0 });
    const cross = [1, 2, 3].map(inkOf);
    expect(new Set(cross.map((ink) => ink.colour))).toEqual(new Set(['cross']));
    expect(cross.map((ink) => ink.shade)).toEqual([0, 1, 2]);
  });
});

it('says in words how many wait, are under way and were lost, and where a channel is bad', () => {
  const info = line({}, { loss: 'gilbert' });
  const ink = { colour: 'blue', shade: 0 } as const;
  const scene = {
    ...EMPTY_SCENE,
    queues: new Map([[2, { inks: [ink, ink], acks: [false, false] }]]),
    underWay: new Map([[2, 5]]),
    lost: new Map([[2, 1]]),
  };
  const words = describeScene(info, scene, 1.5, (channel) => (channel === 2 ? true : null));
  expect(words).toContain('At 1.500 s.');
  expect(words).toContain('Hop 1 (10 Mbit/s) forward: 0 of 50 queued, 0 on the link.');
  expect(words).toContain(
    'Lossy hop 2 (10 Mbit/s) forward: 2 of 50 queued, 5 on the link, 1 just lost, in its bad state.',
  );
});

const INK = { colour: 'cross', shade: 0 } as const;

describe('the way back', () => {
  it('is said to be shared only while somebody else sends there', () => {
    const info = line({});
    const reverse = { name: 'reverse', group: 'reverse', direction: 'backward' as const };
    const [, cross] = info.flows;
    if (cross === undefined) throw new Error('no second flow');
    const withReverse = {
      ...info,
      flows: [
        ...info.flows,
        { ...cross, ...reverse, index: 2, active: [[250, 500]] as [number, number][] },
        { ...cross, ...reverse, index: 3, active: [[251, 500]] as [number, number][] },
      ],
    };
    const said = (timeS: number, acks: boolean[] = []): string =>
      wayBackInWords(withReverse, timeS, { queues: new Map([[1, { inks: acks.map(() => INK), acks }]]) });
    expect(said(100)).toBe('only ACKs on the reverse path');
    expect(said(250.5)).toBe('1 flow on the reverse path');
    expect(said(300)).toBe('2 flows on the reverse path');
    expect(said(600, [true, true])).toBe('only ACKs on the reverse path');
    // What they left behind is not an ACK.
    expect(said(500.1, [false, true, false])).toBe('2 data packets wait on the reverse path');
    expect(said(500.2, [false])).toBe('1 data packet waits on the reverse path');
    // A flow that lasts to the end of the run still sends there.
    const toTheEnd = { ...withReverse, duration_s: 500 };
    expect(wayBackInWords(toTheEnd, 500, { queues: new Map() })).toBe('2 flows on the reverse path');
  });
});
