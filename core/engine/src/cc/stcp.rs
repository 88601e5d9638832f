//! STCP (Scalable TCP): a fixed increase per ACK and a small decrease, so that the recovery time
//! does not depend on the rate.
//!
//! MV06 §II; Kelly 2003.
//!
//! ```text
//! ACK of new data   cwnd < ssthresh:  slow start
//!                   otherwise:        cwnd ← cwnd + a            a = 0.01
//! loss              cwnd ← cwnd − b·cwnd;  ssthresh ← cwnd       b = 0.125
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```
//! Below 1/a = 100 segments the window grows more slowly than Reno's. `kelly` uses Reno's rules
//! below 16 segments; `linux` adds one segment per min(cwnd, 50) ACKs.

use super::shared::{AckCounter, cut_by, cut_to, in_slow_start_of, restart, restart_to, rules, used};
use super::{Ack, CongestionControl, Connection, RecoverySupport, Window};
use crate::catalogue::{Param, Params, Rule, Spec, lean_rules};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// MV06 used SACK-based code for the high-speed variants.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// The window below which Kelly uses Reno's rules, and the kernel's largest number of ACKs per
/// segment.
const KELLY_LOW: f64 = 16.0;
const LINUX_ACKS: f64 = 50.0;

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "stcp",
    name: "Scalable TCP",
    summary: "Adds 1/100 of a segment per ACK. A loss removes 1/8 of the window.",
    source: "MV06 §II; Kelly 2003",
    parameters: &[
        Param::choice(
            "variant",
            &["mv06", "kelly", "linux"],
            "`mv06` as printed; `kelly` with Reno's rules below 16 segments; `linux` with one segment per min(cwnd, 50) ACKs.",
            "MV06 §II",
        ),
        Param::number("a", "segments", 0.01, (0.0, 1.0), "Growth per ACK.", "MV06 §II; Kelly 2003"),
        Param::number(
            "b",
            "",
            0.125,
            (0.0, 0.9),
            "Fraction of the window that a loss removes.",
            "MV06 §II; Kelly 2003",
        ),
    ],
    departures: &[
        "A timeout halves ssthresh and restarts from one segment: Kelly leaves timeouts to standard TCP, and MV06 does not mention them.",
        "In congestion avoidance `linux` counts ACKs and ignores `growth`, and its window grows by whole segments, as the kernel's module.",
        "During recovery, the kernels of MV06 reduce the window over one RTT to less than ssthresh, and slow start raises it again. Here it goes to ssthresh at once, which gives more goodput: by 10 % at 200 Mbit/s with a short buffer, by two fifths at 10 Mbit/s with 1 % random loss.",
    ],
    rules: &RULES,
};

/// The decisions Scalable TCP explains.
pub static RULES: [Rule; 3] = lean_rules([
    rules::factor(
        "stcp.loss",
        "Loss detected: the window shrinks by a small, fixed fraction.",
        "MV06 §II; Kelly 2003",
    ),
    rules::timeout("stcp.timeout"),
    rules::avoidance("stcp.avoidance", "Slow start ends: the window grows by a fixed step per ACK."),
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];

/// The variant of the law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    Mv06,
    Kelly,
    Linux,
}

/// Scalable TCP's parameters. Only the kernel's variant has state: its ACK counter.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    variant: Variant,
    a: f64,
    b: f64,
    counter: AckCounter,
}

impl Algorithm {
    /// Scalable TCP with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            variant: match params.choice("variant") {
                "kelly" => Variant::Kelly,
                "linux" => Variant::Linux,
                _ => Variant::Mv06,
            },
            a: params.number("a"),
            b: params.number("b"),
            counter: AckCounter::default(),
        }
    }

    /// The window after the kernel's reduction, which removes whole segments.
    fn kernel_target(&self, window: f64) -> f64 {
        window - (window * self.b).floor()
    }
}

impl CongestionControl for Algorithm {
    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if in_slow_start_of(self.variant == Variant::Linux, c, ack, w, log, AVOIDANCE) {
            return;
        }
        match self.variant {
            Variant::Linux => {
                self.counter.count(1.0, w.cwnd.floor().min(LINUX_ACKS), w);
            }
            Variant::Kelly if w.cwnd < KELLY_LOW => w.cwnd += ack.steps / w.cwnd,
            _ => w.cwnd += self.a * ack.steps,
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let window = used(c, w);
        match self.variant {
            Variant::Linux => {
                let target = self.kernel_target(window);
                self.counter.clear();
                cut_to(c, target, w);
                log.say(LOSS, &[w.cwnd, window, target / window]);
            }
            Variant::Kelly if window < KELLY_LOW => cut_by(c, 0.5, w, log, LOSS),
            _ => cut_by(c, 1.0 - self.b, w, log, LOSS),
        }
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        if self.variant == Variant::Linux {
            self.counter.clear();
            restart_to(c, self.kernel_target(used(c, w)), repeated, w, log, TIMEOUT);
        } else {
            restart(c, repeated, w, log, TIMEOUT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    fn variant(word: &'static str, cwnd: f64) -> Script {
        Script::with(SPEC.id, &[("variant", Setting::Choice(word))], cwnd, 2.0)
    }

    #[test]
    fn a_hundredth_per_ack_and_an_eighth_at_a_loss() {
        // algorithms.md V8.1, V8.2
        let mut script = Script::new(SPEC.id, 1000.0, 2.0);
        script.acks(1);
        assert!((script.w.cwnd - 1000.01).abs() < 1e-9);
        script.w.cwnd = 1000.0;
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (875.0, 875.0));
    }

    #[test]
    fn the_window_doubles_in_seventy_rtts_whatever_it_is() {
        // algorithms.md V8.3: 69.66 RTTs. With steps per ACK, 70 rounds of cwnd ACKs are needed.
        for start in [500.0, 4000.0] {
            let mut script = Script::new(SPEC.id, start, 2.0);
            let mut rounds = 0;
            while script.w.cwnd < 2.0 * start {
                script.acks(script.w.cwnd as u64);
                rounds += 1;
            }
            assert_eq!(rounds, 70, "from {start}");
        }
    }

    #[test]
    fn a_loss_is_repaired_in_fourteen_rtts_whatever_the_window() {
        // algorithms.md V8.4: 13.42 RTTs
        for before in [800.0, 8000.0] {
            let mut script = Script::new(SPEC.id, before, 2.0);
            script.lose();
            let mut rounds = 0;
            while script.w.cwnd < before {
                script.acks(script.w.cwnd as u64);
                rounds += 1;
            }
            assert_eq!(rounds, 14, "from {before}");
        }
    }

    #[test]
    fn the_kernels_variant_adds_a_segment_per_fifty_acks() {
        // algorithms.md V8.5: at 40, one segment per min(40, 50) counted ACKs.
        let mut small = variant("linux", 40.0);
        small.acks(40);
        assert_eq!(small.w.cwnd, 40.0);
        small.acks(1);
        assert_eq!(small.w.cwnd, 41.0);
        let mut large = variant("linux", 400.0);
        large.acks(51);
        assert_eq!(large.w.cwnd, 401.0);
        large.lose();
        assert_eq!(large.w.cwnd, 401.0 - 50.0);
        large.w.cwnd = 80.0;
        large.time_out(false);
        assert_eq!((large.w.cwnd, large.w.ssthresh), (1.0, 70.0));
    }

    #[test]
    fn kelly_keeps_renos_rules_for_small_windows() {
        let mut script = variant("kelly", 10.0);
        script.acks(1);
        assert!((script.w.cwnd - 10.1).abs() < 1e-12);
        script.w.cwnd = 10.0;
        script.lose();
        assert_eq!(script.w.cwnd, 5.0);
        let mut large = variant("kelly", 100.0);
        large.acks(1);
        assert!((large.w.cwnd - 100.01).abs() < 1e-12);
    }
}
