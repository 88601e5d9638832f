//! What an ACK frame acknowledges, and which packets are lost (quic §3; RFC 9002 §6.1, §7.6).

use crate::tcp::state::{Fate, Given, LostRun, Quic};
use crate::units::{Span, Time};

/// What an ACK frame newly says.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::tcp) struct News {
    /// Packets that it newly acknowledges.
    pub acked: u64,
    /// Of them, those sent after the latest reduction of the window.
    pub growing: u64,
    /// When the largest one was sent, if it is newly the largest.
    pub largest_sent: Option<Time>,
    /// When the latest of them was sent.
    pub latest_sent: Option<Time>,
    /// A packet that counts as lost has arrived, when it was sent, and how many packets before the largest.
    pub late: Option<(u64, Time, u64)>,
}

/// Packets that are found lost.
#[derive(Clone, Debug)]
pub(in crate::tcp) struct Losses {
    /// Their numbers.
    pub numbers: Vec<u64>,
    /// When the first one was sent, and when the last one.
    pub first_sent: Time,
    pub last_sent: Time,
    /// The first one was overtaken by this many packets.
    pub overtaken: u64,
    /// The first one is lost because of these packets, not because of its age.
    pub by_number: bool,
    /// Between the first and the last of all packets that were lost in a row so much time passed.
    pub row: Span,
}

/// Takes the ranges of an ACK frame, half-open and the newest first. `una` is the number of the oldest packet that is
/// neither acknowledged nor lost; it moves.
pub(in crate::tcp) fn take(quic: &mut Quic, ranges: &[(u64, u64)], una: &mut u64) -> News {
    let mut news = News::default();
    quic.fresh.clear();
    let next = *una + quic.sent.len() as u64;
    for &(start, end) in ranges {
        let (mut number, end) = (start.max(*una), end.min(next));
        while number < end {
            let from = number;
            while number < end && acknowledge(quic, (number - *una) as usize, &mut news) {
                number += 1;
            }
            if number > from {
                quic.fresh.push((from, number));
            }
            number += 1;
        }
    }
    if !quic.given_up.is_empty() {
        look_for_late(quic, ranges, &mut news);
    }
    if let Some(largest) = ranges.first().map(|range| range.1 - 1).filter(|largest| *largest < next) {
        if quic.largest_acked.is_none_or(|before| largest > before) {
            quic.largest_acked = Some(largest);
            let place = largest.checked_sub(*una).filter(|_| news.acked > 0);
            news.largest_sent = place.and_then(|place| quic.sent.get(place as usize)).map(|sent| sent.at);
        }
    }
    forget(quic, una);
    news
}

/// The packet at `place` is acknowledged: true if that is new.
fn acknowledge(quic: &mut Quic, place: usize, news: &mut News) -> bool {
    let Some(sent) = quic.sent.get_mut(place).filter(|sent| sent.fate == Fate::InFlight) else {
        return false;
    };
    sent.fate = Fate::Acked;
    let (at, data) = (sent.at, sent.data);
    quic.in_flight -= 1;
    news.acked += 1;
    news.growing += u64::from(quic.is_after_reduction(at));
    news.latest_sent = news.latest_sent.max(Some(at));
    quic.deliver(data);
    true
}

/// Packets that count as lost and have arrived: their data need not be sent again.
fn look_for_late(quic: &mut Quic, ranges: &[(u64, u64)], news: &mut News) {
    let mut place = 0;
    while let Some(given) = quic.given_up.get(place).copied() {
        if !ranges.iter().any(|range| (range.0..range.1).contains(&given.number)) {
            place += 1;
            continue;
        }
        quic.given_up.remove(place);
        quic.deliver(given.data);
        let before = quic.largest_acked.map_or(0, |largest| largest.saturating_sub(given.number));
        news.late.get_or_insert((given.number, given.sent, before));
    }
}

/// Forgets the packets below the oldest one that is in flight.
fn forget(quic: &mut Quic, una: &mut u64) {
    while quic.sent.front().is_some_and(|sent| sent.fate != Fate::InFlight) {
        quic.sent.pop_front();
        *una += 1;
    }
}

/// Finds the packets that are lost at `now`: those that were overtaken by enough packets, or for `delay`. Sets the time
/// at which the next one counts as lost (RFC 9002 A.10).
pub(in crate::tcp) fn detect(quic: &mut Quic, now: Time, delay: Span, una: &mut u64) -> Option<Losses> {
    quic.loss_time = Time::NEVER;
    let largest = quic.largest_acked?;
    let mut losses: Option<Losses> = None;
    for number in *una..largest {
        let Some(sent) = quic.sent.get_mut((number - *una) as usize) else { break };
        if sent.fate != Fate::InFlight {
            continue;
        }
        let by_number = number + quic.setup.packet_threshold <= largest;
        if !by_number && sent.at + delay > now {
            quic.loss_time = quic.loss_time.min(sent.at + delay);
            continue;
        }
        sent.fate = Fate::Lost;
        let sent = *sent;
        quic.in_flight -= 1;
        if !sent.is_copied && !quic.has_delivered(sent.data) {
            quic.waiting.insert(sent.data, sent.data + 1);
        }
        quic.given_up.push_back(Given { number, data: sent.data, sent: sent.at, given_up: now });
        let row = lengthen(&mut quic.lost_run, number, sent.at, sent.had_rtt);
        let losses = losses.get_or_insert_with(|| Losses {
            numbers: Vec::new(),
            first_sent: sent.at,
            last_sent: sent.at,
            overtaken: largest - number,
            by_number,
            row,
        });
        losses.numbers.push(number);
        losses.last_sent = sent.at;
        losses.row = losses.row.max(row);
    }
    // An ACK that is later than the time in which a packet is lost says nothing more.
    while quic.given_up.front().is_some_and(|given| now.since(given.given_up) > delay) {
        quic.given_up.pop_front();
    }
    forget(quic, una);
    losses
}

/// Packet `number`, sent at `sent`, is lost. Returns the time from the first to the last packet of its row: only
/// packets count that left after an RTT sample.
fn lengthen(run: &mut Option<LostRun>, number: u64, sent: Time, had_rtt: bool) -> Span {
    match run {
        Some(run) if run.last + 1 == number => {
            run.last = number;
            sent.since(run.first_sent)
        }
        _ => {
            *run = had_rtt.then_some(LostRun { first_sent: sent, last: number });
            Span::ZERO
        }
    }
}
