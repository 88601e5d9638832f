//! The sending end of one connection: sequence space, what to send next, and the order in which an
//! ACK is processed.
//!
//! The sender asks the algorithm and never decides for it; loss recovery is in `recovery`, what an
//! ACK tells in `delivery`, what goes next in `sending`.

use super::fack::FackBoard;
use super::rate_halving::Halving;
use super::recovery::{Gate, NewRenoState};
use super::rounds::Rounds;
use super::rules::{START, STOP};
use super::segment_log::SegmentLog;
use super::{RetransmissionTimer, Scoreboard};
use crate::cc::{Ack, CongestionControl, Connection, Controller, Needs, State, Window};
use crate::estimator::{Estimate, Estimator};
use crate::math::{larger, smaller};
use crate::setup::{AckCounting, Recovery, RecoveryVariants, TcpSetup};
use crate::trace::Decisions;
use crate::units::{Span, Time};

/// No window grows beyond this, whatever the algorithm says.
const MAX_WINDOW: f64 = 1e7;

/// A segment to put on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// Its number.
    pub number: u64,
    /// It was sent before.
    pub is_retransmission: bool,
}

/// An ACK as it arrives.
#[derive(Clone, Copy, Debug)]
pub struct AckArrival<'a> {
    /// The segment expected next.
    pub number: u64,
    /// The echoed timestamp.
    pub echo: Time,
    /// SACK blocks.
    pub blocks: &'a [(u64, u64)],
    /// It says that the segment expected next was corrupted (queues-and-links §11).
    pub is_corruption_told: bool,
    /// The share of a link that routers have told, in bit/s (queues-and-links §12).
    pub share_bps: Option<f64>,
}

/// What a sender counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct SenderCounters {
    /// Segments put on the wire, retransmissions included.
    pub sent: u64,
    /// Of them, segments sent again.
    pub retransmitted: u64,
    /// Recoveries started by ACKs.
    pub fast_retransmits: u64,
    /// Expiries of the retransmission timer.
    pub timeouts: u64,
    /// RTT samples.
    pub rtt_samples: u64,
    /// Their sum in seconds.
    pub rtt_sum_s: f64,
}

/// The sending end of one connection.
#[derive(Clone, Debug)]
pub struct Sender {
    pub(super) cc: Controller,
    pub(super) c: Connection,
    pub(super) w: Window,
    pub(super) recovery: Recovery,
    pub(super) variants: RecoveryVariants,
    pub(super) gate: Gate,
    pub(super) duplicates: u32,
    /// The latest ACK was a duplicate, and no timeout came after it: limited transmit answers it.
    pub(super) answers_duplicate: bool,
    pub(super) new_reno: NewRenoState,
    pub(super) board: Scoreboard,
    /// What is believed to be in the network under `recovery_variant: ns2_sack1`.
    pub(super) counted_pipe: i64,
    /// The marks of `recovery_variant: ns2_linux`.
    pub(super) fack: Option<Box<FackBoard>>,
    /// Its window on the way down.
    pub(super) halving: Option<Halving>,
    pub(super) timer: RetransmissionTimer,
    pub(super) deadline: Time,
    pub(super) counters: SenderCounters,
    pub(super) needs: Needs,
    pub(super) log: Option<Box<SegmentLog>>,
    /// Rounds leave out what the log knows to be resent; not if it is kept for those who only look
    /// on.
    pub(super) log_is_own: bool,
    pub(super) rounds: Rounds,
    pub(super) shadows: Vec<Estimator>,
    pub(super) limited_transmit: bool,
    pub(super) timestamps: bool,
    /// Karn's algorithm: one timed segment at a time, dropped at any retransmission.
    pub(super) timed: Option<(u64, Time)>,
    /// One past the last segment the source will ever give.
    pub(super) source_end: u64,
    /// The last send stopped because the window was full: only then may the window grow.
    pub(super) window_limited: bool,
    /// Segments below this were looked at when losses were counted.
    pub(super) lost_below: u64,
    /// Delivered segments that only duplicate ACKs have told of.
    pub(super) told_by_duplicates: u64,
    /// Pacing: no new segment before this.
    pub(super) next_release: Time,
    /// When the pacer wants to be woken.
    pub(super) wake_at: Time,
    /// ACKs of new data since the last retransmission, up to 2.
    pub(super) acks_since_resend: u32,
    /// The segment that was resent last because it was corrupted, and when.
    pub(super) resent_corrupted: Option<(u64, Time)>,
    pub(super) now: Time,
}

