//! DualPI2: two queues for one link, a shallow L4S queue (L) and a classic queue (C). Coupled
//! marking gives both kinds of flow about the same rate.
//!
//! RFC 9332 appendix A; ecn-and-l4s §5.1.
//!
//! ```text
//! every update    p' ← p' + α·(q − target) + β·(q − q before)          q: age of the older head
//! L               marked with max(ramp of its own wait, k·p')
//! C               marked or dropped with p'²
//! k·p' ≥ 1        L drops with p'² too, and C drops: an overload
//! ```

use super::lines::{LineView, Lines};
use super::shared::ticks::{MAX_AT_ONCE, pass_over};
use super::{ArrivalDecision, ChannelFacts, DequeueDecision, Discipline, Features, Marking, QueueView};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, lean_rules, term};
use crate::choices::Ecn;
use crate::math::within;
use crate::rng::Stream;
use crate::units::{Span, Time};

const SOURCE: &str = "RFC 9332 A.1";

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "dualpi2",
    name: "DualPI2",
    summary: "Two queues for one link: a shallow one for L4S flows, a classic one for all others. Marks are coupled so that both get about the same rate.",
    source: "RFC 9332; Linux, sch_dualpi2.c",
    parameters: &[
        Param::choice(
            "variant",
            &["recur", "random"],
            "`recur` spreads marks evenly. `random` draws each mark at random; the classic queue marks if two draws with p' both hit.",
            "RFC 9332 A.1; Linux, sch_dualpi2.c",
        ),
        Param::number("target", "s", 0.015, (1e-4, 1.0), "Target delay of the classic queue.", SOURCE),
        Param::number(
            "rtt_max",
            "s",
            0.1,
            (1e-3, 10.0),
            "Longest RTT for which the controller is designed.",
            SOURCE,
        ),
        Param::number(
            "update",
            "s",
            0.015,
            (1e-4, 1.0),
            "Time between two updates. Default: the target, at most a third of rtt_max.",
            SOURCE,
        )
        .automatic(),
        Param::number(
            "alpha",
            "1/s",
            0.15,
            (0.0, 100.0),
            "Weight of the distance from the target. Default: 0.1·update/rtt_max².",
            SOURCE,
        )
        .automatic(),
        Param::number(
            "beta",
            "1/s",
            3.0,
            (0.0, 100.0),
            "Weight of the change since the last update. Default: 0.3/rtt_max.",
            SOURCE,
        )
        .automatic(),
        Param::number("k", "", 2.0, (1.0, 10.0), "Coupling of the two queues.", "RFC 9332 §4.2"),
        Param::number(
            "threshold",
            "s",
            0.001,
            (0.0, 0.1),
            "Middle of the ramp: the L4S queue marks with a probability that rises with its own delay.",
            SOURCE,
        ),
        Param::number(
            "range",
            "s",
            0.0004,
            (0.0, 0.1),
            "Width of the ramp around threshold; 0 is a step.",
            "RFC 9332 A.1; Linux: 0",
        ),
        Param::integer(
            "th_len",
            "packets",
            1.0,
            (0.0, 100.0),
            "The ramp applies only if at least this many other packets wait in the L4S queue.",
            SOURCE,
        ),
        Param::choice(
            "scheduler",
            &["wrr", "time-shift"],
            "Which queue sends next. `wrr` weights the two queues. `time-shift` takes the older head, after it adds time_shift to the age of the L4S head.",
            "Linux, sch_dualpi2.c; RFC 9332 §4.1",
        ),
        Param::number(
            "time_shift",
            "s",
            0.05,
            (0.0, 1.0),
            "With scheduler `time-shift`: a classic packet goes first if it is older by more than this.",
            "RFC 9332 §4.1",
        ),
        Param::number(
            "classic_weight",
            "%",
            10.0,
            (0.0, 50.0),
            "With scheduler `wrr`: minimum share of the link for the classic queue.",
            "Linux, sch_dualpi2.c",
        ),
        Param::flag(
            "drop_overload",
            true,
            "Drop in both queues when k·p' reaches 1. Off: p' is at most 1/k, and only a full queue drops.",
            "RFC 9332 A.2",
        ),
    ],
    departures: &[
        "The default scheduler is weighted round robin, as in Linux. The RFC leaves the scheduler open.",
        "p' follows the delay of the older of both heads, as in Linux. RFC 9332 A.1 uses the classic queue alone.",
        "Linux neither marks nor drops while fewer than two packets wait. This engine does.",
    ],
    rules: &RULES,
};

