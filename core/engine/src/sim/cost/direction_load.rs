//! One direction of the path: what its channels can carry, and the packets that arrive at them.

use crate::cc::features_of;
use crate::net::{Transmitter, longest_jitter};
use crate::order::sorted;
use crate::setup::{Capacity, ChannelSetup, Direction, FlowSetup, RateSetup, Setup, SourceSetup, TcpSetup};

use crate::sim::stretches::{RangeLowered, RangeMin, RangeSum};
use crate::tcp::MAX_WINDOW;
use crate::units::{Span, Time};

/// The most segments sent per delivered segment if ACKs clock the flow. Slow start sends two, the
/// overshoot is lost and retransmitted, and a loss that is found late meets a window twice as
/// large.
pub const CLOCKED: f64 = 4.0;

/// One direction of the path: what each of its channels can carry, and the packets that arrive at
/// it.
pub struct DirectionLoad {
    /// Packets that each channel can transmit in the run, if all have the size of the smallest data
    /// packets that cross it.
    pub carries: Vec<f64>,
    /// Packets that may be in a channel at once.
    pub pipe: Vec<f64>,
    /// The peak rate of each channel, in packets per second.
    pub peak: Vec<f64>,
    /// Data packets that enter the path here: from TCP, and from constant-rate sources.
    clocked: Vec<f64>,
    constant: Vec<f64>,
    /// Data packets that arrive at each channel.
    pub data: Vec<f64>,
    /// ACKs of data that leaves the path here cross at most this many channels.
    acked_over: Vec<f64>,
    /// Segments that TCP gives to its access links.
    pub sent: f64,
    /// Packets that wait for access links which are slower than their source.
    pub backlog: f64,
    /// Packets of constant-rate sources that are on access links at once.
    pub on_access: f64,
    /// The most TCP segments on access links at once, if TCP sends as fast as its narrowest
    /// channel.
    pub wire: f64,
    /// Segments in flight that no channel bounds: those of flows whose access link is their
    /// narrowest link, and those sent without an ACK.
    pub unbounded: f64,
    /// The most segments sent per delivered segment, over its flows.
    pub eager: f64,
    /// The longest time until the loss of a segment is found, in seconds.
    pub longest_s: f64,
    /// Segments that windows allow in flight.
    pub windows: f64,
}

/// Values over the channels that a flow crosses.
struct Stretches {
    /// The bits that a channel can carry in the whole run.
    bits: RangeMin,
    /// The peak rate, in bit/s.
    peak: RangeMin,
    /// The waiting time of a packet in full queues of both directions: per bit of the packet, and a
    /// part that does not depend on its size.
    wait_s: [RangeSum; 2],
}

impl DirectionLoad {
    pub fn of(setup: &Setup, direction: Direction) -> DirectionLoad {
        let hops = setup.hops.len();
        let forward = direction == Direction::Forward;
        let channels: Vec<&ChannelSetup> =
            setup.hops.iter().map(|hop| if forward { &hop.forward } else { &hop.backward }).collect();
        let flows = || setup.flows.iter().filter(|flow| flow.direction == direction);
        let ends = |flow: &FlowSetup| {
            if forward { (flow.from, flow.to - 1) } else { (flow.to - 1, flow.from) }
        };
        let mut smallest = RangeLowered::new(hops);
        // Change in the number of flows that continue after a hop, relative to the previous hop.
        let mut going_on = vec![0_i64; hops + 1];
        let mut acked_over = vec![0.0_f64; hops];
        for flow in flows() {
            let (entry, exit) = ends(flow);
            smallest.lower(flow.from, flow.to, packet_bits(flow));
            let first = if forward { flow.from } else { flow.from + 1 };
            going_on[first] += 1;
            going_on[first + (flow.to - flow.from - 1)] -= 1;
            if matches!(flow.source, SourceSetup::Tcp(_)) {
                acked_over[exit] = acked_over[exit].max((exit.abs_diff(entry) + 1) as f64);
            }
        }
        let smallest = smallest.values();
        let bits: Vec<f64> = channels
            .iter()
            .map(|channel| Transmitter::new(&channel.rate).capacity_bits(Time::ZERO, setup.duration))
            .collect();
        let carries: Vec<f64> = (0..hops).map(|hop| bits[hop] / smallest[hop]).collect();
        let peak: Vec<f64> =
            (0..hops).map(|hop| channels[hop].rate.peak().bps() as f64 / smallest[hop]).collect();
        let mut side = DirectionLoad {
            pipe: Vec::new(),
            data: vec![0.0; hops],
            carries,
            peak,
            clocked: vec![0.0; hops],
            constant: vec![0.0; hops],
            acked_over,
            sent: 0.0,
            backlog: 0.0,
            on_access: 0.0,
            wire: 0.0,
            unbounded: 0.0,
            eager: CLOCKED,
            longest_s: 0.0,
            windows: 0.0,
        };
        let stretches = Stretches::of(setup, &channels, bits);
        side.take_flows(setup, flows(), &stretches, ends);
        let order: Vec<usize> = if forward { (0..hops).collect() } else { (0..hops).rev().collect() };
        let goes_on: Vec<bool> = going_on
            .iter()
            .scan(0, |flows, more| {
                *flows += more;
                Some(*flows > 0)
            })
            .collect();
        let mut carried = 0.0;
        for hop in order {
            // An agent retransmits what its link has lost.
            let again = if setup.hops[hop].agent.is_some() { side.carries[hop] } else { 0.0 };
            side.data[hop] = carried + side.clocked[hop] + side.constant[hop] + again;
            carried = if goes_on[hop] { side.through(hop) } else { 0.0 };
        }
        side.pipe = (0..hops)
            .map(|hop| {
                let waiting = match channels[hop].queue.capacity {
                    Capacity::Packets(packets) => packets as f64,
                    Capacity::Bytes(bytes) => bytes as f64 * 8.0 / smallest[hop] + 1.0,
                };
                let under_way_s = (channels[hop].delay.bounds().1 + longest_jitter(channels[hop])).secs();
                (waiting + side.peak[hop] * under_way_s + 2.0).min(side.data[hop])
            })
            .collect();
        side
    }

