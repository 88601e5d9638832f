/**
 * Reads a window from a packet capture. No packet carries cwnd. Instead this measures the bytes in
 * flight of the busiest flow: never more than the window, and equal to it while there is enough
 * data to send. The result is right only for a capture at the sender: at the receiver every segment
 * is acknowledged at once.
 *
 * A library reads the file's records (libpcap's own form, not pcapng: no pcapng parser is small,
 * maintained and made for browsers). The headers within them are those of RFC 791, 8200 and 9293.
 */
import Decoder from 'pcap-decoder';
import type { CaptureForm, ReadTrace } from './measured.ts';

/** With Ethernet and timestamps; used if the capture holds no full segment. */
const DEFAULT_SEGMENT_BYTES = 1448;
/** A larger payload is several segments that the sender's network card splits later. */
const LARGEST_SEGMENT_BYTES = 1500;

const CONVERT = 'convert it with tcpdump -r FILE -w NEW.pcap or editcap -F pcap FILE NEW.pcap';

interface Segment {
  timeS: number;
  /** Index of its flow; a flow is one direction of a connection. */
  flow: number;
  sequence: number;
  acknowledged: number | null;
  payload: number;
}

interface Flow {
  name: string;
  /** The other direction's index, once it was seen. */
  back: string;
  payload: number;
}

export function readCapture(name: string, bytes: Uint8Array, form: CaptureForm): ReadTrace {
  if (form === 'pcapng')
    return { problem: `This is a pcapng capture. Ackscope reads the pcap format: ${CONVERT}.` };
  const isNano = form === 'nanoseconds';
  const { segments, flows, links } = segmentsOf(isNano ? inMicroseconds(bytes) : bytes, isNano ? 1e-9 : 1e-6);
  const busiest = [...flows.entries()].sort(([, a], [, b]) => b.payload - a.payload)[0];
  if (busiest === undefined || busiest[1].payload === 0)
    return {
      problem: `There is no TCP payload in it${links === null ? '' : ` (link type ${String(links)})`}; Ackscope reads Ethernet, Linux “any”, loopback and raw IP captures.`,
    };
  const [key, flow] = busiest;
  const index = [...flows.keys()].indexOf(key);
  const back = [...flows.keys()].indexOf(flow.back);
  const { timeS, bytesUnderWay } = underWay(segments, index, back);
  const segment = segmentBytes(segments, index);
  return {
    trace: {
      name,
      kind: `a capture: bytes in flight of ${flow.name}, ${String(segment)} bytes per packet`,
      timeS: Float64Array.from(timeS, (time) => time - (timeS[0] ?? 0)),
      cwndPackets: Float32Array.from(bytesUnderWay, (count) => count / segment),
    },
  };
}

/** The same capture with the magic number of microseconds; its fractions stay nanoseconds. */
function inMicroseconds(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  const swapped = copy[0] === 0x4d;
  copy.set(swapped ? [0xd4, 0xc3, 0xb2, 0xa1] : [0xa1, 0xb2, 0xc3, 0xd4]);
  return copy;
}

function segmentsOf(
  bytes: Uint8Array,
  fractionS: number,
): { segments: Segment[]; flows: Map<string, Flow>; links: number | null } {
  const decoder = new Decoder();
  const flows = new Map<string, Flow>();
  const indices = new Map<string, number>();
  const segments: Segment[] = [];
  for (const { header, body } of decoder.decode(bytes)) {
    const packet = networkPacket(body, decoder.header?.network ?? 0);
    const found = packet === null ? null : tcpSegment(packet);
    if (found === null) continue;
    const { key, back, ...segment } = found;
    const flow = flows.get(key) ?? { name: key, back, payload: 0 };
    if (!flows.has(key)) {
      indices.set(key, flows.size);
      flows.set(key, flow);
    }
    flow.payload += segment.payload;
    const timeS = header.ts_sec + header.ts_usec * fractionS;
    segments.push({ timeS, flow: indices.get(key) ?? 0, ...segment });
  }
  return { segments, flows, links: decoder.header?.network ?? null };
}

