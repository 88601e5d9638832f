//! What a capture at the senders sees: each packet that a sender sends, and each that reaches it.

use crate::net::Packet;
use crate::tcp::SackBlocks;
use crate::units::Time;

/// A packet at its sender.
#[derive(Clone, Copy, Debug)]
pub struct Captured {
    pub time: Time,
    /// As it leaves, or as it arrives.
    pub packet: Packet,
    /// The SACK blocks of an ACK.
    pub blocks: SackBlocks,
    /// An ACK offers so many segments from its number on.
    pub window: u64,
}
