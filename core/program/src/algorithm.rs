//! A script as an algorithm of the engine. Events without a hook behave as in New Reno. Every
//! change of a window outside growth is explained with its equation.

use std::fmt;
use std::sync::Arc;

use super::input::{Event, Input};
use super::machine::{Host, run, truth};
use super::program::{CWND, Code, Program, Register, Row, SSTHRESH, Shown, TermValue};
use super::rules::{AVOIDANCE, Rules};
use super::unit::BIT_RATE;
use super::windowed::Windowed;
use ackscope_engine::catalogue::{OwnRule, Params};
use ackscope_engine::cc::own::{AlgorithmSource, OwnAlgorithm};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, Needs, Round, State, Window, newreno};
use ackscope_engine::rng::Stream;
use ackscope_engine::trace::{Decisions, MAX_TERMS, ShownRow, ShownState, ShownStates};

/// Estimator id of the value that a script shows as BWE.
pub const SHOWN_ESTIMATE: &str = "script";

/// A script with values for its params. It makes the algorithm for each connection.
pub struct Script {
    id: String,
    name: String,
    work: Arc<Work>,
    rules: Arc<[OwnRule]>,
    shown: ShownStates,
}

/// At least this many instructions fit into the computing time of a packet.
const INSTRUCTIONS_PER_PACKET: f64 = 100.0;

/// Data that all connections of a script share.
struct Work {
    program: Arc<Program>,
    /// Registers at the start of a connection, with the params set.
    registers: Box<[f64]>,
    /// Per site, the index of its first rule; the rules of its titles follow.
    site_rules: Vec<usize>,
    /// Index of the first rule of the faults.
    fault_rules: usize,
    /// The value that is shown as the bandwidth estimate, in segments per second.
    estimate: Option<Register>,
    /// The other values that are shown.
    others: Vec<Shown>,
    needs: Needs,
}

/// The declaration of a shown state for the trace.
fn state_of(shown: &Shown) -> Arc<ShownState> {
    let (row, unit) = match shown.row {
        Row::Bwe => (ShownRow::Bwe, BIT_RATE.of_term()),
        Row::Rtt => (ShownRow::Rtt, "s"),
        Row::Window => (ShownRow::Window, "segments"),
        Row::Own => (ShownRow::Own, shown.written.as_str()),
    };
    Arc::new(ShownState { name: shown.name.clone(), unit: unit.to_owned(), row })
}

// Written by hand, because a derived implementation would add code for every part of a program to
// the page.
impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("script")
    }
}

impl Script {
    /// The program with the id `id`. `params` holds a value for each of its params, in their order
    /// and in base units.
    pub fn new(id: &str, program: Arc<Program>, params: &[f64]) -> Script {
        let mut registers = program.registers.clone();
        for (param, value) in program.params.iter().zip(params) {
            registers[usize::from(param.register)] = *value;
        }
        let Rules { rules, of_sites, of_faults } = Rules::of(id, &program);
        let is_rate = |shown: &&Shown| shown.row == Row::Bwe && shown.unit != BIT_RATE;
        let estimate = program.shown.iter().find(is_rate);
        let others: Vec<Shown> =
            program.shown.iter().filter(|&shown| Some(shown) != estimate).cloned().collect();
        let shown =
            ShownStates { estimate: estimate.map(state_of), others: others.iter().map(state_of).collect() };
        let estimate = estimate.map(|shown| shown.register);
        let needs = Needs {
            segment_log: program.uses.segment_log || program.uses.rate_samples,
            rate_samples: program.uses.rate_samples,
            paces: program.pace.is_some(),
            ..Needs::default()
        };
        let name = if program.name.is_empty() { id.to_owned() } else { program.name.clone() };
        let registers = registers.into();
        let (site_rules, fault_rules) = (of_sites, of_faults);
        let work = Work { program, registers, site_rules, fault_rules, estimate, others, needs };
        Script { id: id.to_owned(), name, work: Arc::new(work), rules: rules.into(), shown }
    }

    pub fn program(&self) -> &Program {
        &self.work.program
    }
}

