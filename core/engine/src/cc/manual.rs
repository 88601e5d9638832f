//! By hand: a script sets the window, whatever the losses.
//!
//! No paper: this is the sender of the page's “be the sender”. There a person controls the window,
//! and the record of the inputs is the script. A run can be repeated from it bit for bit, and
//! shared like any other.
//!
//! ```text
//! any ACK, loss or timeout   cwnd ← the window of the latest entry that is due
//! ```
//!
//! Loss recovery is TCP's: lost segments are retransmitted, and the retransmission timer backs off.
//! Only the window is set by the script, in recovery too.

use super::{Ack, CongestionControl, Connection, Features, Needs, RecoverySupport, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, Term, lean_rules, term};
use crate::choices::Recovery;
use crate::order::{number_key, sorted};
use crate::trace::Decisions;

/// Its default recovery. A flow may choose another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

const SOURCE: &str = "no paper: a person or a script";

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "manual",
    name: "By hand",
    summary: "A person or a script sets the window. Losses do not change it.",
    source: SOURCE,
    parameters: &[
        Param::numbers("at", "When the window changes, in seconds since the start of the run.", SOURCE),
        Param::numbers(
            "cwnd",
            "The new windows in segments, one for each time. A value below 1 counts as 1.",
            SOURCE,
        ),
    ],
    departures: &[
        "A change takes effect with the next ACK.",
        "A timeout does not set the window to one segment.",
        "Before the first entry the window is the initial window.",
    ],
    rules: &RULES,
};

const CWND: Term = term("cwnd", r"\mathit{cwnd}", "segments", "The window set by hand.");

const fn rule(key: &'static str, kind: RuleKind, title: &'static str) -> Rule {
    Rule { key, kind, title, formula: r"\mathit{cwnd} \leftarrow {{cwnd}}", terms: &[CWND], source: SOURCE }
}

/// The decisions it explains.
pub static RULES: [Rule; 3] = lean_rules([
    rule("manual.moved", RuleKind::Decision, "The window is set by hand."),
    rule("manual.loss", RuleKind::Decision, "A loss is detected. The window stays as set by hand."),
    rule("manual.timeout", RuleKind::Decision, "The timer expired. The window stays as set by hand."),
]);
static MOVED: &Rule = &RULES[0];
static LOSS: &Rule = &RULES[1];
static TIMEOUT: &Rule = &RULES[2];

/// The script, and the current position in it.
#[derive(Clone, Debug)]
pub struct Algorithm {
    /// Pairs of seconds and segments, sorted by time.
    script: Vec<(f64, f64)>,
    /// Number of entries that are due.
    passed: usize,
    /// The last window that was set; none before the first ACK.
    held: Option<f64>,
}

impl Algorithm {
    /// The script of `params`.
    pub fn new(params: &Params) -> Algorithm {
        let pairs = params.numbers("at").iter().zip(params.numbers("cwnd"));
        let script: Vec<(f64, f64)> = pairs.map(|(at, cwnd)| (*at, cwnd.max(1.0))).collect();
        let script = sorted(&script, |(at, _)| number_key(*at));
        Algorithm { script, passed: 0, held: None }
    }

    /// Sets the window for the current time; returns true if it differs from the last one.
    fn hold(&mut self, c: &Connection, w: &mut Window) -> bool {
        // The script counts from the start of the run, which is not where the algorithm's clock begins.
        let now_s = c.clock_zero_s + c.now_s;
        while self.script.get(self.passed).is_some_and(|(at, _)| *at <= now_s) {
            self.passed += 1;
        }
        let cwnd = match self.passed {
            0 => c.initial_window.max(1.0),
            passed => self.script[passed - 1].1,
        };
        w.cwnd = cwnd;
        self.held.replace(cwnd) != Some(cwnd)
    }
}

impl CongestionControl for Algorithm {
    fn features() -> &'static Features {
        const LARGEST: fn(&Params) -> f64 =
            |params| params.numbers("cwnd").iter().copied().fold(0.0, f64::max);
        const FEATURES: Features = Features { by_hand: Some(LARGEST), ..Features::NONE };
        &FEATURES
    }

    fn needs(&self) -> Needs {
        Needs { owns_cwnd: true, ..Needs::default() }
    }

    fn on_increase(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if self.hold(c, w) {
            log.say(MOVED, &[w.cwnd]);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.hold(c, w);
        log.say(LOSS, &[w.cwnd]);
    }

    fn on_recovery_exit(&mut self, c: &Connection, w: &mut Window, _log: &mut Decisions) {
        self.hold(c, w);
    }

    fn on_timeout(&mut self, c: &Connection, _repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.hold(c, w);
        log.say(TIMEOUT, &[w.cwnd]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    fn hand(at: &[f64], cwnd: &[f64]) -> Script {
        let settings = [("at", Setting::Numbers(at.to_vec())), ("cwnd", Setting::Numbers(cwnd.to_vec()))];
        Script::with(SPEC.id, &settings, 3.0, f64::INFINITY)
    }

    #[test]
    fn the_window_is_what_the_script_says_from_its_time_on() {
        let mut script = hand(&[1.0, 2.0], &[20.0, 5.0]);
        script.acks(1);
        assert_eq!(script.w.cwnd, 3.0, "what the connection began with");
        script.c.now_s = 1.0;
        script.acks(4);
        assert_eq!(script.w.cwnd, 20.0);
        script.c.now_s = 7.0;
        script.acks(1);
        assert_eq!(script.w.cwnd, 5.0);
    }

    #[test]
    fn neither_loss_nor_timeout_moves_it() {
        let mut script = hand(&[0.0], &[40.0]);
        script.acks(1);
        script.lose();
        assert_eq!(script.w.cwnd, 40.0);
        script.time_out(false);
        assert_eq!(script.w.cwnd, 40.0);
        let keys: Vec<&str> = script.said().iter().map(|said| said.0).collect();
        assert_eq!(keys, ["manual.moved", "manual.loss", "manual.timeout"]);
    }

    #[test]
    fn a_hand_that_rests_says_nothing_and_never_holds_less_than_one() {
        let mut script = hand(&[2.0, 1.0], &[0.0, 9.0]);
        script.c.now_s = 1.5;
        script.acks(20);
        assert_eq!(script.w.cwnd, 9.0, "out of order in the list, in order in time");
        script.c.now_s = 2.5;
        script.acks(2);
        assert_eq!(script.w.cwnd, 1.0);
        assert_eq!(script.said().len(), 2);
    }
}
