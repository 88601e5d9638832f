//! An ACK frame reaches a QUIC sender, or its timer expires: the order of the steps (quic §3, §4; RFC 9002 A.7 to A.9,
//! appendix B).

use super::decisions::MARK_ANSWERED;
use super::quic::detection::{self, Losses, News};
use super::quic::{AckFrame, choose, is_allowed, rules, timer};
use super::state::{Fate, Outgoing, Purpose, Sender};
use super::{delivery, gso, pacing, reduction, sending, slow_start, usage, wire};
use crate::cc::{Ack, CongestionControl, RateSample, State};
use crate::math::{larger, smaller};
use crate::trace::Decisions;
use crate::units::{Span, Time};

/// An ACK frame arrives.
// Not inlined, as all of QUIC: an ACK of TCP passes where this is called, and would save registers for it.
#[inline(never)]
pub fn take_frame(
    sender: &mut Sender,
    now: Time,
    frame: &AckFrame,
    out: &mut Vec<Outgoing>,
    log: &mut Decisions,
) {
    sender.set_now(now);
    let flight_before = sender.pipe();
    if sender.needs.rate_samples {
        sending::look_for_dry_source(sender, flight_before);
        sender.c.next_departure_s = sender.on_clock(sender.output.next_release);
    }
    // 1. which packets are acknowledged
    let Some(quic) = sender.mechanisms.quic_mut() else { return };
    let news = detection::take(quic, frame.ranges, &mut sender.c.una);
    if let Some((number, sent, overtaken)) = news.late {
        log.say(rules::SPURIOUS, &[number as f64, now.since(sent).secs(), overtaken as f64]);
    }
    if news.acked == 0 {
        return sending::pump_as::<true>(sender, out);
    }
    // 2. RTT
    let sample = news.largest_sent.map(|sent| take_rtt(sender, now.since(sent), frame.delay));
    // 3. what was delivered, and how fast
    sender.c.delivered += news.acked;
    sender.c.pipe = sender.pipe();
    let rate = if sender.measure.log.is_some() { deliver_to_log(sender, flight_before) } else { None };
    let (marked, ece) = sender.mechanisms.read_marks(frame.marks, news.acked);
    let ack = Ack {
        acked: news.acked,
        is_duplicate: false,
        delivered: news.acked,
        sacked: 0,
        window: sender.w,
        duplicates: 0,
        rtt_s: sample.map(|(latest_s, _)| latest_s),
        segment_rtt_s: sample.map(|(_, adjusted_s)| adjusted_s),
        steps: sender.c.growth.steps(news.acked, news.acked),
        flight_before,
        rate,
        marked,
        ece,
    };
    // 4. estimators
    if !sender.needs.ignores_acks {
        sender.cc.on_ack(&sender.c, &ack);
    }
    if !sender.shadows.is_empty() {
        delivery::feed_shadows(&mut sender.shadows, &sender.c, sender.w, &ack);
    }
    // 5. recovery, marks and losses
    leave_recovery(sender, &news, log);
    let growing = answer_marks(sender, &ack, &news, log);
    look_for_losses(sender, log);
    // An ACK shows that the path works (RFC 9002 §6.2.1).
    sender.timer.rto.settle();
    // 6. rounds
    let end = sender.mechanisms.quic().and_then(|quic| quic.largest_acked).map_or(0, |largest| largest + 1);
    if let Some(round) = sender.measure.rounds.acked(end, news.acked, sender.c.now_s) {
        sender.c.round = sender.measure.rounds.count();
        if sender.c.state != State::Recovery {
            usage::end_round(sender, &round, log);
        }
        sender.restart_round();
    }
    // 7. growth, with the packets that were sent after the latest reduction
    let steps = sender.c.growth.steps(growing, growing);
    grow(sender, &Ack { acked: growing, steps, ..ack }, log);
    // 8. bounds and pacing
    sender.clamp();
    pacing::update(sender, log);
    gso::tell(sender, log);
    // 9. send, and set the timer
    sending::pump_as::<true>(sender, out);
}

/// The window grows with an ACK, unless none of its packets count or the source does not use the window.
fn grow(sender: &mut Sender, ack: &Ack, log: &mut Decisions) {
    let counts = ack.acked > 0 && sender.c.state != State::Recovery;
    let mut may_grow = counts & usage::uses_window(sender, counts, log);
    if sender.mechanisms.slow_start_mut().is_some() {
        may_grow = slow_start::watch(sender, ack, sender.c.una, may_grow, log);
    }
    if sender.needs.owns_cwnd || may_grow {
        sender.cc.on_increase(&sender.c, ack, &mut sender.w, log);
    }
}

/// The RTT without the receiver's delay, unless that would put it below the smallest one (RFC 9002 §5.3); all in
/// seconds.
fn adjusted_s(latest_s: f64, min_s: f64, delay_s: f64) -> f64 {
    if latest_s >= min_s + delay_s { latest_s - delay_s } else { latest_s }
}

