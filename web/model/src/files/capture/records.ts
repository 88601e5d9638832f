/**
 * The packets of a capture file, in libpcap's form and in pcapng (draft-ietf-opsawg-pcap, -pcapng).
 *
 * Own code: of the libraries in the npm registry, pcap-decoder, pcap-parser and pcap-ng-parser read
 * one of the two forms each, the last two only from Node's streams; none has had a release for
 * years, and none says where a damaged file breaks.
 */
import { Refusal } from '../types.ts';

/** A packet in the file's bytes. */
export interface Packet {
  /** Its first byte, and the first byte after what was captured. */
  begin: number;
  end: number;
  /** Its length on the wire. */
  length: number;
  /** Since the whole second of the file's first packet. NaN for an impossible time. */
  timeS: number;
  link: number;
}

/** The packet is overwritten by the next one. Returns where a damaged file breaks; null if whole. */
export type Scan = (visit: (packet: Packet) => void) => Damage | null;

export interface Damage {
  at: number;
  what: string;
}

/** No capture tool stores more of one packet. */
const MAX_CAPTURED = 262_144;
/** A packet's length on the wire, also of a bundle that a network card divides. */
const LONGEST = 1 << 20;

const PCAP: Readonly<Record<number, { little: boolean; perSecond: number }>> = {
  0xd4c3b2a1: { little: true, perSecond: 1e6 },
  0xa1b2c3d4: { little: false, perSecond: 1e6 },
  0x4d3cb2a1: { little: true, perSecond: 1e9 },
  0xa1b23c4d: { little: false, perSecond: 1e9 },
};
const SECTION = 0x0a0d0d0a;

export function isCapture(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const magic = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return magic === SECTION || PCAP[magic] !== undefined;
}

export function scanOf(bytes: Uint8Array): Scan {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const form = PCAP[view.getUint32(0)];
  if (form === undefined) return (visit) => pcapng(view, visit);
  if (view.byteLength < 24) throw new Refusal('The capture ends within its header.');
  return (visit) => pcap(view, form.little, form.perSecond, visit);
}

const isPossible = (captured: number, length: number): boolean =>
  captured <= MAX_CAPTURED && captured <= length && length <= LONGEST;

function pcap(
  view: DataView,
  little: boolean,
  perSecond: number,
  visit: (packet: Packet) => void,
): Damage | null {
  const packet = { begin: 0, end: 0, length: 0, timeS: 0, link: view.getUint32(20, little) & 0xffff };
  let at = 24;
  let origin: number | null = null;
  while (at < view.byteLength) {
    if (at + 16 > view.byteLength) return { at, what: 'it ends within a packet' };
    const [captured, length] = [view.getUint32(at + 8, little), view.getUint32(at + 12, little)];
    if (!isPossible(captured, length)) return { at, what: 'a packet has an impossible length' };
    const end = at + 16 + captured;
    if (end > view.byteLength) return { at, what: 'it ends within a packet' };
    const [seconds, fraction] = [view.getUint32(at, little), view.getUint32(at + 4, little)];
    origin ??= seconds;
    // Some tools round the last fraction of a second up to a whole one.
    packet.timeS = fraction <= perSecond ? seconds - origin + fraction / perSecond : NaN;
    packet.begin = at + 16;
    packet.end = end;
    packet.length = length;
    visit(packet);
    at = end;
  }
  return null;
}

interface Interface {
  link: number;
  perSecond: number;
  offsetS: number;
}

const BLOCK = { interface: 1, obsolete: 2, simple: 3, enhanced: 6 } as const;
const OPTION = { end: 0, resolution: 9, offset: 14 } as const;

function pcapng(view: DataView, visit: (packet: Packet) => void): Damage | null {
  const packet = { begin: 0, end: 0, length: 0, timeS: 0, link: 0 };
  let interfaces: Interface[] = [];
  let little = true;
  let at = 0;
  let origin: number | null = null;
  while (at < view.byteLength) {
    if (at + 12 > view.byteLength) return { at, what: 'it ends within a block' };
    if (view.getUint32(at) === SECTION) {
      // The byte order of a section is in its own first block.
      const order = view.getUint32(at + 8);
      if (order !== 0x1a2b3c4d && order !== 0x4d3c2b1a) return { at, what: 'a section has no byte order' };
      little = order === 0x4d3c2b1a;
      interfaces = [];
    }
    const kind = view.getUint32(at, little);
    const size = view.getUint32(at + 4, little);
    if (size < 12 || size % 4 !== 0 || at + size > view.byteLength)
      return {
        at,
        what: at + size > view.byteLength ? 'it ends within a block' : 'a block has an impossible length',
      };
    if (view.getUint32(at + size - 4, little) !== size) return { at, what: 'a block has two lengths' };
    const body = at + 8;
    const room = size - 12;
    if (kind === BLOCK.interface) {
      if (room < 8) return { at, what: 'an interface has no description' };
      const found = interfaceOf(view, body, body + room, little);
      if (found === null) return { at, what: 'an interface has damaged options' };
      interfaces.push(found);
    } else if (kind === BLOCK.enhanced || kind === BLOCK.obsolete) {
      if (room < 20) return { at, what: 'a packet has no header' };
      const number = kind === BLOCK.enhanced ? view.getUint32(body, little) : view.getUint16(body, little);
      const known = interfaces[number];
      const [captured, length] = [view.getUint32(body + 12, little), view.getUint32(body + 16, little)];
      if (known === undefined)
        return { at, what: `a packet is of the interface ${number}, which is not described` };
      if (!isPossible(captured, length) || captured > room - 20)
        return { at, what: 'a packet has an impossible length' };
      const [high, low] = [view.getUint32(body + 4, little), view.getUint32(body + 8, little)];
      const ticks = (BigInt(high) << 32n) | BigInt(low);
      const perSecond = BigInt(known.perSecond);
      origin ??= Number(ticks / perSecond) + known.offsetS;
      packet.timeS = Number(ticks - BigInt(origin - known.offsetS) * perSecond) / known.perSecond;
      packet.begin = body + 20;
      packet.end = packet.begin + captured;
      packet.length = length;
      packet.link = known.link;
      visit(packet);
    } else if (kind === BLOCK.simple && room >= 4) {
      const known = interfaces[0];
      const length = view.getUint32(body, little);
      if (known === undefined || length > LONGEST) return { at, what: 'a packet has an impossible length' };
      packet.timeS = NaN;
      packet.begin = body + 4;
      packet.end = packet.begin + Math.min(length, room - 4);
      packet.length = length;
      packet.link = known.link;
      visit(packet);
    }
    at += size;
  }
  return null;
}

function interfaceOf(view: DataView, body: number, end: number, little: boolean): Interface | null {
  const found = { link: view.getUint16(body, little), perSecond: 1e6, offsetS: 0 };
  let at = body + 8;
  while (at + 4 <= end) {
    const [code, length] = [view.getUint16(at, little), view.getUint16(at + 2, little)];
    if (code === OPTION.end) break;
    if (at + 4 + length > end) return null;
    if (code === OPTION.resolution && length === 1) {
      const value = view.getUint8(at + 4);
      const power = value & 0x7f;
      if (power > (value < 128 ? 12 : 40)) return null;
      found.perSecond = value < 128 ? 10 ** power : 2 ** power;
    }
    if (code === OPTION.offset && length === 8) found.offsetS = Number(view.getBigInt64(at + 4, little));
    if (!Number.isSafeInteger(found.offsetS)) return null;
    at += 4 + length + (-length & 3);
  }
  return found;
}
