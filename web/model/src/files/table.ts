/**
 * Tables of numbers: with a header that names the columns, or without one if there is only one
 * meaning: a time and a window, or ns-3's time, old and new window.
 */
import { stampOf } from './clock.ts';
import { Samples } from './samples.ts';
import { GUESS, looksLikeBytes, segmentOfBytes } from './segment.ts';
import type { Reader, SegmentSize } from './types.ts';
import { Refusal, refuseLine } from './types.ts';

/** The units of a column's name, with their factor. */
const TIME_UNITS: readonly [RegExp, number][] = [
  [/^(ms|msec|msecs|millis|millisecond|milliseconds)$/, 1e-3],
  [/^(us|usec|usecs|µs|μs|microsecond|microseconds)$/, 1e-6],
  [/^(ns|nsec|nsecs|nanosecond|nanoseconds)$/, 1e-9],
  [/^(s|sec|secs|second|seconds)$/, 1],
  [/^(min|mins|minute|minutes)$/, 60],
];
const BYTE_UNITS: readonly [RegExp, number][] = [
  [/^(b|byte|bytes)$/, 1],
  [/^(kb|kbyte|kbytes|kib)$/, 1024],
  [/^(mb|mbyte|mbytes|mib)$/, 1024 ** 2],
];
const PACKETS = /^(packet|packets|pkt|pkts|segment|segments|seg|segs|mss)$/;
const WORDS = /[a-zµμ]+|\d+/g;

/** A calendar's time in its own unit: an epoch in ms, µs or ns has this many seconds or more. */
const EPOCHS: readonly [number, number][] = [
  [1e17, 1e-9],
  [1e14, 1e-6],
  [1e11, 1e-3],
];

