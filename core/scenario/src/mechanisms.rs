//! The mechanisms of a modern sender: the profile `tcp`, the keys that it sets, and their
//! dependencies.

use super::error::ScenarioError;
use super::quantity::{Bytes, Measure, Whole};
use super::types::{
    AckTimeout, Flow, GrowthChoice, HystartRounds, HystartSigns, ReceiveBuffer, ReceiveBufferNumbers,
    RecoveryChoice, RtoPreset, SlowStartChoice, TcpProfile, UndoChoice,
};
use ackscope_engine::cc::{self, CongestionControl, Needs, RecoverySupport};
use ackscope_engine::mechanism::{Mechanism, Need};
use ackscope_engine::setup::{
    AckCounting, HyStartSetup, LinuxAcks, Mechanisms, ReceiveBufferSetup, Recovery, SlowStartRule,
};
use ackscope_engine::units::{Quoted, Span};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The time that Linux adds to RACK's timers (TCP_TIMEOUT_MIN_US).
const LINUX_SLACK: Span = Span::from_millis(2);
/// The number of ACKs that a Linux receiver sends at once (TCP_MAX_QUICKACKS).
const LINUX_QUICK_ACKS: u32 = 16;
/// The default clock rate in ticks per second.
const CLOCK_HZ: u32 = 1000;
/// Initial window of Linux (RFC 6928).
const LINUX_INITIAL_WINDOW: f64 = 10.0;

/// Size of an ACK with timestamps: headers of 40 bytes and an option of 12.
const LINUX_ACK_BYTES: u32 = 52;
/// Size of a SACK block. The option's own 4 bytes are left out.
const LINUX_BLOCK_BYTES: u32 = 8;

/// A flow whose mechanisms are compiled.
pub(crate) struct Choices<'a> {
    pub flow: &'a Flow,
    pub path: &'a str,
    pub algorithm: &'a str,
    /// The recovery support that the algorithm declares.
    pub support: RecoverySupport,
    pub needs: Needs,
}

