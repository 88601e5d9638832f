/** Computes the marks of evidence. They illustrate a cause that the experiment found; alone they decide nothing. */
import { formatFixed, formatNumber } from '@ackscope/charts';
import type { CausesReport, HopWindow } from '@ackscope/engine';
import { bottleneck, callWindow, focusSeries, intervalRows } from '@ackscope/model';
import type { LaneView } from '../laneData/laneData.ts';
import type { Subject } from './subject.ts';
import { isDelayBased } from './told.ts';
import type { Note, Notes } from '../notes/cell.ts';
import type { Ghost } from '../notes/ghost.ts';

/** More would be a text over the picture. */
const MAX = 3;
/** Points that a text may be put at. */
const MAX_POINTS = 8;
/** A queue with fewer packets on average is empty to the eye. */
const EMPTY_PACKETS = 2;
/** A link with this utilisation is full to the eye. */
const FULL = 0.9;

/** The marks of each lane, for the causes of an answer. */
export function evidenceOf(subject: Subject, lanes: readonly LaneView[], report: CausesReport): Notes {
  const named = new Set(report.answer.suspects);
  const notes = lanes.map((lane, at) => {
    if (subject.quantity === 'delay') return delayNotes(lane, at, subject);
    if (at !== subject.lane) {
      if (named.has('reverse')) return contrast(lanes, at, subject);
      return named.has('loss') ? steadyNotes(new Facts(lane, subject)) : [];
    }
    const of = new Facts(lane, subject);
    const notes = [
      ...(named.has('reverse') ? reverseNotes(of) : []),
      ...(named.has('buffer-small') ? smallBufferNotes(of) : []),
      ...(named.has('loss') || named.has('outage') ? lossNotes(of) : []),
      ...(named.has('rto') ? timeoutNotes(of) : []),
      ...(named.has('buffer-large') ? largeBufferNotes(of) : []),
      ...(named.has('aqm') || named.has('policer') ? earlyNotes(of) : []),
    ];
    return notes.slice(0, MAX);
  });
  return inTurn(notes, subject.lane);
}

/** They appear one after another: those of the lane that the sentence names first, then from left to right. */
function inTurn(notes: Notes, first: number): Notes {
  let turn = notes[first]?.length ?? 0;
  return notes.map((own, lane) => own.map((note, at) => ({ ...note, turn: lane === first ? at : turn++ })));
}

/** Senders that slow down at losses alone. */
const LOSS_BASED = /^(?:reno|newreno|sack|bic|cubic|westwood)/;

/** Beside a sender that takes delay for its own queue: in lanes of another kind, why they do not. */
function contrast(lanes: readonly LaneView[], at: number, subject: Subject): Note[] {
  const lane = lanes[at];
  if (lane === undefined || !LOSS_BASED.test(lane.run.algorithm)) return [];
  if (!isDelayBased(lanes[subject.lane]?.run.algorithm ?? '')) return [];
  const of = new Facts(lane, subject);
  const timeS = of.at(0.5);
  // Without its own queue: it fills the link before that.
  const level = fullLink(of, lane.data.rttS + (of.back?.mean_queueing_delay_s ?? 0));
  return [
    {
      row: 'cwnd',
      timeS,
      value: of.value('cwnd', timeS),
      ...(level === null ? {} : { level }),
      text: lane.run.algorithm.startsWith('westwood')
        ? 'It slows down at losses, not at delay: to bandwidth estimate × smallest round trip.'
        : 'It slows down at losses, not at delay.',
      short: 'slows down only at losses',
      isAside: true,
    },
  ];
}

/** The window that fills the link when a round trip takes so long, over the interval. */
function fullLink({ lane, fromS, toS }: Facts, rttS: number): NonNullable<Note['level']> | null {
  const { rateBps, packetBits } = lane.data;
  if (rateBps === null) return null;
  const value = (rateBps * rttS) / packetBits;
  return { value, fromS, toS, name: `full link: ${count(value)}` };
}

