//! Waiting times, counted in buckets of a sixteenth of an octave: enough for percentiles, and cheap
//! per packet.

use crate::math::within;

/// The unit of waiting times is 2^10 ns, about a microsecond. A shorter wait counts as zero.
const UNIT_BITS: u32 = 10;
/// Buckets per octave, as a power of two.
const PART_BITS: u32 = 4;
const PARTS: u64 = 1 << PART_BITS;

/// Counts of waiting times.
#[derive(Clone, Debug, Default)]
pub struct DelayHistogram {
    /// By bucket; grows with the longest wait.
    counts: Vec<u32>,
}

impl DelayHistogram {
    /// A packet waited `nanos`.
    #[inline]
    pub fn count(&mut self, nanos: u64) {
        let bucket = bucket_of(nanos);
        match self.counts.get_mut(bucket) {
            Some(count) => *count += 1,
            None => self.count_longest(bucket),
        }
    }

    #[cold]
    fn count_longest(&mut self, bucket: usize) {
        self.counts.resize(bucket + 1, 0);
        self.counts[bucket] = 1;
    }

    /// Upper bound of the bytes of its buckets.
    pub const MAX_BYTES: usize = 64 * PARTS as usize * size_of::<u32>();

    /// Adds the counts of another histogram.
    pub fn add(&mut self, other: &DelayHistogram) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// Memory of the buckets, in bytes.
    pub fn bytes(&self) -> usize {
        self.counts.capacity() * size_of::<u32>()
    }

    /// Removes a packet that was counted with a wait of `nanos`.
    pub fn discount(&mut self, nanos: u64) {
        self.counts[bucket_of(nanos)] -= 1;
    }

    /// The waiting time in seconds that the share `p` of the waits counted since `earlier` did not
    /// exceed; `None` if there are none.
    ///
    /// Within a bucket, which is 6 % wide at most, waits are taken as evenly spread.
    #[inline]
    pub fn quantile_s(&self, earlier: &DelayHistogram, p: f64) -> Option<f64> {
        let since =
            |bucket: usize| self.counts[bucket] - earlier.counts.get(bucket).copied().unwrap_or_default();
        let total: u64 = (0..self.counts.len()).map(|bucket| u64::from(since(bucket))).sum();
        let wanted = p * total as f64;
        let mut below = 0.0;
        for bucket in 0..self.counts.len() {
            let count = f64::from(since(bucket));
            if count > 0.0 && below + count >= wanted {
                let part = within((wanted - below) / count, 0.0, 1.0);
                let (from, to) = (lower_edge(bucket), lower_edge(bucket + 1));
                // The first bucket holds packets that did not wait at all.
                let nanos = if bucket == 0 { 0.0 } else { from + part * (to - from) };
                return Some(nanos / 1e9);
            }
            below += count;
        }
        None
    }
}

/// Linear up to `PARTS` units, then `PARTS` buckets per octave.
#[inline]
fn bucket_of(nanos: u64) -> usize {
    let units = nanos >> UNIT_BITS;
    if units < PARTS {
        return units as usize;
    }
    let octave = 63 - units.leading_zeros() - PART_BITS;
    (PARTS + u64::from(octave) * PARTS + ((units >> octave) - PARTS)) as usize
}

/// The shortest wait of a bucket, in nanoseconds.
fn lower_edge(bucket: usize) -> f64 {
    let bucket = bucket as u64;
    let units = if bucket < PARTS {
        bucket
    } else {
        let octave = (bucket - PARTS) / PARTS;
        (PARTS + (bucket - PARTS) % PARTS) << octave
    };
    (units << UNIT_BITS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_wait_lies_between_the_edges_of_its_bucket(nanos in 0u64..4_000_000_000_000) {
            let bucket = bucket_of(nanos);
            let (from, to) = (lower_edge(bucket), lower_edge(bucket + 1));
            prop_assert!(from <= nanos as f64 && (nanos as f64) < to, "{from} {nanos} {to}");
            prop_assert!(nanos < 1 << 15 || to / from < 1.07, "{from} {to}");
        }
    }

    #[test]
    fn percentiles_of_an_even_spread() {
        let mut waits = DelayHistogram::default();
        (1..=10_000).for_each(|k| waits.count(k * 10_000));
        let quantile = |p| waits.quantile_s(&DelayHistogram::default(), p).expect("10000 waits");
        for (p, expected_s) in [(0.5, 0.05), (0.95, 0.095), (0.99, 0.099)] {
            assert!((quantile(p) / expected_s - 1.0).abs() < 0.01, "{p}: {}", quantile(p));
        }
    }

    #[test]
    fn only_what_came_since_the_earlier_count_is_counted() {
        let mut waits = DelayHistogram::default();
        (0..100).for_each(|_| waits.count(80_000_000));
        let earlier = waits.clone();
        assert_eq!(waits.quantile_s(&earlier, 0.95), None);
        (0..100).for_each(|_| waits.count(0));
        assert_eq!(waits.quantile_s(&earlier, 0.95), Some(0.0));
    }
}
