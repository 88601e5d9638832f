//! The packets of a QUIC connection as QUIC stacks write them: draft-ietf-quic-qlog-quic-events-12, or -02 for qvis.
//!
//! Packets have the numbers that they have on the wire, an ACK the ranges and the delay of its frame. The sender's
//! decisions name the first of the packets that it finds lost at once and their count; the others are those in flight
//! above it.

use std::collections::BTreeSet;

use super::{SOURCE_IN, SOURCE_OUT, Timed, What, millis};
use crate::json::number;
use ackscope_engine::order::sorted;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::Replay;
use ackscope_engine::tcp::quic::RULES;
use ackscope_engine::trace::{Fate, FrameRecord, PacketKindCode, PacketLink, PacketRecord};
use ackscope_engine::units::Time;

/// The draft's event schema; drafts add their number.
pub const EVENT_SCHEMA: &str = "urn:ietf:params:qlog:events:quic-12";

/// True if this flow is a QUIC connection.
pub fn is_one(setup: &Setup, flow: usize) -> bool {
    setup.flows[flow].tcp().is_some_and(|tcp| tcp.mechanisms.quic.is_some())
}

/// What happens at the sender. At equal times an ACK comes before the losses that it shows, and these before the packets
/// that leave.
#[derive(Clone, Copy)]
enum Step<'a> {
    Acked(&'a FrameRecord),
    Opened(&'a PacketRecord),
    Lost { first: u64, count: u64, trigger: &'static str },
    Sent(&'a PacketRecord),
}

/// The packets that the sender sends, the ACKs that it receives, and the packets that it declares lost.
pub fn packets(replay: &Replay, setup: &Setup, flow: usize, events: &mut Vec<Timed>) {
    let log = replay.packets();
    let bytes = u64::from(setup.flows[flow].packet_bytes);
    // The numbers of packets that are neither acknowledged nor lost.
    let mut open = BTreeSet::new();
    let (mut opening, mut answers) = (0, 0);
    for (time, step) in steps(replay, flow) {
        let mut told = Vec::new();
        match step {
            Step::Acked(frame) => {
                frame
                    .ranges
                    .iter()
                    .for_each(|range| open.retain(|number| !(range.0..range.1).contains(number)));
                let ranges: Vec<String> =
                    frame.ranges.iter().map(|(start, end)| format!("[{start},{}]", end - 1)).collect();
                let ack = format!(
                    r#"{{"frame_type":"ack","ack_delay":{},"acked_ranges":[{}]}}"#,
                    number(millis(frame.delay.secs())),
                    ranges.join(",")
                );
                told.push((What::Received, "1RTT", answers, frame.bytes, ack));
                answers += 1;
            }
            Step::Opened(record) => told.push((What::Received, "initial", 0, record.bytes, String::new())),
            Step::Sent(record) if record.is_handshake => {
                told.push((What::Sent, "initial", opening, record.bytes, String::new()));
                opening += 1;
            }
            Step::Sent(record) => {
                open.insert(record.number);
                let offset = (record.number - u64::from(record.lag)) * bytes;
                let stream = format!(
                    r#"{{"frame_type":"stream","stream_id":0,"offset":{offset},"length":{}}}"#,
                    record.bytes
                );
                told.push((What::Sent, "1RTT", record.number, record.bytes, stream));
            }
            Step::Lost { first, count, trigger } => {
                let lost: Vec<u64> = open.range(first..).take(count as usize).copied().collect();
                for number in lost {
                    open.remove(&number);
                    let data = format!(
                        r#"{{"header":{{"packet_type":"1RTT","packet_number":{number}}},"trigger":"{trigger}"}}"#
                    );
                    if (log.from..=log.to).contains(&time) {
                        events.push(Timed { time, what: What::Lost, data });
                    }
                }
            }
        }
        // Packets outside the window count for what is in flight, but get no event.
        for (what, kind, packet, length, frame) in
            told.into_iter().filter(|_| (log.from..=log.to).contains(&time))
        {
            let data = format!(
                r#"{{"header":{{"packet_type":"{kind}","packet_number":{packet}}},"raw":{{"length":{length}}},"frames":[{frame}]}}"#
            );
            events.push(Timed { time, what, data });
        }
    }
}

/// What happens at the sender, in order.
fn steps(replay: &Replay, flow: usize) -> Vec<(Time, Step<'_>)> {
    let log = replay.packets();
    let place = |link| PacketLink::Access { flow: flow as u32, link };
    let of_packets = log.records.iter().filter_map(|record| match record.kind {
        PacketKindCode::Ack if record.place == place(SOURCE_IN) => {
            let arrives = record.is_handshake && record.fate == Fate::Delivered;
            arrives.then_some((record.arrive, Step::Opened(record)))
        }
        PacketKindCode::Ack => None,
        _ if record.place == place(SOURCE_OUT) => Some((record.enter, Step::Sent(record))),
        _ => None,
    });
    let of_frames = log.frames.iter().map(|frame| (frame.time, Step::Acked(frame)));
    let rules = ackscope_engine::rules();
    // The first two rules of QUIC tell of losses: by number, and by age.
    let losses = [(&RULES[0], "reordering_threshold", 1, 3), (&RULES[1], "time_threshold", 2, 3)];
    let of_losses = replay.recorder().events().kept().iter().filter(|event| event.source as usize == flow);
    let of_losses = of_losses.filter_map(|event| {
        let rule = rules.get(usize::from(event.rule))?.rule;
        let (_, trigger, first, count) = losses.iter().find(|(of, ..)| std::ptr::eq(*of, rule))?;
        let (first, count) = (event.terms[*first] as u64, event.terms[*count] as u64);
        Some((event.time, Step::Lost { first, count, trigger }))
    });
    let all: Vec<(Time, Step)> = of_packets.chain(of_frames).chain(of_losses).collect();
    sorted(&all, |(time, step)| {
        let rank = match step {
            Step::Acked(_) | Step::Opened(_) => 0,
            Step::Lost { .. } => 1,
            Step::Sent(_) => 2,
        };
        (time.nanos(), rank)
    })
}
