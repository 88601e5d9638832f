//! Congestion control: one file per algorithm, and one word per algorithm in the list below.
//!
//! An algorithm sees events and a read-only [`Connection`], and answers by changing the [`Window`].
//! It never sends, and it never reads a queue. It explains each decision through [`Decisions`] with
//! the quantities that it used. Hooks that an algorithm does not need have defaults, so its file
//! contains only its control law.

mod features;
pub mod own;
#[cfg(any(test, feature = "played"))]
pub mod script;
pub mod shadow;
pub mod shared;

pub use features::{Features, IgnoresMarks};

use crate::catalogue::{Params, Spec};
use crate::choices::{AckCounting, Recovery};
use crate::estimator::AckView;
use crate::trace::Decisions;

/// The two variables an algorithm may change, in segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Congestion window, at least 1 (at least 0 if `least_half` is 0).
    pub cwnd: f64,
    /// Slow-start threshold, at least 2.
    pub ssthresh: f64,
}

/// What an algorithm can see of its connection.
#[derive(Clone, Copy, Debug)]
pub struct Connection {
    /// Now, in seconds since `clock_zero_s`.
    pub now_s: f64,
    /// Where `now_s` counts from: the whole second before the first start of a flow. A run in which
    /// everything starts a second later then computes with the same numbers, and not with others
    /// that are rounded in another way.
    pub clock_zero_s: f64,
    /// First unacknowledged segment.
    pub una: u64,
    /// Next segment to send.
    pub next: u64,
    /// Highest segment ever sent, plus one.
    pub max: u64,
    /// Receive window, in segments.
    pub receive_window: u64,
    /// Size of a segment on the wire, in bits.
    pub segment_bits: f64,
    /// Smoothed RTT, in seconds; 0 before the first sample.
    pub srtt_s: f64,
    /// RTT variation, in seconds.
    pub rttvar_s: f64,
    /// Latest RTT sample, in seconds.
    pub last_rtt_s: Option<f64>,
    /// Smallest RTT sample of the connection, in seconds; infinite before the first.
    pub min_rtt_s: f64,
    /// Largest RTT sample of the connection, in seconds; 0 before the first.
    pub max_rtt_s: f64,
    /// Segments believed to be in the network (RFC 6675), or `next - una` without SACK.
    pub pipe: u64,
    /// Segments delivered so far, as far as the sender knows.
    pub delivered: u64,
    /// Segments declared lost so far.
    pub lost: u64,
    /// Segments sent so far, retransmissions included.
    pub sent: u64,
    /// The sender's state.
    pub state: State,
    pub growth: AckCounting,
    /// Ticks per second of the clock that kernel modules use.
    pub clock_hz: f64,
    /// Initial window, in segments.
    pub initial_window: f64,
    /// Lower bound of cwnd after a halving, in segments: 2 as for ssthresh, or 0 if only ssthresh has
    /// a bound.
    pub least_half: f64,
    /// How often and when the oldest segment was sent. Known only if the algorithm requests the
    /// segment log.
    pub oldest: Option<Oldest>,
    /// The last send stopped because the source had nothing to send.
    pub app_limited: bool,
    /// When the algorithm's pacing lets the next segment go, in seconds; in the past if it may go
    /// now.
    pub next_departure_s: f64,
    /// Number of completed rounds.
    pub round: u64,
    /// Latest fair share that routers announce (BA-TCP), in bit/s.
    pub fair_share_bps: Option<f64>,
    /// Fraction of the window that remains after a mark, where the flow sets one (RFC 8511).
    pub beta_ecn: Option<f64>,
    /// Seed for the algorithm's random draws, from the flow's own stream. Each of its connections
    /// gets another seed.
    pub random_seed: u64,
}

impl Connection {
    /// Segments sent and not yet cumulatively acknowledged.
    pub fn flight(&self) -> u64 {
        self.next.saturating_sub(self.una)
    }
}

/// The oldest unacknowledged segment.
#[derive(Clone, Copy, Debug)]
pub struct Oldest {
    /// When it was sent first, in seconds.
    pub first_sent_s: f64,
    /// When it was sent last, in seconds.
    pub last_sent_s: f64,
    /// How often it was sent.
    pub times_sent: u32,
}

/// State of a sender's loss recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing is missing.
    Open,
    /// Duplicate ACKs are pending, or the gate is closed.
    Disorder,
    /// Fast recovery.
    Recovery,
    /// After a timeout (or after a loss, for Tahoe), until everything sent before it is
    /// acknowledged.
    Loss,
}

