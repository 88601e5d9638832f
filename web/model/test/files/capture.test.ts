import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BEFORE, FLIGHT, MSS, capture, handshake, transfer } from './captures.ts';
import type { Form, Sent } from './captures.ts';
import { curve, gzipped, measured, pairs, peak, problem } from './read.ts';

/** Two segments of 1000 bytes, an ACK, a third segment; all acknowledged. Numbers wrap. */
const STORY: Sent[] = [
  { timeS: 100, up: true, sequence: 4294966495, syn: true },
  { timeS: 100.1, up: false, sequence: 5, acknowledged: 4294966496, syn: true },
  { timeS: 100.25, up: true, sequence: 4294966496, acknowledged: 6, payload: 1000 },
  { timeS: 100.25, up: true, sequence: 200, acknowledged: 6, payload: 1000 },
  { timeS: 100.5, up: false, sequence: 6, acknowledged: 200 },
  { timeS: 100.75, up: true, sequence: 1200, acknowledged: 6, payload: 1000 },
  // A retransmission, so the data in flight does not grow.
  { timeS: 101, up: true, sequence: 200, acknowledged: 6, payload: 1000 },
  { timeS: 101.25, up: false, sequence: 6, acknowledged: 2200, payload: 10 },
];

const TOLD = [
  [0, 1],
  [0, 2],
  [0.25, 1],
  [0.5, 2],
  [0.75, 2],
  [1, 0],
];

const FORMS: Form[] = [
  { big: true },
  { file: 'nano' },
  { file: 'nano', big: true },
  { version: 6 },
  { before: BEFORE.vlan },
  { link: 101, before: BEFORE.none },
  { link: 113, before: BEFORE.cooked },
  { link: 276, before: BEFORE.cooked2 },
  { link: 0, before: BEFORE.loopback },
  { link: 9, before: BEFORE.ppp },
  { link: 9, before: BEFORE.ppp, version: 6 },
  { link: 9, before: BEFORE.pppWithAddress },
  { file: 'pcapng' },
  { file: 'pcapng', big: true, version: 6 },
  { file: 'pcapng', digits: 9 },
  { file: 'pcapng', digits: 3 },
  { file: 'pcapng', digits: 20, binary: true },
  { noLength: true },
  { noLength: true, version: 6 },
];

