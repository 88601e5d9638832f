//! The mechanisms of a modern sender, and what each of them needs.

use super::error::ScenarioError;
use super::ns2;
use super::profiles::{self, Row, RowNeed, with_profiles};
use super::quantity::{Bytes, Measure, Whole, WindowPackets};
use super::types::{
    AckTimeout, Flow, GrowthChoice, HandshakeChoice, HystartRounds, HystartSigns, ReceiveBuffer,
    ReceiveBufferNumbers, RecoveryChoice, SlowStartChoice, UndoChoice,
};
use ackscope_engine::cc::{self, CongestionControl, Needs, RecoverySupport};
use ackscope_engine::mechanism::{self, Mechanism, Need};
use ackscope_engine::setup::{
    AckCounting, CarefulResumeSetup, HyStartSetup, LinuxAcks, Mechanisms, RapidStartSetup,
    ReceiveBufferSetup, Recovery, SlowStartRule,
};
use ackscope_engine::units::{Quoted, Span, decimal};
use std::borrow::Cow;

/// The default clock rate in ticks per second.
const CLOCK_HZ: u32 = 1000;
/// A flow whose mechanisms are compiled.
pub(crate) struct Choices<'a> {
    /// What the flow says itself: refusals are about that.
    said: &'a Flow,
    /// The same with what its profiles set.
    pub flow: Cow<'a, Flow>,
    path: &'a str,
    algorithm: &'a str,
    /// The recovery support that the algorithm declares.
    support: RecoverySupport,
    needs: Needs,
}

