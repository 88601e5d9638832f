//! Vegas with ns-2's rounding of the queued segments, but with the engine's response to losses.

use super::{RANGE, rounded};
use ackscope_engine::cc::vegas::{Algorithm, Decided};
use ackscope_engine::cc::{Connection, Round, Window};
use ackscope_engine::trace::Decisions;

/// The end of a round. ns-2's agent uses the segments in flight, including the one just acknowledged,
/// and the segments sent in the round. After an ACK for many segments this is less than the window.
/// With lost or delayed ACKs it therefore finds fewer queued segments.
pub fn end_round(law: &mut Algorithm, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
    let Some((rtt_s, base_s)) = law.measure(round) else { return };
    let sent = round.sent as f64;
    let in_flight = (c.flight() + 1) as f64;
    let diff = (in_flight - sent * base_s / rtt_s + 0.5).floor();
    if let Some(Decided { decision, threshold, after }) = law.decide(diff, w) {
        let values = [diff, in_flight, base_s, rtt_s, threshold, after, sent];
        log.of(RANGE).say_own(rounded(decision), &values);
    }
}

#[cfg(test)]
mod tests {
    use crate::played::{play, said};

    #[test]
    fn diff_is_rounded_before_it_is_compared() {
        // algorithms.md V3.3: int(0.769 + 0.5) = 1, not below α
        let rounded = |in_flight: u64| {
            let mut script = play("vegas", "ns2_round", 20.0, 2.0);
            script.acks(1);
            script.w.cwnd = 20.0;
            // At the end of a round, nothing has been sent yet in response to the ACK that ends it.
            script.c.next = script.c.una + in_flight;
            script.round(&[0.104; 20]);
            said(&mut script)[0].0
        };
        assert_eq!(rounded(19), "vegas.hold-rounded");
        // An ACK of three segments leaves 17 in flight: int(18 − 19.23 + 0.5) = −1.
        assert_eq!(rounded(17), "vegas.up-rounded");
    }
}
