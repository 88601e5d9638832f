//! A lane's run as the capture file that `tcpdump` would write at its senders: pcapng
//! (draft-ietf-opsawg-pcapng), Ethernet, IPv4, and TCP (RFC 9293) with the options of RFC 7323
//! (timestamps, window scale) and RFC 2018 (SACK, with the duplicates of RFC 2883).
//!
//! The headers are of the crate etherparse. The blocks of the file are written here: pcap-file, the
//! crate that writes pcapng, is a release candidate of another compiler than ours, and three kinds of
//! blocks are needed.
//!
//! Only headers are stored, as with a short `tcpdump -s`. The bytes of data are all zero; checksums
//! are of that.

use ackscope_engine::net::{Flags, Kind, Packet};
use ackscope_engine::setup::{FlowSetup, Handshake, MarkFeedback, TcpSetup};
use ackscope_engine::sim::{Captured, Ceiling, Simulation};
use ackscope_engine::tcp::SackBlocks;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::{Span, Time};
use etherparse::{EtherType, Ethernet2Header, IpEcn, IpNumber, Ipv4Header, TcpHeader, TcpOptionElement};

use super::Origin;
use crate::lanes::{LanePlan, one_with};
use crate::provenance::Provenance;
use ackscope_scenario::{Compiler, ScenarioError, read};

/// The most packets of a file, and of one that a page makes in its memory.
pub const MOST_PACKETS: u64 = 1_000_000;
pub const MOST_PACKETS_OF_PAGE: u64 = 250_000;

/// A run whose packets become a file, in slices.
pub struct Capture {
    simulation: Simulation,
    hosts: Vec<Option<Host>>,
    /// How many more packets the file may hold.
    left: u64,
    bytes: Vec<u8>,
    left_out: Vec<String>,
    done: bool,
}

impl Capture {
    /// What the senders of a lane send and receive, or that one of them alone; at most so many packets.
    pub fn new(plan: &LanePlan, only: Option<usize>, most: u64, ceiling: Ceiling, origin: Origin) -> Capture {
        let flows = &plan.setup.flows;
        let is_wanted = |index: usize| only.is_none_or(|only| only == index);
        let mut hosts: Vec<Option<Host>> = (0..flows.len())
            .map(|index| Host::of(index, &flows[index]).filter(|_| is_wanted(index)))
            .collect();
        let mut bytes = Vec::new();
        section(plan, origin, &mut bytes);
        for (number, host) in (0..).zip(hosts.iter_mut().flatten()) {
            host.interface = number;
            interface(host, &mut bytes);
        }
        let mut left_out = Vec::new();
        if (0..flows.len()).any(|index| is_wanted(index) && flows[index].tcp().is_none()) {
            left_out.push("UDP flows".to_owned());
        }
        let is_quic = |flow: &FlowSetup| flow.tcp().is_some_and(|tcp| tcp.mechanisms.quic.is_some());
        if (0..flows.len()).any(|index| is_wanted(index) && is_quic(&flows[index])) {
            left_out.push("QUIC connections, whose packets are encrypted: a qlog has them".to_owned());
        }
        let mut simulation = plan.simulation(&RecordOptions::NOTHING);
        simulation.limit(ceiling);
        simulation.capture();
        Capture { simulation, hosts, left: most, bytes, left_out, done: false }
    }

    /// The same of lane number `lane` of a scenario, as a page wants it.
    ///
    /// # Errors
    /// If the scenario is invalid.
    pub fn of_page(text: &str, lane: usize, origin: Origin) -> Result<Capture, ScenarioError> {
        let scenario = read(text)?;
        let provenance = Provenance::of(&scenario);
        let origin = Origin { provenance: Some(&provenance), ..origin };
        let plan = one_with(&scenario, lane, &Compiler::default())?;
        Ok(Capture::new(&plan, None, MOST_PACKETS_OF_PAGE, Ceiling::PAGE, origin))
    }

