//! Captures made packet by packet: what is in flight, the size of a packet, tunnels, what is missing.

use crate::{curve, measured, peak, refused};

const SENDER: [u8; 6] = [10, 0, 0, 1, 0x13, 0x89];
const RECEIVER: [u8; 6] = [10, 0, 0, 2, 0x9c, 0x40];

/// A packet: its time, whether the sender of data sent it, sequence number, ACK, payload, the MSS of a SYN.
#[derive(Clone, Copy)]
pub struct Sent(pub f64, pub bool, pub u32, pub u32, pub u16, pub Option<u16>);

/// From IP on; `options` bytes of TCP's are padding.
fn packet(sent: &Sent, options: usize) -> Vec<u8> {
    let Sent(_, down, sequence, ack, payload, mss) = *sent;
    let (from, to) = if down { (SENDER, RECEIVER) } else { (RECEIVER, SENDER) };
    let mss: Vec<u8> = mss.map_or_else(Vec::new, |mss| [[2, 4], mss.to_be_bytes()].concat());
    let tcp_bytes = 20 + mss.len() + options;
    let mut bytes = vec![0x45, 0];
    let total = (20 + tcp_bytes) as u32 + u32::from(payload);
    bytes.extend(u16::try_from(total).unwrap_or(0).to_be_bytes());
    bytes.extend([0, 0, 0, 0, 64, 6, 0, 0]);
    bytes.extend([&from[..4], &to[..4], &from[4..], &to[4..]].concat());
    bytes.extend([sequence.to_be_bytes(), ack.to_be_bytes()].concat());
    let flags = (u8::from(ack > 0) * 0x10) | (u8::from(!mss.is_empty()) * 2);
    bytes.extend([(tcp_bytes as u8 / 4) << 4, flags, 0, 0, 0, 0, 0, 0]);
    bytes.extend(mss);
    bytes.extend(vec![1; options]);
    bytes
}

/// A capture of headers over Ethernet; `before` stands between it and IP, with the type of what follows.
fn capture_of(story: &[Sent], options: usize, before: &dyn Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut file = [0xd4u8, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0].to_vec();
    file.extend([0, 0, 65_535, 1u32].map(u32::to_le_bytes).concat());
    for sent in story {
        let inside = packet(sent, options);
        let bytes = [&[2; 12][..], &before(&inside), &inside].concat();
        let (second, fraction) = (sent.0.floor(), (sent.0.fract() * 1e6).round());
        let (captured, length) = (bytes.len() as u32, bytes.len() as u32 + u32::from(sent.4));
        file.extend([second as u32, fraction as u32, captured, length].map(u32::to_le_bytes).concat());
        file.extend(bytes);
    }
    file
}

pub fn capture(story: &[Sent], options: usize) -> Vec<u8> {
    capture_of(story, options, &|_| vec![8, 0])
}

/// Flights of `count` payloads, each payload acknowledged after 40 ms. `mss` are those of the sender's and the
/// receiver's SYN.
pub fn flights(flights: u32, count: u32, payload: u16, mss: Option<[u16; 2]>) -> Vec<Sent> {
    let mut story = Vec::new();
    if let Some([own, other]) = mss {
        story.push(Sent(0.0, false, 499, 0, 0, Some(other)));
        story.push(Sent(0.0001, true, 999, 500, 0, Some(own)));
        story.push(Sent(0.04, false, 500, 1000, 0, None));
    }
    let mut sequence = 1000;
    for flight in 0..flights {
        let now = 1.0 + f64::from(flight) * 0.1;
        for at in 0..count {
            story.push(Sent(now + f64::from(at) * 1e-4, true, sequence, 500, payload, None));
            sequence += u32::from(payload);
        }
        for at in 1..=count {
            let ack = sequence - (count - at) * u32::from(payload);
            story.push(Sent(now + 0.04 + f64::from(at) * 1e-4, false, 500, ack, 0, None));
        }
    }
    story
}

fn bytes_of(story: &[Sent], options: usize) -> Option<f64> {
    curve(&capture(story, options)).segment.map(|size| size.bytes)
}

