//! What a curve shows without any run: the least RTT, the largest rate, the longest queue, losses without a queue.

use super::guess::{Company, Guess, PACKET_BITS};
use super::summary::{cuts, gained_per_s, quantile};
use super::table::Curve;

/// A window of fewer segments is that of a connection that begins (RFC 6928 allows ten).
const INITIAL: f64 = 12.0;
/// The deliveries of a rate.
const RATE_OVER_S: f64 = 2.0;
/// Parts of the least RTT that are tried as the base RTT, where a queue is seen.
const SHORTER: [f64; 3] = [0.8, 0.6, 0.4];
/// RTTs that are tried where the file has none.
const RTTS_S: [f64; 7] = [0.01, 0.02, 0.04, 0.08, 0.12, 0.2, 0.35];

/// What a curve shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// It begins with the connection.
    pub from_start: bool,
    /// The least RTT; NaN without one.
    pub rtt_s: f64,
    pub rate_bps: f64,
    /// Packets that wait when the RTT is largest.
    pub queue_packets: f64,
    /// Cuts by packets.
    pub loss: f64,
    /// The window that the receiver allows, if the flight is flat and the RTT as well.
    pub window: Option<f64>,
    /// The longest time with nearly nothing in flight, after the start.
    pub idle_s: f64,
    /// By how much the least RTT differs between parts of the curve, as a part of it.
    pub rtt_moves: f64,
    /// By how much the largest rate does.
    pub rate_moves: f64,
}

impl Facts {
    pub fn of(curve: &Curve) -> Facts {
        let rtt_s = quantile(&curve.rtt_s, 0.002);
        let rates = rates_bps(curve);
        let rate_bps = quantile(&rates, 0.97);
        let longest_s = quantile(&curve.rtt_s, 0.995);
        let all = cuts(curve);
        let packets = rate_of(curve) * curve.length_s();
        let parts = |value: &dyn Fn(&Curve) -> f64| {
            let each: Vec<f64> =
                (0..4).map(|at| value(&quarter(curve, at))).filter(|it| it.is_finite()).collect();
            let (least, most) =
                each.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), it| (a.min(*it), b.max(*it)));
            if least > 0.0 && each.len() > 1 { most / least - 1.0 } else { 0.0 }
        };
        let flight = if curve.flight.iter().any(|it| !it.is_nan()) { &curve.flight } else { &curve.cwnd };
        let (low, high) =
            (quantile(&flight[flight.len() / 4..], 0.05), quantile(&flight[flight.len() / 4..], 0.95));
        let is_flat = all.is_empty() && high - low <= f64::max(2.0, 0.03 * high) && longest_s < 1.2 * rtt_s;
        Facts {
            from_start: curve.cwnd[0] <= INITIAL || curve.time_s[0] > 0.0,
            rtt_s,
            rate_bps,
            queue_packets: (longest_s - rtt_s) * rate_bps / PACKET_BITS,
            loss: if packets > 0.0 { all.len() as f64 / packets } else { 0.0 },
            window: is_flat.then_some(high),
            idle_s: idle_s(curve),
            rtt_moves: parts(&|part| quantile(&part.rtt_s, 0.05)),
            rate_moves: parts(&|part| quantile(&rates_bps(part), 0.97)),
        }
    }

    /// The first guesses for an algorithm. A flat flight may be that of a receive window, or of an algorithm that holds its own.
    pub fn guesses(&self, curve: &Curve, algorithm: &'static str) -> Vec<Guess> {
        let limited = self.window.map(|_| self.guesses_within(curve, algorithm, self.window));
        [self.guesses_within(curve, algorithm, None), limited.unwrap_or_default()].concat()
    }

    fn guesses_within(&self, curve: &Curve, algorithm: &'static str, window: Option<f64>) -> Vec<Guess> {
        let guess = |rate_bps: f64, rtt_s: f64, buffer: f64, loss: f64| Guess {
            algorithm,
            rate_bps: rate_bps.clamp_to(1e4, 1e11),
            rtt_s: rtt_s.clamp_to(1e-5, 10.0),
            buffer_packets: buffer.clamp_to(2.0, 1e5),
            loss,
            window,
            company: Company::Alone,
        };
        let highest = quantile(&curve.cwnd, 0.99).max(2.0);
        if self.rtt_s.is_nan() {
            // Without an RTT the peak is that of the path and its buffer, or nothing but a loss ends the growth.
            let of = |rtt_s: f64| {
                let rate =
                    |bdp: f64| if self.rate_bps.is_nan() { bdp * PACKET_BITS / rtt_s } else { self.rate_bps };
                let full = highest / 2.0;
                [guess(rate(full), rtt_s, full, 0.0), guess(rate(2.0 * highest), rtt_s, highest, self.loss)]
            };
            return RTTS_S.into_iter().flat_map(of).collect();
        }
        let rate_bps =
            if self.rate_bps.is_nan() { highest * PACKET_BITS / self.rtt_s } else { self.rate_bps };
        let bdp = rate_bps * self.rtt_s / PACKET_BITS;
        let queue = if self.queue_packets.is_nan() { highest - bdp } else { self.queue_packets };
        let mut guesses = vec![guess(rate_bps, self.rtt_s, queue, 0.0)];
        // A smoothed RTT whose queue is never empty does not show the base RTT: what is less of it waits.
        if queue > 0.3 * bdp {
            let shorter = |part: f64| guess(rate_bps, part * self.rtt_s, queue + (1.0 - part) * bdp, 0.0);
            guesses.extend(SHORTER.map(shorter));
        }
        if self.loss > 0.0 {
            guesses.push(guess(rate_bps, self.rtt_s, queue.max(0.5 * bdp), self.loss));
            // A flow that losses hold down does not show how much faster the path is.
            guesses.push(guess(3.0 * rate_bps, self.rtt_s, (3.0 * bdp).max(queue), self.loss));
        }
        if queue < 0.1 * bdp {
            guesses.push(guess(rate_bps, self.rtt_s, bdp, 0.0));
        }
        guesses
    }
}