    /// Simulates about `max_events` more events.
    pub fn advance(&mut self, max_events: u64) {
        let progress = self.simulation.advance(Time::NEVER, max_events);
        for captured in self.simulation.take_captured() {
            let Some(host) = &mut self.hosts[captured.packet.flow as usize] else { continue };
            if self.left == 0 {
                let from_s = captured.time.secs();
                self.left_out.push(format!("what comes after {from_s:.3} s: there are too many packets"));
                self.done = true;
                return;
            }
            host.write(&captured, &mut self.bytes);
            self.left -= 1;
        }
        self.done = progress.done;
        if let Some(stopped) = self.simulation.stopped() {
            self.left_out.push(format!("what comes later: {}", stopped.to_string().trim_end_matches('.')));
        }
    }

    pub fn is_done(&self) -> bool {
        self.done
    }

    /// The share of the run that is simulated, 0 to 1.
    pub fn share(&self) -> f64 {
        self.simulation.progress().time.secs() / self.simulation.setup().duration.secs()
    }

    /// What was added to the file since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// What the file leaves out, as text.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }
}

/// Ethernet, IPv4, TCP with all options that fit.
const MOST_CAPTURED: u32 = 14 + 20 + 60;
static ZEROS: [u8; 1 << 16] = [0; 1 << 16];

/// draft-ietf-opsawg-pcapng §4: types of blocks, and codes of options.
const SECTION_HEADER: u32 = 0x0a0d_0d0a;
const INTERFACE_DESCRIPTION: u32 = 1;
const ENHANCED_PACKET: u32 = 6;
const COMMENT: u16 = 1;
const APPLICATION: u16 = 4;
const INTERFACE_NAME: u16 = 2;
const INTERFACE_TEXT: u16 = 3;
const TIME_RESOLUTION: u16 = 9;
const PACKET_FLAGS: u16 = 2;
/// LINKTYPE_ETHERNET.
const ETHERNET: u16 = 1;

/// A block: its type, its length, its body padded to 32 bits, its length again (§3.1).
fn block(kind: u32, body: &[u8], out: &mut Vec<u8>) {
    let length = (body.len().next_multiple_of(4) + 12) as u32;
    out.extend(kind.to_le_bytes());
    out.extend(length.to_le_bytes());
    out.extend(body);
    out.resize(out.len().next_multiple_of(4), 0);
    out.extend(length.to_le_bytes());
}

/// Adds an option (§3.5). The list ends with the option 0.
fn option(code: u16, value: &[u8], body: &mut Vec<u8>) {
    let value = &value[..value.len().min(usize::from(u16::MAX))];
    body.extend(code.to_le_bytes());
    body.extend((value.len() as u16).to_le_bytes());
    body.extend(value);
    body.resize(body.len().next_multiple_of(4), 0);
}

fn section(plan: &LanePlan, origin: Origin, out: &mut Vec<u8>) {
    let seed = origin.provenance.map_or(plan.setup.seed, |known| known.seed);
    let mut about = format!("{} · {}. Simulated, seed {seed}.", origin.title, plan.label);
    if let Some(known) = origin.provenance {
        about += &format!(" Scenario {}, engine {}.", known.scenario_hash, known.engine.engine_fingerprint);
    }
    if !origin.link.is_empty() {
        about += &format!(" {}", origin.link);
    }
    // An option has at most 65 535 bytes.
    if !origin.scenario.is_empty() && about.len() + origin.scenario.len() < 65_000 {
        about += &format!(" {}", origin.scenario);
    }
    let mut body = 0x1a2b_3c4d_u32.to_le_bytes().to_vec();
    // Version 1.0, and a length that is not told.
    body.extend([1, 0, 0, 0]);
    body.extend(u64::MAX.to_le_bytes());
    option(COMMENT, about.trim_start_matches(" · ").as_bytes(), &mut body);
    option(APPLICATION, format!("Ackscope {}", ackscope_engine::VERSION).as_bytes(), &mut body);
    option(0, &[], &mut body);
    block(SECTION_HEADER, &body, out);
}