/// An ACK as the algorithms see it.
#[derive(Clone, Copy, Debug)]
pub struct Ack {
    /// Segments it newly acknowledges cumulatively.
    pub acked: u64,
    pub is_duplicate: bool,
    /// Segments it newly reports as delivered, SACK included.
    pub delivered: u64,
    /// Segments it newly reports by SACK.
    pub sacked: u64,
    /// The window when the ACK arrives.
    pub window: Window,
    /// Duplicate ACKs seen so far for this ACK number.
    pub duplicates: u32,
    /// RTT sample, in seconds.
    pub rtt_s: Option<f64>,
    /// Time since the newest acknowledged segment was sent, in seconds, if it was sent only once.
    /// Known only with the segment log.
    pub segment_rtt_s: Option<f64>,
    /// Number of growth steps that the ACK counts for: 1, or the segments that it acknowledges
    /// under byte counting.
    pub steps: f64,
    /// Segments in flight before this ACK.
    pub flight_before: u64,
    /// Delivery-rate sample, if the algorithm requests them.
    pub rate: Option<RateSample>,
    /// Segments it newly reports as marked by a queue; classic feedback does not count them.
    pub marked: u64,
    /// True if it asks the sender to respond to marks (ECN-Echo).
    pub ece: bool,
}

/// A delivery-rate sample (draft-ietf-ccwg-bbr §4.1.2).
#[derive(Clone, Copy, Debug)]
pub struct RateSample {
    /// Segments per second.
    pub rate: f64,
    /// Segments delivered so far.
    pub delivered: u64,
    /// `delivered` when the sampled segment was sent.
    pub prior_delivered: u64,
    /// True if the source had left the window unused when the sampled segment was sent.
    pub is_app_limited: bool,
    /// Segments declared lost since the sampled segment was sent.
    pub losses: u64,
    /// Segments in flight before this ACK.
    pub prior_flight: u64,
    /// Segments in flight when the sampled segment was sent, including itself; 0 unless
    /// `Needs::notices`.
    pub in_flight: u64,
}

/// Further events at a sender, for algorithms with `Needs::notices`.
#[derive(Clone, Copy, Debug)]
pub enum Notice {
    /// SACK or RACK has declared a segment lost. The hooks of the ACK follow.
    Lost(LostSegment),
    /// The source has data again after an idle time in which everything sent was delivered.
    Restart {
        /// Time since the last segment was sent, in seconds.
        idle_s: f64,
    },
    /// The latest loss was spurious: the window is restored.
    Spurious,
    /// Slow start by another rule (`slow_start`) has raised the window. Only for an algorithm that
    /// paces.
    Grown,
}

/// A segment that is declared lost, with the sender's state when it was sent.
#[derive(Clone, Copy, Debug)]
pub struct LostSegment {
    pub number: u64,
    /// Segments in flight when it was sent, including itself.
    pub in_flight: u64,
    /// Segments declared lost since it was sent, including itself.
    pub losses: u64,
    /// Segments delivered before it was sent.
    pub prior_delivered: u64,
    /// True if the source had left the window unused when it was sent.
    pub is_app_limited: bool,
}

/// One round: from the sending of a segment to its ACK (tcp-core §9).
#[derive(Clone, Copy, Debug, Default)]
pub struct Round {
    pub duration_s: f64,
    /// cwnd when it began.
    pub cwnd_at_start: f64,
    /// Segments sent in it.
    pub sent: u64,
    /// Segments acknowledged in it.
    pub acked: u64,
    /// Number of RTT samples in it. Where it is known how often a segment was sent, only samples of
    /// segments sent once count.
    pub samples: u32,
    /// The smallest of these samples, in seconds.
    pub min_rtt_s: f64,
    /// The sum of these samples, in seconds.
    pub sum_rtt_s: f64,
}

