//! What a setup chooses of a sender and a receiver, part by part: recovery, timer, pacing, slow start,
//! ACKs.

use crate::choices::SlowStartRule;
use crate::mechanism::MechanismSettings;
use crate::units::Span;

/// Mechanisms of modern senders. Each can be used without the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mechanisms {
    /// Those that the folder `mechanism` declares.
    pub chosen: MechanismSettings,
    /// How slow start ends.
    pub slow_start: SlowStartRule,
    /// Parameters of HyStart.
    pub hystart: HyStartSetup,
    /// Parameters of Careful Resume.
    pub careful_resume: CarefulResumeSetup,
    /// Parameters of Rapid Start.
    pub rapid_start: RapidStartSetup,
    /// Pacing: segments are spread over the round trip.
    pub pacing: Option<Pacing>,
    /// An algorithm that paces does so as Linux does: the first ten segments do not wait, and a late
    /// segment shortens the next gap.
    pub paces_as_linux: bool,
    /// Segments that the sender hands to its network card at once.
    pub gso: Option<PacingQuantum>,
    /// The receiver's network card waits this long after a segment, and merges what comes in order.
    pub gro: Option<Span>,
    /// Ticks per second of the kernel's clock.
    pub clock_hz: u32,
    /// Undo of a window reduction when timestamps show that the retransmission was spurious (RFC
    /// 3522).
    pub undo: bool,
    /// Undo of a window reduction when all retransmissions were reported to have arrived twice.
    pub dsack_undo: bool,
    /// Time that RACK adds to its timers: 0 in the RFC, 2 ms in Linux.
    pub timer_slack: Span,
    /// Delayed ACKs as in a Linux receiver; `None` for a timer of fixed length.
    pub linux_acks: Option<LinuxAcks>,
    /// The flow is a QUIC connection.
    pub quic: Option<QuicSetup>,
}

impl Default for Mechanisms {
    /// None of the mechanisms.
    fn default() -> Mechanisms {
        Mechanisms {
            chosen: MechanismSettings::default(),
            slow_start: SlowStartRule::Standard,
            hystart: HyStartSetup::LINUX,
            careful_resume: CarefulResumeSetup::DEFAULT,
            rapid_start: RapidStartSetup::DRAFT,
            pacing: None,
            paces_as_linux: false,
            gso: None,
            gro: None,
            clock_hz: 1000,
            undo: false,
            dsack_undo: false,
            timer_slack: Span::ZERO,
            linux_acks: None,
            quic: None,
        }
    }
}

/// How a QUIC sender finds losses, and when its receiver acknowledges (quic §2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuicSetup {
    /// A packet is lost if one with a number this much higher is acknowledged (`kPacketThreshold`).
    pub packet_threshold: u64,
    /// It is lost after this many RTTs if any higher one is acknowledged (`kTimeThreshold`).
    pub time_threshold: f64,
    /// The shortest time of a timer (`kGranularity`).
    pub granularity: Span,
    /// The RTT before the first sample (`kInitialRtt`).
    pub initial_rtt: Span,
    /// The longest time by which the receiver delays an ACK (`max_ack_delay`).
    pub max_ack_delay: Span,
    /// The most probes that a probe timeout sends.
    pub probes: u32,
    /// The receiver acknowledges so many packets at the latest.
    pub ack_every: u32,
    /// The receiver acknowledges at once if a packet is missing and one with a number this much higher has arrived; 0:
    /// never for that reason.
    pub reordering_threshold: u64,
}

impl QuicSetup {
    /// The values of RFC 9000 and RFC 9002. Of one or two probes (RFC 9002 §6.2.4) there are two.
    pub const RFC: QuicSetup = QuicSetup {
        packet_threshold: 3,
        time_threshold: 1.125,
        granularity: Span::from_millis(1),
        initial_rtt: Span::from_millis(333),
        max_ack_delay: Span::from_millis(25),
        probes: 2,
        ack_every: 2,
        reordering_threshold: 1,
    };
}

