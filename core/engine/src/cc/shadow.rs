//! ShadowRun: the answers of other algorithms to the events of a connection that one algorithm
//! drives.
//!
//! Each of the others (the shadows) gets every event that the driver gets. Before each event it
//! also gets the driver's window. Its memory (an estimate, the window of the last loss) therefore
//! comes from exactly this stream of ACKs, and its answer refers to exactly this state. Its answers
//! do not affect the connection.

use super::{Ack, CongestionControl, Connection, Controller, Needs, Notice, Round, State, Window};
use crate::trace::{Decision, Decisions};

/// The event that an algorithm answers, the most serious ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Occasion {
    /// The retransmission timer expired.
    Timeout,
    /// ACKs revealed a loss.
    Loss,
    /// ACKs reported marks.
    Mark,
    /// A recovery ended.
    RecoveryExit,
    /// A round ended.
    Round,
    /// New data was acknowledged.
    Growth,
}

impl Occasion {
    /// Its name in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Occasion::Timeout => "timeout",
            Occasion::Loss => "loss",
            Occasion::Mark => "mark",
            Occasion::RecoveryExit => "recovery-exit",
            Occasion::Round => "round",
            Occasion::Growth => "growth",
        }
    }
}

/// The answer of one algorithm to an event.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The window it set.
    pub window: Window,
    pub decisions: Vec<Decision>,
    /// Its bandwidth estimate, in segments per second.
    pub estimate: Option<f64>,
}

/// One event: the state, and the answer of each algorithm.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The event.
    pub occasion: Occasion,
    /// The connection as all algorithms saw it.
    pub connection: Connection,
    /// The window before the event, the same for all.
    pub before: Window,
    /// The algorithm that drives the connection.
    pub driver: Answer,
    /// The others, in the order in which they were given.
    pub others: Vec<Answer>,
}

/// An algorithm that drives a connection, and others that shadow it.
#[derive(Clone, Debug)]
pub struct WithShadows {
    driver: Controller,
    others: Vec<Controller>,
    needs: Needs,
    /// Comparisons are kept from this instant on, because a connection has thousands of events
    /// before.
    keep_from_s: f64,
    window: Window,
    comparisons: Vec<Comparison>,
}

impl WithShadows {
    /// The algorithm that drives the connection, and the others.
    #[inline]
    pub fn parts(&mut self) -> (&mut Controller, &mut [Controller]) {
        (&mut self.driver, &mut self.others)
    }

    /// The driver has set the window outside the hooks.
    #[inline]
    pub fn show(&mut self, window: Window) {
        self.window = window;
    }

    /// A `driver` with `others` as shadows. `has_begun` is set if the connection is already open.
    #[inline]
    pub fn new(
        driver: Controller,
        mut others: Vec<Controller>,
        keep_from_s: f64,
        has_begun: Option<(&Connection, Window)>,
    ) -> WithShadows {
        let mut window = Window { cwnd: 1.0, ssthresh: f64::INFINITY };
        if let Some((c, now)) = has_begun {
            window = now;
            for other in &mut others {
                let mut own = now;
                other.start(c, &mut own);
            }
        }
        let needs = driver.needs();
        WithShadows { driver, others, needs, keep_from_s, window, comparisons: Vec::new() }
    }

    /// The comparisons since the instant from which they are kept.
    pub fn comparisons(&self) -> &[Comparison] {
        &self.comparisons
    }

    /// Passes an event to all algorithms; `who` selects the shadows that it concerns.
    fn ask(
        &mut self,
        occasion: Occasion,
        c: &Connection,
        w: &mut Window,
        log: &mut Decisions,
        who: &dyn Fn(&Controller) -> bool,
        question: &dyn Fn(&mut Controller, &mut Window, &mut Decisions),
    ) {
        let before = *w;
        let mut said = Decisions::default();
        question(&mut self.driver, w, &mut said);
        let keeps = c.clock_zero_s + c.now_s >= self.keep_from_s;
        let driver = keeps.then(|| answer(&self.driver, c, *w, &said));
        for decision in said.drain() {
            log.repeat(decision);
        }
        let others = self.others.iter_mut().map(|other| {
            let (mut own, mut said) = (before, Decisions::default());
            if who(other) {
                question(other, &mut own, &mut said);
            }
            keeps.then(|| answer(other, c, own, &said))
        });
        let others: Option<Vec<Answer>> = others.collect();
        if let (Some(driver), Some(others)) = (driver, others) {
            self.comparisons.push(Comparison { occasion, connection: *c, before, driver, others });
        }
        self.window = *w;
    }
}

fn answer(who: &Controller, c: &Connection, w: Window, said: &Decisions) -> Answer {
    Answer {
        // The same bounds that a sender applies to every window.
        window: Window { cwnd: w.cwnd.max(1.0), ssthresh: w.ssthresh.max(2.0) },
        decisions: said.iter().copied().collect(),
        estimate: who.estimate(c.now_s).map(|(_, rate)| rate),
    }
}

