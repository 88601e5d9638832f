/**
 * Windows measured elsewhere: tables with a time and a cwnd column, polls of `ss -tin`, cwnd traces
 * of ns-2 and ns-3, and packet captures (pcap.ts). The data stay in the page. Not in the first
 * load: the page imports this module when a file is opened.
 */

export interface MeasuredTrace {
  name: string;
  /** The kind of file, in words. */
  kind: string;
  /** Rising, starting at zero. */
  timeS: Float64Array;
  cwndPackets: Float32Array;
}

export type ReadTrace = { trace: MeasuredTrace } | { problem: string };

/** A poll every millisecond for ten minutes: more than any screen has pixels. */
const MOST_CHARACTERS = 40_000_000;
const MOST_SAMPLES = 600_000;
/** From this value on (a tenth of a year) a time counts as a calendar clock, not as run time. */
const CALENDAR_S = 3e6;
/** Payload of a segment in files that count bytes: Ethernet, with timestamps. */
const SEGMENT_BYTES = 1448;

/** The first four bytes of a packet capture, by its form. */
const CAPTURES = {
  microseconds: ['d4c3b2a1', 'a1b2c3d4'],
  nanoseconds: ['4d3cb2a1', 'a1b23c4d'],
  pcapng: ['0a0d0d0a'],
} as const;
export type CaptureForm = keyof typeof CAPTURES;

const MOST_BYTES = 200_000_000;

/** Reads a file of any supported kind, whatever its name. */
export async function readMeasuredFile(name: string, bytes: Uint8Array): Promise<ReadTrace> {
  if (bytes.length > MOST_BYTES) return { problem: 'It is too long for a cwnd trace.' };
  const begin = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  for (const form of ['microseconds', 'nanoseconds', 'pcapng'] as const) {
    if (!(CAPTURES[form] as readonly string[]).includes(begin)) continue;
    const { readCapture } = await import('./pcap.ts');
    return readCapture(name, bytes, form);
  }
  return readMeasured(name, new TextDecoder().decode(bytes));
}

type Samples = { times: number[]; windows: number[]; kind: string } | { problem: string };

/** Reads a file's text; a refusal names the line and what was expected there. */
export function readMeasured(name: string, text: string): ReadTrace {
  if (text.length > MOST_CHARACTERS) return { problem: 'It is too long for a cwnd trace.' };
  const lines = text.split(/\r\n|\n|\r/);
  const samples = /\bcwnd:\d/.test(text)
    ? ofSs(lines)
    : text.includes(' cwnd_ ')
      ? ofNs2(lines)
      : ofTable(lines);
  if ('problem' in samples) return samples;
  const { times, windows, kind } = samples;
  const [first] = times;
  if (first === undefined) return { problem: 'It has no line with a time and a cwnd.' };
  if (times.length > MOST_SAMPLES)
    return { problem: `It has ${times.length} samples. At most ${MOST_SAMPLES} are allowed.` };
  const offsetS = first > CALENDAR_S ? first : 0;
  const order = times.map((_, at) => at).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  return {
    trace: {
      name,
      kind,
      timeS: Float64Array.from(order, (at) => (times[at] ?? 0) - offsetS),
      cwndPackets: Float32Array.from(order, (at) => windows[at] ?? 0),
    },
  };
}

const refuse = (line: number, expected: string, found: string): { problem: string } => {
  const short = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  return { problem: `Line ${line + 1}: expected ${expected}, found “${short}”.` };
};

/** Polls of `ss -tin`; the time of each is on the same line or on the line before. */
function ofSs(lines: readonly string[]): Samples {
  const times: number[] = [];
  const windows: number[] = [];
  let clock: number | null = null;
  for (const [at, line] of lines.entries()) {
    const time = /^\s*#?\s*(\d+(?:\.\d+)?)(?=\s|$)/.exec(line);
    if (time !== null) clock = Number(time[1]);
    const cwnd = /\bcwnd:(\d+)/.exec(line);
    if (cwnd === null) continue;
    if (clock === null) return refuse(at, 'a time in seconds before each poll (date +%s.%N)', line.trim());
    // Of several connections in one poll, only the first is read.
    if (times[times.length - 1] === clock) continue;
    times.push(clock);
    windows.push(Number(cwnd[1]));
  }
  return { times, windows, kind: 'polls of ss' };
}