/// Takes the RTT of the largest packet: returns it with the receiver's delay and without, in seconds.
fn take_rtt(sender: &mut Sender, latest: Span, delay: Span) -> (f64, f64) {
    let latest_s = latest.secs();
    let most = sender.mechanisms.quic().map_or(Span::ZERO, |quic| quic.setup.max_ack_delay);
    sender.c.min_rtt_s = smaller(sender.c.min_rtt_s, latest_s);
    sender.c.max_rtt_s = larger(sender.c.max_rtt_s, latest_s);
    sender.c.last_rtt_s = Some(latest_s);
    sender.counters.rtt_samples += 1;
    sender.counters.rtt_sum_s += latest_s;
    let adjusted_s = adjusted_s(latest_s, sender.c.min_rtt_s, delay.min(most).secs());
    sender.timer.rto.sample(adjusted_s);
    sender.c.srtt_s = sender.timer.rto.srtt_s();
    sender.c.rttvar_s = sender.timer.rto.rttvar_s();
    sender.measure.rounds.sample(adjusted_s);
    (latest_s, adjusted_s)
}

/// Tells the log which packets are delivered. The delivery rate that follows from it, if the algorithm wants it.
fn deliver_to_log(sender: &mut Sender, flight_before: u64) -> Option<RateSample> {
    let (log, quic) = (sender.measure.log.as_mut()?, sender.mechanisms.quic()?);
    for &(start, end) in quic.fresh.iter().rev() {
        log.sacked(start, end, sender.c.now_s);
    }
    log.acked(sender.c.una, sender.c.now_s);
    sender.c.oldest = log.oldest();
    if !sender.needs.rate_samples {
        return None;
    }
    log.rate_sample(sender.c.now_s, sender.c.min_rtt_s, sender.c.lost, flight_before)
}

/// A packet that was sent after the loss was found ends the recovery (RFC 9002 §7.3.2).
fn leave_recovery(sender: &mut Sender, news: &News, log: &mut Decisions) {
    let entered = sender.mechanisms.quic().map_or(Time::NEVER, |quic| quic.entered);
    let Some(sent) = news.latest_sent.filter(|sent| *sent > entered) else { return };
    if !matches!(sender.c.state, State::Recovery | State::Loss) {
        return;
    }
    sender.c.state = State::Open;
    sender.cc.on_recovery_exit(&sender.c, &mut sender.w, log);
    sender.clamp();
    sender.restart_round();
    let values = [sender.on_clock(sent), sender.on_clock(entered), sender.w.cwnd];
    log.say(rules::RECOVERED, &values);
}

/// Answers marks as a loss is answered: once for the packets sent before (RFC 9002 B.7). Returns how many packets grow
/// the window.
fn answer_marks(sender: &mut Sender, ack: &Ack, news: &News, log: &mut Decisions) -> u64 {
    let Some(quic) = sender.mechanisms.quic() else { return 0 };
    let is_new = news.largest_sent.is_some_and(|sent| quic.is_after_reduction(sent));
    let grows_on = sender.needs.grows_with_marks && sender.c.state == State::Open;
    let growing = if grows_on { news.acked } else { news.growing };
    if !ack.ece {
        return growing;
    }
    if is_new && !matches!(sender.c.state, State::Recovery | State::Loss) {
        let point = sender.mechanisms.marks_mut().and_then(|marks| marks.point).unwrap_or(0);
        log.say(MARK_ANSWERED, &[sender.c.una as f64, point as f64, sender.c.max as f64]);
        if sender.cc.on_mark(&sender.c, ack, &mut sender.w, log) {
            sender.w.cwnd = sender.w.cwnd.max(2.0);
            sender.clamp();
            sender.counters.mark_reductions += 1;
            if let Some(marks) = sender.mechanisms.marks_mut() {
                marks.close(sender.c.max);
            }
            if let Some(quic) = sender.mechanisms.quic_mut() {
                quic.recovery_start = Some(sender.now);
            }
        }
    }
    if sender.needs.grows_with_marks { growing } else { 0 }
}

/// Finds losses and reacts to them.
fn look_for_losses(sender: &mut Sender, log: &mut Decisions) {
    let latest_s = sender.c.last_rtt_s.unwrap_or_default();
    let Some(quic) = sender.mechanisms.quic_mut() else { return };
    let delay = quic.loss_delay(latest_s, sender.c.srtt_s);
    let una = sender.c.una;
    if let Some(losses) = detection::detect(quic, sender.now, delay, &mut sender.c.una) {
        react(sender, &losses, delay, una, log);
    }
    sender.c.pipe = sender.pipe();
}

