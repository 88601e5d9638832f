import { describe, expect, it } from 'vitest';
import { openEngine } from '../src/client.ts';
import RULES from '../src/generated/rules.json' with { type: 'json' };
import type { CheckPassed, SeriesChunk } from '../src/types.ts';
import { fakeWorkers } from './fake-engine.ts';
import { Recorder } from './listener.ts';
import { realEngine } from './real-engine.ts';

// The real module with the real runner and client, but without threads.
const wasm = realEngine();
const open = () =>
  openEngine({ workers: 2, startWorker: fakeWorkers({ makeEngine: () => wasm }).startWorker });

const SCENARIO = {
  version: 1,
  seed: 1,
  duration: '60s',
  hops: [{ rate: '2Mbps', delay: '10ms', queue: { kind: 'drop-tail', capacity: '20pkt' } }],
  flows: [
    { name: 'main', algorithm: 'newreno', rtt: '100ms', compared: true },
    {
      name: 'reverse',
      algorithm: 'newreno',
      count: 2,
      direction: 'backward',
      rtt: '100ms',
      active: [['20s', '40s']],
    },
  ],
  compare: ['newreno', { algorithm: 'vegas', set: { 'flows.main.delayed_ack': false } }, 'westwood+'],
  measure: [
    ['0s', '20s'],
    ['20s', '40s'],
    ['40s', '60s'],
  ],
};
const text = JSON.stringify(SCENARIO);

describe('the catalogue', () => {
  it('names every algorithm once, and every rule explains itself with terms it declares', async () => {
    const { catalogue } = await open();
    const ids = catalogue.algorithms.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['newreno', 'vegas', 'westwood+']));
    expect(catalogue.rules.map(({ id }) => id)).toEqual(catalogue.rules.map((_, index) => index));
    expect(RULES.map(({ key }) => key)).toEqual(catalogue.rules.map(({ key }) => key));
    for (const { key, formula, terms } of RULES) {
      const used = [...formula.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      const declared = terms.map(({ name }) => name);
      expect(
        used.filter((name) => !declared.includes(name ?? '')),
        key,
      ).toEqual([]);
      expect(terms.length, key).toBeLessThanOrEqual(8);
    }
  });
});

describe('a verdict', () => {
  it("answers for every lane's algorithm from the state of one lane, by the rules of the papers", async () => {
    const engine = await open();
    const recorder = new Recorder();
    const handle = engine.start(text, recorder);
    await recorder.finished(3);
    const loss = engine.catalogue.rules.find(({ key }) => key === 'newreno.loss')?.id;
    const times = recorder
      .of('chunk', 0)
      .flatMap(({ chunk: { events } }) =>
        [...events.time_s].filter((_, at) => events.rule[at] === loss && events.source[at] === 0),
      );
    const verdict = await handle.ask(0, 'verdict', times.at(-1) ?? NaN);
    if (verdict === null) throw new Error('nothing was decided');
    const { state, lanes } = verdict;
    expect(verdict.occasion).toBe('loss');
    expect(lanes.map(({ algorithm }) => algorithm)).toEqual(['newreno', 'vegas', 'westwood+']);
    // RFC 5681 eq. (4), and GM04 §2.1 with segments of 12000 bits.
    expect(lanes[0]?.cwnd).toBe(Math.max(2, state.cwnd / 2));
    const pipe = ((lanes[2]?.estimate_bps ?? NaN) * (state.min_rtt_s ?? NaN)) / 12_000;
    expect(lanes[2]?.ssthresh).toBeCloseTo(Math.max(2, pipe), 9);
    expect(await handle.ask(0, 'verdict', 0)).toBeNull();
    handle.cancel();
    await expect(handle.ask(0, 'verdict', 1)).rejects.toThrow('The run was cancelled.');
  });
});