impl Sender {
    /// A sender that has not started; `random_seed` is for what its algorithm draws.
    pub fn new(setup: &TcpSetup, packet_bytes: u32, random_seed: u64) -> Sender {
        let cc = setup.controller();
        let needs = cc.needs();
        let w = Window { cwnd: setup.initial_window, ssthresh: setup.initial_ssthresh };
        let timer = RetransmissionTimer::new(setup.rto);
        let wants_log = needs.segment_log || needs.rate_samples || !setup.timestamps;
        Sender {
            c: Connection {
                now_s: 0.0,
                una: 0,
                next: 0,
                max: 0,
                receive_window: setup.receive_window,
                segment_bits: f64::from(packet_bytes) * 8.0,
                srtt_s: 0.0,
                rttvar_s: 0.0,
                last_rtt_s: None,
                min_rtt_s: f64::INFINITY,
                max_rtt_s: 0.0,
                pipe: 0,
                delivered: 0,
                lost: 0,
                sent: 0,
                state: State::Open,
                growth: setup.growth,
                initial_window: setup.initial_window,
                least_half: if setup.recovery_variants.ns2_rto && !setup.recovery_variants.ns2_linux {
                    0.0
                } else {
                    2.0
                },
                oldest: None,
                app_limited: false,
                round: 0,
                fair_share_bps: None,
                random_seed,
            },
            cc,
            w,
            recovery: setup.recovery,
            variants: setup.recovery_variants,
            gate: Gate::default(),
            duplicates: 0,
            answers_duplicate: false,
            new_reno: NewRenoState::default(),
            board: Scoreboard::default(),
            counted_pipe: 0,
            fack: (setup.recovery == Recovery::Sack && setup.recovery_variants.ns2_linux).then(Box::default),
            halving: None,
            timer,
            deadline: Time::NEVER,
            counters: SenderCounters::default(),
            needs,
            log: wants_log.then(Box::default),
            log_is_own: wants_log,
            rounds: Rounds::default(),
            shadows: setup.shadow.iter().map(|id| Estimator::new(id)).collect(),
            limited_transmit: setup.limited_transmit,
            timestamps: setup.timestamps,
            timed: None,
            source_end: setup.segments.unwrap_or(u64::MAX),
            window_limited: true,
            lost_below: 0,
            told_by_duplicates: 0,
            next_release: Time::ZERO,
            wake_at: Time::NEVER,
            acks_since_resend: 2,
            resent_corrupted: None,
            now: Time::ZERO,
        }
    }

    /// The window.
    #[inline]
    pub fn window(&self) -> Window {
        self.w
    }

    /// What the algorithm sees.
    #[inline]
    pub fn connection(&self) -> &Connection {
        &self.c
    }

    /// The counters.
    pub fn counters(&self) -> &SenderCounters {
        &self.counters
    }

    /// When the retransmission timer expires.
    #[inline]
    pub fn deadline(&self) -> Time {
        self.deadline
    }

    /// When the pacer wants to send.
    #[inline]
    pub fn wake_at(&self) -> Time {
        self.wake_at
    }

    /// The timeout a SYN waits for its answer.
    pub fn timeout(&self) -> Span {
        self.timer.timeout()
    }

    /// A SYN went unanswered.
    pub fn handshake_expired(&mut self) {
        self.timer.expire();
    }

    /// True if all the source will ever give is acknowledged.
    pub fn is_complete(&self) -> bool {
        self.c.una >= self.source_end
    }

    /// The estimate the algorithm acts on, in segments per second.
    pub fn estimate(&self) -> Option<(&'static str, f64)> {
        self.cc.estimate(self.c.now_s)
    }

    /// Bytes that its lists of segments have taken.
    pub fn bytes(&self) -> usize {
        self.board.bytes()
            + self.fack.as_ref().map_or(0, |board| board.bytes())
            + self.log.as_ref().map_or(0, |log| log.bytes())
    }