/** The network packet in a frame, by the link types of the pcap registry; null: unsupported. */
function networkPacket(frame: Uint8Array, link: number): DataView | null {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const from = (offset: number): DataView | null =>
    offset + 20 > view.byteLength ? null : new DataView(view.buffer, view.byteOffset + offset);
  switch (link) {
    case 1: {
      // Ethernet, with any number of VLAN tags.
      let offset = 12;
      while (offset + 4 < view.byteLength && [0x8100, 0x88a8].includes(view.getUint16(offset))) offset += 4;
      return from(offset + 2);
    }
    case 113:
      return from(16);
    case 276:
      return from(20);
    case 0:
    case 108:
      return from(4);
    case 12:
    case 14:
    case 101:
    case 228:
    case 229:
      return from(0);
    default:
      return null;
  }
}

const TCP = 6;

function tcpSegment(
  packet: DataView,
): (Omit<Segment, 'timeS' | 'flow'> & { key: string; back: string }) | null {
  const version = packet.getUint8(0) >> 4;
  const headerBytes = version === 4 ? 4 * (packet.getUint8(0) & 15) : 40;
  if ((version !== 4 && version !== 6) || headerBytes + 20 > packet.byteLength) return null;
  const isTcp = packet.getUint8(version === 4 ? 9 : 6) === TCP;
  const isLaterFragment = version === 4 && (packet.getUint16(6) & 0x1fff) !== 0;
  if (!isTcp || isLaterFragment) return null;
  const total = version === 4 ? packet.getUint16(2) : packet.getUint16(4) + 40;
  const address = (at: number): string =>
    version === 4
      ? [0, 1, 2, 3].map((byte) => packet.getUint8(at + byte)).join('.')
      : `[${[0, 2, 4, 6, 8, 10, 12, 14].map((byte) => packet.getUint16(at + byte).toString(16)).join(':')}]`;
  const [sender, receiver] = version === 4 ? [address(12), address(16)] : [address(8), address(24)];
  const at = headerBytes;
  const source = `${sender}:${String(packet.getUint16(at))}`;
  const target = `${receiver}:${String(packet.getUint16(at + 2))}`;
  const flags = packet.getUint8(at + 13);
  const tcpBytes = 4 * (packet.getUint8(at + 12) >> 4);
  return {
    key: `${source} → ${target}`,
    back: `${target} → ${source}`,
    // SYN takes a sequence number: the first byte of data has the next one.
    sequence: (packet.getUint32(at + 4) + ((flags >> 1) & 1)) >>> 0,
    acknowledged: (flags & 0x10) === 0 ? null : packet.getUint32(at + 8),
    payload: Math.max(0, total - headerBytes - tcpBytes),
  };
}

/** The bytes sent and not yet acknowledged, at every change of either. */
function underWay(
  segments: readonly Segment[],
  flow: number,
  back: number,
): { timeS: number[]; bytesUnderWay: number[] } {
  const timeS: number[] = [];
  const bytesUnderWay: number[] = [];
  let sent: number | null = null;
  let acknowledged = 0;
  let origin = 0;
  for (const segment of segments) {
    if (segment.flow === flow && segment.payload > 0) {
      if (sent === null) {
        origin = segment.sequence;
        sent = 0;
      }
      // Sequence numbers wrap around at 2³²: the difference is taken as a signed 32-bit number.
      const end: number = sent + (((segment.sequence - origin - sent) | 0) + segment.payload);
      sent = Math.max(sent, end);
    } else if (segment.flow === back && segment.acknowledged !== null && sent !== null) {
      acknowledged = Math.max(acknowledged, sent + ((segment.acknowledged - origin - sent) | 0));
    } else continue;
    timeS.push(segment.timeS);
    bytesUnderWay.push(Math.max(0, sent - acknowledged));
  }
  return { timeS, bytesUnderWay };
}

/** The commonest payload of a single segment. */
function segmentBytes(segments: readonly Segment[], flow: number): number {
  const counts = new Map<number, number>();
  for (const { flow: of, payload } of segments)
    if (of === flow && payload > 0 && payload <= LARGEST_SEGMENT_BYTES)
      counts.set(payload, (counts.get(payload) ?? 0) + 1);
  const commonest = [...counts].sort(([, a], [, b]) => b - a)[0];
  return commonest?.[0] ?? DEFAULT_SEGMENT_BYTES;
}