impl<'a> Choices<'a> {
    pub fn new(
        said: &'a Flow,
        path: &'a str,
        algorithm: &'a str,
        support: RecoverySupport,
        needs: Needs,
    ) -> Result<Choices<'a>, ScenarioError> {
        let plain = Choices { said, flow: Cow::Borrowed(said), path, algorithm, support, needs };
        let flow = with_profiles(said, &|row, recovery| plain.has(row, recovery))?;
        Ok(Choices { flow, ..plain })
    }

    /// Whether a flow with this word as its `recovery` has what a row of a profile needs.
    fn has(&self, row: &Row, recovery: Option<&str>) -> bool {
        let recovery = self.recovery_of(recovery);
        let mechanism = mechanism::REGISTRY.iter().find(|mechanism| mechanism.key == row.key);
        let module = cc::features_of_version(self.algorithm);
        let said = self.said;
        module.own_control.contains(&row.key) == row.needs.contains(&RowNeed::OwnModule)
            && mechanism.is_none_or(|it| it.needs.iter().all(|need| self.condition(*need, recovery).1))
            && row.needs.iter().all(|need| match need {
                RowNeed::FreeDetection => runs_over_rack(self.support, self.needs),
                RowNeed::Timestamps => self.has_timestamps(),
                RowNeed::Undo => self.follows_undo(),
                RowNeed::HyStartModule => module.linux_hystart,
                RowNeed::OwnModule => true,
                RowNeed::PlainReceiver => {
                    said.receive_window.is_none()
                        && said.quick_acks.is_none()
                        && said.delayed_ack != Some(false)
                        && said.gro.as_ref().is_none_or(|wait| wait.si() <= 0.0)
                }
                RowNeed::Endless => said.bytes.is_none() && said.application.is_none(),
            })
    }

    fn has_timestamps(&self) -> bool {
        self.said.timestamps != Some(false)
    }

    fn at(&self, key: &str) -> String {
        format!("{}.{key}", self.path)
    }

    /// How ACKs are counted for window growth.
    pub fn growth(&self) -> AckCounting {
        match self.flow.growth {
            Some(GrowthChoice::ByteCounting) => AckCounting::ByteCounting,
            Some(GrowthChoice::LinuxCount) => AckCounting::LinuxCount,
            Some(GrowthChoice::PerAck) | None => AckCounting::PerAck,
        }
    }

    /// The loss recovery of a flow that chooses it by this word, or chooses none.
    fn recovery_of(&self, word: Option<&str>) -> Recovery {
        use Recovery::{NewReno, Rack, Reno, Sack, Tahoe};
        use RecoverySupport::{Default, Fixed, FixedUnless};
        if self.said.is_quic() && !self.needs.answers_duplicates {
            return Recovery::Quic;
        }
        let chosen = [Tahoe, Reno, NewReno, Sack, Rack].into_iter().find(|it| Some(it.id()) == word);
        match (chosen, self.support) {
            (Some(Rack), _) if runs_over_rack(self.support, self.needs) => Rack,
            (Some(chosen), Default(_) | FixedUnless { .. }) => chosen,
            (_, Fixed(recovery) | Default(recovery) | FixedUnless { recovery, .. }) => recovery,
        }
    }

    /// The loss recovery.
    pub fn recovery(&self) -> Result<Recovery, ScenarioError> {
        let chosen = self.flow.recovery.map(RecoveryChoice::word);
        let recovery = self.recovery_of(chosen);
        let path = self.at("recovery");
        if self.said.is_quic() {
            let (owns, is_quic) = (Quoted(self.algorithm).to_string(), recovery == Recovery::Quic);
            self.refuse_unless("transport", "quic", "algorithm", is_quic, &owns)?;
            return Ok(recovery);
        }
        match chosen {
            Some("rack") if runs_over_rack(self.support, self.needs) => {
                let (key, word) = match self.said.recovery {
                    Some(_) => ("recovery", "rack"),
                    None => (profiles::LINUX6.key, profiles::LINUX6.word),
                };
                self.refuse_unless(key, word, "timestamps", self.has_timestamps(), "false")?;
            }
            Some(chosen) if chosen != recovery.id() => {
                let (chosen, fixed) = (Quoted(chosen).to_string(), Quoted(recovery.id()).to_string());
                let algorithm = self.algorithm;
                let message = format!("{path}: {algorithm} requires the recovery {fixed}, not {chosen}.");
                let mut error = ScenarioError::value(path, chosen, fixed);
                error.message = message;
                return Err(error);
            }
            Some(_) if recovery == Recovery::Tahoe && matches!(self.support, RecoverySupport::Default(_)) => {
                let allowed = "reno, newreno, sack or rack; tahoe is an algorithm of its own";
                return Err(ScenarioError::value(path, "\"tahoe\"", allowed));
            }
            _ => {}
        }
        Ok(recovery)
    }

    /// Refuses `key: value`, which needs `other`, because `other` is `found`.
    fn refuse_unless(
        &self,
        key: &str,
        value: &str,
        other: &str,
        holds: bool,
        found: &str,
    ) -> Result<(), ScenarioError> {
        if holds {
            return Ok(());
        }
        let (path, place) = (self.at(key), self.at(other));
        let allowed = format!("another value, or another {place}");
        let message = format!("{path}: {} does not work with {place}: {found}.", Quoted(value));
        let mut error = ScenarioError::value(path, Quoted(value).to_string(), allowed);
        error.message = message;
        Err(error)
    }

    /// All other mechanisms, for a flow with this recovery.
    pub fn mechanisms(&self, recovery: Recovery) -> Result<Mechanisms, ScenarioError> {
        let (flow, said) = (&*self.flow, self.said);
        let found = Quoted(recovery.id()).to_string();
        let chosen = flow.chosen(&|mechanism, asked| self.value_of(mechanism, asked, recovery))?;
        if said.undo == Some(UndoChoice::Timestamps) {
            self.refuse_unless("undo", "timestamps", "timestamps", self.has_timestamps(), "false")?;
            let owns = Quoted(self.algorithm).to_string();
            self.refuse_unless("undo", "timestamps", "algorithm", self.follows_undo(), &owns)?;
        }
        let slow_start = match flow.slow_start {
            None | Some(SlowStartChoice::Standard) => SlowStartRule::Standard,
            Some(SlowStartChoice::Hystart) => SlowStartRule::HyStart,
            Some(SlowStartChoice::HystartPlusPlus) => SlowStartRule::HyStartPlusPlus,
            Some(SlowStartChoice::Limited) => SlowStartRule::Limited,
            Some(SlowStartChoice::Search) => SlowStartRule::Search,
            Some(SlowStartChoice::CarefulResume) => SlowStartRule::CarefulResume,
            Some(SlowStartChoice::RapidStart) => SlowStartRule::RapidStart,
            Some(SlowStartChoice::JumpStart) => SlowStartRule::JumpStart,
        };
        if let Some(choice) = said.slow_start.filter(|choice| *choice != SlowStartChoice::Standard) {
            let owns = Quoted(self.algorithm).to_string();
            self.refuse_unless("slow_start", choice.word(), "algorithm", !self.needs.owns_cwnd, &owns)?;
            let works = starts_with(choice, self.needs);
            self.refuse_unless("slow_start", choice.word(), "algorithm", works, &owns)?;
            // Their vectors are of a TCP sender, whose ACKs are cumulative.
            let jumps = matches!(
                choice,
                SlowStartChoice::CarefulResume | SlowStartChoice::RapidStart | SlowStartChoice::JumpStart
            );
            let is_quic = Quoted(profiles::QUIC.word).to_string();
            let may_jump = !jumps || recovery != Recovery::Quic;
            self.refuse_unless("slow_start", choice.word(), "transport", may_jump, &is_quic)?;
            if matches!(choice, SlowStartChoice::RapidStart | SlowStartChoice::JumpStart) {
                // They count what is lost, and spread the first window over the RTT of the handshake.
                let counts = recovery.uses_sack();
                self.refuse_unless("slow_start", choice.word(), "recovery", counts, &found)?;
                let board = Quoted(self.own_board().unwrap_or_default()).to_string();
                let is_plain = self.own_board().is_none();
                self.refuse_unless("slow_start", choice.word(), "recovery_variant", is_plain, &board)?;
                let exchanges = !matches!(
                    flow.handshake,
                    Some(HandshakeChoice::InWindow | HandshakeChoice::Exchange(false))
                );
                let without =
                    if flow.handshake == Some(HandshakeChoice::InWindow) { "\"in-window\"" } else { "false" };
                self.refuse_unless("slow_start", choice.word(), "handshake", exchanges, without)?;
            }
            if choice == SlowStartChoice::JumpStart {
                // A source without an end sends what the receiver takes.
                let is_bounded = flow.bytes.is_some()
                    || flow.application.is_some()
                    || flow.receive_window.is_some()
                    || self.receive_buffer()?.is_some();
                self.refuse_unless("slow_start", choice.word(), "receive_window", is_bounded, "none")?;
            }
        }
        if flow.hystart.is_some() {
            let rule = said.slow_start.map_or("standard", SlowStartChoice::word);
            self.refuse_unless("hystart", "{…}", "slow_start", slow_start == SlowStartRule::HyStart, rule)?;
        }
        if flow.careful_resume.is_some() {
            let rule = said.slow_start.map_or("standard", SlowStartChoice::word);
            let resumes = slow_start == SlowStartRule::CarefulResume;
            self.refuse_unless("careful_resume", "{…}", "slow_start", resumes, rule)?;
        }
        if flow.rapid_start.is_some() {
            let rule = said.slow_start.map_or("standard", SlowStartChoice::word);
            let starts = slow_start == SlowStartRule::RapidStart;
            self.refuse_unless("rapid_start", "{…}", "slow_start", starts, rule)?;
        }
        let gso = match flow.gso {
            Some(size) => Some(size.compile(2, &self.at("gso"))?),
            None => None,
        };
        if let Some(size) = flow.gso {
            self.refuse_unless("gso", &size.written(), "recovery", recovery == Recovery::Rack, &found)?;
        }
        let pacing = match &flow.pacing {
            Some(pacing) => pacing.compile(gso, &self.at("pacing"))?,
            None => None,
        };
        // What no key says: a kernel's timers, and how it paces the first segments.
        let is_linux = flow.is_linux();
        Ok(Mechanisms {
            chosen,
            slow_start,
            hystart: self.hystart()?,
            careful_resume: self.careful_resume()?,
            rapid_start: self.rapid_start()?,
            // An algorithm that paces sets its own rate.
            pacing: pacing.filter(|_| !self.needs.paces),
            paces_as_linux: is_linux && self.needs.paces,
            gso,
            gro: self.gro()?,
            clock_hz: self.clock_hz()?,
            undo: flow.undo == Some(UndoChoice::Timestamps),
            dsack_undo: chosen.dsack && flow.undo != Some(UndoChoice::None) && self.follows_undo(),
            timer_slack: if is_linux { profiles::LINUX6_TIMER_SLACK } else { Span::ZERO },
            linux_acks: self.linux_acks()?,
            quic: super::quic::compile(said, flow, self.path)?,
        })
    }

    /// The place of the value that the flow has of a mechanism; refused without what it needs.
    fn value_of(
        &self,
        mechanism: &Mechanism,
        asked: Option<usize>,
        recovery: Recovery,
    ) -> Result<usize, ScenarioError> {
        let place = asked.unwrap_or_default();
        let is_unmet = |need: &&Need| !self.condition(**need, recovery).1;
        if let Some(need) = mechanism.needs.iter().find(is_unmet).filter(|_| place > 0) {
            let (key, holds) = self.condition(*need, recovery);
            let found = self.found(key, recovery);
            self.refuse_unless(mechanism.key, mechanism.values.word(place), key, holds, &found)?;
        }
        Ok(place)
    }

    /// The key that decides whether the flow has what a mechanism needs, and whether it has.
    fn condition(&self, need: Need, recovery: Recovery) -> (&'static str, bool) {
        match need {
            Need::Sack => ("recovery", recovery.uses_sack()),
            Need::Rack => ("recovery", recovery == Recovery::Rack),
            Need::PlainBoard => ("recovery_variant", self.own_board().is_none()),
            Need::SharedWindow => ("algorithm", !self.needs.owns_cwnd),
            Need::Timestamps => ("timestamps", self.has_timestamps()),
        }
    }

    /// What stands at that key.
    fn found(&self, key: &str, recovery: Recovery) -> String {
        match key {
            "recovery" => Quoted(recovery.id()).to_string(),
            "algorithm" => Quoted(self.algorithm).to_string(),
            "timestamps" => "false".to_owned(),
            _ => self.own_board().unwrap_or_default().to_owned(),
        }
    }

    /// The agent of ns-2 with a scoreboard of its own that the flow follows.
    fn own_board(&self) -> Option<&'static str> {
        let variants = self.said.recovery_variant.as_ref().map_or(&[][..], |list| list.as_slice());
        variants.iter().find_map(|variant| variant.own_board())
    }

    /// True if the algorithm keeps the window that undo restored (BBR also restores its own state).
    fn follows_undo(&self) -> bool {
        !self.needs.owns_cwnd || self.needs.rate_samples
    }

    fn hystart(&self) -> Result<HyStartSetup, ScenarioError> {
        let linux = HyStartSetup::LINUX;
        let Some(given) = &self.flow.hystart else {
            return Ok(linux);
        };
        let refuse = |key: &str, found: String, allowed: &str| {
            Err(ScenarioError::value(format!("{}.hystart.{key}", self.path), found, allowed))
        };
        let low_window = match given.low_window {
            Some(Whole(low)) if !(1..=1000).contains(&low) => {
                return refuse("low_window", low.to_string(), "1 to 1000 segments");
            }
            Some(Whole(low)) => low as f64,
            None => linux.low_window,
        };
        let ack_delta = match &given.ack_delta {
            Some(delta) if !(0.0..=0.1).contains(&delta.si()) => {
                return refuse("ack_delta", delta.written(), "0 to 100 ms");
            }
            Some(delta) => Span::from_secs(delta.si()),
            None => linux.ack_delta,
        };
        let signs = given.detect.unwrap_or(HystartSigns::Both);
        Ok(HyStartSetup {
            low_window,
            ack_delta,
            by_train: signs != HystartSigns::Delay,
            by_delay: signs != HystartSigns::Train,
            gated_rounds: given.rounds == Some(HystartRounds::Gated),
        })
    }

    fn careful_resume(&self) -> Result<CarefulResumeSetup, ScenarioError> {
        let silent = CarefulResumeSetup::DEFAULT;
        let Some(given) = &self.flow.careful_resume else {
            return Ok(silent);
        };
        let at = |key| self.at("careful_resume") + key;
        let segments = |key, given: &Option<Measure<WindowPackets>>, silent| {
            within(at(key), given.as_ref().map(Measure::si), silent, (1.0, 1e7), "1 to 10000000 segments")
        };
        let rtt_s = given.rtt.as_ref().map(Measure::si);
        let rtt_s = within(at(".rtt"), rtt_s, silent.rtt.secs(), (1e-6, 100.0), "0.000001 to 100 s")?;
        Ok(CarefulResumeSetup {
            window: segments(".window", &given.window, silent.window)?,
            rtt: Span::from_secs(rtt_s),
            max_jump: segments(".max_jump", &given.max_jump, silent.max_jump)?,
            beta: within(at(".beta"), given.beta, silent.beta, (0.5, 1.0), "0.5 to 1")?,
        })
    }

    fn rapid_start(&self) -> Result<RapidStartSetup, ScenarioError> {
        let silent = RapidStartSetup::DRAFT;
        let Some(given) = &self.flow.rapid_start else {
            return Ok(silent);
        };
        let at = |key| self.at("rapid_start") + key;
        let windows = given.initial_windows;
        Ok(RapidStartSetup {
            initial_windows: within(
                at(".initial_windows"),
                windows,
                silent.initial_windows,
                (1.0, 2.0),
                "1 to 2",
            )?,
            drain: within(at(".drain"), given.drain, silent.drain, (0.0, 1.0), "0 to 1")?,
        })
    }

    fn gro(&self) -> Result<Option<Span>, ScenarioError> {
        let Some(wait) = &self.flow.gro else { return Ok(None) };
        if !(0.0..=0.01).contains(&wait.si()) {
            return Err(ScenarioError::value(self.at("gro"), wait.written(), "0 to 10 ms"));
        }
        Ok(Some(Span::from_secs(wait.si())).filter(|wait| *wait > Span::ZERO))
    }

    /// The receive buffer, if it grows.
    fn receive_buffer(&self) -> Result<Option<ReceiveBufferSetup>, ScenarioError> {
        let (flow, linux) = (self.said, ReceiveBufferSetup::LINUX);
        let numbers = match &self.flow.receive_buffer {
            Some(ReceiveBuffer::Fixed) | None => return Ok(None),
            Some(ReceiveBuffer::Auto) => ReceiveBufferNumbers::default(),
            Some(ReceiveBuffer::Numbers(numbers)) => numbers.clone(),
        };
        if flow.receive_buffer.is_some() {
            let value = if numbers == ReceiveBufferNumbers::default() { "auto" } else { "{…}" };
            let given = flow.receive_window.as_ref();
            let written = given.map_or(String::new(), |window| window.written());
            self.refuse_unless("receive_buffer", value, "receive_window", given.is_none(), &written)?;
            let merges = flow.gro.as_ref().map_or(String::new(), |wait| wait.written());
            self.refuse_unless("receive_buffer", value, "gro", merges.is_empty(), &merges)?;
            let delays = flow.delayed_ack != Some(false);
            self.refuse_unless("receive_buffer", value, "delayed_ack", delays, "false")?;
        }
        let or = |given: &Option<Measure<Bytes>>, silent| given.as_ref().map_or(silent, |b| b.si() as u64);
        let most = or(&numbers.max, linux.most);
        let setup = ReceiveBufferSetup { initial: or(&numbers.initial, linux.initial.min(most)), most };
        let refuse = |key: &str, found: u64, allowed: &str| {
            Err(ScenarioError::value(
                format!("{}.receive_buffer.{key}", self.path),
                found.to_string(),
                allowed,
            ))
        };
        if !(4096..=1 << 30).contains(&setup.most) {
            return refuse("max", setup.most, "4096 bytes to 1 GiB");
        }
        if !(4096..=setup.most).contains(&setup.initial) {
            return refuse("initial", setup.initial, &format!("4096 to {} bytes, its maximum", setup.most));
        }
        Ok(Some(setup))
    }

    fn clock_hz(&self) -> Result<u32, ScenarioError> {
        match self.flow.clock_hz {
            None => Ok(CLOCK_HZ),
            Some(hz) if (100..=10_000).contains(&hz.0) => Ok(hz.0 as u32),
            Some(hz) => {
                Err(ScenarioError::value(self.at("clock_hz"), hz.0.to_string(), "100 to 10000 per second"))
            }
        }
    }

    fn linux_acks(&self) -> Result<Option<LinuxAcks>, ScenarioError> {
        let clock_hz = self.clock_hz()?;
        let adapts = self.flow.delayed_ack_timeout == Some(AckTimeout::Linux);
        let quick = self.flow.quick_acks.map_or(0, |quick| quick.0);
        if quick > 1000 {
            return Err(ScenarioError::value(self.at("quick_acks"), quick.to_string(), "0 to 1000 ACKs"));
        }
        let quick = quick as u32;
        let buffer = self.receive_buffer()?;
        let is_used = adapts || quick > 0 || buffer.is_some();
        Ok(is_used.then_some(LinuxAcks { quick, adapts, clock_hz, buffer }))
    }
}

