//! Connections whose events a test plays, for the laws of this crate.

use crate::{algorithms, controller, rules};
use ackscope_engine::catalogue::{Params, Setting};
use ackscope_engine::cc::Controller;
use ackscope_engine::cc::script::Script;
use ackscope_engine::trace::{MAX_TERMS, RuleRef};

/// A word as a setting.
pub fn word(word: &'static str) -> Setting {
    Setting::Choice(word)
}

/// The algorithm `id` with these settings.
pub fn law(id: &str, settings: &[(&str, Setting)]) -> Controller {
    let spec = algorithms().iter().find(|spec| spec.id == id).expect("a known algorithm");
    let mut params = Params::defaults(spec.parameters);
    for (name, setting) in settings {
        params.set(name, setting.clone());
    }
    controller(id, &params)
}

/// A connection of variant `variant` of the algorithm `id`, in its middle.
pub fn play(id: &str, variant: &'static str, cwnd: f64, ssthresh: f64) -> Script {
    Script::of(law(id, &[("variant", word(variant))]), cwnd, ssthresh)
}

/// The decisions since the last call: rule keys with their values.
pub fn said(script: &mut Script) -> Vec<(&'static str, [f64; MAX_TERMS])> {
    let said = script.log.drain();
    said.map(|said| {
        let rule = match said.rule {
            RuleRef::BuiltIn(rule) => rule,
            RuleRef::Own(place) => rules().nth(usize::from(place)).expect("declared"),
        };
        (rule.key, said.terms)
    })
    .collect()
}
