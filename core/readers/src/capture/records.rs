//! The packets of a capture file, in libpcap's form and in pcapng (draft-ietf-opsawg-pcap, -pcapng). The crate
//! pcap-parser takes the file apart; here is what it may cost, and where a damaged one breaks.

use crate::content::SECTION;
use crate::types::Refusal;
use pcap_parser::pcapng::{Block, parse_block_be, parse_block_le};
use pcap_parser::{parse_pcap_frame, parse_pcap_frame_be, parse_pcap_header};

/// A packet of a file.
pub(super) struct Packet<'a> {
    /// What was captured of it.
    pub bytes: &'a [u8],
    /// Its length on the wire.
    pub length: usize,
    /// Since the whole second of the file's first packet. NaN for an impossible time.
    pub time_s: f64,
    pub link: i32,
}

/// Where a damaged file breaks.
#[derive(Clone, Debug)]
pub(super) struct Damage {
    pub at: usize,
    pub what: &'static str,
}

/// No capture tool stores more of one packet.
const MAX_CAPTURED: u32 = 262_144;
/// A packet's length on the wire, also of a bundle that a network card divides.
const LONGEST: u32 = 1 << 20;
const LITTLE: [u8; 4] = [0x4d, 0x3c, 0x2b, 0x1a];
/// The packet block of the first drafts, which the crate leaves to us.
const OBSOLETE: u32 = 2;

/// Visits the packets, and returns where a damaged file breaks; `None` if it is whole.
pub(super) fn scan(bytes: &[u8], visit: impl FnMut(&Packet)) -> Result<Option<Damage>, Refusal> {
    if bytes.starts_with(&SECTION) { Ok(pcapng(bytes, visit)) } else { pcap(bytes, visit) }
}

fn is_possible(captured: u32, length: u32) -> bool {
    captured <= MAX_CAPTURED && captured <= length && length <= LONGEST
}

fn pcap(bytes: &[u8], mut visit: impl FnMut(&Packet)) -> Result<Option<Damage>, Refusal> {
    let Ok((mut rest, header)) = parse_pcap_header(bytes) else {
        return Err(Refusal::new("The capture ends within its header."));
    };
    let per_second = if header.is_nanosecond_precision() { 1e9 } else { 1e6 };
    let parse = if header.is_bigendian() { parse_pcap_frame_be } else { parse_pcap_frame };
    let mut origin = None;
    while !rest.is_empty() {
        let at = bytes.len() - rest.len();
        let damage = |what| Ok(Some(Damage { at, what }));
        let lengths = |from: usize| -> Option<u32> {
            let four: [u8; 4] = rest.get(from..from + 4)?.try_into().ok()?;
            Some(if header.is_bigendian() { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) })
        };
        if let (Some(captured), Some(length)) = (lengths(8), lengths(12)) {
            if !is_possible(captured, length) {
                return damage("a packet has an impossible length");
            }
        }
        let Ok((next, frame)) = parse(rest) else { return damage("it ends within a packet") };
        let fraction = f64::from(frame.ts_usec);
        let second = f64::from(frame.ts_sec) - *origin.get_or_insert(f64::from(frame.ts_sec));
        visit(&Packet {
            bytes: frame.data,
            length: frame.origlen as usize,
            // Some tools round the last fraction of a second up to a whole one.
            time_s: if fraction <= per_second { second + fraction / per_second } else { f64::NAN },
            link: header.network.0 & 0xffff,
        });
        rest = next;
    }
    Ok(None)
}

struct Interface {
    link: i32,
    per_second: u64,
    offset_s: i64,
}

/// The resolution of an interface's times. The crate reads no power of two (0.17).
fn per_second(resolution: u8) -> Option<u64> {
    let power = u32::from(resolution & 0x7f);
    if resolution < 128 { 10u64.checked_pow(power) } else { 1u64.checked_shl(power) }
}

