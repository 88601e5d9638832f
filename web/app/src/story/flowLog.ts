/** One flow's packets in a replayed range: what was sent, lost, marked, received and acknowledged. */
import { ACCESS_BIT, ACCESS_LINK, FATE, PACKET_KIND } from '@ackscope/engine';
import type { PacketLog } from '@ackscope/engine';

export interface Passage {
  /** Segment number; of an ACK, the number that it asks for. */
  number: number;
  timeS: number;
  /** Its record in the log. */
  record: number;
}

export class FlowLog {
  readonly log: PacketLog;
  /** Segments as they leave the sender, in order of time; so are all lists. */
  readonly sends: Passage[] = [];
  readonly arrivals: Passage[] = [];
  readonly acksSent: Passage[] = [];
  /** ACKs as they reach the sender. */
  readonly acks: Passage[] = [];
  /** Segments that a queue dropped or a link lost. */
  readonly losses: Passage[] = [];
  /** Segments at the place that marked them. */
  readonly marks: Passage[] = [];
  readonly #byNumber = new Map<number, number[]>();

  constructor(log: PacketLog, flow: number) {
    this.log = log;
    const marked = new Set<number>();
    for (let record = 0; record < log.flow.length; record += 1) {
      if (log.flow[record] !== flow) continue;
      const number = log.sequence[record] ?? 0;
      const place = log.place[record] ?? 0;
      const link = place >= ACCESS_BIT ? (place - ACCESS_BIT) & 3 : null;
      const [enterS, arriveS, fate] = [
        log.enter_s[record] ?? 0,
        log.arrive_s[record] ?? 0,
        log.fate[record] ?? 0,
      ];
      const same = this.#byNumber.get(number);
      if (same === undefined) this.#byNumber.set(number, [record]);
      else same.push(record);
      if (log.kind[record] === PACKET_KIND.ack) {
        if (link === ACCESS_LINK.receiverOut) this.acksSent.push({ number, timeS: enterS, record });
        if (link === ACCESS_LINK.sourceIn) this.acks.push({ number, timeS: arriveS, record });
        continue;
      }
      if (link === ACCESS_LINK.sourceOut) this.sends.push({ number, timeS: enterS, record });
      if (fate === FATE.dropped || fate === FATE.lost)
        this.losses.push({ number, timeS: endS(log, record), record });
      else if (link === ACCESS_LINK.receiverIn) this.arrivals.push({ number, timeS: arriveS, record });
      if (fate === FATE.marked && !marked.has(number)) {
        marked.add(number);
        this.marks.push({ number, timeS: enterS, record });
      }
    }
    for (const list of [this.sends, this.arrivals, this.acksSent, this.acks, this.losses, this.marks])
      list.sort((a, b) => a.timeS - b.timeS);
  }

  /** The records of a packet's whole way, from one of them. A link begins when the one before it ends. */
  way(record: number): number[] {
    const { enter_s: enters, arrive_s: arrives, kind } = this.log;
    const same = (this.#byNumber.get(this.log.sequence[record] ?? -1) ?? []).filter(
      (one) => (kind[one] === PACKET_KIND.ack) === (kind[record] === PACKET_KIND.ack),
    );
    const way = [record];
    const step = (isNext: (one: number) => boolean): number | undefined =>
      same.find((one) => !way.includes(one) && isNext(one));
    for (;;) {
      const last = way[way.length - 1] ?? record;
      const next = step((one) => enters[one] === arrives[last] && (enters[one] ?? 0) >= (enters[last] ?? 0));
      if (next === undefined) break;
      way.push(next);
    }
    for (;;) {
      const first = way[0] ?? record;
      const before = step(
        (one) => arrives[one] === enters[first] && (enters[one] ?? 0) <= (enters[first] ?? 0),
      );
      if (before === undefined) return way;
      way.unshift(before);
    }
  }

  /** The segment whose arrival made the receiver send an ACK. */
  triggerOf(ack: Passage): Passage | null {
    const [first] = this.way(ack.record);
    const sentS = this.log.enter_s[first ?? ack.record] ?? 0;
    let found: Passage | null = null;
    for (const arrival of this.arrivals) {
      if (arrival.timeS > sentS) break;
      found = arrival;
    }
    return found;
  }
}

/** When a lost packet's line ends: at the full queue, or half way on the link. */
export function endS(log: PacketLog, record: number): number {
  if (log.fate[record] === FATE.dropped) return log.enter_s[record] ?? 0;
  return ((log.start_s[record] ?? 0) + (log.arrive_s[record] ?? 0)) / 2;
}
