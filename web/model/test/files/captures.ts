/** Captures built byte by byte, from the formats pcap and pcapng and RFC 791, 8200 and 9293. */

export interface Sent {
  timeS: number;
  /** Sent by the client, which has the lower port; otherwise sent to it. */
  up: boolean;
  sequence?: number;
  acknowledged?: number;
  payload?: number;
  syn?: boolean;
  /** The option of a SYN. */
  mss?: number;
  /** Another connection of the same hosts. */
  port?: number;
}

export interface Form {
  /** pcap with µs or ns, or pcapng with this many digits of a second, or with powers of two. */
  file?: 'pcap' | 'nano' | 'pcapng';
  digits?: number;
  binary?: boolean;
  link?: number;
  before?: (version: 4 | 6) => number[];
  version?: 4 | 6;
  big?: boolean;
  /** The network card fills in the lengths of bundles: the capture has zero. */
  noLength?: boolean;
  timestamps?: boolean;
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const two = (value: number): number[] => [(value >> 8) & 255, value & 255];
const four = (value: number): number[] => [...two(value >>> 16), ...two(value & 0xffff)];
const type = (version: 4 | 6): number[] => (version === 4 ? [0x08, 0x00] : [0x86, 0xdd]);

export const BEFORE = {
  ethernet: (version: 4 | 6): number[] => [...zeros(12), ...type(version)],
  vlan: (version: 4 | 6): number[] => [...zeros(12), 0x81, 0x00, 0, 7, ...type(version)],
  cooked: (version: 4 | 6): number[] => [...zeros(14), ...type(version)],
  cooked2: (version: 4 | 6): number[] => [...type(version), ...zeros(18)],
  ppp: (version: 4 | 6): number[] => [0, version === 4 ? 0x21 : 0x57],
  pppWithAddress: (version: 4 | 6): number[] => [0xff, 3, 0, version === 4 ? 0x21 : 0x57],
  none: (): number[] => [],
  loopback: (): number[] => [2, 0, 0, 0],
};

function packet(sent: Sent, { version = 4, noLength = false, timestamps = false }: Form): number[] {
  const { up, sequence = 0, acknowledged, payload = 0, syn = false, mss, port = 1111 } = sent;
  const [from, to] = up ? [port, 2222] : [2222, port];
  const options = [
    ...(mss === undefined ? [] : [2, 4, ...two(mss)]),
    ...(timestamps ? [1, 1, 8, 10, ...zeros(8)] : []),
  ];
  const tcp = [
    ...two(from),
    ...two(to),
    ...four(sequence),
    ...four(acknowledged ?? 0),
    (5 + options.length / 4) << 4,
    (acknowledged === undefined ? 0 : 0x10) | (syn ? 2 : 0),
    ...zeros(6),
    ...options,
  ];
  const [source, target] = up ? [7, 9] : [9, 7];
  const bytes = tcp.length + payload;
  const length = (whole: number): number[] => two(noLength && payload > 0 ? 0 : whole);
  return version === 4
    ? [0x45, 0, ...length(20 + bytes), 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, source, 10, 0, 0, target, ...tcp]
    : [0x60, 0, 0, 0, ...length(bytes), 6, 64, ...zeros(15), source, ...zeros(15), target, ...tcp];
}

export function capture(sent: readonly Sent[], form: Form = {}): Uint8Array<ArrayBuffer> {
  const {
    file = 'pcap',
    digits = 6,
    binary = false,
    link = 1,
    before = BEFORE.ethernet,
    version = 4,
    big = false,
  } = form;
  const bytes: number[] = [];
  const put = (value: number, size: number): void => {
    const places = Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** at) % 256);
    bytes.push(...(big ? places.reverse() : places));
  };
  const block = (kind: number, body: () => void): void => {
    const begin = bytes.length;
    put(kind, 4);
    put(0, 4);
    body();
    while (bytes.length % 4 !== begin % 4) bytes.push(0);
    const size = bytes.length - begin + 4;
    put(size, 4);
    bytes.splice(begin + 4, 4, ...bytes.slice(-4));
  };
  const perSecond = file === 'nano' ? 1e9 : binary ? 2 ** digits : 10 ** digits;
  if (file === 'pcapng') {
    block(0x0a0d0d0a, () => {
      put(0x1a2b3c4d, 4);
      put(1, 2);
      put(0, 2);
      bytes.push(...Array.from({ length: 8 }, () => 255));
    });
    block(1, () => {
      put(link, 2);
      put(0, 2);
      put(96, 4);
      // A comment before the resolution, which is left out where it is the default.
      put(1, 2);
      put(3, 2);
      bytes.push(97, 98, 99, 0);
      if (perSecond !== 1e6) {
        put(9, 2);
        put(1, 2);
        bytes.push(digits + (binary ? 128 : 0), 0, 0, 0);
      }
      put(0, 4);
    });
    block(0x80000001, () => bytes.push(1, 2, 3, 4, 5));
  } else {
    put(file === 'nano' ? 0xa1b23c4d : 0xa1b2c3d4, 4);
    put(2, 2);
    put(4, 2);
    for (const value of [0, 0, 65535, link]) put(value, 4);
  }
  for (const one of sent) {
    // Cut off after the headers, as by `tcpdump -s 96`.
    const body = [...before(version), ...packet(one, form)];
    const length = body.length + (one.payload ?? 0);
    if (file === 'pcapng')
      block(6, () => {
        const ticks = Math.round(one.timeS * perSecond);
        for (const value of [0, Math.floor(ticks / 2 ** 32), ticks % 2 ** 32, body.length, length])
          put(value, 4);
        bytes.push(...body);
      });
    else {
      put(Math.floor(one.timeS), 4);
      put(Math.round((one.timeS % 1) * (file === 'nano' ? 1e9 : 1e6)), 4);
      put(body.length, 4);
      put(length, 4);
      bytes.push(...body);
    }
  }
  return Uint8Array.from(bytes);
}

