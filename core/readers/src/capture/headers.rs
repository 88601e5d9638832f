//! The headers of a captured packet: link layers of the pcap registry, tunnels, RFC 791, 8200 and 9293. The crate
//! etherparse reads those of IP; link layers and tunnels are few bytes each, and a capture may cut TCP's options.

use super::records::Packet;
use etherparse::{LaxIpSlice, TcpOptionElement, TcpOptionsIterator};
use std::collections::BTreeMap;
use std::net::IpAddr;

/// What a TCP segment tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// Sender and receiver: a number for the address and the port.
    pub from: End,
    pub to: End,
    pub sequence: u32,
    /// `None` without the flag ACK.
    pub acknowledged: Option<u32>,
    pub is_syn: bool,
    pub payload: u64,
    /// Bytes of options in the TCP header.
    pub option_bytes: u64,
    /// The option of a SYN.
    pub mss: Option<u64>,
}

/// The number of an address, and a port.
pub(super) type End = (u32, u16);

pub(super) enum Found {
    Segment(Segment),
    /// No TCP.
    Other,
    /// Its lengths contradict.
    Damaged,
}

pub(super) const LINKS: &str = "Ethernet, Linux “any”, PPP, loopback and raw IP";
const KNOWN_LINKS: [i32; 13] = [0, 1, 9, 12, 14, 50, 101, 108, 113, 166, 228, 229, 276];
/// Tunnels in tunnels: no network has more.
const MAX_LAYERS: usize = 4;

/// Addresses of packets as small numbers.
#[derive(Default)]
pub(super) struct Addresses {
    numbers: BTreeMap<IpAddr, u32>,
    names: Vec<IpAddr>,
}

impl Addresses {
    fn number(&mut self, address: IpAddr) -> u32 {
        *self.numbers.entry(address).or_insert_with(|| {
            self.names.push(address);
            self.names.len() as u32 - 1
        })
    }

    /// The name of an end: address and port.
    pub(super) fn name(&self, (address, port): End) -> String {
        match self.names.get(address as usize) {
            Some(IpAddr::V6(address)) => {
                let words: Vec<String> = address.segments().iter().map(|word| format!("{word:x}")).collect();
                format!("[{}]:{port}", words.join(":"))
            }
            Some(address) => format!("{address}:{port}"),
            None => format!(":{port}"),
        }
    }
}

