//! Parameters of disciplines that mark ECN-capable packets instead of dropping them (ecn-and-l4s
//! §1).

use crate::catalogue::{Param, Params};
use crate::queue::Marking;

/// Marks replace early drops.
pub const ECN: Param = Param::flag(
    "ecn",
    false,
    "Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before.",
    "RFC 3168 §5",
);

/// The same, on by default, for disciplines whose purpose is marking.
pub const ECN_ON: Param = Param { default: crate::catalogue::ParamDefault::Flag(true), ..ECN };

/// The drop probability at which packets are dropped instead of marked.
pub const fn mark_limit(default: f64, help: &'static str, source: &'static str) -> Param {
    Param::number("mark_limit", "", default, (0.0, 2.0), help, source)
}

/// In addition to CoDel: marks every packet that has waited longer than this.
pub const CE_THRESHOLD: Param = Param::number(
    "ce_threshold",
    "s",
    0.001,
    (1e-6, 10.0),
    "Mark every ECN-capable packet that has waited longer than this, whatever CoDel decides. Default: off.",
    "Linux, codel_impl.h",
)
.automatic();

/// The packets that `ce_threshold` applies to.
pub const CE_THRESHOLD_FOR: Param = Param::choice(
    "ce_threshold_for",
    &["all", "ect1"],
    "Which packets ce_threshold marks: `all` ECN-capable packets, or those of L4S senders (`ect1`).",
    "Linux, codel_impl.h",
);

/// How a discipline with `ecn` and `mark_limit` marks.
pub fn limited(params: &Params) -> Option<Marking> {
    params.flag("ecn").then(|| Marking { limit: params.number("mark_limit") })
}

/// How a discipline with `ecn` alone marks.
pub fn unlimited(params: &Params) -> Option<Marking> {
    params.flag("ecn").then_some(Marking::ALWAYS)
}
