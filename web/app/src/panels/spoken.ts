/** The screen as text: values at a time, and a picked event. */
import type { Rule } from '@ackscope/engine';
import { clockDecimals, formatFixed, formatQuantity, knownUnit } from '@ackscope/charts';
import type { RowDefinition } from '@ackscope/charts';
import { focusSeries, stateRowId } from '@ackscope/model';
import type { EventRef } from '@ackscope/model';
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
  { rows: ['queue', 'ladder'], series: ['queue'] },
  { rows: ['queue-lines'], series: ['queue-l', 'queue-c'] },
  { rows: ['marks'], series: ['marks'] },
  { rows: ['ecn-alpha'], series: ['ecn-alpha'] },
  { rows: ['bwe'], series: ['bwe'] },
  { rows: ['rtt'], series: ['rtt'] },
  { rows: ['flight', 'ladder'], series: ['flight'] },
];

/** A term's number with its unit; the number of a segment has none. */
export function termText(rule: Rule, index: number, value: number): string {
  const unit = rule.terms[index]?.unit ?? '';
  if (unit === 'segment') return `segment ${formatFixed(value, 0)}`;
  const known = knownUnit(unit);
  const text = formatQuantity(value, known, 4);
  return known === '' && unit !== '' && unit !== '1' ? `${text} ${unit}` : text;
}

/** "Prague, at 2.41 s: The queue marked a packet. Waiting packets: 12. …" */
export function eventInWords(name: string, { rule, trace, index, timeS }: EventRef): string {
  const values = trace.events.termsOf(index);
  const terms = rule.terms.flatMap(({ help }, at) => {
    const value = values[at] ?? NaN;
    return Number.isNaN(value) ? [] : [` ${help.replace(/\.$/, '')}: ${termText(rule, at, value)}.`];
  });
  const decimals = Math.max(2, clockDecimals(trace.info.duration_s));
  return `${name}, at ${formatFixed(timeS, decimals)} s: ${rule.title}${terms.join('')}`;
}