#[test]
fn bundles_without_a_syn_have_the_segment_that_a_frame_carries() {
    for (segment, bundle, count) in [(1368, 2, 8), (1368, 47, 4), (1448, 45, 3), (1460, 10, 4), (1400, 3, 4)]
    {
        let read = curve(&capture(&flights(10, count, segment * bundle, None), 12));
        assert_eq!(
            read.segment.as_ref().map(|size| size.bytes),
            Some(f64::from(segment)),
            "{bundle} of {segment}"
        );
        assert_eq!(peak(&read), f64::from(count) * f64::from(bundle));
    }
    // Frames of 9000 bytes are no bundles.
    assert_eq!(bytes_of(&flights(10, 8, 8948, None), 12), Some(8948.0));
    assert_eq!(bytes_of(&flights(10, 8, 8960, None), 0), Some(8960.0));
    assert_eq!(bytes_of(&flights(10, 8, 8948, Some([8960, 8960])), 12), Some(8948.0));
}

#[test]
fn a_size_that_occurs_tells_what_bundles_consist_of() {
    // Bundles of two segments of 730, and one segment alone; 1460 would divide them, too.
    let mut story = flights(10, 8, 2920, None);
    let end = 1000 + 80 * 2920;
    story.push(Sent(3.0, true, end, 500, 730, None));
    story.push(Sent(3.1, false, 500, end + 730, 0, None));
    assert_eq!(bytes_of(&story, 12), Some(730.0));
    // An ACK in the middle of a bundle is a witness as good.
    let mut story = flights(10, 8, 2920, None);
    story.insert(8, Sent(1.0399, false, 500, 1730, 0, None));
    assert_eq!(bytes_of(&story, 12), Some(730.0));
}

#[test]
fn a_sender_is_bound_by_the_mss_of_the_other_side() {
    // The sender takes 1400 itself, and may send what the receiver takes, less 12 bytes of timestamps.
    let read = curve(&capture(&flights(10, 8, 1448, Some([1400, 1460])), 12));
    assert_eq!(
        read.segment.map(|size| (size.bytes, size.from)),
        Some((1448.0, "the MSS of the SYN less 12 bytes of options".to_owned()))
    );
    assert_eq!(bytes_of(&flights(10, 8, 1388, Some([1460, 1400])), 12), Some(1388.0));
    // The path carries less than both offer.
    assert_eq!(bytes_of(&flights(10, 8, 1348, Some([1460, 1460])), 12), Some(1348.0));
}

#[test]
fn what_the_capture_misses_is_no_damage() {
    // Both sides send; the capture misses the receiver's second request of 400 bytes, which 150 packets acknowledge.
    let mut story = vec![
        Sent(0.0, false, 499, 0, 0, Some(1460)),
        Sent(0.0001, true, 999, 500, 0, Some(1460)),
        Sent(0.04, false, 500, 1000, 400, None),
        Sent(0.05, true, 1000, 900, 100, None),
        Sent(0.06, false, 900, 1100, 0, None),
    ];
    for at in 0..150 {
        let (now, sequence) = (1.0 + f64::from(at) * 1e-3, 1100 + at as u32 * 1448);
        story.push(Sent(now, true, sequence, 1300, 1448, None));
        story.push(Sent(now + 5e-4, false, 1300, sequence + 1448, 0, None));
    }
    let read = measured(&capture(&story, 0));
    assert_eq!(read.warnings, Vec::<String>::new());
    assert_eq!(read.curves[0].values.iter().copied().fold(0.0, f64::max), 1448.0);
    // The flow that misses it has all its ACKs.
    assert!(read.curves[1].time_s.len() > 150 && read.curves[1].values.iter().all(|bytes| *bytes <= 400.0));
    // An ACK of what nobody sent, once, is damage.
    story.insert(100, Sent(1.0475, false, 1300, 900_000, 0, None));
    let read = measured(&capture(&story, 0));
    assert_eq!(
        read.curves[0].warnings,
        [
            "1 of 304 packets of this connection contradict the others and are left out: the capture is damaged."
        ]
    );
}

