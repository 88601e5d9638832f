//! Explicit congestion notification of a flow: its mode, the mode that its algorithm brings, and
//! combinations that are refused (ecn-and-l4s §9.1).

use super::error::ScenarioError;
use super::mechanisms::needs_of;
use super::types::{EcnChoice, Flow};
use ackscope_engine::cc::{self, MarkResponse};
use ackscope_engine::queue::Queue;
use ackscope_engine::setup::{Ecn, MarkFeedback};
use ackscope_engine::units::{Quoted, decimal};

/// The default number of marks after which an accurate receiver sends an ACK at once (RFC 9768
/// §3.2.2.5.1).
const EVERY_MARKS: u64 = 2;

/// The ECN fields of a flow's packets, and the feedback of its receiver.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FlowEcn {
    pub data: Ecn,
    pub resent: Ecn,
    pub marks: MarkFeedback,
    pub beta_ecn: Option<f64>,
}

/// The mode that an algorithm brings with it.
pub(crate) fn brought_by(algorithm: &str) -> EcnChoice {
    brought(needs_of(algorithm).marks)
}

fn brought(marks: MarkResponse) -> EcnChoice {
    match marks {
        MarkResponse::AsLoss | MarkResponse::BacksOff(_) => EcnChoice::Off,
        MarkResponse::Counts | MarkResponse::CountsChanges => EcnChoice::Accurate,
        MarkResponse::Scalable => EcnChoice::L4s,
    }
}

/// True if an algorithm has an ECN mode of its own, which counts marks.
pub fn brings_ecn(algorithm: &str) -> bool {
    needs_of(algorithm).marks.counts()
}

/// True if queues of this kind mark by default.
pub(crate) fn marks_by_default(kind: &str) -> bool {
    Queue::features_of(kind).marks_by_default
}

/// True if queues of this kind mark for L4S flows, or isolate them from classic flows.
pub(crate) fn serves_l4s(kind: &str) -> bool {
    Queue::features_of(kind).serves_l4s
}

/// The allowed modes, if a flow whose algorithm responds to marks in its `own` way cannot use mode
/// `choice`.
pub(crate) fn refusal(own: MarkResponse, choice: EcnChoice) -> Option<&'static str> {
    match choice {
        EcnChoice::Classic if own.counts() => {
            Some("accurate, as the algorithm counts marks and classic feedback says only that there are some")
        }
        EcnChoice::L4s if own != MarkResponse::Scalable => {
            Some("off, classic or accurate, as l4s needs a scalable algorithm: prague (RFC 9331 §4)")
        }
        EcnChoice::Ect0 | EcnChoice::Ect1 => {
            Some("off, classic or accurate; ect0 and ect1 are for constant bit rate")
        }
        _ => None,
    }
}

/// The ECN settings of a TCP flow at `path`.
pub(crate) fn compile_tcp_ecn(
    flow: &Flow,
    algorithm: &str,
    own: MarkResponse,
    path: &str,
) -> Result<FlowEcn, ScenarioError> {
    let choice = flow.ecn.unwrap_or(brought(own));
    if let Some(allowed) = refusal(own, choice) {
        let found = format!("{} with {algorithm}", Quoted(choice.word()));
        return Err(ScenarioError::value(format!("{path}.ecn"), found, allowed));
    }
    let data = match choice {
        EcnChoice::Off => Ecn::NotCapable,
        EcnChoice::L4s => Ecn::Capable1,
        _ => Ecn::Capable0,
    };
    let every = flow.ack_every_marks.map_or(EVERY_MARKS, |every| every.0);
    if !(2..=7).contains(&every) {
        return Err(ScenarioError::value(format!("{path}.ack_every_marks"), every.to_string(), "2 to 7"));
    }
    let three_bits = match flow.ace_bits.map(|bits| bits.0) {
        None => false,
        Some(3) => true,
        Some(bits) => {
            return Err(ScenarioError::value(format!("{path}.ace_bits"), bits.to_string(), "3, or nothing"));
        }
    };
    // An ACK frame has all counts, and a marked packet is acknowledged at once (RFC 9000 §13.2.1, §13.4).
    let every = if flow.is_quic() { 1 } else { every as u32 };
    let counts = MarkFeedback::Count { every, three_bits };
    let marks = match choice {
        EcnChoice::Classic | EcnChoice::Accurate if flow.is_quic() => counts,
        EcnChoice::Classic => MarkFeedback::Classic,
        EcnChoice::Accurate if own == MarkResponse::CountsChanges => MarkFeedback::State,
        EcnChoice::Accurate | EcnChoice::L4s => counts,
        EcnChoice::Off | EcnChoice::Ect0 | EcnChoice::Ect1 => MarkFeedback::Off,
    };
    Ok(FlowEcn {
        data,
        resent: if own.counts() || flow.is_quic() { data } else { Ecn::NotCapable },
        marks,
        beta_ecn: beta_ecn(flow, algorithm, own, path)?,
    })
}

