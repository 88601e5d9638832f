/**
 * Tables of numbers: with a header that names the columns, or without one if there is only one
 * meaning: a time and a window, or ns-3's time, old and new window.
 */
import { secondsOf, stampOf } from './clock.ts';
import { Samples } from './samples.ts';
import { GUESS, looksLikeBytes, segmentOfBytes } from './segment.ts';
import type { Beside, Reader, SegmentSize } from './types.ts';
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

interface Columns {
  time: number;
  /** Null if only the values can tell: seconds, or a calendar's time in any unit. */
  timeFactor: number | null;
  cwnd: number;
  /** Bytes in the column's unit; 0 for packets, null if only the values can tell. */
  bytes: number | null;
  /** Columns that together tell connections apart. */
  flows: number[];
  segment: number | null;
  /** Columns of what stands beside the window. */
  also: { at: number; of: Beside; unit: number }[];
}

/** Names of what may stand beside a window, as for `ackscope fit`, with their unit. */
const ALSO: Readonly<Record<string, readonly [Beside, number]>> = {
  srtt_ms: ['rttS', 1e-3],
  rtt_ms: ['rttS', 1e-3],
  srtt_s: ['rttS', 1],
  rtt_s: ['rttS', 1],
  srtt_us: ['rttS', 1e-6],
  rtt_us: ['rttS', 1e-6],
  inflight_packets: ['flightPackets', 1],
  inflight: ['flightPackets', 1],
  unacked: ['flightPackets', 1],
  total_retrans: ['retransmitted', 1],
  retrans: ['retransmitted', 1],
  retransmitted: ['retransmitted', 1],
  acked_mbytes: ['ackedBytes', 1e6],
  acked_bytes: ['ackedBytes', 1],
  bytes_acked: ['ackedBytes', 1],
  acked_packets: ['ackedPackets', 1],
};

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
  /^new$/,
  /^(cong\w*(\W[\W_]*)?|(tcp|send(er)?)?[\W_]*)(wnd|window|cw)\b/,
];
const OTHER = /ssthresh|rwnd|rcv|recv|awnd|adverti|receive|old/;
/** What a table tells about a window beside its size. */
const NO_SIZE =
  /gain|rate|limit|min_|\bmin|max|init|clamp|used|prev|last|cnt|count|target|ratio|diff|delta|flag|bits?\b|bps/;
/** Times that do not run on. */
const NO_CLOCK = /delta|diff|rtt|interval|prev/;
const FLOW =
  /^(flow|conn(ection)?|stream|socket|sock|sk|id|node|host|[sdlr]?port|src|dst|[sdlr]addr|source|dest(ination)?|local|remote|peer|lane|label|name|run|pid|algo(rithm)?|cca?)([\W_]*(id|name|no|number|port|addr(ess)?|ip))?$/;

function namedColumns(head: readonly string[], line: number): Columns {
  const names = head.map((name) => name.toLowerCase().trim());
  const without = (...others: RegExp[]): string[] =>
    names.map((name) => (others.some((other) => other.test(name)) ? '' : name));
  const [time, cwnd] = [columnOf(without(OTHER, NO_CLOCK), TIME), columnOf(without(OTHER, NO_SIZE), CWND)];
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
  const segment = names.findIndex((name) => /^(snd_)?mss$|^segment_?(size|bytes)$/.test(name));
  return {
    time,
    timeFactor: unitOf(
      wordsOf(names[time] ?? '').slice(/^(t|s|seconds|secs?)\b/.test(names[time] ?? '') ? 0 : 1),
      TIME_UNITS,
    ),
    cwnd,
    bytes: unitOf(windowWords, BYTE_UNITS) ?? (windowWords.some((word) => PACKETS.test(word)) ? 0 : null),
    flows: names.flatMap((name, index) => (FLOW.test(name) ? [index] : [])),
    segment: segment < 0 ? null : segment,
    also: names.flatMap((name, at) => {
      const known = Object.hasOwn(ALSO, name) ? ALSO[name] : undefined;
      return known === undefined ? [] : [{ at, of: known[0], unit: known[1] }];
    }),
  };
}

