//! Inputs of a script: events, and names with their units.

use borsh::{BorshDeserialize, BorshSerialize};

use super::unit::{RATE, SECONDS, SEGMENTS, SIZE, Unit};

/// A hook, identified by the event that calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum Event {
    /// The connection is established.
    Start,
    /// Every ACK.
    Ack,
    /// Window growth below ssthresh.
    SlowStart,
    /// Window growth at or above ssthresh.
    Avoidance,
    /// Both kinds of growth.
    Increase,
    /// A round ended.
    Round,
    /// ACKs revealed a loss.
    Loss,
    /// A recovery ended.
    Recovered,
    /// The retransmission timer expired.
    Timeout,
    /// CE marks were reported.
    Ecn,
}

/// Number of events.
pub const EVENTS: usize = 10;

/// A declared event.
#[derive(Clone, Copy, Debug)]
pub struct EventName {
    /// The word after `on`.
    pub word: &'static str,
    pub event: Event,
    /// Description of the event.
    pub help: &'static str,
}

const TEXTS: bool = crate::TEXTS;

const fn text(text: &'static str) -> &'static str {
    if TEXTS { text } else { "" }
}

const fn event(word: &'static str, event: Event, help: &'static str) -> EventName {
    EventName { word, event, help: text(help) }
}

/// All events, in the order of [`Event`].
pub static EVENT_NAMES: [EventName; EVENTS] = [
    event("start", Event::Start, "The connection is established. The window holds its initial values."),
    event(
        "ack",
        Event::Ack,
        "Every ACK, duplicates too, in every state: for estimators. It does not change the window.",
    ),
    event(
        "slow_start",
        Event::SlowStart,
        "New data is acknowledged while cwnd < ssthresh, outside fast recovery.",
    ),
    event(
        "avoidance",
        Event::Avoidance,
        "New data is acknowledged while cwnd ≥ ssthresh, outside fast recovery.",
    ),
    event("increase", Event::Increase, "slow_start and avoidance in one."),
    event(
        "round",
        Event::Round,
        "The first segment sent in the round is acknowledged, outside fast recovery.",
    ),
    event("loss", Event::Loss, "A loss is found by ACKs, once per loss event."),
    event("recovered", Event::Recovered, "Fast recovery, or the recovery from a timeout, is over."),
    event("timeout", Event::Timeout, "The retransmission timer expired."),
    event("ecn", Event::Ecn, "CE marks are reported, at most once per round."),
];

impl Event {
    /// The word after `on`.
    pub fn word(self) -> &'static str {
        EVENT_NAMES[self as usize].word
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// True if the hook is for window growth.
    pub fn is_growth(self) -> bool {
        matches!(self, Event::SlowStart | Event::Avoidance | Event::Increase)
    }

    /// True if New Reno has a rule for this event, which `standard()` applies.
    pub fn has_standard(self) -> bool {
        self.is_growth() || matches!(self, Event::Loss | Event::Timeout | Event::Ecn)
    }
}

const ALL: u16 = u16::MAX;
const PER_ACK: u16 =
    Event::Ack.bit() | Event::SlowStart.bit() | Event::Avoidance.bit() | Event::Increase.bit();
const ROUND: u16 = Event::Round.bit();

macro_rules! inputs {
    ($($id:ident $word:literal $kind:expr, $hooks:expr, $help:literal;)*) => {
        /// What a script reads of its connection and of an event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
        #[allow(missing_docs)]
        pub enum Input { $($id,)* }

        /// All of them, in that order.
        pub static INPUTS: &[InputName] = &[$(InputName {
            word: $word, input: Input::$id, kind: $kind, hooks: $hooks, help: text($help),
        },)*];
    };
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Kind {
    Number(Unit),
    /// True or false.
    Condition,
}

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub struct InputName {
    pub word: &'static str,
    /// The input that it denotes.
    pub input: Input,
    /// The kind of its value.
    pub kind: Kind,
    hooks: u16,
    /// Its meaning.
    pub help: &'static str,
}

impl InputName {
    /// True if the name is available in the hook. `None` stands for `pace`, which is evaluated
    /// after every hook.
    pub fn is_known_in(&self, event: Option<Event>) -> bool {
        match event {
            Some(event) => self.hooks & event.bit() != 0,
            None => self.hooks == ALL,
        }
    }

    /// The hooks in which it is available.
    pub fn hooks(&self) -> impl Iterator<Item = Event> + '_ {
        EVENT_NAMES.iter().map(|known| known.event).filter(|event| self.hooks & event.bit() != 0)
    }
}

const PLAIN: Kind = Kind::Number(Unit::Plain);
const TIME: Kind = Kind::Number(SECONDS);
const DATA: Kind = Kind::Number(SEGMENTS);
const SPEED: Kind = Kind::Number(RATE);
const BITS: Kind = Kind::Number(SIZE);
const TRUTH: Kind = Kind::Condition;

inputs! {
    Now "now" TIME, ALL, "Time since the start of the run.";
    Rtt "rtt" TIME, ALL, "Latest RTT sample; 0 before the first.";
    Srtt "srtt" TIME, ALL, "Smoothed RTT; 0 before the first sample.";
    Rttvar "rttvar" TIME, ALL, "RTT variation.";
    RttMin "rtt_min" TIME, ALL, "Smallest RTT sample of the connection; 0 before the first.";
    RttMax "rtt_max" TIME, ALL, "Largest RTT sample of the connection; 0 before the first.";
    Window "window" DATA, ALL, "min(cwnd, receive_window), as it is now: what a cut starts from.";
    Flight "flight" DATA, ALL, "Segments sent and not yet cumulatively acknowledged.";
    Pipe "pipe" DATA, ALL, "Segments believed to be in the network (RFC 6675); flight without SACK.";
    Delivered "delivered" DATA, ALL, "Segments delivered so far.";
    Lost "lost" DATA, ALL, "Segments declared lost so far.";
    Sent "sent" DATA, ALL, "Segments sent so far, retransmissions included.";
    InitialWindow "initial_window" DATA, ALL, "The initial window.";
    ReceiveWindow "receive_window" DATA, ALL, "The receive window.";
    SegmentSize "segment_size" BITS, ALL, "Bits of a segment: 2Mbps / segment_size is in segments/s.";
    InSlowStart "in_slow_start" TRUTH, ALL, "cwnd < ssthresh, where it is read.";
    InRecovery "in_recovery" TRUTH, ALL, "The sender is in fast recovery.";
    AppLimited "app_limited" TRUTH, ALL, "The source had nothing to send.";
    HasRtt "has_rtt" TRUTH, ALL, "There is an RTT sample.";
    OldestSent "oldest_sent" TIME, ALL, "When the oldest unacknowledged segment was last sent.";
    OldestSends "oldest_sends" PLAIN, ALL, "How often the oldest unacknowledged segment was sent.";
    Acked "acked" DATA, PER_ACK, "Segments that this ACK newly acknowledges cumulatively.";
    Sacked "sacked" DATA, PER_ACK, "Segments that this ACK newly reports by SACK.";
    DeliveredNow "delivered_now" DATA, PER_ACK, "Segments that this ACK newly reports as delivered, in any way.";
    FlightBefore "flight_before" DATA, PER_ACK, "flight before this ACK.";
    Steps "steps" PLAIN, PER_ACK, "What this ACK is worth for growth: 1, or the segments it acknowledges under byte counting.";
    IsDuplicate "is_duplicate" TRUTH, PER_ACK, "This ACK is a duplicate.";
    NewRtt "new_rtt" TRUTH, PER_ACK, "This ACK brought the sample rtt.";
    SegmentRtt "segment_rtt" TIME, PER_ACK, "Since the newest acknowledged segment was sent, if it was sent once; else 0.";
    DeliveryRate "delivery_rate" SPEED, PER_ACK, "The delivery-rate sample of this ACK; 0 without one.";
    RoundTime "round_time" TIME, ROUND, "Duration of the round that ended.";
    RoundMinRtt "round_min_rtt" TIME, ROUND, "Smallest RTT sample of the round; 0 without samples.";
    RoundMeanRtt "round_mean_rtt" TIME, ROUND, "Mean RTT sample of the round; 0 without samples.";
    RoundAcked "round_acked" DATA, ROUND, "Segments acknowledged in the round.";
    RoundSent "round_sent" DATA, ROUND, "Segments sent in the round.";
    RoundSamples "round_samples" PLAIN, ROUND, "RTT samples of the round.";
    CeMarked "ce_marked" DATA, Event::Ecn.bit(), "Newly reported CE marks.";
    CeFraction "ce_fraction" PLAIN, Event::Ecn.bit(), "Share of CE marks in what was newly delivered.";
    Repeated "repeated" TRUTH, Event::Timeout.bit(), "This timeout follows another one of the same segment.";
}
