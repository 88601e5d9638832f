//! Marks at the receiver: what it reports about them, and which ACKs go at once for them.

use super::{AckDelay, Receiver};
use crate::tcp::state::{MarkEcho, MarkReport};

impl Receiver {
    /// True if pending segments need their ACK before a segment with this mark is taken.
    #[inline]
    pub fn acks_before(&self, marked: bool) -> bool {
        self.echo_of_marks.is_some_and(|echo| echo.is_other_state(marked)) && self.pending > 0
    }

    /// Reads the headers of a data segment before it is taken. `marked`: a queue has marked it.
    /// `reduced`: it carries CWR. True if the segment is acknowledged at once.
    #[inline]
    pub fn on_headers(&mut self, marked: bool, reduced: bool) -> bool {
        self.marked += u64::from(marked);
        let Some(echo) = &mut self.echo_of_marks else {
            return false;
        };
        if matches!(echo, MarkEcho::Count { .. }) {
            self.reported_marks = self.reported_marks.wrapping_add(u32::from(marked));
        }
        let was_reported = echo.is_latched() && !reduced;
        let at_once = echo.on_segment(marked, reduced);
        match (&mut self.delay, echo) {
            (AckDelay::Linux(linux), MarkEcho::Classic { .. }) => {
                if marked && !was_reported {
                    linux.on_mark();
                }
                // The sender's window may be very small (tcp_ecn_accept_cwr).
                reduced
            }
            _ => at_once,
        }
    }

    /// What an ACK that goes out now reports about marks.
    pub fn report_marks(&mut self) -> MarkReport {
        match &mut self.echo_of_marks {
            None => MarkReport::default(),
            Some(echo) => MarkReport {
                echo: echo.on_ack(),
                ace: (self.reported_marks % 8) as u8,
                count: self.reported_marks,
            },
        }
    }

    /// The count of marked segments that ACKs carry.
    pub fn counted_marks(&self) -> u32 {
        self.reported_marks
    }

    /// True if the receiver reports marks.
    #[inline]
    pub fn tells_marks(&self) -> bool {
        self.echo_of_marks.is_some()
    }
}
