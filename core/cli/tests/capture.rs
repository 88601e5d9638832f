//! `ackscope export --as pcapng`: the blocks of the file, and what the headers in it say. The expected
//! forms are those of draft-ietf-opsawg-pcapng and the RFCs, and the counts those of the run's report.

use crate::common::{Scratch, ackscope, json_of, text};
use ackscope_engine::sim::Ceiling;
use ackscope_lab::export::Origin;
use ackscope_lab::export::pcapng::Capture;
use ackscope_lab::lanes::plan;
use serde_json::{Value, json};

/// What a capture says of a packet, by the offsets of RFC 791 and RFC 9293.
struct Seen {
    interface: u32,
    nanos: u64,
    ip: Vec<u8>,
    tcp: Vec<u8>,
    on_wire: usize,
    is_inbound: bool,
}

impl Seen {
    fn word(&self, at: usize) -> u32 {
        u32::from_be_bytes(self.tcp[at..at + 4].try_into().expect("four bytes"))
    }

    fn payload(&self) -> usize {
        self.on_wire - 14 - self.ip.len() - self.tcp.len()
    }

    fn flags(&self) -> u8 {
        self.tcp[13]
    }

    /// The value of a TCP option.
    fn option(&self, wanted: u8) -> Option<&[u8]> {
        let mut at = 20;
        while at < self.tcp.len() {
            match self.tcp[at] {
                0 => return None,
                1 => at += 1,
                kind => {
                    let next = at + usize::from(self.tcp[at + 1]);
                    if kind == wanted {
                        return Some(&self.tcp[at + 2..next]);
                    }
                    at = next;
                }
            }
        }
        None
    }

    fn sacks(&self) -> Vec<(u32, u32)> {
        let word = |part: &[u8]| u32::from_be_bytes(part.try_into().expect("four bytes"));
        self.option(5).unwrap_or_default().chunks(8).map(|b| (word(&b[..4]), word(&b[4..]))).collect()
    }
}

const SYN: u8 = 2;
const ACK: u8 = 16;

/// The ones' complement sum (RFC 1071), which is all ones over what is intact.
fn sum(parts: &[&[u8]]) -> u32 {
    let words = parts.iter().flat_map(|part| part.chunks(2));
    let mut sum: u32 = words.map(|w| u32::from(w[0]) << 8 | u32::from(*w.get(1).unwrap_or(&0))).sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    sum
}

/// The names of the interfaces, and the packets; every checksum is looked at.
fn read(file: &[u8]) -> (Vec<String>, Vec<Seen>) {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let (mut names, mut packets, mut at) = (Vec::new(), Vec::new(), 0);
    while at < file.len() {
        let (kind, length) = (word(at), word(at + 4) as usize);
        assert_eq!((length % 4, word(at + length - 4) as usize), (0, length), "a block at {at}");
        match kind {
            0x0a0d_0d0a => assert_eq!((at, word(8)), (0, 0x1a2b_3c4d)),
            1 => {
                assert_eq!(word(at + 8), 1, "Ethernet");
                let length = (word(at + 16) >> 16) as usize;
                names.push(text(&file[at + 20..at + 20 + length]));
            }
            6 => {
                let (captured, on_wire) = (word(at + 20) as usize, word(at + 24) as usize);
                let frame = &file[at + 28..at + 28 + captured];
                assert_eq!(frame[12..14], [8, 0], "IPv4");
                let (ip, tcp) = (frame[14..34].to_vec(), frame[34..].to_vec());
                let length = (on_wire - 34) as u16;
                assert_eq!(usize::from(tcp[12] >> 4) * 4, tcp.len(), "all of the header, and no more");
                assert_eq!(u16::from_be_bytes([ip[2], ip[3]]), 20 + length);
                assert_eq!(sum(&[&ip]), 0xffff, "RFC 791 §3.1");
                // The pseudo header (RFC 9293 §3.1). The data are zeros, which add nothing.
                let pseudo = [&ip[12..20], &[0, 6], &length.to_be_bytes()[..]].concat();
                assert_eq!(sum(&[&pseudo, &tcp]), 0xffff);
                let direction = word(at + 28 + captured.next_multiple_of(4) + 4);
                packets.push(Seen {
                    interface: word(at + 8),
                    nanos: u64::from(word(at + 12)) << 32 | u64::from(word(at + 16)),
                    ip,
                    tcp,
                    on_wire,
                    is_inbound: direction == 1,
                });
            }
            other => panic!("a block of the type {other}"),
        }
        at += length;
    }
    assert!(packets.windows(2).all(|pair| pair[0].nanos <= pair[1].nanos), "in the order of time");
    (names, packets)
}

