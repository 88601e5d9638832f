/** What stands beside the sentence: bars, the change of each flow, the clauses of the path. */
import { describe, expect, it } from 'vitest';
import type { CausesReport } from '@ackscope/engine';
import { decodeLink } from '@ackscope/model';
import type { LaneRun } from '@ackscope/model';
import type { LaneView } from '../src/laneData/laneData.ts';
import { clausesOf } from '../src/pathSentence/PathSentence.tsx';
import { comparedBars, comparedWords, proofBars, withoutCause } from '../src/sentence/proof.ts';
import { comparedShares, plain } from '../src/sentence/told.ts';

const suspect = (id: string, set: Record<string, unknown>, isRemedy = false) => ({
  id,
  name: `the ${id}`,
  set,
  is_remedy: isRemedy,
});

const reportOf = (kind: string, ...suspects: ReturnType<typeof suspect>[]): CausesReport =>
  ({
    of: 'delay',
    unit: 's',
    as_is: { value: 0.24 },
    suspects,
    answer: { kind, suspects: suspects.map(({ id }) => id), value: 0.029 },
  }) as unknown as CausesReport;

describe('the proof', () => {
  it('of a call has the numbers that the heads have, not the means of the experiment', () => {
    const lanes = [{ name: 'CUBIC' }, { name: 'BBR' }] as LaneView[];
    const subject = {
      fromS: 12,
      toS: 45,
      quantity: 'delay' as const,
      values: [0.265, 0.028],
      lane: 0,
      place: null,
    };
    const bars = proofBars(subject, lanes, reportOf('cause', suspect('buffer-large', {})));
    expect(bars?.map(({ name, text, unit }) => [name, text, unit])).toEqual([
      ['CUBIC', '265', 'ms'],
      ['BBR', '28', ''],
    ]);
  });

  it('names the run without its cause, and what leads to it', () => {
    const [loss, rto] = [
      suspect('loss', { 'hops.0.loss': null }),
      suspect('rto', { 'flows.a.rto_min': '1s' }, true),
    ];
    expect(withoutCause(reportOf('cause', loss))).toEqual({ name: 'without the loss', set: loss.set });
    expect(withoutCause(reportOf('partly', rto))?.name).toBe('with the rto');
    expect(withoutCause(reportOf('together', loss, rto))).toEqual({
      name: 'without them',
      set: { 'hops.0.loss': null, 'flows.a.rto_min': '1s' },
    });
    expect(withoutCause(reportOf('none', loss))).toBeNull();
  });
});

describe('a change', () => {
  const lanes = ['New Reno', 'Westwood+'].map((name) => ({
    name,
    run: { stale: true },
    data: { rateBps: 20e6 },
  })) as unknown as LaneView[];
  const subject = {
    fromS: 20,
    toS: 40,
    quantity: 'goodput' as const,
    values: [20e6, 19.99e6],
    lane: 1,
    place: null,
  };

  it('has a bar for each lane, with its goodput before and after', () => {
    const bars = comparedBars(subject, lanes, [9.33e6, 19.8e6]);
    expect(bars?.map(({ name, text, unit }) => [name, text, unit])).toEqual([
      ['New Reno', '9.33 → 20.00', 'Mbit/s'],
      ['Westwood+', '19.80 → 19.99', ''],
    ]);
    expect(comparedWords(bars ?? [])).toBe(
      'New Reno from 9.33 to 20.00, Westwood+ from 19.80 to 19.99 Mbit/s.',
    );
  });

  it('has no bars without a run before, of more lanes than there is room for, and of another quantity', () => {
    expect(comparedBars(subject, lanes, [null, null])).toBeNull();
    const many = [...lanes, ...lanes, ...lanes];
    expect(
      comparedBars(
        subject,
        many,
        many.map(() => 1e6),
      ),
    ).toBeNull();
    expect(comparedBars({ ...subject, quantity: 'queue' }, lanes, [9.33e6, 19.8e6])).toBeNull();
  });
});

describe('several flows of one lane', () => {
  const run = (...bps: number[]): LaneRun =>
    ({
      info: { flows: ['BBR', 'CUBIC'].map((name, index) => ({ name, index, direction: 'forward' })) },
      results: {
        flows: bps.map((goodput_bps, index) => ({ index, windows: [{ from_s: 10, to_s: 60, goodput_bps }] })),
      },
      trace: { focus: 0 },
    }) as unknown as LaneRun;
  const subject = { fromS: 10, toS: 60, quantity: 'shares' as const, values: [0.1], lane: 0, place: null };

  it('each have what they get and what they had, the most first', () => {
    const lane = { name: 'both', run: run(8.67e6, 1.15e6), data: { rateBps: 1e7 } } as LaneView;
    const words = comparedShares(subject, [lane], [run(9.13e6, 0.68e6)], 'A buffer of 31 packets');
    expect(plain(words ?? [])).toBe(
      'A buffer of 31 packets: BBR 8.67, was 9.13; CUBIC 1.15, was 0.68 Mbit/s.',
    );
    expect(comparedShares(subject, [lane, lane], [run(1, 1)], '')).toBeNull();
    // The run before had one flow.
    expect(comparedShares(subject, [lane], [run(9.13e6)], '')).toBeNull();
  });

  it('have the buffer first in the sentence of their path', () => {
    const first = (link: string): string | undefined => clausesOf(decodeLink(link).scenario)[0]?.id;
    expect(first('v1/today-two-flows')).toBe('buffer');
    expect(first('v1/today-sawtooth')).toBe('rate');
    // Flows in reverse are no rivals.
    expect(first('v1/gm04-table1')).toBe('rate');
  });
});
