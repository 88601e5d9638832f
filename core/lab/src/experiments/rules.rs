//! The rules that measured a result, identified by the engine's goldens. The fingerprints of the
//! goldens' lanes are part of the program, and they are stored beside the results. A change of
//! code that keeps all goldens changes no number. A change that alters a lane makes the results of
//! that lane's algorithms older than the rules.

use super::runs::Plan;
use crate::lanes::plan as lane_plans;
use crate::provenance::hash;
use ackscope_engine::setup::{Mechanisms, Setup, SourceSetup};
use ackscope_scenario::read;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The goldens of this program: name, scenario, and the fingerprints of its lanes, one per line.
const GOLDENS: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/goldens.rs"));

/// The fingerprints of the goldens' lanes under some rules, by golden and lane.
pub type Rules = BTreeMap<String, String>;

/// A lane of a golden.
struct Lane {
    name: String,
    fingerprint: String,
    laws: BTreeSet<Law>,
}

/// An algorithm, its variant (empty if there is only one), and what carries it: an agent of ns-2, or
/// a sender with mechanisms of today, or QUIC (empty if none of these).
type Law = (&'static str, &'static str, &'static str);

/// A sender with any of the mechanisms of today.
const TODAY: &str = "mechanisms of today";
const QUIC: &str = "QUIC";

/// The lanes of all goldens. Every golden is valid, since the engine's tests run them all.
static LANES: LazyLock<Vec<Lane>> = LazyLock::new(|| {
    let mut lanes = Vec::new();
    for (golden, scenario, fingerprints) in GOLDENS {
        let plans = read(scenario).and_then(|scenario| lane_plans(&scenario));
        let plans = plans.unwrap_or_else(|error| panic!("{golden}: {error}"));
        for (plan, fingerprint) in plans.iter().zip(fingerprints.lines()) {
            lanes.push(Lane {
                name: format!("{golden}: {}", plan.label),
                fingerprint: fingerprint.to_owned(),
                laws: laws(&plan.setup),
            });
        }
    }
    lanes
});

/// The laws of all flows of a run, before a fork and after it.
fn laws(setup: &Setup) -> BTreeSet<Law> {
    let law = |source: &SourceSetup| match source {
        SourceSetup::Tcp(tcp) => {
            let today = match &tcp.mechanisms {
                Mechanisms { quic: Some(_), .. } => QUIC,
                mechanisms if *mechanisms == Mechanisms::default() => "",
                _ => TODAY,
            };
            let carrier = ackscope_scenario::agent(tcp).unwrap_or(today);
            Some((tcp.algorithm, tcp.params.variant(), carrier))
        }
        SourceSetup::Cbr { .. } => None,
    };
    let forked = setup.fork.iter().flat_map(|fork| &fork.after.flows);
    setup.flows.iter().chain(forked).filter_map(|flow| law(&flow.source)).collect()
}

/// The rules of this program.
pub fn own() -> Rules {
    LANES.iter().map(|lane| (lane.name.clone(), lane.fingerprint.clone())).collect()
}

/// A hash of these rules, as 16 hexadecimal digits.
pub fn name(rules: &Rules) -> String {
    hash(serde_json::to_value(rules).unwrap_or(Value::Null))
}

/// The plan's algorithms whose goldens have changed since `then`. Lanes that only one side knows
/// are ignored. A lane with a single law decides about that law. If a changed lane has several laws
/// and one of them has also changed in a lane of its own, this explains the lane. Otherwise the
/// suspects are the laws without an unchanged lane of their own, or all laws if each has one.
pub fn changed_since(then: &Rules, plan: &Plan) -> BTreeSet<&'static str> {
    let (other, same): (Vec<&Lane>, Vec<&Lane>) = LANES
        .iter()
        .filter(|lane| then.contains_key(&lane.name))
        .partition(|lane| then.get(&lane.name) != Some(&lane.fingerprint));
    let alone = |lanes: &[&Lane]| -> BTreeSet<Law> {
        lanes.iter().filter(|lane| lane.laws.len() == 1).flat_map(|lane| &lane.laws).copied().collect()
    };
    let (mut changed, standing) = (alone(&other), alone(&same));
    for lane in other.iter().filter(|lane| lane.laws.is_disjoint(&changed)).collect::<Vec<_>>() {
        let suspects: BTreeSet<Law> = lane.laws.difference(&standing).copied().collect();
        changed.extend(if suspects.is_empty() { lane.laws.clone() } else { suspects });
    }
    // No golden carries this law with mechanisms of today: any golden that has them speaks for it.
    let golden: BTreeSet<Law> = LANES.iter().flat_map(|lane| &lane.laws).copied().collect();
    let today = changed.iter().any(|law| law.2 == TODAY);
    let is_old = |law: &Law| changed.contains(law) || (today && law.2 == TODAY && !golden.contains(law));
    laws_of(plan).into_iter().filter(is_old).map(|law| law.0).collect()
}