pub(super) fn knows_link(link: i32) -> bool {
    KNOWN_LINKS.contains(&link)
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// What an Ethernet type says is inside: the place of an IP header.
fn of_type(bytes: &[u8], kind: u16, at: usize) -> Option<usize> {
    match kind {
        0x0800 | 0x86dd => Some(at),
        0x8100 | 0x88a8 | 0x9100 => of_type(bytes, word(bytes, at + 2)?, at + 4),
        0x8864 => ppp(bytes, at + 6),
        // MPLS (RFC 3032): labels up to the last one, which has the bit S; then IP, or Ethernet (RFC 4448) behind a
        // word of zeros.
        0x8847 | 0x8848 => {
            let mut at = at;
            while bytes.get(at + 2)? & 1 == 0 {
                at += 4;
            }
            at += 4;
            match bytes.get(at)? >> 4 {
                4 | 6 => Some(at),
                0 if long(bytes, at)? == 0 => ethernet(bytes, at + 4),
                _ => ethernet(bytes, at),
            }
        }
        // Ethernet in GRE.
        0x6558 => ethernet(bytes, at),
        _ => None,
    }
}

fn ethernet(bytes: &[u8], at: usize) -> Option<usize> {
    of_type(bytes, word(bytes, at + 12)?, at + 14)
}

fn ppp(bytes: &[u8], at: usize) -> Option<usize> {
    // Address and control, of which each may be left out.
    let from = if word(bytes, at)? == 0xff03 { at + 2 } else { at };
    let (protocol, size) = match bytes.get(from)? {
        short if short & 1 == 1 => (u16::from(*short), 1),
        _ => (word(bytes, from)?, 2),
    };
    matches!(protocol, 0x21 | 0x57).then_some(from + size)
}

/// Where the IP header begins; `None` if there is none, or if the link type is unknown.
fn network_at(bytes: &[u8], link: i32) -> Option<usize> {
    match link {
        1 => ethernet(bytes, 0),
        113 => of_type(bytes, word(bytes, 14)?, 16),
        276 => of_type(bytes, word(bytes, 0)?, 20),
        9 | 50 => ppp(bytes, 0),
        // The first byte tells the direction.
        166 => (*bytes.get(1)? == 3).then(|| ppp(bytes, 2))?,
        0 | 108 => Some(4),
        12 | 14 | 101 | 228 | 229 => Some(0),
        _ => None,
    }
}

/// Where the IP header within a tunnel begins: IP in IP (RFC 2003, 4213), GRE (RFC 2784, 2890), and over UDP VXLAN
/// (RFC 7348), Geneve (RFC 8926) and GTP-U (3GPP TS 29.281).
fn tunnel(protocol: u8, bytes: &[u8]) -> Option<usize> {
    match protocol {
        4 | 41 => Some(0),
        47 => {
            let flags = word(bytes, 0)?;
            let optional = [0x8000, 0x2000, 0x1000].iter().filter(|flag| flags & **flag != 0).count();
            (flags & 7 == 0).then(|| of_type(bytes, word(bytes, 2)?, 4 + 4 * optional))?
        }
        17 => match word(bytes, 2)? {
            4789 | 8472 => ethernet(bytes, 16),
            6081 => of_type(bytes, word(bytes, 10)?, 16 + 4 * usize::from(bytes.get(8)? & 0x3f)),
            2152 if *bytes.get(9)? == 0xff => {
                let flags = bytes.get(8)?;
                let mut at = 16;
                if flags & 7 != 0 {
                    at += 4;
                    // Extension headers, each of which tells its length in words of four bytes.
                    while flags & 4 != 0 && *bytes.get(at - 1)? != 0 {
                        at += 4 * usize::from(*bytes.get(at)?).max(1);
                    }
                }
                Some(at)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The TCP segment of a packet, also of one in a tunnel.
pub(super) fn segment_of(packet: &Packet, addresses: &mut Addresses) -> Found {
    let Some(mut at) = network_at(packet.bytes, packet.link) else { return Found::Other };
    for _ in 0..MAX_LAYERS {
        let Some(bytes) = packet.bytes.get(at..).filter(|bytes| bytes.len() >= 20) else {
            return Found::Other;
        };
        let Ok((ip, _)) = LaxIpSlice::from_slice(bytes) else { return Found::Other };
        // Only the first fragment has the header of TCP.
        let is_first =
            ip.ipv4().map_or(!ip.is_fragmenting_payload(), |ip| ip.header().fragments_offset().value() == 0);
        let payload = ip.payload();
        // Bytes of the headers of IP.
        let headers = payload.payload.as_ptr() as usize - bytes.as_ptr() as usize;
        if !is_first {
            return Found::Other;
        }
        if payload.ip_number.0 == 6 {
            return tcp(packet, at, &ip, headers, addresses);
        }
        match tunnel(payload.ip_number.0, payload.payload) {
            Some(inside) => at += headers + inside,
            None => return Found::Other,
        }
    }
    Found::Other
}

fn tcp(packet: &Packet, ip_at: usize, ip: &LaxIpSlice, headers: usize, addresses: &mut Addresses) -> Found {
    // Beside what the length of IP allows: a bundle may have none there.
    let Some(header) = packet.bytes.get(ip_at + headers..).filter(|bytes| bytes.len() >= 20) else {
        return Found::Other;
    };
    let on_wire = packet.length - ip_at;
    // A bundle that the network card divides later has no length, or does not fit in the field.
    let total = match (ip.ipv4(), ip.ipv6()) {
        (Some(ip), _) => match usize::from(ip.header().total_len()) {
            0 => on_wire,
            total => total,
        },
        (_, Some(ip)) => match usize::from(ip.header().payload_length()) {
            0 => on_wire,
            bytes => bytes + 40,
        },
        _ => on_wire,
    };
    let tcp_bytes = 4 * usize::from(header[12] >> 4);
    let Some(payload) =
        total.checked_sub(headers + tcp_bytes).filter(|_| total <= on_wire && tcp_bytes >= 20)
    else {
        return Found::Damaged;
    };
    let flags = header[13];
    let is_syn = flags & 2 != 0;
    let port = |at| word(header, at).unwrap_or(0);
    let number = |at| long(header, at).unwrap_or(0);
    let mss = |bytes: &[u8]| {
        TcpOptionsIterator::from_slice(bytes).map_while(Result::ok).find_map(|option| match option {
            TcpOptionElement::MaximumSegmentSize(bytes) => Some(u64::from(bytes)),
            _ => None,
        })
    };
    Found::Segment(Segment {
        from: (addresses.number(ip.source_addr()), port(0)),
        to: (addresses.number(ip.destination_addr()), port(2)),
        // SYN takes a sequence number: the first byte of data has the next one.
        sequence: number(4).wrapping_add(u32::from(is_syn)),
        acknowledged: (flags & 0x10 != 0).then(|| number(8)),
        is_syn,
        payload: payload as u64,
        option_bytes: tcp_bytes as u64 - 20,
        mss: if is_syn { mss(&header[20..tcp_bytes.min(header.len())]) } else { None },
    })
}