describe('reading a scenario', () => {
  it('tells the lanes and what a run will cost', async () => {
    const check = (await (await open()).check(text)) as CheckPassed;
    expect(check).toMatchObject({ ok: true, duration_s: 60 });
    expect(check.lanes.map(({ algorithm }) => algorithm)).toEqual(['newreno', 'vegas', 'westwood+']);
    // 2 Mbit/s for 60 s are 10 000 packets of 1500 bytes per lane;
    // the estimate may also count the reverse direction.
    expect(check.estimate.segments).toBeGreaterThan(10_000);
    expect(check.estimate.memory_bytes).toBeGreaterThan(0);
  });

  const [hop] = SCENARIO.hops;
  it.each([
    ['no JSON', '{', '', /JSON/],
    ['an unknown key', JSON.stringify({ ...SCENARIO, flowz: [] }), '', /"flowz".*"flows"/],
    [
      'an unknown algorithm',
      JSON.stringify({ ...SCENARIO, compare: ['newrino'] }),
      'compare.0',
      /"newrino".*"newreno"/,
    ],
    [
      'a wrong unit',
      JSON.stringify({ ...SCENARIO, hops: [{ ...hop, rate: '2ms' }] }),
      'hops.0.rate',
      /"2ms".*bps/,
    ],
  ])('with %s says where, what, and what would do', async (_, bad, path, message) => {
    const check = await (await open()).check(bad);
    expect(check).toMatchObject({ ok: false, error: { path: expect.stringContaining(path) as string } });
    expect(check.ok ? '' : check.error.message).toMatch(message);
  });
});

describe('a run', () => {
  it('streams curves that only grow, and ends with the results of every window', async () => {
    const engine = await open();
    const recorder = new Recorder();
    engine.start(text, recorder);
    await recorder.finished(3);
    expect(recorder.of('error')).toEqual([]);
    for (const lane of [0, 1, 2]) {
      const info = recorder.of('lane', lane)[0]?.info;
      if (info === undefined) throw new Error('no lane');
      const chunks = recorder.of('chunk', lane).map(({ chunk }) => chunk);
      expect(chunks.at(-1)?.time_s).toBe(60);

      const curves = new Map<number, number[]>();
      for (const { series } of chunks) for (const part of series) append(curves, part);
      expect(curves.size).toBeGreaterThan(0);
      for (const [id, times] of curves) {
        expect(info.series[id], `series ${id}`).toBeDefined();
        expect(
          times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0)),
          `series ${id}`,
        ).toBe(true);
        expect(times.length, `series ${id}`).toBeLessThanOrEqual(4_200);
        expect(times.at(-1)).toBeLessThanOrEqual(60);
      }

      const main = recorder
        .of('results', lane)
        .at(-1)
        ?.results.flows.find(({ name }) => name === 'main');
      expect(main?.windows.map(({ from_s, to_s }) => [from_s, to_s])).toEqual([
        [0, 20],
        [20, 40],
        [40, 60],
      ]);
      for (const { goodput_bps } of main?.windows ?? []) {
        expect(goodput_bps).toBeGreaterThan(0);
        expect(goodput_bps).toBeLessThanOrEqual(2e6);
      }
    }
  });

  it('is the same, whatever else its worker does at the same time', async () => {
    const hashes = async (runs: number) => {
      const engine = await open();
      const recorders = Array.from({ length: runs }, () => new Recorder());
      for (const recorder of recorders) engine.start(text, recorder);
      await Promise.all(recorders.map((recorder) => recorder.finished(3)));
      return recorders.map((recorder) =>
        [0, 1, 2].map((lane) => recorder.of('results', lane).at(-1)?.results.engine.trace_hash),
      );
    };
    const [alone] = await hashes(1);
    expect(new Set(alone).size).toBe(3);
    expect(await hashes(3)).toEqual([alone, alone, alone]);
  });

  it('replays any window packet by packet, each in its order along the way', async () => {
    const engine = await open();
    const recorder = new Recorder();
    const handle = engine.start(text, recorder);
    await recorder.finished(3);
    const log = await handle.ask(0, 'packets', 10, 12);
    const count = log.flow.length;
    // At least the data packets that a busy link of 2 Mbit/s carries in two seconds.
    expect(count).toBeGreaterThan(200);
    for (let i = 0; i < count; i++) {
      if (log.fate[i] === 1) continue; // dropped at the queue: it never started
      expect(log.start_s[i]).toBeGreaterThanOrEqual(log.enter_s[i] ?? NaN);
      expect(log.depart_s[i]).toBeGreaterThanOrEqual(log.start_s[i] ?? NaN);
      if (log.fate[i] === 0) expect(log.arrive_s[i]).toBeGreaterThanOrEqual(log.depart_s[i] ?? NaN);
    }
    const again = await handle.ask(0, 'packets', 10, 12);
    expect(again).toEqual(log);
  });
});

/** A part replaces everything from its first bin on. */
function append(curves: Map<number, number[]>, part: SeriesChunk): void {
  const before = curves.get(part.id) ?? [];
  expect(part.from, `series ${part.id} leaves no gap`).toBeLessThanOrEqual(before.length);
  curves.set(part.id, [...before.slice(0, part.from), ...part.time_s]);
}
