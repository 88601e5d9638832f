//! DualPI2: two lines for one link, a shallow one for scalable flows and a classic one, coupled so
//! that both kinds of flow get about the same rate.
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
use super::shared::ticks::{MOST_AT_ONCE, pass_over};
use super::{ArrivalDecision, ChannelFacts, DequeueDecision, Discipline, Marking, QueueView};
use crate::catalogue::{Param, Params, Spec};
use crate::choices::Ecn;
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
        Param::number("target", "s", 0.015, (1e-4, 1.0), "Target delay of the classic queue.", SOURCE),
        Param::number(
            "rtt_max",
            "s",
            0.1,
            (1e-3, 10.0),
            "Longest RTT that the controller is made for.",
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
            "Middle of the ramp by which the L4S queue marks its own delay.",
            SOURCE,
        ),
        Param::number(
            "range",
            "s",
            0.0004,
            (0.0, 0.1),
            "Width of that ramp; 0 is a step.",
            "RFC 9332 A.1; Linux: 0",
        ),
        Param::integer(
            "th_len",
            "packets",
            1.0,
            (0.0, 100.0),
            "The ramp counts only with so many more packets in the L4S queue.",
            SOURCE,
        ),
        Param::number(
            "classic_weight",
            "%",
            10.0,
            (0.0, 50.0),
            "Share of the link that the classic queue has at least.",
            "Linux, sch_dualpi2.c",
        ),
        Param::flag(
            "drop_overload",
            true,
            "Drop in both queues when k·p' reaches 1. Off: p' ends at 1/k, and only a full queue drops.",
            "RFC 9332 A.2",
        ),
    ],
    departures: &[
        "Weighted round robin decides between the queues, as in Linux; the RFC leaves the scheduler open.",
        "Marks are spread evenly (the RFC's recur) where Linux draws random numbers.",
        "Linux marks and drops nothing while less than two packets wait.",
    ],
    rules: &[],
};

