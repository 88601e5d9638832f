/** Stories of segments that arrive: marked, late, taken for lost, or without any incident. */
import {
  after,
  before,
  channelEvent,
  duplicates,
  eventAt,
  isAtEnd,
  isSame,
  keyOf,
  reaches,
  windowChange,
  windowStep,
} from './facts.ts';
import type { FlowLog, Passage } from './flowLog.ts';
import { lossStory } from './loss.ts';
import { termOf } from './occasions.ts';
import type { Occasion } from './occasions.ts';
import type { Source, Step, Story, Thick } from './types.ts';
import { numbered, packets, span } from './words.ts';

/** A shorter wait is rounding, or the end of a transmission. */
const MIN_WAIT_S = 1e-6;

const byTime = (steps: Step[]): Step[] => steps.sort((a, b) => a.timeS - b.timeS);

/** A reaction may wait for the rest of its round trip. */
const REACTS_WITHIN = 1.5;

/** The ACK that tells of an arrival, when it reaches the sender. */
function toldBy(flow: FlowLog, arrival: Passage): Passage | null {
  const first = flow.acksSent.find(({ timeS }) => timeS >= arrival.timeS);
  if (first === undefined) return null;
  const last = flow.way(first.record).at(-1);
  return flow.acks.find(({ record }) => record === last) ?? null;
}

export function markStory(source: Source, { number, timeS }: Occasion): Story | null {
  const { flow, trace, rules, name, rttS } = source;
  const mark = flow.marks.find((one) => one.number === number);
  if (mark === undefined) return null;
  const index = channelEvent(source, ['mark'], number, timeS);
  const waiting = termOf(trace, rules, index, 'queue');
  const isIt = (one: Passage): boolean => one.number === number;
  const sent = before(flow.sends, mark.timeS, isIt);
  const arrival = after(flow.arrivals, mark.timeS, isIt);
  const ack = arrival === null ? null : toldBy(flow, arrival);
  const wait = Number.isNaN(waiting) ? '' : `: ${packets(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`;
  const steps: Step[] = [
    {
      timeS: trace.events.timeS[index] ?? mark.timeS,
      at: { record: mark.record },
      title: `Marked, not dropped${wait}`,
      detail: `packet ${numbered(number)} goes on`,
    },
  ];
  const lines: Thick[] = [{ tone: 'marked', records: flow.way(mark.record) }];
  let tells = '';
  let toS = flow.log.to_s;
  if (arrival !== null) {
    steps.push({ timeS: arrival.timeS, at: 'receiver', title: 'It arrives with its mark', detail: '' });
    toS = arrival.timeS;
  }
  let isOver = false;
  if (ack !== null) {
    lines.push({ tone: 'closing', records: flow.way(ack.record) });
    steps.push({ timeS: ack.timeS, at: 'sender', title: 'Its ACK reports the mark', detail: '' });
    toS = ack.timeS;
    const cut = cutAfter(source, ack.timeS, ack.timeS + REACTS_WITHIN * rttS);
    const early = cut === null ? cutAfter(source, ack.timeS - REACTS_WITHIN * rttS, ack.timeS) : null;
    isOver = cut !== null || reaches(source, ack.timeS + REACTS_WITHIN * rttS);
    const told = ` ${span(ack.timeS - mark.timeS)} later its ACK tells ${name}`;
    if (cut !== null) {
      const step = windowStep(source, cut);
      steps.push({
        timeS: cut,
        at: 'sender',
        title: 'The window is cut',
        detail: windowChange(source, cut),
      });
      toS = cut;
      tells = `${told}, which cuts its window${step === null ? '' : ` (${step.size})`}.`;
    } else if (early !== null) tells = `${told}, which has cut its window for an earlier mark.`;
    else tells = `${told}, which keeps its window.`;
  }
  return {
    number,
    title: `Packet ${numbered(number)} is marked${wait}.${tells}`,
    steps: byTime(steps),
    lines,
    log: flow.log,
    fromS: sent?.timeS ?? mark.timeS,
    toS,
    isOver: isOver || isAtEnd(source),
  };
}

