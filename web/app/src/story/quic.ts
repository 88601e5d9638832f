/** The story of a lost packet of QUIC: no packet with its number is sent again, its data leaves in another one. */
import { isAtEnd, keyOf, windowChange } from './facts.ts';
import type { Passage } from './flowLog.ts';
import { termOf } from './occasions.ts';
import type { Source, Step, Story } from './types.ts';
import { numbered, packets, span } from './words.ts';

/** The events of the flow whose rule is one of QUIC, from a time on. */
function eventsOf(source: Source, fromS = -Infinity): number[] {
  const { events, focus } = source.trace;
  return Array.from({ length: events.count }, (_, index) => index).filter(
    (index) =>
      events.source[index] === focus &&
      (events.timeS[index] ?? 0) >= fromS &&
      keyOf(source, index).startsWith('quic.'),
  );
}

export const isQuic = (source: Source): boolean => eventsOf(source).length > 0;

/** The event that declares packet `number` lost; −1 if there is none. */
function declaring(source: Source, number: number, fromS: number): number {
  const { trace, rules } = source;
  const is = (index: number): boolean => {
    const term = (name: string): number => termOf(trace, rules, index, name);
    if (!(term('packet') <= number)) return false;
    if (keyOf(source, index) === 'quic.overtaken') return number <= term('largest') - term('threshold');
    return keyOf(source, index) === 'quic.late' && number < term('packet') + term('lost');
  };
  return eventsOf(source, fromS).find(is) ?? -1;
}

/** `how` says how it was lost. */
export function quicStory(
  source: Source,
  lost: Passage,
  sent: Passage | null,
  how: { title: string; detail: string; sentence: string },
): Story {
  const { flow, name, trace, rules } = source;
  const index = declaring(source, lost.number, lost.timeS);
  const steps: Step[] = [
    { timeS: lost.timeS, at: { record: lost.record }, title: how.title, detail: how.detail },
  ];
  const toS = index < 0 ? flow.log.to_s : (trace.events.timeS[index] ?? flow.log.to_s);
  let sentence = `${name} does not know it before the run ends.`;
  if (index >= 0) {
    const isOvertaken = keyOf(source, index) === 'quic.overtaken';
    const later = termOf(trace, rules, index, 'largest') - lost.number;
    steps.push({
      timeS: toS,
      at: 'sender',
      title: isOvertaken ? `${packets(later)} further is acknowledged` : 'It is too old to come',
      detail: windowChange(source, toS),
    });
    const why = isOvertaken
      ? `a packet whose number is ${numbered(later)} higher is acknowledged`
      : 'a later one is acknowledged and its time is over';
    sentence = `${span(toS - lost.timeS)} later ${name} takes it for lost, as ${why}; its data leaves in a new packet.`;
  }
  return {
    number: lost.number,
    title: `${how.sentence} ${sentence}`,
    steps,
    lines: [{ tone: 'lost', records: flow.way(lost.record) }],
    log: flow.log,
    fromS: sent?.timeS ?? lost.timeS,
    toS,
    isOver: index >= 0 || isAtEnd(source),
  };
}
