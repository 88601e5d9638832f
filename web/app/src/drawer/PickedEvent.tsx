import { clockDecimals, formatFixed } from '@ackscope/charts';
import type { EventRef } from '@ackscope/model';
import { useWords } from './Formula.tsx';
import { termText } from './termText.ts';

/** "Prague, at 2.41 s: The queue marked a packet. Waiting packets: 12. …" */
export function PickedEvent({ name, event }: { name: string; event: EventRef }) {
  const { rule, trace, index, timeS } = event;
  const values = trace.events.termsOf(index);
  const terms = useWords(rule).terms.flatMap(({ help, unit }, at) => {
    const value = values[at] ?? NaN;
    return Number.isNaN(value) ? [] : [` ${help.replace(/\.$/, '')}: ${termText(unit, value)}.`];
  });
  const decimals = Math.max(2, clockDecimals(trace.info.duration_s));
  return `${name}, at ${formatFixed(timeS, decimals)} s: ${rule.title}${terms.join('')}`;
}
