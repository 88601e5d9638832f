//! Results of groups of flows, and of all TCP flows of one direction together (metrics §2, §3, §7).

use super::quantities::{DirectionWindow, GroupInterval, GroupWindow, Members};
use super::{DirectionReport, FlowReport, GroupReport};
use crate::stats::Summary;
use ackscope_engine::setup::{Direction, Setup, SourceSetup};
use ackscope_engine::sim::{Quantities, RunResults};
use std::ops::Range;

/// Lets tests count how many flows are read.
fn visited(flows: &[FlowReport]) -> &[FlowReport] {
    #[cfg(test)]
    tests::VISITS.set(tests::VISITS.get() + flows.len());
    flows
}

fn is_tcp(setup: &Setup, flow: &FlowReport) -> bool {
    matches!(setup.flows[flow.index].source, SourceSetup::Tcp(_))
}

/// Prefix and suffix sums of the goodputs of TCP flows, by direction. The flows outside a group are
/// those before its first flow and those after its last.
struct Others {
    /// Sum and number of the flows before each flow, by direction.
    before: Vec<[(f64, usize); 2]>,
    /// Sum and number from each flow to the last.
    from: Vec<[(f64, usize); 2]>,
}

impl Others {
    fn of(setup: &Setup, flows: &[FlowReport], place: usize) -> Others {
        let step = |sums: &mut [(f64, usize); 2], flow: &FlowReport| {
            if let Some(window) = flow.windows.get(place).filter(|_| is_tcp(setup, flow)) {
                let (sum, count) = &mut sums[setup.flows[flow.index].direction as usize];
                *sum += window.goodput_bps;
                *count += 1;
            }
            Some(*sums)
        };
        let none = [(0.0, 0); 2];
        let before = [none].into_iter().chain(visited(flows).iter().scan(none, step)).collect();
        let mut from: Vec<_> =
            [none].into_iter().chain(visited(flows).iter().rev().scan(none, step)).collect();
        from.reverse();
        Others { before, from }
    }

    /// The mean goodput of the TCP flows of a direction outside `group`; NaN if there is none.
    fn mean(&self, group: &Range<usize>, direction: Direction) -> f64 {
        let side = direction as usize;
        let ((before, few), (from, many)) = (self.before[group.start][side], self.from[group.end][side]);
        (before + from) / (few + many) as f64
    }
}

/// All groups of `setup`. Each flow is read a few times per window, independently of the number of
/// groups.
pub fn groups(setup: &Setup, results: &RunResults, flows: &[FlowReport]) -> Vec<GroupReport> {
    let windows = results.groups.first().map_or(0, |group| group.windows.len());
    let others: Vec<Others> = (0..windows).map(|place| Others::of(setup, flows, place)).collect();
    let group = |(index, description): (usize, &ackscope_engine::sim::GroupResults)| {
        let places = setup.members(index);
        let members = visited(&flows[places.clone()]);
        let windows = description.windows.iter().enumerate().map(|(place, window)| {
            let own = visited(members).iter().filter_map(|flow| flow.windows.get(place)).collect();
            let others =
                members.first().map(|flow| others[place].mean(&places, setup.flows[flow.index].direction));
            let group = GroupInterval {
                members: Members::new(own),
                rtts_s: members.iter().map(|flow| setup.flows[flow.index].rtt.secs()).collect(),
                others_bps: others,
                fair_convergence_s: window.fair_convergence_s,
                transfers: window.transfers,
            };
            GroupWindow::measure(window.edges_s, &group)
        });
        let transfers = members.iter().any(|flow| flow.completion_s.is_some());
        GroupReport {
            name: description.name.clone(),
            completion: transfers
                .then(|| Summary::of(members.iter().map(|flow| flow.completion_s.flatten()))),
            windows: windows.collect(),
        }
    };
    results.groups.iter().enumerate().map(group).collect()
}

/// The TCP flows of each direction, of all groups; a direction without TCP flows is left out.
pub fn directions(setup: &Setup, flows: &[FlowReport]) -> Vec<DirectionReport> {
    let one = |direction: Direction| {
        let members: Vec<&FlowReport> =
            flows.iter().filter(|flow| flow.direction == direction.id() && is_tcp(setup, flow)).collect();
        let first = members.first()?;
        let windows = first.windows.iter().enumerate().map(|(place, window)| {
            let own = members.iter().map(|flow| &flow.windows[place]).collect();
            DirectionWindow::measure(window.edges_s(), &Members::new(own))
        });
        Some(DirectionReport { direction: direction.id().to_owned(), windows: windows.collect() })
    };
    [Direction::Forward, Direction::Backward].into_iter().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_scenario::read_value;
    use serde_json::{Value, json};
    use std::cell::Cell;

    thread_local! {
        pub static VISITS: Cell<usize> = const { Cell::new(0) };
    }

    fn report(groups: u32) -> (Vec<GroupReport>, usize) {
        let flows: Vec<Value> = (0..groups)
            .map(|n| {
                let direction = if n % 3 == 2 { "backward" } else { "forward" };
                let rtt = format!("{}ms", 20 + n);
                json!({ "name": format!("group {n}"), "algorithm": "newreno", "count": 3, "rtt": rtt,
                    "direction": direction })
            })
            .collect();
        let scenario = json!({ "version": 1, "duration": 4, "measure": [[1, 2], [2, 4]],
            "hops": [{ "rate": "20Mbps", "delay": "5ms" }], "flows": flows });
        let lane = plan(&read_value(&scenario).expect("read")).expect("valid").remove(0);
        VISITS.set(0);
        (lane.measure().groups, VISITS.get())
    }

    /// Otherwise a thousand groups of a hundred flows each take 65 s.
    #[test]
    fn a_flow_is_looked_at_as_often_among_many_groups_as_among_few() {
        let (few, many) = (report(4).1, report(80).1);
        assert_eq!(many, 20 * few);
    }

    /// The definition of metrics §7, computed directly.
    #[test]
    fn the_others_are_those_of_the_same_direction() {
        let (groups, _) = report(7);
        let total = |group: &GroupReport, place: usize| group.windows[place].total_goodput_bps;
        for (index, group) in groups.iter().enumerate() {
            for (place, window) in group.windows.iter().enumerate() {
                let others: Vec<f64> = (0..groups.len())
                    .filter(|other| *other != index && (other % 3 == 2) == (index % 3 == 2))
                    .map(|other| total(&groups[other], place))
                    .collect();
                let mean = others.iter().sum::<f64>() / (3 * others.len()) as f64;
                let expected = total(group, place) / 3.0 / mean;
                let found = window.share_ratio.expect("others that got something");
                assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
            }
        }
    }
}