    fn take_flows<'a>(
        &mut self,
        setup: &Setup,
        flows: impl Iterator<Item = &'a FlowSetup>,
        stretches: &Stretches,
        ends: impl Fn(&FlowSetup) -> (usize, usize),
    ) {
        let hops = self.data.len();
        let duration_s = setup.duration.secs();
        // Flows that enter at the same hop and have the same narrowest channel share what that
        // channel delivers.
        let mut shared: Vec<(usize, f64)> = Vec::new();
        let mut rtt_s = vec![0.0_f64; hops];
        // Upper bound of what an RTT is longer than the shortest, without queueing.
        let late_s: f64 = setup.hops.iter().map(|hop| later_s(&hop.forward) + later_s(&hop.backward)).sum();
        for flow in flows {
            let (entry, _) = ends(flow);
            let size = packet_bits(flow);
            let access = flow.access_rate.bps() as f64 * duration_s / size + 1.0;
            let tcp = match &flow.source {
                SourceSetup::Cbr { rate } => {
                    let offered: f64 =
                        periods(flow, setup).map(|span| rate.bps() as f64 * span.secs() / size + 2.0).sum();
                    self.constant[entry] += offered.min(access);
                    self.backlog += (offered - access).max(0.0);
                    let fastest_bps = rate.bps().min(flow.access_rate.bps()) as f64;
                    let delays_s = (flow.access_delays[0] + flow.access_delays[1] + flow.send_jitter).secs();
                    self.on_access += (fastest_bps * delays_s / size + 2.0).min(offered);
                    continue;
                }
                SourceSetup::Tcp(tcp) => tcp,
            };
            let window = tcp.receive_window as f64;
            self.windows += window;
            self.longest_s = self.longest_s.max(4.0 * (flow.rtt.secs() + late_s)).max(tcp.rto.min.secs());
            let unclocked = unclocked(flow, tcp, setup);
            self.clocked[entry] += unclocked.min(access);
            self.sent += unclocked;
            if let Some(window) = by_hand(tcp) {
                let rounds = duration_s / flow.rtt.secs().max(1e-6) + 2.0;
                self.clocked[entry] += (2.0 * window * rounds).min(access);
                self.sent += 2.0 * window * rounds;
                self.unbounded += window;
                continue;
            }
            self.unbounded += tcp.initial_window.min(window);
            let (delivered, narrowest) = stretches.bits.over(flow.from, flow.to);
            let eager = stretches.eagerness(flow, tcp);
            let wanted =
                tcp.segments.map_or(f64::INFINITY, |segments| segments as f64) * flow.periods.len() as f64;
            let own = eager * (delivered / size).min(wanted);
            self.sent += own;
            self.eager = self.eager.max(eager);
            let (peak_bps, fastest) = stretches.peak.over(flow.from, flow.to);
            if (flow.access_rate.bps() as f64) < 2.0 * peak_bps {
                self.unbounded += window.min(own).min(eager * access);
            }
            rtt_s[fastest] = rtt_s[fastest].max((flow.rtt + flow.send_jitter).secs() + late_s);
            let (key, own) = (entry * hops + narrowest, own.min(access));
            match shared.last_mut().filter(|last| last.0 == key) {
                Some((_, sum)) => *sum += own,
                None => shared.push((key, own)),
            }
        }
        self.wire = rtt_s.iter().zip(&self.peak).filter(|(s, _)| **s > 0.0).map(|(s, peak)| s * peak).sum();
        let shared = sorted(&shared, |(key, _)| (*key as u64, 0));
        for group in shared.chunk_by(|a, b| a.0 == b.0) {
            let sum: f64 = group.iter().map(|(_, own)| own).sum();
            let (entry, narrowest) = (group[0].0 / hops, group[0].0 % hops);
            self.clocked[entry] += sum.min(self.eager * self.carries[narrowest]);
        }
    }

    /// Data packets that pass a channel.
    fn through(&self, hop: usize) -> f64 {
        self.data[hop].min(self.carries[hop] + 1.0)
    }

    /// Arrivals of ACKs at channels: each segment that leaves the path has one ACK, which crosses
    /// every hop back to where the segment entered.
    pub fn acks(&self) -> f64 {
        (0..self.data.len()).map(|hop| self.through(hop) * self.acked_over[hop]).sum()
    }
}