/// The line of L4S flows, and that of all others.
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
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    target_s: f64,
    every: Span,
    alpha: f64,
    beta: f64,
    k: f64,
    threshold_s: f64,
    range_s: f64,
    th_len: u64,
    /// Weights of L and C in percent.
    weights: [f64; 2],
    packet_bytes: f64,
    /// p' ends here.
    most: f64,
    p: f64,
    before_s: f64,
    next_update: Time,
    marks: [Recur; 2],
    drops: Recur,
    credit: f64,
    /// With what the latest look at each line marked.
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
            th_len: params.number("th_len") as u64,
            weights: [100.0 - classic, classic],
            packet_bytes: f64::from(facts.packet_bytes),
            most: if params.flag("drop_overload") { 1.0 } else { 1.0 / k },
            p: 0.0,
            before_s: 0.0,
            next_update: Time::ZERO + Span::from_secs(update_s),
            marks: [Recur::default(); 2],
            drops: Recur::default(),
            credit: 0.0,
            probability: [0.0; 2],
        };
        queue.credit = queue.first_credit();
        queue
    }

    fn first_credit(&self) -> f64 {
        self.packet_bytes * (self.weights[C] - self.weights[L])
    }

    /// Makes the updates that are due up to `now`: the heads have not changed since the last look.
    fn catch_up(&mut self, now: Time, lines: &[LineView]) {
        let age_s = |at: Time| {
            let ages = lines.iter().filter_map(|line| line.head).map(|head| at.since(head).secs());
            ages.fold(0.0, f64::max)
        };
        for _ in 0..MOST_AT_ONCE {
            if self.next_update > now {
                return;
            }
            if self.p == 0.0 && self.before_s == 0.0 && lines.iter().all(|line| line.packets == 0) {
                // Nothing moves.
                pass_over(now, &mut self.next_update, self.every);
                return;
            }
            self.update(age_s(self.next_update));
            self.next_update += self.every;
        }
        // The link has long stood still: the rest at once.
        let steps = pass_over(now, &mut self.next_update, self.every);
        let (first_s, last_s) = (self.before_s, age_s(now));
        let drift = self.alpha * ((first_s + last_s) / 2.0 - self.target_s) * steps;
        self.p = (self.p + drift + self.beta * (last_s - first_s)).clamp(0.0, self.most);
        self.before_s = last_s;
    }

    fn update(&mut self, q_s: f64) {
        let step = self.alpha * (q_s - self.target_s) + self.beta * (q_s - self.before_s);
        self.p = (self.p + step).clamp(0.0, self.most);
        self.before_s = q_s;
    }

    /// How the L4S line marks its own wait.
    fn ramp(&self, wait_s: f64) -> f64 {
        let low_s = self.threshold_s - self.range_s / 2.0;
        if self.range_s == 0.0 {
            f64::from(u8::from(wait_s > self.threshold_s))
        } else {
            ((wait_s - low_s) / self.range_s).clamp(0.0, 1.0)
        }
    }

    fn is_overloaded(&self) -> bool {
        self.most == 1.0 && self.k * self.p >= 1.0
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
            (true, true) => Some(if self.credit <= 0.0 { L } else { C }),
        }
    }

    fn release_line(&mut self, line: usize, view: &QueueView, arrived: Time) -> DequeueDecision {
        let classic = self.p * self.p;
        if line == L {
            self.probability[L] = 1.0;
            if self.is_overloaded() {
                return if self.drops.hits(classic) { DequeueDecision::Drop } else { DequeueDecision::Mark };
            }
            let wait_s = view.now.since(arrived).secs();
            let native = if view.packets >= self.th_len { self.ramp(wait_s) } else { 0.0 };
            self.probability[L] = native.max(self.k * self.p).min(1.0);
            if self.marks[L].hits(self.probability[L]) {
                DequeueDecision::Mark
            } else {
                DequeueDecision::Send
            }
        } else {
            self.probability[C] = classic;
            match self.marks[C].hits(classic) {
                false => DequeueDecision::Send,
                true if self.is_overloaded() => DequeueDecision::Drop,
                // One that is not ECN-capable is dropped.
                true => DequeueDecision::Mark,
            }
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
mod tests {
    use super::super::testing::{facts, view};
    use super::*;

    fn queue() -> Queue {
        Queue::new(&Params::defaults(SPEC.parameters), &facts(1000.0))
    }

    fn at_p(p: f64) -> Queue {
        Queue { p, ..queue() }
    }

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-12, "{value} against {expected}");
    }

    #[test]
    fn the_controller_follows_the_older_head() {
        // ecn-and-l4s E5.1.
        let mut queue = queue();
        close(queue.alpha, 0.15);
        close(queue.beta, 3.0);
        for (q_ms, p) in [(0.0, 0.0), (10.0, 0.029_25), (25.0, 0.075_75), (20.0, 0.061_5), (15.0, 0.046_5)] {
            queue.update(q_ms / 1e3);
            close(queue.p, p);
        }
    }

    #[test]
    fn updates_see_the_heads_as_they_were() {
        let mut queue = queue();
        let head =
            |ms: u64| LineView { packets: 1, bytes: 1500, head: Some(Time::from_nanos(ms * 1_000_000)) };
        // At 15 and 30 ms the head of C is 5 and 20 ms old, and that of L 1 and 16 ms.
        queue.catch_up(Time::from_nanos(31_000_000), &[head(14), head(10)]);
        let mut expected = super::tests::queue();
        expected.update(0.005);
        expected.update(0.020);
        close(queue.p, expected.p);
        assert!(queue.p > 0.0);
    }

    #[test]
    fn the_ramp_marks_from_0_8_to_1_2_ms() {
        // ecn-and-l4s E5.2.
        for (ms, p) in [(0.8, 0.0), (0.9, 0.25), (1.0, 0.5), (1.15, 0.875), (1.2, 1.0), (5.0, 1.0)] {
            assert!((queue().ramp(ms / 1e3) - p).abs() < 1e-9, "{ms} ms");
        }
        let step = Queue { range_s: 0.0, ..queue() };
        assert_eq!((step.ramp(0.001), step.ramp(0.001_001)), (0.0, 1.0));
    }

    #[test]
    fn marks_are_spread_evenly() {
        // ecn-and-l4s E5.3.
        let mut recur = Recur::default();
        let hits: Vec<u32> = (1..=30).filter(|_| recur.hits(0.15)).collect();
        assert_eq!(hits, [7, 14, 20, 27]);
    }

    #[test]
    fn the_classic_queue_has_a_tenth_of_the_link() {
        // ecn-and-l4s E5.4: 20 L and 5 C packets of 1500 bytes.
        let mut queue = queue();
        let (mut left, mut order) = ([20_u64, 5], String::new());
        close(queue.credit, -120_000.0);
        let views =
            |left: [u64; 2]| left.map(|packets| LineView { packets, bytes: packets * 1500, head: None });
        while let Some(line) = {
            let views = views(left);
            // No time passes.
            match (holds(&views, L), holds(&views, C)) {
                (false, false) => None,
                _ => queue.next_line(Time::ZERO, &views),
            }
        } {
            left[line] -= 1;
            queue.sent(line, 1500, &views(left));
            order.push(if line == L { 'L' } else { 'C' });
            match order.len() {
                8 | 18 => close(queue.credit, 0.0),
                9 => close(queue.credit, 15_000.0),
                10 => close(queue.credit, -120_000.0),
                _ => {}
            }
        }
        assert_eq!(order, "LLLLLLLLLCLLLLLLLLLCLLCCC");
        queue.line_of(&QueueView { idle_since: Some(Time::ZERO), ..view(0) }, &[]);
        close(queue.credit, -120_000.0);
    }

    #[test]
    fn an_overload_brings_drops_back() {
        // ecn-and-l4s E5.5: of 100 000 looks, how many end so.
        let part = |p: f64, line: usize, wanted: DequeueDecision| {
            let mut queue = at_p(p);
            let looks = 100_000;
            let hits =
                (0..looks).filter(|_| queue.release_line(line, &view(0), Time::ZERO) == wanted).count();
            hits as f64 / f64::from(looks)
        };
        for (p, l_drop, l_mark, c_mark, c_drop) in
            [(0.4, 0.0, 0.8, 0.16, 0.0), (0.5, 0.25, 0.75, 0.0, 0.25), (0.7, 0.49, 0.51, 0.0, 0.49)]
        {
            for (line, decision, expected) in [
                (L, DequeueDecision::Drop, l_drop),
                (L, DequeueDecision::Mark, l_mark),
                (C, DequeueDecision::Mark, c_mark),
                (C, DequeueDecision::Drop, c_drop),
            ] {
                let found = part(p, line, decision);
                assert!((found - expected).abs() < 1e-4, "{p} {line} {decision:?}: {found}");
            }
        }
    }

    #[test]
    fn the_ecn_field_decides_the_line() {
        // ecn-and-l4s E5.6.
        for (ecn, line) in
            [(Ecn::NotCapable, C), (Ecn::Capable0, C), (Ecn::Capable1, L), (Ecn::Experienced, L)]
        {
            assert_eq!(queue().line_of(&QueueView { ecn, ..view(0) }, &[]), Some(line));
            assert_eq!(queue().line_of(&QueueView { ecn, full: true, ..view(0) }, &[]), None);
        }
    }
}
