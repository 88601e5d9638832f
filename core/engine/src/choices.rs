//! Choices of a run that models know of too; `setup` passes them on.

/// Which way a flow's data goes.
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

/// How a receiver tells the sender of marks (ecn-and-l4s §2, §3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkFeedback {
    /// Not at all.
    #[default]
    Off,
    /// ECN-Echo on every ACK until the sender says that it has reduced its window (RFC 3168 §6.1).
    Classic,
    /// Whether the latest segments were marked, as DCTCP wants it (RFC 8257 §3.2).
    State,
    /// How many segments were marked (RFC 9768 §3.2).
    Count {
        /// How many marks one ACK reports.
        every: u32,
        /// The sender knows only the lowest three bits of the count.
        three_bits: bool,
    },
}

/// How much may wait in a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// Waiting packets.
    Packets(u64),
    /// Waiting bytes.
    Bytes(u64),
}

/// Where a loss model sits on a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossPosition {
    /// After transmission and propagation: a lost packet has used queue and link (ns-2's
    /// `link-lossmodel`).
    After,
    /// Before the queue: it has used neither (ns-2's `errormodule`).
    Before,
}

/// How a sender recovers from loss (tcp-core §7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// Go-back-N with slow start.
    Tahoe,
    /// Fast recovery that ends with the first new ACK.
    Reno,
    /// RFC 6582.
    NewReno,
    /// RFC 6675.
    Sack,
    /// RFC 8985: what was sent last of those that arrived decides, and time.
    Rack,
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
        }
    }

    /// True if its ACKs carry SACK blocks that the sender looks at.
    #[inline]
    pub const fn uses_sack(self) -> bool {
        matches!(self, Recovery::Sack | Recovery::Rack)
    }
}

/// How the window comes down in a recovery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// With the first ACK that shows a loss.
    #[default]
    AtOnce,
    /// In step with what is delivered (RFC 9937, Linux).
    Prr,
    /// The same, below ssthresh never more than was delivered (RFC 6937 §3, CRB).
    PrrCrb,
    /// The same, below ssthresh always one more than was delivered (RFC 6937 §3, SSRB).
    PrrSsrb,
}

/// How slow start ends, or how fast it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlowStartRule {
    /// With the first loss, or as the algorithm says.
    #[default]
    Standard,
    /// Linux.
    HyStart,
    /// RFC 9406.
    HyStartPlusPlus,
    /// RFC 3742.
    Limited,
}

/// How ACKs are counted for window growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AckCounting {
    /// One step per ACK of new data, however much it acknowledges (ns-2 and the papers).
    PerAck,
    /// Every acknowledged segment counts (RFC 3465, kernels).
    ByteCounting,
    /// The same in whole segments, as Linux has it: what does not make a whole one is kept in the
    /// fraction of the window.
    LinuxCount,
}
