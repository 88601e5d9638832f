//! Westwood+ as in the module of Linux 2.6.22 (tcp_westwood.c) as ns-2.35 runs it: RTTmin is kept over
//! timeouts and starts with the SYN's RTT.

use ackscope_engine::catalogue::{Param, Params, Spec};
use ackscope_engine::cc::shared::{KernelReno, Pipe, cut_to, restart, used};
use ackscope_engine::cc::westwood_plus::{self, AVOIDANCE, HALF, RESTART, SET};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, State, Window, ack_view};
use ackscope_engine::estimator::{Estimate, ewma_0_9, linux_double};
use ackscope_engine::trace::Decisions;

/// Westwood+ with all its variants.
pub const SPEC: Spec = Spec {
    parameters: &[
        Param::choice(
            "variant",
            &["paper", "paper_uncond", "linux", "linux2622"],
            "`paper` never raises the window at a loss; `paper_uncond` always sets it to ssthresh; `linux` sets it when recovery ends, from a twice smoothed estimate; `linux2622` is the module in ns-2.35, which keeps the minimum RTT over timeouts and includes the SYN's RTT.",
            "GM04 §2.1 prints the unconditional form; the module it cites only lowers",
        ),
        ewma_0_9::FILTER_GAIN,
        ewma_0_9::FILTER_START,
    ],
    departures: &[
        "After a loss cwnd may fall to ssthresh but never rises to it. The paper's pseudo-code is unconditional, but the ns-2 module it cites is not, and a larger window at a loss is unsafe. `variant: paper_uncond` follows the paper.",
        "The estimate starts from zero, as in the ns-2 module; the paper does not say. During the first ten RTTs it is far too low. `filter_start: first_sample` starts as Linux does.",
        "`linux` and `linux2622` have their own filters: filter_gain and filter_start do not apply. Their RTTmin is the minimum of the smoothed RTT, in whole milliseconds.",
        "`linux` sets the window to the BDP when recovery ends, as a kernel does. The agent in ns-2.35 does not signal the end of recovery to its module. With `recovery_variant: ns2_linux` the window therefore falls to the BDP estimate of the time of the loss, or to half of the window if that is larger, and stays there.",
        "`linux2622` takes the SYN's RTT as the first RTTmin, as the agent in ns-2.35. A SYN is shorter than a segment, so the estimated BDP is slightly too small after every loss, and the next sample comes from that smaller window. Under random loss, an RTTmin that is 1 % smaller therefore costs 10 to 40 % of the goodput.",
    ],
    ..westwood_plus::SPEC
};

/// The module's state.
#[derive(Clone, Copy, Debug)]
pub struct Linux2622 {
    growth: KernelReno,
    estimator: linux_double::Estimator,
    rtt_min_s: f64,
    in_recovery: bool,
}

impl Linux2622 {
    /// The module with checked parameters.
    pub fn new(params: &Params) -> Linux2622 {
        Linux2622 {
            growth: KernelReno::default(),
            estimator: linux_double::Estimator::new(params),
            rtt_min_s: f64::INFINITY,
            in_recovery: false,
        }
    }

    fn pipe(&self, c: &Connection) -> Pipe {
        Pipe { rate: self.estimator.estimate(c.now_s), rtt_min_s: self.rtt_min_s, whole: true }
    }
}

impl Linux2622 {
    /// The window that this recovery leads to; ns-2's agent does not tell when it ends.
    pub fn skip_recovery_exit(&mut self, c: &Connection, w: &Window) -> f64 {
        self.in_recovery = false;
        self.pipe(c).segments(c, w)
    }
}

impl CongestionControl for Linux2622 {
    fn start(&mut self, c: &Connection, _w: &mut Window) {
        self.estimator.start(c.now_s);
        // The ACK of the SYN is the first ACK that the module sees.
        self.estimator.begin_with_next_ack(c.max > 0);
        if c.srtt_s > 0.0 {
            // ns-2's agent passes the SYN's RTT to its module. It is shorter than the RTT of any
            // segment.
            self.rtt_min_s = linux_double::whole_ticks_s(c.srtt_s);
        }
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        let view = ack_view(c, ack, 0.0);
        self.growth.on_ack(ack);
        // tcp-linux.cc, recv(): the fast path is an ACK of new data outside recovery that reports
        // nothing by SACK.
        let is_outside = matches!(c.state, State::Open | State::Disorder);
        if is_outside && ack.acked > 0 && ack.sacked == 0 {
            self.estimator.on_fast_ack(&view);
        } else {
            self.estimator.on_ack(&view);
        }
        if let Some(rtt_s) = self.estimator.rtt_s() {
            self.rtt_min_s = self.rtt_min_s.min(rtt_s);
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        self.growth.increase(c, ack, w, log, AVOIDANCE);
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let pipe = self.pipe(c).segments(c, w);
        self.growth.clear();
        self.in_recovery = true;
        let before = cut_to(c, (used(c, w) / 2.0).floor(), w);
        // The kernel reduces the window towards the half, but not below the pipe.
        w.cwnd = pipe.max(w.cwnd).min(before.max(w.cwnd));
        log.say(HALF, &[w.ssthresh, before, w.cwnd]);
    }

    fn on_recovery_exit(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        if std::mem::take(&mut self.in_recovery) {
            self.pipe(c).cut(c, true, w, log, SET);
        }
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.growth.clear();
        restart(c, repeated, w, log, RESTART);
        self.in_recovery = false;
    }

    fn estimate(&self, now_s: f64) -> Option<(&'static str, f64)> {
        Some((linux_double::SPEC.id, self.estimator.estimate(now_s)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::law;
    use ackscope_engine::catalogue::Params;
    use ackscope_engine::cc::script::Script;

    #[test]
    fn the_shortest_rtt_begins_with_that_of_the_syn_and_a_timeout_keeps_it() {
        let c = Script::of(law("westwood+", &[]), 80.0, 80.0).c;
        let mut module = Linux2622::new(&Params::default());
        let mut w = Window { cwnd: 80.0, ssthresh: 80.0 };
        module.start(&c, &mut w);
        assert_eq!(module.rtt_min_s, 0.1, "the handshake took 0.1 s");
        module.on_timeout(&c, false, &mut w, &mut Decisions::default());
        assert_eq!(module.rtt_min_s, 0.1, "a timeout does not forget it");
    }
}