/// The rules of the coupled controller.
pub static RULES: [Rule; 3] = lean_rules([
    Rule {
        key: "dualpi2.overload",
        kind: RuleKind::Phase,
        title: "Overload: marks alone no longer help, and both queues drop packets.",
        formula: r"{{k}}\cdot{{p}} \ge 1",
        terms: &[
            term("k", "k", "", "Coupling of the two queues."),
            term("p", "p'", "", "The base probability."),
        ],
        source: "RFC 9332 §4.2.3",
    },
    Rule {
        key: "dualpi2.relief",
        kind: RuleKind::Phase,
        title: "The overload is over: packets are marked again instead of dropped.",
        formula: r"{{k}}\cdot{{p}} < 1",
        terms: &[
            term("k", "k", "", "Coupling of the two queues."),
            term("p", "p'", "", "The base probability."),
        ],
        source: "RFC 9332 §4.2.3",
    },
    Rule {
        key: "dualpi2.update",
        kind: RuleKind::Decision,
        title: "The base probability follows the delay and its change. Shown in a replayed interval only.",
        formula: r"\min(\max({{old}} + {{alpha}}({{q}} - {{target}}) + {{beta}}({{q}} - {{before}}),\ 0),\ {{most}}) = {{p}}",
        terms: &[
            term("old", "p'", "", "The base probability before."),
            term("alpha", r"\alpha", "1/s", "Weight of the distance from the target."),
            term("q", "q", "s", "Waiting time of the older of both head packets."),
            term("target", "q_0", "s", "The target."),
            term("beta", r"\beta", "1/s", "Weight of the change."),
            term("before", "q_{-1}", "s", "The same delay at the previous update."),
            term("most", "p'_{\\max}", "", "Its upper bound: 1, or 1/k without drop_overload."),
            term("p", "p'_{+1}", "", "The base probability now."),
        ],
        source: "RFC 9332 A.1",
    },
]);
static OVERLOAD: &Rule = &RULES[0];
static RELIEF: &Rule = &RULES[1];
static UPDATE: &Rule = &RULES[2];

/// The numbers of the two lines: L4S flows, and all other flows.
const L: usize = 0;
const C: usize = 1;

/// Spreads marks evenly (RFC 9332 A.1, recur).
#[derive(Clone, Copy, Debug, Default)]
struct Recur(f64);

impl Recur {
    fn hits(&mut self, p: f64) -> bool {
        self.0 += p.min(1.0);
        let hits = self.0 > 1.0;
        if hits {
            self.0 -= 1.0;
        }
        hits
    }
}