fn interface(host: &Host, out: &mut Vec<u8>) {
    let mut body = ETHERNET.to_le_bytes().to_vec();
    body.extend([0, 0]);
    body.extend(MOST_CAPTURED.to_le_bytes());
    option(INTERFACE_NAME, host.setup.name.as_bytes(), &mut body);
    let text = format!("the sender of {}, {}", host.setup.name, host.tcp.algorithm_id());
    option(INTERFACE_TEXT, text.as_bytes(), &mut body);
    // Nanoseconds.
    option(TIME_RESOLUTION, &[9], &mut body);
    option(0, &[], &mut body);
    block(INTERFACE_DESCRIPTION, &body, out);
}

/// A sender's host, at whose network card packets are captured.
struct Host {
    setup: FlowSetup,
    tcp: TcpSetup,
    index: usize,
    /// Its number in the file.
    interface: u32,
    /// Bytes of data in a full segment.
    payload: u32,
    /// 1 if the SYN is a segment of the window.
    empty: u64,
    /// The window scale (RFC 7323 §2).
    shift: u8,
    /// IP identifications of both directions.
    sent: u16,
    received: u16,
    /// The receiver's latest timestamp.
    told: u32,
    /// The connection whose SYN is answered.
    answered: Option<u16>,
}

/// The clock of timestamps, in milliseconds as in Linux. It does not begin at zero, which an echo
/// must not be.
fn clock(time: Time) -> u32 {
    (time.nanos() / 1_000_000 + 1) as u32
}

impl Host {
    fn of(index: usize, flow: &FlowSetup) -> Option<Host> {
        let tcp = flow.tcp().filter(|tcp| tcp.mechanisms.quic.is_none())?;
        let headers = 40 + if tcp.timestamps { 12 } else { 0 };
        let payload = flow.packet_bytes.saturating_sub(headers).max(1);
        let most = tcp.mechanisms.linux_acks.and_then(|acks| acks.buffer).map_or(0, |buffer| buffer.most);
        let window = tcp.receive_window.saturating_mul(u64::from(payload)).max(most);
        // The scale is in SYNs alone, and it is at most 14 (RFC 7323 §2.3).
        let fits = |shift: &u8| window >> shift <= u64::from(u16::MAX);
        let shift = if tcp.handshake == Handshake::None { 0 } else { (0..14).find(fits).unwrap_or(14) };
        let empty = u64::from(tcp.handshake == Handshake::InWindow);
        Some(Host {
            setup: flow.clone(),
            tcp: tcp.clone(),
            index,
            interface: 0,
            payload,
            empty,
            shift,
            sent: 0,
            received: 0,
            told: 0,
            answered: None,
        })
    }

    /// The sequence number of a segment's first byte. The SYN has number 0 (RFC 9293 §3.4.1).
    fn sequence(&self, segment: u64) -> u32 {
        match segment.checked_sub(self.empty) {
            // Modulo 2³².
            Some(after) => after.wrapping_mul(u64::from(self.payload)).wrapping_add(1) as u32,
            None => 0,
        }
    }

    /// Whether a packet is a SYN, or answers one.
    fn is_syn(&mut self, packet: &Packet) -> bool {
        match packet.kind {
            Kind::Data => packet.number < self.empty,
            Kind::Ack if self.empty > 0 && packet.number > 0 && self.answered != Some(packet.epoch) => {
                self.answered = Some(packet.epoch);
                // It answers the SYN alone, or also data beside it: then the SYN's own answer is lost.
                packet.number == self.empty
            }
            kind => kind.is_handshake(),
        }
    }

