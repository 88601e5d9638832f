//! Limits that end a run early.

use crate::units::{Time, decimal};

/// The limits of a run. A run that exceeds one of them ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceiling {
    /// Packets that arrive at channels.
    pub packets: u64,
    /// Events of any kind, such as changes of a link's state while nothing is sent.
    pub events: u64,
    /// Bytes in use at once.
    pub bytes: usize,
}

/// For a run in a page: hours of work, and the memory that a tab can hold.
const PAGE_PACKETS: u64 = 10_000_000_000;
/// A packet takes a few events at each channel.
const EVENTS_PER_PACKET: u64 = 4;
const PAGE_BYTES: usize = 1_500_000_000;
/// For any other run: more than a month of work, and the memory that most machines have.
const MAX_PACKETS: u64 = 10_000_000_000_000;
const MAX_BYTES: u64 = 4_000_000_000;

impl Ceiling {
    /// For a run in a page.
    pub const PAGE: Ceiling =
        Ceiling { packets: PAGE_PACKETS, events: EVENTS_PER_PACKET * PAGE_PACKETS, bytes: PAGE_BYTES };
    /// For any other run.
    pub const HARD: Ceiling =
        Ceiling { packets: MAX_PACKETS, events: EVENTS_PER_PACKET * MAX_PACKETS, bytes: MAX_BYTES as usize };
}

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// When, in simulated time.
    pub at: Time,
    /// The limit that it exceeded.
    pub of: Excess,
}

/// A limit that a run exceeded: the value found and the value allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Packets that arrived at channels.
    Packets(u64, u64),
    Events(u64, u64),
    /// Bytes in use.
    Bytes(usize, usize),
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "The run stopped at {} s of simulated time: ", decimal(self.at.secs()))?;
        match self.of {
            Excess::Packets(found, allowed) => {
                write!(f, "{found} packets were sent over its links; at most {allowed} are allowed.")
            }
            Excess::Events(found, allowed) => {
                write!(f, "{found} events were simulated; at most {allowed} are allowed.")
            }
            Excess::Bytes(found, allowed) => {
                write!(
                    f,
                    "it needs {} MB of memory; at most {} MB are allowed.",
                    found / 1_000_000,
                    allowed / 1_000_000
                )
            }
        }
    }
}
