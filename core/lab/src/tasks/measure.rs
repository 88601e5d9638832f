//! The measures of conditions, read from the reports of finished runs. The page reads them in the same way
//! (web/model/src/lesson/measure.ts).

use super::series::{Series, recorded};
use crate::lanes::LanePlan;
use crate::page::{FlowInfo, LaneInfo, Measured, MeasuredOf, info};
use crate::provenance::Provenance;
use crate::report::{DirectionWindow, FlowWindow, HopWindow, LaneReport, Quantities};
use ackscope_engine::sim::Ceiling;
use ackscope_engine::trace::{RecordOptions, SeriesSource};
use ackscope_engine::units::Time;

/// Events between two looks at the limit of processor time.
const SLICE: u64 = 5_000;

/// A finished lane.
#[derive(Clone, Debug)]
pub struct Lane {
    /// What runs in it.
    pub info: LaneInfo,
    /// Its results.
    pub report: LaneReport,
    /// What it recorded: nothing in a task.
    series: Vec<Series>,
}

impl Lane {
    /// A finished run; none if it was stopped. `goes_on` is asked again and again whether it may run on.
    pub fn run(
        plan: &LanePlan,
        provenance: Provenance,
        records: &RecordOptions,
        ceiling: Ceiling,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Lane> {
        let mut simulation = plan.simulation(records);
        simulation.limit(ceiling);
        while !simulation.advance(Time::NEVER, SLICE).done {
            if !goes_on() {
                return None;
            }
        }
        let report = LaneReport::new(&plan.label, &plan.setup, &simulation.results());
        Some(Lane { info: info(plan, &simulation, provenance), report, series: recorded(&simulation) })
    }
}

/// A number of finished lanes; NaN if it is undefined there.
///
/// # Errors
/// What there is not.
pub fn value(lanes: &[&Lane], measured: &Measured) -> Result<f64, String> {
    let lane = lanes.iter().find(|lane| lane.info.label == measured.lane).ok_or_else(|| {
        let known: Vec<&str> = lanes.iter().map(|lane| lane.info.label.as_str()).collect();
        format!("there is no lane {}; there are {}", measured.lane, known.join(", "))
    })?;
    let flow = flow(&lane.info, measured)?;
    match measured.of {
        MeasuredOf::Flow => {
            let found = lane.report.flows.iter().find(|one| one.index == flow.index);
            combined(found.map_or(&[][..], |one| &one.windows), measured)
        }
        MeasuredOf::Hop => {
            let hop = bottleneck(&lane.info, flow);
            let is_it =
                |one: &&crate::report::HopReport| Some(one.hop) == hop && one.direction == flow.direction;
            combined(lane.report.hops.iter().find(is_it).map_or(&[][..], |one| &one.windows), measured)
        }
        MeasuredOf::Direction => {
            let found = lane.report.directions.iter().find(|one| one.direction == flow.direction);
            combined(found.map_or(&[][..], |one| &one.windows), measured)
        }
        MeasuredOf::Series if lane.series.is_empty() => {
            Err(format!("{} reads a recorded series; a task takes measures of intervals", measured.number))
        }
        MeasuredOf::Series => {
            let of_flow = SeriesSource::Flow(flow.index);
            let hop = bottleneck(&lane.info, flow);
            let of_hop = |source: &SeriesSource| matches!(source, SeriesSource::Hop(at, way) if Some(*at) == hop && way.id() == flow.direction);
            let find = |is_it: &dyn Fn(&SeriesSource) -> bool| {
                lane.series.iter().find(|series| series.is(measured) && is_it(series.source()))
            };
            let found = find(&|source| *source == of_flow).or_else(|| find(&of_hop));
            let name = || measured.series.clone().unwrap_or_default();
            found
                .map(|series| series.value(measured))
                .ok_or_else(|| format!("{} records no {}", measured.lane, name()))
        }
    }
}

/// The unit of a measure; empty for a plain number.
pub fn unit(measured: &Measured) -> &'static str {
    fn of<W: Quantities>(id: &str) -> &'static str {
        W::QUANTITIES.iter().find(|known| known.id == id).map_or("", |known| known.unit)
    }
    match measured.of {
        MeasuredOf::Flow => of::<FlowWindow>(&measured.number),
        MeasuredOf::Hop => of::<HopWindow>(&measured.number),
        MeasuredOf::Direction => of::<DirectionWindow>(&measured.number),
        MeasuredOf::Series => "",
    }
}

/// The named flow, or the first compared one.
fn flow<'a>(info: &'a LaneInfo, measured: &Measured) -> Result<&'a FlowInfo, String> {
    let found = match &measured.flow {
        Some(name) => info.flows.iter().find(|flow| flow.name == *name),
        None => info.flows.iter().find(|flow| flow.compared).or(info.flows.first()),
    };
    let name = measured.flow.as_deref().unwrap_or("at all");
    found.ok_or_else(|| format!("{} has no flow {name}", info.label))
}

/// The slowest hop on a flow's path.
fn bottleneck(info: &LaneInfo, flow: &FlowInfo) -> Option<usize> {
    let crossed = info.hops.iter().filter(|hop| {
        hop.direction == flow.direction && (flow.from.min(flow.to)..flow.from.max(flow.to)).contains(&hop.hop)
    });
    crossed.min_by(|a, b| a.rate_bps.total_cmp(&b.rate_bps)).map(|hop| hop.hop)
}

/// The windows within the interval: counts are added, all else is averaged over time.
fn combined<W: Quantities>(windows: &[W], measured: &Measured) -> Result<f64, String> {
    let [from, to] = measured.interval_s.unwrap_or([0.0, f64::INFINITY]);
    let inside = |window: &&W| window.edges_s().0 >= from && window.edges_s().1 <= to;
    let chosen: Vec<&W> = windows.iter().filter(inside).collect();
    if chosen.is_empty() {
        return Err(format!("there is no measurement interval within {from}..{to}"));
    }
    let quantity = W::QUANTITIES.iter().find(|known| known.id == measured.number);
    let quantity = quantity.ok_or_else(|| format!("there is no {}", measured.number))?;
    let (mut sum, mut weight) = (0.0, 0.0);
    for window in chosen {
        let Some(number) = (quantity.of)(window) else { continue };
        let (begins, ends) = window.edges_s();
        sum += if measured.counts { number } else { number * (ends - begins) };
        weight += ends - begins;
    }
    Ok(if measured.counts { sum } else { sum / weight })
}
