//! Profiles: what a word of a flow sets at the flow's other keys. A profile is data, written as a flow would write it:
//!
//! ```text
//! default < profile < what the flow says itself, a lane's changes included
//! ```
//!
//! The keys are filled in before anything is compiled, so nothing else knows where a value came from.

use super::error::ScenarioError;
use super::json_path::{JsonPath, Read};
use super::set::read_setting;
use super::types::{Flow, OneOrMany, RecoveryChoice, Rto};
use ackscope_engine::cc::features_of;
use ackscope_engine::units::Span;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// What a word at a key of a flow sets.
#[derive(Debug)]
pub struct Profile {
    pub key: &'static str,
    pub word: &'static str,
    /// The keys that it sets.
    pub rows: &'static [Row],
}

/// One key that a profile sets.
#[derive(Debug)]
pub struct Row {
    pub key: &'static str,
    /// Its value: JSON, or a word without quotes.
    pub value: &'static str,
    /// What the flow must have for it, besides what the mechanism of this key needs.
    pub needs: &'static [RowNeed],
}

/// What a flow must have for a row of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowNeed {
    /// An algorithm that leaves the detection of losses to the sender.
    FreeDetection,
    Timestamps,
    /// An algorithm that keeps a window that was restored.
    Undo,
    /// An algorithm whose module in Linux leaves slow start by HyStart.
    HyStartModule,
    /// An algorithm whose module in Linux does itself what the key says. No other row is for such a module.
    OwnModule,
    /// No key that says how much the receiver offers, or which segments it acknowledges.
    PlainReceiver,
    /// Neither a size nor an application.
    Endless,
}
use RowNeed::{Endless, FreeDetection, HyStartModule, OwnModule, PlainReceiver, Timestamps, Undo};

const fn row(key: &'static str, value: &'static str) -> Row {
    Row { key, value, needs: &[] }
}

const fn row_if(key: &'static str, value: &'static str, needs: &'static [RowNeed]) -> Row {
    Row { key, value, needs }
}

/// A sender and a receiver like Linux 6.
pub const LINUX6: Profile = Profile {
    key: "tcp",
    word: "linux6",
    rows: &[
        row_if("recovery", "rack", &[FreeDetection]),
        row("growth", "linux-count"),
        // A module with a rule of its own counts segments.
        row_if("growth", "byte-counting", &[OwnModule]),
        row("rto", "linux6"),
        // RFC 6928
        row("initial_window", "10"),
        // TCP_MAX_QUICKACKS
        row("quick_acks", "16"),
        row("delayed_ack_timeout", "linux"),
        row_if("undo", "timestamps", &[Timestamps, Undo]),
        // Headers of 40 bytes, and an option of 12 (RFC 7323).
        row_if("ack_bytes", "52", &[Timestamps]),
        // RFC 2018 §3, without the option's own 4 bytes.
        row("sack_block_bytes", "8"),
        // A host set up for large transfers, as the receivers of the kernel's measurements are.
        row_if("receive_buffer", r#"{"initial":2097152}"#, &[PlainReceiver]),
        row("cwnd_validation", "true"),
        row("idle_restart", "halving"),
        row("reduction", "prr"),
        row("tlp", "true"),
        row_if("frto", "true", &[Undo]),
        row("dsack", "true"),
        row("paws", "true"),
        row("timer_wheel", "true"),
        row_if("slow_start", "hystart", &[HyStartModule]),
    ],
};

/// A QUIC connection. What is not said by keys is [`super::quic`]'s.
pub const QUIC: Profile = Profile {
    key: "transport",
    word: "quic",
    rows: &[
        row("growth", "byte-counting"),
        // RFC 9002 §7.7
        row("pacing", r#"{"ss":1.25,"ca":1.25}"#),
        // RFC 9000 §18.2
        row("delayed_ack_timeout", "25ms"),
        // Headers of IP and UDP, a short header with a connection id of 8 bytes, a tag of 16, a frame with one range.
        row("ack_bytes", "60"),
        // A gap and a length of one byte each.
        row("sack_block_bytes", "2"),
    ],
};

/// The time that Linux adds to RACK's timers (TCP_TIMEOUT_MIN_US); no key has it.
pub(crate) const LINUX6_TIMER_SLACK: Span = Span::from_millis(2);

/// What a SACK block adds to an ACK of ns-2's sinks (tcp-sink.cc, `Sacker::append_ack`).
const NS2_BLOCK: Row = row("sack_block_bytes", "8");
/// ns-2's TCP/Linux agent sends its SYN as a segment of the window.
const NS2_SYN: Row = row_if("handshake", "in-window", &[Endless]);

/// All profiles. The words of `recovery_variant` and `rto` that name ns-2 also set rules that are no keys:
/// [`super::agents::Agent`] has them.
const PROFILES: &[Profile] = &[
    LINUX6,
    QUIC,
    Profile { key: "recovery_variant", word: "ns2_sack1", rows: &[NS2_BLOCK] },
    Profile { key: "recovery_variant", word: "ns2_linux", rows: &[NS2_BLOCK, NS2_SYN] },
    Profile { key: "recovery_variant", word: "ns2_linux_whole", rows: &[NS2_BLOCK, NS2_SYN] },
    // Since 2001-11 ns-2 sends new segments on the first two duplicate ACKs.
    Profile { key: "rto", word: "ns2_2001", rows: &[row("limited_transmit", "false")] },
];

impl Profile {
    /// What it sets in a flow of any kind, as in a sentence: `rto` to linux6, `tlp`.
    pub(crate) fn usual(&self) -> impl Iterator<Item = String> {
        let special = [HyStartModule, OwnModule, PlainReceiver];
        let usual = self.rows.iter().filter(move |row| row.needs.iter().all(|need| !special.contains(need)));
        usual.map(|Row { key, value, .. }| match *value {
            "true" => format!("`{key}`"),
            value => format!("`{key}` to {value}"),
        })
    }
}

/// The flow with what its profiles set at the keys where it says nothing. `has` says whether a flow with this word as its
/// `recovery` has what a row needs.
pub(crate) fn with_profiles<'a>(
    flow: &'a Flow,
    has: &dyn Fn(&Row, Option<&str>) -> bool,
) -> Result<Cow<'a, Flow>, ScenarioError> {
    let says = |profile: &Profile| match profile.key {
        "tcp" => flow.is_linux(),
        "transport" => flow.is_quic(),
        _ if flow.is_quic() => false,
        "rto" => matches!(flow.rto, Some(Rto::Preset(preset)) if preset.word() == profile.word),
        _ => flow.recovery_variant.iter().flat_map(OneOrMany::as_slice).any(|it| it.word() == profile.word),
    };
    let mut set = Map::new();
    for row in PROFILES.iter().filter(|profile| says(profile)).flat_map(|profile| profile.rows) {
        let recovery = flow.recovery.map(RecoveryChoice::word);
        if has(row, recovery.or_else(|| set.get("recovery")?.as_str())) {
            set.entry(row.key).or_insert_with(|| read_setting(row.value));
        }
    }
    if set.is_empty() {
        return Ok(Cow::Borrowed(flow));
    }
    let set = Flow::read(&Value::Object(set), &JsonPath::TOP)?;
    Ok(Cow::Owned(flow.clone().or(set)))
}