/** `time node port node port cwnd_ value`, as ns-2's variable tracing writes it. */
function ofNs2(lines: readonly string[]): Samples {
  const times: number[] = [];
  const windows: number[] = [];
  let flow: string | null = null;
  for (const [at, line] of lines.entries()) {
    if (!line.includes(' cwnd_ ')) continue;
    const parts = line.trim().split(/\s+/);
    const place = parts.indexOf('cwnd_');
    const [time, window] = [Number(parts[0]), Number(parts[place + 1])];
    if (!Number.isFinite(time) || !Number.isFinite(window))
      return refuse(at, 'a time, a connection, cwnd_ and its value', line);
    const connection = parts.slice(1, place).join(' ');
    flow ??= connection;
    if (connection !== flow) continue;
    times.push(time);
    windows.push(window);
  }
  return { times, windows, kind: 'a cwnd trace of ns-2' };
}

/**
 * Separated by commas, semicolons, tabs or blanks; with a header, or with two columns (time, cwnd)
 * or three (ns-3).
 */
function ofTable(lines: readonly string[]): Samples {
  const from = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  const first = lines[from];
  if (first === undefined) return { problem: 'The file is empty.' };
  const separator = [',', ';', '\t'].find((sign) => first.includes(sign)) ?? /\s+/;
  const split = (line: string): string[] =>
    line
      .trim()
      .split(separator)
      .map((field) => field.trim().replace(/^"|"$/g, ''));
  const head = split(first);
  const isHead = head.some((field) => field !== '' && Number.isNaN(Number(field)));
  const columns = isHead ? namedColumns(head) : numberedColumns(head.length);
  if (columns === null)
    return refuse(from, 'a header with a time and a cwnd column, or two or three columns of numbers', first);
  const times: number[] = [];
  const windows: number[] = [];
  let flow: string | null = null;
  for (const [at, line] of lines.entries()) {
    if (at < (isHead ? from + 1 : from) || line.trim() === '' || line.startsWith('#')) continue;
    const fields = split(line);
    if (columns.flow !== null) {
      const named = fields[columns.flow] ?? '';
      flow ??= named;
      if (named !== flow) continue;
    }
    const [time = '', window = ''] = [fields[columns.time], fields[columns.cwnd]];
    if (time === '' || Number.isNaN(Number(time)))
      return refuse(at, `a number in column ${columns.time + 1} (time)`, time);
    // This poll came before the connection existed.
    if (window === '') continue;
    if (Number.isNaN(Number(window)))
      return refuse(at, `a number in column ${columns.cwnd + 1} (cwnd)`, window);
    times.push(Number(time) * columns.timeFactor);
    windows.push(Number(window));
  }
  const inBytes = columns.bytes ?? Math.max(...windows.slice(0, 1000)) >= 10 * SEGMENT_BYTES;
  return {
    times,
    windows: inBytes ? windows.map((bytes) => bytes / SEGMENT_BYTES) : windows,
    kind: inBytes ? `a table in bytes, ${SEGMENT_BYTES} bytes per packet` : 'a table',
  };
}

interface Columns {
  time: number;
  timeFactor: number;
  cwnd: number;
  flow: number | null;
  /** Null if only the values can tell. */
  bytes: boolean | null;
}

function namedColumns(head: readonly string[]): Columns | null {
  const names = head.map((name) => name.toLowerCase());
  const time = names.findIndex((name) => /^(time|t|seconds)\b|^time_/.test(name));
  const cwnd = names.findIndex((name) => /cwnd|congestion.window/.test(name));
  if (time < 0 || cwnd < 0) return null;
  const flow = names.indexOf('flow');
  const unit = names[time] ?? '';
  return {
    time,
    timeFactor: /ms\b|_ms/.test(unit) ? 1e-3 : /us\b|_us/.test(unit) ? 1e-6 : 1,
    cwnd,
    flow: flow < 0 ? null : flow,
    bytes: (names[cwnd] ?? '').includes('byte')
      ? true
      : /packet|segment|pkt/.test(names[cwnd] ?? '')
        ? false
        : null,
  };
}

function numberedColumns(count: number): Columns | null {
  if (count < 2 || count > 3) return null;
  return { time: 0, timeFactor: 1, cwnd: count - 1, flow: null, bytes: null };
}
