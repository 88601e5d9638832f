//! Choices of a run that the models also need to know; `setup` passes them on.

/// Direction of a flow's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Left to right.
    Forward,
    /// Right to left.
    Backward,
}

impl Direction {
    /// The direction of its ACKs.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        }
    }

    /// Its name in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Direction::Forward => "forward",
            Direction::Backward => "backward",
        }
    }
}

/// The ECN field of an IP header (RFC 3168 §5), with its bits as values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Ecn {
    /// Not-ECT: queues may only drop it.
    #[default]
    NotCapable = 0b00,
    /// ECT(1): its sender is an L4S sender (RFC 9331 §2).
    Capable1 = 0b01,
    /// ECT(0): its sender understands marks.
    Capable0 = 0b10,
    /// CE: a queue has marked it.
    Experienced = 0b11,
}

impl Ecn {
    /// True if a queue may mark the packet, or has done so.
    #[inline]
    pub const fn is_capable(self) -> bool {
        !matches!(self, Ecn::NotCapable)
    }
}

/// How a receiver reports marks to the sender (ecn-and-l4s §2, §3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkFeedback {
    /// No reports.
    #[default]
    Off,
    /// ECN-Echo on every ACK until the sender signals that it has reduced its window (RFC 3168
    /// §6.1).
    Classic,
    /// Whether the latest segments were marked, as DCTCP needs it (RFC 8257 §3.2).
    State,
    /// How many segments were marked (RFC 9768 §3.2).
    Count {
        /// How many marks one ACK reports.
        every: u32,
        /// True if the sender sees only the lowest three bits of the count.
        three_bits: bool,
    },
}

/// Capacity of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// In waiting packets.
    Packets(u64),
    /// In waiting bytes.
    Bytes(u64),
}

/// Where a loss model sits on a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossPosition {
    /// After transmission and propagation: a lost packet has used the queue and the link.
    After,
    /// Before the queue: a lost packet has used neither.
    Before,
}

/// How a sender recovers from loss (tcp-core §7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// Go-back-N with slow start.
    Tahoe,
    /// Fast recovery that ends with the first ACK of new data.
    Reno,
    /// RFC 6582.
    NewReno,
    /// RFC 6675.
    Sack,
    /// RFC 8985: losses are detected by time, relative to the most recently sent segment that has
    /// been delivered.
    Rack,
    /// RFC 9002: packets have numbers of their own.
    Quic,
}

impl Recovery {
    /// Its name in a scenario.
    pub const fn id(self) -> &'static str {
        match self {
            Recovery::Tahoe => "tahoe",
            Recovery::Reno => "reno",
            Recovery::NewReno => "newreno",
            Recovery::Sack => "sack",
            Recovery::Rack => "rack",
            Recovery::Quic => "quic",
        }
    }

    /// True if its ACKs carry SACK blocks and the sender uses them.
    #[inline]
    pub const fn uses_sack(self) -> bool {
        matches!(self, Recovery::Sack | Recovery::Rack)
    }
}

/// How slow start ends, or how fast it grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlowStartRule {
    /// With the first loss, or when the algorithm says so.
    #[default]
    Standard,
    /// HyStart as in Linux.
    HyStart,
    /// HyStart++ (RFC 9406).
    HyStartPlusPlus,
    /// Limited slow start (RFC 3742).
    Limited,
    /// SEARCH (draft-chung-ccwg-search).
    Search,
    /// Careful Resume (RFC 9959).
    CarefulResume,
    /// Rapid Start (draft-kazuho-ccwg-rapid-start).
    RapidStart,
    /// Jump Start (Liu et al. 2007).
    JumpStart,
}

/// How ACKs are counted for window growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AckCounting {
    /// One step per ACK of new data, no matter how much it acknowledges (the papers).
    PerAck,
    /// Every acknowledged segment counts (RFC 3465, kernels).
    ByteCounting,
    /// Like `ByteCounting`, but in whole segments as in Linux: the remainder stays in the
    /// fractional part of the window.
    LinuxCount,
}

impl AckCounting {
    /// How many steps of growth an ACK counts for that acknowledges `acked` segments in order and reports `delivered`.
    #[inline]
    pub fn steps(self, acked: u64, delivered: u64) -> f64 {
        match self {
            AckCounting::PerAck => 1.0,
            AckCounting::ByteCounting => acked as f64,
            AckCounting::LinuxCount => delivered as f64,
        }
    }
}
