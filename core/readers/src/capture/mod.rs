//! Windows from a packet capture. No packet carries cwnd. Instead this measures the data in flight: never more than the
//! window, and equal to it while there is enough data to send. The result is right only for a capture at the sender: at
//! the receiver every segment is acknowledged at once.

mod flight;
mod flows;
mod headers;
mod records;

use crate::content::{Content, is_capture};
use crate::segment::{Sizes, common, greatest_divisor, guess, occurring, of_payloads, told as size};
use crate::types::{
    ACKED_BYTES, BESIDE, Curve, MeasuredFile, Opened, Quantity, RETRANSMITTED, RTT_S, Read, Refusal,
    SegmentSize,
};
use flight::{Flight, Story, flight_of};
use flows::{Ends, Flow, Lives, Overview};
use headers::{Addresses, Found, LINKS, segment_of as tcp_of};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The flows with the most data, among which the page lets choose.
const MAX_FLOWS: usize = 20;
/// If more packets contradict their neighbours, the capture is refused.
const MAX_DAMAGED: f64 = 0.02;
/// A receiver acknowledges at least one of so many segments; more are missing ACKs.
const SEGMENTS_PER_ACK: usize = 64;
/// The share of the round-trip time from which on a capture counts as away from the sender.
const MAX_AWAY: f64 = 0.25;
/// In a shorter time the computers' own work counts.
const MIN_RTT_S: f64 = 1e-3;

/// A flow that is followed.
#[derive(Default)]
struct Kept {
    story: Story,
    /// Payload sizes, bytes of options beside them, and what one ACK takes more than the one before, with their counts.
    payloads: Sizes,
    options: Sizes,
    acked: Sizes,
    last_ack: Option<u32>,
}

impl Kept {
    fn put(&mut self, time_s: f64, sequence: u32, payload: u64) {
        self.story.time_s.push(time_s);
        self.story.sequence.push(sequence);
        self.story.payload.push(payload as u32);
    }
}

/// The packets of these flows, and the ACKs that come back to them.
fn kept_of(bytes: &[u8], addresses: &mut Addresses, flows: &[Ends]) -> Result<Vec<Kept>, Refusal> {
    let places: BTreeMap<Ends, usize> =
        flows.iter().enumerate().map(|(place, ends)| (*ends, place)).collect();
    let mut kept: Vec<Kept> = flows.iter().map(|_| Kept::default()).collect();
    let mut lives = Lives::default();
    records::scan(bytes, |packet| {
        let Found::Segment(segment) = tcp_of(packet, addresses) else { return };
        let ends = lives.of(&segment);
        if let Some(place) = places.get(&ends).filter(|_| segment.payload > 0) {
            let own = &mut kept[*place];
            own.put(packet.time_s, segment.sequence, segment.payload);
            *own.payloads.entry(segment.payload).or_default() += 1;
            if segment.payload > 100 {
                *own.options.entry(segment.option_bytes).or_default() += 1;
            }
        }
        if let (Some(place), Some(ack)) = (places.get(&ends.back()), segment.acknowledged) {
            let own = &mut kept[*place];
            own.put(packet.time_s, ack, 0);
            let step = own.last_ack.map_or(0, |before| ack.wrapping_sub(before));
            if (1..1 << 20).contains(&step) {
                *own.acked.entry(u64::from(step)).or_default() += 1;
            }
            own.last_ack = Some(ack);
        }
    })?;
    Ok(kept)
}