/** The first cut of the window in a range. */
function cutAfter({ trace, rules }: Source, fromS: number, toS: number): number | null {
  const { events, focus } = trace;
  for (let index = Math.max(0, events.indexAt(fromS - 1e-9)); index < events.count; index += 1) {
    const timeS = events.timeS[index] ?? 0;
    if (timeS > toS) return null;
    const isOwn = events.source[index] === focus && timeS >= fromS - 1e-9;
    if (isOwn && rules.get(events.rule[index] ?? -1)?.kind === 'window-cut') return timeS;
  }
  return null;
}

/** A segment that is sent again although it was not lost: others overtook it, or its ACK is late. */
export function resentStory(source: Source, occasion: Occasion): Story | null {
  const { flow, trace, rules, name } = source;
  const { number, timeS } = occasion;
  const isIt = (one: Passage): boolean => one.number === number;
  const resend = flow.sends.find((one) => isIt(one) && (isSame(one.timeS, timeS) || one.timeS >= timeS));
  if (resend === undefined) return null;
  const first = before(flow.sends, resend.timeS - 1e-9, isIt);
  if (first === null) return null;
  const way = flow.way(first.record);
  if (flow.losses.some(({ record }) => way.includes(record))) return lossStory(source, occasion);
  const arrival = flow.arrivals.find(({ record }) => record === way.at(-1)) ?? null;
  const overtaking =
    arrival === null
      ? []
      : flow.arrivals.filter(
          (one) => one.number > number && one.timeS > first.timeS && one.timeS < arrival.timeS,
        );
  const told = duplicates(source, number, first.timeS, resend.timeS).slice(0, 3);
  const index = eventAt(source, resend.timeS, ['timeout', 'fast-retransmit']);
  const isTimer = rules.get(trace.events.rule[index] ?? -1)?.kind === 'timeout';
  const isProbe = keyOf(source, index) === 'tcp.probe';
  const closing = after(flow.acks, first.timeS, (ack) => ack.number > number);
  const steps: Step[] = [];
  const [over] = overtaking;
  const lines: Thick[] = [
    { tone: 'marked', records: way },
    ...overtaking.slice(0, 3).map((one): Thick => ({ tone: 'later', records: flow.way(one.record) })),
    ...told.map((one): Thick => ({ tone: 'ack', records: flow.way(one.record) })),
    { tone: 'resent', records: flow.way(resend.record) },
  ];
  if (over !== undefined)
    steps.push({
      timeS: over.timeS,
      at: 'receiver',
      title: `${packets(overtaking.length)} ${overtaking.length === 1 ? 'overtakes' : 'overtake'} it`,
      detail: '',
    });
  const lastTold = told.at(-1);
  if (lastTold !== undefined)
    steps.push({
      timeS: lastTold.timeS,
      at: 'sender',
      title: `Duplicate ${told.length === 1 ? 'ACK' : 'ACKs'} ${[1, 2, 3].slice(0, told.length).join(', ')}`,
      detail: '',
    });
  if (arrival !== null)
    steps.push({
      timeS: arrival.timeS,
      at: 'receiver',
      title:
        over === undefined
          ? 'It arrives'
          : `It arrives ${span(arrival.timeS - over.timeS)} after the first of them`,
      detail: over === undefined ? `${span(arrival.timeS - first.timeS)} after it was sent` : '',
    });
  steps.push({
    timeS: resend.timeS,
    at: 'sender',
    title: isTimer ? 'The timer expires: sent again' : isProbe ? 'A probe: sent again' : 'Sent again',
    detail: windowChange(source, resend.timeS),
  });
  if (closing !== null) {
    lines.push({ tone: 'closing', records: flow.way(closing.record) });
    steps.push({ timeS: closing.timeS, at: 'sender', title: 'Its ACK arrives', detail: 'nothing was lost' });
  }
  const waited = span(resend.timeS - first.timeS);
  const title =
    over !== undefined
      ? `${packets(overtaking.length)} ${overtaking.length === 1 ? 'overtakes' : 'overtake'} packet ${numbered(number)}. Their duplicate ACKs make ${name} send it again, though nothing is lost.`
      : arrival !== null
        ? `Packet ${numbered(number)} is late, not lost. ${waited} after it was sent ${isTimer ? 'the timer expires' : isProbe ? 'a probe sends it again' : `${name} sends it again`}.`
        : `Packet ${numbered(number)} is sent again ${waited} after it was first sent.`;
  return {
    number,
    title,
    steps: byTime(steps),
    lines,
    log: flow.log,
    fromS: first.timeS,
    toS: Math.max(closing?.timeS ?? 0, arrival?.timeS ?? 0, resend.timeS),
    isOver: closing !== null || isAtEnd(source),
  };
}