export const MSS = 1460;
export const FLIGHT = 12;

/**
 * A download in flights of 12 full segments, each after a request of 5 bytes and 15 answers of 5
 * bytes; an ACK for every second segment. At most 12 segments and 75 bytes are in flight.
 */
export function transfer({
  flights = 20,
  bundle = 1,
  acks = true,
  syn = true,
  mss = MSS,
  payload = MSS,
} = {}): Sent[] {
  const sent: Sent[] = [];
  let [up, down] = [1000, 9000];
  if (syn)
    sent.push(
      { timeS: 1000, up: true, sequence: up, syn: true, mss },
      { timeS: 1000.05, up: false, sequence: down, acknowledged: up + 1, syn: true, mss },
    );
  up += 1;
  down += 1;
  for (let flight = 0; flight < flights; flight++) {
    const now = 1000.1 + flight * 0.1;
    const ack = (timeS: number, acknowledged: number): void => {
      if (acks) sent.push({ timeS, up: true, sequence: up, acknowledged });
    };
    sent.push({ timeS: now, up: true, sequence: up, payload: 5, ...(acks ? { acknowledged: down } : {}) });
    up += 5;
    for (let tiny = 0; tiny < 15; tiny++) {
      sent.push({ timeS: now + tiny * 1e-6, up: false, sequence: down, acknowledged: up, payload: 5 });
      down += 5;
    }
    for (let at = 0; at < FLIGHT; at += bundle)
      sent.push({
        timeS: now + 0.001 + at * 1e-4,
        up: false,
        sequence: down + at * payload,
        acknowledged: up,
        payload: Math.min(bundle, FLIGHT - at) * payload,
      });
    for (let at = 2; at <= FLIGHT; at += 2) ack(now + 0.09 + at * 1e-4, down + at * payload);
    down += FLIGHT * payload;
  }
  return sent;
}

/**
 * A handshake over 100 ms, and a flight of four segments of 1000 bytes, each acknowledged. Captured at
 * this share of the way from the sender, 0, to the receiver, 1. The sender opens the connection if it
 * is `up`.
 */
export function handshake({ at, up }: { at: number; up: boolean }): Sent[] {
  const there = (timeS: number, more: Partial<Sent>): Sent => ({
    timeS: 1000 + timeS + 0.05 * at,
    up,
    ...more,
  });
  const back = (timeS: number, more: Partial<Sent>): Sent => ({
    timeS: 1000 + timeS + 0.05 * (1 - at),
    up: !up,
    ...more,
  });
  const [first, second] = up ? [there, back] : [back, there];
  const sent = [
    first(0, { sequence: 99, syn: true }),
    second(0.05, { sequence: 99, acknowledged: 100, syn: true }),
    first(0.1, { sequence: 100, acknowledged: 100 }),
  ];
  for (let segment = 0; segment < 4; segment++) {
    const timeS = 0.2 + segment * 0.001;
    sent.push(
      there(timeS, { sequence: 100 + 1000 * segment, acknowledged: 100, payload: 1000 }),
      back(timeS + 0.05, { sequence: 100, acknowledged: 1100 + 1000 * segment }),
    );
  }
  return sent.sort((one, other) => one.timeS - other.timeS);
}