/** Beside a sender that losses of the link hold down: who else is, and why one that uses the bandwidth estimate is not. */
function steadyNotes(of: Facts): Note[] {
  const { algorithm } = of.lane.run;
  const timeS = of.at(0.45);
  if (!algorithm.startsWith('westwood'))
    return LOSS_BASED.test(algorithm)
      ? [
          {
            row: 'cwnd',
            timeS,
            value: of.value('cwnd', timeS),
            text:
              (of.hop?.utilisation ?? 0) < FULL
                ? 'Each loss cuts its window before it has grown back.'
                : 'Each loss cuts its window, too.',
            short: 'each loss cuts it',
          },
        ]
      : [];
  if ((of.hop?.utilisation ?? 0) < FULL) return [];
  const kept = of.value('ssthresh', timeS);
  return [
    {
      row: 'cwnd',
      timeS,
      value: kept,
      text: `After a loss it keeps ${count(kept)} packets: bandwidth estimate × smallest round trip. That fills the link.`,
      short: `keeps ${count(kept)}: the link is full`,
    },
    {
      row: 'bwe',
      timeS: of.at(0.6),
      value: of.value('bwe', of.at(0.6)),
      text: 'It measures the rate of the ACKs. A lost packet hardly changes it.',
      short: 'the rate of the ACKs',
    },
  ];
}

/** Where the grey curve may be named, as shares of the interval. */
const GHOST_POINTS = [0.8, 0.7, 0.6, 0.9, 0.5, 0.4, 0.3];

/** The name of the grey curve stands at it. */
export function withGhostNote(notes: Notes, { fromS, toS }: Subject, ghost: Ghost | null): Notes {
  if (ghost === null) return notes;
  const window = focusSeries(ghost.trace, 'cwnd')[0];
  const [point, ...others] = GHOST_POINTS.map((share) => {
    const timeS = fromS + share * (toS - fromS);
    return { timeS, value: window?.at(timeS) ?? NaN };
  });
  // “Without the losses of the link” has no room at its curve.
  const text = ghost.name.replace(/ the (.*) of the (link)$/, ' $2 $1');
  const of = {
    row: 'cwnd',
    text,
    short: text.replace(/^without (?:the )?/, 'no '),
    isAside: true,
    isGrey: true,
  };
  const note: Note = { ...of, timeS: point?.timeS ?? NaN, value: point?.value ?? NaN, others };
  return notes.map((own, lane) => (lane === ghost.lane ? [...own, note] : own));
}

/** What a lane measured in the interval. */
class Facts {
  readonly lane: LaneView;
  readonly fromS: number;
  readonly toS: number;
  readonly hop: HopWindow | null;
  readonly back: HopWindow | null;

  constructor(lane: LaneView, { fromS, toS }: Pick<Subject, 'fromS' | 'toS'>) {
    [this.lane, this.fromS, this.toS] = [lane, fromS, toS];
    const { info, results, trace } = lane.run;
    const hop = info === null ? null : bottleneck(info, trace?.focus);
    const channel = (isSame: boolean): HopWindow | null => {
      const found = results?.hops.find(
        (one) => one.hop === hop?.hop && (one.direction === hop.direction) === isSame,
      );
      return found?.windows.find((one) => one.from_s === fromS && one.to_s === toS) ?? null;
    };
    [this.hop, this.back] = [channel(true), channel(false)];
  }

  get flow() {
    return intervalRows(this.lane.run, [], Infinity).find(({ fromS }) => fromS === this.fromS)?.flow ?? null;
  }

  /** A moment of the interval, by its share. */
  at(share: number): number {
    return this.fromS + share * (this.toS - this.fromS);
  }

  value(series: string, timeS: number): number {
    return this.lane.data.series(series)[0]?.at(timeS) ?? NaN;
  }

  /** The losses of a kind in the interval: 0 full queue, 1 early drop, 2 lost by the link. */
  lossesS(kind: number): number[] {
    const { losses } = this.lane.data;
    return Array.from({ length: losses.count }, (_, at) => losses.timeS[at] ?? NaN).filter(
      (timeS, at) => losses.kind[at] === kind && timeS >= this.fromS && timeS <= this.toS,
    );
  }
}

