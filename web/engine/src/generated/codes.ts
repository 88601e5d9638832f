// Generated from Rust by `npm run generate`. Do not edit.

/** How many terms an event carries. */
export const TERMS_PER_EVENT = 8;

/** How many bins a series of a run has at most; a bin lasts a power of two of nanoseconds. */
export const MAX_BINS = 4096;

/** Set in `EventChunk.source` for a channel. */
export const CHANNEL_BIT = 0x80000000;

/** Set in `PacketLog.place` for an access link. */
export const ACCESS_BIT = 0x80000000;

/** An access link of a flow, in `PacketLog.place`. */
export const ACCESS_LINK = { sourceOut: 0, receiverIn: 1, receiverOut: 2, sourceIn: 3 } as const;

/** What a packet is: `PacketLog.kind`. */
export const PACKET_KIND = { data: 0, ack: 1, retransmission: 2, cbr: 3 } as const;

/** What became of a packet on a link: `PacketLog.fate`. */
export const FATE = { delivered: 0, dropped: 1, lost: 2, marked: 3 } as const;

/** The units of a scenario's values, the largest first: how many seconds, bit/s or bytes each is. */
export const UNIT_FACTORS = { time: { s: 1e0, ms: 1e-3, us: 1e-6, ns: 1e-9 }, rate: { Gbps: 1e9, Mbps: 1e6, kbps: 1e3, bps: 1e0 }, size: { MB: 1e6, kB: 1e3, B: 1e0 } } as const;

/** The mean of each model that draws a rate, where the scenario gives none, in bit/s. */
export const DRAWN_MEAN_BPS = { cellular: 8e6, leo: 5e7, wifi: 2e7 } as const;

/** Paths whose values change the length of a run by little; `*` is any key. */
export const ABOUT_AS_LONG = ['hops.*.queue', 'hops.*.loss', 'flows.*.rtt', 'flows.*.delayed_ack'] as const;
