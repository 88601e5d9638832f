//! What runs will cost, said before the first one begins.

use crate::output;
use crate::table::number;
use ackscope_engine::sim::Cost;
use ackscope_engine::trace::RecordOptions;
use ackscope_lab::lanes::LanePlan;
use ackscope_lab::trials::{SURELY_SHORT, Trials, are_needed};

/// What all lanes cost: a bound, or from trial runs if the bound is not surely short.
pub struct LaneCost {
    pub cost: Cost,
    pub is_tried: bool,
}

/// Says what a run of each lane costs that is recorded with these options.
pub fn say_of(lanes: &[LanePlan], options: impl Fn(&LanePlan) -> RecordOptions) {
    say(of(lanes, options).cost);
}

/// What a run of each lane costs that is recorded with these options.
pub fn of(lanes: &[LanePlan], options: impl Fn(&LanePlan) -> RecordOptions) -> LaneCost {
    let bounds: Vec<Cost> = lanes.iter().map(|lane| lane.cost(&options(lane))).collect();
    let mut cost = bounds.iter().fold(Cost::default(), |sum, bound| sum.plus(*bound));
    let is_tried = are_needed(cost);
    if is_tried {
        let mut trials = Trials::of(lanes.len());
        let tried = lanes.iter().zip(&bounds).map(|(lane, bound)| {
            let found = trials.next(*bound, |events| Ok::<Cost, ()>(lane.estimate(&options(lane), events)));
            found.unwrap_or(*bound)
        });
        cost = tried.fold(Cost::default(), Cost::plus);
    }
    LaneCost { cost, is_tried }
}

/// A note on standard error about runs that are not surely short.
pub fn say(cost: Cost) {
    if are_needed(cost) {
        output::note(&format!(
            "this takes {} million packets over links and {} MB of memory; --max-cpu SECONDS sets a limit",
            if cost.packets < 1e5 {
                "less than 0.1".to_owned()
            } else {
                format!("about {}", number(Some(cost.packets / 1e6)))
            },
            number(Some(cost.bytes / 1e6))
        ));
    }
}

/// A note about many runs, of which only the bound of the packets is known.
pub fn say_bound(runs: usize, packets: f64) {
    if packets > SURELY_SHORT.packets {
        output::note(&format!(
            "{runs} runs take at most {} million packets over links; --max-cpu SECONDS sets a limit",
            number(Some(packets / 1e6))
        ));
    }
}