/// A number between `least` and `most`, or `silent` if none is given.
fn within(
    path: String,
    value: Option<f64>,
    silent: f64,
    (least, most): (f64, f64),
    allowed: &str,
) -> Result<f64, ScenarioError> {
    match value {
        None => Ok(silent),
        Some(value) if (least..=most).contains(&value) => Ok(value),
        Some(value) => Err(ScenarioError::value(path, decimal(value), allowed)),
    }
}

/// True if an algorithm with these needs may start in this way: it has no slow start of its own that the choice
/// replaces, and does not pace where the choice does.
pub(crate) fn starts_with(choice: SlowStartChoice, needs: Needs) -> bool {
    use SlowStartChoice::{CarefulResume, HystartPlusPlus, JumpStart, RapidStart};
    let grows = matches!(choice, HystartPlusPlus | RapidStart);
    let jumps = matches!(choice, CarefulResume | RapidStart | JumpStart);
    !(grows && needs.own_slow_start || jumps && needs.paces)
}

/// True if the algorithm leaves loss detection to the sender.
pub(crate) fn runs_over_rack(support: RecoverySupport, needs: Needs) -> bool {
    support != RecoverySupport::Fixed(Recovery::Tahoe) && !needs.answers_duplicates
}

/// The needs of algorithm `id` with its default parameters.
pub(crate) fn needs_of(id: &str) -> Needs {
    use ackscope_engine::catalogue::Params;
    let spec = ns2::algorithms().iter().find(|spec| spec.id == id);
    spec.map_or(Needs::default(), |spec| ns2::controller(spec.id, &Params::defaults(spec.parameters)).needs())
}
