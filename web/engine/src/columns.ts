import type { PackedChunk, PackedPackets } from './wasm.ts';
import type { Chunk, PacketLog, SeriesChunk } from './types.ts';

/** Splits the packed arrays into views per series. Nothing is copied: they share four buffers. */
export function unpackChunk(timeS: number, packed: PackedChunk): Chunk {
  const index = packed.index;
  const time_s = packed.time_s;
  const min = packed.min;
  const max = packed.max;
  const last = packed.last;
  const series: SeriesChunk[] = [];
  let start = 0;
  for (let i = 0; i + 2 < index.length; i += 3) {
    const end = start + (index[i + 2] ?? 0);
    series.push({
      id: index[i] ?? 0,
      from: index[i + 1] ?? 0,
      time_s: time_s.subarray(start, end),
      min: min.subarray(start, end),
      max: max.subarray(start, end),
      last: last.subarray(start, end),
    });
    start = end;
  }
  if (index.length % 3 !== 0 || [time_s, min, max, last].some((column) => column.length !== start)) {
    throw new RangeError(
      `packed columns do not fit their index: ${String(index.length / 3)} series of ${String(start)} bins, but ` +
        `${String(time_s.length)} times, ${String(min.length)} minima, ${String(max.length)} maxima and ${String(last.length)} last values`,
    );
  }
  return {
    time_s: timeS,
    series,
    events: {
      time_s: packed.event_time_s,
      rule: packed.event_rule,
      source: packed.event_source,
      terms: packed.event_terms,
      counts: packed.event_counts,
    },
  };
}

/** Unpacks a chunk and frees its memory in the module. */
export function takeChunk(timeS: number, packed: PackedChunk): Chunk {
  const chunk = unpackChunk(timeS, packed);
  packed.free();
  return chunk;
}

/** Unpacks packets and frees their memory in the module. */
export function takePackets(fromS: number, toS: number, packed: PackedPackets): PacketLog {
  const log = {
    from_s: fromS,
    to_s: toS,
    flow: packed.flow,
    sequence: packed.sequence,
    kind: packed.kind,
    place: packed.place,
    enter_s: packed.enter_s,
    start_s: packed.start_s,
    depart_s: packed.depart_s,
    arrive_s: packed.arrive_s,
    fate: packed.fate,
  };
  packed.free();
  return log;
}

/** The buffers of all typed arrays in `data`, each once; they are transferred, not copied. */
export function buffersOf(data: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
    } else if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(visit);
    }
  };
  visit(data);
  return [...buffers];
}