/** A time with its unit, as ns-3 prints it: `+1.5s`, `+1e+09ns`. */
const WITH_UNIT = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(ns|us|ms|s|min)$/i;

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** Columns without names: time and window; or time, old and new window, each old the last new. */
function numberedColumns(rows: readonly (readonly string[])[], line: number): Columns {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns: Columns = {
    time: 0,
    timeFactor: null,
    cwnd: 1,
    bytes: null,
    flows: [],
    segment: null,
    also: [],
  };
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

/** The fields of a line. A field in quotation marks may hold the separator. */
function fieldsOf(line: string, separator: string | RegExp): string[] {
  const fields =
    typeof separator !== 'string'
      ? line.trim().split(separator)
      : line.includes('"')
        ? quoted(line, separator)
        : line.split(separator);
  return (
    fields
      .map((field) => field.trim().replace(/^"|"$/g, ''))
      // Where semicolons separate, a comma may be the decimal sign.
      .map((field) => (separator === ';' ? field.replace(/^(-?\d+),(\d+)$/, '$1.$2') : field))
  );
}

function quoted(line: string, separator: string): string[] {
  const fields: string[] = [];
  let isInside = false;
  let begin = 0;
  for (let at = 0; at <= line.length; at++) {
    if (line[at] === '"') isInside = !isInside;
    if (at < line.length && (isInside || line[at] !== separator)) continue;
    fields.push(line.slice(begin, at));
    begin = at + 1;
  }
  return fields;
}

/** Names in a header between blanks may hold a blank before a bracket. */
const joined = (line: string): string => line.replace(/(?<!\s)\s+(?=[([])/g, '');

const isTime = (text: string): boolean => isNumber(text) || WITH_UNIT.test(text);

/** Looked for at each beginning only, so that many blanks cost no more. */
const BLANKS = /(?<!\s)\s+/;

const separatorOf = (line: string): string | RegExp =>
  [',', ';', '\t'].find((sign) => line.includes(sign)) ?? BLANKS;

/** Names in a comment before the numbers, as for gnuplot: the last one that names a time. */
function commentedColumns(comments: readonly string[], count: number): Columns | null {
  for (const [back, line] of [...comments].reverse().entries()) {
    const text = line.replace(/^#+/, '').trim();
    const separator = separatorOf(text);
    const names = fieldsOf(typeof separator === 'string' ? text : joined(text), separator);
    if (!line.startsWith('#') || names.length !== count || names.every(isNumber)) continue;
    // Numbers of something else are not read as windows.
    if (
      columnOf(
        names.map((name) => name.toLowerCase()),
        TIME,
      ) !== null
    )
      return namedColumns(names, comments.length - 1 - back);
  }
  return null;
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
      (/^\s*[+-]?[\d.][\d.eE+-]*(?:[mun]?s|min)?[,;\s]+-?[\d.]/.test(first) || isHeader(first))
    );
  },
  read({ lines }) {
    const all = lines();
    const from = all.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
    const first = all[from] ?? '';
    const separator = separatorOf(first);
    const head = fieldsOf(typeof separator === 'string' ? first : joined(first), separator);
    const isHead = !isTime(head[0] ?? '') || !isNumber(head[1] ?? '0');
    // ns-3 mixes tabs and blanks. Below names, a field between two tabs may be empty.
    const split = (line: string): string[] =>
      fieldsOf(line, separator === '\t' && !(isHead && line.includes('\t')) ? BLANKS : separator);
    const rows: { fields: string[]; line: number }[] = [];
    for (const [line, text] of all.entries())
      if (line >= (isHead ? from + 1 : from) && text.trim() !== '' && !text.startsWith('#'))
        rows.push({ fields: split(text), line });
    const commented = isHead ? null : commentedColumns(all.slice(0, from), head.length);
    const isNamed = isHead || commented !== null;
    const columns =
      commented ??
      (isHead
        ? namedColumns(head, from)
        : numberedColumns(
            rows.map(({ fields }) => fields),
            from,
          ));
    // A column in which every row differs counts the rows.
    const flows = columns.flows.filter(
      (flow) => rows.length < 3 || new Set(rows.map(({ fields }) => fields[flow])).size < rows.length,
    );
    const samples = new Samples();
    const sizes = new Map<string, number>();
    for (const { fields, line } of rows) {
      if (isNamed) refuseWidth(fields, head.length, columns, line);
      // ns-3 begins with a line that has no old value.
      const window = fields[isNamed ? columns.cwnd : fields.length - 1] ?? '';
      const timeS = timeOf(fields[columns.time] ?? '', columns, line);
      // This poll came before the connection existed.
      if (isNamed && window === '') continue;
      if (!isNamed && (fields.length > columns.cwnd + 1 || fields.length < 2))
        throw refuseLine(line, `${columns.cwnd + 1} numbers`, fields.join(' '));
      if (!isNumber(window)) throw refuseLine(line, `a number in column ${columns.cwnd + 1} (cwnd)`, window);
      const name = flows.map((flow) => fields[flow] ?? '').join(' ');
      if (columns.segment !== null && isNumber(fields[columns.segment] ?? ''))
        sizes.set(name, Math.max(sizes.get(name) ?? 0, Number(fields[columns.segment])));
      const told = Object.fromEntries(
        columns.also.map(({ at, of, unit }) => {
          const field = fields[at] ?? '';
          return [of, isNumber(field) ? Number(field) * unit : NaN];
        }),
      );
      const value = Number(window) * Math.max(1, columns.bytes ?? 1);
      samples.add(name, timeS, value, `Line ${line + 1}`, told);
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

/**
 * Below names each row has their number of fields. Fewer are allowed at its end, where nothing was
 * measured.
 */
function refuseWidth(fields: readonly string[], count: number, { time, cwnd }: Columns, line: number): void {
  const isWide = fields.slice(count).some((field) => field !== '');
  if (isWide || fields.length <= Math.max(time, cwnd))
    throw refuseLine(
      line,
      `${count} fields, as the header has (a column of row numbers needs a name, too)`,
      fields.join(' '),
    );
}

function timeOf(text: string, columns: Columns, line: number): number {
  const quantity = WITH_UNIT.exec(text);
  if (quantity !== null)
    return Number(quantity[1]) * (unitOf([(quantity[2] ?? '').toLowerCase()], TIME_UNITS) ?? 1);
  if (isNumber(text)) {
    const time = Number(text);
    if (columns.timeFactor !== null) return time * columns.timeFactor;
    const seconds = secondsOf(time);
    if (Number.isNaN(seconds))
      throw refuseLine(line, 'a time in seconds, or its unit in the header such as time_ms', text);
    return seconds;
  }
  const stamp = stampOf(text);
  if (stamp?.rest.trim() !== '' || Number.isNaN(stamp.timeS))
    throw refuseLine(line, `a number in column ${columns.time + 1} (time)`, text);
  return stamp.timeS;
}
