// @vitest-environment node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExpressionReport, Measured } from '@ackscope/engine';
import { holds, numberOf } from '@ackscope/model/lesson';
import { describe, expect, it } from 'vitest';
import { realAnalysis, realEvaluate } from '../../engine/test/real-engine.ts';
import { runExpression } from '../vite/analysis.ts';
import { INVENTED_RUNS, invented } from './invented.ts';

const file = (place: string): string => readFileSync(fileURLToPath(new URL(place, import.meta.url)), 'utf8');

/**
 * Every expression of the lessons and exercises of 23 November 2026, with the results of the page's
 * own parser, which the engine's parser replaced. A comparison has one digit for each invented run:
 * 1 if it holds, 0 if not. A number has its values in the first three runs.
 */
const BEFORE = JSON.parse(file('corpus/lesson-judgements.json')) as Record<string, string | number[]>;

const evaluate = realEvaluate();

/** Writes a measure as a lesson does. */
function written({ number, lane, flow, series, which, interval_s: interval }: Measured): string {
  const words: Record<string, string> = {
    goodput_bps: 'goodput',
    throughput_bps: 'throughput',
    retransmission_ratio: 'retransmissions',
    mean_rtt_s: 'rtt',
    mean_queueing_s: 'queueing',
    ecn_reductions: 'mark_reductions',
    mean_queue_packets: 'queue',
    mean_queueing_delay_s: 'delay',
    p99_queueing_delay_s: 'p99_delay',
    l4s_queueing_delay_s: 'l4s_delay',
    p99_l4s_queueing_delay_s: 'l4s_p99_delay',
    classic_queueing_delay_s: 'classic_delay',
    jain_index: 'jain',
  };
  const of = `${lane}${flow == null ? '' : `/${flow}`}`;
  const drawn = `${series ?? ''}${which == null ? '' : `:${which}`}`;
  const when =
    interval == null ? '' : number === 'at' ? `, ${interval[0]}` : `, ${interval[0]}..${interval[1]}`;
  return `${words[number] ?? number}(${series == null ? of : `${drawn} of ${of}`}${when})`;
}

describe('what lessons say of a run', () => {
  it('means what it meant before the engine read it', () => {
    expect(Object.keys(BEFORE).length).toBeGreaterThan(240);
    for (const [text, before] of Object.entries(BEFORE)) {
      const read = runExpression(text);
      const of = (run: number) => (measured: Measured) => invented(written(measured), run);
      const now = read.isCondition
        ? Array.from({ length: INVENTED_RUNS }, (_, run) =>
            holds(read, of(run), evaluate) ? '1' : '0',
          ).join('')
        : [0, 1, 2].map((run) => numberOf(read, of(run), evaluate));
      expect(now, text).toEqual(before);
    }
  });

  it('has the operators and functions of scripts', () => {
    const value = (text: string): number => numberOf(runExpression(text), () => 4, evaluate);
    expect(value('max(2, goodput(a)) - min(1, 3) * -2')).toBe(6);
    expect(value('goodput(a) ^ 2 + abs(-1) + 50%')).toBe(17.5);
    expect(value('goodput(a) > 3 ? 1 : 2')).toBe(1);
    // A script goes on with zero, and says so; here nothing is decided by it.
    expect(() => value('goodput(a) / 0')).toThrow('“goodput(a) / 0” divides by zero in this run.');
    expect(value('goodput(a) > 5 ? goodput(a) / 0 : 7')).toBe(7);
    const says = (text: string): boolean => holds(runExpression(text), () => 4, evaluate);
    expect(says('goodput(a) > 3 and not goodput(a) > 5 or false')).toBe(true);
    expect(says('5 > goodput(a) >= 4 > 3')).toBe(true);
    expect(says('5 > goodput(a) > 4 > 3')).toBe(false);
  });

  it.each([
    ['goodput(a) >', 'column 13: expected a value, found the end'],
    ['  1 + goodput(a) > 80 ms', 'column 16: '],
    ['godput(a) > 1', 'column 1: there is no measure godput; did you mean goodput?'],
    ['peak(cwnd) > 1', 'column 6: write peak(SERIES of LANE)'],
    ['goodput(a, 5) > 1', 'column 12: expected a time range such as 50..200, found "5"'],
    ['goodput > 1', 'column 1: "goodput" alone is no number of a run'],
  ])('is refused at its place: %s', (text, message) => {
    expect(() => runExpression(text)).toThrow(`“${text.trim()}”, ${message}`);
  });

  it('has its measures in the guide', () => {
    const guide = file('../../../docs/adding-a-lesson.md');
    const report = JSON.parse(realAnalysis().expression('run', '')) as ExpressionReport;
    expect(report.names.length).toBeGreaterThan(20);
    for (const { word } of report.names) expect(guide).toContain(`\`${word}\``);
  });
});