    /// The shadow estimates, in segments per second.
    pub fn shadows(&self) -> impl Iterator<Item = f64> + '_ {
        self.shadows.iter().map(|shadow| shadow.estimate(self.c.now_s))
    }

    /// The connection is open; `rtt_s` is the handshake's sample.
    pub fn open(&mut self, now: Time, rtt_s: Option<f64>, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        self.set_now(now);
        self.timer.settle();
        if let Some(rtt_s) = rtt_s {
            self.take_rtt(rtt_s);
        }
        self.cc.start(&self.c, &mut self.w);
        self.clamp();
        for shadow in &mut self.shadows {
            shadow.start(self.c.now_s);
        }
        self.rounds.restart(self.c.now_s, 0, self.w.cwnd);
        log.say(START, &[self.w.cwnd, self.w.ssthresh]);
        self.pump(out);
    }

    /// The source stops: no new data, what is outstanding is still delivered.
    pub fn stop(&mut self, log: &mut Decisions) {
        if self.source_end > self.c.max {
            self.source_end = self.c.max;
            log.say(STOP, &[self.c.max as f64]);
        }
    }

    /// An ACK arrives. The steps are numbered as in tcp-core §11.
    pub fn on_ack(&mut self, now: Time, arrival: &AckArrival, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        self.set_now(now);
        if arrival.number < self.c.una {
            return;
        }
        if let Some(share_bps) = arrival.share_bps {
            let before = self.c.fair_share_bps.unwrap_or(share_bps);
            self.c.fair_share_bps = Some(0.875 * before + 0.125 * share_bps);
        }
        let flight_before = self.c.flight();
        let pipe_before = if self.needs.rate_samples { self.pipe() } else { 0 };
        let acked = arrival.number - self.c.una;

        // 1. scoreboard and snd_una
        let update = self.advance_una(arrival, acked);
        let lost = self.fack.as_mut().and_then(|board| board.update(arrival.number, arrival.blocks));
        let is_duplicate = acked == 0
            && self.c.max > self.c.una
            && (self.recovery != Recovery::Sack || update.newly_sacked > 0);
        self.answers_duplicate = is_duplicate;
        // 2. RTT
        let (rtt_s, segment_rtt_s) = if acked > 0 {
            let segment_s = self.segment_rtt(arrival.number - 1);
            let rtt_s = if self.is_partial_of_ns2() {
                self.settle_on_partial(arrival)
            } else {
                self.sample_rtt(arrival, segment_s)
            };
            (rtt_s, segment_s)
        } else {
            self.sample_duplicate(arrival);
            (None, None)
        };
        // 3. what was delivered, and how fast
        let delivered = self.count_delivered(acked, is_duplicate, &update);
        self.c.pipe = self.pipe();
        self.count_lost();
        let rate = self.deliver_to_log(arrival, acked, pipe_before);

        let mut ack = Ack {
            acked,
            is_duplicate,
            delivered,
            duplicates: self.duplicates + u32::from(is_duplicate),
            rtt_s,
            segment_rtt_s,
            steps: if self.c.growth == AckCounting::ByteCounting { acked as f64 } else { 1.0 },
            flight_before,
            rate,
        };
        // 4. estimators
        self.cc.on_ack(&self.c, &ack);
        if !self.shadows.is_empty() {
            self.feed_shadows(&ack);
        }
        // 5. loss detection and recovery
        self.count_ack(acked);
        let mut may_grow = acked > 0;
        if self.fack.is_some() {
            may_grow = self.on_forward_ack(&ack, lost, log);
        } else if acked > 0 {
            may_grow = self.on_new_ack(&mut ack, out, log);
        } else if is_duplicate && arrival.is_corruption_told && self.c.state != State::Recovery {
            self.on_corruption_notice(out, log);
        } else if is_duplicate {
            self.on_duplicate(&ack, out, log);
        }
        // 6. rounds
        if acked > 0 {
            if let Some(round) = self.rounds.acked(arrival.number, acked, self.c.now_s) {
                self.c.round = self.rounds.count();
                if self.c.state != State::Recovery {
                    self.cc.on_round(&self.c, &round, &mut self.w, log);
                }
                self.rounds.restart(self.c.now_s, self.c.next, self.w.cwnd);
            }
        }
        // 7. growth
        if self.needs.owns_cwnd || (may_grow && self.window_limited) {
            self.cc.on_increase(&self.c, &ack, &mut self.w, log);
        }
        if acked > 0 && self.needs.answers_duplicates && self.cc.resends_more(&self.c) {
            self.resend_aside(out);
        }
        // 8. bounds
        if let Some(share_bps) = self.c.fair_share_bps {
            let most = share_bps * self.c.srtt_s / self.c.segment_bits + 1.0;
            self.w.cwnd = self.w.cwnd.min(most);
        }
        self.clamp();
        // 9. timer
        if self.c.una == self.c.max && !self.has_no_window() {
            self.deadline = Time::NEVER;
        }
        // 10. send
        self.pump(out);
    }

    /// Restarts rounds after a recovery, whose ACKs say nothing about the path in peace.
    pub(super) fn restart_round(&mut self) {
        self.rounds.restart(self.c.now_s, self.c.next, self.w.cwnd);
    }

    #[inline]
    pub(super) fn set_now(&mut self, now: Time) {
        self.now = now;
        self.c.now_s = now.secs();
    }

    #[inline]
    pub(super) fn clamp(&mut self) {
        let least = smaller(self.c.least_half, 1.0);
        self.w.cwnd = smaller(MAX_WINDOW, larger(least, self.w.cwnd));
        self.w.ssthresh = larger(self.w.ssthresh, 2.0);
    }
}
