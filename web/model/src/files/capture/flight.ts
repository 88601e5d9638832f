/**
 * Data in flight of one flow: what was sent and is not acknowledged. A damaged packet contradicts
 * its neighbours: its time lies outside of theirs, its bytes join no other segment, or its ACK ends
 * no segment. Such packets are left out and counted.
 */

/** The packets of a flow in the order of the file: its segments, and the ACKs that come back. */
export interface Story {
  timeS: number[];
  /** Of a segment its first byte, of an ACK the next expected byte. */
  sequence: number[];
  /** 0 for an ACK. */
  payload: number[];
}

export interface Flight {
  timeS: number[];
  bytes: number[];
  /** At the same times: the smoothed RTT, what is acknowledged, segments sent again. */
  beside: Record<'rttS' | 'ackedBytes' | 'retransmitted', number[]>;
  /** Packets that contradict their neighbours. */
  damaged: number;
  /** ACKs that acknowledge something new. */
  advancing: number;
  /** Bytes that were acknowledged and are not in the capture. */
  missing: number;
  /** The shortest time from a segment to the ACK of its last byte; infinite without any. */
  leastAckS: number;
}

/** Several queues of a network card may change the order by less than this. */
const DISORDER_S = 1e-3;
/** No window is larger (RFC 7323 §2.3). */
const LARGEST_WINDOW = 2 ** 30;
/** If more of the ACKs end within a segment, the receiver or a middlebox acknowledges parts. */
const MAX_ODD_ACKS = 0.05;

export function flightOf({ timeS, sequence, payload }: Story, segmentBytes: number): Flight {
  const count = timeS.length;
  const isOut = new Uint8Array(count);
  markTimes(timeS, isOut);
  const begin = unwrapped(sequence, payload, isOut);
  const isSegment = (at: number): boolean => (payload[at] ?? 0) > 0 && isOut[at] === 0;
  const segments: number[] = [];
  for (let at = 0; at < count; at++) if (isSegment(at)) segments.push(at);
  const starts = sortedOf(segments, (at) => begin[at] ?? 0);
  const ends = sortedOf(segments, (at) => (begin[at] ?? 0) + (payload[at] ?? 0));
  for (const [place, at] of segments.entries()) {
    const [from, to] = [begin[at] ?? 0, (begin[at] ?? 0) + (payload[at] ?? 0)];
    const isAtEdge = place === 0 || place === segments.length - 1;
    const joins = has(ends, from) || has(starts, to) || timesIn(starts, from) > 1 || timesIn(ends, to) > 1;
    if (!isAtEdge && !joins) isOut[at] = 1;
  }
  markAcks(begin, payload, isOut, starts, ends, segmentBytes);
  const flight = replay(timeS, begin, payload, isOut);
  return { ...flight, missing: missingOf(segments, begin, payload, flight.acknowledged) };
}

/** A time outside of those of both neighbours, or an impossible one. */
function markTimes(timeS: readonly number[], isOut: Uint8Array): void {
  const last = timeS.length - 1;
  let before = -Infinity;
  for (let at = 0; at <= last; at++) {
    const time = timeS[at] ?? NaN;
    let next = Infinity;
    for (let after = at + 1; after <= last && !Number.isFinite(next); after++)
      next = timeS[after] ?? Infinity;
    const isBetween = time >= before - DISORDER_S && (before > next || time <= next + DISORDER_S);
    // The last one has no neighbour: a pause of this length and more is no pause.
    const isLate = at === last && at > 2 && time - before > 1000 + 10 * (before - (timeS[0] ?? 0));
    if (!isBetween || isLate) isOut[at] = 1;
    else before = Math.max(before, time);
  }
}

/** Sequence numbers without their wrap at 2³², from the first one on. */
function unwrapped(sequence: readonly number[], payload: readonly number[], isOut: Uint8Array): number[] {
  const first = payload.findIndex((bytes, at) => bytes > 0 && isOut[at] === 0);
  let anchor = sequence[first] ?? 0;
  let reached = 0;
  return sequence.map((number, at) => {
    // Taken as a signed difference of 32 bits.
    const step = (number - anchor) | 0;
    if (Math.abs(step) > LARGEST_WINDOW) {
      isOut[at] = 1;
      return NaN;
    }
    const place = reached + step;
    if ((payload[at] ?? 0) > 0 && isOut[at] === 0 && step > 0 && step < LARGEST_WINDOW / 16) {
      anchor = number;
      reached = place;
    }
    return place;
  });
}