#[test]
fn each_connection_has_its_own_doubts() {
    let whole = flights(10, 8, 1448, None);
    // The other one is smaller, and the capture misses every third of its segments.
    let of_other = flights(5, 8, 1448, None).into_iter().enumerate();
    let holes: Vec<Sent> =
        of_other.filter(|(at, sent)| !sent.1 || at % 3 != 0).map(|(_, sent)| sent).collect();
    let mut bytes = capture(&holes, 12);
    let places: Vec<usize> = (24..bytes.len() - 4).filter(|at| bytes[*at..*at + 4] == SENDER[..4]).collect();
    places.into_iter().for_each(|at| bytes[at + 3] = 9);
    let read = measured(&[capture(&whole, 12), bytes[24..].to_vec()].concat());
    assert_eq!(read.warnings, Vec::<String>::new());
    assert_eq!(read.curves[0].warnings, Vec::<String>::new());
    assert!(read.curves[1].name.starts_with("10.0.0.9"), "{}", read.curves[1].name);
    assert!(read.curves[1].warnings.join(" ").contains("segments that were acknowledged"));
    // A warning about one connection stands with that connection only.
    let notes = |connection| read.clone().window(connection).expect("it is there").notes.join(" ");
    assert!(!notes(1).contains("misses") && notes(2).contains("misses"));
    assert!(read.clone().window(3).expect_err("none").to_string().contains("1 to 2"));
}

/// A header of IPv4 and the bytes behind it, around a packet.
fn ipv4(protocol: u8, head: &[u8], inside: &[u8]) -> Vec<u8> {
    let total = (20 + head.len() + inside.len()) as u16;
    let ip =
        [&[0x45, 0][..], &total.to_be_bytes(), &[0, 0, 0, 0, 64, protocol, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]]
            .concat();
    [ip, head.to_vec()].concat()
}

#[test]
fn tunnels_are_looked_into() {
    let ethernet = |kind: u16| [&[2; 12][..], &kind.to_be_bytes()].concat();
    let udp = |port: u16, head: &[u8]| [&[0x30, 0x39][..], &port.to_be_bytes(), &[0; 4], head].concat();
    let vxlan = [udp(4789, &[8, 0, 0, 0, 0, 0, 7, 0]), ethernet(0x0800)].concat();
    let geneve = [udp(6081, &[1, 0, 0x65, 0x58, 0, 0, 7, 0, 0, 0, 0, 0]), ethernet(0x0800)].concat();
    let gtp = udp(2152, &[0x34, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x85, 1, 0, 0, 0]);
    let gre = [0x20, 0, 8, 0, 0, 0, 0, 1];
    let six_in_four: [u8; 0] = [];
    let heads: [(&str, u8, &[u8]); 5] = [
        ("VXLAN", 17, &vxlan),
        ("Geneve", 17, &geneve),
        ("GTP-U", 17, &gtp),
        ("GRE", 47, &gre),
        ("IP in IP", 4, &six_in_four),
    ];
    let story = flights(4, 8, 1398, None);
    for (name, protocol, head) in heads {
        let around = |inside: &[u8]| [vec![8, 0], ipv4(protocol, head, inside)].concat();
        let read = curve(&capture_of(&story, 12, &around));
        assert_eq!((peak(&read), read.name.as_str()), (8.0, "10.0.0.1:5001 → 10.0.0.2:40000"), "{name}");
    }
    for labels in [
        &[0x88, 0x47, 0, 1, 1, 64][..],
        &[0x88, 0x47, 0, 1, 0, 64, 0, 2, 1, 64],
        &[0x81, 0, 0, 7, 0x88, 0x47, 0, 1, 1, 64],
    ] {
        assert_eq!(peak(&curve(&capture_of(&story, 12, &|_| labels.to_vec()))), 8.0, "{labels:?}");
    }
    // MPLS with Ethernet in it, behind a control word.
    let pseudowire = [&[0x88, 0x47, 0, 1, 1, 64, 0, 0, 0, 0][..], &ethernet(0x0800)].concat();
    assert_eq!(peak(&curve(&capture_of(&story, 12, &|_| pseudowire.clone()))), 8.0);
    assert!(
        refused(&capture_of(&story, 12, &|_| vec![0x08, 0x06]))
            .contains("no TCP segment with data, also not in a tunnel")
    );
}