/// Parameters of HyStart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HyStartSetup {
    /// Slow start does not end below this window, in segments (`hystart_low_window`).
    pub low_window: f64,
    /// ACKs at most this far apart form a train (`hystart_ack_delta_us`).
    pub ack_delta: Span,
    /// A train of ACKs ends slow start (`hystart_detect`, bit 0).
    pub by_train: bool,
    /// A rising RTT ends slow start (bit 1).
    pub by_delay: bool,
    /// Rounds are not tracked while cwnd is below `low_window` (Linux 5.6 to 6.13).
    pub gated_rounds: bool,
}

impl HyStartSetup {
    /// The values of Linux.
    pub const LINUX: HyStartSetup = HyStartSetup {
        low_window: 16.0,
        ack_delta: Span::from_millis(2),
        by_train: true,
        by_delay: true,
        gated_rounds: false,
    };
}

/// Parameters of Careful Resume (RFC 9959), in segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarefulResumeSetup {
    /// What an earlier connection had (saved_cwnd, saved_rtt).
    pub window: f64,
    pub rtt: Span,
    /// The window of the jump is no larger.
    pub max_jump: f64,
    /// The part of what has arrived that is the threshold after a retreat.
    pub beta: f64,
}

impl CarefulResumeSetup {
    /// The saved values of the published tests, and the RFC's default of Beta.
    pub const DEFAULT: CarefulResumeSetup =
        CarefulResumeSetup { window: 200.0, rtt: Span::from_millis(100), max_jump: f64::INFINITY, beta: 0.5 };
}

/// Parameters of Rapid Start (draft-kazuho-ccwg-rapid-start-02).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RapidStartSetup {
    /// The first window, in initial windows.
    pub initial_windows: f64,
    /// The draft's constant K: the part of the reduction that waits for what arrives in the recovery.
    pub drain: f64,
}

impl RapidStartSetup {
    /// Twice the initial window (§3.1). Of K the draft's texts of spring 2026 have two values, 11/18 and 2/3.
    pub const DRAFT: RapidStartSetup = RapidStartSetup { initial_windows: 2.0, drain: 11.0 / 18.0 };
}

/// How a sender paces (Linux, tcp_update_pacing_rate, tcp_update_skb_after_send).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pacing {
    /// Windows per round trip while cwnd is below half of ssthresh (`tcp_pacing_ss_ratio`).
    pub slow_start: f64,
    /// Windows per round trip otherwise (`tcp_pacing_ca_ratio`).
    pub avoidance: f64,
    /// Segments at the start of a connection that are not paced.
    pub free: u64,
    /// Segments that leave together.
    pub quantum: PacingQuantum,
}

impl Pacing {
    /// The values of Linux, with one segment at a time.
    pub const LINUX: Pacing =
        Pacing { slow_start: 2.0, avoidance: 1.2, free: 10, quantum: PacingQuantum::Segments(1) };
    /// One window per round trip, from the first segment on: the jump of a start.
    pub const JUMP: Pacing = Pacing { slow_start: 1.0, avoidance: 1.0, free: 0, ..Pacing::LINUX };
}

/// Number of segments that leave a pacer together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacingQuantum {
    /// This many.
    Segments(u32),
    /// As many as about a millisecond at the pacing rate, but at least two (Linux,
    /// tcp_tso_autosize).
    Tso,
}

/// How a Linux receiver delays ACKs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinuxAcks {
    /// Number of ACKs that are not delayed, at the start and after an idle time.
    pub quick: u32,
    /// The timer adapts to the time between segments; otherwise its length is
    /// `delayed_ack_timeout`.
    pub adapts: bool,
    /// Ticks of the timer per second.
    pub clock_hz: u32,
    /// The receive buffer, if it grows.
    pub buffer: Option<ReceiveBufferSetup>,
}

/// The memory of a receive buffer that grows, in bytes (`tcp_rmem`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveBufferSetup {
    /// At first.
    pub initial: u64,
    pub most: u64,
}

impl ReceiveBufferSetup {
    /// The values of Linux 6.18.
    pub const LINUX: ReceiveBufferSetup = ReceiveBufferSetup { initial: 131_072, most: 33_554_432 };
}

