/** The story of a lost segment: how the sender learns of it, and how the gap is closed. */
import { after, before, channelEvent, duplicates, eventAt, isAtEnd, keyOf, windowChange } from './facts.ts';
import type { Passage } from './flowLog.ts';
import type { Occasion } from './occasions.ts';
import { termOf } from './occasions.ts';
import { isQuic, quicStory } from './quic.ts';
import type { Source, Step, Story, Thick } from './types.ts';
import { numbered, packets, span } from './words.ts';

/** Why a segment is sent again. */
type Cause = 'duplicates' | 'timer' | 'probe' | 'rack' | 'declared' | 'recovery' | 'none';

const COUNTS = ['No', 'One', 'Two', 'Three'];
/** Of a round trip: a shorter pause is no step. */
const LONG_PAUSE = 0.2;

function causeOf(source: Source, resend: Passage | null): Cause {
  if (resend === null) return 'none';
  const index = eventAt(source, resend.timeS, ['timeout', 'fast-retransmit', 'decision'], resend.number);
  if (index < 0) return 'recovery';
  const key = keyOf(source, index);
  if (key === 'tcp.timeout') return 'timer';
  if (key === 'tcp.probe') return 'probe';
  if (key === 'tcp.rack' || key === 'tcp.rack-timer') return 'rack';
  return key === 'tcp.declared-lost' ? 'declared' : 'duplicates';
}

/** How it was lost, in a title of a step and as the first sentence. */
function lossWords(source: Source, lost: Passage): { title: string; detail: string; sentence: string } {
  const { trace, rules, capacityPackets } = source;
  const number = numbered(lost.number);
  const index = channelEvent(source, ['drop', 'channel-loss'], lost.number, lost.timeS);
  const waiting = termOf(trace, rules, index, 'queue');
  const isDrop = rules.get(trace.events.rule[index] ?? -1)?.kind === 'drop';
  const detail = `packet ${number} is ${isDrop ? 'dropped' : 'lost'}`;
  if (!isDrop) return { title: 'The link loses it', detail, sentence: `The link loses packet ${number}.` };
  const room =
    capacityPackets === null ? packets(waiting) : `${numbered(waiting)} of ${numbered(capacityPackets)}`;
  if (waiting === 0)
    return {
      title: 'Dropped though nothing waits',
      detail,
      sentence: `Packet ${number} is dropped though nothing waits.`,
    };
  if (termOf(trace, rules, index, 'early') === 1)
    return {
      title: `Dropped early: ${room} wait`,
      detail,
      sentence: `The queue drops packet ${number} early: ${room} wait.`,
    };
  return {
    title: `Buffer full: ${room} wait`,
    detail,
    sentence: `Packet ${number} finds the buffer full.`,
  };
}

interface Course {
  source: Source;
  sent: Passage | null;
  lost: Passage;
  resends: readonly Passage[];
  closing: Passage | null;
  cause: Cause;
}

/** How the sender learns of it: the steps between the loss and the retransmission. */
function detection({ source, sent, lost, resends, cause }: Course): {
  steps: Step[];
  lines: Thick[];
  sentence: string;
} {
  const { flow, name } = source;
  const [resend] = resends;
  const untilS = resend?.timeS ?? flow.log.to_s;
  const told = duplicates(source, lost.number, lost.timeS, untilS).slice(0, 3);
  const later = told.flatMap((ack) => flow.triggerOf(ack) ?? []);
  const lines: Thick[] = [
    ...later.map(({ record }): Thick => ({ tone: 'later', records: flow.way(record) })),
    ...told.map(({ record }): Thick => ({ tone: 'ack', records: flow.way(record) })),
  ];
  const waitedS = untilS - lost.timeS;
  const steps: Step[] = [];
  const [lastArrival, lastAck] = [later[later.length - 1], told[told.length - 1]];
  const count = told.length;
  if (lastArrival !== undefined && lastAck !== undefined) {
    const many = count === 1 ? 'packet arrives' : 'packets arrive';
    steps.push({
      timeS: lastArrival.timeS,
      at: 'receiver',
      title: `${COUNTS[count] ?? ''} later ${many}`,
      detail: '',
    });
    const list = [1, 2, 3].slice(0, count).join(', ');
    steps.push({
      timeS: lastAck.timeS,
      at: 'sender',
      title: `Duplicate ${count === 1 ? 'ACK' : 'ACKs'} ${list}`,
      detail: count < 3 && (cause === 'timer' || cause === 'probe') ? 'a third one never comes' : '',
    });
  } else if (cause === 'timer' || cause === 'probe') {
    const follow = flow.sends.filter(
      (one) => one.number > lost.number && one.timeS > (sent?.timeS ?? lost.timeS) && one.timeS < untilS,
    );
    const last = follow[follow.length - 1];
    steps.push({
      timeS: last?.timeS ?? sent?.timeS ?? lost.timeS,
      at: 'sender',
      title: last === undefined ? 'Nothing is sent after it' : 'No later packet is reported',
      detail: 'so no duplicate ACK tells of it',
    });
  }
  if (cause === 'recovery' && resend !== undefined) {
    const first = firstRepair(source, lost.timeS, resend);
    if (first !== null) steps.push(first);
  }
  const fewer = ['no', 'only one', 'only two'][count] ?? 'no';
  const noThird = `${fewer.charAt(0).toUpperCase()}${fewer.slice(1)} duplicate ${count < 2 ? 'ACK comes' : 'ACKs come'}`;
  const sentence = {
    duplicates: `${span(waitedS)} later the ${count >= 3 ? 'third duplicate ACK' : 'receiver’s reports'} ${count >= 3 ? 'tells' : 'tell'} ${name}`,
    timer:
      count >= 3
        ? `${span(waitedS)} later the timer expires`
        : `${noThird}: ${span(waitedS)} later the timer expires`,
    probe: `${noThird}: ${span(waitedS)} later a probe sends it again`,
    rack: `${span(waitedS)} later ${name} knows it from packets that were sent after it`,
    declared: `${span(waitedS)} later ${name} takes it for lost, before the third duplicate ACK`,
    recovery: `${span(waitedS)} later ${name} sends it again, while it repairs an earlier loss`,
    none: 'It is not sent again before the run ends',
  }[cause];
  return { steps, lines, sentence };
}

