//! What the sender learns from an ACK: what was delivered, what was lost, and how long it took.

use super::rounds::Rounds;
use super::scoreboard::Update;
use super::setup::TcpSetup;
use super::state::{AckArrival, Measuring, Sender, Timer};
use crate::cc::{Ack, CongestionControl, Connection, Needs, Notice, RateSample, State, Window, ack_view};
use crate::choices::Recovery;
use crate::estimator::{Estimate, Estimator};
use crate::math::{larger, smaller};
use crate::trace::Decisions;

impl Measuring {
    /// Nothing is sent yet.
    pub(super) fn new(setup: &TcpSetup, needs: Needs) -> Measuring {
        let wants_log = needs.segment_log || needs.rate_samples || !setup.timestamps;
        Measuring {
            timestamps: setup.timestamps,
            timed: None,
            log: wants_log.then(Box::default),
            log_is_own: wants_log,
            rounds: Rounds::default(),
            reported_by_duplicates: 0,
        }
    }
}

/// Takes the RTT sample of an ACK. `segment_s` is the RTT of the newest segment that it
/// acknowledges, if that is known.
#[inline(always)]
pub(super) fn sample_rtt(sender: &mut Sender, arrival: &AckArrival, segment_s: Option<f64>) -> Option<f64> {
    let timed = sender.measure.timed.filter(|timed| arrival.number > timed.0);
    if timed.is_some() {
        sender.measure.timed = None;
    }
    let rtt_s = if sender.measure.timestamps {
        Some(sender.now.since(arrival.echo).secs())
    } else {
        timed.map(|(_, sent)| sender.now.since(sent).secs())
    };
    if sender.measure.timestamps && !sender.timer.rto.settles_by_timed_segment() || timed.is_some() {
        sender.timer.rto.settle();
    }
    if let Some(rtt_s) = rtt_s {
        take_rtt(sender, rtt_s);
    }
    // A round leaves out samples of retransmitted segments, if the log shows them. An algorithm
    // that keeps a segment log gets the RTT of the newest acknowledged segment instead: the
    // wait of a delayed ACK then does not look like queueing delay.
    let sample_s = match (sender.needs.segment_log, sender.measure.log_is_own) {
        (true, _) => segment_s,
        (false, true) => rtt_s.filter(|_| segment_s.is_some()),
        (false, false) => rtt_s,
    };
    if let Some(sample_s) = sample_s {
        sender.measure.rounds.sample(sample_s);
    }
    rtt_s
}

/// What an ACK tells about the RTT, and the RTT of the newest segment that it acknowledges.
#[inline(always)]
pub(super) fn sample_rtts(
    sender: &mut Sender,
    arrival: &AckArrival,
    acked: u64,
) -> (Option<f64>, Option<f64>) {
    if acked == 0 {
        return (None, None);
    }
    let segment_s = sender.segment_rtt(arrival.number - 1);
    let rtt_s = if is_unsampled_partial(sender) {
        end_timing(&mut sender.measure, &mut sender.timer, arrival);
        None
    } else {
        sample_rtt(sender, arrival, segment_s)
    };
    (rtt_s, segment_s)
}

/// The same, shared by all flows with mechanisms. The other flows have it inlined in their path.
#[inline(never)]
pub fn sample_rtts_out_of_line(
    sender: &mut Sender,
    arrival: &AckArrival,
    acked: u64,
) -> (Option<f64>, Option<f64>) {
    sample_rtts(sender, arrival, acked)
}

/// True for a partial ACK of New Reno that takes no RTT sample (`keeps_deflation`).
fn is_unsampled_partial(sender: &Sender) -> bool {
    // The rarest condition comes first, because every ACK runs this check.
    sender.c.state == State::Recovery
        && sender.loss.variants.keeps_deflation
        && sender.loss.kind == Recovery::NewReno
        && sender.c.una < sender.recover_point()
}

/// The ACK ends the timing of a segment without a sample, and with it the back-off.
#[inline(never)]
pub fn end_timing(measure: &mut Measuring, timer: &mut Timer, arrival: &AckArrival) {
    if measure.timed.take_if(|timed| arrival.number > timed.0).is_some() {
        timer.rto.settle();
    }
}

/// Counts an RTT sample, and shows what it changes to the algorithm.
#[inline]
pub(super) fn take_rtt(sender: &mut Sender, rtt_s: f64) {
    sender.timer.rto.sample_at(rtt_s, sender.c.una, sender.c.next);
    sender.counters.rtt_samples += 1;
    sender.counters.rtt_sum_s += rtt_s;
    sender.c.srtt_s = sender.srtt_s();
    sender.c.rttvar_s = sender.timer.rto.rttvar_s();
    sender.c.last_rtt_s = Some(rtt_s);
    sender.c.min_rtt_s = smaller(sender.c.min_rtt_s, rtt_s);
    sender.c.max_rtt_s = larger(sender.c.max_rtt_s, rtt_s);
}

/// Segments newly known to be delivered. Without SACK a duplicate ACK counts as one segment,
/// and the next cumulative ACK does not count that segment again.
#[inline]
pub(super) fn count_delivered<const MECHANISMS: bool>(
    sender: &mut Sender,
    acked: u64,
    is_duplicate: bool,
    update: &Update,
) -> u64 {
    let delivered = if sender.loss.uses_sack::<MECHANISMS>() {
        update.delivered
    } else if is_duplicate {
        sender.measure.reported_by_duplicates += 1;
        1
    } else {
        let reported = sender.measure.reported_by_duplicates.min(acked.saturating_sub(1));
        sender.measure.reported_by_duplicates -= reported;
        acked - reported
    };
    sender.c.delivered += delivered;
    delivered
}

/// Tells the algorithm which segments were found lost. `before` segments were lost earlier.
#[inline(never)]
pub(super) fn tell_lost(sender: &mut Sender, lost: Vec<u64>, before: u64, log: &mut Decisions) {
    for (number, count) in lost.into_iter().zip(before + 1..) {
        let segment = sender.measure.log.as_ref().and_then(|sent| sent.lost(number, count));
        if let Some(segment) = segment {
            sender.cc.on_notice(&sender.c, Notice::Lost(segment), &mut sender.w, log);
        }
    }
}

/// Tells the log what an ACK reports. The delivery rate that follows from it, if the algorithm wants it.
#[inline(never)]
pub(super) fn deliver_to_log(
    sender: &mut Sender,
    arrival: &AckArrival,
    acked: u64,
    pipe_before: u64,
) -> Option<RateSample> {
    let log = sender.measure.log.as_mut()?;
    for &(start, end) in arrival.blocks {
        log.sacked(start, end, sender.c.now_s);
    }
    if acked > 0 {
        log.acked(arrival.number, sender.c.now_s);
    }
    sender.c.oldest = log.oldest();
    if sender.needs.rate_samples {
        log.rate_sample(sender.c.now_s, sender.c.min_rtt_s, sender.c.lost, pipe_before)
    } else {
        None
    }
}

/// Shows an ACK to the estimators for comparison.
#[inline(never)]
pub(super) fn feed_shadows(shadows: &mut [Estimator], c: &Connection, w: Window, ack: &Ack) {
    let view = ack_view(c, ack, w.cwnd);
    for shadow in shadows {
        shadow.on_ack(&view);
    }
}