impl Choices<'_> {
    fn is_linux(&self) -> bool {
        self.flow.tcp == Some(TcpProfile::Linux6)
    }

    /// True if the profile sets this key for the algorithm: its own kernel module does not replace it.
    fn has_of_profile(&self, key: &str) -> bool {
        self.is_linux() && !cc::features_of_version(self.algorithm).own_control.contains(&key)
    }

    fn at(&self, key: &str) -> String {
        format!("{}.{key}", self.path)
    }

    /// The profile's default initial window in segments, if it has one.
    pub fn initial_window(&self) -> Option<f64> {
        self.is_linux().then_some(LINUX_INITIAL_WINDOW)
    }

    /// The default size of ACKs: Linux adds an option of 12 bytes for timestamps (RFC 7323).
    pub fn ack_bytes(&self) -> Option<u32> {
        (self.is_linux() && self.flow.timestamps != Some(false)).then_some(LINUX_ACK_BYTES)
    }

    /// The default size of a SACK block in an ACK (RFC 2018 §3).
    pub fn block_bytes(&self) -> Option<u32> {
        self.is_linux().then_some(LINUX_BLOCK_BYTES)
    }

    /// The default retransmission timer.
    pub fn rto(&self) -> RtoPreset {
        if self.is_linux() { RtoPreset::Linux6 } else { RtoPreset::Default }
    }

    /// How ACKs are counted for window growth.
    pub fn growth(&self) -> AckCounting {
        match self.flow.growth {
            Some(GrowthChoice::ByteCounting) => AckCounting::ByteCounting,
            Some(GrowthChoice::LinuxCount) => AckCounting::LinuxCount,
            Some(GrowthChoice::PerAck) => AckCounting::PerAck,
            None if self.has_of_profile("growth") => AckCounting::LinuxCount,
            // A module with a rule of its own counts segments.
            None if self.is_linux() => AckCounting::ByteCounting,
            None => AckCounting::PerAck,
        }
    }

    /// The loss recovery.
    pub fn recovery(&self) -> Result<Recovery, ScenarioError> {
        let runs_over_rack = runs_over_rack(self.support, self.needs);
        let chosen = match self.flow.recovery {
            Some(RecoveryChoice::Rack) if runs_over_rack => {
                self.needs_key(
                    "recovery",
                    "rack",
                    "timestamps",
                    self.flow.timestamps != Some(false),
                    "false",
                )?;
                return Ok(Recovery::Rack);
            }
            None if self.is_linux() && runs_over_rack => {
                self.needs_key("tcp", "linux6", "timestamps", self.flow.timestamps != Some(false), "false")?;
                return Ok(Recovery::Rack);
            }
            Some(choice) => Some(match choice {
                RecoveryChoice::Tahoe => Recovery::Tahoe,
                RecoveryChoice::Reno => Recovery::Reno,
                RecoveryChoice::Newreno => Recovery::NewReno,
                RecoveryChoice::Sack => Recovery::Sack,
                RecoveryChoice::Rack => Recovery::Rack,
            }),
            None => None,
        };
        let path = self.at("recovery");
        use RecoverySupport::{Default, Fixed, FixedUnless};
        match (chosen, self.support) {
            (None, Fixed(recovery) | Default(recovery) | FixedUnless { recovery, .. }) => Ok(recovery),
            (Some(chosen), Fixed(fixed)) if chosen != fixed => {
                let (chosen, fixed) = (Quoted(chosen.id()).to_string(), Quoted(fixed.id()).to_string());
                let algorithm = self.algorithm;
                let message = format!("{path}: {algorithm} requires the recovery {fixed}, not {chosen}.");
                let mut error = ScenarioError::value(path, chosen, fixed);
                error.message = message;
                Err(error)
            }
            (Some(Recovery::Tahoe), Default(_)) => Err(ScenarioError::value(
                path,
                "\"tahoe\"",
                "reno, newreno, sack or rack; tahoe is an algorithm of its own",
            )),
            (Some(chosen), _) => Ok(chosen),
        }
    }

    /// Refuses `key: value`, which needs `other`, because `other` is `found`.
    fn needs_key(
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
        let (flow, is_linux) = (self.flow, self.is_linux());
        let found = Quoted(recovery.id()).to_string();
        let chosen = flow.chosen(&|mechanism, asked| self.value_of(mechanism, asked, recovery))?;
        let has_timestamps = flow.timestamps != Some(false);
        if flow.undo == Some(UndoChoice::Timestamps) {
            self.needs_key("undo", "timestamps", "timestamps", has_timestamps, "false")?;
            let owns = Quoted(self.algorithm).to_string();
            self.needs_key("undo", "timestamps", "algorithm", self.follows_undo(), &owns)?;
        }
        let undo = match flow.undo {
            Some(choice) => choice == UndoChoice::Timestamps,
            None => is_linux && has_timestamps && self.follows_undo(),
        };
        let slow_start = match flow.slow_start {
            None if is_linux && cc::features_of_version(self.algorithm).linux_hystart => {
                SlowStartRule::HyStart
            }
            None | Some(SlowStartChoice::Standard) => SlowStartRule::Standard,
            Some(SlowStartChoice::Hystart) => SlowStartRule::HyStart,
            Some(SlowStartChoice::HystartPlusPlus) => SlowStartRule::HyStartPlusPlus,
            Some(SlowStartChoice::Limited) => SlowStartRule::Limited,
        };
        if let Some((word, _)) = SlowStartChoice::WORDS
            .iter()
            .find(|(_, choice)| Some(*choice) == flow.slow_start && *choice != SlowStartChoice::Standard)
        {
            let owns = Quoted(self.algorithm).to_string();
            self.needs_key("slow_start", word, "algorithm", !self.needs.owns_cwnd, &owns)?;
            let replaces = slow_start == SlowStartRule::HyStartPlusPlus;
            let works = !(replaces && self.needs.own_slow_start);
            self.needs_key("slow_start", word, "algorithm", works, &owns)?;
        }
        if flow.hystart.is_some() {
            let rule = flow.slow_start.map_or("standard", SlowStartChoice::word);
            self.needs_key("hystart", "{…}", "slow_start", slow_start == SlowStartRule::HyStart, rule)?;
        }
        let gso = match flow.gso {
            Some(size) => Some(size.compile(2, &self.at("gso"))?),
            None => None,
        };
        if let Some(size) = flow.gso {
            self.needs_key("gso", &size.written(), "recovery", recovery == Recovery::Rack, &found)?;
        }
        let pacing = match &flow.pacing {
            Some(pacing) => pacing.compile(gso, &self.at("pacing"))?,
            None => None,
        };
        Ok(Mechanisms {
            chosen,
            slow_start,
            hystart: self.hystart()?,
            // An algorithm that paces sets its own rate.
            pacing: pacing.filter(|_| !self.needs.paces),
            paces_as_linux: is_linux && self.needs.paces,
            gso,
            gro: self.gro()?,
            clock_hz: self.clock_hz()?,
            undo,
            dsack_undo: chosen.dsack && flow.undo != Some(UndoChoice::None) && self.follows_undo(),
            timer_slack: if is_linux { LINUX_SLACK } else { Span::ZERO },
            linux_acks: self.linux_acks()?,
        })
    }

    /// The place of a mechanism's value: the one that the flow asks for, which is refused without what
    /// it needs, or that of the profile.
    fn value_of(
        &self,
        mechanism: &Mechanism,
        asked: Option<usize>,
        recovery: Recovery,
    ) -> Result<usize, ScenarioError> {
        let is_unmet = |need: &&Need| !self.condition(**need, recovery).1;
        match (asked, &mechanism.linux6) {
            (Some(place), _) if place > 0 => match mechanism.needs.iter().find(is_unmet) {
                Some(need) => {
                    let (key, holds) = self.condition(*need, recovery);
                    let word = mechanism.values.word(place);
                    self.needs_key(mechanism.key, word, key, holds, &self.found(key, recovery))
                        .map(|()| place)
                }
                None => Ok(place),
            },
            (None, Some(profile)) if self.has_of_profile(mechanism.key) => {
                let needs = || mechanism.needs.iter().chain(profile.needs);
                let place =
                    mechanism.values.place(profile.value).filter(|_| needs().find(is_unmet).is_none());
                Ok(place.unwrap_or_default())
            }
            _ => Ok(0),
        }
    }

    /// The key that decides whether the flow has what a mechanism needs, and whether it has.
    fn condition(&self, need: Need, recovery: Recovery) -> (&'static str, bool) {
        match need {
            Need::Sack => ("recovery", recovery.uses_sack()),
            Need::Rack => ("recovery", recovery == Recovery::Rack),
            Need::PlainBoard => ("recovery_variant", self.own_board().is_none()),
            Need::SharedWindow => ("algorithm", !self.needs.owns_cwnd),
            Need::Undo => ("algorithm", self.follows_undo()),
        }
    }

    /// What stands at that key.
    fn found(&self, key: &str, recovery: Recovery) -> String {
        match key {
            "recovery" => Quoted(recovery.id()).to_string(),
            "algorithm" => Quoted(self.algorithm).to_string(),
            _ => self.own_board().unwrap_or_default().to_owned(),
        }
    }

    /// The agent of ns-2 with a scoreboard of its own that the flow follows.
    fn own_board(&self) -> Option<&'static str> {
        let variants = self.flow.recovery_variant.as_ref().map_or(&[][..], |list| list.as_slice());
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

    fn gro(&self) -> Result<Option<Span>, ScenarioError> {
        let Some(wait) = &self.flow.gro else { return Ok(None) };
        if !(0.0..=0.01).contains(&wait.si()) {
            return Err(ScenarioError::value(self.at("gro"), wait.written(), "0 to 10 ms"));
        }
        Ok(Some(Span::from_secs(wait.si())).filter(|wait| *wait > Span::ZERO))
    }

    /// Whether the receive buffer grows if nothing is said: under `linux6`, unless another key says how
    /// much the receiver offers or which segments it acknowledges.
    fn has_growing_buffer(&self) -> bool {
        let flow = self.flow;
        let says_so = flow.receive_window.is_some()
            || flow.quick_acks.is_some()
            || flow.delayed_ack == Some(false)
            || flow.gro.as_ref().is_some_and(|wait| wait.si() > 0.0);
        self.is_linux() && !says_so
    }

    /// The receive buffer, if it grows.
    fn receive_buffer(&self) -> Result<Option<ReceiveBufferSetup>, ScenarioError> {
        let (flow, linux) = (self.flow, ReceiveBufferSetup::LINUX);
        let numbers = match &flow.receive_buffer {
            Some(ReceiveBuffer::Fixed) => return Ok(None),
            None => return Ok(self.has_growing_buffer().then_some(ReceiveBufferSetup::LARGE)),
            Some(ReceiveBuffer::Auto) => ReceiveBufferNumbers::default(),
            Some(ReceiveBuffer::Numbers(numbers)) => numbers.clone(),
        };
        let value = if numbers == ReceiveBufferNumbers::default() { "auto" } else { "{…}" };
        let given = flow.receive_window.as_ref();
        let written = given.map_or(String::new(), |window| window.written());
        self.needs_key("receive_buffer", value, "receive_window", given.is_none(), &written)?;
        let merges = self.flow.gro.as_ref().map_or(String::new(), |wait| wait.written());
        self.needs_key("receive_buffer", value, "gro", merges.is_empty(), &merges)?;
        self.needs_key("receive_buffer", value, "delayed_ack", flow.delayed_ack != Some(false), "false")?;
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
        let (flow, is_linux) = (self.flow, self.is_linux());
        let clock_hz = self.clock_hz()?;
        let adapts = match flow.delayed_ack_timeout {
            Some(AckTimeout::Linux) => true,
            Some(AckTimeout::Fixed(_)) => false,
            None => is_linux,
        };
        let quick = match flow.quick_acks {
            Some(quick) if quick.0 > 1000 => {
                let found = quick.0.to_string();
                return Err(ScenarioError::value(self.at("quick_acks"), found, "0 to 1000 ACKs"));
            }
            Some(quick) => quick.0 as u32,
            None if is_linux => LINUX_QUICK_ACKS,
            None => 0,
        };
        let buffer = self.receive_buffer()?;
        let is_used = adapts || quick > 0 || buffer.is_some();
        Ok(is_used.then_some(LinuxAcks { quick, adapts, clock_hz, buffer }))
    }
}

