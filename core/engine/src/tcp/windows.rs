//! The cost of a segment at both ends of a connection while the holes of a slow start are filled.
//! It must hardly grow with the window.

use super::intervals::LOOKS;
use super::{Receiver, Scoreboard};
use crate::units::Time;
use std::collections::VecDeque;

/// The scoreboard of a sender that retransmits the lost segments of a window.
pub trait Board {
    /// Takes an ACK; `next` is the next new segment.
    fn update(&mut self, una: u64, blocks: &[(u64, u64)], next: u64);
    /// The next segment to retransmit; it counts as sent.
    fn resend(&mut self, next: u64) -> Option<u64>;
}

impl Board for Scoreboard {
    fn update(&mut self, una: u64, blocks: &[(u64, u64)], next: u64) {
        Scoreboard::update(self, una, blocks);
        // After a timeout the sender counts the SACKed segments up to the latest retransmission.
        self.sacked_in(una, next / 2);
    }

    fn resend(&mut self, _: u64) -> Option<u64> {
        let number = self.next_lost()?;
        Scoreboard::resend(self, number);
        Some(number)
    }
}

/// Every second of 2 × `holes` segments is lost, as in a slow start that sends twice what a link
/// takes. They are retransmitted, with half of them in flight at a time, and every twentieth is
/// lost again. Returns how many runs are looked at or changed per arriving segment, at both ends
/// together.
fn looks_per_arrival(holes: u64, board: &mut impl Board) -> f64 {
    let next = 2 * holes;
    let mut receiver = Receiver::new(None, true);
    let mut under_way: VecDeque<u64> = (0..holes).map(|hole| 2 * hole + 1).collect();
    let (mut arrivals, mut resent) = (0, 0);
    let before = LOOKS.get();
    while let Some(number) = under_way.pop_front() {
        arrivals += 1;
        receiver.on_segment(number, Time::ZERO, Time::ZERO);
        let una = receiver.acknowledge();
        let mut blocks = receiver.start_telling();
        receiver.tell_blocks(&mut blocks);
        board.update(una, blocks.as_slice(), next);
        while arrivals >= holes && under_way.len() < holes as usize / 2 {
            let Some(number) = board.resend(next) else {
                break;
            };
            resent += 1;
            if resent % 20 > 0 {
                under_way.push_back(number);
            }
        }
    }
    // The first hole counts as retransmitted. Too few segments are above the last two holes for
    // them to be lost.
    assert!(resent + 3 >= holes, "{resent} of {holes} were sent again");
    (LOOKS.get() - before) as f64 / arrivals as f64
}

/// With a hundred times the holes a segment may need four times the looks. A look is one step of a
/// search, or one addition in a row of them. Most of the cost of a segment is elsewhere.
///
/// # Panics
/// If it needs more.
pub fn hardly_grows<B: Board>(board: impl Fn() -> B) {
    let [small, large] = [1_000, 100_000].map(|holes| looks_per_arrival(holes, &mut board()));
    assert!(large < 4.0 * small, "{small} looks per segment with a thousand holes, {large} with 100 000");
}

#[test]
fn a_window_full_of_holes_is_filled_by_rfc_6675_without_walking_it() {
    hardly_grows(|| {
        let mut board = Scoreboard::default();
        board.enter(0);
        board
    });
}