describe('a capture of packets', { timeout: 30_000 }, () => {
  it('tells what is in flight of the flow that carries most, in packets', async () => {
    const read = await curve(capture(STORY));
    expect(pairs(read)).toEqual(TOLD);
    expect([read.name, read.quantity, read.segment?.bytes]).toEqual([
      '10.0.0.7:1111 → 10.0.0.9:2222',
      'data in flight',
      1000,
    ]);
  });

  it('is the same in every form, byte order, clock and link layer', async () => {
    for (const form of FORMS)
      expect(pairs(await curve(capture(STORY, form))), JSON.stringify(form)).toEqual(TOLD);
  });

  it('has the packet size of the SYN, or of the largest common payload, and not of many tiny ones', async () => {
    const cases: [Sent[], Form, number][] = [
      [transfer(), {}, MSS],
      [transfer({ syn: false }), {}, MSS],
      [transfer({ bundle: 4 }), { noLength: true }, MSS],
      [transfer({ bundle: 4, syn: false }), { noLength: true, version: 6 }, MSS],
      // A SYN offers 1460; timestamps take 12 of them in each segment.
      [transfer({ payload: 1448 }), { timestamps: true }, 1448],
      // The path carries less than the SYN offers.
      [transfer({ payload: 1380 }), {}, 1380],
      [transfer({ payload: 536, mss: 536 }), { link: 9, before: BEFORE.ppp }, 536],
    ];
    for (const [sent, form, bytes] of cases) {
      const read = await curve(capture(sent, form));
      expect(read.segment?.bytes).toBe(bytes);
      // Twelve segments and fifteen times five bytes are in flight.
      expect(peak(read)).toBeCloseTo(FLIGHT + 75 / bytes, 9);
    }
  });

  it('without ACKs is refused, and with too few of them says so', async () => {
    expect(await problem(capture(transfer({ acks: false })))).toContain('holds no ACKs');
    const few = transfer().filter(({ up, payload = 0, syn = false }) => !up || payload > 0 || syn);
    expect((await curve(capture(few))).warnings).toEqual([
      'The capture misses ACKs: data in flight may be shown too large.',
    ]);
    expect((await curve(capture(transfer()))).warnings).toEqual([]);
  });

  it('away from the sender says so: at the receiver each segment is acknowledged at once', async () => {
    const doubts = async (at: number, up: boolean): Promise<string> =>
      (await curve(capture(handshake({ at, up })))).warnings.join();
    for (const up of [true, false]) {
      expect(await doubts(0, up)).toBe('');
      expect(await doubts(0.1, up)).toBe('');
      expect(await doubts(0.5, up)).toContain('not made at the sender: 50 % of the round-trip time');
      expect(await doubts(1, up)).toContain('not made at the sender: 100 % of the round-trip time');
    }
  });

  it('that misses segments, or holds packets of an unknown link layer, says so', async () => {
    const holes = transfer().filter(({ payload }, at) => payload !== MSS || at % 20 !== 0);
    expect(holes.length).toBeLessThan(transfer().length);
    const missing = transfer().length - holes.length;
    expect((await curve(capture(holes))).warnings.join()).toContain(`misses ${missing} segments`);
    // The type of the interface changes from Ethernet to a wireless one after some packets.
    const whole = capture(transfer(), { file: 'pcapng' });
    const wireless = capture(STORY, { file: 'pcapng', link: 127 });
    const both = new Uint8Array([...whole, ...wireless]);
    expect((await measured(both)).warnings.join()).toContain(
      `${STORY.length} of ${STORY.length + transfer().length} packets have the link type 127`,
    );
  });

  it('with a port that is used again has each connection for itself', async () => {
    // The next connection may count from below, from above, or from far away.
    for (const first of [0, 500_000, 2 ** 31]) {
      const again = STORY.map((sent) => ({
        ...sent,
        timeS: sent.timeS + 60,
        sequence: ((sent.sequence ?? 0) + first + 1000) % 2 ** 32,
        ...(sent.acknowledged === undefined
          ? {}
          : { acknowledged: (sent.acknowledged + first + 1000) % 2 ** 32 }),
      }));
      const { curves, warnings } = await measured(capture([...STORY, ...again]));
      const name = '10.0.0.7:1111 → 10.0.0.9:2222';
      const up = curves.filter((one) => one.name.startsWith(name));
      expect(up.map((one) => [one.name, pairs(one)])).toEqual([
        [name, TOLD],
        [`${name}, connection 2`, TOLD],
      ]);
      expect([warnings, ...curves.map((one) => one.warnings)].flat().join()).not.toContain('contradict');
    }
  });

  it('with several connections shows the largest, and has the others to choose from', async () => {
    const other = transfer({ flights: 3 }).map((sent) => ({ ...sent, port: 1112 }));
    const { curves } = await measured(capture([...other, ...transfer()]));
    expect(curves.map(({ name }) => name).slice(0, 2)).toEqual([
      '10.0.0.9:2222 → 10.0.0.7:1111',
      '10.0.0.9:2222 → 10.0.0.7:1112',
    ]);
  });

  it('that was cut off in a packet tells what came before, and says so', async () => {
    for (const file of ['pcap', 'pcapng'] as const) {
      const whole = capture(STORY, { file });
      const read = await measured(whole.slice(0, whole.length - 5));
      expect(read.curves[0] && pairs(read.curves[0])).toEqual(TOLD.slice(0, -1));
      expect(read.warnings.join()).toContain('it ends within');
    }
  });

  it('is read compressed', async () => {
    expect(pairs(await curve(await gzipped(capture(STORY))))).toEqual(TOLD);
  });

  it('of an unknown link layer, or without data, is refused with what is there', async () => {
    expect(await problem(capture(STORY, { link: 127 }))).toContain('link type 127');
    expect(await problem(capture(STORY.slice(0, 2)))).toContain('no TCP segment with data');
  });

  it('with hundreds of thousands of flows needs one look at each packet, not at each pair', async () => {
    // One segment in each of 40 000 flows, and one transfer.
    const many = Array.from({ length: 40_000 }, (_, at): Sent => ({
      timeS: 999,
      up: true,
      port: 2300 + (at % 60_000),
      payload: 10,
      acknowledged: 1,
    }));
    const read = await curve(capture([...many, ...transfer()]));
    expect(peak(read)).toBeCloseTo(FLIGHT + 75 / MSS, 9);
  });

  it('of a real kernel is read: 300 kB in pieces of 5000 bytes over loopback', async () => {
    // Linux 6.18: sixty calls of `sendto`, a maximum segment size of 1460, the first 96 bytes of
    // each packet.
    const read = await measured(
      new Uint8Array(readFileSync(new URL('./captures/loopback.pcap', import.meta.url))),
    );
    const [first] = read.curves;
    if (first === undefined) throw new Error('no curve');
    expect(first.name).toMatch(/127\.0\.0\.1:\d+ → 127\.0\.0\.1:48919/);
    expect([...read.warnings, ...first.warnings]).toEqual([]);
    // The reader closes after it has received everything, so nothing is in flight at the end.
    expect(first.values.at(-1)).toBe(0);
    expect(Math.max(...first.values)).toBeGreaterThanOrEqual(5000);
    expect(Math.max(...first.values)).toBeLessThan(300_000);
  });
});