impl CongestionControl for WithShadows {
    /// The needs of the driver alone, so that the connection stays unchanged. The sender provides
    /// what the others need in addition.
    fn needs(&self) -> Needs {
        self.needs
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        for other in &mut self.others {
            let mut own = *w;
            other.start(c, &mut own);
        }
        self.driver.start(c, w);
        self.window = *w;
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        self.driver.on_ack(c, ack);
        for other in &mut self.others {
            other.on_ack(c, ack);
            // An algorithm that owns cwnd must see every ACK. If the driver does not own cwnd, it
            // gets `on_increase` for fewer ACKs.
            if other.needs().owns_cwnd && !self.needs.owns_cwnd {
                let mut own = self.window;
                other.on_increase(c, ack, &mut own, &mut Decisions::default());
            }
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        let driver_owns = self.needs.owns_cwnd;
        let concerns = |other: &Controller| {
            let owns = other.needs().owns_cwnd;
            if driver_owns { owns || (ack.acked > 0 && c.state != State::Recovery) } else { !owns }
        };
        self.ask(Occasion::Growth, c, w, log, &concerns, &|who, w, log| who.on_increase(c, ack, w, log));
    }

    fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
        self.ask(Occasion::Round, c, w, log, &|_| true, &|who, w, log| who.on_round(c, round, w, log));
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.ask(Occasion::Loss, c, w, log, &|_| true, &|who, w, log| who.on_loss(c, w, log));
    }

    fn on_mark(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        let reduced = std::cell::Cell::new(None);
        self.ask(Occasion::Mark, c, w, log, &|_| true, &|who, w, log| {
            let answer = who.on_mark(c, ack, w, log);
            // The driver answers first.
            reduced.set(reduced.get().or(Some(answer)));
        });
        reduced.get().unwrap_or(true)
    }

    fn on_recovery_exit(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.ask(Occasion::RecoveryExit, c, w, log, &|_| true, &|who, w, log| {
            who.on_recovery_exit(c, w, log)
        });
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.ask(Occasion::Timeout, c, w, log, &|_| true, &|who, w, log| who.on_timeout(c, repeated, w, log));
    }

    /// The others have their own window only for the duration of an event.
    fn on_notice(&mut self, c: &Connection, notice: Notice, w: &mut Window, log: &mut Decisions) {
        for other in &mut self.others {
            let mut own = *w;
            other.on_notice(c, notice, &mut own, &mut Decisions::default());
        }
        self.driver.on_notice(c, notice, w, log);
        self.window = *w;
    }

    fn retransmit_early(&mut self, c: &Connection, ack: &Ack) -> bool {
        for other in &mut self.others {
            other.retransmit_early(c, ack);
        }
        self.driver.retransmit_early(c, ack)
    }

    fn pacing_rate(&self) -> Option<f64> {
        self.driver.pacing_rate()
    }

    fn estimate(&self, now_s: f64) -> Option<(&'static str, f64)> {
        self.driver.estimate(now_s)
    }

    fn shown(&self, c: &Connection, place: usize) -> Option<f64> {
        self.driver.shown(c, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;

    #[test]
    fn everyone_answers_to_the_drivers_window_and_only_the_driver_sets_it() {
        // New Reno halves 80 to 40. Tahoe halves too and restarts from 1. A Westwood+ that never
        // saw an ACK has no estimate of the pipe.
        let mut script = Script::new("newreno", 80.0, 50.0);
        let others = ["tahoe", "westwood+"].map(|id| Script::new(id, 5.0, 5.0).cc);
        let shadowed = WithShadows::new(script.cc.clone(), others.to_vec(), 0.0, Some((&script.c, script.w)));
        script.cc = Controller::WithShadows(Box::new(shadowed));
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (40.0, 40.0));
        let Controller::WithShadows(shadowed) = &script.cc else { panic!("shadowed") };
        let [comparison] = shadowed.comparisons() else { panic!("one question") };
        assert_eq!(comparison.occasion, Occasion::Loss);
        assert_eq!(comparison.before.cwnd, 80.0);
        assert_eq!(comparison.driver.window, script.w);
        assert_eq!(comparison.others[0].window, Window { cwnd: 1.0, ssthresh: 40.0 });
        assert_eq!(comparison.others[1].window, Window { cwnd: 2.0, ssthresh: 2.0 });
        let said = comparison.others[1].decisions[0].rule.built_in();
        assert_eq!(said.map(|rule| rule.key), Some("westwood+.loss"));
    }

    #[test]
    fn what_is_said_is_what_the_driver_says() {
        let mut alone = Script::new("vegas", 20.0, 10.0);
        let mut script = Script::new("vegas", 20.0, 10.0);
        let others = vec![Script::new("newreno", 20.0, 10.0).cc];
        let shadowed = WithShadows::new(script.cc.clone(), others, 0.0, Some((&script.c, script.w)));
        script.cc = Controller::WithShadows(Box::new(shadowed));
        for one in [&mut alone, &mut script] {
            one.acks(50);
            one.time_out(false);
        }
        assert_eq!(script.w, alone.w);
        assert_eq!(script.said().len(), alone.said().len());
    }
}
