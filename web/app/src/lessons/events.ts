/** What happens where in the curves of a step: losses, what they do to the window, timeouts, a full buffer. */
import { formatNumber } from '@ackscope/charts';
import type { MarkColumns, TraceColumns } from '@ackscope/charts';
import { LOSS_KIND, MARK_KIND } from '@ackscope/engine';
import type { LaneView } from '../laneData/laneData.ts';
import type { Note, Notes } from '../notes/cell.ts';

export interface CurveEvent {
  timeS: number;
  kind: number;
  /** The window just before; of a timeout what it leaves. */
  value: number;
}

/** The reductions of a range, each with the window in its bin. */
export function reductionsIn(
  marks: MarkColumns,
  columns: TraceColumns,
  [fromS, toS]: readonly [number, number],
): CurveEvent[] {
  return Array.from({ length: marks.count }, (_, at) => at).flatMap((at) => {
    const [timeS, kind] = [marks.timeS[at] ?? 0, marks.kind[at] ?? MARK_KIND.cut];
    if (timeS < fromS || timeS > toS) return [];
    const bin = columns.indexAt(timeS);
    const ends = kind === MARK_KIND.timeout ? columns.min : columns.max;
    return [{ timeS, kind, value: ends[bin] ?? 0 }];
  });
}

/** The start of a run is a story of its own, and a text at the right end has no room. */
const MIDDLE = [0.1, 0.85] as const;

/** In each lane the deepest reduction and the first timeout; in a lane alone also its longest growth and the first packet that a full buffer drops. */
export function eventNotes(lanes: readonly LaneView[], [fromS, toS]: readonly [number, number]): Notes {
  const [low, high] = MIDDLE.map((share) => fromS + share * (toS - fromS)) as [number, number];
  return lanes.map(({ data, marks }): Note[] => {
    const [cwnd] = data.recorded('cwnd');
    const full = lanes.length === 1 ? fullNote(data, [low, high]) : [];
    if (cwnd === undefined) return full;
    const found = reductionsIn(marks, cwnd, [low, high]);
    const losses = found
      // Soon after it no other reduction: what is left is its own work.
      .filter(({ kind, timeS }, at) => {
        const nextS = found[at + 1]?.timeS ?? Infinity;
        return kind === MARK_KIND.fastRetransmit && nextS > timeS + 4 * Math.max(data.rttS, cwnd.binS ?? 0);
      })
      .map((event) => ({ ...event, to: leftBy(event, cwnd, data.rttS) }))
      .filter(({ value, to }) => to < value)
      .toSorted((a, b) => b.value - b.to - (a.value - a.to));
    return [
      ...losses.slice(0, 1).map(lossNote),
      ...found
        .filter(({ kind }) => kind === MARK_KIND.timeout)
        .slice(0, 1)
        .map(({ timeS, value }) => note('cwnd', timeS, value, 'timeout: back to 1 packet', 'timeout')),
      ...(lanes.length === 1 && losses.length > 0 ? growthNote(found, cwnd) : []),
      ...full,
    ];
  });
}

const note = (row: string, timeS: number, value: number, text: string, short: string): Note => ({
  row,
  timeS,
  value,
  text,
  short,
});

/** The window that a loss leaves: the least one within a round trip. */
function leftBy({ timeS }: CurveEvent, cwnd: TraceColumns, rttS: number): number {
  let least = Infinity;
  for (let bin = cwnd.indexAt(timeS); bin >= 0 && bin < cwnd.count; bin += 1) {
    if ((cwnd.timeS[bin] ?? Infinity) > timeS + Math.max(rttS, cwnd.binS ?? 0)) break;
    least = Math.min(least, cwnd.last[bin] ?? Infinity);
  }
  return least;
}

function lossNote({ timeS, value, to }: CurveEvent & { to: number }): Note {
  const share = to / value;
  const does = share > 0.45 && share < 0.55 ? 'halves cwnd' : 'cuts cwnd';
  const numbers = `${formatNumber(value, 2)} → ${formatNumber(to, 2)}`;
  return note('cwnd', timeS, value, `a loss ${does}: ${numbers}`, `loss: ${numbers}`);
}

/** Between the two reductions that are furthest apart. */
function growthNote(found: readonly CurveEvent[], cwnd: TraceColumns): Note[] {
  const gaps = found.slice(1).map(({ timeS }, at) => [found[at]?.timeS ?? timeS, timeS] as const);
  const [longest] = gaps.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]));
  if (longest === undefined) return [];
  const [fromS, toS] = longest;
  const timeS = fromS + ALONG * (toS - fromS);
  const text = `no loss for ${formatNumber(toS - fromS, 2)} s: it grows`;
  return [note('cwnd', timeS, cwnd.at(timeS), text, 'it grows')];
}

/** Where a growth is pointed at: late enough to be one. */
const ALONG = 0.7;

/** The first packet for which the buffer had no room. */
function fullNote({ recorded, losses }: LaneView['data'], [fromS, toS]: readonly [number, number]): Note[] {
  const queue = recorded('queue')[0];
  const at = losses.timeS.findIndex(
    (timeS, loss) => timeS >= fromS && losses.kind[loss] === LOSS_KIND.dropped,
  );
  const timeS = losses.timeS[at] ?? Infinity;
  if (queue === undefined || at < 0 || at >= losses.count || timeS > toS) return [];
  const value = queue.max[queue.indexAt(timeS)] ?? 0;
  return [note('queue', timeS, value, 'buffer full: packets are dropped', 'buffer full')];
}

/** More would cover the curve. */
const MAX_EVENTS = 3;
/** Of the range: a shorter level is not seen. */
const LEVEL = 0.05;

/** The first event of each kind in the range, each at the window before it, and the level that a loss leaves. */
export function boardEvents(
  { marks, data }: Pick<LaneView, 'marks' | 'data'>,
  columns: TraceColumns,
  range: readonly [number, number],
) {
  const all = reductionsIn(marks, columns, range);
  const firsts = all.filter(({ kind }, at) => all.findIndex((event) => event.kind === kind) === at);
  const [ssthresh] = data.recorded('ssthresh');
  const events = firsts.flatMap(({ timeS, kind, value }) => {
    const number = formatNumber(value);
    const text =
      kind === MARK_KIND.timeout
        ? `timeout: back to ${number}`
        : `${number}: ${kind === MARK_KIND.fastRetransmit ? 'a loss is detected' : 'the window is reduced'}`;
    const event = { timeS, value, text };
    // A level that a loss leaves, if the next event is far enough for it to be seen.
    const leftS = timeS + Math.max(data.rttS, columns.binS ?? 0);
    const left = columns.at(leftS);
    const nextS = all.find((other) => other.timeS > timeS)?.timeS ?? range[1];
    const isSeen = nextS - timeS > LEVEL * (range[1] - range[0]);
    const isHalf = Math.abs(left / value - 0.5) < 0.05;
    if (kind !== MARK_KIND.fastRetransmit || !isSeen || !isHalf || leftS >= nextS) return [event];
    const name = ssthresh !== undefined && Math.abs(ssthresh.at(leftS) - left) < 1 ? ', ssthresh' : '';
    return [event, { timeS: leftS, value: left, text: `${formatNumber(left)}: half of it${name}` }];
  });
  return events.slice(0, MAX_EVENTS);
}
