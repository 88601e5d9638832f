/**
 * Measurements that come with the page: windows of a Linux 6.18 kernel, polled five times per
 * second while one flow used a path of 10 Mbit/s, 100 ms and a buffer of 83 packets.
 * `kernel-10mbit`: Reno, CUBIC and BBR without losses. `kernel-marks`: Reno and DCTCP with a
 * marking queue. `kernel-westwood`: Westwood+ with 1 % loss (the kernel loses other packets than
 * the run below it). `kernel-path`: CUBIC, ten times per second, with RTT and acknowledged bytes; it lies over every lane,
 * and its network can be found (core/lab/tests/fit).
 */
import type { MeasuredTrace, PlacedTrace } from './trace.ts';

const FILES = import.meta.glob<string>('./*/*.csv', { query: '?raw', import: 'default' });

const [WHOLE] = Object.values(
  import.meta.glob<string>('../../../../core/lab/tests/fit/cubic-b83.csv', {
    query: '?raw',
    import: 'default',
  }),
);

const KIND = 'cwnd of a kernel, sampled five times a second';
const WHOLE_KIND = 'cwnd of a kernel, sampled ten times a second';
const NAMES: Readonly<Record<string, { name: string; kind: string }>> = {
  'kernel-10mbit': { name: 'Linux 6.18', kind: KIND },
  'kernel-marks': { name: 'Linux 6.18', kind: KIND },
  'kernel-westwood': { name: 'Linux 6.18', kind: KIND },
  'kernel-path': { name: 'Linux 6.18', kind: WHOLE_KIND },
};

/** The traces of a set, each for the lane of its algorithm. */
export async function measuredSet(id: string): Promise<PlacedTrace | null> {
  const about = NAMES[id];
  if (about === undefined) return null;
  const laid = { set: id, ...about, file: null, shiftS: 0, scale: 1 };
  if (about.kind === WHOLE_KIND && WHOLE !== undefined) {
    const text = await WHOLE();
    const parts = [{ algorithm: null, trace: traceOf(about.name, text) }];
    return { ...laid, parts, table: { text, zeroS: 0, samples: parts[0]?.trace.timeS.length ?? 0 } };
  }
  const own = Object.entries(FILES).flatMap(([path, load]) => {
    const [, folder, algorithm] = /^\.\/([^/]+)\/([^/]+)\.csv$/.exec(path) ?? [];
    return folder === id && algorithm !== undefined ? [{ algorithm, load }] : [];
  });
  const parts = await Promise.all(
    own.map(async ({ algorithm, load }) => {
      const trace = traceOf(about.name, await load());
      return { algorithm, trace };
    }),
  );
  return { ...laid, parts, table: null };
}

/** Our own tables: a header, then a time in s, a window in packets, and more. */
function traceOf(name: string, text: string): MeasuredTrace {
  const rows = text.trim().split('\n').slice(1);
  const column = (at: number): Float64Array => Float64Array.from(rows, (row) => Number(row.split(',')[at]));
  return { name, timeS: column(0), packets: column(1) };
}