fn pcapng(bytes: &[u8], mut visit: impl FnMut(&Packet)) -> Option<Damage> {
    let mut interfaces: Vec<Interface> = Vec::new();
    let mut is_little = true;
    let mut origin: Option<i64> = None;
    let mut rest = bytes;
    while !rest.is_empty() {
        let at = bytes.len() - rest.len();
        let damage = |what| Some(Damage { at, what });
        if rest.len() < 12 {
            return damage("it ends within a block");
        }
        if rest.starts_with(&SECTION) {
            // The byte order of a section is in its own first block.
            is_little = rest[8..12] == LITTLE;
            interfaces.clear();
        }
        let word = |from: &[u8], place: usize| -> u32 {
            let four = from
                .get(place..place + 4)
                .and_then(|four| <[u8; 4]>::try_from(four).ok())
                .unwrap_or_default();
            if is_little { u32::from_le_bytes(four) } else { u32::from_be_bytes(four) }
        };
        let size = word(rest, 4) as usize;
        if size > rest.len() {
            return damage("it ends within a block");
        }
        if size < 12 || size % 4 != 0 {
            return damage("a block has an impossible length");
        }
        if word(rest, size - 4) as usize != size {
            return damage("a block has two lengths");
        }
        let (block, next) = rest.split_at(size);
        let parse = if is_little { parse_block_le } else { parse_block_be };
        let parsed = parse(block).map(|(_, block)| block);
        let mut packet = |interface: u32, ticks: u64, captured: u32, length: u32, data: &[u8]| {
            let Some(Interface { link, per_second, offset_s }) = interfaces.get(interface as usize) else {
                return Some("a packet is of an interface that is not described");
            };
            if !is_possible(captured, length) || captured as usize > data.len() {
                return Some("a packet has an impossible length");
            }
            let seconds = (ticks / per_second) as i64 + offset_s;
            let since = i128::from(seconds) - i128::from(*origin.get_or_insert(seconds));
            let time_s = since as f64 + (ticks % per_second) as f64 / *per_second as f64;
            visit(&Packet {
                bytes: &data[..captured as usize],
                length: length as usize,
                time_s,
                link: *link,
            });
            None
        };
        let broken = match parsed {
            Ok(Block::InterfaceDescription(found)) => match per_second(found.if_tsresol) {
                Some(per_second) if found.if_tsoffset.unsigned_abs() < 1 << 53 => {
                    interfaces.push(Interface {
                        link: found.linktype.0,
                        per_second,
                        offset_s: found.if_tsoffset,
                    });
                    None
                }
                _ => Some("an interface has damaged options"),
            },
            Ok(Block::EnhancedPacket(found)) => {
                let ticks = u64::from(found.ts_high) << 32 | u64::from(found.ts_low);
                packet(found.if_id, ticks, found.caplen, found.origlen, found.data)
            }
            Ok(Block::SimplePacket(found)) => match interfaces.first() {
                Some(Interface { link, .. }) if found.origlen <= LONGEST => {
                    let captured = found.data.len().min(found.origlen as usize);
                    let (bytes, length) = (&found.data[..captured], found.origlen as usize);
                    visit(&Packet { bytes, length, time_s: f64::NAN, link: *link });
                    None
                }
                _ => Some("a packet has an impossible length"),
            },
            Ok(Block::Unknown(found)) if found.block_type == OBSOLETE && found.data.len() >= 20 => {
                let [first, high, low, captured, length] =
                    [0, 4, 8, 12, 16].map(|from| word(found.data, from));
                let interface = if is_little { first & 0xffff } else { first >> 16 };
                packet(interface, u64::from(high) << 32 | u64::from(low), captured, length, &found.data[20..])
            }
            Err(_) if rest.starts_with(&SECTION) => Some("a section has no byte order"),
            Err(_) if word(rest, 0) == pcap_parser::IDB_MAGIC => Some("an interface has damaged options"),
            Err(_) if word(rest, 0) == pcap_parser::EPB_MAGIC => Some("a packet has an impossible length"),
            // Blocks of names, statistics and secrets hold no packet.
            _ => None,
        };
        if let Some(what) = broken {
            return damage(what);
        }
        rest = next;
    }
    None
}
