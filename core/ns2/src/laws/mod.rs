//! The variants that this crate adds to the engine's algorithms. A file declares its algorithm with
//! all variants, the engine's and ours.

mod cubic;
mod fast;
mod hstcp;
mod htcp;
pub mod vegas;
mod westwood;
mod westwood_plus;

use ackscope_engine::catalogue::{Params, Spec};
use ackscope_engine::cc::own::Own;
use ackscope_engine::cc::{
    self, Ack, CongestionControl, Connection, Controller, Needs, REGISTRY, RecoverySupport, Round, Window,
};
use ackscope_engine::trace::Decisions;
use std::sync::OnceLock;

pub use vegas::Agent;

/// The variant that is the module of Linux 2.6.22.
const LINUX: &str = "linux2622";

/// The algorithms that have more variants here than in the engine.
static EXTENDED: [&Spec; 7] = [
    &vegas::SPEC.lean(),
    &westwood::SPEC.lean(),
    &westwood_plus::SPEC.lean(),
    &hstcp::SPEC.lean(),
    &htcp::SPEC.lean(),
    &cubic::SPEC.lean(),
    &fast::SPEC.lean(),
];

/// All algorithms with all their variants, in the engine's order.
pub fn algorithms() -> &'static [&'static Spec] {
    static ALGORITHMS: OnceLock<Vec<&Spec>> = OnceLock::new();
    ALGORITHMS.get_or_init(|| {
        let extended = |spec: &Spec| EXTENDED.iter().find(|known| known.id == spec.id);
        REGISTRY.iter().map(|spec| *extended(spec).unwrap_or(spec)).collect()
    })
}

/// The algorithm called `id` with checked parameters: one of ours, or the engine's.
///
/// # Panics
/// If there is none: ids are checked when a scenario is read.
pub fn controller(id: &str, params: &Params) -> Controller {
    let law = match params.variant() {
        LINUX => match id {
            "vegas" => Law::Vegas(vegas::Linux2622::new(params)),
            "westwood+" => Law::WestwoodPlus(westwood_plus::Linux2622::new(params)),
            "hstcp" => Law::Hstcp(hstcp::Linux2622::default()),
            "htcp" => Law::Htcp(htcp::Linux2622::default()),
            _ => Law::Cubic(cubic::Linux2622::new(params)),
        },
        "ns2_agent" => Law::VegasAgent(vegas::Agent::new(params)),
        "ns2_round" => {
            return Controller::vegas(cc::vegas::Algorithm::new(params).with_round(vegas::end_round));
        }
        "ns2_lazy" => return Controller::westwood(westwood::lazy(params)),
        "ns2" if id == "fast" => return Controller::fast(fast::of_ns2(params)),
        "ns2" => return Controller::hstcp(hstcp::of_ns2(params)),
        _ => return Controller::new(id, params),
    };
    Controller::Own(Box::new(Own::new(Box::new(law), vegas::RANGE)))
}

/// One type for all laws of ours makes one table of functions.
macro_rules! laws {
    ($($law:ident($module:ident::$type:ident)),* $(,)?) => {
        /// A law of this crate.
        #[derive(Clone, Copy)]
        #[allow(clippy::large_enum_variant)]
        pub enum Law {
            $($law($module::$type),)*
        }

        impl CongestionControl for Law {
            fn needs(&self) -> Needs {
                match self { $(Law::$law(law) => law.needs(),)* }
            }
            fn start(&mut self, c: &Connection, w: &mut Window) {
                match self { $(Law::$law(law) => law.start(c, w),)* }
            }
            fn on_ack(&mut self, c: &Connection, ack: &Ack) {
                match self { $(Law::$law(law) => law.on_ack(c, ack),)* }
            }
            fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
                match self { $(Law::$law(law) => law.on_increase(c, ack, w, log),)* }
            }
            fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
                match self { $(Law::$law(law) => law.on_round(c, round, w, log),)* }
            }
            fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
                match self { $(Law::$law(law) => law.on_loss(c, w, log),)* }
            }
            fn on_mark(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
                match self { $(Law::$law(law) => law.on_mark(c, ack, w, log),)* }
            }
            fn on_recovery_exit(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
                match self { $(Law::$law(law) => law.on_recovery_exit(c, w, log),)* }
            }
            fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
                match self { $(Law::$law(law) => law.on_timeout(c, repeated, w, log),)* }
            }
            fn estimate(&self, now_s: f64) -> Option<(&'static str, f64)> {
                match self { $(Law::$law(law) => law.estimate(now_s),)* }
            }
        }
    };
}

