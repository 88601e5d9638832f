//! Window growth as kernels of the 2.6 line count it: whole segments, one after every so many ACKs.

use crate::cc::Window;

/// Counts ACKs towards the next whole segment.
#[derive(Clone, Copy, Debug, Default)]
pub struct AckCounter(f64);

impl AckCounter {
    /// Counts `acks`; the window gains a segment with the first ACK that finds `per_segment` of them counted.
    pub fn count(&mut self, acks: f64, per_segment: f64, w: &mut Window) -> bool {
        if self.0 >= per_segment {
            w.cwnd += 1.0;
            self.0 = 0.0;
            return true;
        }
        self.0 += acks;
        false
    }

    /// Starts from zero.
    pub fn clear(&mut self) {
        self.0 = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_segment_for_the_ack_after_the_last_counted() {
        let mut w = Window { cwnd: 3.0, ssthresh: 2.0 };
        let mut counter = AckCounter::default();
        let grown: Vec<bool> = (0..8).map(|_| counter.count(1.0, 3.0, &mut w)).collect();
        assert_eq!(grown, [false, false, false, true, false, false, false, true]);
        assert_eq!(w.cwnd, 5.0);
    }
}
