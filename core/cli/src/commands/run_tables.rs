//! The report of a run as tables: one per quantity, lanes and flows down, measurement windows across.

use crate::output;
use crate::table::{Table, count, number};
use ackscope_engine::units::{Dimension, format_si};
use ackscope_lab::lanes::LanePlan;
use ackscope_lab::measures::{mean, retransmission_ratio};
use ackscope_lab::report::{
    FlowReport, FlowWindowReport, GroupWindowReport, HopReport, HopWindowReport, LaneReport, RunReport,
};
use ackscope_scenario::Scenario;
use anyhow::Result;

/// More windows than this do not fit beside each other; all of them are in the JSON.
const MOST_WINDOWS: usize = 8;
/// More channels than this are not told one by one.
const MOST_CHANNELS: usize = 24;

/// Prints the report.
pub fn print(scenario: &Scenario, plans: &[LanePlan], report: &RunReport) -> Result<()> {
    let seed = plans.first().map_or(1, |plan| plan.setup.seed);
    let seconds = |time_s: f64| format_si(time_s, Dimension::Time);
    let title = scenario.title.as_deref().unwrap_or("Untitled scenario");
    output::line(&format!("{title}: {}, seed {seed}", seconds(scenario.duration.si())))?;
    let windows = header(report);
    if windows.is_empty() {
        return output::line("Nothing was measured.");
    }
    for quantity in FLOW_QUANTITIES {
        print_flows(quantity, report, &windows)?;
    }
    for quantity in HOP_QUANTITIES {
        print_hops(quantity, report, plans, &windows)?;
    }
    print_engine(report)?;
    let most = report
        .lanes
        .iter()
        .filter_map(|lane| lane.hops.first())
        .map(|hop| hop.windows.len())
        .max()
        .unwrap_or(0);
    if most > MOST_WINDOWS {
        output::line(&format!("\nThe first {MOST_WINDOWS} of {most} intervals; --json prints all."))?;
    }
    Ok(())
}

fn header(report: &RunReport) -> Vec<String> {
    let windows = report.lanes.first().and_then(|lane| lane.hops.first()).map(|hop| hop.windows.as_slice());
    let windows = windows.unwrap_or_default().iter().take(MOST_WINDOWS);
    windows.map(|window| format!("{}–{} s", window.from_s, window.to_s)).collect()
}

/// A quantity of a group of flows in one window.
struct FlowQuantity {
    title: &'static str,
    of: fn(&[&FlowWindowReport], &GroupWindowReport) -> Option<f64>,
    /// A quantity of several flows: left out for a group that has one.
    of_many: bool,
    /// How its values are written.
    write: fn(Option<f64>) -> String,
}

fn sum(windows: &[&FlowWindowReport], of: fn(&FlowWindowReport) -> f64) -> Option<f64> {
    Some(windows.iter().map(|window| of(window)).sum())
}

const FLOW_QUANTITIES: &[FlowQuantity] = &[
    FlowQuantity {
        title: "Goodput, Mbit/s",
        of: |windows, _| sum(windows, |window| window.goodput_bps / 1e6),
        of_many: false,
        write: number,
    },
    FlowQuantity {
        title: "Jain index of the goodputs",
        of: |_, group| group.jain_index,
        of_many: true,
        write: number,
    },
    FlowQuantity {
        title: "Retransmitted, %",
        of: |windows, _| retransmission_ratio(windows).map(|ratio| ratio * 100.0),
        of_many: false,
        write: number,
    },
    FlowQuantity {
        title: "Mean RTT, ms",
        of: |windows, _| mean(windows.iter().filter_map(|window| window.mean_rtt_s)).map(|rtt_s| rtt_s * 1e3),
        of_many: false,
        write: number,
    },
    FlowQuantity {
        title: "Fast retransmits",
        of: |windows, _| sum(windows, |window| window.fast_retransmits as f64),
        of_many: false,
        write: count,
    },
    FlowQuantity {
        title: "Timeouts",
        of: |windows, _| sum(windows, |window| window.timeouts as f64),
        of_many: false,
        write: count,
    },
];