/** The segment that is sent at a time or next: how long it waits, who overtakes it, when its ACK is back. */
export function plainStory(source: Source, timeS: number): Story | null {
  const { flow } = source;
  const any = (): boolean => true;
  const sent = after(flow.sends, timeS - 1e-9, any) ?? before(flow.sends, timeS, any);
  if (sent === null) return null;
  const { number } = sent;
  const way = flow.way(sent.record);
  if (flow.losses.some(({ record }) => way.includes(record))) return lossStory(source, sent);
  const { start_s: starts, enter_s: enters } = flow.log;
  const waits = way.map((record) => (starts[record] ?? 0) - (enters[record] ?? 0));
  const waitS = waits.reduce((sum, one) => sum + one, 0);
  const longest = way[waits.indexOf(Math.max(...waits))] ?? sent.record;
  const arrival = flow.arrivals.find(({ record }) => record === way.at(-1)) ?? null;
  const ack = arrival === null ? null : after(flow.acks, arrival.timeS, (one) => one.number > number);
  const overtaking = flow.arrivals.filter(
    (one) => one.number > number && one.timeS > sent.timeS && one.timeS < (arrival?.timeS ?? 0),
  );
  const steps: Step[] = [
    { timeS: sent.timeS, at: 'sender', title: `Packet ${numbered(number)} is sent`, detail: '' },
  ];
  if (waitS > 0)
    steps.push({
      timeS: enters[longest] ?? sent.timeS,
      at: { record: longest },
      title: `It waits ${span(waitS)}`,
      detail: '',
    });
  const lines: Thick[] = [{ tone: 'resent', records: way }];
  const [over] = overtaking;
  if (over !== undefined) {
    steps.push({
      timeS: over.timeS,
      at: 'receiver',
      title: `${packets(overtaking.length)} ${overtaking.length === 1 ? 'overtakes' : 'overtake'} it`,
      detail: '',
    });
    lines.push(
      ...overtaking.slice(0, 3).map((one): Thick => ({ tone: 'later', records: flow.way(one.record) })),
    );
  }
  if (arrival !== null) steps.push({ timeS: arrival.timeS, at: 'receiver', title: 'It arrives', detail: '' });
  if (ack !== null) {
    lines.push({ tone: 'closing', records: flow.way(ack.record) });
    steps.push({ timeS: ack.timeS, at: 'sender', title: 'Its ACK arrives', detail: '' });
  }
  const ackWaitS =
    ack === null
      ? 0
      : flow.way(ack.record).reduce((sum, record) => sum + (starts[record] ?? 0) - (enters[record] ?? 0), 0);
  const wait = waitS > MIN_WAIT_S ? `waits ${span(waitS)} in queues` : 'waits in no queue';
  const late =
    over === undefined
      ? ''
      : ` ${packets(overtaking.length)} ${overtaking.length === 1 ? 'overtakes' : 'overtake'} it.`;
  const behind = ackWaitS > MIN_WAIT_S ? ` Its ACK waits ${span(ackWaitS)} in queues.` : '';
  const back =
    ack === null
      ? ''
      : `${behind} The ACK is back ${span(ack.timeS - sent.timeS)} after the packet was sent.`;
  return {
    number,
    title: `Packet ${numbered(number)} ${wait}.${late}${back}`,
    steps: byTime(steps),
    lines,
    log: flow.log,
    fromS: sent.timeS,
    toS: ack?.timeS ?? arrival?.timeS ?? flow.log.to_s,
    isOver: ack !== null || isAtEnd(source),
  };
}