    fn write(&mut self, captured: &Captured, out: &mut Vec<u8>) {
        let packet = &captured.packet;
        let is_back = packet.kind.is_backward();
        let is_syn = self.is_syn(packet);
        let payload = if is_back || is_syn { 0 } else { self.payload };
        let mut tcp = self.tcp_header(captured, is_syn);
        let ip = self.ip_header(packet, (tcp.header_len() as u32 + payload) as u16);
        if let Ok(sum) = tcp.calc_checksum_ipv4(&ip, &ZEROS[..payload as usize]) {
            tcp.checksum = sum;
        }
        let [_, high, low] = [self.index >> 16, self.index >> 8, self.index].map(|part| part as u8);
        let mac = |end: u8| [2, 0, 0, high, low, end];
        let [source, destination] = if is_back { [mac(2), mac(1)] } else { [mac(1), mac(2)] };
        let ethernet = Ethernet2Header { source, destination, ether_type: EtherType::IPV4 };
        let mut headers = ethernet.to_bytes().to_vec();
        headers.extend(ip.to_bytes());
        headers.extend(tcp.to_bytes());
        let nanos = captured.time.nanos();
        let words = [
            self.interface,
            (nanos >> 32) as u32,
            nanos as u32,
            headers.len() as u32,
            headers.len() as u32 + payload,
        ];
        let mut body: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        body.extend(headers);
        body.resize(body.len().next_multiple_of(4), 0);
        // In or out (§4.3.1).
        option(PACKET_FLAGS, &if is_back { 1_u32 } else { 2 }.to_le_bytes(), &mut body);
        option(0, &[], &mut body);
        block(ENHANCED_PACKET, &body, out);
    }

    fn ip_header(&mut self, packet: &Packet, length: u16) -> Ipv4Header {
        let [high, low] = [self.index >> 8, self.index].map(|part| part as u8);
        let [sender, receiver] = [[10, high, low, 1], [10, high, low, 2]];
        let is_back = packet.kind.is_backward();
        let [source, destination] = if is_back { [receiver, sender] } else { [sender, receiver] };
        // The routers have counted down what comes.
        let routers = (self.setup.to - self.setup.from + 1).min(63) as u8;
        let live = if is_back { 64 - routers } else { 64 };
        // The payload of an IPv4 packet is at most 65,515 bytes, and a simulated packet is no longer.
        let Ok(mut ip) = Ipv4Header::new(length, live, IpNumber::TCP, source, destination) else {
            unreachable!("a packet has at most 65,535 bytes");
        };
        ip.dont_fragment = true;
        let count = if is_back { &mut self.received } else { &mut self.sent };
        *count = count.wrapping_add(1);
        ip.identification = *count;
        ip.ecn = IpEcn::try_new(packet.flags.ecn() as u8).unwrap_or(IpEcn::ZERO);
        ip.header_checksum = ip.calc_header_checksum();
        ip
    }

