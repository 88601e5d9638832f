/**
 * Reads windows from a packet capture. No packet carries cwnd. Instead this measures the data in
 * flight: never more than the window, and equal to it while there is enough data to send. The
 * result is right only for a capture at the sender: at the receiver every segment is acknowledged
 * at once.
 */
import { largestCommon, unbundled, GUESS } from '../segment.ts';
import type { Curve, MeasuredFile, Reader, SegmentSize } from '../types.ts';
import { Refusal } from '../types.ts';
import { flightOf } from './flight.ts';
import type { Flight, Story } from './flight.ts';
import { Addresses, LINKS, SEGMENT, knowsLink, readSegment } from './headers.ts';
import { overviewOf } from './overview.ts';
import type { Flow, Overview } from './overview.ts';
import { Lives, Pairs, keyOf } from './pairs.ts';
import { isCapture, scanOf } from './records.ts';
import type { Scan } from './records.ts';

/** The flows with the most data, among which the page lets choose. */
const MAX_FLOWS = 20;
/** If more packets contradict their neighbours, the capture is refused. */
const MAX_DAMAGED = 0.02;
/** A receiver acknowledges at least one of so many segments; more are missing ACKs. */
const SEGMENTS_PER_ACK = 64;
/** The share of the round-trip time from which on a capture counts as away from the sender. */
const MAX_AWAY = 0.25;
/** In a shorter time the computers' own work counts. */
const MIN_RTT_S = 1e-3;

interface Kept {
  flow: Flow;
  story: Story;
  /** Payload sizes, and bytes of options beside them, with their counts. */
  payloads: Map<number, number>;
  options: Map<number, number>;
}

/** The packets of the largest flows, and the ACKs that come back to them. */
function storiesOf(
  view: DataView,
  scan: Scan,
  addresses: Addresses,
  pairs: Pairs,
  flows: readonly Flow[],
): Kept[] {
  const kept = flows.map((flow): Kept => ({
    flow,
    story: { timeS: [], sequence: [], payload: [] },
    payloads: new Map(),
    options: new Map(),
  }));
  const forward = new Map(kept.map((one) => [keyOf(pairs, one.flow), one]));
  const back = new Map(
    kept.map((one) => [keyOf(pairs, { ...one.flow, from: one.flow.to, to: one.flow.from }), one]),
  );
  const lives = new Lives(pairs);
  const segment = { ...SEGMENT };
  const put = ({ story }: Kept, timeS: number, sequence: number, payload: number): void => {
    story.timeS.push(timeS);
    story.sequence.push(sequence);
    story.payload.push(payload);
  };
  const count = (counts: Map<number, number>, value: number): void => {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  };
  scan((packet) => {
    if (readSegment(view, packet, addresses, segment) !== true) return;
    const key = keyOf(pairs, { from: segment.from, to: segment.to, life: lives.of(segment) });
    const own = forward.get(key);
    if (own !== undefined && segment.payload > 0) {
      put(own, packet.timeS, segment.sequence, segment.payload);
      count(own.payloads, segment.payload);
      if (segment.payload > 100) count(own.options, segment.optionBytes);
    }
    const acknowledged = back.get(key);
    if (acknowledged !== undefined && segment.acknowledged !== null)
      put(acknowledged, packet.timeS, segment.acknowledged, 0);
  });
  return kept;
}

/** The size of a full segment: by the MSS of the SYNs, otherwise the largest common payload. */
function segmentOf({ flow, payloads, options }: Kept, back: Flow | undefined): SegmentSize {
  const largest = largestCommon(payloads);
  const told = [flow.mss, back?.mss ?? null].filter((mss) => mss !== null);
  const optionBytes = [...options].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
  const mss = Math.min(...told) - optionBytes;
  if (told.length > 0 && mss > 0) {
    const less = optionBytes === 0 ? '' : ` less ${optionBytes} bytes of options`;
    // The path may carry less than both ends offer.
    if (largest === null || largest >= mss || flow.payload < 20 * mss)
      return { bytes: mss, from: `the MSS of the SYN${less}` };
    return { bytes: largest, from: `the largest common payload; the SYN allows ${mss}` };
  }
  return largest === null ? GUESS : { bytes: unbundled(largest), from: 'the largest common payload' };
}

const unknownOf = (links: ReadonlySet<number>): number[] => [...links].filter((link) => !knowsLink(link));

function refuseEmpty({ packets, links, timeless, end, flows }: Overview): void {
  if (flows.some(({ payload }) => payload > 0) && timeless < packets) return;
  if (timeless > 0)
    throw new Refusal(
      'The packets of this capture have no times (simple packet blocks): save it as pcapng or pcap with times.',
    );
  if (end !== null) throw new Refusal(`The capture is damaged at byte ${end.at}: ${end.what}.`);
  const unknown = unknownOf(links);
  if (packets > 0 && unknown.length === links.size)
    throw new Refusal(`The capture has the link type ${unknown.join(', ')}. Ackscope reads ${LINKS}.`);
  throw new Refusal('The capture holds no TCP segment with data.');
}

