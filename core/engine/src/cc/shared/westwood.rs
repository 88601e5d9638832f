//! The Westwood rule: a loss sets the window to the pipe, which is the measured bandwidth times the
//! shortest RTT.

use std::fmt::Debug;

use super::aimd::{reno_increase, used};
use crate::catalogue::{Params, Rule, RuleKind, Spec, Term, term};
use crate::cc::{Ack, CongestionControl, Connection, Window, ack_view};
use crate::estimator::Estimate;
use crate::trace::Decisions;

const PIPE: &[Term] = &[
    term(
        "ssthresh",
        r"\mathit{ssthresh}",
        "segments",
        "The estimated BDP: what fits on the path without a queue.",
    ),
    term("bwe", r"\mathit{BWE}", "bit/s", "The estimated bandwidth."),
    term("rtt_min", r"\mathit{RTT}_{\min}", "s", "The shortest RTT that this sender has measured."),
    term("segment", r"\mathit{seg}", "bit", "Size of a segment."),
    term("before", r"\mathit{cwnd}", "segments", "The window before."),
    term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
];

const fn pipe_rule(
    key: &'static str,
    title: &'static str,
    formula: &'static str,
    source: &'static str,
) -> Rule {
    Rule { key, kind: RuleKind::WindowCut, title, formula, terms: PIPE, source }
}

/// A loss lowers the window to the pipe. Values: as in `PIPE`.
pub const fn pipe_loss(key: &'static str, source: &'static str) -> Rule {
    pipe_rule(
        key,
        "Loss detected by duplicate ACKs: the window is set to the estimated BDP.",
        concat!(
            r"{{ssthresh}} = \max\left( {{bwe}} \cdot {{rtt_min}} / {{segment}},\ 2 \right),\quad ",
            r"{{cwnd}} = \min\left( {{before}},\ {{ssthresh}} \right)"
        ),
        source,
    )
}

/// The window is set to the pipe, whether higher or lower.
pub const fn pipe_set(key: &'static str, title: &'static str, source: &'static str) -> Rule {
    pipe_rule(
        key,
        title,
        concat!(
            r"{{ssthresh}} = \max\left( {{bwe}} \cdot {{rtt_min}} / {{segment}},\ 2 \right),\quad ",
            r"{{before}} \rightarrow {{cwnd}}"
        ),
        source,
    )
}

/// A timeout: one segment, then slow start up to the pipe.
pub const fn pipe_timeout(key: &'static str, source: &'static str) -> Rule {
    pipe_set(key, "Retransmission timeout: slow start runs up to the estimated BDP.", source)
}

/// The measured pipe.
#[derive(Clone, Copy, Debug)]
pub struct Pipe {
    /// The bandwidth, in segments per second.
    pub rate: f64,
    /// The shortest RTT, in seconds; infinite before the first sample.
    pub rtt_min_s: f64,
    /// True to use whole segments, as in a kernel.
    pub whole: bool,
}

impl Pipe {
    /// The pipe in segments, at least 2. Before the first RTT sample, half of the window is used
    /// instead.
    pub fn segments(&self, c: &Connection, w: &Window) -> f64 {
        let pipe = self.rate * self.rtt_min_s;
        let pipe = if pipe.is_finite() { pipe } else { used(c, w) / 2.0 };
        if self.whole { pipe.floor().max(2.0) } else { pipe.max(2.0) }
    }

    fn say(&self, c: &Connection, before: f64, w: &Window, log: &mut Decisions, rule: &'static Rule) {
        let bwe_bps = self.rate * c.segment_bits;
        log.say(rule, &[w.ssthresh, bwe_bps, self.rtt_min_s, c.segment_bits, before, w.cwnd]);
    }

    /// At a loss: sets the window to the pipe. Without `raise` it never increases the window.
    #[inline]
    pub fn cut(&self, c: &Connection, raise: bool, w: &mut Window, log: &mut Decisions, rule: &'static Rule) {
        let before = used(c, w);
        w.ssthresh = self.segments(c, w);
        w.cwnd = if raise { w.ssthresh } else { before.min(w.ssthresh) };
        self.say(c, before, w, log, rule);
    }

    /// At a timeout: one segment, then slow start up to the pipe.
    pub fn restart(&self, c: &Connection, w: &mut Window, log: &mut Decisions, rule: &'static Rule) {
        let before = used(c, w);
        w.ssthresh = self.segments(c, w);
        w.cwnd = 1.0;
        self.say(c, before, w, log, rule);
    }
}

/// What distinguishes the algorithms of the family that differ only in their estimator.
pub trait WestwoodRules: Clone + Debug {
    type Estimator: Estimate + Clone + Debug;
    /// The estimator's declaration. The algorithm declares the same parameters.
    const ESTIMATOR: &'static Spec;
    /// The estimator with checked parameters.
    fn estimator(params: &Params) -> Self::Estimator;
    /// Loss, timeout and end of slow start, in this order.
    fn rules() -> &'static [Rule; 3];
}

/// Reno's growth; a loss sets the window to the pipe.
#[derive(Clone, Copy, Debug)]
pub struct WestwoodLaw<R: WestwoodRules> {
    /// Its bandwidth estimator.
    pub estimator: R::Estimator,
}

impl<R: WestwoodRules> WestwoodLaw<R> {
    /// The law with checked parameters.
    pub fn new(params: &Params) -> WestwoodLaw<R> {
        WestwoodLaw { estimator: R::estimator(params) }
    }

    fn pipe(&self, c: &Connection) -> Pipe {
        Pipe { rate: self.estimator.estimate(c.now_s), rtt_min_s: c.min_rtt_s, whole: false }
    }
}

impl<R: WestwoodRules> CongestionControl for WestwoodLaw<R> {
    fn start(&mut self, c: &Connection, _w: &mut Window) {
        self.estimator.start(c.now_s);
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        self.estimator.on_ack(&ack_view(c, ack, 0.0));
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        reno_increase(c, ack, w, log, &R::rules()[2]);
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.pipe(c).cut(c, false, w, log, &R::rules()[0]);
    }

    fn on_timeout(&mut self, c: &Connection, _repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.pipe(c).restart(c, w, log, &R::rules()[1]);
    }

    fn estimate(&self, now_s: f64) -> Option<(&'static str, f64)> {
        Some((R::ESTIMATOR.id, self.estimator.estimate(now_s)))
    }
}
