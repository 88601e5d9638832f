//! The exponentially weighted average queue of RED and its relatives.

use crate::math::pow;
use crate::queue::QueueView;
use crate::units::Time;

/// The average queue in packets.
#[derive(Clone, Copy, Debug)]
pub struct Average {
    value: f64,
    w_q: f64,
    /// Packets per second that the link can send. An idle time counts as the arrivals of this many
    /// packets per second at an empty queue.
    packets_per_s: f64,
}

impl Average {
    /// An average that starts at zero.
    #[inline]
    pub fn new(w_q: f64, packets_per_s: f64) -> Average {
        Average { value: 0.0, w_q, packets_per_s }
    }

    /// A constant average.
    #[cfg(test)]
    pub fn at(value: f64) -> Average {
        Average { value, ..Average::new(0.0, 1.0) }
    }

    pub fn value(&self) -> f64 {
        self.value
    }

    /// A packet arrives: queues-and-links §3, step 1.
    pub fn on_arrival(&mut self, view: &QueueView) {
        let idle_packets = view.idle_since.map_or(0.0, |since| self.idle_packets(view.now, since));
        if idle_packets > 0.0 {
            self.value *= pow(1.0 - self.w_q, idle_packets);
        }
        self.update(view.packets);
    }

    fn idle_packets(&self, now: Time, since: Time) -> f64 {
        // The small addend makes a time of exactly m packets count m and not m − 1.
        (self.packets_per_s * now.since(since).secs() + 1e-9).floor()
    }

    /// Includes the current queue in the average.
    pub fn update(&mut self, packets: u64) {
        self.value = (1.0 - self.w_q) * self.value + self.w_q * packets as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::testing::view;

    #[test]
    fn a_constant_queue_is_approached_exponentially() {
        // queues-and-links V3.1: q = 10, 100 arrivals from 0.
        let mut average = Average::new(0.002, 10e6 / 12_000.0);
        (0..100).for_each(|_| average.on_arrival(&view(10)));
        assert!((average.value() - 1.814_332).abs() < 1e-6, "{}", average.value());
    }

    #[test]
    fn an_idle_link_forgets_as_if_packets_had_come() {
        // queues-and-links V3.4: average 8, idle for 10 ms at 10 Mbit/s, which is 8 packets of 1500
        // bytes.
        let mut average = Average { value: 8.0, ..Average::new(0.002, 10e6 / 12_000.0) };
        let now = Time::from_secs(5.0);
        let idle_since = Some(Time::from_secs(4.99));
        average.on_arrival(&QueueView { now, idle_since, ..view(0) });
        assert!((average.value() - 7.857_147).abs() < 1e-6, "{}", average.value());
    }
}
