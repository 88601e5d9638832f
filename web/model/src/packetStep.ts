/** Steps by packet: the times at which a flow's source sends a segment or receives an ACK. */
import { ACCESS_BIT, ACCESS_LINK } from '@ackscope/engine';
import type { PacketLog } from '@ackscope/engine';

/** Two times closer than this are the same on the screen's clock. */
const SAME_MOMENT_S = 1e-9;

/** The nearest such time strictly after (1) or before (−1) a time; null if there is none. */
export function packetMoment(log: PacketLog, flow: number, timeS: number, direction: 1 | -1): number | null {
  const out = ACCESS_BIT + 4 * flow + ACCESS_LINK.sourceOut;
  const back = ACCESS_BIT + 4 * flow + ACCESS_LINK.sourceIn;
  let best: number | null = null;
  for (let index = 0; index < log.place.length; index += 1) {
    const place = log.place[index];
    // A packet leaves the source when it enters the source's access link. An ACK is received when
    // it has crossed the last link.
    const atS = place === out ? log.enter_s[index] : place === back ? log.arrive_s[index] : undefined;
    if (atS === undefined || atS < log.from_s || atS > log.to_s) continue;
    if (direction * (atS - timeS) <= SAME_MOMENT_S) continue;
    if (best === null || direction * (atS - best) < 0) best = atS;
  }
  return best;
}