impl AlgorithmSource for Script {
    fn name(&self) -> &str {
        &self.name
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn bytes(&self) -> usize {
        size_of::<Running>()
            + size_of_val(&*self.work.registers)
            + self.work.program.faults.len()
            + self.work.program.filters.len() * size_of::<Windowed>()
    }

    fn packets_per_ack(&self) -> f64 {
        // An ACK may cause four hooks, each with `pace`: its own, a loss or a recovery, a round,
        // and growth.
        4.0 * self.work.program.longest_hook() as f64 / INSTRUCTIONS_PER_PACKET
    }

    fn cuts_as_newreno(&self) -> bool {
        self.work.program.hook(Event::Loss).is_none()
    }

    fn rules(&self) -> Arc<[OwnRule]> {
        self.rules.clone()
    }

    fn shown(&self) -> ShownStates {
        self.shown.clone()
    }

    fn algorithm(&self) -> Box<dyn OwnAlgorithm> {
        let work = self.work.clone();
        let faults = vec![false; work.program.faults.len()].into();
        let registers = work.registers.clone();
        let stream = Stream::new(0, "");
        let filters = work.program.filters.iter().map(|filter| Windowed::new(filter.is_max)).collect();
        let memory =
            Memory { registers, stream, faults, filters, rounds: 0.0, pace: None, unreported: Vec::new() };
        Box::new(Running { work, memory })
    }
}

/// A decision that waits for a log: the rule, its values, and their number.
type Unreported = (usize, [f64; MAX_TERMS], usize);

/// A script in use in a connection.
#[derive(Clone)]
struct Running {
    work: Arc<Work>,
    memory: Memory,
}

/// State of a connection.
#[derive(Clone)]
struct Memory {
    registers: Box<[f64]>,
    stream: Stream,
    /// Which faults have already happened.
    faults: Box<[bool]>,
    filters: Box<[Windowed]>,
    /// Rounds that have ended, as the hook `round` sees them: those of a fast recovery do not count.
    rounds: f64,
    pace: Option<f64>,
    /// Decisions of hooks without a log. They are reported with the next log.
    unreported: Vec<Unreported>,
}

/// An event and its data.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub event: Event,
    pub ack: Option<&'a Ack>,
    pub round: Option<&'a Round>,
    pub repeated: bool,
}

impl Given<'_> {
    /// An event without data.
    pub fn of(event: Event) -> Given<'static> {
        Given { event, ack: None, round: None, repeated: false }
    }
}

/// The machine's host while one event is processed.
struct Session<'a, 'b> {
    work: &'a Work,
    c: &'a Connection,
    given: Given<'a>,
    stream: &'a mut Stream,
    faults: &'a mut [bool],
    filters: &'a mut [Windowed],
    rounds: f64,
    unreported: &'a mut Vec<Unreported>,
    log: Option<&'b mut Decisions>,
}

impl Session<'_, '_> {
    fn say(&mut self, rule: usize, values: &[f64]) {
        match &mut self.log {
            Some(log) => log.say_own(rule, values),
            None => {
                let mut kept = [f64::NAN; MAX_TERMS];
                kept[..values.len()].copy_from_slice(values);
                self.unreported.push((rule, kept, values.len()));
            }
        }
    }
}

impl Host for Session<'_, '_> {
    fn random(&mut self) -> f64 {
        self.stream.uniform()
    }

    fn windowed(&mut self, filter: u16, value: f64, span: f64) -> f64 {
        let place = usize::from(filter);
        // The time is not the run's, so a later start is the same run.
        let by_rounds = self.work.program.filters[place].by_rounds;
        let now = if by_rounds { self.rounds } else { self.c.now_s };
        self.filters[place].sample(value, now, span)
    }

    fn decided(&mut self, site: u16, explained: Option<u16>, registers: &[f64], after: f64) {
        let place = usize::from(site);
        let site = &self.work.program.sites[place];
        let title = explained.and_then(|text| site.titles.iter().position(|known| *known == text));
        let rule = self.work.site_rules[place] + title.map_or(0, |title| title + 1);
        let mut values = [f64::NAN; MAX_TERMS];
        for (value, term) in values.iter_mut().zip(&site.terms) {
            *value = match term.value {
                TermValue::After => after,
                TermValue::Before => registers[usize::from(if site.is_cwnd { CWND } else { SSTHRESH })],
                TermValue::Window(most) => registers[usize::from(CWND)].min(registers[usize::from(most)]),
                TermValue::Register(register) => registers[usize::from(register)],
            };
        }
        let count = site.terms.len();
        self.say(rule, &values[..count]);
    }

    fn standard(&mut self, registers: &mut [f64]) {
        let mut w = window_of(registers);
        let mut unheard = Decisions::default();
        let log = match &mut self.log {
            Some(log) => log,
            None => &mut unheard,
        };
        standard(self.c, self.given, &mut w, log);
        (registers[usize::from(CWND)], registers[usize::from(SSTHRESH)]) = (w.cwnd, w.ssthresh);
    }

