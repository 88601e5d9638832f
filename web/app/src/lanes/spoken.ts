/** The screen as text: values at a time. */
import { formatQuantity, knownUnit } from '@ackscope/charts';
import type { RowDefinition } from '@ackscope/charts';
import { focusSeries, stateRowId } from '@ackscope/model';
import type { LaneView } from '../laneData/laneData.ts';

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
  const states = focusSeries(trace, 'shown').flatMap((state) => {
    const { shown, unit } = state.info;
    if (shown === null || !(STATE_ROWS[shown.row] ?? [stateRowId(shown.name)]).some((row) => wanted.has(row)))
      return [];
    return [`${shown.name} ${formatQuantity(state.at(timeS), knownUnit(unit))}`];
  });
  return `at ${formatQuantity(timeS, 's', 5)}: ${[...values, ...states].join(', ')}`;
}

/** The rows for a script's `show` targets; a row of its own has the state's name. */
const STATE_ROWS: Readonly<Record<string, readonly string[]>> = {
  window: ['cwnd', 'cwnd-log'],
  rtt: ['rtt'],
  bwe: ['bwe'],
};

const SPOKEN: readonly { rows: readonly string[]; series: readonly string[] }[] = [
  { rows: ['cwnd', 'cwnd-log'], series: ['cwnd', 'ssthresh'] },
  { rows: ['queue', 'queue-ways', 'ladder'], series: ['queue'] },
  { rows: ['queue-lines'], series: ['queue-l', 'queue-c'] },
  { rows: ['marks'], series: ['marks'] },
  { rows: ['ecn-alpha'], series: ['ecn-alpha'] },
  { rows: ['bwe'], series: ['bwe'] },
  { rows: ['rtt'], series: ['rtt'] },
  { rows: ['flight', 'ladder'], series: ['flight'] },
];