/// The laws of all runs. An algorithm that something carries also follows its law without it.
fn laws_of(plan: &Plan) -> BTreeSet<Law> {
    let carried = plan.jobs.iter().flat_map(|job| laws(job.setup()));
    carried.flat_map(|law| [law, (law.0, law.1, "")]).collect()
}

/// The algorithms of all flows in a plan's runs.
pub fn algorithms_of(plan: &Plan) -> BTreeSet<&'static str> {
    laws_of(plan).into_iter().map(|law| law.0).collect()
}

#[cfg(test)]
mod tests {
    use super::super::entry::Form;
    use super::super::{experiments, runs};
    use super::*;

    fn plan(id: &str) -> Plan {
        let entry = experiments().into_iter().find(|entry| entry.id == id).expect("an entry");
        runs::plan(&entry, Form::Quick, None).expect("it can be run")
    }

    #[test]
    fn a_golden_that_changes_ages_the_results_of_its_algorithms() {
        let now = own();
        assert!(now.len() > 100, "every lane of every golden: {}", now.len());
        assert_eq!(changed_since(&now, &plan("mv06-table1")), BTreeSet::new());
        let mut then = now.clone();
        then.insert("long-path: bic linux".to_owned(), "other".to_owned());
        assert_eq!(changed_since(&then, &plan("mv06-table1")), BTreeSet::new(), "it has another variant");
        then.insert("long-path: bic mv06".to_owned(), "other".to_owned());
        assert_eq!(changed_since(&then, &plan("mv06-table1")), BTreeSet::from(["bic"]));
        assert_eq!(changed_since(&then, &plan("gm04-table1")), BTreeSet::new(), "it has no BIC");
        assert_ne!(name(&then), name(&now));
        // An added and a removed golden do not count as a change.
        then = now.clone();
        then.remove("algorithms: newreno");
        then.insert("gone: newreno".to_owned(), "other".to_owned());
        assert_eq!(changed_since(&then, &plan("gm04-table1")), BTreeSet::new());
    }

    /// The golden's lane *ns-2 sack* has SACK over ns-2's Sack1 agent, *sack* without it.
    #[test]
    fn an_agent_of_ns2_and_a_sender_of_today_age_only_what_they_carry() {
        let changed = |golden: &str, id: &str, label: Option<&str>| {
            let mut then = own();
            assert!(then.insert(golden.to_owned(), "other".to_owned()).is_some(), "{golden} is a lane");
            let entry = experiments().into_iter().find(|entry| entry.id == id).expect("an entry");
            let variant = label.map(|label| entry.variants.iter().find(|v| v.label == label).expect("it"));
            changed_since(&then, &runs::plan(&entry, Form::Full, variant).expect("it can be run"))
        };
        assert_eq!(changed("recoveries: linux6", "gm04-fig27", None), BTreeSet::new(), "a sender of today");
        let (agent, plain) = ("recoveries: ns-2 sack", "recoveries: sack");
        let as_ns2 = Some("as ns-2 was run");
        assert_eq!(changed(agent, "gm04-fig27", None), BTreeSet::new());
        assert_eq!(changed(agent, "gm04-fig27", as_ns2), BTreeSet::from(["sack"]));
        assert_eq!(changed(plain, "gm04-fig27", None), BTreeSet::from(["sack"]));
        assert_eq!(changed(plain, "gm04-fig27", as_ns2), BTreeSet::from(["sack"]));
    }

    /// No golden has DCTCP with mechanisms of today.
    #[test]
    fn a_sender_of_today_without_a_golden_ages_with_any_of_them() {
        let has_golden =
            LANES.iter().flat_map(|lane| &lane.laws).any(|law| law.0 == "dctcp" && law.2 == TODAY);
        assert!(!has_golden, "else take another algorithm");
        let changed = |golden: &str| {
            let mut then = own();
            assert!(then.insert(golden.to_owned(), "other".to_owned()).is_some(), "{golden} is a lane");
            changed_since(&then, &plan("kernel-marks")).contains("dctcp")
        };
        assert!(changed("recoveries: linux6"));
        assert!(!changed("recoveries: sack"));
    }

    #[test]
    fn who_changed_alone_explains_the_lanes_of_several() {
        let lanes = |names: &[&str]| {
            let mut then = own();
            for name in names {
                let before = then.insert((*name).to_owned(), "other".to_owned());
                assert!(before.is_some(), "{name} is a lane");
            }
            changed_since(&then, &plan("gm04-table1"))
        };
        let together = "variants: cubic linux2622";
        assert_eq!(lanes(&[together]), BTreeSet::from(["newreno"]), "of the two either may have changed");
        assert_eq!(lanes(&[together, "long-path: cubic linux2622"]), BTreeSet::new());
        let guest = "variants: vegas ns2_agent";
        assert_eq!(lanes(&[guest]), BTreeSet::new(), "it has no lane of its own, New Reno's stand");
        assert_eq!(lanes(&[guest, "algorithms: newreno"]), BTreeSet::from(["newreno"]));
    }
}