/// What an algorithm needs from the sender besides ACKs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// A record of when and how often each segment was sent.
    pub segment_log: bool,
    /// Delivery-rate samples; implies the segment log.
    pub rate_samples: bool,
    /// The sender asks it for a pacing rate only if this is set.
    pub paces: bool,
    /// Notices of every lost segment and of the other [`Notice`] events; implies rate samples.
    pub notices: bool,
    /// [`Notice::Restart`] only. Every algorithm gets [`Notice::Spurious`].
    pub silences: bool,
    /// `on_increase` is called for every ACK, also during recovery. The algorithm alone sets the
    /// window.
    pub owns_cwnd: bool,
    /// It leaves slow start by a rule of its own, which looks at rounds. `slow_start: hystart++`
    /// would take the growth away from under it.
    pub own_slow_start: bool,
    /// The window may also grow with ACKs that report marks, which RFC 3168 §6.1.2 forbids
    /// otherwise.
    pub grows_with_marks: bool,
    /// It answers duplicate ACKs itself, by a recovery that its crate brings. Its window may fall
    /// below one segment. The sender then waits for the timer, even with nothing outstanding.
    pub answers_duplicates: bool,
    /// Its `on_ack` does nothing, so that the sender need not call it.
    pub ignores_acks: bool,
    /// What it makes of ECN marks.
    pub marks: MarkResponse,
}

/// How an algorithm responds to ECN marks, and so which feedback it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MarkResponse {
    /// As to a loss (RFC 3168 §6.1.2).
    #[default]
    AsLoss,
    /// As to a loss; or, with alternative back-off, this share of cwnd remains (RFC 8511 §3.1).
    BacksOff(f64),
    /// It counts marks: classic feedback says only that there are some.
    Counts,
    /// It counts them by an ACK whenever the mark changes (RFC 8257 §3.2).
    CountsChanges,
    /// It counts them, and may send in an L4S queue (RFC 9331 §4).
    Scalable,
}

impl MarkResponse {
    /// True if it has a mode of its own, which counts marks.
    pub fn counts(self) -> bool {
        matches!(self, MarkResponse::Counts | MarkResponse::CountsChanges | MarkResponse::Scalable)
    }
}

/// A congestion-control algorithm.
pub trait CongestionControl {
    /// What others must know of it.
    fn features() -> &'static Features
    where
        Self: Sized,
    {
        &Features::NONE
    }

    /// What it needs from the sender.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// A connection starts. The window holds the initial values.
    fn start(&mut self, _c: &Connection, _w: &mut Window) {}

    /// Any ACK, duplicate or not. Called before loss detection, for estimators.
    fn on_ack(&mut self, _c: &Connection, _ack: &Ack) {}

    /// An ACK of new data, outside fast recovery.
    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions);

    /// A round ended.
    fn on_round(&mut self, _c: &Connection, _round: &Round, _w: &mut Window, _log: &mut Decisions) {}

    /// A loss was detected by ACKs. Called once per loss event.
    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions);

    /// Marks were reported. Called at most once per window of data and not during loss recovery;
    /// returning false allows the next report of the same window to call it again. By default the
    /// response to a mark is that to a loss (RFC 3168 §5). `on_ack` has seen every report before.
    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        self.on_loss(c, w, log);
        true
    }

    /// Fast recovery or the recovery from a timeout has ended.
    fn on_recovery_exit(&mut self, _c: &Connection, _w: &mut Window, _log: &mut Decisions) {}

    /// The retransmission timer has expired; `repeated` is true if the same segment had timed out
    /// before.
    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions);

    /// One of the further events, if `Needs::notices`.
    fn on_notice(&mut self, _c: &Connection, _notice: Notice, _w: &mut Window, _log: &mut Decisions) {}

    /// Returns true to declare the oldest segment lost now. Called on every duplicate ACK and on
    /// the first two ACKs of new data after a retransmission.
    fn retransmit_early(&mut self, _c: &Connection, _ack: &Ack) -> bool {
        false
    }

    /// Pacing rate in segments per second, or `None` if sending is clocked by ACKs.
    fn pacing_rate(&self) -> Option<f64> {
        None
    }

    /// The bandwidth estimate that it uses, in segments per second, with the estimator's id.
    fn estimate(&self, _now_s: f64) -> Option<(&'static str, f64)> {
        None
    }

    /// The fraction of marked segments that it uses.
    fn marked_fraction(&self) -> Option<f64> {
        None
    }

    /// The value that an algorithm made at run time plots under number `place`
    /// ([`own::AlgorithmSource::shown`]), in the unit that it declares there.
    fn shown(&self, _c: &Connection, _place: usize) -> Option<f64> {
        None
    }
}

