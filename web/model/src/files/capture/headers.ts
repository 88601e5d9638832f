/** The headers of a captured packet: link layers of the pcap registry, RFC 791, 8200 and 9293. */
import type { Packet } from './records.ts';

/** What a TCP segment tells. Overwritten by the next one. */
export interface Segment {
  /** Sender and receiver: a number for the address and the port. */
  from: number;
  to: number;
  sequence: number;
  /** Null without the flag ACK. */
  acknowledged: number | null;
  isSyn: boolean;
  payload: number;
  /** Bytes of options in the TCP header. */
  optionBytes: number;
  /** The option of a SYN. */
  mss: number | null;
}

/** No segment yet. */
export const SEGMENT: Readonly<Segment> = {
  from: 0,
  to: 0,
  sequence: 0,
  acknowledged: null,
  isSyn: false,
  payload: 0,
  optionBytes: 0,
  mss: null,
};

const IPV4 = 0x0800;
const IPV6 = 0x86dd;
const VLAN = [0x8100, 0x88a8, 0x9100];
const PPPOE = 0x8864;
const TCP = 6;
/** Extension headers before TCP: hop by hop, routing, destination, and the fragment. */
const EXTENSIONS = [0, 43, 60];
const FRAGMENT = 44;

export const LINKS = 'Ethernet, Linux “any”, PPP, loopback and raw IP';

/** Addresses of packets as small numbers. */
export class Addresses {
  readonly #numbers = new Map<number | string, number>();
  readonly #names: string[] = [];

  number(key: number | string, name: () => string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#names.length);
    this.#names.push(name());
    return this.#names.length - 1;
  }

  /** The name of an end: address and port. */
  name(end: number): string {
    return `${this.#names[Math.floor(end / 65_536)] ?? ''}:${end % 65_536}`;
  }
}

/** Where the IP header begins; -1 if there is none, or if the link type is unknown. */
function networkAt(view: DataView, { begin, end, link }: Packet): number {
  const byType = (typeAt: number, at: number): number => {
    if (at > end) return -1;
    const type = view.getUint16(typeAt);
    if (VLAN.includes(type)) return byType(at + 2, at + 4);
    if (type === PPPOE) return ppp(at + 6);
    return type === IPV4 || type === IPV6 ? at : -1;
  };
  const ppp = (at: number): number => {
    if (at + 4 > end) return -1;
    // Address and control, of which each may be left out.
    const from = view.getUint16(at) === 0xff03 ? at + 2 : at;
    const first = view.getUint8(from);
    const protocol = first & 1 ? first : view.getUint16(from);
    return protocol === 0x21 || protocol === 0x57 ? from + (first & 1 ? 1 : 2) : -1;
  };
  switch (link) {
    case 1:
      return byType(begin + 12, begin + 14);
    case 113:
      return byType(begin + 14, begin + 16);
    case 276:
      return byType(begin, begin + 20);
    case 9:
    case 50:
      return ppp(begin);
    case 166:
      // The first byte tells the direction.
      return view.getUint8(begin + 1) === 3 ? ppp(begin + 2) : -1;
    case 0:
    case 108:
      return begin + 4;
    case 12:
    case 14:
    case 101:
    case 228:
    case 229:
      return begin;
    default:
      return -1;
  }
}

export function knowsLink(link: number): boolean {
  return [0, 1, 9, 12, 14, 50, 101, 108, 113, 166, 228, 229, 276].includes(link);
}

/** True if the packet is a TCP segment, which is then in `segment`; null if its lengths contradict. */
export function readSegment(
  view: DataView,
  packet: Packet,
  addresses: Addresses,
  segment: Segment,
): boolean | null {
  const { begin, end } = packet;
  if (end - begin < 20) return false;
  const ip = networkAt(view, packet);
  if (ip < 0 || ip + 20 > end) return false;
  const version = view.getUint8(ip) >> 4;
  // Bytes from the IP header on, as they went over the wire.
  const onWire = packet.length - (ip - begin);
  let at: number;
  let total: number;
  if (version === 4) {
    at = ip + 4 * (view.getUint8(ip) & 15);
    if (at < ip + 20 || view.getUint8(ip + 9) !== TCP || (view.getUint16(ip + 6) & 0x1fff) !== 0)
      return false;
    total = view.getUint16(ip + 2);
  } else if (version === 6) {
    at = ip + 40;
    if (at > end) return false;
    total = view.getUint16(ip + 4);
    if (total !== 0) total += 40;
    let next = view.getUint8(ip + 6);
    for (let extensions = 0; EXTENSIONS.includes(next) || next === FRAGMENT; extensions++) {
      if (extensions === 8 || at + 8 > end) return false;
      if (next === FRAGMENT && (view.getUint16(at + 2) & 0xfff8) !== 0) return false;
      const bytes = next === FRAGMENT ? 8 : 8 * (view.getUint8(at + 1) + 1);
      next = view.getUint8(at);
      at += bytes;
    }
    if (next !== TCP) return false;
  } else return false;
  if (at + 20 > end) return false;
  // A bundle that the network card divides later has no length, or does not fit in the field.
  if (total === 0) total = onWire;
  if (total > onWire) return null;
  const tcpBytes = 4 * (view.getUint8(at + 12) >> 4);
  const payload = total - (at - ip) - tcpBytes;
  if (tcpBytes < 20 || payload < 0) return null;
  const flags = view.getUint8(at + 13);
  segment.from = endOf(view, ip, version, 0, addresses) * 65_536 + view.getUint16(at);
  segment.to = endOf(view, ip, version, 1, addresses) * 65_536 + view.getUint16(at + 2);
  segment.isSyn = (flags & 2) !== 0;
  // SYN takes a sequence number: the first byte of data has the next one.
  segment.sequence = (view.getUint32(at + 4) + (segment.isSyn ? 1 : 0)) >>> 0;
  segment.acknowledged = (flags & 0x10) === 0 ? null : view.getUint32(at + 8);
  segment.payload = payload;
  segment.optionBytes = tcpBytes - 20;
  segment.mss = segment.isSyn ? mssOf(view, at + 20, Math.min(at + tcpBytes, end)) : null;
  return true;
}

function endOf(view: DataView, ip: number, version: number, which: 0 | 1, addresses: Addresses): number {
  if (version === 4) {
    const at = ip + 12 + 4 * which;
    const address = view.getUint32(at);
    return addresses.number(address, () => [0, 1, 2, 3].map((byte) => view.getUint8(at + byte)).join('.'));
  }
  const at = ip + 8 + 16 * which;
  const words = [0, 4, 8, 12].map((word) => view.getUint32(at + word));
  const name = (): string =>
    `[${[0, 2, 4, 6, 8, 10, 12, 14].map((byte) => view.getUint16(at + byte).toString(16)).join(':')}]`;
  return addresses.number(words.join(), name);
}

function mssOf(view: DataView, from: number, end: number): number | null {
  let at = from;
  while (at < end) {
    const kind = view.getUint8(at);
    if (kind === 0) return null;
    if (kind === 1) {
      at += 1;
      continue;
    }
    const length = at + 1 < end ? view.getUint8(at + 1) : 0;
    if (length < 2) return null;
    if (kind === 2 && length === 4 && at + 4 <= end) return view.getUint16(at + 2);
    at += length;
  }
  return null;
}
