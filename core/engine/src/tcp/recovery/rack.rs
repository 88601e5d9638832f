//! Recovery by RACK (`recovery: rack`): how the sender reacts to what the board finds (RFC 8985 §5,
//! §6; Linux tcp_input.c, tcp_recovery.c).
//!
//! Duplicate ACKs do not trigger a recovery. An ACK that shows a loss starts a recovery, and a loss
//! beyond the recovery point starts the next one.

use super::{ending, rack_timer, tlp};
use crate::cc::{Ack, Connection, Needs, State};
use crate::choices::{AckCounting, Recovery};
use crate::tcp::decisions::{RACK, RACK_TIMER, RETRANSMISSION_LOST};
use crate::tcp::options;
use crate::tcp::rack_board::{Acked, Detection, News, RackBoard};
use crate::tcp::scoreboard::Update;
use crate::tcp::setup::TcpSetup;
use crate::tcp::state::{AckArrival, Gate, MechanismSlot, Mechanisms, Purpose, Rack, Sender};
use crate::tcp::{delivery, reduction, undo};
use crate::trace::Decisions;
use crate::units::{Span, Time};

/// What a timeout means.
pub(in crate::tcp) struct Expiry {
    /// It repeats an earlier one: the window was cut for this loss.
    pub(in crate::tcp) repeats: bool,
    /// It may have come too early.
    pub(in crate::tcp) may_be_early: bool,
    /// Segments that it shows to be lost.
    pub(in crate::tcp) lost: u64,
}

impl Rack {
    /// For a flow with this recovery, before its first segment.
    pub(in crate::tcp) fn of(setup: &TcpSetup, needs: Needs) -> Option<Rack> {
        let options::Mechanisms { chosen, timer_slack, .. } = setup.mechanisms;
        (setup.recovery == Recovery::Rack).then(|| Rack {
            board: RackBoard::naming(needs.notices),
            news: News::default(),
            slack: timer_slack,
            sends_probes: chosen.tlp,
            probe: None,
            expiries: 0,
            must_resend: false,
            restarts_probe: false,
            resent_since: None,
            holds: false,
        })
    }
}

/// Step 1 of an ACK. An ACK that arrives after a newer one may still SACK something new.
pub(in crate::tcp) fn advance(sender: &mut Sender, arrival: &AckArrival) -> Update {
    let recover = sender.recover_point();
    let Some(rack) = sender.mechanisms.rack_mut() else {
        return Update::default();
    };
    let AckArrival { number: una, blocks, echo, .. } = *arrival;
    let ack = Acked { una, blocks, echo, now: sender.now, recover };
    rack.board.update(&ack, &mut rack.news);
    rack.holds = false;
    if sender.c.state == State::Open {
        rack.resent_since = None;
    }
    // A needless retransmission counts as delivered (tcp_dsack_seen).
    let reported = u64::from(rack.is_linux() && arrival.duplicate.is_some());
    if arrival.number > sender.c.una {
        sender.c.una = arrival.number;
        sender.c.next = sender.c.next.max(sender.c.una);
        rack.expiries = 0;
    }
    Update { newly_sacked: rack.news.sacked, delivered: rack.news.delivered + reported }
}

/// Step 2: takes the RTT sample of an ACK (Linux, tcp_clean_rtx_queue). The first RTT is that
/// of the oldest newly acknowledged segment, which includes the receiver's delay, or else that
/// of the oldest newly SACKed one. The second RTT is that of the newest segment. If the ACK
/// acknowledges a retransmitted segment and SACKs nothing new that was sent once, the timestamp
/// gives the first RTT.
#[inline]
pub(in crate::tcp) fn sample(
    sender: &mut Sender,
    arrival: &AckArrival,
    acked: u64,
) -> (Option<f64>, Option<f64>) {
    let Some(rack) = sender.mechanisms.rack_mut() else {
        return (None, None);
    };
    let acked_sent = rack.news.acked_sent.filter(|_| !rack.news.acks_resent);
    let first = acked_sent.or(rack.news.sacked_sent).map(|sent| sent.0);
    let newest = rack.news.sacked_sent.or(acked_sent).map(|sent| sender.now.since(sent.1));
    let rtt = match first {
        Some(sent) => Some(sender.now.since(sent)),
        None if acked > 0 => Some(sender.now.since(arrival.echo)),
        None => None,
    };
    let Some(rtt) = rtt else {
        return (None, None);
    };
    rack.board.sample(newest.unwrap_or(rtt), sender.now);
    if acked > 0 {
        sender.timer.rto.settle();
    }
    delivery::take_rtt(sender, rtt.secs());
    if let Some(newest) = newest {
        sender.measure.rounds.sample(newest.secs());
    }
    (Some(rtt.secs()), newest.map(Span::secs))
}