/** What the sender repairs before it: the last segment that an event names. */
function firstRepair({ trace, rules }: Source, fromS: number, resend: Passage): Step | null {
  const { events, focus } = trace;
  for (let index = events.indexAt(resend.timeS); index >= 0; index -= 1) {
    const timeS = events.timeS[index] ?? 0;
    if (timeS < fromS) return null;
    const kind = rules.get(events.rule[index] ?? -1)?.kind;
    if (events.source[index] !== focus || (kind !== 'timeout' && kind !== 'fast-retransmit')) continue;
    const number = termOf(trace, rules, index, 'segment');
    if (Number.isNaN(number)) continue;
    const what = `packet ${numbered(number)} is sent again first`;
    return kind === 'timeout'
      ? { timeS, at: 'sender', title: 'The timer expires', detail: what }
      : { timeS, at: 'sender', title: 'An earlier one is missing too', detail: what };
  }
  return null;
}

const RESENT: Readonly<Record<Cause, string>> = {
  duplicates: 'Sent again',
  timer: 'The timer expires: sent again',
  probe: 'A probe: sent again',
  rack: 'Sent again',
  declared: 'Sent again, early',
  recovery: 'Sent again in the same recovery',
  none: '',
};

/** The time in which the sender may send nothing new. */
function pauseOf({ source: { flow, rttS }, cause }: Course, resend: Passage): Step | null {
  if (cause === 'timer' || cause === 'recovery') return null;
  const highest = flow.sends.reduce(
    (most, one) => (one.timeS <= resend.timeS ? Math.max(most, one.number) : most),
    -1,
  );
  const next = after(flow.sends, resend.timeS, (one) => one.number > highest);
  const pauseS = next === null ? 0 : next.timeS - resend.timeS;
  if (next === null || pauseS < LONG_PAUSE * rttS) return null;
  return {
    timeS: resend.timeS,
    toS: next.timeS,
    at: 'sender',
    title: `${span(pauseS)} nothing new`,
    detail: 'more is under way than the window allows',
  };
}

/** Null if the log does not hold the loss. */
export function lossStory(
  source: Source,
  { number, timeS }: Pick<Occasion, 'number' | 'timeS'>,
): Story | null {
  const { flow } = source;
  const lost = flow.losses
    .filter((one) => one.number === number)
    .sort((a, b) => Math.abs(a.timeS - timeS) - Math.abs(b.timeS - timeS))[0];
  if (lost === undefined) return null;
  const isIt = (one: Passage): boolean => one.number === number;
  const sent = before(flow.sends, lost.timeS, isIt);
  if (isQuic(source)) return quicStory(source, lost, sent, lossWords(source, lost));
  const closing = after(flow.acks, lost.timeS, (ack) => ack.number > number);
  const resends = flow.sends.filter(
    (one) => isIt(one) && one.timeS > (sent?.timeS ?? lost.timeS) && one.timeS < (closing?.timeS ?? Infinity),
  );
  const [resend] = resends;
  const course: Course = { source, sent, lost, resends, closing, cause: causeOf(source, resend ?? null) };
  const how = lossWords(source, lost);
  const found = detection(course);
  const isLostAgain = (one: Passage): boolean =>
    flow.way(one.record).some((record) => flow.losses.some((loss) => loss.record === record));
  const steps: Step[] = [
    { timeS: lost.timeS, at: { record: lost.record }, title: how.title, detail: how.detail },
    ...found.steps,
  ];
  const lines: Thick[] = [
    { tone: 'lost', records: flow.way(lost.record) },
    ...found.lines,
    ...resends.map((one): Thick => ({
      tone: isLostAgain(one) ? 'lost' : 'resent',
      records: flow.way(one.record),
    })),
  ];
  const again = resends.filter(isLostAgain).length;
  if (resend !== undefined) {
    steps.push({
      timeS: resend.timeS,
      at: 'sender',
      title: RESENT[course.cause],
      detail: windowChange(source, resend.timeS),
    });
    const last = resends[resends.length - 1] ?? resend;
    if (again > 0)
      steps.push({
        timeS: last.timeS,
        at: 'sender',
        title: again === 1 ? 'Lost again, sent once more' : `Lost ${numbered(again)} times more`,
        detail: windowChange(source, last.timeS),
      });
    else {
      const pause = pauseOf(course, resend);
      if (pause !== null) steps.push(pause);
    }
  }
  if (closing !== null) {
    lines.push({ tone: 'closing', records: flow.way(closing.record) });
    const count = closing.number - number;
    steps.push({
      timeS: closing.timeS,
      at: 'sender',
      title: 'The gap is closed',
      detail: count > 1 ? `one ACK for ${packets(count)}` : '',
    });
  }
  const end =
    closing === null || resend === undefined
      ? '.'
      : `; after ${span(closing.timeS - resend.timeS)} more the gap is closed.`;
  return {
    number,
    title: `${how.sentence} ${found.sentence}${end}`,
    steps,
    lines,
    log: flow.log,
    fromS: sent?.timeS ?? lost.timeS,
    toS: closing?.timeS ?? flow.log.to_s,
    isOver: closing !== null || isAtEnd(source),
  };
}
