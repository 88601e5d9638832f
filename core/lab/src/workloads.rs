//! Fixed workloads for benchmarks: the same scenarios natively, in Node and in a browser.

use ackscope_scenario::{Scenario, read};

#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// The id, which is the name of its file.
    pub id: &'static str,
    /// Whether it takes minutes; such a workload runs only if it is named.
    pub is_long: bool,
    json: &'static str,
}

macro_rules! workloads {
    (short: $($short:literal),+; long: $($long:literal),+ $(;)?) => {
        /// Every workload; the first is the one that the goals are about.
        pub const WORKLOADS: &[Workload] = &[
            $(Workload { id: $short, is_long: false, json: include_str!(concat!("../workloads/", $short, ".json")) }),+,
            $(Workload { id: $long, is_long: true, json: include_str!(concat!("../workloads/", $long, ".json")) }),+
        ];
    };
}

workloads! {
    short: "single-newreno", "single-newreno-script", "single-sack", "single-linux6", "single-westwood-plus", "single-cubic-sack", "single-loss-sack", "flows-10", "flows-100",
        "flows-1000", "ten-hops", "gm04-table1";
    long: "single-2000s", "flows-50-gigabit";
}

impl Workload {
    /// The scenario of the workload.
    ///
    /// # Panics
    /// Never: a test reads every workload.
    pub fn scenario(&self) -> Scenario {
        read(self.json).unwrap_or_else(|error| panic!("workload {}: {error}", self.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;

    #[test]
    fn every_workload_is_one_lane_that_compiles() {
        for workload in WORKLOADS {
            let lanes = plan(&workload.scenario()).unwrap_or_else(|error| panic!("{}: {error}", workload.id));
            assert_eq!(lanes.len(), 1, "{}", workload.id);
        }
    }

    #[test]
    fn the_ten_hops_carry_twenty_one_flows() {
        let workload = WORKLOADS.iter().find(|workload| workload.id == "ten-hops").unwrap();
        let setup = &plan(&workload.scenario()).unwrap()[0].setup;
        assert_eq!((setup.hops.len(), setup.flows.len()), (10, 21));
    }
}