/// Step 5: true if the window may grow with this ACK.
#[inline]
pub(in crate::tcp) fn on_ack(
    sender: &mut Sender,
    ack: &Ack,
    arrival: &AckArrival,
    log: &mut Decisions,
) -> bool {
    sender.loss.duplicates =
        if ack.acked > 0 { 0 } else { sender.loss.duplicates + u32::from(ack.is_duplicate) };
    tlp::look_at(sender, arrival, log);
    if matches!(sender.c.state, State::Recovery | State::Loss) && sender.c.una >= sender.recover_point() {
        let state = settled(sender);
        ending::leave(sender, state, log);
    }
    let found = find_losses(sender, log);
    let waits = found.as_ref().is_some_and(|found| found.wait.is_some());
    let is_pending = waits && sender.timer.purpose == Purpose::Reordering;
    consider_recovery(sender, found.as_ref(), log);
    if sender.c.una == sender.c.max {
        sender.timer.deadline = Time::NEVER;
        sender.timer.purpose = Purpose::Retransmission;
    } else if ack.acked > 0 && !is_pending {
        rack_timer::restart(sender);
    }
    sender.c.pipe = sender.mechanisms.rack_pipe();
    let is_progress = ack.acked > 0 || ack.sacked > 0 && grows_by_sacks(&sender.c, &sender.mechanisms);
    is_progress && sender.c.state != State::Recovery
}

/// True if the window grows while segments arrive out of order, as in Linux.
#[inline]
fn grows_by_sacks(c: &Connection, mechanisms: &MechanismSlot) -> bool {
    c.growth == AckCounting::LinuxCount && mechanisms.rack().is_some_and(|rack| rack.board.grows_by_sacks())
}

/// Enters a recovery if something is lost.
#[inline]
fn consider_recovery(sender: &mut Sender, found: Option<&Detection>, log: &mut Decisions) {
    let Some(rack) = sender.mechanisms.rack_mut() else {
        return;
    };
    match sender.c.state {
        State::Recovery => {}
        // After a timeout only a lost retransmission is a new loss.
        State::Loss if found.is_none_or(|found| found.retransmission.is_none()) => {}
        _ if rack.board.lost() > 0 => enter(sender, found, log),
        _ => {
            sender.c.state = rack.settled();
            rack.forget_resends();
        }
    }
}

/// The state of a sender that repairs nothing.
fn settled(sender: &Sender) -> State {
    sender.mechanisms.rack().map_or(State::Open, Rack::settled)
}

/// Marks the segments that the latest ACK shows to be lost, and sets the timer for those that
/// may be lost. `None` if the ACK shows nothing.
#[inline]
fn find_losses(sender: &mut Sender, log: &mut Decisions) -> Option<Detection> {
    let Rack { board, holds: false, .. } = sender.mechanisms.rack_mut()? else { return None };
    if board.take_advance() && board.is_overtaken() { look_for_losses(sender, log) } else { None }
}

#[inline(never)]
fn look_for_losses(sender: &mut Sender, log: &mut Decisions) -> Option<Detection> {
    let rack = sender.mechanisms.rack_mut()?;
    let window = rack.board.reordering_window(sender.c.state, Span::from_secs(sender.c.srtt_s));
    let found = rack.board.detect(sender.now, window);
    if let Some(wait) = found.wait {
        let wait = wait + rack.slack;
        sender.timer.deadline = sender.expiry(wait);
        sender.timer.purpose = Purpose::Reordering;
    }
    count_found(sender, found.lost, log);
    if let Some(lost) = found.retransmission {
        let (sent_s, age_s) = (lost.sent.secs(), sender.now.since(lost.sent).secs());
        log.say(RETRANSMISSION_LOST, &[lost.number as f64, sent_s, age_s]);
    }
    Some(found)
}

/// Counts `lost` more segments as lost, and tells the algorithm which ones.
pub(in crate::tcp) fn count_found(sender: &mut Sender, lost: u64, log: &mut Decisions) {
    let before = sender.c.lost;
    sender.c.lost += lost;
    if let Some(rack) = sender.mechanisms.rack_mut().filter(|_| sender.needs.notices) {
        let named = rack.board.take_named();
        delivery::tell_lost(sender, named, before, log);
    }
}