/// Packets are lost (RFC 9002 B.8). `una` was the oldest packet before.
fn react(sender: &mut Sender, losses: &Losses, delay: Span, una: u64, log: &mut Decisions) {
    let (first, count) = (losses.numbers[0], losses.numbers.len() as u64);
    debug_assert!(first >= una);
    let before = sender.c.lost;
    sender.c.lost += count;
    sender.c.pipe = sender.pipe();
    if sender.needs.notices {
        delivery::tell_lost(sender, losses.numbers.clone(), before, log);
    }
    if let Some(sent) = sender.measure.log.as_mut() {
        losses.numbers.iter().for_each(|number| sent.forget(*number));
    }
    let Some(quic) = sender.mechanisms.quic() else { return };
    let (threshold, is_new) = (quic.setup.packet_threshold, quic.is_after_reduction(losses.last_sent));
    let (number, age) = (first as f64, sender.now.since(losses.first_sent));
    if losses.by_number {
        let largest = (first + losses.overtaken) as f64;
        log.say(rules::OVERTAKEN, &[largest, number, threshold as f64, count as f64]);
    } else {
        log.say(rules::LATE, &[age.secs(), delay.secs(), number, count as f64]);
    }
    let limit = timer::persistent_after(sender);
    if is_new {
        sender.counters.fast_retransmits += 1;
        reduction::cut_for_loss(sender, log);
        enter(sender, State::Recovery, true);
    }
    if losses.row > limit {
        collapse(sender, log);
        let values = [losses.row.secs(), limit.secs(), sender.w.cwnd, sender.w.ssthresh];
        log.say(rules::PERSISTENT, &values);
    }
}

/// The sender repairs a loss from now on.
fn enter(sender: &mut Sender, state: State, must_send: bool) {
    sender.c.state = state;
    let now = sender.now;
    if let Some(quic) = sender.mechanisms.quic_mut() {
        quic.recovery_start = Some(now);
        quic.entered = now;
        quic.must_send = must_send;
    }
}

/// Persistent congestion: the window as after TCP's timeout, but of two packets (RFC 9002 §7.6.2).
fn collapse(sender: &mut Sender, log: &mut Decisions) {
    sender.counters.timeouts += 1;
    let said = log.len();
    // The loss has reduced the threshold already.
    sender.cc.on_timeout(&sender.c, true, &mut sender.w, log);
    // What the algorithm says of its timer is not so.
    log.take_back(said);
    if !sender.needs.owns_cwnd {
        sender.w.cwnd = 2.0;
    }
    sender.clamp();
    enter(sender, State::Loss, false);
    if let Some(quic) = sender.mechanisms.quic_mut() {
        quic.recovery_start = None;
        quic.lost_run = None;
    }
    slow_start::restart(&mut sender.mechanisms, &sender.c, sender.now);
    sender.restart_round();
}

/// The timer expires.
pub(super) fn expire(sender: &mut Sender, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    if sender.timer.purpose == Purpose::Reordering {
        look_for_losses(sender, log);
        sender.clamp();
        pacing::update(sender, log);
        return sending::pump_as::<true>(sender, out);
    }
    let timeout = timer::probe_timeout(sender);
    let back_off = f64::from(sender.timer.rto.back_off());
    let probes = send_probes(sender, out);
    let values = timer::values(sender, timeout, back_off, probes as f64);
    log.say(rules::PROBE, &values);
    sender.timer.rto.expire();
    timer::set(sender);
}

/// Sends the probes of a timeout, whatever window and pacer say: new data if there is any, else the oldest that is not
/// acknowledged (RFC 9002 §6.2.4). Returns how many.
fn send_probes(sender: &mut Sender, out: &mut Vec<Outgoing>) -> usize {
    let most = sender.mechanisms.quic().map_or(0, |quic| quic.setup.probes as usize);
    sender.output.next_release = sender.now;
    let mut sent = 0;
    let mut oldest = 0;
    while sent < most {
        let Some(data) = next_probe(sender, &mut oldest) else { break };
        if let Some(number) = choose(sender, data) {
            wire::transmit(sender, number, out);
        }
        sent += 1;
    }
    sent
}

/// The data of the next probe: what is known to be lost, new data, or that of the first packet in flight from `place`
/// on whose data no other packet carries.
fn next_probe(sender: &mut Sender, place: &mut usize) -> Option<u64> {
    let quic = sender.mechanisms.quic()?;
    let fresh = quic.data_next;
    if let Some(waiting) = quic.waiting.first() {
        return Some(waiting);
    }
    if is_allowed(sender, fresh) {
        return Some(fresh);
    }
    let now = sender.now;
    let quic = sender.mechanisms.quic_mut()?;
    let is_alone =
        |sent: &super::state::Sent| sent.fate == Fate::InFlight && !sent.is_copied && sent.at < now;
    let found = quic.sent.iter().skip(*place).position(is_alone)?;
    *place += found + 1;
    let sent = &mut quic.sent[*place - 1];
    sent.is_copied = true;
    Some(sent.data)
}