/// The controller and the scheduler.
#[derive(Clone, Debug)]
pub struct Queue {
    target_s: f64,
    every: Span,
    alpha: f64,
    beta: f64,
    k: f64,
    threshold_s: f64,
    range_s: f64,
    th_len: u32,
    /// Weights of L and C in percent.
    weights: [f64; 2],
    packet_bytes: f64,
    /// Upper bound of p'.
    most: f64,
    p: f64,
    before_s: f64,
    next_update: Time,
    marks: [Recur; 2],
    drops: Recur,
    credit: f64,
    /// If true, marks and drops are drawn at random.
    is_random: bool,
    /// With scheduler `time-shift`: a classic packet goes first if it is older by more than this.
    time_shift: Option<Span>,
    /// True if the last reported state was overload.
    reported_overload: bool,
    /// Values of the latest update that are not reported yet.
    unreported: Option<Box<[f64; 8]>>,
    /// Marking probability of each line at its latest dequeue.
    probability: [f64; 2],
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        let (target_s, rtt_max_s) = (params.number("target"), params.number("rtt_max"));
        let update_s = params.optional_number("update").unwrap_or(target_s.min(rtt_max_s / 3.0));
        let classic = params.number("classic_weight");
        let k = params.number("k");
        let mut queue = Queue {
            target_s,
            every: Span::from_secs(update_s),
            alpha: params.optional_number("alpha").unwrap_or(0.1 * update_s / (rtt_max_s * rtt_max_s)),
            beta: params.optional_number("beta").unwrap_or(0.3 / rtt_max_s),
            k,
            threshold_s: params.number("threshold"),
            range_s: params.number("range"),
            th_len: params.number("th_len") as u32,
            weights: [100.0 - classic, classic],
            packet_bytes: f64::from(facts.packet_bytes),
            most: if params.flag("drop_overload") { 1.0 } else { 1.0 / k },
            p: 0.0,
            before_s: 0.0,
            next_update: Time::ZERO + Span::from_secs(update_s),
            marks: [Recur::default(); 2],
            drops: Recur::default(),
            credit: 0.0,
            is_random: params.choice("variant") == "random",
            time_shift: (params.choice("scheduler") == "time-shift")
                .then(|| Span::from_secs(params.number("time_shift"))),
            reported_overload: false,
            unreported: None,
            probability: [0.0; 2],
        };
        queue.credit = queue.first_credit();
        queue
    }

    fn first_credit(&self) -> f64 {
        self.packet_bytes * (self.weights[C] - self.weights[L])
    }

    /// Performs the updates that are due up to `now`. The heads have not changed since the last
    /// call.
    fn catch_up(&mut self, now: Time, lines: &[LineView]) {
        let age_s = |at: Time| {
            let ages = lines.iter().filter_map(|line| line.head).map(|head| at.since(head).secs());
            ages.fold(0.0, f64::max)
        };
        for _ in 0..MAX_AT_ONCE {
            if self.next_update > now {
                return;
            }
            if self.p == 0.0 && self.before_s == 0.0 && lines.iter().all(|line| line.packets == 0) {
                // The update would change nothing.
                pass_over(now, &mut self.next_update, self.every);
                return;
            }
            self.update(age_s(self.next_update));
            self.next_update += self.every;
        }
        // The link has stood still for a long time: all remaining updates in one step.
        let steps = pass_over(now, &mut self.next_update, self.every);
        let (first_s, last_s) = (self.before_s, age_s(now));
        let drift = self.alpha * ((first_s + last_s) / 2.0 - self.target_s) * steps;
        self.p = within(self.p + drift + self.beta * (last_s - first_s), 0.0, self.most);
        self.before_s = last_s;
    }

    fn update(&mut self, q_s: f64) {
        let (old, before_s) = (self.p, self.before_s);
        let step = self.alpha * (q_s - self.target_s) + self.beta * (q_s - before_s);
        self.p = within(old + step, 0.0, self.most);
        self.before_s = q_s;
        let values = [old, self.alpha, q_s, self.target_s, self.beta, before_s, self.most, self.p];
        match &mut self.unreported {
            Some(unreported) => **unreported = values,
            None => self.unreported = Some(Box::new(values)),
        }
    }

    /// Marking probability of the L4S line for its own queueing delay.
    fn ramp(&self, wait_s: f64) -> f64 {
        let low_s = self.threshold_s - self.range_s / 2.0;
        if self.range_s == 0.0 {
            f64::from(u8::from(wait_s > self.threshold_s))
        } else {
            within((wait_s - low_s) / self.range_s, 0.0, 1.0)
        }
    }

    fn is_overloaded(&self) -> bool {
        self.most == 1.0 && self.k * self.p >= 1.0
    }

    /// True if the head of the classic queue is marked or dropped, which has probability p'².
    fn hits_classic(&mut self, random: &mut Stream) -> bool {
        if self.is_random {
            random.chance(self.p) && random.chance(self.p)
        } else {
            self.marks[C].hits(self.p * self.p)
        }
    }

    /// The same for a drop in the L4S queue during an overload.
    fn hits_overload(&mut self, random: &mut Stream) -> bool {
        if self.is_random {
            random.chance(self.p) && random.chance(self.p)
        } else {
            self.drops.hits(self.p * self.p)
        }
    }

    fn hits_l4s(&mut self, random: &mut Stream) -> bool {
        let p = self.probability[L];
        if self.is_random { random.chance(p) } else { self.marks[L].hits(p) }
    }

    /// True if the L4S queue is served first when both queues hold packets.
    fn l4s_goes_first(&self, lines: &[LineView]) -> bool {
        let Some(shift) = self.time_shift else { return self.credit <= 0.0 };
        let came = |line: usize| lines.get(line).and_then(|view| view.head).unwrap_or(Time::NEVER);
        came(L) <= came(C) + shift
    }
}