    #[cold]
    fn fault(&mut self, fault: u16) {
        let place = usize::from(fault);
        if !std::mem::replace(&mut self.faults[place], true) {
            self.say(self.work.fault_rules + place, &[]);
        }
    }
}

#[inline]
fn window_of(registers: &[f64]) -> Window {
    Window { cwnd: registers[usize::from(CWND)], ssthresh: registers[usize::from(SSTHRESH)] }
}

/// Applies New Reno's rule for the event and explains it.
pub(crate) fn standard(c: &Connection, given: Given, w: &mut Window, log: &mut Decisions) {
    let mut law = newreno::Algorithm::new(&Params::default());
    match given.event {
        Event::Loss => law.on_loss(c, w, log),
        Event::Timeout => law.on_timeout(c, given.repeated, w, log),
        _ => {
            if let Some(ack) = given.ack {
                if given.event == Event::Ecn {
                    law.on_mark(c, ack, w, log);
                } else {
                    law.on_increase(c, ack, w, log);
                }
            }
        }
    }
}

/// The value of a script's input.
#[inline]
pub(crate) fn value_of(input: Input, c: &Connection, given: &Given) -> f64 {
    let of_ack = |value: &dyn Fn(&Ack) -> f64| given.ack.map_or(0.0, value);
    let of_round = |value: &dyn Fn(&Round) -> f64| given.round.map_or(0.0, value);
    match input {
        Input::Now => c.clock_zero_s + c.now_s,
        Input::Rtt => c.last_rtt_s.unwrap_or(0.0),
        Input::Srtt => c.srtt_s,
        Input::Rttvar => c.rttvar_s,
        Input::RttMin if c.last_rtt_s.is_none() => 0.0,
        Input::RttMin => c.min_rtt_s,
        Input::RttMax => c.max_rtt_s,
        Input::Flight => c.flight() as f64,
        Input::Pipe => c.pipe as f64,
        Input::Delivered => c.delivered as f64,
        Input::Lost => c.lost as f64,
        Input::Sent => c.sent as f64,
        Input::InitialWindow => c.initial_window,
        Input::ReceiveWindow | Input::Window => c.receive_window as f64,
        Input::SegmentSize => c.segment_bits,
        // The compiler evaluates it in place.
        Input::InSlowStart => 0.0,
        Input::InRecovery => truth(c.state == State::Recovery),
        Input::AppLimited => truth(c.app_limited),
        Input::HasRtt => truth(c.last_rtt_s.is_some()),
        Input::OldestSent => c.oldest.map_or(0.0, |oldest| c.clock_zero_s + oldest.last_sent_s),
        Input::OldestSends => c.oldest.map_or(0.0, |oldest| f64::from(oldest.times_sent)),
        Input::Acked => of_ack(&|ack| ack.acked as f64),
        Input::Sacked => of_ack(&|ack| ack.sacked as f64),
        Input::DeliveredNow => of_ack(&|ack| ack.delivered as f64),
        Input::FlightBefore => of_ack(&|ack| ack.flight_before as f64),
        Input::Steps => of_ack(&|ack| ack.steps),
        Input::IsDuplicate => of_ack(&|ack| truth(ack.is_duplicate)),
        Input::NewRtt => of_ack(&|ack| truth(ack.rtt_s.is_some())),
        Input::SegmentRtt => of_ack(&|ack| ack.segment_rtt_s.unwrap_or(0.0)),
        Input::DeliveryRate => of_ack(&|ack| ack.rate.map_or(0.0, |sample| sample.rate)),
        Input::RoundTime => of_round(&|round| round.duration_s),
        Input::RoundMinRtt => of_round(&|round| if round.samples == 0 { 0.0 } else { round.min_rtt_s }),
        Input::RoundMeanRtt => of_round(&|round| {
            if round.samples == 0 { 0.0 } else { round.sum_rtt_s / f64::from(round.samples) }
        }),
        Input::RoundAcked => of_round(&|round| round.acked as f64),
        Input::RoundSent => of_round(&|round| round.sent as f64),
        Input::RoundSamples => of_round(&|round| f64::from(round.samples)),
        Input::CeMarked => of_ack(&|ack| ack.marked as f64),
        Input::CeFraction => of_ack(&|ack| ack.marked as f64 / (ack.delivered.max(1)) as f64),
        Input::Repeated => truth(given.repeated),
    }
}