/// The algorithm's parameters. Under `linux6` it has the variant of Linux, unless another is given: which one, the
/// algorithm declares.
pub(crate) fn with_variant_of_profile<'a>(
    flow: &Flow,
    algorithm: &str,
    given: &'a Map<String, Value>,
) -> Cow<'a, Map<String, Value>> {
    let is_linux = flow.is_linux() && !given.contains_key("variant");
    let Some(variant) = features_of(algorithm).linux_variant.filter(|_| is_linux) else {
        return Cow::Borrowed(given);
    };
    let mut with = given.clone();
    with.insert("variant".to_owned(), Value::from(variant));
    Cow::Owned(with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_engine::mechanism;
    use serde_json::json;

    #[test]
    fn a_profile_sets_values_that_there_are_and_of_a_mechanism_never_the_default() {
        for Row { key, value, .. } in PROFILES.iter().flat_map(|profile| profile.rows) {
            Flow::read(&json!({ *key: read_setting(value) }), &JsonPath::TOP).expect(key);
            if let Some(mechanism) = mechanism::REGISTRY.iter().find(|it| it.key == *key) {
                assert!(mechanism.values.index_of(value).is_some_and(|index| index > 0), "{key}");
            }
        }
    }

    #[test]
    fn what_the_flow_says_itself_has_priority_and_a_row_without_its_need_is_left_out() {
        let flow = json!({ "algorithm": "cubic", "tcp": "linux6", "initial_window": 3,
            "recovery_variant": ["rfc", "ns2_linux"] });
        let flow = Flow::read(&flow, &JsonPath::TOP).unwrap();
        let merged = with_profiles(&flow, &|row, _| row.key != "rto").unwrap();
        let merged = serde_json::to_value(&*merged).unwrap();
        let keys = ["initial_window", "rto", "quick_acks", "growth", "handshake", "sack_block_bytes"];
        let found = keys.map(|key| merged.get(key).cloned().unwrap_or_default());
        assert_eq!(
            found,
            [json!(3), json!(null), json!(16), json!("linux-count"), json!("in-window"), json!(8)]
        );
    }

    #[test]
    fn the_docs_name_what_a_sender_of_today_has() {
        let docs = include_str!("../../../docs/scenario.md");
        let (_, docs) = docs.split_once("### A sender of today").expect("the section");
        let (table, _) = docs.split_once("Each of these mechanisms").expect("its first table");
        let unsaid = LINUX6.rows.iter().filter(|row| row.value != "byte-counting");
        for row in unsaid.filter(|row| mechanism::REGISTRY.iter().all(|it| it.key != row.key)) {
            let cells = table
                .lines()
                .filter(|line| line.starts_with('|'))
                .map(|line| line.split('|').skip(1).take(2).collect::<Vec<_>>());
            let mut said = cells.filter(|cells| cells[0].contains(&format!("`{}`", row.key)));
            let value = row.value.replace("{\"initial\":", "{ \"initial\": ").replace('}', " }");
            assert!(said.any(|cells| cells[1].contains(&value)), "{} {value}", row.key);
        }
    }
}
