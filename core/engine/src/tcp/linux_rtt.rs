//! The RTT estimator of Linux (tcp_input.c, tcp_rtt_estimator; `rto: linux6`), in whole
//! microseconds.
//!
//! It differs from RFC 6298. The smallest timeout is a floor of the variation, so the timeout is
//! never below the RTT plus 200 ms. The variation grows with the first sample that deviates, and
//! falls by a quarter of the difference per round. A falling RTT counts an eighth.

/// Eight smoothed RTTs and four variations, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinuxRtt {
    srtt8: i64,
    mdev: i64,
    mdev_max: i64,
    rttvar: i64,
    /// The round ends when this segment is acknowledged.
    round_end: u64,
}

impl LinuxRtt {
    /// Takes a sample of `rtt_us`; the cumulative ACK is `una`, the next new segment is `next`, and
    /// the variation is at least `floor_us`.
    pub fn sample(&mut self, rtt_us: i64, una: u64, next: u64, floor_us: i64) {
        let sample = rtt_us.max(1);
        if self.srtt8 == 0 {
            self.srtt8 = 8 * sample;
            self.mdev = 2 * sample;
            self.rttvar = self.mdev.max(floor_us);
            self.mdev_max = self.rttvar;
            self.round_end = next;
            return;
        }
        let error = sample - (self.srtt8 >> 3);
        self.srtt8 += error;
        let mut step = error.abs() - (self.mdev >> 2);
        if error < 0 && step > 0 {
            step >>= 3;
        }
        self.mdev += step;
        if self.mdev > self.mdev_max {
            self.mdev_max = self.mdev;
            self.rttvar = self.rttvar.max(self.mdev_max);
        }
        if una > self.round_end {
            if self.mdev_max < self.rttvar {
                self.rttvar -= (self.rttvar - self.mdev_max) >> 2;
            }
            self.round_end = next;
            self.mdev_max = floor_us;
        }
    }

    /// Smoothed RTT in microseconds; 0 before the first sample.
    pub fn srtt_us(&self) -> i64 {
        self.srtt8 >> 3
    }

    /// The timeout minus the smoothed RTT, in microseconds.
    pub fn variation_us(&self) -> i64 {
        self.rttvar
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variation_grows_at_once_and_falls_once_per_round() {
        let mut rtt = LinuxRtt::default();
        let mut next = 0;
        let mut seen = Vec::new();
        // Milliseconds, and whether the sample closes a round.
        for (ms, closes) in [(100, false), (100, true), (300, false), (300, true), (100, true), (100, true)] {
            let una = if closes { next + 1 } else { next };
            next += u64::from(closes);
            rtt.sample(ms * 1000, una, next, 200_000);
            seen.push((rtt.srtt_us(), rtt.srtt_us() + rtt.variation_us()));
        }
        assert_eq!(
            seen,
            [
                (100_000, 300_000),
                (100_000, 300_000),
                (125_000, 437_500),
                (146_875, 556_250),
                (141_015, 536_523),
                (135_888, 509_131),
            ]
        );
    }
}
