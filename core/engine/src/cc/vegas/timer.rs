//! Vegas' fine-grained retransmission timer.

/// Vegas' fine-grained retransmission timer with exact RTT samples.
#[derive(Clone, Copy, Debug)]
pub struct FineTimer {
    srtt_s: f64,
    var_s: f64,
    /// The timeout in seconds; infinite before the first sample.
    pub timeout_s: f64,
}

impl Default for FineTimer {
    fn default() -> FineTimer {
        FineTimer { srtt_s: 0.0, var_s: 0.0, timeout_s: f64::INFINITY }
    }
}

impl FineTimer {
    /// Processes an RTT sample in seconds.
    pub fn sample(&mut self, rtt_s: f64) {
        if self.timeout_s.is_infinite() {
            // The first sample R gives srtt = R, var = R/4 and a timeout of 1.5 R.
            *self = FineTimer { srtt_s: rtt_s, var_s: rtt_s / 4.0, timeout_s: 1.5 * rtt_s };
            return;
        }
        let error_s = rtt_s - self.srtt_s;
        self.srtt_s += error_s / 8.0;
        self.var_s += (error_s.abs() - self.var_s) / 4.0;
        // The scaled integers of the simulator of GM04 give the same.
        self.timeout_s = (self.srtt_s + 2.0 * self.var_s) * 17.0 / 16.0;
    }

    /// Backs off when a segment that was sent `times_sent` times is retransmitted.
    pub fn back_off(&mut self, times_sent: u32) {
        self.timeout_s *= if times_sent > 1 { 2.0 } else { 9.0 / 8.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fine_timer_is_backed_off_by_an_eighth_and_then_doubled() {
        // The first sample R gives 1.5 R.
        let mut timer = FineTimer::default();
        timer.sample(0.2);
        timer.back_off(1);
        assert!((timer.timeout_s - 0.3375).abs() < 1e-12);
        timer.back_off(2);
        assert!((timer.timeout_s - 0.675).abs() < 1e-12);
        timer.sample(0.3);
        assert!((timer.timeout_s - (0.2125 + 2.0 * 0.0625) * 17.0 / 16.0).abs() < 1e-12);
    }
}
