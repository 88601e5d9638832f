//! What one algorithm takes from another (metrics §7) and what it gains over it (§8): within a
//! lane, and between lanes that differ only in the algorithm.

use super::{FlowReport, LaneReport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A group starves if its least goodput is below this share of the group's mean in the reference
/// lane. CGMSW02 gives no number.
const STARVING: f64 = 0.1;

/// Mean of some rates divided by the mean of others (MV06 Table II); `None` if the others get
/// nothing or do not exist (NaN).
pub fn share_ratio(rates: &[f64], others_mean: f64) -> Option<f64> {
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    (!rates.is_empty() && others_mean > 0.0).then(|| mean / others_mean)
}

/// The relative excess of a value over a reference: the papers' gain, CGMSW02's deviation from the
/// fair share and, with the opposite sign, KGM08's reduction. `None` for a reference of zero.
pub fn gain(value: f64, reference: f64) -> Option<f64> {
    (reference > 0.0).then(|| value / reference - 1.0)
}

/// A lane beside the first one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LaneComparison {
    /// The lane's label.
    pub lane: String,
    /// The first lane's label.
    pub reference: String,
    pub groups: Vec<GroupComparison>,
}

/// A group beside the same group in the first lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupComparison {
    pub name: String,
    /// By measurement window.
    pub windows: Vec<WindowComparison>,
}

/// What a group got beside the same group in the first lane.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WindowComparison {
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
    /// Total goodput by the reference lane's, less one: a gain for the flows under test and, where
    /// it is negative for the others, the reduction they suffer. Null where the reference got
    /// nothing.
    pub goodput_gain: Option<f64>,
    /// Jain index by the reference lane's, less one.
    pub jain_gain: Option<f64>,
    /// Whether a flow gets less than a tenth of the group's mean goodput in the reference lane.
    pub starving: bool,
}

/// Compares every lane with the first, for each group and window that both have.
pub fn comparisons(lanes: &[LaneReport]) -> Vec<LaneComparison> {
    let Some((first, others)) = lanes.split_first() else { return Vec::new() };
    let one = |lane: &LaneReport| {
        let least = least_goodputs(&lane.flows);
        let groups = lane.groups.iter().filter_map(|group| {
            let reference = first.groups.iter().find(|known| known.name == group.name)?;
            let windows = group.windows.iter().enumerate().filter_map(|(place, window)| {
                let known = reference.windows.get(place)?;
                if (known.from_s, known.to_s) != (window.from_s, window.to_s) {
                    return None;
                }
                let jain = window.jain_index.zip(known.jain_index);
                Some(WindowComparison {
                    from_s: window.from_s,
                    to_s: window.to_s,
                    goodput_gain: gain(window.total_goodput_bps, known.total_goodput_bps),
                    jain_gain: jain.and_then(|(index, reference)| gain(index, reference)),
                    starving: known.mean_goodput_bps.is_some_and(|mean| {
                        let least = least.get(group.name.as_str()).and_then(|least| least.get(place));
                        mean > 0.0 && least.is_some_and(|least| *least < STARVING * mean)
                    }),
                })
            });
            Some(GroupComparison { name: group.name.clone(), windows: windows.collect() })
        });
        LaneComparison { lane: lane.label.clone(), reference: first.label.clone(), groups: groups.collect() }
    };
    others.iter().map(one).collect()
}

/// The least goodput among the flows of each group, by window.
fn least_goodputs(flows: &[FlowReport]) -> BTreeMap<&str, Vec<f64>> {
    let mut least: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for flow in flows {
        let of_group = least.entry(&flow.name).or_insert_with(|| vec![f64::INFINITY; flow.windows.len()]);
        for (least, window) in of_group.iter_mut().zip(&flow.windows) {
            *least = least.min(window.goodput_bps);
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use crate::provenance::Provenance;
    use crate::report::RunReport;
    use ackscope_scenario::read;

    fn close(found: Option<f64>, expected: f64) {
        let found = found.expect("defined");
        assert!((found / expected - 1.0).abs() < 1e-3, "{found} for {expected}");
    }

    #[test]
    fn the_vectors_of_the_metrics() {
        // M7.1: CGMSW02's mixed runs against the homogeneous ones.
        close(gain(0.1078, 0.0994), 0.0845);
        close(gain(0.0913, 0.0992), -0.0796);
        // M7.2: a reduction of 40 %.
        close(gain(24.0, 40.0), -0.4);
        // M7.3: MV06 Table II, also with the RTTs swapped.
        close(share_ratio(&[148_327.0], 51_461.0), 2.88232);
        close(share_ratio(&[195_762.0], 4_234.0), 46.2357);
        // M8.1 and M8.2: GM02 Table 2, Jain indices.
        close(gain(0.93, 0.3), 2.10);
        close(gain(0.79, 0.31), 1.5484);
        assert_eq!(
            (gain(1.0, 0.0), share_ratio(&[1.0], f64::NAN), share_ratio(&[1.0], 0.0)),
            (None, None, None)
        );
    }

    #[test]
    fn lanes_are_compared_group_by_group_with_the_first() {
        let text = r#"{"version":1,"duration":60,"hops":[{"rate":"10Mbps","delay":"10ms","queue":{"capacity":40}}],
            "flows":[{"name":"tested","algorithm":"newreno","rtt":"50ms","compared":true},
                     {"name":"other","algorithm":"newreno","rtt":"50ms"}],
            "compare":["newreno","stcp"],"measure":[[0,60],[30,60]]}"#;
        let scenario = read(text).unwrap();
        let lanes = plan(&scenario).unwrap().iter().map(crate::lanes::LanePlan::measure).collect();
        let report = RunReport::new(Provenance::of(&scenario), serde_json::json!(scenario), lanes);
        assert_eq!(report.comparisons.len(), 1);
        let comparison = &report.comparisons[0];
        assert_eq!((comparison.lane.as_str(), comparison.reference.as_str()), ("stcp", "newreno"));
        for (group, found) in comparison.groups.iter().enumerate() {
            for (place, window) in found.windows.iter().enumerate() {
                let total = |lane: usize| report.lanes[lane].groups[group].windows[place].total_goodput_bps;
                close(window.goodput_gain, total(1) / total(0) - 1.0);
            }
        }
        // What Scalable TCP gains, New Reno loses.
        let late = |group: usize| comparison.groups[group].windows[1].goodput_gain.unwrap();
        assert!(late(0) > 0.1 && late(1) < -0.1, "{} {}", late(0), late(1));
        let share = report.lanes[1].groups[0].windows[1].share_ratio.unwrap();
        let flows = &report.lanes[1].flows;
        close(Some(share), flows[0].windows[1].goodput_bps / flows[1].windows[1].goodput_bps);
    }
}