laws! {
    VegasAgent(vegas::Agent),
    Vegas(vegas::Linux2622),
    WestwoodPlus(westwood_plus::Linux2622),
    Hstcp(hstcp::Linux2622),
    Htcp(htcp::Linux2622),
    Cubic(cubic::Linux2622),
}

/// The recovery that the algorithm called `id` declares.
///
/// # Panics
/// If there is no such algorithm.
pub fn declared_recovery(id: &str) -> RecoverySupport {
    if id == vegas::ID { vegas::RECOVERY } else { cc::declared_recovery(id) }
}

/// The recovery of variant `variant` of the algorithm called `id`: fixed or a default. An empty
/// `variant` means the first one that the algorithm declares.
///
/// # Panics
/// If there is no such algorithm.
pub fn recovery(id: &str, variant: &str) -> RecoverySupport {
    // A kernel's module of then recovers as that of today.
    cc::declared_recovery(id).of(if variant == LINUX { "linux" } else { variant })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played;
    use ackscope_engine::catalogue::{Kind, Param};

    fn variants(spec: &Spec) -> &'static [&'static str] {
        let variant = |param: &&Param| param.name == "variant";
        match spec.parameters.iter().find(variant).expect("variants").kind {
            Kind::Choice(words) => words,
            _ => panic!("{} has no words for its variants", spec.id),
        }
    }

    #[test]
    fn an_extended_algorithm_has_what_the_engine_declares_and_more_variants() {
        for ours in EXTENDED {
            let engines = REGISTRY.iter().find(|spec| spec.id == ours.id).expect("the engine has it");
            let (more, fewer) = (variants(ours), variants(engines));
            assert!(fewer.iter().all(|word| more.contains(word)), "{}", ours.id);
            assert!(more.len() > fewer.len(), "{}", ours.id);
            assert_eq!(more[0], fewer[0], "{}: the same default", ours.id);
            let names = |spec: &Spec| spec.parameters.iter().map(|param| param.name).collect::<Vec<_>>();
            assert_eq!(names(ours), names(engines));
            assert_eq!((ours.name, ours.summary), (engines.name, engines.summary));
        }
    }

    /// The engine ignores a word that it does not know. Then two variants would be the same law.
    #[test]
    fn every_added_variant_is_made_here() {
        for ours in EXTENDED {
            let engines = REGISTRY.iter().find(|spec| spec.id == ours.id).expect("the engine has it");
            for word in variants(ours).iter().filter(|word| !variants(engines).contains(word)) {
                let made = played::law(ours.id, &[("variant", played::word(word))]);
                let standard = played::law(ours.id, &[]);
                assert_eq!(made.needs().marks, standard.needs().marks, "{} {word}", ours.id);
                assert_ne!(format!("{made:?}"), format!("{standard:?}"), "{} {word}", ours.id);
            }
        }
    }

    #[test]
    fn what_is_declared_about_recovery_holds_for_every_variant() {
        for spec in EXTENDED {
            for word in variants(spec) {
                assert_eq!(
                    recovery(spec.id, word),
                    declared_recovery(spec.id).of(word),
                    "{} {word}",
                    spec.id
                );
            }
        }
    }

    #[test]
    fn the_order_of_algorithms_is_the_engines() {
        let ids = |specs: &[&Spec]| specs.iter().map(|spec| spec.id).collect::<Vec<_>>();
        assert_eq!(ids(algorithms()), ids(REGISTRY));
    }
}