/// The estimators' view of an ACK of connection `c` with window `cwnd`.
pub fn ack_view(c: &Connection, ack: &Ack, cwnd: f64) -> AckView {
    AckView {
        now_s: c.now_s,
        acked: ack.acked,
        is_duplicate: ack.is_duplicate,
        delivered: ack.delivered,
        rtt_s: ack.rtt_s,
        last_rtt_s: c.last_rtt_s,
        min_rtt_s: c.min_rtt_s,
        srtt_s: c.srtt_s,
        segment_bits: c.segment_bits,
        cwnd,
        delivery_rate: ack.rate.map(|sample| sample.rate),
        is_app_limited: ack.rate.map_or(c.app_limited, |sample| sample.is_app_limited),
        round: c.round,
    }
}

macro_rules! algorithms {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Any algorithm.
        #[derive(Clone, Debug)]
        #[allow(non_camel_case_types, missing_docs, dead_code, clippy::large_enum_variant)]
        pub enum Controller {
            $($module($module::Algorithm),)*
            /// One of them, with others looking on.
            WithShadows(Box<shadow::WithShadows>),
            /// One that is not built in.
            Own(Box<own::Own>),
        }

        /// What each algorithm declares about itself.
        pub static REGISTRY: &[&Spec] = &[$(&$module::SPEC.lean()),*];

        /// The recovery each algorithm brings with it, by id.
        const RECOVERIES: &[(&str, RecoverySupport)] = &[$(($module::SPEC.id, $module::RECOVERY)),*];

        /// What others must know of each, by id.
        #[allow(dead_code, reason = "only the guide's example lacks a caller")]
        static FEATURES: &[(&str, fn() -> &'static Features)] =
            &[$(($module::SPEC.id, <$module::Algorithm as CongestionControl>::features)),*];

        impl Controller {
            /// The algorithm called `id` with checked parameters.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            pub fn new(id: &str, params: &Params) -> Controller {
                $(if id == $module::SPEC.id {
                    return Controller::$module($module::Algorithm::new(params));
                })*
                panic!("no algorithm is called {id}")
            }
        }

        impl CongestionControl for Controller {
            fn needs(&self) -> Needs {
                match self {
                    $(Controller::$module(inner) => inner.needs(),)*
                    Controller::WithShadows(inner) => inner.needs(),
                    Controller::Own(inner) => inner.needs(),
                }
            }
            fn start(&mut self, c: &Connection, w: &mut Window) {
                match self {
                    $(Controller::$module(inner) => inner.start(c, w),)*
                    Controller::WithShadows(inner) => inner.start(c, w),
                    Controller::Own(inner) => inner.start(c, w),
                }
            }
            fn on_ack(&mut self, c: &Connection, ack: &Ack) {
                match self {
                    $(Controller::$module(inner) => inner.on_ack(c, ack),)*
                    Controller::WithShadows(inner) => inner.on_ack(c, ack),
                    Controller::Own(inner) => inner.on_ack(c, ack),
                }
            }
            fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
                match self {
                    $(Controller::$module(inner) => inner.on_increase(c, ack, w, log),)*
                    Controller::WithShadows(inner) => inner.on_increase(c, ack, w, log),
                    Controller::Own(inner) => inner.on_increase(c, ack, w, log),
                }
            }
            fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
                match self {
                    $(Controller::$module(inner) => inner.on_round(c, round, w, log),)*
                    Controller::WithShadows(inner) => inner.on_round(c, round, w, log),
                    Controller::Own(inner) => inner.on_round(c, round, w, log),
                }
            }
            fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
                match self {
                    $(Controller::$module(inner) => inner.on_loss(c, w, log),)*
                    Controller::WithShadows(inner) => inner.on_loss(c, w, log),
                    Controller::Own(inner) => inner.on_loss(c, w, log),
                }
            }
            fn on_mark(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
                match self {
                    $(Controller::$module(inner) => inner.on_mark(c, ack, w, log),)*
                    Controller::WithShadows(inner) => inner.on_mark(c, ack, w, log),
                    Controller::Own(inner) => inner.on_mark(c, ack, w, log),
                }
            }
            fn on_recovery_exit(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
                match self {
                    $(Controller::$module(inner) => inner.on_recovery_exit(c, w, log),)*
                    Controller::WithShadows(inner) => inner.on_recovery_exit(c, w, log),
                    Controller::Own(inner) => inner.on_recovery_exit(c, w, log),
                }
            }
            fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
                match self {
                    $(Controller::$module(inner) => inner.on_timeout(c, repeated, w, log),)*
                    Controller::WithShadows(inner) => inner.on_timeout(c, repeated, w, log),
                    Controller::Own(inner) => inner.on_timeout(c, repeated, w, log),
                }
            }
            fn on_notice(&mut self, c: &Connection, notice: Notice, w: &mut Window, log: &mut Decisions) {
                match self {
                    $(Controller::$module(inner) => inner.on_notice(c, notice, w, log),)*
                    Controller::WithShadows(inner) => inner.on_notice(c, notice, w, log),
                    Controller::Own(inner) => inner.on_notice(c, notice, w, log),
                }
            }
            fn retransmit_early(&mut self, c: &Connection, ack: &Ack) -> bool {
                match self {
                    $(Controller::$module(inner) => inner.retransmit_early(c, ack),)*
                    Controller::WithShadows(inner) => inner.retransmit_early(c, ack),
                    Controller::Own(inner) => inner.retransmit_early(c, ack),
                }
            }
            fn pacing_rate(&self) -> Option<f64> {
                match self {
                    $(Controller::$module(inner) => inner.pacing_rate(),)*
                    Controller::WithShadows(inner) => inner.pacing_rate(),
                    Controller::Own(inner) => inner.pacing_rate(),
                }
            }
            fn estimate(&self, now_s: f64) -> Option<(&'static str, f64)> {
                match self {
                    $(Controller::$module(inner) => inner.estimate(now_s),)*
                    Controller::WithShadows(inner) => inner.estimate(now_s),
                    Controller::Own(inner) => inner.estimate(now_s),
                }
            }
            fn marked_fraction(&self) -> Option<f64> {
                match self {
                    $(Controller::$module(inner) => inner.marked_fraction(),)*
                    Controller::WithShadows(inner) => inner.marked_fraction(),
                    Controller::Own(inner) => inner.marked_fraction(),
                }
            }
            fn shown(&self, c: &Connection, place: usize) -> Option<f64> {
                match self {
                    Controller::WithShadows(inner) => inner.shown(c, place),
                    Controller::Own(inner) => inner.shown(c, place),
                    _ => None,
                }
            }
        }
    };
}