const count = (value: number): string => formatFixed(value, 0);
const packets = (number: string): string => `${number} ${number === '1' ? 'packet' : 'packets'}`;
const milliseconds = (valueS: number): string => formatFixed(valueS * 1000, 0);

function reverseNotes(of: Facts): Note[] {
  const { back, hop, lane } = of;
  const waitS = back?.mean_queueing_delay_s ?? 0;
  const notes: Note[] = [];
  // The path without queues and the two waits. The mean of RTT samples is less: a small window gives few samples.
  const rttS = lane.data.rttS + (hop?.mean_queueing_delay_s ?? 0) + waitS;
  const full = fullLink(of, rttS);
  if (full !== null) {
    const timeS = of.at(0.3);
    const held = of.value('cwnd', timeS);
    const needed = full.value;
    if (held < 0.7 * needed) {
      // The row draws the level of a path without queues.
      const level = count(fullLink(of, lane.data.rttS)?.value ?? NaN);
      const apart = level === count(needed) ? '' : `, not ${level}`;
      notes.push({
        row: 'cwnd',
        timeS,
        value: held,
        level: full,
        text: `A round trip takes ${milliseconds(rttS)} ms, so a full link needs ${count(needed)} packets${apart}. It holds ${formatNumber(held, 2)}.`,
        short: `holds ${packets(formatNumber(held, 2))}, needs ${count(needed)}`,
      });
    }
  }
  if (hop !== null && hop.mean_queue_packets < EMPTY_PACKETS) {
    const [point, ...others] = [0.7, 0.85, 0.5].map((share) => {
      const timeS = of.at(share);
      return { timeS, value: of.value('queue', timeS) };
    });
    notes.push({
      row: 'queue',
      timeS: point?.timeS ?? NaN,
      value: point?.value ?? NaN,
      others,
      text: believed(of, rttS, formatNumber(hop.mean_queue_packets, 2)),
      short: 'this queue is almost empty',
    });
  }
  if (back !== null && waitS > 0) {
    const capacity = lane.data.back?.capacityPackets;
    const room = capacity == null ? '' : ` of ${count(capacity)}`;
    notes.push({
      row: 'queue-back',
      timeS: of.at(0.2),
      value: back.mean_queue_packets,
      text: `The ACKs wait here, among ${count(back.mean_queue_packets)}${room} packets: +${milliseconds(waitS)} ms`,
      short: `the ACKs wait here: +${milliseconds(waitS)} ms`,
    });
  }
  return notes;
}

/** Below the first it grows, above the second it shrinks: α and β of Brakmo and Peterson 1995, in packets. */
const VEGAS_KEEPS = [1, 3] as const;

/** How many packets of its own Vegas takes for waiting: window × (1 − smallest RTT / RTT), Brakmo and Peterson 1995. */
function believed(of: Facts, meanS: number, measured: string): string {
  const { lane } = of;
  const leastS = lane.data.rttS;
  if (lane.run.algorithm !== 'vegas') return `Its own queue: ${packets(measured)}.`;
  const counted = of.value('cwnd', of.at(0.3)) * (1 - leastS / meanS);
  const does = counted > VEGAS_KEEPS[1] ? 'it shrinks' : counted >= VEGAS_KEEPS[0] ? 'it does not grow' : '';
  return `Vegas calculates ${formatNumber(counted, 2)} waiting, really ${measured}${does === '' ? '' : `: ${does}`}.`;
}

function smallBufferNotes(of: Facts): Note[] {
  const { hop, lane } = of;
  const capacity = lane.data.capacityPackets;
  const [dropS] = of.lossesS(0);
  const notes: Note[] = [];
  if (capacity !== null && dropS !== undefined)
    notes.push({
      row: 'queue',
      timeS: dropS,
      value: capacity,
      text: `buffer full: packet ${count(capacity + 1)} is dropped`,
    });
  const idle = 1 - (hop?.utilisation ?? 1);
  if (dropS !== undefined && idle > 0.03)
    notes.push({
      row: 'cwnd',
      timeS: dropS,
      value: of.value('cwnd', dropS),
      text: `window cut; the link is idle ${count(100 * idle)} % of the time`,
    });
  return notes;
}

