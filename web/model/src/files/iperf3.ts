/** iperf3's JSON (`-J`, `--json-stream`) and text: the sender's window in bytes. */
import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { Samples } from './samples.ts';
import { GUESS } from './segment.ts';
import type { Content, MeasuredFile, Reader, SegmentSize } from './types.ts';
import { Refusal, refuseLine } from './types.ts';

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

const wordOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '?';

/** The lines of `--json-stream`, each an object with an event. */
function streamed({ head, lines }: Content): JsonObject | null {
  if (!/^\s*\{\s*"event"\s*:/.test(head)) return null;
  const whole: JsonObject = { start: {}, intervals: [] };
  for (const [index, line] of lines().entries()) {
    if (line.trim() === '') continue;
    let event: Json;
    try {
      event = JSON.parse(line) as Json;
    } catch {
      throw refuseLine(index, 'a JSON object of iperf3', line);
    }
    if (!isObject(event)) throw refuseLine(index, 'a JSON object of iperf3', line);
    if (event['event'] === 'start') whole['start'] = event['data'] ?? {};
    if (event['event'] === 'interval') list(whole['intervals']).push(event['data'] ?? null);
  }
  return whole;
}

/** The whole output, or the events of a stream. */
function outputOf(content: Content): JsonObject | null {
  const value = streamed(content) ?? content.json();
  return isObject(value) && Array.isArray(value['intervals']) && isObject(value['start']) ? value : null;
}

function segmentOf(start: JsonObject): SegmentSize {
  const bytes = numberOf(start['tcp_mss']) ?? numberOf(start['tcp_mss_default']);
  return bytes !== null && bytes > 0 ? { bytes, from: 'the file tells it (tcp_mss)' } : GUESS;
}

/** What the intervals of each stream add up to. */
class Counts {
  readonly #streams = new Map<string, { ackedBytes: number; retransmitted: number }>();

  add(name: string, bytes: number, again: number): { ackedBytes: number; retransmitted: number } {
    const before = this.#streams.get(name);
    const now = {
      // What was given to the socket: it differs from what is acknowledged by what waits there.
      ackedBytes: (before?.ackedBytes ?? 0) + bytes,
      retransmitted: (before?.retransmitted ?? 0) + again,
    };
    this.#streams.set(name, now);
    return now;
  }
}

export const iperf3Json: Reader = {
  kind: 'JSON of iperf3',
  claims: (content) => /^\s*\{/.test(content.head) && outputOf(content) !== null,
  read(content) {
    const output = outputOf(content) ?? {};
    const start = isObject(output['start']) ? output['start'] : {};
    const names = new Map<number, string>();
    for (const one of list(start['connected']))
      if (isObject(one) && typeof one['socket'] === 'number')
        names.set(
          one['socket'],
          `${wordOf(one['local_host'])}:${wordOf(one['local_port'])} → ${wordOf(one['remote_host'])}:${wordOf(one['remote_port'])}`,
        );
    const samples = new Samples();
    const counts = new Counts();
    for (const [index, interval] of list(output['intervals']).entries())
      for (const stream of isObject(interval) ? list(interval['streams']) : []) {
        // Omitted seconds have their own clock.
        if (!isObject(stream) || stream['omitted'] === true) continue;
        const [end, cwnd, socket] = ['end', 'snd_cwnd', 'socket'].map((key) => numberOf(stream[key]));
        if (cwnd == null) continue;
        const name = names.get(socket ?? -1) ?? `stream ${socket ?? '?'}`;
        const [rttUs, bytes, again] = ['rtt', 'bytes', 'retransmits'].map((key) => numberOf(stream[key]));
        const told = { rttS: (rttUs ?? NaN) / 1e6, ...counts.add(name, bytes ?? NaN, again ?? NaN) };
        samples.add(name, end ?? NaN, cwnd, `Interval ${index + 1}`, told);
      }
    if (samples.isEmpty)
      throw new Refusal(
        'It is JSON of iperf3 without snd_cwnd: only the sender of TCP data tells its window.',
      );
    return { measured: samples.file('JSON of iperf3', () => segmentOf(start)) };
  },
};

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 };
const INTERVAL =
  /^\[\s*(\d+|SUM)\](?:\s*\[\w+-\w+\])?\s*([\d.]+)-([\d.]+)\s+sec\s+([\d.]+)\s+([KMGT]?)Bytes\s+[\d.]+\s+[KMGT]?(?:bits|Bytes)\/sec(.*)$/;
const WINDOW = /^\s+(\d+)\s+([\d.]+)\s+([KMG]?)Bytes(?:\s*(\(omitted\)))?\s*$/;

export const iperf3Text: Reader = {
  kind: 'text of iperf3',
  claims: ({ head }) => /\[ ID\](?:\[Role\])? +Interval\b/.test(head),
  read({ lines }): { measured: MeasuredFile } {
    const samples = new Samples();
    const counts = new Counts();
    const names = new Map<string, string>();
    let segment = GUESS;
    for (const [index, line] of lines().entries()) {
      // `--timestamps` and `ts` put a time before each line.
      const text = line.slice(Math.max(0, line.indexOf('[')));
      if (line.trim() === '' || line.startsWith('#')) continue;
      const connected = /^\[\s*(\d+)\] local (\S+) port (\d+) connected to (\S+) port (\d+)/.exec(text);
      if (connected !== null)
        names.set(connected[1] ?? '', `${connected[2]}:${connected[3]} → ${connected[4]}:${connected[5]}`);
      const mss = /TCP MSS: (\d+)/.exec(line);
      if (mss !== null) segment = { bytes: Number(mss[1]), from: 'the file tells it (TCP MSS)' };
      if (!/^\[\s*(\d+|SUM)\]/.test(text) || connected !== null) continue;
      const interval = INTERVAL.exec(text);
      if (interval === null) throw refuseLine(index, 'an interval of iperf3', line);
      const window = WINDOW.exec(interval[6] ?? '');
      // A summary has no window; the sum of streams neither.
      if (window === null || interval[1] === 'SUM' || window[4] !== undefined) continue;
      const [id, end] = [interval[1] ?? '', Number(interval[3])];
      // A test that ends a moment late has a last interval of 0.00 s, rounded.
      if (end < Number(interval[2])) throw refuseLine(index, 'an interval of iperf3', line);
      const name = names.get(id) ?? `stream ${id}`;
      const bytes = (value: string | undefined, unit = ''): number => Number(value) * (UNITS[unit] ?? 1);
      const told = counts.add(name, bytes(interval[4], interval[5]), Number(window[1]));
      samples.add(name, end, bytes(window[2], window[3]), `Line ${index + 1}`, told);
    }
    if (samples.isEmpty)
      throw new Refusal(
        'It is text of iperf3 without the column Cwnd: only the sender of TCP data tells its window.',
      );
    return { measured: samples.file('text of iperf3', () => segment) };
  },
};