/// The size of a full segment: by the MSS that the other side's SYN offers, otherwise by the payloads.
fn segment_of(kept: &Kept, flow: &Flow, back: Option<&Flow>) -> SegmentSize {
    let of_payloads = || of_payloads(&kept.payloads, &kept.acked).unwrap_or_else(guess);
    let option_bytes = kept.options.iter().max_by_key(|(_, count)| **count).map_or(0, |(bytes, _)| *bytes);
    // The MSS of a SYN is what its sender takes, so it binds the other side (RFC 9293 §3.7.1).
    let told = back.and_then(|back| back.mss).or(flow.mss);
    let Some(mss) = told.and_then(|mss| mss.checked_sub(option_bytes)).filter(|mss| *mss > 0) else {
        return of_payloads();
    };
    let less =
        if option_bytes == 0 { String::new() } else { format!(" less {option_bytes} bytes of options") };
    let of_syn = || size(mss as f64, format!("the MSS of the SYN{less}"));
    let sizes = common(&kept.payloads);
    match sizes.last() {
        // The path may carry less than both ends offer.
        Some(largest) if *largest < mss && flow.payload >= 20 * mss => {
            size(*largest as f64, format!("the largest common payload; the SYN allows {mss}"))
        }
        // Bundles of smaller segments than the SYN allows, if such a segment occurs.
        Some(largest) if *largest > mss && sizes.iter().any(|bytes| bytes % mss != 0) => {
            let divisor = sizes.iter().copied().fold(0, greatest_divisor);
            let part = occurring(&kept.payloads, &kept.acked, divisor, mss);
            part.map_or_else(of_syn, |part| {
                size(
                    part as f64,
                    format!("the largest size that occurs and divides the bundles; the SYN allows {mss}"),
                )
            })
        }
        _ => of_syn(),
    }
}

fn refuse_empty(overview: &Overview) -> Result<(), Refusal> {
    let Overview { packets, links, timeless, end, flows, .. } = overview;
    if flows.iter().any(|flow| flow.payload > 0) && timeless < packets {
        return Ok(());
    }
    let unknown = overview.unknown_links();
    Err(Refusal::new(if *timeless > 0 {
        "The packets of this capture have no times (simple packet blocks): save it as pcapng or pcap with times.".to_owned()
    } else if let Some(end) = end {
        format!("The capture is damaged at byte {}: {}.", end.at, end.what)
    } else if *packets > 0 && links.iter().all(|link| !headers::knows_link(*link)) {
        format!("The capture has the link type {unknown}. Ackscope reads {LINKS}.")
    } else {
        "The capture holds no TCP segment with data, also not in a tunnel (VXLAN, Geneve, GRE, GTP-U, IP in IP, MPLS).".to_owned()
    }))
}

pub(crate) fn claims(content: &Content) -> bool {
    is_capture(content.bytes)
}

pub(crate) fn read(content: &Content) -> Read {
    let mut addresses = Addresses::default();
    let overview = Overview::of(content.bytes, &mut addresses)?;
    refuse_empty(&overview)?;
    let mut largest: Vec<&Flow> = overview.flows.iter().filter(|flow| flow.payload > 0).collect();
    largest.sort_by_key(|flow| Reverse(flow.payload));
    largest.truncate(MAX_FLOWS);
    let ends: Vec<Ends> = largest.iter().map(|flow| flow.ends).collect();
    let mut warnings = Vec::new();
    if let Some(end) = &overview.end {
        let (at, what) = (end.at, end.what);
        warnings.push(format!("The capture is damaged at byte {at}: {what}. What comes before is shown."));
    }
    let packets = overview.packets;
    if overview.strange > 0 {
        warnings.push(format!(
            "{} of {packets} packets have the link type {}, which is not read.",
            overview.strange,
            overview.unknown_links()
        ));
    }
    let mut curves = Vec::new();
    let left = overview.damaged;
    let mut contradicting = left;
    for (place, (kept, flow)) in
        kept_of(content.bytes, &mut addresses, &ends)?.iter().zip(&largest).enumerate()
    {
        let Ends { from, to, life } = flow.ends;
        let life = if life == 0 { String::new() } else { format!(", connection {}", life + 1) };
        let name = format!("{} → {}{life}", addresses.name(from), addresses.name(to));
        let back = overview.flow(flow.ends.back());
        let segment = segment_of(kept, flow, back);
        let flight = flight_of(&kept.story, (segment.bytes as i64).max(1));
        // The largest is what the capture is about; of the others those are left out that hold nothing.
        if place == 0 {
            refuse_broken(&flight, &kept.story, &name)?;
            contradicting += flight.damaged;
        }
        if flight.advancing > 0 {
            let doubts = doubts_of(&flight, flow, back, &segment, kept.story.time_s.len());
            curves.push(Curve { warnings: doubts, ..curve_of(flight, flow, back, name, segment) });
        }
    }
    if contradicting as f64 > (packets as f64 * MAX_DAMAGED).max(3.0) {
        return Err(Refusal::new(format!(
            "The capture is damaged: {contradicting} of {packets} packets contradict the others."
        )));
    }
    if left > 0 {
        warnings.push(format!(
            "{left} of {packets} packets contradict the others and are left out: the capture is damaged."
        ));
    }
    Ok(Opened::Measured(MeasuredFile { kind: "a capture".to_owned(), curves, warnings, may_be_rate: false }))
}

