//! Delays and waiting times of a flow's packets, one way: of a constant-bit-rate flow, which has no
//! RTT, since no packet comes back, and of a TCP flow that asks for them.

use crate::net::DelayHistogram;
use crate::units::Span;

/// The waiting times of a flow's data packets that arrived, each in all queues on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queued {
    /// Their sum in nanoseconds. It wraps around in centuries: intervals are differences.
    pub nanos: u64,
    pub packets: u64,
}

impl Queued {
    /// A packet arrives that has waited `nanos`.
    #[inline(always)]
    pub fn count(&mut self, nanos: u64) {
        self.nanos = self.nanos.wrapping_add(nanos);
        self.packets += 1;
    }
}

/// Counts of the packets that arrived.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    times: DelayHistogram,
    delays: DelayHistogram,
}

impl Waits {
    /// Upper bound of its bytes.
    pub const MAX_BYTES: usize = size_of::<Waits>() + 2 * DelayHistogram::MAX_BYTES;

    /// A packet arrives `delay` after it was sent. It has waited `nanos` in queues.
    pub fn note(&mut self, delay: Span, nanos: u64) {
        self.times.count(nanos);
        self.delays.count(delay.nanos());
    }

    /// Memory of the counts, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Waits>() + self.times.bytes() + self.delays.bytes()
    }
}

/// Statistics of the packets that arrived in an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WaitStats {
    /// The waiting times that half, 95 % and 99 % of them did not exceed, in seconds.
    pub quantiles_s: [Option<f64>; 3],
    /// The same of their delays: the time from the source to the receiver.
    pub delays_s: [Option<f64>; 3],
}

impl WaitStats {
    /// The statistics between two instants, from the sums at both.
    pub fn between(before: &Waits, after: &Waits) -> WaitStats {
        let [quantiles_s, delays_s] = [(&before.times, &after.times), (&before.delays, &after.delays)]
            .map(|(before, after)| [0.5, 0.95, 0.99].map(|p| after.quantile_s(before, p)));
        WaitStats { quantiles_s, delays_s }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neither the delay of a packet nor its wait follows from those of other packets: a packet may wait
    /// behind others from the first one on, and a path may get shorter.
    #[test]
    fn a_packet_counts_with_its_own_delay_and_its_own_wait() {
        let mut waits = Waits::default();
        let ms = |ms: f64| Span::from_secs(ms / 1e3);
        [(130.0, 100.0), (20.0, 0.0)].into_iter().for_each(|(d, w)| waits.note(ms(d), ms(w).nanos()));
        let before = waits.clone();
        // The earlier packets do not count.
        [(120.0, 100.0); 3].into_iter().for_each(|(d, w)| waits.note(ms(d), ms(w).nanos()));
        let stats = WaitStats::between(&before, &waits);
        for (found, expected_s) in
            stats.quantiles_s.iter().zip([0.1; 3]).chain(stats.delays_s.iter().zip([0.12; 3]))
        {
            assert!((found.expect("three packets") / expected_s - 1.0).abs() < 0.07, "{stats:?}");
        }
        assert_eq!(WaitStats::between(&waits, &waits), WaitStats::default());
    }
}