/** Marks ACKs of what was not sent, and ACKs that end no segment. */
function markAcks(
  begin: readonly number[],
  payload: readonly number[],
  isOut: Uint8Array,
  starts: Float64Array,
  ends: Float64Array,
  segmentBytes: number,
): void {
  const odd: number[] = [];
  let sent = -Infinity;
  let acks = 0;
  for (let at = 0; at < begin.length; at++) {
    if (isOut[at] !== 0) continue;
    const [place, bytes] = [begin[at] ?? 0, payload[at] ?? 0];
    if (bytes > 0) {
      sent = Math.max(sent, place + bytes);
      continue;
    }
    acks += 1;
    // A FIN takes a sequence number after the last byte.
    if (place <= 0 || place === sent + 1 || has(ends, place) || has(starts, place)) continue;
    // Within a bundle that the network card divided, an ACK ends one of its segments.
    const bundle = starts[below(starts, place)] ?? 0;
    if (place > sent && sent > -Infinity) isOut[at] = 1;
    else if ((place - bundle) % segmentBytes !== 0) odd.push(at);
  }
  if (odd.length <= Math.max(3, acks * MAX_ODD_ACKS)) for (const at of odd) isOut[at] = 1;
}

/** The holes between the segments, as far as they were acknowledged. */
function missingOf(
  segments: readonly number[],
  begin: readonly number[],
  payload: readonly number[],
  acknowledged: number,
): number {
  const inOrder = [...segments].sort((a, b) => (begin[a] ?? 0) - (begin[b] ?? 0));
  let reach = begin[inOrder[0] ?? -1] ?? 0;
  let missing = 0;
  for (const at of inOrder) {
    const from = begin[at] ?? 0;
    missing += Math.max(0, Math.min(from, acknowledged) - reach);
    reach = Math.max(reach, from + (payload[at] ?? 0));
  }
  return missing + Math.max(0, acknowledged - reach);
}

function replay(
  timeS: readonly number[],
  begin: readonly number[],
  payload: readonly number[],
  isOut: Uint8Array,
): Omit<Flight, 'missing'> & { acknowledged: number } {
  const flight: Pick<Flight, 'timeS' | 'bytes' | 'beside' | 'damaged' | 'advancing'> = {
    timeS: [],
    bytes: [],
    beside: { rttS: [], ackedBytes: [], retransmitted: [] },
    damaged: 0,
    advancing: 0,
  };
  let sent: number | null = null;
  let acknowledged = 0;
  let now = -Infinity;
  let leastAckS = Infinity;
  /** Ends of segments that are sent for the first time, until they are acknowledged. */
  const waiting: { end: number; timeS: number }[] = [];
  let oldest = 0;
  let first: number | null = null;
  let retransmitted = 0;
  let srttS = NaN;
  /** What was sent when a segment was sent again: until its ACK a time to an ACK is no RTT (Karn; RFC 6298 §3). */
  let repairing = -Infinity;
  for (let at = 0; at < begin.length; at++) {
    if (isOut[at] !== 0) {
      flight.damaged += 1;
      continue;
    }
    const [place, bytes] = [begin[at] ?? 0, payload[at] ?? 0];
    if (bytes > 0) {
      if (sent === null) acknowledged = Math.min(acknowledged, place);
      first ??= place;
      if (sent !== null && place + bytes <= sent) {
        retransmitted += 1;
        repairing = sent;
      }
      if (place + bytes > (sent ?? -Infinity)) waiting.push({ end: place + bytes, timeS: timeS[at] ?? NaN });
      sent = Math.max(sent ?? 0, place + bytes);
    } else {
      if (sent === null) continue;
      // What is acknowledged was sent, even if the capture misses it.
      sent = Math.max(sent, place);
      if (place > acknowledged) {
        acknowledged = place;
        flight.advancing += 1;
        for (let next = waiting[oldest]; next !== undefined && next.end <= place; next = waiting[++oldest])
          if (next.end === place) {
            const rttS = (timeS[at] ?? NaN) - next.timeS;
            leastAckS = Math.min(leastAckS, rttS);
            // RFC 6298 §2.
            if (place > repairing) srttS = Number.isNaN(srttS) ? rttS : srttS + (rttS - srttS) / 8;
          }
      }
    }
    now = Math.max(now, timeS[at] ?? now);
    flight.timeS.push(now);
    flight.bytes.push(Math.max(0, sent - acknowledged));
    flight.beside.rttS.push(srttS);
    flight.beside.ackedBytes.push(acknowledged - (first ?? 0));
    flight.beside.retransmitted.push(retransmitted);
  }
  return { ...flight, acknowledged, leastAckS };
}

const sortedOf = (of: readonly number[], value: (at: number) => number): Float64Array =>
  Float64Array.from(of, value).sort();

/** The index of the last value that is not above `value`; -1 if there is none. */
function below(sorted: Float64Array, value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) <= value) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

const has = (sorted: Float64Array, value: number): boolean => sorted[below(sorted, value)] === value;

function timesIn(sorted: Float64Array, value: number): number {
  return below(sorted, value) - below(sorted, value - 0.5);
}
