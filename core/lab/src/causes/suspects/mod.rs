//! The suspects: one file and one word each. Causes are in a scenario and are taken away; remedies are
//! put in. Conditions of the network come before settings of the sender: in this order equal causes are
//! named.

use super::case::Case;
use super::change::Change;
use crate::report::LaneReport;

/// Something that may be why.
#[derive(Debug)]
pub struct Suspect {
    pub id: &'static str,
    /// Its name, as it stands in a sentence.
    pub name: &'static str,
    /// Whether the name is of several things: “without them”.
    pub is_plural: bool,
    /// What it does to the lane, as it follows “because”; what a remedy does.
    pub because: &'static str,
    /// The keys of a scenario that it changes, as `hops.delay`.
    pub keys: &'static [&'static str],
    /// True if it is put in, false if it is taken away.
    pub is_remedy: bool,
    /// Removing it frees capacity. That helps every flow on a shared link, so its effect is capped.
    pub takes_others: bool,
    /// When all suspects are removed together, keep this one if that one is present.
    pub yields_to: Option<&'static str>,
    /// The change of the scenario; `None` if the scenario does not have it.
    pub change: fn(&Case) -> Option<Change>,
    /// What points to it in the run as it is. It illustrates, it does not decide.
    pub evidence: fn(&Case, &LaneReport) -> Option<String>,
}

impl Suspect {
    /// A cause, without its own parts.
    const CAUSE: Suspect = Suspect {
        id: "",
        name: "",
        is_plural: false,
        because: "",
        keys: &[],
        is_remedy: false,
        takes_others: false,
        yields_to: None,
        change: |_| None,
        evidence: |_, _| None,
    };

    /// A remedy, without its own parts.
    const REMEDY: Suspect = Suspect { is_remedy: true, ..Suspect::CAUSE };
}

/// Keys that no suspect changes, and why.
pub const NOT_SUSPECTED: [(&str, &[&str]); 5] = [
    (
        "it says what runs and what is asked: another value is another question",
        &[
            "version",
            "title",
            "seed",
            "duration",
            "measure",
            "compare",
            "fork",
            "scripts",
            "hops",
            "flows",
            "hops.name",
            "hops.repeat",
            "hops.back",
            "flows.name",
            "flows.kind",
            "flows.count",
            "flows.direction",
            "flows.from",
            "flows.to",
            "flows.each_hop",
            "flows.compared",
            "flows.bytes",
            "flows.rate",
            "flows.start",
            "flows.stop",
            "flows.start_jitter",
            "flows.send_jitter",
        ],
    ),
    (
        "it only measures, or says which simulator it follows",
        &["ns2_order", "ns2_losses", "flows.shadow", "flows.measure_delay"],
    ),
    (
        "it is a part of the sender or of its receiver, whose kind is the question: compare two lanes",
        &[
            "flows.tcp",
            "flows.growth",
            "flows.slow_start",
            "flows.hystart",
            "flows.careful_resume",
            "flows.rapid_start",
            "flows.transport",
            "flows.quic",
            "flows.reduction",
            "flows.cwnd_validation",
            "flows.idle_restart",
            "flows.tlp",
            "flows.frto",
            "flows.dsack",
            "flows.paws",
            "flows.timer_wheel",
            "flows.undo",
            "flows.limited_transmit",
            "flows.handshake",
            "flows.clock_hz",
            "flows.gso",
            "flows.gro",
            "flows.quick_acks",
            "flows.delayed_ack_timeout",
            "flows.receive_buffer",
            "flows.ack_bytes",
            "flows.sack_block_bytes",
            "flows.abe",
            "flows.beta_ecn",
            "flows.ace_bits",
            "flows.ack_every_marks",
        ],
    ),
    (
        "the access links are part of the path's shape; by default they limit nothing",
        &["flows.access_rate", "flows.access_at_sender", "flows.receiver_access"],
    ),
    (
        "what a helper does, or the queue of the way back, shows in the suspects of the link",
        &["hops.agent", "hops.back.queue"],
    ),
];

macro_rules! suspects {
    ($($module:ident),* $(,)?) => {
        $(mod $module;)*

        pub static SUSPECTS: &[&Suspect] = &[$(&$module::SUSPECT),*];
    };
}

suspects! {
    outage, loss, reverse, competitor, cross, rate, delay, policer, jitter, ack_rate, rtt, application, rwnd,
    buffer_small, buffer_large, aqm, startup, packet, rto, delack,
    fq, recovery, pacing, buffer_up,
}