impl Memory {
    /// Runs the code of a hook. Not inlined, so that there is only one copy of the machine.
    #[inline(never)]
    fn run(
        &mut self,
        work: &Work,
        code: &Code,
        c: &Connection,
        given: Given,
        w: &mut Window,
        log: Option<&mut Decisions>,
    ) {
        let Memory { registers, stream, faults, filters, rounds, unreported, .. } = self;
        for (input, register) in &code.inputs {
            registers[usize::from(*register)] = value_of(*input, c, &given);
        }
        (registers[usize::from(CWND)], registers[usize::from(SSTHRESH)]) = (w.cwnd, w.ssthresh);
        let mut session =
            Session { work, c, given, stream, faults, filters, rounds: *rounds, unreported, log };
        run(code, registers, &mut session);
        *w = window_of(registers);
    }

    /// Runs the hook of an event, or New Reno's rule if there is no hook.
    #[inline]
    fn hook(&mut self, work: &Work, c: &Connection, given: Given, w: &mut Window, log: &mut Decisions) {
        if !self.unreported.is_empty() {
            self.tell(log);
        }
        match work.program.hook(given.event) {
            Some(code) => self.run(work, code, c, given, w, Some(log)),
            None => standard(c, given, w, log),
        }
        self.set_pace(work, c, *w);
    }

    #[cold]
    fn tell(&mut self, log: &mut Decisions) {
        for (rule, values, count) in self.unreported.drain(..) {
            log.say_own(rule, &values[..count]);
        }
    }

    #[inline]
    fn set_pace(&mut self, work: &Work, c: &Connection, mut w: Window) {
        let Some((code, register)) = &work.program.pace else { return };
        self.run(work, code, c, Given::of(Event::Ack), &mut w, None);
        let rate = self.registers[usize::from(*register)];
        self.pace = (rate.is_finite() && rate > 0.0).then_some(rate);
    }
}

impl CongestionControl for Running {
    fn needs(&self) -> Needs {
        self.work.needs
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        let Running { work, memory } = self;
        if work.program.uses.random {
            memory.stream = Stream::new(c.random_seed, "script");
        }
        if let Some(code) = work.program.hook(Event::Start) {
            memory.run(work, code, c, Given::of(Event::Start), w, None);
        }
        memory.set_pace(work, c, *w);
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        let Running { work, memory } = self;
        let mut w = ack.window;
        if let Some(code) = work.program.hook(Event::Ack) {
            memory.run(work, code, c, Given { ack: Some(ack), ..Given::of(Event::Ack) }, &mut w, None);
        }
        memory.set_pace(work, c, w);
    }

    #[inline]
    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        let Running { work, memory } = self;
        let was_below = w.cwnd < w.ssthresh;
        let event = match (work.program.hook(Event::Increase), was_below) {
            (Some(_), _) => Event::Increase,
            (None, true) => Event::SlowStart,
            (None, false) => Event::Avoidance,
        };
        memory.hook(work, c, Given { ack: Some(ack), ..Given::of(event) }, w, log);
        if was_below && w.cwnd >= w.ssthresh && work.program.hook(event).is_some() {
            log.say_own(AVOIDANCE, &[w.cwnd, w.ssthresh]);
        }
    }

    fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
        let Running { work, memory } = self;
        memory.rounds += 1.0;
        if work.program.hook(Event::Round).is_some() {
            let given = Given { round: Some(round), ..Given::of(Event::Round) };
            memory.hook(work, c, given, w, log);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.memory.hook(&self.work, c, Given::of(Event::Loss), w, log);
    }

    fn on_mark(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        let given = Given { ack: Some(ack), ..Given::of(Event::Ecn) };
        self.memory.hook(&self.work, c, given, w, log);
        true
    }

    fn on_recovery_exit(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let Running { work, memory } = self;
        if work.program.hook(Event::Recovered).is_some() {
            memory.hook(work, c, Given::of(Event::Recovered), w, log);
        }
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        let given = Given { repeated, ..Given::of(Event::Timeout) };
        self.memory.hook(&self.work, c, given, w, log);
    }

    fn pacing_rate(&self) -> Option<f64> {
        self.memory.pace
    }

    fn estimate(&self, _now_s: f64) -> Option<(&'static str, f64)> {
        let register = self.work.estimate?;
        Some((SHOWN_ESTIMATE, self.memory.registers[usize::from(register)]))
    }

    fn shown(&self, c: &Connection, place: usize) -> Option<f64> {
        let shown = self.work.others.get(place)?;
        let value = self.memory.registers[usize::from(shown.register)];
        let is_segments = shown.row == Row::Bwe && shown.unit != BIT_RATE;
        Some(if is_segments { value * c.segment_bits } else { value })
    }
}