/// True if packets wait in this line.
fn holds(lines: &[LineView], line: usize) -> bool {
    lines.get(line).is_some_and(|view| view.packets > 0)
}

impl Lines for Queue {
    fn line_of(&mut self, view: &QueueView, lines: &[LineView]) -> Option<usize> {
        self.catch_up(view.now, lines);
        if view.idle_since.is_some() {
            self.credit = self.first_credit();
        }
        let line = if matches!(view.ecn, Ecn::Capable1 | Ecn::Experienced) { L } else { C };
        (!view.full).then_some(line)
    }

    fn next_line(&mut self, now: Time, lines: &[LineView]) -> Option<usize> {
        self.catch_up(now, lines);
        match (holds(lines, L), holds(lines, C)) {
            (false, false) => None,
            (true, false) => Some(L),
            (false, true) => Some(C),
            (true, true) => Some(if self.l4s_goes_first(lines) { L } else { C }),
        }
    }

    fn release_line(
        &mut self,
        line: usize,
        view: &QueueView,
        arrived: Time,
        random: &mut Stream,
    ) -> DequeueDecision {
        if line == L {
            self.probability[L] = 1.0;
            if self.is_overloaded() {
                return if self.hits_overload(random) {
                    DequeueDecision::Drop
                } else {
                    DequeueDecision::Mark
                };
            }
            let wait_s = view.now.since(arrived).secs();
            let native = if view.packets >= u64::from(self.th_len) { self.ramp(wait_s) } else { 0.0 };
            self.probability[L] = native.max(self.k * self.p).min(1.0);
            if self.hits_l4s(random) { DequeueDecision::Mark } else { DequeueDecision::Send }
        } else {
            self.probability[C] = self.p * self.p;
            match self.hits_classic(random) {
                false => DequeueDecision::Send,
                true if self.is_overloaded() => DequeueDecision::Drop,
                // The channel drops a packet that is not ECN-capable.
                true => DequeueDecision::Mark,
            }
        }
    }

    fn tell(&mut self, in_detail: bool, say: &mut dyn FnMut(&'static Rule, &[f64])) {
        let update = self.unreported.take();
        if let Some(values) = update.filter(|_| in_detail) {
            say(UPDATE, values.as_slice());
        }
        if self.is_overloaded() != self.reported_overload {
            self.reported_overload = !self.reported_overload;
            say(if self.reported_overload { OVERLOAD } else { RELIEF }, &[self.k, self.p]);
        }
    }

    fn sent(&mut self, line: usize, bytes: u32, lines: &[LineView]) {
        let other = 1 - line;
        if holds(lines, other) {
            let sign = if line == L { 1.0 } else { -1.0 };
            self.credit += sign * self.weights[other] * f64::from(bytes);
        }
    }

    fn mark_probability(&self, line: usize) -> f64 {
        self.probability[line]
    }

    fn measured(&self) -> usize {
        2
    }
}

impl Discipline for Queue {
    fn features() -> Features {
        Features { has_lines: true, marks_by_default: true, serves_l4s: true, ..Features::NONE }
    }

    fn arrive(&mut self, _view: &QueueView, _random: &mut Stream) -> ArrivalDecision {
        ArrivalDecision::Accept
    }

    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn lines(&mut self) -> Option<&mut dyn Lines> {
        Some(self)
    }

    fn probability(&self) -> Option<f64> {
        Some(self.p)
    }

    fn marking(&self) -> Option<Marking> {
        Some(Marking::ALWAYS)
    }
}

#[cfg(test)]
mod tests;
