//! SACK: Reno's rules with selective acknowledgements.
//!
//! MV06 §II eq. (1), (2); RFC 5681 §3.1. The window follows the same law as New Reno's. The
//! difference is in recovery: it knows the missing segments from RFC 2018's blocks and repairs many
//! losses of one window in one RTT (RFC 6675, see `tcp/scoreboard`).
//!
//! ```text
//! ACK of new data   cwnd < ssthresh:  cwnd ← cwnd + 1
//!                   otherwise:        cwnd ← cwnd + 1/cwnd
//! loss              ssthresh ← max(cwnd/2, 2);  cwnd ← ssthresh
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

use super::shared::{HALF, KernelReno, cut_by, cut_to, halve, reno_increase, restart, rules, used};
use super::{Ack, CongestionControl, Connection, MarkResponse, Needs, RecoverySupport, Window};
use crate::catalogue::{Param, Params, Rule, Spec, lean_rules};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// The recovery that gives SACK its name.
pub const RECOVERY: RecoverySupport = RecoverySupport::Fixed(Recovery::Sack);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "sack",
    name: "SACK",
    summary: "Reno's window with selective acknowledgements: all losses of a window are repaired together.",
    source: "RFC 5681 §3.1, RFC 6675; MV06 eq. (1), (2)",
    parameters: &[Param::choice(
        "variant",
        &["paper", "linux"],
        "`paper` as printed; `linux` in whole segments, and slow start includes the threshold itself, as in the kernels of MV06.",
        "MV06 eq. (1), (2); Linux, net/ipv4/tcp_cong.c",
    )],
    departures: &[
        "ACKs are counted, not bytes, as in the papers; `growth: byte-counting` counts every acknowledged segment as Linux does.",
        "At a loss the window falls at once. Linux reduces it over one RTT (rate halving, later PRR).",
    ],
    rules: &RULES,
};

/// The decisions SACK explains.
pub static RULES: [Rule; 4] = lean_rules([
    rules::halving("sack.loss", "RFC 6675 §5; MV06 eq. (2)"),
    rules::timeout("sack.timeout"),
    rules::avoidance("sack.avoidance", "Slow start ends: congestion avoidance begins."),
    rules::marked("sack.mark", "RFC 3168 §6.1.2; RFC 8511 §3"),
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static MARK: &Rule = &RULES[3];

/// Only the kernel's variant has state besides the window: its counters.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    kernel: Option<KernelReno>,
}

impl Algorithm {
    /// SACK with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm { kernel: (params.choice("variant") == "linux").then(KernelReno::default) }
    }
}

impl CongestionControl for Algorithm {
    fn needs(&self) -> Needs {
        let ignores_acks = self.kernel.is_none();
        Needs { marks: MarkResponse::BacksOff(0.8), ignores_acks, ..Needs::default() }
    }

    fn on_ack(&mut self, _c: &Connection, ack: &Ack) {
        if let Some(kernel) = &mut self.kernel {
            kernel.on_ack(ack);
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        match &mut self.kernel {
            Some(kernel) => kernel.increase(c, ack, w, log, AVOIDANCE),
            None => reno_increase(c, ack, w, log, AVOIDANCE),
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let before = match &mut self.kernel {
            Some(kernel) => {
                kernel.clear();
                cut_to(c, (used(c, w) / 2.0).floor(), w)
            }
            None => halve(c, w),
        };
        log.say(LOSS, &[w.ssthresh, before]);
    }

    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        let (window, kept) = (used(c, w), c.beta_ecn.unwrap_or(HALF));
        let factor = match &mut self.kernel {
            Some(kernel) => {
                kernel.clear();
                (window * kept).floor() / window
            }
            None => kept,
        };
        cut_by(c, factor, w, log, MARK);
        true
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            kernel.clear();
        }
        restart(c, repeated, w, log, TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;

    #[test]
    fn the_window_follows_renos_law_under_its_own_name() {
        // algorithms.md V2.1, V2.2, V2.4
        let mut script = Script::new(SPEC.id, 10.0, 10.0);
        script.acks(1);
        assert!((script.w.cwnd - 10.1).abs() < 1e-12);
        script.w.cwnd = 80.0;
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (40.0, 40.0));
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 20.0));
        let said: Vec<&str> = script.said().iter().map(|(key, _)| *key).collect();
        assert_eq!(said, ["sack.loss", "sack.timeout"]);
    }
}