/// How a connection starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handshake {
    /// With data, without a handshake.
    None,
    /// With a SYN and a SYN-ACK.
    #[default]
    Before,
    /// With a SYN that is the first segment of the initial window. The other segments leave
    /// together with it.
    InWindow,
}

/// Named deviations from the recovery rules (tcp-core §6 and §7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecoveryVariants {
    /// A fast retransmit may also start at `snd_una == recover`.
    pub less_careful: bool,
    /// Reno: the first ACK of new data ends the permission to start a new recovery while `snd_una
    /// <= recover`.
    pub reno_gated: bool,
    /// New Reno ends a recovery with a cwnd of at most the segments in flight plus one.
    pub min_exit: bool,
    /// New Reno permanently subtracts the part of the deflation that exceeds the inflation from
    /// cwnd, and a partial ACK takes no RTT sample.
    pub keeps_deflation: bool,
    /// The full ACK that ends a recovery does not grow the window.
    pub rfc: bool,
    /// Every partial ACK restarts the retransmission timer.
    pub slow_but_steady: bool,
    /// ssthresh counts whole segments: half of 9 gives cwnd 4.5 and ssthresh 4.
    pub whole_threshold: bool,
    /// A repeated timeout sets ssthresh again from the current window.
    pub cuts_again: bool,
    /// A retransmission does not end the timing of a segment.
    pub times_resent: bool,
    /// A timeout does not reset the count of duplicate ACKs.
    pub counts_across_timeouts: bool,
    /// A halving may leave less than two segments.
    pub halves_to_nothing: bool,
    /// What the loss of a SYN does.
    pub syn_loss: SynLoss,
    /// The algorithm sees the smoothed RTT in whole ticks of the timer, and takes a sending time of
    /// zero for none.
    pub shows_ticks: bool,
    /// The receiver remembers no more SACK blocks than an ACK carries, and a duplicate segment
    /// moves its block to the front.
    pub remembers_few: bool,
    /// The receiver delays the ACK of a duplicate of the last in-order segment.
    pub delays_last: bool,
}

/// What the loss of a SYN does to the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SynLoss {
    /// The connection begins with one segment (RFC 5681 §3.1). Linux tolerates the first loss,
    /// which comes after only one second (tcp_input.c, `tcp_init_transfer()`).
    #[default]
    RestartsWindow,
    /// The same, and above two segments the window grows as in congestion avoidance, as after any
    /// other timeout.
    AsTimeout,
    /// Nothing: the SYN is a segment of the window.
    Ignored,
}

/// The retransmission timer (tcp-core §5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RtoSetup {
    /// Smallest timeout.
    pub min: Span,
    /// Largest timeout, back-off included.
    pub max: Span,
    /// The timeout before the first RTT sample.
    pub initial: Span,
    /// Clock granularity.
    pub granularity: Span,
    /// The rules that differ between implementations.
    pub style: RtoStyle,
    /// How long the receiver may delay its ACK of a segment that is outstanding alone. The timeout
    /// of such a segment is at least the one that its RTT gives, and this time more. Zero: the timer
    /// does not allow for delayed ACKs.
    pub ack_delay: Span,
}

/// The timer rules that differ between implementations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RtoStyle {
    /// RFC 6298 with exact samples.
    Exact,
    /// Integer ticks as in BSD; the minimum is applied before the back-off.
    Ticks,
    /// Like `Ticks`, but the minimum is applied after the back-off.
    TicksMinAfterBackoff,
    /// Like `Ticks`, but a falling RTT adds little to the variation, and every ACK with a timestamp ends
    /// the back-off: ticks under an algorithm of Linux.
    TicksOfLinuxAgent,
    /// The minimum is a lower bound of the variance term (Linux).
    VarianceFloor,
    /// Like `VarianceFloor`, but in whole microseconds, with a variation that rises at once and
    /// falls once per round (Linux 6, tcp_rtt_estimator).
    Linux6,
}