impl Stretches {
    fn of(setup: &Setup, channels: &[&ChannelSetup], bits: Vec<f64>) -> Stretches {
        let both = |of: fn(&ChannelSetup) -> f64| {
            RangeSum::of(setup.hops.iter().map(|hop| of(&hop.forward) + of(&hop.backward)))
        };
        Stretches {
            bits: RangeMin::of(bits.into_iter()),
            peak: RangeMin::of(channels.iter().map(|channel| channel.rate.peak().bps() as f64)),
            wait_s: [both(|channel| full_wait_s(channel)[0]), both(|channel| full_wait_s(channel)[1])],
        }
    }

    /// The most segments that a flow sends per delivered segment.
    fn eagerness(&self, flow: &FlowSetup, tcp: &TcpSetup) -> f64 {
        let Some(factor) = features_of(tcp.algorithm).slow_start_factor else { return CLOCKED };
        let [by_bit, fixed] = &self.wait_s;
        let wait_s = packet_bits(flow) * by_bit.over(flow.from, flow.to) + fixed.over(flow.from, flow.to);
        CLOCKED + 2.0 * (factor(&tcp.params, flow.rtt.secs() + wait_s) - 2.0)
    }
}

/// By how much a packet may come later than after the smallest delay of `channel`.
fn later_s(channel: &ChannelSetup) -> f64 {
    let (least, largest) = channel.delay.bounds();
    (longest_jitter(channel) + (largest - least)).secs()
}

/// The waiting time of a packet in a full queue, including its own transmission: per bit of the
/// packet, and a fixed part. Infinite if the rate is not constant.
fn full_wait_s(channel: &ChannelSetup) -> [f64; 2] {
    let RateSetup::Constant(rate) = &channel.rate else {
        return [0.0, f64::INFINITY];
    };
    let bit_s = 1.0 / rate.bps() as f64;
    let late_s = later_s(channel);
    match channel.queue.capacity {
        Capacity::Packets(packets) => [(packets as f64 + 2.0) * bit_s, late_s],
        Capacity::Bytes(bytes) => [2.0 * bit_s, bytes as f64 * 8.0 * bit_s + late_s],
    }
}

fn packet_bits(flow: &FlowSetup) -> f64 {
    f64::from(flow.packet_bytes) * 8.0
}

/// The periods in which a flow is active.
fn periods<'a>(flow: &'a FlowSetup, setup: &'a Setup) -> impl Iterator<Item = Span> + 'a {
    flow.periods.iter().map(|(from, to)| (*to).min(setup.duration).since(*from))
}

/// The largest window of a flow whose window is set by hand: ACKs do not limit what it sends. An
/// algorithm made at run time may set any window.
fn by_hand(tcp: &TcpSetup) -> Option<f64> {
    if tcp.own_algorithm.is_some() {
        return Some(MAX_WINDOW.min(tcp.receive_window as f64));
    }
    let largest = features_of(tcp.algorithm).by_hand?(&tcp.params);
    Some(largest.max(tcp.initial_window).max(1.0).min(tcp.receive_window as f64))
}

/// The segments that TCP sends without an ACK: handshakes, initial windows, and the retransmissions
/// by the timer while no ACK arrives, at growing intervals.
fn unclocked(flow: &FlowSetup, tcp: &TcpSetup, setup: &Setup) -> f64 {
    let window = tcp.initial_window.min(tcp.receive_window as f64);
    let least_s = tcp.rto.min.max(flow.rtt).max(Span::from_nanos(1000)).secs();
    let longest_s = tcp.rto.max.secs().min(64.0 * least_s).max(1e-6);
    let (connections, _) = super::connections_and_acts(flow, setup.duration.secs());
    let of_periods: f64 = periods(flow, setup).map(|span| window + 20.0 + span.secs() / longest_s).sum();
    of_periods + connections * (window + 20.0)
}
