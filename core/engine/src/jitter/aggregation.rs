//! Aggregation: packets wait for access to the medium and are delivered together.
//!
//! A Wi-Fi station waits for its turn and sends one aggregate. A cable modem requests a grant and
//! sends what has arrived in the meantime. The first packet of a batch starts the wait; all packets
//! that arrive before its end join the batch. Such devices may also discard an ACK that a later ACK
//! of the batch makes redundant.

use super::Jitters;
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "RFC 3449 §2.2, §5.2.1 (shared media, ACK filtering); netem's slots";

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "aggregation",
    name: "Aggregation",
    summary: "Packets wait for the medium and arrive in batches, as over Wi-Fi and cable. ACKs can be thinned.",
    source: SOURCE,
    parameters: &[
        Param::number(
            "wait",
            "s",
            0.004,
            (0.0, 60.0),
            "Shortest wait of the first packet of a batch.",
            SOURCE,
        ),
        Param::number(
            "spread",
            "s",
            0.0,
            (0.0, 60.0),
            "Each wait is longer by a random time up to this.",
            SOURCE,
        ),
        Param::flag(
            "thin_acks",
            false,
            "Only the last ACK of each flow in a batch is delivered. Duplicate ACKs are kept.",
            "RFC 3449 §5.2.1",
        ),
    ],
    departures: &["A batch has no limit in packets or bytes. Its transmission takes no time on the medium."],
    rules: &[],
};

/// The parameters and the current batch.
#[derive(Clone, Copy, Debug)]
pub struct Jitter {
    wait: Span,
    spread: Span,
    thin_acks: bool,
    /// Delivery time of the current batch.
    batch_at: Option<Time>,
}

impl Jitter {
    /// A model with checked parameters.
    #[inline]
    pub fn new(params: &Params) -> Jitter {
        Jitter {
            wait: Span::from_secs(params.number("wait")),
            spread: Span::from_secs(params.number("spread")),
            thin_acks: params.flag("thin_acks"),
            batch_at: None,
        }
    }
}

impl Jitters for Jitter {
    #[inline]
    fn deliver_at(&mut self, at: Time, draws: &mut Stream) -> Time {
        if let Some(batch_at) = self.batch_at.filter(|batch_at| at <= *batch_at) {
            return batch_at;
        }
        let more = Span::from_nanos((draws.uniform() * self.spread.nanos() as f64) as u64);
        let batch_at = at + self.wait + more;
        self.batch_at = Some(batch_at);
        batch_at
    }

    fn longest(&self) -> Span {
        self.wait + self.spread
    }

    fn thins_acks(&self) -> bool {
        self.thin_acks
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{delays, handed_over};
    use super::*;

    fn aggregation(wait_ms: u64, spread_ms: u64) -> Jitter {
        let (wait, spread) = (Span::from_millis(wait_ms), Span::from_millis(spread_ms));
        Jitter { wait, spread, thin_acks: false, batch_at: None }
    }

    #[test]
    fn what_comes_during_a_wait_goes_with_its_first_packet() {
        let at_s = [1.0, 1.001, 1.004, 1.0041, 1.005, 7.0];
        let expected = [1.004, 1.004, 1.004, 1.0081, 1.0081, 7.004];
        assert_eq!(handed_over(&mut aggregation(4, 0), &at_s), expected);
    }

    #[test]
    fn waits_are_spread_and_bounded() {
        let delays = delays(&mut aggregation(4, 6));
        let longest = delays.iter().copied().fold(0.0, f64::max);
        assert!((0.0095..0.01).contains(&longest), "{longest}");
    }
}