/// The loss recovery that an algorithm uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoverySupport {
    /// Its rules require this one.
    Fixed(Recovery),
    /// This one unless the flow chooses another.
    Default(Recovery),
    /// Its rules require `recovery`. The variants `free` use `default`, unless the flow chooses
    /// another.
    FixedUnless {
        /// The required one.
        recovery: Recovery,
        /// The variants that do not require it.
        free: &'static [&'static str],
        /// The default of these variants.
        default: Recovery,
    },
}

impl RecoverySupport {
    /// That of the variant `variant`: fixed or a default. An empty word means the first variant.
    #[inline]
    pub fn of(self, variant: &str) -> RecoverySupport {
        match self {
            RecoverySupport::FixedUnless { free, default, .. } if free.contains(&variant) => {
                RecoverySupport::Default(default)
            }
            RecoverySupport::FixedUnless { recovery, .. } => RecoverySupport::Fixed(recovery),
            other => other,
        }
    }
}

/// What the algorithm called `id` declares; nothing if there is none.
#[inline]
pub fn features_of(id: &str) -> &'static Features {
    FEATURES.iter().find(|(known, _)| *known == id).map_or(&Features::NONE, |(_, of)| of())
}

/// What the algorithm declares of which `id` is a version: an own algorithm counts as one if its id begins
/// with that of a built-in one.
#[inline]
pub fn features_of_version(id: &str) -> &'static Features {
    let known = REGISTRY.iter().map(|spec| spec.id).filter(|known| id.starts_with(known));
    known.max_by_key(|known| known.len()).map_or(&Features::NONE, features_of)
}

/// The recovery that the algorithm called `id` declares.
///
/// # Panics
/// If there is no such algorithm.
#[inline]
pub fn declared_recovery(id: &str) -> RecoverySupport {
    let known = RECOVERIES.iter().find(|(known, _)| *known == id);
    known.unwrap_or_else(|| panic!("no algorithm is called {id}")).1
}

/// Makes the algorithm of an id with checked parameters: [`Controller::new`], or the function of a crate
/// that knows more variants.
pub type MakeController = fn(&str, &Params) -> Controller;

#[cfg(test)]
mod example;
#[cfg(test)]
mod marks_tests;
#[cfg(test)]
mod needs_tests;

algorithms! {
    tahoe, reno, newreno, sack, vegas, westwood, westwood_gm02, westwood_plus, logwestwood_plus, stcp, hstcp, htcp, bic, cubic,
    cubic_rfc9438, fast, compound, illinois, veno, hybla, bbr, bbr3, dctcp, prague, manual,
}