    fn tcp_header(&mut self, captured: &Captured, is_syn: bool) -> TcpHeader {
        let packet = &captured.packet;
        let is_back = packet.kind.is_backward();
        // The port of iperf3, and one of the dynamic ports for each connection (RFC 6335 §6).
        let ports = [49_152 + packet.epoch % 16_384, 5201];
        let [source, destination] = if is_back { [ports[1], ports[0]] } else { ports };
        let sequence = match (is_syn, is_back) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => self.sequence(packet.number),
        };
        let mut tcp = TcpHeader::new(source, destination, sequence, self.window(captured, is_syn));
        tcp.syn = is_syn;
        tcp.ack = is_back || !is_syn;
        tcp.acknowledgment_number = match (tcp.ack, is_back) {
            (false, _) => 0,
            (true, true) if !is_syn => self.sequence(packet.number),
            (true, _) => 1,
        };
        self.mark(&mut tcp, packet, is_syn);
        let options = self.options(captured, is_syn);
        if tcp.set_options(&options).is_err() {
            unreachable!("three SACK blocks beside timestamps, or four, have room");
        }
        tcp
    }

    /// The window field (RFC 7323 §2.2): in SYNs it is not scaled. A part counts as a whole, so that the
    /// window is not less than what was offered.
    fn window(&self, captured: &Captured, is_syn: bool) -> u16 {
        if !captured.packet.kind.is_backward() {
            return 64_240;
        }
        let bytes = captured.window.saturating_mul(u64::from(self.payload));
        let shift = if is_syn { 0 } else { self.shift };
        bytes.div_ceil(1 << shift).min(u64::from(u16::MAX)) as u16
    }

    /// The bits of ECN (RFC 3168 §6.1) and of accurate ECN (RFC 9768 §3.1.1, §3.2.2).
    fn mark(&self, tcp: &mut TcpHeader, packet: &Packet, is_syn: bool) {
        let is_back = packet.kind.is_backward();
        let set = |tcp: &mut TcpHeader, bits: u8| {
            (tcp.ns, tcp.cwr, tcp.ece) = (bits & 4 != 0, bits & 2 != 0, bits & 1 != 0);
        };
        match self.tcp.marks {
            MarkFeedback::Off => {}
            MarkFeedback::Classic | MarkFeedback::State if is_syn => {
                set(tcp, if is_back { 0b001 } else { 0b011 })
            }
            MarkFeedback::Classic | MarkFeedback::State => {
                tcp.ece = packet.flags.has(Flags::ECE);
                tcp.cwr = packet.flags.has(Flags::CWR);
            }
            MarkFeedback::Count { .. } if is_syn => set(tcp, if is_back { 0b010 } else { 0b111 }),
            // Counts begin at five (RFC 9768 §3.2.1); the sender has seen no marks itself.
            MarkFeedback::Count { .. } => set(tcp, 5 + if is_back { packet.flags.ace() } else { 0 }),
        }
    }

    /// The options in the order of Linux (tcp_options_write), each at a multiple of four bytes.
    fn options(&mut self, captured: &Captured, is_syn: bool) -> Vec<TcpOptionElement> {
        use TcpOptionElement::{
            MaximumSegmentSize, Noop, SelectiveAcknowledgement, SelectiveAcknowledgementPermitted, Timestamp,
            WindowScale,
        };
        let stamp = self.tcp.timestamps.then(|| self.stamp(captured));
        let has_sack = self.tcp.recovery.uses_sack();
        let mut options = Vec::new();
        if is_syn {
            // The data and the options of a segment (RFC 6691).
            let mss = self.payload + if self.tcp.timestamps { 12 } else { 0 };
            options.push(MaximumSegmentSize(mss as u16));
            match (has_sack, stamp) {
                (true, Some((own, other))) => {
                    options.extend([SelectiveAcknowledgementPermitted, Timestamp(own, other)])
                }
                (true, None) => options.extend([Noop, Noop, SelectiveAcknowledgementPermitted]),
                (false, Some((own, other))) => options.extend([Noop, Noop, Timestamp(own, other)]),
                (false, None) => {}
            }
            options.extend([Noop, WindowScale(self.shift)]);
            return options;
        }
        if let Some((own, other)) = stamp {
            options.extend([Noop, Noop, Timestamp(own, other)]);
        }
        if has_sack && let [first, rest @ ..] = &self.blocks(&captured.blocks)[..] {
            let mut others = [None; 3];
            for (place, block) in others.iter_mut().zip(rest) {
                *place = Some(*block);
            }
            options.extend([Noop, Noop, SelectiveAcknowledgement(*first, others)]);
        }
        options
    }

    /// The SACK blocks of an ACK; that of a segment which has arrived twice is the first (RFC 2883 §4).
    fn blocks(&self, blocks: &SackBlocks) -> Vec<(u32, u32)> {
        let twice = blocks.duplicate().map(|number| (number, number + 1));
        let all = twice.iter().chain(blocks.as_slice());
        all.map(|&(from, to)| (self.sequence(from), self.sequence(to))).collect()
    }

    /// The timestamps of a packet: its own, and the one that it echoes (RFC 7323 §3.2).
    fn stamp(&mut self, captured: &Captured) -> (u32, u32) {
        let (time, packet) = (captured.time, &captured.packet);
        if !packet.kind.is_backward() {
            return (clock(time), if packet.kind == Kind::Syn { 0 } else { self.told });
        }
        // When the receiver sent it is not known: it was half a round-trip time ago, and its waiting.
        let echo = clock(packet.stamp);
        let way = Span::from_nanos(self.setup.rtt.nanos() / 2 + packet.waited_nanos);
        let left = Time::from_nanos(time.nanos().saturating_sub(way.nanos()));
        self.told = clock(left).max(echo).max(self.told);
        (self.told, echo)
    }
}
