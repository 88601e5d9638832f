import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMeasuredFile } from '../src/measured.ts';
import type { MeasuredTrace } from '../src/measured.ts';

// ---- captures built byte by byte, from the pcap format and RFC 791, 8200 and 9293 ----

interface Sent {
  timeS: number;
  /** Sent by the client, which has the lower port; otherwise sent to it. */
  up: boolean;
  sequence?: number;
  acknowledged?: number;
  payload?: number;
  syn?: boolean;
}

interface Form {
  link?: number;
  before?: (version: 4 | 6) => number[];
  version?: 4 | 6;
  big?: boolean;
  nano?: boolean;
}

const ETHERNET = (version: 4 | 6): number[] => [
  ...Array.from({ length: 12 }, () => 0),
  ...(version === 4 ? [0x08, 0x00] : [0x86, 0xdd]),
];

function packet(
  { up, sequence = 0, acknowledged, payload = 0, syn = false }: Sent,
  version: 4 | 6,
): number[] {
  const [from, to] = up ? [1111, 2222] : [2222, 1111];
  const two = (value: number): number[] => [(value >> 8) & 255, value & 255];
  const four = (value: number): number[] => [...two(value >>> 16), ...two(value & 0xffff)];
  const tcp = [
    ...two(from),
    ...two(to),
    ...four(sequence),
    ...four(acknowledged ?? 0),
    5 << 4,
    (acknowledged === undefined ? 0 : 0x10) | (syn ? 2 : 0),
    ...Array.from({ length: 6 }, () => 0),
  ];
  const [client, server] = [7, 9];
  const [source, target] = up ? [client, server] : [server, client];
  const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
  return version === 4
    ? [0x45, 0, ...two(40 + payload), 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, source, 10, 0, 0, target, ...tcp]
    : [0x60, 0, 0, 0, ...two(20 + payload), 6, 64, ...zeros(15), source, ...zeros(15), target, ...tcp];
}

function capture(sent: readonly Sent[], form: Form = {}): Uint8Array {
  const { link = 1, before = ETHERNET, version = 4, big = false, nano = false } = form;
  const bytes: number[] = [];
  const put = (value: number, size: number): void => {
    const places = Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 255);
    bytes.push(...(big ? places.reverse() : places));
  };
  put(nano ? 0xa1b23c4d : 0xa1b2c3d4, 4);
  put(2, 2);
  put(4, 2);
  for (const value of [0, 0, 65535, link]) put(value, 4);
  for (const one of sent) {
    const body = [...before(version), ...packet(one, version)];
    put(Math.floor(one.timeS), 4);
    put(Math.round((one.timeS % 1) * (nano ? 1e9 : 1e6)), 4);
    put(body.length, 4);
    // Cut off after the headers, as by `tcpdump -s 96`.
    put(body.length + (one.payload ?? 0), 4);
    bytes.push(...body);
  }
  return Uint8Array.from(bytes);
}

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

async function read(bytes: Uint8Array): Promise<MeasuredTrace> {
  const found = await readMeasuredFile('a.pcap', bytes);
  if ('problem' in found) throw new Error(found.problem);
  return found.trace;
}

const pairs = (trace: MeasuredTrace): number[][] =>
  [...trace.timeS].map((time, at) => [Number(time.toFixed(6)), trace.cwndPackets[at] ?? NaN]);

describe('a capture of packets', () => {
  it('tells what is under way of the flow that carries most, in packets', async () => {
    const trace = await read(capture(STORY));
    expect(pairs(trace)).toEqual(TOLD);
    expect(trace.kind).toBe(
      'a capture: bytes in flight of 10.0.0.7:1111 → 10.0.0.9:2222, 1000 bytes per packet',
    );
  });

  it('is the same in either byte order, with either clock, over IPv6, with a VLAN tag, without Ethernet', async () => {
    const forms: Form[] = [
      { big: true },
      { nano: true },
      { nano: true, big: true },
      { version: 6 },
      { before: () => [...Array.from({ length: 12 }, () => 0), 0x81, 0x00, 0, 7, 0x08, 0x00] },
      { link: 101, before: () => [] },
      { link: 113, before: () => Array.from({ length: 16 }, () => 0) },
      { link: 276, before: () => Array.from({ length: 20 }, () => 0) },
      { link: 0, before: () => [2, 0, 0, 0] },
    ];
    for (const form of forms)
      expect(pairs(await read(capture(STORY, form))), JSON.stringify(form)).toEqual(TOLD);
  });

  it('that was cut off in the middle of a packet tells what came before', async () => {
    const whole = capture(STORY);
    expect(pairs(await read(whole.subarray(0, whole.length - 5)))).toEqual(TOLD.slice(0, -1));
  });

  it('in another form, or without TCP in it, is refused with what to do', async () => {
    const refused = async (bytes: Uint8Array): Promise<string> => {
      const found = await readMeasuredFile('a.pcap', bytes);
      return 'problem' in found ? found.problem : '';
    };
    expect(await refused(Uint8Array.from([0x0a, 0x0d, 0x0d, 0x0a, 0, 0, 0, 28]))).toContain(
      'tcpdump -r FILE -w NEW.pcap',
    );
    expect(await refused(capture(STORY, { link: 127 }))).toContain('no TCP payload in it (link type 127)');
    expect(await refused(capture(STORY.slice(0, 2)))).toContain('no TCP payload');
  });

  it('of a real kernel is read: 300 kB in pieces of 5000 bytes over loopback', async () => {
    // Linux 6.18: sixty calls of `sendto`, a maximum segment size of 1460, the first 96 bytes of
    // each packet.
    const bytes = new Uint8Array(readFileSync(new URL('./captures/loopback.pcap', import.meta.url)));
    const trace = await read(bytes);
    expect(trace.kind).toMatch(/127\.0\.0\.1:\d+ → 127\.0\.0\.1:48919/);
    const last = trace.timeS.length - 1;
    // The reader closes after it has received everything, so nothing is in flight at the end.
    expect(trace.cwndPackets[last]).toBe(0);
    const peakBytes = Math.max(...trace.cwndPackets) * Number(/(\d+) bytes per packet/.exec(trace.kind)?.[1]);
    expect(peakBytes).toBeGreaterThanOrEqual(5000);
    expect(peakBytes).toBeLessThan(300_000);
  });
});