function lossNotes(of: Facts): Note[] {
  const [lossesS, losses] = [of.lossesS(2), of.hop?.channel_losses ?? 0];
  // In the midst of them: at the first ones a queue may still be there from before.
  const [lossS, ...others] = lossesS
    .filter((timeS) => timeS > of.at(0.1))
    .toSorted((a, b) => Math.abs(a - of.at(0.35)) - Math.abs(b - of.at(0.35)));
  if (lossS === undefined || losses === 0) return [];
  const points = (series: string): Pick<Note, 'timeS' | 'value' | 'others'> => {
    const point = (timeS: number) => ({ timeS, value: of.value(series, timeS) });
    return { ...point(lossS), others: others.slice(0, MAX_POINTS).map(point) };
  };
  const everyS = formatNumber((of.toS - of.fromS) / losses, 2);
  return [
    {
      row: 'queue',
      ...points('queue'),
      text: `The link loses a packet every ${everyS} s, and the queue is not full.`,
      short: 'lost, though the queue is not full',
    },
    {
      row: 'cwnd',
      ...points('cwnd'),
      text: 'Each loss cuts the window.',
      short: 'each loss cuts it',
    },
  ];
}

function timeoutNotes(of: Facts): Note[] {
  const timeouts = of.flow?.timeouts ?? 0;
  if (timeouts === 0) return [];
  const timeS = of.at(0.5);
  return [
    {
      row: 'cwnd',
      timeS,
      value: of.value('cwnd', timeS),
      text: `${count(timeouts)} ${timeouts === 1 ? 'timeout' : 'timeouts'}`,
    },
  ];
}

function largeBufferNotes(of: Facts): Note[] {
  const { hop } = of;
  const waitS = hop?.mean_queueing_delay_s ?? 0;
  if (hop === null || waitS === 0) return [];
  const timeS = of.at(0.6);
  const waiting = count(hop.mean_queue_packets);
  return [
    {
      row: 'queue',
      timeS,
      value: of.value('queue', timeS),
      text: `${packets(waiting)} ${waiting === '1' ? 'waits' : 'wait'}, +${milliseconds(waitS)} ms`,
    },
  ];
}

function earlyNotes(of: Facts): Note[] {
  const [dropS] = of.lossesS(1);
  const drops = of.hop?.early_drops ?? 0;
  if (dropS === undefined || drops === 0) return [];
  return [
    {
      row: 'queue',
      timeS: dropS,
      value: of.value('queue', dropS),
      text: `${packets(count(drops))} dropped while there is room`,
    },
  ];
}

/** A call beside a backup: before whom it waits, and by how much it is late. */
function delayNotes(lane: LaneView, at: number, subject: Subject): Note[] {
  const of = new Facts(lane, subject);
  const { hop } = of;
  const call = callWindow(lane.run, subject);
  if (hop === null || call === null) return [];
  const waitS = call.p50_queueing_s ?? 0;
  const timeS = of.at(0.6);
  if (at === subject.lane)
    return [
      {
        row: 'queue',
        timeS,
        value: of.value('queue', timeS),
        text: `you stand behind ${packets(count(hop.mean_queue_packets))}`,
      },
    ];
  const isShort = waitS < 0.005;
  return [
    ...(isShort
      ? [
          {
            row: 'delay',
            timeS,
            value: of.value('delay', timeS),
            text: `half of the voice arrives within ${milliseconds(call.p50_delay_s ?? NaN)} ms`,
          },
        ]
      : []),
    {
      row: 'queue',
      timeS,
      value: of.value('queue', timeS),
      text: isShort
        ? 'the call has its own queue'
        : `${lane.name} keeps ${packets(count(hop.mean_queue_packets))} waiting`,
    },
  ];
}
