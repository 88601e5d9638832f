/** A measured curve as the table from which its network is found (docs/fit.md). */
import type { FitTable, OwnFile } from './trace.ts';

/** More samples are thinned: the engine takes no more (core/lab/src/fit/table.rs). */
const MAX_SAMPLES = 4000;
/** With fewer there is no curve. */
export const MIN_SAMPLES = 20;
/** A clock that begins before this counts from the start of the connection. */
const BEGINS_S = 1;
/** Of a number that was divided and multiplied by a unit: not its last ones. */
const DIGITS = 12;
/** Payload of a segment of 1500 bytes with timestamps, where a file counts bytes beside a window in packets. */
const PAYLOAD_BYTES = 1448;

/** Null if the curve is too short. */
export function fitTable({ measured, chosen, packetBytes }: OwnFile): FitTable | null {
  const curve = measured.curves[chosen];
  if (curve === undefined) return null;
  const { timeS, values, segment, beside, isFromStart, quantity } = curve;
  // What was sent before a capture began is not in its first flights.
  const from = isFromStart ? 0 : timeS.findIndex((time) => time >= BEGINS_S);
  const count = from < 0 ? 0 : timeS.length - from;
  if (count < MIN_SAMPLES) return null;
  const perByte = 1 / (packetBytes ?? segment?.bytes ?? PAYLOAD_BYTES);
  const window = quantity === 'cwnd' ? 'cwnd_packets' : 'inflight_packets';
  const columns = [
    ['time_s', timeS, 1],
    [window, values, segment === null ? 1 : perByte],
    ['srtt_ms', beside.rttS, 1000],
    ['inflight_packets', beside.flightPackets, 1],
    ['inflight_packets', beside.flightBytes, perByte],
    ['total_retrans', beside.retransmitted, 1],
    ['acked_packets', beside.ackedPackets, 1],
    ['acked_packets', beside.ackedBytes, perByte],
  ] as const;
  const known = columns.filter(([, column]) => column !== undefined);
  const rows = [known.map(([name]) => name).join(',')];
  const every = Math.ceil(count / MAX_SAMPLES);
  for (let at = from; at < timeS.length; at += every) {
    const cells = known.map(([, column, unit]) => (column?.[at] ?? NaN) * unit);
    rows.push(
      cells.map((cell) => (Number.isFinite(cell) ? String(Number(cell.toPrecision(DIGITS))) : '')).join(','),
    );
  }
  const beginS = timeS[from] ?? 0;
  return { text: rows.join('\n'), zeroS: beginS < BEGINS_S ? 0 : beginS };
}
