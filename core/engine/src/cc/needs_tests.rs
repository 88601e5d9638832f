//! What algorithms declare to need, against what they do.

use super::script::Script;
use super::{CongestionControl, REGISTRY};
use crate::catalogue::Setting;

#[test]
fn an_algorithm_that_ignores_acks_is_the_same_after_one() {
    let ignores = |script: &Script| script.cc.needs().ignores_acks;
    let mut ignoring = Vec::new();
    for spec in REGISTRY {
        let mut script = Script::new(spec.id, 20.0, 10.0);
        if ignores(&script) {
            ignoring.push(spec.id);
            let before = format!("{:?}", script.cc);
            script.cc.on_ack(&script.c, &script.plain_ack(2));
            assert_eq!(format!("{:?}", script.cc), before, "{}", spec.id);
        }
    }
    assert_eq!(ignoring, ["tahoe", "reno", "newreno", "sack"]);
    let kernel = Script::with("sack", &[("variant", Setting::Choice("linux"))], 20.0, 10.0);
    assert!(!ignores(&kernel), "the kernel's variant counts ACKs");
}