fn curve_of(flight: Flight, flow: &Flow, back: Option<&Flow>, name: String, segment: SegmentSize) -> Curve {
    let start_s = flight.time_s.first().copied().unwrap_or(0.0);
    let mut beside: [Vec<f64>; BESIDE.len()] = Default::default();
    // Away from the sender it is the RTT of a part of the path.
    if away_of(flow, back, flight.least_ack_s) <= MAX_AWAY {
        beside[RTT_S] = flight.rtt_s;
    }
    beside[ACKED_BYTES] = flight.acked;
    beside[RETRANSMITTED] = flight.retransmitted;
    Curve {
        name,
        quantity: Quantity::Flight,
        time_s: flight.time_s.iter().map(|time_s| time_s - start_s).collect(),
        values: flight.bytes,
        segment: Some(segment),
        beside,
        is_from_start: flow.syn_s.is_some() || flow.answer_s.is_some(),
        warnings: Vec::new(),
    }
}

fn refuse_broken(flight: &Flight, story: &Story, name: &str) -> Result<(), Refusal> {
    let (damaged, all) = (flight.damaged, story.time_s.len());
    if damaged as f64 > (all as f64 * MAX_DAMAGED).max(3.0) {
        return Err(Refusal::new(format!(
            "The capture is damaged: {damaged} of {all} packets of {name} contradict the others."
        )));
    }
    if flight.advancing == 0 {
        return Err(Refusal::new(format!(
            "The capture holds no ACKs for the data of {name}, so the data in flight is unknown. Capture both directions."
        )));
    }
    Ok(())
}

/// What makes the data in flight of a flow of so many packets uncertain.
fn doubts_of(
    flight: &Flight,
    flow: &Flow,
    back: Option<&Flow>,
    segment: &SegmentSize,
    packets: usize,
) -> Vec<String> {
    let mut doubts = Vec::new();
    if flight.damaged > 0 {
        doubts.push(format!(
            "{} of {packets} packets of this connection contradict the others and are left out: the capture is damaged.",
            flight.damaged
        ));
    }
    let is_sparse = flight.advancing * SEGMENTS_PER_ACK < flow.segments;
    if back.is_none_or(|back| back.pure_acks == 0) || is_sparse {
        doubts.push("The capture misses ACKs: data in flight may be shown too large.".to_owned());
    }
    let missing = (flight.missing as f64 / segment.bytes).floor();
    if missing > 0.0 {
        doubts.push(format!(
            "The capture misses {missing} segments that were acknowledged: data in flight may be wrong near them."
        ));
    }
    let away = away_of(flow, back, flight.least_ack_s);
    if away > MAX_AWAY {
        let percent = (100.0 * away).round();
        doubts.push(format!(
            "The capture was not made at the sender: {percent} % of the round-trip time are between them. Data in flight is shown too small."
        ));
    }
    doubts
}

/// The share of the round-trip time between the sender and the place of the capture. In the handshake the one who opens
/// waits for the other one, and then the other one for the first. The data tell it, too: at the sender no ACK comes
/// sooner than after a round-trip time. 0 if unknown.
fn away_of(flow: &Flow, back: Option<&Flow>, least_ack_s: f64) -> f64 {
    let (opens, answers) = if flow.syn_s.is_none() { (back, Some(flow)) } else { (Some(flow), back) };
    let times = opens
        .zip(answers)
        .and_then(|(opens, answers)| Some((opens.syn_s?, answers.answer_s?, opens.confirm_s?)));
    let Some((syn_s, answer_s, confirm_s)) = times else { return 0.0 };
    let whole_s = confirm_s - syn_s;
    // Also not for times that contradict.
    if whole_s.is_nan() || whole_s < MIN_RTT_S {
        return 0.0;
    }
    let part_s = if flow.syn_s.is_some() { confirm_s - answer_s } else { answer_s - syn_s };
    (part_s / whole_s).min(1.0 - least_ack_s / whole_s)
}
