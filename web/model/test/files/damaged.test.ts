import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../src/files/index.ts';
import type { Curve, Opened } from '../../src/files/index.ts';
import { FLIGHT, MSS, capture, transfer } from './captures.ts';
import { gzipped, peak } from './read.ts';

/** A random sequence that is the same in every run (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);
const kernel = new Uint8Array(
  readFileSync(new URL('../../../app/src/measured/kernel-10mbit/sack.csv', import.meta.url)),
);
const ss = text(
  Array.from({ length: 50 }, (_, at) => {
    const lines = [
      'ESTAB 0 0 10.0.0.1:5201 10.0.0.2:40000',
      `\t cubic rto:204 mss:1448 cwnd:${10 + at} ssthresh:7`,
    ];
    return `${1_600_000_000 + at}.5\n${lines.join('\n')}\n`;
  }).join(''),
);
const qlog = text(
  JSON.stringify({
    qlog_version: '0.3',
    traces: [
      {
        events: Array.from({ length: 50 }, (_, at) => ({
          time: at,
          name: 'recovery:metrics_updated',
          data: { congestion_window: 12_000 + 1200 * at },
        })),
      },
    ],
  }),
);

/** Valid files, and the largest window that a part of them can have, in packets. */
const CAPTURES = [
  capture(transfer()),
  capture(transfer({ bundle: 4 }), { noLength: true }),
  capture(transfer(), { version: 6, big: true, file: 'nano' }),
  capture(transfer(), { file: 'pcapng' }),
  capture(transfer(), { file: 'pcapng', big: true, digits: 9 }),
];

const DAMAGE: ((
  bytes: Uint8Array<ArrayBuffer>,
  next: (below: number) => number,
) => Uint8Array<ArrayBuffer>)[] = [
  // Cut off.
  (bytes, next) => bytes.slice(0, next(bytes.length)),
  // One bit is changed, beyond the file's header.
  (bytes, next) => {
    const copy = bytes.slice();
    const at = 120 + next(bytes.length - 120);
    copy[at] = (copy[at] ?? 0) ^ (1 << next(8));
    return copy;
  },
  // A piece is missing.
  (bytes, next) => {
    const [at, count] = [120 + next(bytes.length - 120), 1 + next(200)];
    const copy = new Uint8Array(Math.max(at, bytes.length - count));
    copy.set(bytes.slice(0, at));
    copy.set(bytes.slice(at + count), at);
    return copy;
  },
  // A length of four bytes is as large as it can be.
  (bytes, next) => {
    const copy = bytes.slice();
    const at = 120 + next(bytes.length - 124);
    return copy.fill(255, at, at + 4);
  },
];

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
};

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Opened> {
  const opened = await readFile(bytes);
  if ('problem' in opened) {
    expect(opened.problem.length).toBeGreaterThan(10);
    expect(opened.problem).not.toMatch(/undefined|NaN|\[object|Invalid typed array/);
  }
  return opened;
}

/** Whether a curve is the beginning of a file's; its last number may have lost digits. */
async function isPart(part: Curve | undefined, whole: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const opened = await readFile(whole);
  const all = 'measured' in opened ? opened.measured.curves[0]?.values : undefined;
  return part?.values.slice(0, -1).every((value, at) => value === all?.[at]) === true;
}

// Hundreds of files are read, on a machine that may be busy.
describe('a damaged file', { timeout: 60_000 }, () => {
  it('that is a capture is refused, or tells no more in flight than there was', async () => {
    const next = random(1);
    let [refused, read] = [0, 0];
    for (let count = 0; count < 240; count++) {
      const whole = CAPTURES[count % CAPTURES.length] ?? new Uint8Array();
      const damage = DAMAGE[Math.floor(count / CAPTURES.length) % DAMAGE.length];
      const opened = await open(damage?.(whole, next) ?? whole);
      if ('problem' in opened) refused += 1;
      if (!('measured' in opened)) continue;
      read += 1;
      const [first] = opened.measured.curves;
      if (first === undefined) throw new Error('no curve');
      expect(peak(first), `file ${count}`).toBeLessThan(FLIGHT + 75 / MSS + 0.001);
      expect(first.segment?.bytes, `file ${count}`).toBe(MSS);
      // The transfer takes two seconds.
      expect(first.timeS.at(-1), `file ${count}`).toBeLessThan(2.1);
      expect([...first.timeS].every((time, at) => time >= (first.timeS[at - 1] ?? 0))).toBe(true);
    }
    expect(refused).toBeGreaterThan(5);
    expect(read).toBeGreaterThan(100);
  });

  it('that is a text or compressed is refused, or has only samples of the whole file', async () => {
    const next = random(2);
    const files = [ss, qlog, kernel];
    for (let count = 0; count < 90; count++) {
      const whole = files[count % files.length] ?? ss;
      const opened = await open(whole.slice(0, 1 + next(whole.length - 1)));
      if (!('measured' in opened)) continue;
      expect(await isPart(opened.measured.curves[0], whole), `file ${count}`).toBe(true);
    }
    const packed = await gzipped(CAPTURES[0] ?? new Uint8Array());
    for (let count = 0; count < 20; count++) {
      const damaged = packed.slice();
      const at = 10 + next(packed.length - 10);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << next(8));
      // Its checksum tells every change.
      expect('problem' in (await open(damaged))).toBe(true);
    }
  });

  it('that is one file before another is refused, or tells the first one', async () => {
    const next = random(3);
    const files = [...CAPTURES, ss, qlog, kernel];
    for (const [a, one] of files.entries())
      for (const [b, other] of files.entries()) {
        if (a === b) continue;
        const opened = await open(joined(one.slice(0, one.length - next(50)), other));
        if (!('measured' in opened)) continue;
        const [first] = opened.measured.curves;
        if (a < CAPTURES.length)
          expect(first && peak(first), `${a} before ${b}`).toBeLessThan(FLIGHT + 75 / MSS + 0.001);
        else expect(await isPart(first, one), `${a} before ${b}`).toBe(true);
      }
  });
});
