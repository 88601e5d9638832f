/**
 * The columns of one lane, which grow while the simulation runs. Chunks are copied into arrays that
 * double in size, so that a lookup is one binary search at any length. The objects are mutable on
 * purpose and carry a revision: a canvas compares numbers, and nothing is copied sixty times a
 * second.
 */
import { lastAtOrBefore, MAX_BINS, TERMS_PER_EVENT } from '@ackscope/engine';
import type { Chunk, EventChunk, LaneInfo, SeriesChunk, SeriesInfo } from '@ackscope/engine';

/** How long a bin of a run is. Its samples lie between its smallest and largest value; then the last one holds. */
function binS(durationS: number): number {
  let ns = 1;
  while (Math.floor((durationS * 1e9) / ns) >= MAX_BINS) ns *= 2;
  return ns / 1e9;
}

/** The most chunks that wait uncopied for a series that is not shown. */
const MAX_WAITING = 24;

/**
 * One series. A lane has dozens and the screen shows a few, so chunks wait until the columns are
 * read and are copied then.
 */
export class SeriesTrace {
  readonly info: SeriesInfo;
  readonly binS: number;
  revision = 0;
  private highest = -Infinity;
  private filled = 0;
  private times = new Float64Array(0);
  private least = new Float32Array(0);
  private most = new Float32Array(0);
  private final = new Float32Array(0);
  private waiting: SeriesChunk[] = [];

  constructor(info: SeriesInfo, lengthS = 0) {
    this.info = info;
    this.binS = lengthS;
  }

  get count(): number {
    const latest = this.waiting[this.waiting.length - 1];
    return latest === undefined ? this.filled : latest.from + latest.time_s.length;
  }
  /** The largest finite value seen, for the scale. */
  get peak(): number {
    return this.settle().highest;
  }
  get timeS(): Float64Array {
    return this.settle().times;
  }
  get min(): Float32Array {
    return this.settle().least;
  }
  get max(): Float32Array {
    return this.settle().most;
  }
  get last(): Float32Array {
    return this.settle().final;
  }

  write(chunk: SeriesChunk): void {
    this.waiting.push(chunk);
    this.revision += 1;
    if (this.waiting.length > MAX_WAITING) this.settle();
  }

  /** Index of the last bin that starts at or before this time; -1 before the first. */
  indexAt(timeS: number): number {
    return lastAtOrBefore(this.timeS, this.count, timeS);
  }

  /** The value that holds at this time; NaN before the first sample. */
  at(timeS: number): number {
    const index = this.indexAt(timeS);
    return index < 0 ? NaN : (this.last[index] ?? NaN);
  }

  /** Copies pending chunks. Bins from a chunk's `from` on are replaced by the chunk's bins. */
  private settle(): this {
    if (this.waiting.length === 0) return this;
    const chunks = this.waiting;
    this.waiting = [];
    this.grow(chunks.reduce((most, chunk) => Math.max(most, chunk.from + chunk.time_s.length), 0));
    for (const chunk of chunks) {
      this.times.set(chunk.time_s, chunk.from);
      this.least.set(chunk.min, chunk.from);
      this.most.set(chunk.max, chunk.from);
      this.final.set(chunk.last, chunk.from);
      for (const value of chunk.max) {
        if (value > this.highest && value < Infinity) this.highest = value;
      }
      this.filled = chunk.from + chunk.time_s.length;
    }
    return this;
  }

  private grow(needed: number): void {
    if (needed <= this.times.length) return;
    const size = Math.max(256, needed, this.times.length * 2);
    this.times = copyInto(new Float64Array(size), this.times);
    this.least = copyInto(new Float32Array(size), this.least);
    this.most = copyInto(new Float32Array(size), this.most);
    this.final = copyInto(new Float32Array(size), this.final);
  }
}

export class EventTrace {
  count = 0;
  revision = 0;
  timeS = new Float64Array(64);
  rule = new Uint16Array(64);
  source = new Uint32Array(64);
  terms = new Float64Array(64 * TERMS_PER_EVENT);
  /** How often each rule was applied, by rule id; events that were not kept count too. */
  counts: Float64Array = new Float64Array(0);
  /** The number of kept events of each rule, and the time of the last one. */
  readonly kept = new Map<number, { count: number; lastS: number }>();

  append(chunk: EventChunk): void {
    if (chunk.counts.length > 0) this.counts = chunk.counts;
    chunk.rule.forEach((rule, index) => {
      const lastS = chunk.time_s[index] ?? 0;
      const kept = this.kept.get(rule);
      if (kept === undefined) this.kept.set(rule, { count: 1, lastS });
      else {
        kept.count += 1;
        kept.lastS = lastS;
      }
    });
    const added = chunk.time_s.length;
    if (added === 0) return;
    const end = this.count + added;
    if (end > this.timeS.length) {
      const size = Math.max(end, this.timeS.length * 2);
      this.timeS = copyInto(new Float64Array(size), this.timeS);
      this.rule = copyInto(new Uint16Array(size), this.rule);
      this.source = copyInto(new Uint32Array(size), this.source);
      this.terms = copyInto(new Float64Array(size * TERMS_PER_EVENT), this.terms);
    }
    this.timeS.set(chunk.time_s, this.count);
    this.rule.set(chunk.rule, this.count);
    this.source.set(chunk.source, this.count);
    this.terms.set(chunk.terms, this.count * TERMS_PER_EVENT);
    this.count = end;
    this.revision += 1;
  }

  /** Index of the last event at or before this time; -1 if there is none. */
  indexAt(timeS: number): number {
    return lastAtOrBefore(this.timeS, this.count, timeS);
  }

  termsOf(index: number): Float64Array {
    return this.terms.subarray(index * TERMS_PER_EVENT, (index + 1) * TERMS_PER_EVENT);
  }
}

export class LaneTrace {
  readonly info: LaneInfo;
  readonly series: readonly SeriesTrace[];
  readonly events = new EventTrace();
  /** Index of the flow whose window is shown and whose decisions are marked. */
  focus: number;
  simulatedS = 0;
  revision = 0;

  /** `lengthS`: how long its bins are; those of a replay are so short that their length does not count. */
  constructor(info: LaneInfo, focus = firstFocus(info), lengthS = binS(info.duration_s)) {
    this.info = info;
    this.focus = focus;
    this.series = info.series.map((series) => new SeriesTrace(series, lengthS));
  }

  write(chunk: Chunk): void {
    for (const part of chunk.series) this.series[part.id]?.write(part);
    this.events.append(chunk.events);
    this.simulatedS = Math.max(this.simulatedS, chunk.time_s);
    this.revision += 1;
  }
}

/** The flow a lane shows by default: the first compared one, else the first. */
export function firstFocus(info: LaneInfo): number {
  return (info.flows.find((flow) => flow.compared) ?? info.flows[0])?.index ?? 0;
}

type Column = Float64Array | Float32Array | Uint16Array | Uint32Array;

function copyInto<T extends Column>(target: T, source: T): T {
  target.set(source);
  return target;
}