export const capture: Reader = {
  kind: 'a capture of packets (pcap, pcapng)',
  claims: ({ bytes }) => isCapture(bytes),
  read({ bytes }) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const scan = scanOf(bytes);
    const [addresses, pairs] = [new Addresses(), new Pairs()];
    const overview = overviewOf(view, scan, addresses, pairs);
    refuseEmpty(overview);
    const { flows, damaged, packets, strange, links, end } = overview;
    const largest = flows.filter(({ payload }) => payload > 0).sort((a, b) => b.payload - a.payload);
    const kept = storiesOf(view, scan, addresses, pairs, largest.slice(0, MAX_FLOWS));
    const warnings: string[] = [];
    if (end !== null)
      warnings.push(`The capture is damaged at byte ${end.at}: ${end.what}. What comes before is shown.`);
    if (strange > 0)
      warnings.push(
        `${strange} of ${packets} packets have the link type ${unknownOf(links).join(', ')}, which is not read.`,
      );
    const curves: Curve[] = [];
    let left = damaged;
    for (const one of kept) {
      const { flow } = one;
      const name =
        `${addresses.name(flow.from)} → ${addresses.name(flow.to)}` +
        (flow.life === 0 ? '' : `, connection ${flow.life + 1}`);
      const back = flows.find(
        ({ from, to, life }) => from === flow.to && to === flow.from && life === flow.life,
      );
      const segment = segmentOf(one, back);
      const flight = flightOf(one.story, segment.bytes);
      const isFirst = one === kept[0];
      if (isFirst) refuseBroken(flight, one, name);
      if (flight.advancing === 0) continue;
      if (isFirst) warnings.push(...doubtsOf(flight, flow, back, segment));
      left += flight.damaged;
      // Away from the sender it is the RTT of a part of the path.
      const { ackedBytes, retransmitted } = flight.beside;
      const isAway = awayOf(flow, back, flight.leastAckS) > MAX_AWAY;
      const beside = Object.entries(isAway ? { ackedBytes, retransmitted } : flight.beside).map(
        ([of, values]) => [of, Float64Array.from(values)],
      );
      const [start = 0] = flight.timeS;
      curves.push({
        name,
        quantity: 'data in flight',
        timeS: Float64Array.from(flight.timeS, (time) => time - start),
        values: Float64Array.from(flight.bytes),
        segment,
        beside: Object.fromEntries(beside) as Curve['beside'],
        isFromStart: flow.synS !== null || flow.answerS !== null,
      });
    }
    if (left > Math.max(3, packets * MAX_DAMAGED))
      throw new Refusal(`The capture is damaged: ${left} of ${packets} packets contradict the others.`);
    if (left > 0)
      warnings.push(
        `${left} of ${packets} packets contradict the others and are left out: the capture is damaged, or it misses packets.`,
      );
    const measured: MeasuredFile = { kind: 'a capture', curves, warnings };
    return { measured };
  },
};

function refuseBroken(flight: Flight, { story }: Kept, name: string): void {
  if (flight.damaged > Math.max(3, story.timeS.length * MAX_DAMAGED))
    throw new Refusal(
      `The capture is damaged: ${flight.damaged} of ${story.timeS.length} packets of ${name} contradict the others.`,
    );
  if (flight.advancing === 0)
    throw new Refusal(
      `The capture holds no ACKs for the data of ${name}, so the data in flight is unknown. Capture both directions.`,
    );
}

/** What makes the data in flight of a flow uncertain. */
function doubtsOf(flight: Flight, flow: Flow, back: Flow | undefined, segment: SegmentSize): string[] {
  const doubts: string[] = [];
  const isSparse = flight.advancing * SEGMENTS_PER_ACK < flow.segments;
  if ((back?.pureAcks ?? 0) === 0 || isSparse)
    doubts.push('The capture misses ACKs: data in flight may be shown too large.');
  const missing = Math.floor(flight.missing / segment.bytes);
  if (missing > 0)
    doubts.push(
      `The capture misses ${missing} segments that were acknowledged: data in flight may be wrong near them.`,
    );
  const away = awayOf(flow, back, flight.leastAckS);
  if (away > MAX_AWAY)
    doubts.push(
      `The capture was not made at the sender: ${Math.round(100 * away)} % of the round-trip time are between them. Data in flight is shown too small.`,
    );
  return doubts;
}

/**
 * The share of the round-trip time between the sender and the place of the capture. In the handshake
 * the one who opens waits for the other one, and then the other one for the first. The data tell it,
 * too: at the sender no ACK comes sooner than after a round-trip time. 0 if unknown.
 */
function awayOf(flow: Flow, back: Flow | undefined, leastAckS: number): number {
  const [opens, answers] = flow.synS === null ? [back, flow] : [flow, back];
  if (opens?.synS == null || answers?.answerS == null || opens.confirmS === null) return 0;
  const toAnswering = answers.answerS - opens.synS;
  const toOpening = opens.confirmS - answers.answerS;
  const whole = toAnswering + toOpening;
  if (whole < MIN_RTT_S) return 0;
  return Math.min((flow === opens ? toOpening : toAnswering) / whole, 1 - leastAckS / whole);
}
