/** Invented answers about single packets, for tests of the page. */
import type { PacketLog } from '@ackscope/engine';

/** Packets at an even pace in the forward direction, with ACKs in the reverse direction. */
export function fakePackets(fromS: number, toS: number, lane: number): PacketLog {
  const rows: {
    flow: number;
    sequence: number;
    kind: number;
    place: number;
    times: [number, number, number, number];
    fate: number;
  }[] = [];
  const first = Math.ceil(fromS / 0.006);
  for (let sequence = first; sequence * 0.006 < toS; sequence += 1) {
    const sentS = sequence * 0.006;
    const queuedS = sentS + 0.0575 + 0.0006;
    const waitS = 0.006 * (10 + lane * 5);
    rows.push({
      flow: 0,
      sequence,
      kind: 0,
      place: 0x8000_0000,
      times: [sentS, sentS, sentS + 0.0006, queuedS],
      fate: 0,
    });
    rows.push({
      flow: 0,
      sequence,
      kind: 0,
      place: 0,
      times: [queuedS, queuedS + waitS, queuedS + waitS + 0.006, queuedS + waitS + 0.016],
      fate: sequence % 60 === 0 ? 1 : 0,
    });
    const backS = queuedS + waitS + 0.08;
    rows.push({
      flow: 0,
      sequence,
      kind: 1,
      place: 1,
      times: [backS, backS, backS + 0.00016, backS + 0.0102],
      fate: 0,
    });
  }
  return {
    from_s: fromS,
    to_s: toS,
    flow: Uint32Array.from(rows, (row) => row.flow),
    sequence: Float64Array.from(rows, (row) => row.sequence),
    kind: Uint8Array.from(rows, (row) => row.kind),
    place: Uint32Array.from(rows, (row) => row.place),
    enter_s: Float64Array.from(rows, (row) => row.times[0]),
    start_s: Float64Array.from(rows, (row) => row.times[1]),
    depart_s: Float64Array.from(rows, (row) => row.times[2]),
    arrive_s: Float64Array.from(rows, (row) => row.times[3]),
    fate: Uint8Array.from(rows, (row) => row.fate),
  };
}
