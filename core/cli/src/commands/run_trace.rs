//! What `run --trace` writes: the selected series of the lanes, and their events.

use crate::args::{RunArgs, TraceArgs};
use crate::table_files::{TableFile, about_run};
use crate::{input, output};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::{Span, Time};
use ackscope_lab::lanes::LanePlan;
use ackscope_lab::provenance::Provenance;
use ackscope_lab::selection::Selection;
use ackscope_lab::traces::{Form, Recorded, check_step, events_frame, known, options, series_frame};
use ackscope_scenario::{Measure, Scenario, Seconds, read_setting};
use anyhow::{Result, anyhow, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What is recorded of a run, and where it goes.
pub struct Trace {
    series: PathBuf,
    events: Option<PathBuf>,
    form: Form,
    /// The numbers of the lanes; all if empty.
    lanes: Vec<usize>,
    /// What of a lane is written.
    pub selection: Selection,
}

impl Trace {
    /// The trace that the arguments ask for. Its files are checked before anything runs.
    pub fn of(args: &RunArgs, scenario: &Scenario, plans: &[LanePlan]) -> Result<Option<Trace>> {
        let Some(series) = &args.trace else { return Ok(None) };
        let of = &args.traced;
        let lanes =
            of.lane.iter().map(|lane| input::lane_number(scenario, lane)).collect::<Result<Vec<_>>>()?;
        let interval = of.interval.as_deref().map(|text| input::interval(scenario, text)).transpose()?;
        let events =
            of.events.as_ref().map(|path| if path.is_empty() { beside(series) } else { PathBuf::from(path) });
        let trace = Trace {
            series: series.clone(),
            form: if of.wide { Form::Wide } else { Form::Long },
            lanes,
            selection: Selection {
                flows: of.flow.clone(),
                hops: of.hop.clone(),
                series: of.series.clone(),
                interval: interval.map(|(from, to)| (Time::from_secs(from), Time::from_secs(to))),
                step: step(of)?,
                // A step has no place for them, nor has a column.
                event_rows: events.is_none() && of.step.is_none() && !of.wide,
            },
            events,
        };
        TableFile::new(&trace.series)?;
        if let Some(events) = &trace.events {
            TableFile::new(events)?;
            if *events == trace.series {
                bail!("--events: found the file of --trace, allowed is another file");
            }
        }
        trace.check(plans)?;
        Ok(Some(trace))
    }

    fn check(&self, plans: &[LanePlan]) -> Result<()> {
        let mut all = Vec::new();
        for (_, plan) in plans.iter().enumerate().filter(|(lane, _)| self.has(*lane)) {
            check_step(&self.selection, plan.setup.duration).map_err(|problem| anyhow!("{problem}"))?;
            let Selection { flows, hops, series, .. } = &self.selection;
            if !(flows.is_empty() && hops.is_empty() && series.is_empty()) {
                all.extend(known(&plan.simulation(&self.options(plan))));
            }
        }
        match self.selection.flows.is_empty() && all.is_empty() {
            true => Ok(()),
            false => self.selection.check(&all).map_err(|problem| anyhow!("{problem}")),
        }
    }

    /// Whether a lane is written.
    pub fn has(&self, lane: usize) -> bool {
        self.lanes.is_empty() || self.lanes.contains(&lane)
    }

    /// Whether events are a table of their own.
    pub fn has_events(&self) -> bool {
        self.events.is_some()
    }

    /// What a lane records.
    pub fn options(&self, plan: &LanePlan) -> RecordOptions {
        options(&self.selection, plan.setup.duration)
    }

    /// Writes the files. What a limit leaves out is said in them and beside them.
    pub fn write(&self, lanes: &[Recorded], provenance: &Provenance, scenario: &Value) -> Result<()> {
        let file = TableFile::new(&self.series)?;
        let of = |lane: &Recorded| {
            lane.left_out.iter().map(|what| format!("{}: {what}", lane.lane)).collect::<Vec<_>>()
        };
        let left_out: Vec<String> = lanes.iter().flat_map(of).collect();
        for what in &left_out {
            output::note(&format!("the trace leaves out, of the lane {what}"));
        }
        let about = about_run(provenance, scenario, &left_out);
        file.write(&series_frame(lanes, self.form, file.format.has_units(), about.clone()))?;
        match &self.events {
            Some(path) => TableFile::new(path)?.write(&events_frame(lanes, about)),
            None => Ok(()),
        }
    }
}

fn step(args: &TraceArgs) -> Result<Option<Span>> {
    let Some(text) = &args.step else { return Ok(None) };
    let step = Measure::<Seconds>::from_value(&read_setting(text)).map(|step| Span::from_secs(step.si()));
    match step.filter(|step| step.nanos() > 0) {
        Some(step) => Ok(Some(step)),
        None => bail!("--step: found {text:?}, allowed is a time above 0 such as 10ms"),
    }
}

/// `trace.events.csv.gz` for `trace.csv.gz`.
fn beside(trace: &Path) -> PathBuf {
    let name = trace.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let end = if name.to_lowercase().ends_with(".csv.gz") {
        name.len() - 7
    } else {
        name.rfind('.').unwrap_or(name.len())
    };
    trace.with_file_name(format!("{}.events{}", &name[..end], &name[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_stand_beside_their_trace() {
        for (trace, events) in [
            ("a/trace.csv", "a/trace.events.csv"),
            ("t.CSV.gz", "t.events.CSV.gz"),
            ("t.gz", "t.events.gz"),
            ("t", "t.events"),
            ("a.b/t.parquet", "a.b/t.events.parquet"),
        ] {
            assert_eq!(beside(Path::new(trace)), PathBuf::from(events));
        }
    }
}
