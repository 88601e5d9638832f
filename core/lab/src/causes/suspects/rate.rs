//! A rate that changes.

use super::super::case::Case;
use super::super::change::Change;
use super::Suspect;
use ackscope_engine::setup::RateSetup;

pub const SUSPECT: Suspect = Suspect {
    id: "rate",
    name: "the changing rate of the link",
    because: "the rate of the link changes",
    keys: &["hops.rate", "hops.back.rate"],
    change,
    ..Suspect::CAUSE
};

fn change(case: &Case) -> Option<Change> {
    let mut change = Change::default();
    for link in case.links() {
        let mean_bps = link.mean_bps.round();
        if !matches!(link.channel.rate, RateSetup::Constant(_)) && mean_bps >= 1.0 {
            change = change.set(format!("{}.rate", link.path), mean_bps);
        }
    }
    change.some()
}
