//! Number of segments that an ACK stands for: procedure AckedCount of CGMSW02 §2.3.

/// Counts delivered segments from cumulative and duplicate ACKs.
///
/// A duplicate ACK stands for one delivered segment, whichever it was. The next cumulative ACK must
/// not count those segments again. If they cover its whole cumulative step, the paper subtracts
/// that whole step from the account, which counts one segment too many per partial ACK (`exact`
/// does not: algorithms.md §4).
#[derive(Clone, Copy, Debug, Default)]
pub struct AckedCount {
    accounted: u64,
    /// Avoids this overcount: duplicates do not count the retransmitted segment.
    pub exact: bool,
    /// Counts at most two segments per ACK.
    pub cap2: bool,
}

impl AckedCount {
    /// A counter with these deviations from the paper.
    pub fn new(exact: bool, cap2: bool) -> AckedCount {
        AckedCount { accounted: 0, exact, cap2 }
    }

    /// Number of segments that this ACK stands for.
    pub fn count(&mut self, acked: u64, is_duplicate: bool) -> u64 {
        let mut step = acked;
        if is_duplicate {
            self.accounted += 1;
            step = 1;
        } else if step > 1 {
            if self.accounted >= step {
                self.accounted -= if self.exact { step - 1 } else { step };
                step = 1;
            } else {
                step -= self.accounted;
                self.accounted = 0;
            }
        }
        if self.cap2 { step.min(2) } else { step }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts for a sequence of cumulative ACK numbers that starts after `last`.
    fn counts(mut counter: AckedCount, mut last: u64, acks: &[u64]) -> Vec<u64> {
        acks.iter()
            .map(|&ack| {
                let step = ack - last;
                last = ack;
                counter.count(step, step == 0)
            })
            .collect()
    }

    #[test]
    fn every_segment_of_a_single_loss_is_counted_once() {
        // algorithms.md V4.4
        assert_eq!(counts(AckedCount::default(), 0, &[1, 2, 2, 2, 2, 6]), [1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn a_partial_ack_is_over_counted_by_the_paper_and_not_by_exact() {
        // algorithms.md V4.5
        let exact = AckedCount { exact: true, ..AckedCount::default() };
        assert_eq!(counts(AckedCount::default(), 0, &[0, 0, 0, 0, 2, 6]), [1, 1, 1, 1, 1, 2]);
        assert_eq!(counts(exact, 0, &[0, 0, 0, 0, 2, 6]), [1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn delayed_and_lost_acks_count_all_they_cover() {
        // algorithms.md V4.5
        let capped = AckedCount { cap2: true, ..AckedCount::default() };
        assert_eq!(counts(AckedCount::default(), 0, &[2, 4, 6]), [2, 2, 2]);
        assert_eq!(counts(AckedCount::default(), 0, &[2, 8]), [2, 6]);
        assert_eq!(counts(capped, 0, &[2, 8]), [2, 2]);
    }
}