interface Columns {
  time: number;
  /** Null if only the values can tell. */
  timeFactor: number | null;
  cwnd: number;
  /** Bytes in the column's unit; 0 for packets, null if only the values can tell. */
  bytes: number | null;
  flow: number | null;
  segment: number | null;
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(WORDS) ?? [];
const unitOf = (words: readonly string[], units: readonly [RegExp, number][]): number | null =>
  units.find(([unit]) => words.some((word) => unit.test(word)))?.[1] ?? null;

/** The best column by a list of forms, the clearest first; null for none, a list for several. */
function columnOf(names: readonly string[], forms: readonly RegExp[]): number | readonly string[] | null {
  for (const form of forms) {
    const found = names.flatMap((name, index) => (form.test(name) ? [index] : []));
    if (found.length > 1) return found.map((index) => names[index] ?? '');
    if (found[0] !== undefined) return found[0];
  }
  return null;
}

const TIME = [
  /^time$/,
  /^time\b|^time[\W_]/,
  /^(t|timestamp|timestamps|ts|seconds|secs?|elapsed|date|datetime)\b|^(timestamp|ts|t|elapsed)_/,
  /\b(time|timestamp)\b/,
];
const CWND = [
  /^(snd_)?cwnd$/,
  /^(snd_)?cwnd[\W_]+(bytes?|packets?|pkts?|segments?|segs?|mss|[km]i?b)\W*$/,
  /^new[\W_]*(cwnd|value|val)\b|cwnd[\W_]*new/,
  /(^|[^a-z])cwnd([^a-z]|$)|congestion[\W_]*window/,
  /cwnd/,
  /^(cong\w*|tcp|send(er)?)?[\W_]*(wnd|window|cw)\b/,
];
const OTHER = /ssthresh|rwnd|rcv|recv|awnd|adverti|receive|old/;

function namedColumns(head: readonly string[], line: number): Columns {
  const names = head.map((name) => name.toLowerCase().trim());
  const own = names.map((name) => (OTHER.test(name) ? '' : name));
  const [time, cwnd] = [columnOf(own, TIME), columnOf(own, CWND)];
  for (const [found, what] of [
    [time, 'time'],
    [cwnd, 'window'],
  ] as const)
    if (typeof found === 'object' && found !== null)
      throw new Refusal(
        `Line ${line + 1}: several columns may be the ${what}: ${found.join(', ')}. Keep one of them.`,
      );
  if (typeof time !== 'number' || typeof cwnd !== 'number')
    throw refuseLine(line, 'a header with a column time and a column cwnd', head.join(', '));
  const windowWords = wordsOf(names[cwnd] ?? '');
  const flow = names.findIndex((name) =>
    /^(flow|connection|conn|stream|socket|flow_?id|flow_?name|id|node)$/.test(name),
  );
  const segment = names.findIndex((name) => /^(snd_)?mss$|^segment_?(size|bytes)$/.test(name));
  return {
    time,
    timeFactor: unitOf(
      wordsOf(names[time] ?? '').slice(/^(t|s|seconds|secs?)\b/.test(names[time] ?? '') ? 0 : 1),
      TIME_UNITS,
    ),
    cwnd,
    bytes: unitOf(windowWords, BYTE_UNITS) ?? (windowWords.some((word) => PACKETS.test(word)) ? 0 : null),
    flow: flow < 0 ? null : flow,
    segment: segment < 0 ? null : segment,
  };
}

/** A time with its unit, as ns-3 prints it: `+1.5s`, `+1e+09ns`. */
const WITH_UNIT = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(ns|us|ms|s|min)$/i;

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** Columns without names: time and window; or time, old and new window, each old the last new. */
function numberedColumns(rows: readonly (readonly string[])[], line: number): Columns {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns: Columns = { time: 0, timeFactor: null, cwnd: 1, bytes: null, flow: null, segment: null };
  if (count === 2) return columns;
  const isChain = rows.every((row, index) => {
    const before = rows[index - 1]?.at(-1);
    return row.length === 2 || before === undefined || Number(row[1]) === Number(before);
  });
  if (count === 3 && rows.length > 1 && isChain) return { ...columns, cwnd: 2 };
  throw new Refusal(
    `Line ${line + 1}: ${count} columns of numbers without a header may mean anything. Put a first line with their names, such as time_s,cwnd_packets,ssthresh.`,
  );
}

/** The fields of a line; names in a header may hold blanks. */
function fieldsOf(line: string, separator: string | RegExp, isFirst: boolean): string[] {
  const text = isFirst && typeof separator !== 'string' ? line.replace(/\s+(?=[([])/g, '') : line;
  const by = separator === '\t' && !isFirst ? /\s+/ : separator;
  return (
    text
      .trim()
      .split(by)
      .map((field) => field.trim().replace(/^"|"$/g, ''))
      // Where semicolons separate, a comma may be the decimal sign.
      .map((field) => (separator === ';' ? field.replace(/^(-?\d+),(\d+)$/, '$1.$2') : field))
  );
}

const isTime = (text: string): boolean => isNumber(text) || WITH_UNIT.test(text);

/** Names in a comment just before the numbers, as for gnuplot; null if it does not name them. */
function commentedColumns(line: string, count: number, index: number): Columns | null {
  if (!line.startsWith('#')) return null;
  const text = line.slice(1).trim();
  const names = fieldsOf(text, [',', ';', '\t'].find((sign) => text.includes(sign)) ?? /\s+/, true);
  if (names.length !== count || names.every(isNumber)) return null;
  try {
    return namedColumns(names, index);
  } catch {
    return null;
  }
}

/** A line with several names, of which one can be a time or a window. */
function isHeader(line: string): boolean {
  return (
    /[,;\t ]/.test(line.trim()) &&
    /^\s*[^{[<\s\0-\x08]/.test(line) &&
    /time|sec|stamp|cwnd|wnd|window/i.test(line)
  );
}

export const table: Reader = {
  kind: 'a table with a time and a cwnd column, also of ns-3',
  claims: ({ head }) => {
    const first = head.split(/\r\n|\n|\r/).find((line) => line.trim() !== '' && !line.startsWith('#'));
    return (
      first !== undefined &&
      (/^\s*[+-]?[\d.]+[\d.eE+-]*(?:[mun]?s|min)?[,;\s]+-?[\d.]/.test(first) || isHeader(first))
    );
  },
  read({ lines }) {
    const all = lines();
    const from = all.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
    const first = all[from] ?? '';
    const separator = [',', ';', '\t'].find((sign) => first.includes(sign)) ?? /\s+/;
    const split = (line: string): string[] => fieldsOf(line, separator, line === first);
    const head = split(first);
    const isHead = !isTime(head[0] ?? '') || !isNumber(head[1] ?? '0');
    const rows: { fields: string[]; line: number }[] = [];
    for (const [line, text] of all.entries())
      if (line >= (isHead ? from + 1 : from) && text.trim() !== '' && !text.startsWith('#'))
        rows.push({ fields: split(text), line });
    const commented = isHead ? null : commentedColumns(all[from - 1] ?? '', head.length, from - 1);
    const isNamed = isHead || commented !== null;
    const columns =
      commented ??
      (isHead
        ? namedColumns(head, from)
        : numberedColumns(
            rows.map(({ fields }) => fields),
            from,
          ));
    const samples = new Samples();
    const sizes = new Map<string, number>();
    for (const { fields, line } of rows) {
      // ns-3 begins with a line that has no old value.
      const window = fields[isNamed ? columns.cwnd : fields.length - 1] ?? '';
      const timeS = timeOf(fields[columns.time] ?? '', columns, line);
      // This poll came before the connection existed.
      if (isNamed && window === '') continue;
      if (!isNamed && (fields.length > columns.cwnd + 1 || fields.length < 2))
        throw refuseLine(line, `${columns.cwnd + 1} numbers`, fields.join(' '));
      if (!isNumber(window)) throw refuseLine(line, `a number in column ${columns.cwnd + 1} (cwnd)`, window);
      const name = columns.flow === null ? '' : (fields[columns.flow] ?? '');
      if (columns.segment !== null && isNumber(fields[columns.segment] ?? ''))
        sizes.set(name, Math.max(sizes.get(name) ?? 0, Number(fields[columns.segment])));
      samples.add(name, timeS, Number(window) * Math.max(1, columns.bytes ?? 1), `Line ${line + 1}`);
    }
    const told = (name: string): SegmentSize | null => {
      const bytes = sizes.get(name) ?? 0;
      return bytes > 0 ? { bytes, from: 'a column of the file tells it' } : null;
    };
    const segmentOf = (values: readonly number[], name: string): SegmentSize | null => {
      const inBytes = columns.bytes === null ? looksLikeBytes(values) : columns.bytes > 0;
      if (!inBytes) return null;
      // Rounded kilobytes have no common divisor.
      return told(name) ?? ((columns.bytes ?? 1) > 1 ? GUESS : segmentOfBytes(values));
    };
    const file = samples.file('a table', segmentOf);
    if (columns.bytes === null && file.curves.some(({ segment }) => segment !== null))
      file.warnings.push(
        'No name tells the unit of the windows. They are read as bytes. If they are packets, set the packet size to 1.',
      );
    return { measured: file };
  },
};

function timeOf(text: string, columns: Columns, line: number): number {
  const quantity = WITH_UNIT.exec(text);
  if (quantity !== null)
    return Number(quantity[1]) * (unitOf([(quantity[2] ?? '').toLowerCase()], TIME_UNITS) ?? 1);
  if (isNumber(text)) {
    const time = Number(text);
    if (columns.timeFactor !== null) return time * columns.timeFactor;
    return time * (EPOCHS.find(([least]) => time >= least)?.[1] ?? 1);
  }
  const stamp = stampOf(text);
  if (stamp?.rest.trim() !== '' || Number.isNaN(stamp.timeS))
    throw refuseLine(line, `a number in column ${columns.time + 1} (time)`, text);
  return stamp.timeS;
}
