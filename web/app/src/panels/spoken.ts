/** What the rows on the screen show at a moment, for the cursor that is moved by keys. */
import { formatQuantity, knownUnit } from '@ackscope/charts';
import type { RowDefinition } from '@ackscope/charts';
import { focusSeries } from '@ackscope/model';
import type { LaneView } from '../lab/laneData.ts';

/** "at 412 s: cwnd 41.8, queue 12, …" */
export function valuesInWords(lane: LaneView, rows: readonly RowDefinition[], timeS: number): string {
  const { trace } = lane.run;
  if (trace === null) return '';
  const wanted = new Set(rows.map(({ id }) => id));
  const names = SPOKEN.filter(({ rows: tellers }) => tellers.some((row) => wanted.has(row))).flatMap(
    ({ series }) => series,
  );
  const values = names.flatMap((name) => {
    const one = focusSeries(trace, name)[0];
    return one === undefined ? [] : [`${name} ${formatQuantity(one.at(timeS), knownUnit(one.info.unit))}`];
  });
  return `at ${formatQuantity(timeS, 's', 5)}: ${values.join(', ')}`;
}

const SPOKEN: readonly { rows: readonly string[]; series: readonly string[] }[] = [
  { rows: ['cwnd', 'cwnd-log'], series: ['cwnd', 'ssthresh'] },
  { rows: ['queue', 'ladder'], series: ['queue'] },
  { rows: ['bwe'], series: ['bwe'] },
  { rows: ['rtt'], series: ['rtt'] },
  { rows: ['flight', 'ladder'], series: ['flight'] },
];
