//! An algorithm whose hooks run outside of the engine, such as a class of another language. It has a
//! script's hooks, reads what a script reads, and is held to a script's bounds: the same rules give
//! the same run.

use std::fmt::Debug;
use std::sync::Arc;

use super::algorithm::{Given, standard, value_of};
use super::input::{EVENT_NAMES, EVENTS, Event, INPUTS};
use super::machine::bounded_cwnd;
use super::rules::{AVOIDANCE, avoidance, of_event};
use ackscope_engine::catalogue::{OwnRule, OwnTerm, RuleKind};
use ackscope_engine::cc::own::{AlgorithmSource, OwnAlgorithm};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, Needs, Round, Window};
use ackscope_engine::trace::{Decision, Decisions};

/// The hooks of one connection.
pub trait Hooks: Debug + Send + Sync {
    /// Whether there is a hook for this event; without one, New Reno's rule holds.
    fn has(&self, event: Event) -> bool;

    /// Runs the hook of the call's event.
    fn run(&mut self, call: &mut Call);

    /// The rate of pacing in segments per second, asked for after every hook.
    fn pace(&mut self, call: &mut Call) -> Option<f64> {
        let _ = call;
        None
    }

    /// A copy in the same state.
    fn copy(&self) -> Box<dyn Hooks>;
}

/// Makes the hooks of a connection.
pub trait Maker: Debug + Send + Sync {
    /// The hooks of a new connection.
    fn make(&self) -> Box<dyn Hooks>;
}

/// What a hook sees, and what it does.
#[derive(Clone, Debug)]
pub struct Call {
    event: Event,
    connection: Connection,
    ack: Option<Ack>,
    round: Option<Round>,
    repeated: bool,
    window: Window,
    said: Vec<Said>,
}

#[derive(Clone, Debug)]
enum Said {
    Own(usize, [f64; 2]),
    Standard(Decision),
}

impl Call {
    fn new(c: &Connection, given: Given, window: Window) -> Call {
        Call {
            event: given.event,
            connection: *c,
            ack: given.ack.cloned(),
            round: given.round.cloned(),
            repeated: given.repeated,
            window,
            said: Vec::new(),
        }
    }

    fn given(&self) -> Given<'_> {
        Given {
            event: self.event,
            ack: self.ack.as_ref(),
            round: self.round.as_ref(),
            repeated: self.repeated,
        }
    }

    pub fn event(&self) -> Event {
        self.event
    }

    /// The value of a script's name in this hook; none if the hook does not have this name.
    pub fn value(&self, word: &str) -> Option<f64> {
        match word {
            "cwnd" => return Some(self.window.cwnd),
            "ssthresh" => return Some(self.window.ssthresh),
            "in_slow_start" => return Some(f64::from(u8::from(self.window.cwnd < self.window.ssthresh))),
            "window" => return Some(self.window.cwnd.min(self.connection.receive_window as f64)),
            _ => {}
        }
        let known = INPUTS.iter().find(|known| known.word == word && known.is_known_in(Some(self.event)))?;
        Some(value_of(known.input, &self.connection, &self.given()))
    }

    /// Sets cwnd, within a script's bounds; false if the value is not finite, and cwnd stays.
    pub fn set_cwnd(&mut self, value: f64) -> bool {
        self.set(value, false)
    }

    /// Sets ssthresh, like [`Self::set_cwnd`].
    pub fn set_ssthresh(&mut self, value: f64) -> bool {
        self.set(value, true)
    }

    fn set(&mut self, value: f64, is_ssthresh: bool) -> bool {
        if !value.is_finite() {
            return false;
        }
        let after = if is_ssthresh { value.max(2.0) } else { bounded_cwnd(value) };
        let place = if is_ssthresh { &mut self.window.ssthresh } else { &mut self.window.cwnd };
        let before = std::mem::replace(place, after);
        // Growth is no decision: it happens at every ACK.
        if !self.event.is_growth() && after != before {
            self.said.push(Said::Own(rule(self.event, is_ssthresh), [after, before]));
        }
        true
    }

    /// Applies New Reno's rule for this event.
    pub fn standard(&mut self) {
        let mut log = Decisions::default();
        let mut window = self.window;
        standard(&self.connection, self.given(), &mut window, &mut log);
        self.window = window;
        self.said.extend(log.drain().map(Said::Standard));
    }
}

/// The index of the rule of an assignment.
fn rule(event: Event, is_ssthresh: bool) -> usize {
    AVOIDANCE + 1 + 2 * event as usize + usize::from(is_ssthresh)
}

/// An algorithm with hooks. It makes the algorithm for each connection.
#[derive(Debug)]
pub struct Hooked {
    id: String,
    maker: Arc<dyn Maker>,
    rules: Arc<[OwnRule]>,
    needs: Needs,
    cuts_as_newreno: bool,
}