fn capture(scenario: &Value, more: &[&str]) -> (Vec<String>, Vec<Seen>) {
    let file = Scratch::new(&format!("{}.pcapng", scenario["title"].as_str().unwrap_or("untitled")));
    let args = [&["export", "-", "--as", "pcapng", "--out", file.path()], more].concat();
    let output = ackscope(&args, &scenario.to_string());
    assert!(output.status.success(), "{}", text(&output.stderr));
    read(&std::fs::read(&file.0).expect("a file"))
}

fn scenario(title: &str, hop: Value, flows: Value) -> Value {
    json!({ "version": 1, "title": title, "duration": "20s", "hops": [hop], "flows": flows })
}

#[test]
fn each_flow_has_its_interface_and_the_run_s_retransmissions() {
    let hop =
        json!({ "rate": "2Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": "20pkt" } });
    let flows = json!([
        { "name": "main", "algorithm": "newreno", "rtt": "100ms" },
        { "name": "other", "algorithm": "bbr", "rtt": "100ms" },
        { "name": "voice", "kind": "cbr", "rate": "100kbps", "rtt": "100ms" }
    ]);
    let scenario = scenario("interfaces", hop, flows);
    let (names, packets) = capture(&scenario, &[]);
    assert_eq!(names, ["main", "other"], "UDP is left out");
    let report = json_of(&["run", "-", "--json"], &scenario.to_string());
    for (number, name) in (0..).zip(&names) {
        let own: Vec<&Seen> = packets.iter().filter(|packet| packet.interface == number).collect();
        assert_eq!((own[0].flags(), own[1].flags()), (SYN, SYN | ACK));
        // A packet of 1500 bytes holds 1448 beside 40 bytes of headers and 12 of timestamps.
        assert_eq!(own[0].option(2), Some(&1460_u16.to_be_bytes()[..]));
        let data: Vec<&&Seen> = own.iter().filter(|packet| packet.payload() > 0).collect();
        assert!(data.iter().all(|packet| packet.payload() == 1448 && !packet.is_inbound));
        let mut reached = 0;
        let mut again = 0_u64;
        for end in data.iter().map(|packet| packet.word(4) + 1448) {
            again += u64::from(end <= reached);
            reached = reached.max(end);
        }
        let flow =
            report["lanes"][0]["flows"].as_array().expect("flows").iter().find(|flow| flow["name"] == **name);
        let told = &flow.expect("the flow")["windows"][0];
        assert!(again > 0);
        assert_eq!(told["retransmissions"].as_u64(), Some(again), "{name}");
    }
    let (names, alone) = capture(&scenario, &["--flow", "other"]);
    assert_eq!(names, ["other"]);
    assert_eq!(alone.len(), packets.iter().filter(|packet| packet.interface == 1).count());
}