#[inline(never)]
fn enter(sender: &mut Sender, found: Option<&Detection>, log: &mut Decisions) {
    let Some(rack) = sender.mechanisms.rack() else {
        return;
    };
    let first = found.and_then(|found| found.first);
    let number = first.map(|lost| lost.number).or(rack.board.next_lost()).unwrap_or(sender.c.una);
    let sent = first.map(|lost| lost.sent).or(rack.board.sent_at(number)).unwrap_or(sender.now);
    let window = rack.board.reordering_window(sender.c.state, Span::from_secs(sender.c.srtt_s));
    let values = [
        number as f64,
        sender.now.since(sent).secs(),
        rack.board.rtt().secs(),
        window.secs(),
        rack.board.sacked() as f64,
    ];
    log.say(RACK, &values);
    sender.counters.fast_retransmits += 1;
    sender.loss.gate = Gate::after_loss(sender.c.max);
    reduction::cut_for_loss(sender, log);
    sender.c.state = State::Recovery;
    if let Some(Mechanisms { rack: Some(rack), prr, .. }) = sender.mechanisms.get_mut() {
        rack.must_resend = prr.is_none();
    }
}

/// The reordering timer expires.
#[inline(never)]
pub(in crate::tcp) fn on_reordering(sender: &mut Sender, log: &mut Decisions) {
    let Some(rack) = sender.mechanisms.rack_mut() else {
        return;
    };
    let window = rack.board.reordering_window(sender.c.state, Span::from_secs(sender.c.srtt_s));
    let found = rack.board.detect(sender.now, window);
    count_found(sender, found.lost, log);
    if let Some(lost) = found.first {
        log.say(RACK_TIMER, &[lost.number as f64, sender.now.since(lost.sent).secs(), window.secs()]);
        if sender.c.state != State::Recovery {
            enter(sender, Some(&found), log);
            sender.c.pipe = sender.pipe();
            reduction::reduce(sender, 1, false, log);
        }
    }
    let is_linux = sender.mechanisms.rack().is_some_and(Rack::is_linux);
    match found.wait {
        // The kernel's timer does not set itself again (tcp_rack_reo_timeout).
        Some(wait) if !is_linux => sender.timer.deadline = sender.expiry(wait),
        _ => {
            sender.timer.purpose = Purpose::Reordering;
            rack_timer::rearm(sender);
        }
    }
}

/// The retransmission timer expires: segments sent long enough ago are lost, the rest stays in the
/// network (RFC 8985 §6.3; Linux, tcp_enter_loss). `None` without RACK.
pub(in crate::tcp) fn on_timeout(sender: &mut Sender) -> Option<Expiry> {
    let recover = sender.recover_point();
    let rack = sender.mechanisms.rack_mut()?;
    if matches!(sender.c.state, State::Open | State::Disorder) {
        rack.board.note_timeout();
    }
    let lost = rack.board.give_up(sender.now);
    let is_new = match sender.c.state {
        State::Open | State::Disorder => true,
        State::Recovery => sender.c.una >= recover,
        State::Loss => sender.c.una >= recover || rack.expiries == 0,
    };
    // RFC 5682 §3.1 step 1: not if a recovery was under way.
    let may_be_early = sender.c.state != State::Recovery || rack.expiries > 0;
    rack.expiries += 1;
    rack.probe = None;
    Some(Expiry { repeats: !is_new, may_be_early, lost })
}

/// The next segment: the smallest lost one, or a new one.
#[inline]
pub(in crate::tcp) fn next(sender: &mut Sender) -> Option<u64> {
    let rack = sender.mechanisms.rack_mut()?;
    let must_resend = std::mem::take(&mut rack.must_resend);
    if (rack.board.pipe() as i64 + 1) as f64 > sender.w.cwnd && !must_resend {
        return sender.window_full();
    }
    if sender.c.state == State::Loss
        && let Some(answer) = undo::next_by_frto(sender)
    {
        return answer;
    }
    let rack = sender.mechanisms.rack()?;
    match rack.board.next_lost().filter(|_| !rack.holds) {
        Some(number) => {
            sender.output.window_limited = true;
            Some(number)
        }
        None => sender.within_source_and_receiver(sender.c.next),
    }
}
