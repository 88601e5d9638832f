//! Delays and waiting times of a flow's packets, one way: of a constant-bit-rate flow, which has no
//! RTT, since no packet comes back, and of a TCP flow that asks for them.

use crate::net::DelayHistogram;
use crate::units::Span;

/// Sums over the packets that arrived.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// The shortest delay from the source to the receiver so far.
    least: Option<Span>,
    times: DelayHistogram,
    delays: DelayHistogram,
}

impl Waits {
    /// Upper bound of its bytes.
    pub const MOST_BYTES: usize = size_of::<Waits>() + 2 * DelayHistogram::MOST_BYTES;

    /// A packet arrives `delay` after it was sent.
    pub fn note(&mut self, delay: Span) {
        let least = self.least.map_or(delay, |least| least.min(delay));
        self.least = Some(least);
        self.times.count((delay - least).nanos());
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

    /// A delay that gets shorter makes no earlier packet's delay shorter.
    #[test]
    fn a_delay_is_the_whole_way_even_if_the_path_gets_shorter() {
        let mut waits = Waits::default();
        [100.0, 100.0, 20.0].into_iter().for_each(|ms: f64| waits.note(Span::from_secs(ms / 1e3)));
        let stats = WaitStats::between(&Waits::default(), &waits);
        assert!((stats.delays_s[0].expect("three packets") / 0.1 - 1.0).abs() < 0.07, "{stats:?}");
    }

    #[test]
    fn a_packet_waits_as_long_as_its_delay_exceeds_the_shortest_so_far() {
        let mut waits = Waits::default();
        [30.0, 20.0, 20.0].into_iter().for_each(|ms: f64| waits.note(Span::from_secs(ms / 1e3)));
        let before = waits.clone();
        // Waits of 100 ms and 50 ms: the earlier packets do not count.
        [120.0, 70.0].into_iter().for_each(|ms: f64| waits.note(Span::from_secs(ms / 1e3)));
        let stats = WaitStats::between(&before, &waits);
        assert!((stats.quantiles_s[1].expect("two packets") / 0.1 - 1.0).abs() < 0.07, "{stats:?}");
        assert!((stats.delays_s[1].expect("two packets") / 0.12 - 1.0).abs() < 0.07, "{stats:?}");
        assert_eq!(WaitStats::between(&waits, &waits), WaitStats::default());
    }
}