/// The share of cwnd that alternative back-off keeps after a mark; `None` if it is off.
fn beta_ecn(
    flow: &Flow,
    algorithm: &str,
    own: MarkResponse,
    path: &str,
) -> Result<Option<f64>, ScenarioError> {
    let own = match own {
        MarkResponse::BacksOff(beta) => Some(beta),
        _ => None,
    };
    let is_on = flow.abe == Some(true);
    if is_on && own.is_none() {
        let ids = cc::REGISTRY.iter().map(|spec| spec.id);
        let backs_off = |id: &&str| matches!(needs_of(id).marks, MarkResponse::BacksOff(_));
        let ids: Vec<&str> = ids.filter(backs_off).collect();
        let found = format!("true with {algorithm}");
        return Err(ScenarioError::value(format!("{path}.abe"), found, format!("one of {}", ids.join(", "))));
    }
    match flow.beta_ecn {
        Some(beta) if !(0.5..=1.0).contains(&beta) => {
            Err(ScenarioError::value(format!("{path}.beta_ecn"), decimal(beta), "0.5 to 1"))
        }
        Some(beta) if is_on => Ok(Some(beta)),
        None if is_on => Ok(own),
        _ => Ok(None),
    }
}

/// The ECN field of a constant-bit-rate source at `path`, which does not react to marks.
pub(crate) fn cbr_field(flow: &Flow, path: &str) -> Result<Ecn, ScenarioError> {
    match flow.ecn {
        None | Some(EcnChoice::Off) => Ok(Ecn::NotCapable),
        Some(EcnChoice::Ect0) => Ok(Ecn::Capable0),
        Some(EcnChoice::Ect1) => Ok(Ecn::Capable1),
        Some(other) => {
            let found = Quoted(other.word()).to_string();
            Err(ScenarioError::value(
                format!("{path}.ecn"),
                found,
                "off, ect0 or ect1; the source answers no marks",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{compile, read_value};
    use ackscope_engine::setup::SourceSetup;
    use serde_json::{Value, json};

    fn compiled(flow: Value) -> Result<FlowEcn, ScenarioError> {
        let scenario = json!({ "version": 1, "duration": 10, "flows": [flow],
            "hops": [{ "rate": "2Mbps", "delay": "10ms", "queue": { "kind": "step" } }] });
        let setup = compile(&read_value(&scenario).expect("it reads"), 0)?;
        let flow = &setup.flows[0];
        let (marks, beta_ecn) = match &flow.source {
            SourceSetup::Tcp(tcp) => (tcp.marks, tcp.beta_ecn),
            SourceSetup::Cbr { .. } => (MarkFeedback::Off, None),
        };
        Ok(FlowEcn { data: flow.ecn, resent: flow.resent_ecn, marks, beta_ecn })
    }

    #[test]
    fn an_algorithm_brings_its_own_way_and_others_use_none() {
        let plain = compiled(json!({ "algorithm": "newreno" })).expect("valid");
        assert_eq!((plain.data, plain.marks), (Ecn::NotCapable, MarkFeedback::Off));
        let classic = compiled(json!({ "algorithm": "newreno", "ecn": "classic" })).expect("valid");
        assert_eq!(
            (classic.data, classic.resent, classic.marks),
            (Ecn::Capable0, Ecn::NotCapable, MarkFeedback::Classic)
        );
        let dctcp = compiled(json!({ "algorithm": "dctcp" })).expect("valid");
        assert_eq!(
            (dctcp.data, dctcp.resent, dctcp.marks),
            (Ecn::Capable0, Ecn::Capable0, MarkFeedback::State)
        );
        let counts =
            json!({ "algorithm": "dctcp", "parameters": { "feedback": "counts" }, "ack_every_marks": 3 });
        let counts = compiled(counts).expect("valid");
        assert_eq!(counts.marks, MarkFeedback::Count { every: 3, three_bits: false });
        let off = compiled(json!({ "algorithm": "dctcp", "ecn": "off" })).expect("valid");
        assert_eq!((off.data, off.marks), (Ecn::NotCapable, MarkFeedback::Off));
        let cbr = compiled(json!({ "kind": "cbr", "rate": "1Mbps", "ecn": "ect1" })).expect("valid");
        assert_eq!(cbr.data, Ecn::Capable1);
        let beta = |flow| compiled(flow).expect("valid").beta_ecn;
        assert_eq!(beta(json!({ "algorithm": "cubic", "abe": true })), Some(0.85));
        assert_eq!(beta(json!({ "algorithm": "sack", "abe": true })), Some(0.8));
        assert_eq!(beta(json!({ "algorithm": "sack", "abe": true, "beta_ecn": 0.9 })), Some(0.9));
        assert_eq!(beta(json!({ "algorithm": "sack", "beta_ecn": 0.9 })), None);
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_place() {
        for (flow, path) in [
            (json!({ "algorithm": "dctcp", "ecn": "classic" }), "flows.0.ecn"),
            (json!({ "algorithm": "newreno", "ecn": "ect0" }), "flows.0.ecn"),
            (json!({ "algorithm": "dctcp", "ecn": "l4s" }), "flows.0.ecn"),
            (json!({ "algorithm": "prague", "ecn": "classic" }), "flows.0.ecn"),
            (json!({ "kind": "cbr", "rate": "1Mbps", "ecn": "classic" }), "flows.0.ecn"),
            (json!({ "algorithm": "vegas", "abe": true }), "flows.0.abe"),
            (json!({ "algorithm": "sack", "beta_ecn": 0.4 }), "flows.0.beta_ecn"),
            (json!({ "algorithm": "sack", "ack_every_marks": 8 }), "flows.0.ack_every_marks"),
            (json!({ "algorithm": "sack", "ace_bits": 4 }), "flows.0.ace_bits"),
            (json!({ "kind": "cbr", "rate": "1Mbps", "abe": true }), "flows.0.abe"),
        ] {
            assert_eq!(compiled(flow.clone()).expect_err(&flow.to_string()).path, path);
        }
    }

    #[test]
    fn a_lane_whose_algorithm_has_its_own_way_takes_it() {
        let scenario = json!({ "version": 1, "duration": 10, "compare": ["newreno", "dctcp"],
            "hops": [{ "rate": "2Mbps", "delay": "10ms", "queue": { "kind": "step" } }],
            "flows": [{ "algorithm": "newreno", "ecn": "classic", "compared": true }] });
        let read = read_value(&scenario).expect("it reads");
        let marks = [0, 1].map(|lane| match &compile(&read, lane).expect("valid").flows[0].source {
            SourceSetup::Tcp(tcp) => tcp.marks,
            SourceSetup::Cbr { .. } => MarkFeedback::Off,
        });
        assert_eq!(marks, [MarkFeedback::Classic, MarkFeedback::State]);
    }

    #[test]
    fn queues_that_never_mark_refuse_to() {
        for kind in ["drop-tail", "sred", "fred", "bred", "dred", "fq"] {
            let scenario = json!({ "version": 1, "duration": 10, "flows": [{ "algorithm": "newreno" }],
                "hops": [{ "rate": "2Mbps", "delay": "10ms", "queue": { "kind": kind, "ecn": true } }] });
            let read = read_value(&scenario).expect("it reads");
            let error = compile(&read, 0).expect_err(kind);
            assert_eq!(error.path, "hops.0.queue", "{error}");
            assert!(error.message.contains("ecn"), "{error}");
        }
    }
}
