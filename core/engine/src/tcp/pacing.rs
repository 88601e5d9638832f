//! Pacing by the sender, for every algorithm (`pacing`): the sender spreads a window over the round
//! trip instead of sending it in bursts (Linux, tcp_update_pacing_rate, tcp_update_skb_after_send).

use super::decisions::PACED;
use super::state::{PacingFacts, Sender};
use crate::trace::Decisions;

impl Sender {
    /// The inputs of the pacing rate now.
    pub(super) fn pacing_facts(&self) -> PacingFacts {
        PacingFacts {
            cwnd: self.w.cwnd,
            ssthresh: self.w.ssthresh,
            outstanding: (self.c.max - self.c.una) as f64,
            srtt_s: self.c.srtt_s,
            min_rtt_s: self.c.min_rtt_s,
            segment_bytes: self.c.segment_bits / 8.0,
        }
    }

    /// The window or the RTT may have changed.
    pub(super) fn update_pacer(&mut self, log: &mut Decisions) {
        let facts = self.pacing_facts();
        let Some(pacer) = self.mechanisms.pacer_mut() else {
            return;
        };
        if let Some((rate, ratio)) = pacer.update(&facts) {
            log.say(PACED, &[rate, ratio, facts.cwnd.max(facts.outstanding), facts.srtt_s]);
        }
    }
}