#[test]
fn acks_carry_sack_blocks_duplicates_windows_and_marks() {
    // The way becomes longer by more than a timeout: what is sent again arrives twice.
    let hop = json!({ "rate": "10Mbps", "delay": [["0s", "10ms"], ["8s", "400ms"], ["12s", "10ms"]],
        "queue": { "kind": "codel", "capacity": "100pkt", "ecn": true } });
    let flows = json!([
        { "name": "lost", "algorithm": "cubic-rfc9438", "tcp": "linux6", "rtt": "60ms" },
        { "name": "marked", "algorithm": "prague", "tcp": "linux6", "ecn": "accurate", "rtt": "60ms" }
    ]);
    let (_, packets) = capture(&scenario("blocks", hop, flows), &[]);
    let own = |number: u32| packets.iter().filter(move |packet| packet.interface == number);
    let [syn, answer] = [0, 1].map(|at| own(0).nth(at).expect("a handshake"));
    assert!(syn.option(4).is_some() && answer.option(4).is_some(), "SACK is permitted");
    let shift = answer.option(3).expect("a scale")[0];
    let mut sent = 0;
    let mut twice = 0;
    let mut blocks = 0;
    for packet in own(0).filter(|packet| packet.flags() & SYN == 0) {
        let stamps = packet.option(8).expect("timestamps");
        assert!(stamps[4..] != [0; 4], "an echo (RFC 7323 §3.2)");
        if !packet.is_inbound {
            sent = sent.max(packet.word(4) + packet.payload() as u32);
            let window = u32::from(u16::from_be_bytes([packet.tcp[14], packet.tcp[15]]));
            assert!(window > 0);
            continue;
        }
        let (acknowledged, sacks) = (packet.word(8), packet.sacks());
        assert!(acknowledged <= sent && sacks.len() <= 3);
        let window = u32::from(u16::from_be_bytes([packet.tcp[14], packet.tcp[15]])) << shift;
        assert!(window >= 65_535 / 2, "{window}");
        for (place, &(from, to)) in sacks.iter().enumerate() {
            assert!(from < to && to <= sent, "a block of what was sent");
            assert_eq!((from - 1) % 1448, 0);
            // A first block at or below the acknowledgement, or within the second, is of what came twice (RFC 2883 §4).
            let within = sacks.get(1).is_some_and(|second| second.0 <= from && to <= second.1);
            if to <= acknowledged || (place == 0 && within) {
                assert_eq!((place, to - from), (0, 1448));
                twice += 1;
            } else {
                assert!(from > acknowledged, "what is there above a hole");
                blocks += 1;
            }
        }
    }
    assert!(twice > 0 && blocks > 0, "{twice} {blocks}");
    // RFC 9768 §3.1.1: AE, CWR and ECE ask for accurate ECN. The count begins at five (§3.2.1).
    let ace = |packet: &Seen| (packet.tcp[12] & 1) << 2 | packet.tcp[13] >> 6;
    let marked: Vec<&Seen> = own(1).collect();
    assert_eq!((ace(marked[0]), ace(marked[1])), (0b111, 0b010));
    let counts: Vec<u8> =
        marked[2..].iter().filter(|packet| packet.is_inbound).map(|packet| ace(packet)).collect();
    assert_eq!(counts[0], 5);
    assert!(counts.iter().any(|count| *count != 5), "marks are counted");
    assert!(
        marked[2..].iter().filter(|packet| packet.payload() > 0).any(|packet| packet.ip[1] & 3 != 0),
        "ECT"
    );
}

#[test]
fn what_is_no_tcp_is_refused_and_a_qlog_s_flow_too() {
    let hop = json!({ "rate": "2Mbps", "delay": "10ms" });
    let flows = json!([{ "name": "voice", "kind": "cbr", "rate": "100kbps", "rtt": "100ms" }]);
    let refused = ackscope(&["export", "-", "--as", "pcapng"], &scenario("udp", hop, flows).to_string());
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("found no TCP flow"), "{}", text(&refused.stderr));
}

#[test]
fn a_file_has_the_first_packets_and_says_what_it_leaves_out() {
    let hop = json!({ "rate": "2Mbps", "delay": "10ms" });
    let flows = json!([{ "name": "main", "algorithm": "newreno", "rtt": "100ms" }]);
    let text = scenario("first", hop, flows).to_string();
    let plans = plan(&ackscope_scenario::read(&text).expect("a scenario")).expect("lanes");
    let file = |most: u64| {
        let mut capture = Capture::new(&plans[0], None, most, Ceiling::HARD, Origin::default());
        while !capture.is_done() {
            capture.advance(1000);
        }
        (read(&capture.take()).1, capture.left_out().to_vec())
    };
    let (all, none) = file(1_000_000);
    let (first, left_out) = file(100);
    assert!(none.is_empty() && all.len() > 1000);
    assert_eq!(first.len(), 100);
    assert!(first.iter().zip(&all).all(|(one, other)| one.nanos == other.nanos && one.tcp == other.tcp));
    let next_s = all[100].nanos as f64 / 1e9;
    assert_eq!(left_out, [format!("what comes after {next_s:.3} s: there are too many packets")]);
}
