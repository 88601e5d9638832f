/** What a capture holds, before one of its flows is followed. */
import { SEGMENT, knowsLink, readSegment } from './headers.ts';
import type { Addresses, Segment } from './headers.ts';
import { Lives, keyOf } from './pairs.ts';
import type { Pairs, Endpoints } from './pairs.ts';
import type { Damage, Scan } from './records.ts';

/** One direction of a connection. */
export interface Flow extends Endpoints {
  payload: number;
  segments: number;
  pureAcks: number;
  mss: number | null;
  /** The handshake: the last SYN before the answer, the first answer, and the first ACK of it. */
  synS: number | null;
  answerS: number | null;
  confirmS: number | null;
}

export interface Overview {
  flows: Flow[];
  links: Set<number>;
  /** Packets whose lengths contradict. */
  damaged: number;
  packets: number;
  /** Packets over an unknown link layer. */
  strange: number;
  timeless: number;
  end: Damage | null;
}

export function overviewOf(view: DataView, scan: Scan, addresses: Addresses, pairs: Pairs): Overview {
  const flows = new Map<number, Flow>();
  const links = new Set<number>();
  const lives = new Lives(pairs);
  let [damaged, packets, strange, timeless] = [0, 0, 0, 0];
  const segment = { ...SEGMENT };
  const end = scan((packet) => {
    packets += 1;
    links.add(packet.link);
    if (!knowsLink(packet.link)) strange += 1;
    const isTcp = readSegment(view, packet, addresses, segment);
    if (isTcp === null) damaged += 1;
    if (isTcp !== true) return;
    if (Number.isNaN(packet.timeS)) timeless += 1;
    const { from, to, payload, mss } = segment;
    const life = lives.of(segment);
    const key = keyOf(pairs, { from, to, life });
    let flow = flows.get(key);
    if (flow === undefined) {
      const none = { payload: 0, segments: 0, pureAcks: 0, mss: null };
      flow = { from, to, life, ...none, synS: null, answerS: null, confirmS: null };
      flows.set(key, flow);
    }
    flow.payload += payload;
    if (payload > 0) flow.segments += 1;
    else if (!segment.isSyn && segment.acknowledged !== null) flow.pureAcks += 1;
    if (mss !== null) flow.mss = mss;
    // Only the first packets of a connection belong to its handshake.
    if (segment.isSyn || (flow.confirmS === null && flow.synS !== null))
      shake(flow, flows.get(keyOf(pairs, { from: to, to: from, life })), segment, packet.timeS);
  });
  return { flows: [...flows.values()], links, damaged, packets, strange, timeless, end };
}

function shake(flow: Flow, back: Flow | undefined, { isSyn, acknowledged }: Segment, timeS: number): void {
  if (isSyn && acknowledged !== null) flow.answerS ??= timeS;
  else if (isSyn) {
    if (back?.answerS == null) flow.synS = timeS;
  } else if (acknowledged !== null && back?.answerS != null) flow.confirmS = timeS;
}
