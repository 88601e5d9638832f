//! Senders: ACKs that reach them, timers that expire, connections that start and stop.

use super::event_queue::EventQueue;
use super::flow::{Flow, FlowLine, HANDSHAKE_BYTES, Phase, Source};
use super::network::Network;
use super::route::Access;
use crate::net::{Flags, Kind, Packet};
use crate::setup::{Handshake, SourceSetup};
use crate::tcp::{AckArrival, AckPlan, MARKS_REPORTED, MarkReport, Outgoing, REDUCTION_REPORTED, SackBlocks};
use crate::trace::Recorder;
use crate::units::Time;

/// A burst of more packets than this counts as that many events. This keeps a slice short, so that
/// the cost of a burst is noticed in time.
const SMALL_BURST: usize = 1 << 12;

impl Network {
    /// An ACK reaches the source of `flow`.
    #[inline(never)]
    pub(super) fn reach_sender(&mut self, flow: usize, recorder: &mut Recorder) {
        self.census.arrived += 1;
        let now = self.now;
        let state = &mut self.flows[flow];
        let packet = state.take_from_line(FlowLine::AckOut, &mut self.event_queue);
        if packet.epoch != state.epoch {
            return;
        }
        let Source::Tcp { sender, .. } = &mut state.source else {
            return;
        };
        if packet.kind == Kind::SynAck {
            if state.phase == Phase::Opening {
                state.phase = Phase::Open;
                state.syn_deadline = Time::NEVER;
                let rtt_s = now.since(packet.stamp).secs();
                if state.application.as_ref().is_some_and(|application| application.waits_for_handshake()) {
                    state.open_application(now);
                }
                let Source::Tcp { sender, .. } = &mut state.source else {
                    return;
                };
                sender.open(now, Some(rtt_s), &mut self.outbox, &mut self.decisions);
                self.after_sender(flow, None, recorder);
            }
            return;
        }
        let sack = state.sacks.find(packet.sack);
        let blocks = sack.map_or(&[][..], SackBlocks::as_slice);
        let is_corruption_reported = packet.flags.has(Flags::CORRUPTION_NOTICE);
        let share_bps = sack.and_then(SackBlocks::share_bps);
        let marks = MarkReport {
            echo: packet.flags.has(Flags::ECE),
            ace: packet.flags.ace(),
            count: sack.map_or(0, SackBlocks::marks),
        };
        let arrival = AckArrival {
            number: packet.number,
            echo: packet.stamp,
            blocks,
            is_corruption_reported,
            share_bps,
            marks,
            duplicate: sack.and_then(SackBlocks::duplicate),
        };
        // An ACK that is lost has not told its window, but one with a higher number tells at least as
        // much. Several ACKs may have one number, and the receiver is ahead of the clock: each of them
        // tells one window.
        let mut is_due = packet.flags.has(Flags::OFFER);
        while let Some(&(number, window)) = state.offers.front() {
            let is_own = number == packet.number && std::mem::take(&mut is_due);
            if number >= packet.number && !is_own {
                break;
            }
            state.offers.pop_front();
            sender.offer(window);
        }
        let before = sender.window().ssthresh;
        sender.on_ack(now, &arrival, &mut self.outbox, &mut self.decisions);
        if recorder.wants_packets()
            && let Some((marked, delivered)) = sender.reported_marks()
        {
            recorder.event(now, flow as u32, MARKS_REPORTED, &[marked as f64, delivered as f64]);
        }
        let window = sender.window();
        self.tally.digest.mix(now.nanos() ^ (packet.number << 20));
        self.tally.digest.mix(window.cwnd.to_bits());
        self.after_sender(flow, Some(before), recorder);
    }

    /// Completes an action of the sender: records what changed, sends the new segments, and sets
    /// the timers.
    pub(super) fn after_sender(
        &mut self,
        flow: usize,
        ssthresh_before: Option<f64>,
        recorder: &mut Recorder,
    ) {
        let now = self.now;
        let state = &mut self.flows[flow];
        let Source::Tcp { sender, .. } = &state.source else {
            return;
        };
        if state.handles.are_any() {
            state.handles.record(sender, now, ssthresh_before, recorder);
        }
        if !self.decisions.is_empty() {
            for decision in self.decisions.iter() {
                self.tally.digest.mix(now.nanos() ^ decision.terms[0].to_bits());
            }
            recorder.decisions(now, flow as u32, &mut self.decisions);
        }
        for outgoing in &self.outbox {
            self.census.sent += 1;
            if outgoing.tells_reduction {
                recorder.event(now, flow as u32, REDUCTION_REPORTED, &[outgoing.number as f64]);
            }
            let bytes = if outgoing.number == 0 { state.first_bytes } else { state.packet_bytes };
            state.send(Kind::Data, *outgoing, bytes, now, &mut self.event_queue, recorder);
        }
        if self.outbox.len() > SMALL_BURST {
            self.allowed = self.allowed.saturating_sub(self.outbox.len() as u64);
        }
        self.outbox.clear();
        state.arm_by(state.next_timer(), &mut self.event_queue);
    }

    /// Sends a packet that is not a segment.
    fn send_other(
        &mut self,
        flow: usize,
        kind: Kind,
        outgoing: Outgoing,
        bytes: u16,
        recorder: &mut Recorder,
    ) {
        self.census.sent += 1;
        self.flows[flow].send(kind, outgoing, bytes, self.now, &mut self.event_queue, recorder);
    }

    /// Ensures that the flow's timers are checked at its earliest deadline at the latest.
    pub(super) fn arm(&mut self, flow: usize) {
        let flow = &self.flows[flow];
        flow.arm_by(flow.next_timer(), &mut self.event_queue);
    }