/// The algorithm's parameters. Under `linux6` it has the variant of Linux, unless another is given.
pub(crate) fn with_variant_of_profile<'a>(
    flow: &Flow,
    algorithm: &str,
    given: &'a Map<String, Value>,
) -> Cow<'a, Map<String, Value>> {
    let is_linux = flow.tcp == Some(TcpProfile::Linux6) && !given.contains_key("variant");
    let Some(variant) = cc::features_of(algorithm).linux_variant.filter(|_| is_linux) else {
        return Cow::Borrowed(given);
    };
    let mut with = given.clone();
    with.insert("variant".to_owned(), Value::from(variant));
    Cow::Owned(with)
}

/// True if the algorithm leaves loss detection to the sender.
pub(crate) fn runs_over_rack(support: RecoverySupport, needs: Needs) -> bool {
    support != RecoverySupport::Fixed(Recovery::Tahoe) && !needs.answers_duplicates
}

/// The needs of algorithm `id` with its default parameters.
pub(crate) fn needs_of(id: &str) -> Needs {
    use ackscope_engine::catalogue::Params;
    let spec = ackscope_ns2::algorithms().iter().find(|spec| spec.id == id);
    spec.map_or(Needs::default(), |spec| {
        ackscope_ns2::controller(spec.id, &Params::defaults(spec.parameters)).needs()
    })
}