trait ClampTo {
    fn clamp_to(self, least: f64, most: f64) -> f64;
}

impl ClampTo for f64 {
    fn clamp_to(self, least: f64, most: f64) -> f64 {
        if self.is_nan() { least } else { ackscope_engine::math::within(self, least, most) }
    }
}

/// Packets that are acknowledged in a second: counted, or the window by the RTT.
fn rate_of(curve: &Curve) -> f64 {
    let counted = gained_per_s(&curve.time_s, &curve.acked);
    if counted.is_nan() { quantile(&curve.cwnd, 0.5) / quantile(&curve.rtt_s, 0.5) } else { counted }
}

/// Deliveries over two seconds (over a tenth of a shorter curve), in bit/s on the wire.
fn rates_bps(curve: &Curve) -> Vec<f64> {
    let over_s = RATE_OVER_S.min(curve.length_s() / 10.0);
    let has_acked = curve.acked.iter().any(|it| !it.is_nan());
    let mut from = 0;
    let mut rates = Vec::new();
    for to in 0..curve.time_s.len() {
        while curve.time_s[to] - curve.time_s[from] > over_s {
            from += 1;
        }
        if curve.time_s[to] - curve.time_s[from] < 0.5 * over_s {
            continue;
        }
        let packets_per_s = match has_acked {
            true => gained_per_s(&curve.time_s[from..=to], &curve.acked[from..=to]),
            // Not more than the window leaves in a round trip.
            false => curve.cwnd[to] / curve.rtt_s[to],
        };
        rates.push(packets_per_s * PACKET_BITS);
    }
    rates
}

fn quarter(curve: &Curve, at: usize) -> Curve {
    let count = curve.time_s.len() / 4;
    let mut part = Curve::default();
    for row in at * count..(at + 1) * count {
        part.push([
            curve.time_s[row],
            curve.cwnd[row],
            curve.rtt_s[row],
            curve.flight[row],
            curve.retransmitted[row],
            curve.acked[row],
        ]);
    }
    part
}

/// The longest time after the first fifth in which the flight is below a twentieth of what is usual.
fn idle_s(curve: &Curve) -> f64 {
    let usual = quantile(&curve.flight, 0.5);
    let (mut longest_s, mut since_s) = (0.0_f64, None);
    for (time_s, flight) in curve.time_s.iter().zip(&curve.flight) {
        let is_idle = *time_s > 0.2 * curve.length_s() && *flight <= 0.05 * usual;
        since_s = if is_idle { since_s.or(Some(*time_s)) } else { None };
        longest_s = longest_s.max(since_s.map_or(0.0, |since_s| time_s - since_s));
    }
    longest_s
}