impl Hooked {
    /// The algorithm with this id. `rates` asks for delivery-rate samples, `paces` for pacing.
    pub fn new(id: &str, maker: Arc<dyn Maker>, rates: bool, paces: bool) -> Hooked {
        let mut rules = vec![avoidance(id)];
        let term = |name: &str, what: &str| OwnTerm {
            name: name.to_owned(),
            symbol: format!(r"\mathit{{{what}}}"),
            unit: "segments".to_owned(),
            help: String::new(),
        };
        for known in &EVENT_NAMES[..EVENTS] {
            for target in ["cwnd", "ssthresh"] {
                let (kind, when): (RuleKind, &str) = of_event(known.event);
                rules.push(OwnRule {
                    key: format!("{id}.{}-{target}", known.word),
                    kind,
                    title: format!("{when}: {target} is set."),
                    formula: String::new(),
                    terms: vec![term(target, target), term("before", "before")],
                    source: String::new(),
                });
            }
        }
        let cuts_as_newreno = !maker.make().has(Event::Loss);
        let needs = Needs { segment_log: rates, rate_samples: rates, paces, ..Needs::default() };
        Hooked { id: id.to_owned(), maker, rules: rules.into(), needs, cuts_as_newreno }
    }
}

impl AlgorithmSource for Hooked {
    fn name(&self) -> &str {
        &self.id
    }

    fn cuts_as_newreno(&self) -> bool {
        self.cuts_as_newreno
    }

    fn rules(&self) -> Arc<[OwnRule]> {
        self.rules.clone()
    }

    fn algorithm(&self) -> Box<dyn OwnAlgorithm> {
        Box::new(Running { hooks: self.maker.make(), needs: self.needs, pace: None, unreported: Vec::new() })
    }
}

/// The hooks in use in a connection.
#[derive(Debug)]
struct Running {
    hooks: Box<dyn Hooks>,
    needs: Needs,
    pace: Option<f64>,
    unreported: Vec<Said>,
}

impl Clone for Running {
    fn clone(&self) -> Running {
        Running {
            hooks: self.hooks.copy(),
            needs: self.needs,
            pace: self.pace,
            unreported: self.unreported.clone(),
        }
    }
}

fn tell(said: Vec<Said>, log: &mut Decisions) {
    for one in said {
        match one {
            Said::Own(rule, values) => log.say_own(rule, &values),
            Said::Standard(decision) => log.repeat(decision),
        }
    }
}

impl Running {
    fn call(&mut self, c: &Connection, given: Given, w: &mut Window) -> Vec<Said> {
        let mut call = Call::new(c, given, *w);
        self.hooks.run(&mut call);
        *w = call.window;
        call.said
    }

    fn hook(&mut self, c: &Connection, given: Given, w: &mut Window, log: &mut Decisions) {
        tell(std::mem::take(&mut self.unreported), log);
        if self.hooks.has(given.event) {
            let said = self.call(c, given, w);
            tell(said, log);
        } else {
            standard(c, given, w, log);
        }
        self.set_pace(c, *w);
    }

    fn set_pace(&mut self, c: &Connection, w: Window) {
        if self.needs.paces {
            let rate = self.hooks.pace(&mut Call::new(c, Given::of(Event::Ack), w));
            self.pace = rate.filter(|rate| rate.is_finite() && *rate > 0.0);
        }
    }
}

impl CongestionControl for Running {
    fn needs(&self) -> Needs {
        self.needs
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        if self.hooks.has(Event::Start) {
            self.unreported = self.call(c, Given::of(Event::Start), w);
        }
        self.set_pace(c, *w);
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        let mut w = ack.window;
        if self.hooks.has(Event::Ack) {
            self.call(c, Given { ack: Some(ack), ..Given::of(Event::Ack) }, &mut w);
        }
        self.set_pace(c, w);
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        let was_below = w.cwnd < w.ssthresh;
        let event = match (self.hooks.has(Event::Increase), was_below) {
            (true, _) => Event::Increase,
            (false, true) => Event::SlowStart,
            (false, false) => Event::Avoidance,
        };
        self.hook(c, Given { ack: Some(ack), ..Given::of(event) }, w, log);
        if was_below && w.cwnd >= w.ssthresh && self.hooks.has(event) {
            log.say_own(AVOIDANCE, &[w.cwnd, w.ssthresh]);
        }
    }

    fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
        if self.hooks.has(Event::Round) {
            self.hook(c, Given { round: Some(round), ..Given::of(Event::Round) }, w, log);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.hook(c, Given::of(Event::Loss), w, log);
    }

    fn on_mark(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        self.hook(c, Given { ack: Some(ack), ..Given::of(Event::Ecn) }, w, log);
        true
    }

    fn on_recovery_exit(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        if self.hooks.has(Event::Recovered) {
            self.hook(c, Given::of(Event::Recovered), w, log);
        }
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.hook(c, Given { repeated, ..Given::of(Event::Timeout) }, w, log);
    }

    fn pacing_rate(&self) -> Option<f64> {
        self.pace
    }
}
