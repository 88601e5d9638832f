/**
 * qlog, versions 0.2 to the current draft: one JSON text, or a sequence of texts (RFC 7464 or one
 * a line). The window is `congestion_window` (or `cwnd`) in the events `metrics_updated`, in bytes.
 */
import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { Samples } from './samples.ts';
import { largestCommon, segmentOfBytes } from './segment.ts';
import type { Content, Reader, SegmentSize } from './types.ts';
import { Refusal } from './types.ts';

/** A trace: one vantage point, and its events. */
interface Trace {
  about: JsonObject;
  events: Json[];
}

const RECORD = '\u001e';

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const isHead = (value: Json | undefined): value is JsonObject =>
  isObject(value) && ('qlog_version' in value || textOf(value['file_schema']).includes('qlog'));

/** The traces of one JSON text; null if it is no qlog. */
function contained(value: Json | undefined): Trace[] | null {
  if (!isHead(value) || !Array.isArray(value['traces'])) return null;
  return value['traces'].map((trace) => {
    const about = objectOf(trace);
    return { about, events: Array.isArray(about['events']) ? about['events'] : [] };
  });
}

interface Sequence {
  traces: Trace[];
  wasCut: boolean;
}

/** The events of a sequence. A last text that was cut is left out (RFC 7464 §2.3). */
function sequence({ head, lines }: Content): Sequence | null {
  if (!/^[\s\u001e]*\{/.test(head)) return null;
  const isMarked = head.trimStart().startsWith(RECORD);
  const texts = isMarked ? lines().join('\n').split(RECORD) : [...lines()];
  const records: Json[] = [];
  const full = texts.map((text) => text.trim()).filter((text) => text !== '');
  for (const [index, text] of full.entries()) {
    try {
      records.push(JSON.parse(text) as Json);
    } catch {
      if (index === 0) return null;
      if (index < full.length - 1)
        throw new Refusal(`Record ${index + 1} of the qlog is no JSON text: the file is damaged.`);
      return { traces: [{ about: traceOf(records[0]), events: records.slice(1) }], wasCut: true };
    }
    if (index === 0 && !isHead(records[0])) return null;
  }
  return records.length < 1
    ? null
    : { traces: [{ about: traceOf(records[0]), events: records.slice(1) }], wasCut: false };
}

const traceOf = (head: Json | undefined): JsonObject => objectOf(objectOf(head)['trace']);

function tracesOf(content: Content): Sequence | null {
  if (/^\s*\{/.test(content.head)) {
    const whole = contained(content.json());
    if (whole !== null) return { traces: whole, wasCut: false };
  }
  return content.head.includes('qlog') ? sequence(content) : null;
}

interface Event {
  time: number;
  name: string;
  group: string;
  data: JsonObject;
}

/** An event: an object, or in old drafts a list whose columns are named by `event_fields`. */
function eventOf(record: Json, fields: readonly string[]): Event | null {
  const named: JsonObject = Array.isArray(record)
    ? Object.fromEntries(fields.map((field, index) => [field, record[index] ?? null]))
    : objectOf(record);
  const time = timeOf(named['time'] ?? named['relative_time'] ?? named['delta_time']);
  const name = textOf(named['name']) || textOf(named['event']) || textOf(named['event_type']);
  return Number.isNaN(time) || name === ''
    ? null
    : {
        time,
        name,
        // A path of multipath QUIC has a window of its own.
        group: [named['group_id'], named['path'] ?? named['path_id']].map(wordOf).filter(Boolean).join(', '),
        data: objectOf(named['data']),
      };
}

/** Old drafts tell numbers as texts. */
function timeOf(value: Json | undefined): number {
  return typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(textOf(value)) ? Number(value) : NaN;
}

const wordOf = (value: Json | undefined): string => (typeof value === 'number' ? `${value}` : textOf(value));

/** A name for each trace: two of one title are two curves. */
function titlesOf(traces: readonly Trace[]): string[] {
  const titles = traces.map(
    ({ about }, index) =>
      textOf(about['title']) ||
      textOf(objectOf(about['vantage_point'])['name']) ||
      (traces.length > 1 ? `trace ${index + 1}` : ''),
  );
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return titles.map((title, index) => (counts.get(title) === 1 ? title : `${title}, trace ${index + 1}`));
}

/** Where each time counts from the event before. */
const DELTAS = ['delta', 'relative_to_previous_event'];
/** picoquic and aioquic say `cwnd`. */
const WINDOWS = ['congestion_window', 'cwnd'];

const SIZES = ['max_datagram_size', 'max_udp_payload_size'];

export const qlog: Reader = {
  kind: 'qlog, also sequences (.sqlog)',
  claims: (content) => tracesOf(content) !== null,
  read(content) {
    const { traces, wasCut } = tracesOf(content) ?? { traces: [], wasCut: false };
    const samples = new Samples();
    const segments = new Map<string, SegmentSize>();
    const titles = titlesOf(traces);
    for (const [index, { about, events }] of traces.entries()) {
      const shared = objectOf(about['common_fields']);
      const unit = textOf(objectOf(about['configuration'])['time_units']) === 'us' ? 1e-6 : 1e-3;
      const fields = (Array.isArray(about['event_fields']) ? about['event_fields'] : []).map(textOf);
      const isDelta = DELTAS.includes(textOf(shared['time_format'])) || fields.includes('delta_time');
      const title = titles[index] ?? '';
      const sent = new Map<number, number>();
      let declared: number | null = null;
      let time = 0;
      const groups = new Set<string>();
      let retransmitted = 0;
      /** What the events of each group told last: they name only what changes. */
      const last = new Map<string, { rttS?: number; flightBytes?: number }>();
      for (const [at, record] of events.entries()) {
        const event = eventOf(record, fields);
        if (event === null) throw new Refusal(`Event ${at + 1} of the qlog has no time or no name.`);
        time = isDelta ? time + event.time : event.time;
        const { data } = event;
        if (event.name.endsWith('packet_sent')) {
          const header = objectOf(data['header']);
          const bytes = Number(
            objectOf(data['raw'])['length'] ?? header['packet_size'] ?? data['packet_size'] ?? 0,
          );
          sent.set(bytes, (sent.get(bytes) ?? 0) + 1);
        }
        // A lost packet's data are sent again.
        if (event.name.endsWith('packet_lost')) retransmitted += 1;
        for (const key of SIZES) if (typeof data[key] === 'number') declared ??= data[key];
        const window = WINDOWS.map((key) => data[key]).find((value) => typeof value === 'number');
        if (!/metrics_updated?$/.test(event.name)) continue;
        const told = { ...last.get(event.group) };
        const { smoothed_rtt: rtt, bytes_in_flight: flight } = data;
        if (typeof rtt === 'number') told.rttS = rtt * unit;
        if (typeof flight === 'number') told.flightBytes = flight;
        last.set(event.group, told);
        if (window === undefined) continue;
        const name = [title, event.group].filter((part) => part !== '').join(', ');
        groups.add(name);
        samples.add(name, time * unit, window, `Event ${at + 1}`, { ...told, retransmitted });
      }
      const packet = largestCommon(sent);
      for (const name of groups)
        if (packet !== null)
          segments.set(name, { bytes: packet, from: 'the largest common packet of the file' });
        else if (declared !== null && declared < 10_000)
          segments.set(name, { bytes: declared, from: 'the file tells it' });
    }
    if (samples.isEmpty)
      throw new Refusal(
        'It is a qlog without a congestion window: it has no event metrics_updated with one.',
      );
    const warnings = wasCut ? ['The file was cut in its last event, which is left out.'] : [];
    // QUIC starts with ten datagrams of 1200 bytes (RFC 9002 §7.2).
    const segmentOf = (values: readonly number[], name: string): SegmentSize =>
      segments.get(name) ?? segmentOfBytes(values, [1200, 1252]);
    return { measured: samples.file('qlog', segmentOf, warnings) };
  },
};