fn print_flows(quantity: &FlowQuantity, report: &RunReport, windows: &[String]) -> Result<()> {
    let mut table =
        Table::new(2, ["lane", "flows"].into_iter().map(str::to_owned).chain(windows.iter().cloned()));
    let mut says_something = false;
    for lane in &report.lanes {
        for group in &lane.groups {
            let flows: Vec<&FlowReport> = lane.flows.iter().filter(|flow| flow.name == group.name).collect();
            if flows.is_empty() || (quantity.of_many && flows.len() < 2) {
                continue;
            }
            let name = if flows.len() > 1 {
                format!("{} ({})", group.name, flows.len())
            } else {
                group.name.clone()
            };
            let values: Vec<Option<f64>> = (0..windows.len())
                .map(|place| {
                    let of_window: Vec<&FlowWindowReport> =
                        flows.iter().filter_map(|flow| flow.windows.get(place)).collect();
                    (quantity.of)(&of_window, group.windows.get(place)?)
                })
                .collect();
            says_something |= values.iter().flatten().any(|value| *value != 0.0);
            table.row([lane.label.clone(), name].into_iter().chain(values.into_iter().map(quantity.write)));
        }
    }
    if says_something { output::line(&format!("\n{}\n{}", quantity.title, table.text())) } else { Ok(()) }
}

/// A quantity of a channel in one window.
struct HopQuantity {
    title: &'static str,
    of: fn(&HopWindowReport) -> Option<f64>,
    write: fn(Option<f64>) -> String,
}

const HOP_QUANTITIES: &[HopQuantity] = &[
    HopQuantity {
        title: "Utilization, %",
        of: |window| window.utilisation.map(|part| part * 100.0),
        write: number,
    },
    HopQuantity { title: "Mean queue, packets", of: |window| Some(window.mean_queue_packets), write: number },
    HopQuantity { title: "Drops at the queue", of: |window| Some(window.drops as f64), write: count },
    HopQuantity {
        title: "Losses on the link",
        of: |window| Some(window.channel_losses as f64),
        write: count,
    },
];

fn print_hops(
    quantity: &HopQuantity,
    report: &RunReport,
    plans: &[LanePlan],
    windows: &[String],
) -> Result<()> {
    let mut table =
        Table::new(2, ["lane", "channel"].into_iter().map(str::to_owned).chain(windows.iter().cloned()));
    let mut says_something = false;
    let mut left_out = 0;
    for (lane, plan) in report.lanes.iter().zip(plans) {
        let busy = |hop: &&HopReport| {
            hop.windows.iter().any(|window| window.utilisation.is_some_and(|part| part > 0.0))
        };
        let channels: Vec<&HopReport> = lane.hops.iter().filter(busy).collect();
        left_out += channels.len().saturating_sub(MOST_CHANNELS);
        for hop in channels.into_iter().take(MOST_CHANNELS) {
            let name = format!("{} {}", plan.setup.hops[hop.hop].name, hop.direction);
            let values: Vec<Option<f64>> =
                (0..windows.len()).map(|place| hop.windows.get(place).and_then(quantity.of)).collect();
            says_something |= values.iter().flatten().any(|value| *value != 0.0);
            table.row([lane.label.clone(), name].into_iter().chain(values.into_iter().map(quantity.write)));
        }
    }
    if !says_something {
        return Ok(());
    }
    output::line(&format!("\n{}\n{}", quantity.title, table.text()))?;
    if left_out > 0 {
        output::line(&format!("… and {left_out} more channels; --json prints all."))
    } else {
        Ok(())
    }
}

fn print_engine(report: &RunReport) -> Result<()> {
    let mut table = Table::new(1, ["lane", "events", "segments delivered", "seconds", "trace"]);
    for LaneReport { label, engine, .. } in &report.lanes {
        table.row([
            label.clone(),
            engine.events.to_string(),
            engine.delivered_segments.to_string(),
            format!("{:.3}", engine.wall_s),
            engine.trace_hash.clone(),
        ]);
    }
    output::line(&format!("\nEngine\n{}", table.text()))
}
