//! What a scenario takes from `core/ns2`. Without the feature `ns2` there are only the engine's own algorithms, and a
//! scenario that names ns-2 is refused.

use super::error::ScenarioError;
use ackscope_engine::setup::Setup;
use ackscope_engine::tcp::RecoverySource;
use ackscope_engine::ties::TieSetup;

#[cfg(feature = "ns2")]
pub use ackscope_ns2::{algorithms, controller, own_rules, recovery, rules};

/// The parts of ns-2 that a scenario may name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ns2 {
    pub order: TieSetup,
    pub draw_losses: fn(&mut Setup, u32, u32),
    pub sack1: &'static RecoverySource,
    pub linux: &'static RecoverySource,
    pub vegas: &'static RecoverySource,
}

#[cfg(feature = "ns2")]
pub(crate) const NS2: Option<Ns2> = Some(Ns2 {
    order: ackscope_ns2::ORDER,
    draw_losses: ackscope_ns2::draw_losses,
    sack1: &ackscope_ns2::SACK1,
    linux: &ackscope_ns2::LINUX,
    vegas: &ackscope_ns2::VEGAS,
});
#[cfg(not(feature = "ns2"))]
pub(crate) const NS2: Option<Ns2> = None;

/// ns-2, which `found` at `path` needs.
pub(crate) fn needed(path: &str, found: &str) -> Result<Ns2, ScenarioError> {
    NS2.ok_or_else(|| ScenarioError::value(path, found, "what needs no ns-2, which this program lacks"))
}

/// The seed of ns-2 for a scenario's seed: the same number, if ns-2 allows it. It allows 1 to 2³¹ − 2.
pub fn seed_of(seed: u64) -> u32 {
    const LARGEST: u64 = (1 << 31) - 2;
    ((seed % LARGEST + LARGEST - 1) % LARGEST + 1) as u32
}

#[cfg(not(feature = "ns2"))]
mod without {
    use ackscope_engine::catalogue::{OwnRules, Params, Rule, Spec};
    use ackscope_engine::cc::{self, Controller, RecoverySupport};

    pub fn algorithms() -> &'static [&'static Spec] {
        cc::REGISTRY
    }

    pub fn controller(id: &str, params: &Params) -> Controller {
        Controller::new(id, params)
    }

    pub fn recovery(id: &str, variant: &str) -> RecoverySupport {
        cc::declared_recovery(id).of(variant)
    }

    pub fn rules() -> impl Iterator<Item = &'static Rule> {
        std::iter::empty()
    }

    pub fn own_rules() -> OwnRules {
        OwnRules::default()
    }
}
#[cfg(not(feature = "ns2"))]
pub use without::{algorithms, controller, own_rules, recovery, rules};

#[cfg(test)]
mod tests {
    use crate::{compile, read_value};
    use serde_json::{Value, json};

    fn refused_at(key: &str, value: &Value) -> Option<String> {
        let mut scenario = json!({ "version": 1, "duration": 10, "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
            "flows": [{ "algorithm": "cubic", "rtt": "100ms" }] });
        crate::apply_set(&mut scenario, key, value.clone()).expect(key);
        compile(&read_value(&scenario).expect(key), 0).err().map(|error| error.path)
    }

    #[test]
    fn without_ns2_what_names_it_is_refused_where_it_stands() {
        let variant = "flows.0.recovery_variant";
        for (key, value, path) in [
            ("ns2_order", json!(true), "ns2_order"),
            ("ns2_losses", json!(true), "ns2_losses"),
            (variant, json!("ns2_exit"), "ns2_order"),
            (variant, json!("ns2_linux"), variant),
            (variant, json!(["rfc", "ns2_sack1"]), variant),
            ("flows.0.parameters.variant", json!("linux2622"), "flows.0.parameters.variant"),
        ] {
            let expected = (!cfg!(feature = "ns2")).then_some(path);
            assert_eq!(refused_at(key, &value).as_deref(), expected, "{key} {value}");
        }
        assert_eq!(refused_at("ns2_order", &json!(false)), None);
        assert_eq!(refused_at("flows.0.rto", &json!("ns2_2005")), None, "timers are the engine's");
    }
}