    /// A timer of `flow` may be due.
    #[inline(never)]
    pub(super) fn fire_timers(&mut self, flow: usize, recorder: &mut Recorder) {
        let now = self.now;
        if self.flows[flow].next_start() <= now {
            self.start_connection(flow, recorder);
        }
        if self.flows[flow].stop_at <= now {
            self.stop_source(flow, recorder);
        }
        if self.flows[flow].application.as_ref().is_some_and(|application| application.next() <= now) {
            self.act(flow, recorder);
        }
        if self.flows[flow].syn_deadline <= now {
            if let Source::Tcp { sender, .. } = &mut self.flows[flow].source {
                sender.handshake_expired();
            }
            self.send_syn(flow, true, recorder);
        }
        let state = &mut self.flows[flow];
        match &mut state.source {
            Source::Tcp { sender, receiver } => {
                let ack_due = receiver.deadline() <= now;
                let (timed_out, woken) = (sender.deadline() <= now, sender.wake_at() <= now);
                let before = sender.window().ssthresh;
                if timed_out {
                    sender.on_timeout(now, &mut self.outbox, &mut self.decisions);
                } else if woken {
                    sender.on_wake(now, &mut self.outbox);
                }
                if ack_due && receiver.expire(now) == AckPlan::Now {
                    self.flows[flow].send_ack(now, &mut self.event_queue, &mut self.census, recorder);
                }
                if timed_out || woken {
                    self.after_sender(flow, Some(before), recorder);
                }
            }
            Source::Cbr(cbr) => {
                if cbr.next_at <= now {
                    let outgoing =
                        Outgoing { number: cbr.next, is_retransmission: false, tells_reduction: false };
                    let bytes = state.packet_bytes;
                    cbr.advance(bytes.into());
                    self.send_other(flow, Kind::Cbr, outgoing, bytes, recorder);
                }
            }
        }
        self.arm(flow);
    }

    #[inline(never)]
    fn start_connection(&mut self, flow: usize, recorder: &mut Recorder) {
        let now = self.now;
        let setups = self.setups.clone();
        let setup = &setups[flow];
        let state = &mut self.flows[flow];
        let Some((_, end)) = state.schedule.pop_front() else {
            return;
        };
        if state.started_at.is_some() {
            state.renew(setup);
        }
        state.started_at.get_or_insert(now);
        state.stop_at = end;
        let handshake = matches!(&setup.source, SourceSetup::Tcp(tcp) if tcp.handshake == Handshake::Before);
        let waits = state.application.as_ref().is_some_and(|application| application.waits_for_handshake());
        if !(handshake && waits) {
            state.open_application(now);
        }
        match &mut state.source {
            Source::Cbr(cbr) => {
                cbr.next_at = now;
                state.phase = Phase::Open;
            }
            Source::Tcp { sender, .. } => {
                let SourceSetup::Tcp(tcp) = &setup.source else {
                    return;
                };
                if tcp.handshake == Handshake::Before {
                    state.phase = Phase::Opening;
                    self.send_syn(flow, false, recorder);
                } else {
                    state.phase = Phase::Open;
                    sender.open(now, None, &mut self.outbox, &mut self.decisions);
                    self.after_sender(flow, None, recorder);
                }
            }
        }
    }

    fn send_syn(&mut self, flow: usize, is_retransmission: bool, recorder: &mut Recorder) {
        let now = self.now;
        let state = &mut self.flows[flow];
        let Source::Tcp { sender, .. } = &state.source else {
            return;
        };
        state.syn_deadline = now + sender.timeout();
        self.send_other(
            flow,
            Kind::Syn,
            Outgoing { number: 0, is_retransmission, tells_reduction: false },
            HANDSHAKE_BYTES,
            recorder,
        );
    }

    fn stop_source(&mut self, flow: usize, recorder: &mut Recorder) {
        let now = self.now;
        let state = &mut self.flows[flow];
        state.stop_at = Time::NEVER;
        state.syn_deadline = Time::NEVER;
        if let Some(application) = &mut state.application {
            application.close();
        }
        match &mut state.source {
            Source::Tcp { sender, .. } => {
                if state.phase == Phase::Opening {
                    state.phase = Phase::Idle;
                }
                sender.stop(&mut self.decisions);
                recorder.decisions(now, flow as u32, &mut self.decisions);
            }
            Source::Cbr(cbr) => cbr.next_at = Time::NEVER,
        }
    }
}

impl Flow {
    /// The source puts a packet on the wire.
    #[inline(always)]
    fn send(
        &mut self,
        kind: Kind,
        outgoing: Outgoing,
        bytes: u16,
        now: Time,
        event_queue: &mut EventQueue,
        recorder: &mut Recorder,
    ) {
        let jitter = self.draw_jitter();
        let mut flags = match kind {
            Kind::Syn => Flags::NONE,
            _ if outgoing.is_retransmission => self.resent_flags,
            _ => self.data_flags,
        };
        if outgoing.tells_reduction {
            flags = flags.with(Flags::CWR);
        }
        let packet = Packet {
            at: now,
            stamp: now,
            number: outgoing.number,
            flow: self.index,
            sack: 0,
            bytes,
            epoch: self.epoch,
            kind,
            is_retransmission: outgoing.is_retransmission,
            flags,
        };
        let at = self.cross(Access::SourceOut, &packet, now, jitter, recorder);
        self.put_in_line(FlowLine::DataIn, Packet { at, ..packet }, event_queue);
    }
}
