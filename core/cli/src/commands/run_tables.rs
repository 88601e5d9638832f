//! The report of a run as tables: one per quantity, with lanes and flows as rows and measurement
//! windows as columns.

use crate::output;
use crate::table::{Table, quantity, readable, value};
use ackscope_engine::units::{Dimension, format_si};
use ackscope_lab::lanes::LanePlan;
use ackscope_lab::report::{
    FlowReport, GroupEvents, GroupReport, GroupWindow, HopReport, HopWindow, LaneReport, Members, Quantities,
    Quantity, RunReport,
};
use ackscope_scenario::Scenario;
use anyhow::Result;

/// The maximum number of windows in a table; the JSON output has all.
const MOST_WINDOWS: usize = 8;
/// The maximum number of channels that are listed one by one.
const MAX_CHANNELS: usize = 24;

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
    for id in ["total_goodput_bps", "jain_index", "retransmission_ratio", "mean_rtt_s"] {
        let window_of = |group: &GroupReport, _: &[&FlowReport], place| group.windows.get(place).copied();
        print_flows::<GroupWindow>(id, report, &windows, window_of)?;
    }
    for id in ["fast_retransmits", "timeouts"] {
        print_flows::<GroupEvents>(id, report, &windows, |group, flows, place| {
            let flows = flows.iter().filter_map(|flow| flow.windows.get(place)).collect();
            Some(GroupEvents::measure(group.windows.get(place)?.edges_s(), &Members::new(flows)))
        })?;
    }
    for id in
        ["utilisation", "mean_queue_packets", "p99_queueing_delay_s", "drops", "marks", "channel_losses"]
    {
        print_hops(id, report, plans, &windows)?;
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

fn title<W>(quantity: &Quantity<W>) -> String {
    let (title, _) = readable(quantity);
    title[..1].to_uppercase() + &title[1..]
}

/// Prints a table of the groups; `window_of` returns the results of a group and its flows in a
/// window.
fn print_flows<W: Quantities>(
    id: &str,
    report: &RunReport,
    windows: &[String],
    window_of: fn(&GroupReport, &[&FlowReport], usize) -> Option<W>,
) -> Result<()> {
    let quantity = quantity::<W>(id);
    let mut table =
        Table::new(2, ["lane", "flows"].into_iter().map(str::to_owned).chain(windows.iter().cloned()));
    let mut says_something = false;
    for lane in &report.lanes {
        for group in &lane.groups {
            let flows: Vec<&FlowReport> = lane.flows.iter().filter(|flow| flow.name == group.name).collect();
            // A single flow shares with nobody.
            if flows.is_empty() || (id == "jain_index" && flows.len() < 2) {
                continue;
            }
            let name = if flows.len() > 1 {
                format!("{} ({})", group.name, flows.len())
            } else {
                group.name.clone()
            };
            let values: Vec<Option<f64>> =
                (0..windows.len()).map(|place| (quantity.of)(&window_of(group, &flows, place)?)).collect();
            says_something |= values.iter().flatten().any(|value| *value != 0.0);
            table.row(
                [lane.label.clone(), name]
                    .into_iter()
                    .chain(values.into_iter().map(|found| value(quantity, found))),
            );
        }
    }
    if says_something { output::line(&format!("\n{}\n{}", title(quantity), table.text())) } else { Ok(()) }
}

fn print_hops(id: &str, report: &RunReport, plans: &[LanePlan], windows: &[String]) -> Result<()> {
    let quantity = quantity::<HopWindow>(id);
    let mut table =
        Table::new(2, ["lane", "channel"].into_iter().map(str::to_owned).chain(windows.iter().cloned()));
    let mut says_something = false;
    let mut left_out = 0;
    for (lane, plan) in report.lanes.iter().zip(plans) {
        let busy = |hop: &&HopReport| {
            hop.windows.iter().any(|window| window.utilisation.is_some_and(|part| part > 0.0))
        };
        let channels: Vec<&HopReport> = lane.hops.iter().filter(busy).collect();
        left_out += channels.len().saturating_sub(MAX_CHANNELS);
        for hop in channels.into_iter().take(MAX_CHANNELS) {
            let name = format!("{} {}", plan.setup.hops[hop.hop].name, hop.direction);
            let values: Vec<Option<f64>> =
                (0..windows.len()).map(|place| (quantity.of)(hop.windows.get(place)?)).collect();
            says_something |= values.iter().flatten().any(|value| *value != 0.0);
            table.row(
                [lane.label.clone(), name]
                    .into_iter()
                    .chain(values.into_iter().map(|found| value(quantity, found))),
            );
        }
    }
    if !says_something {
        return Ok(());
    }
    output::line(&format!("\n{}\n{}", title(quantity), table.text()))?;
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
