//! What groups of flows got, and all TCP flows of one direction together (metrics §2, §3, §7).

use super::{
    DirectionReport, DirectionWindowReport, FlowReport, FlowWindowReport, GroupReport, GroupWindowReport,
};
use crate::fairness::{max_min_ratio, rtt_exponent, sequence_spread};
use crate::friendliness::share_ratio;
use crate::measures::{loss_event_rate, mean, retransmission_ratio};
use crate::stats::Summary;
use ackscope_engine::setup::{Direction, Setup, SourceSetup};
use ackscope_engine::sim::{RunResults, jain_index};

/// The windows of some flows, flow by flow.
fn goodputs(windows: &[&FlowWindowReport]) -> Vec<f64> {
    windows.iter().map(|window| window.goodput_bps).collect()
}

fn is_tcp(setup: &Setup, flow: &FlowReport) -> bool {
    matches!(setup.flows[flow.index].source, SourceSetup::Tcp(_))
}

/// Every group of `setup`.
pub fn groups(setup: &Setup, results: &RunResults, flows: &[FlowReport]) -> Vec<GroupReport> {
    let of_group = |group: usize| flows.iter().filter(move |flow| setup.flows[flow.index].group == group);
    let group = |(index, description): (usize, &ackscope_engine::sim::GroupResults)| {
        let members: Vec<&FlowReport> = of_group(index).collect();
        let direction = members.first().map(|flow| flow.direction.clone());
        let others: Vec<&FlowReport> = flows
            .iter()
            .filter(|flow| setup.flows[flow.index].group != index && is_tcp(setup, flow))
            .filter(|flow| Some(&flow.direction) == direction.as_ref())
            .collect();
        let windows = description.windows.iter().enumerate().map(|(place, window)| {
            let at = |flows: &[&'_ FlowReport]| -> Vec<FlowWindowReport> {
                flows.iter().filter_map(|flow| flow.windows.get(place).copied()).collect()
            };
            let (own, other) = (at(&members), at(&others));
            let own: Vec<&FlowWindowReport> = own.iter().collect();
            let other: Vec<&FlowWindowReport> = other.iter().collect();
            let goodput = goodputs(&own);
            let throughput: Vec<f64> = own.iter().map(|window| window.throughput_bps).collect();
            let by_rtt: Vec<(f64, f64)> = members
                .iter()
                .zip(&goodput)
                .map(|(flow, &got)| (setup.flows[flow.index].rtt.secs(), got))
                .collect();
            let sequences: Vec<f64> = own.iter().map(|window| window.last_sequence as f64).collect();
            GroupWindowReport {
                from_s: window.from_s,
                to_s: window.to_s,
                total_goodput_bps: window.total_goodput_bps,
                jain_index: window.jain_index,
                total_throughput_bps: throughput.iter().fold(0.0, |sum, bps| sum + bps),
                mean_goodput_bps: mean(goodput.iter().copied()),
                mean_throughput_bps: mean(throughput.iter().copied()),
                throughput_jain_index: jain_index(&throughput),
                max_min_ratio: max_min_ratio(&goodput),
                rtt_exponent: rtt_exponent(&by_rtt),
                sequence_spread: sequence_spread(&sequences),
                share_ratio: share_ratio(&goodput, &goodputs(&other)),
                retransmission_ratio: retransmission_ratio(&own),
                loss_event_rate: loss_event_rate(&own),
                mean_rtt_s: mean(own.iter().filter_map(|window| window.mean_rtt_s)),
                fair_convergence_s: window.fair_convergence_s,
            }
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

/// The TCP flows of each direction, of whatever group; a direction without any is left out.
pub fn directions(setup: &Setup, flows: &[FlowReport]) -> Vec<DirectionReport> {
    let one = |direction: Direction| {
        let members: Vec<&FlowReport> =
            flows.iter().filter(|flow| flow.direction == direction.id() && is_tcp(setup, flow)).collect();
        let first = members.first()?;
        let windows = first.windows.iter().enumerate().map(|(place, window)| {
            let goodput: Vec<f64> = members.iter().map(|flow| flow.windows[place].goodput_bps).collect();
            DirectionWindowReport {
                from_s: window.from_s,
                to_s: window.to_s,
                total_goodput_bps: goodput.iter().fold(0.0, |sum, bps| sum + bps),
                mean_goodput_bps: mean(goodput.iter().copied()),
                jain_index: jain_index(&goodput),
            }
        });
        Some(DirectionReport { direction: direction.id().to_owned(), windows: windows.collect() })
    };
    [Direction::Forward, Direction::Backward].into_iter().filter_map(one).collect()
}
