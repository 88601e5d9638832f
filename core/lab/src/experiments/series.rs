//! Statistics of series, for claims about windows, thresholds, queues and estimates.

use super::metric::Stat;
use ackscope_engine::catalogue::RuleKind;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{CHANNEL_SOURCE, Recorder, SeriesSource, SeriesView};
use std::fmt;

/// A statistic of a run's series.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Groups of flows, or one channel.
    pub of: Vec<String>,
    pub series: String,
    /// The statistic.
    pub stat: Stat,
    /// Start of the window.
    pub from_s: f64,
    /// End of the window.
    pub to_s: f64,
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}|{:?}|{}..{}", self.of.join("+"), self.series, self.stat, self.from_s, self.to_s)
    }
}

impl Eq for Probe {}

impl PartialOrd for Probe {
    fn partial_cmp(&self, other: &Probe) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Probe {
    fn cmp(&self, other: &Probe) -> std::cmp::Ordering {
        self.to_string().cmp(&other.to_string())
    }
}

/// An interval of time with the range of a series' values in it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    from_s: f64,
    to_s: f64,
    min: f64,
    max: f64,
    last: f64,
}

/// The value of a probe; NaN if the run has no data for it.
pub fn measure(probe: &Probe, run: &Simulation) -> f64 {
    let found = sources(probe, run);
    let window = |stretches: &[Stretch]| -> Vec<Stretch> {
        let inside = stretches.iter().filter(|s| s.to_s > probe.from_s && s.from_s < probe.to_s);
        inside
            .map(|s| Stretch { from_s: s.from_s.max(probe.from_s), to_s: s.to_s.min(probe.to_s), ..*s })
            .collect()
    };
    let inside: Vec<Vec<Stretch>> = found.iter().map(|source| window(&source.1)).collect();
    let all = || inside.iter().flatten();
    match probe.stat {
        Stat::Mean => average(all(), middle),
        Stat::Deviation => {
            let mean = average(all(), middle);
            average(all(), |s| (middle(s) - mean) * (middle(s) - mean)).sqrt()
        }
        Stat::Min => all().map(|s| s.min).fold(f64::NAN, f64::min),
        Stat::Max => all().map(|s| s.max).fold(f64::NAN, f64::max),
        // An interval that reaches zero without staying there counts half.
        Stat::ZeroShare => average(all(), |s| match (s.min, s.max) {
            (_, 0.0) => 1.0,
            (0.0, _) => 0.5,
            _ => 0.0,
        }),
        Stat::MeanAtLoss | Stat::MedianAtLoss | Stat::MaxAtLoss => at_losses(probe, run, &found),
        Stat::RecoveryTime => recovery_time(probe, run, &found),
    }
}

fn middle(stretch: &Stretch) -> f64 {
    f64::midpoint(stretch.min, stretch.max)
}

fn average<'a>(stretches: impl Iterator<Item = &'a Stretch>, of: impl Fn(&Stretch) -> f64) -> f64 {
    let (sum, time) = stretches.fold((0.0, 0.0), |(sum, time), stretch| {
        let span = stretch.to_s - stretch.from_s;
        (sum + of(stretch) * span, time + span)
    });
    sum / time
}

/// The recorded series of each flow; `None` stands for a channel.
fn sources(probe: &Probe, run: &Simulation) -> Vec<(Option<usize>, Vec<Stretch>)> {
    let (setup, recorder) = (run.setup(), run.recorder());
    let mut found: Vec<(Option<usize>, Vec<Stretch>)> = Vec::new();
    for (info, series) in recorder.infos().iter().zip(recorder.series()) {
        if info.series.decl().id != probe.series && info.full_id() != probe.series {
            continue;
        }
        let flow = match &info.source {
            SeriesSource::Flow(index) if probe.of.contains(&setup.groups[setup.flows[*index].group].name) => {
                Some(*index)
            }
            SeriesSource::Hop(hop, way) if probe.of.contains(&format!("hop {hop} {}", way.id())) => None,
            _ => continue,
        };
        // If a flow has several estimates, the first is the algorithm's own.
        if found.iter().all(|(known, _)| flow.is_none() || *known != flow) {
            found.push((flow, stretches(recorder, series, setup.duration.secs())));
        }
    }
    found
}

fn stretches(recorder: &Recorder, series: SeriesView, end_s: f64) -> Vec<Stretch> {
    let width_s = recorder.bin_start_s(1);
    let mut stretches: Vec<Stretch> = Vec::new();
    for bin in series.bins(0).filter(|bin| bin.last.is_finite() && bin.max.is_finite()) {
        let from_s = recorder.bin_start_s(bin.index);
        if let Some(before) = stretches.last().copied()
            && before.to_s < from_s
        {
            // The recorder omits bins without a sample; the last value holds in them.
            let (min, max) = (before.last, before.last);
            stretches.push(Stretch { from_s: before.to_s, to_s: from_s, min, max, last: before.last });
        }
        let [min, max, last] = [bin.min, bin.max, bin.last].map(f64::from);
        stretches.push(Stretch { from_s, to_s: from_s + width_s, min, max, last });
    }
    if let Some(before) = stretches.last().copied()
        && before.to_s < end_s
    {
        stretches.push(Stretch {
            from_s: before.to_s,
            to_s: end_s,
            min: before.last,
            max: before.last,
            ..before
        });
    }
    stretches
}

/// The times at which losses of a flow were detected, within the window.
fn losses(probe: &Probe, run: &Simulation, flow: usize) -> Vec<f64> {
    let rules = run.rules();
    let is_loss = |rule: u16| {
        let rule = &rules[usize::from(rule)];
        // A retransmission after a corruption report does not reduce cwnd, so it is no loss here.
        matches!(rule.kind, RuleKind::Timeout | RuleKind::FastRetransmit) && rule.key != "tcp.corruption-told"
    };
    let events = run.recorder().events().kept().iter();
    let of_flow = events.filter(|event| event.source & CHANNEL_SOURCE == 0 && event.source as usize == flow);
    let times = of_flow.filter(|event| is_loss(event.rule)).map(|event| event.time.secs());
    times.filter(|time| (probe.from_s..probe.to_s).contains(time)).collect()
}

/// The last value before the bin that contains `time_s`.
fn before(stretches: &[Stretch], time_s: f64) -> Option<f64> {
    let place = stretches.partition_point(|stretch| stretch.to_s <= time_s);
    place.checked_sub(1).map(|place| stretches[place].last)
}

fn at_losses(probe: &Probe, run: &Simulation, found: &[(Option<usize>, Vec<Stretch>)]) -> f64 {
    let mut values: Vec<f64> = Vec::new();
    for (flow, stretches) in found {
        let Some(flow) = flow else { continue };
        values.extend(losses(probe, run, *flow).into_iter().filter_map(|time| before(stretches, time)));
    }
    values.sort_by(f64::total_cmp);
    match (probe.stat, values.as_slice()) {
        (_, []) => f64::NAN,
        (Stat::MaxAtLoss, [.., last]) => *last,
        (Stat::MeanAtLoss, all) => all.iter().sum::<f64>() / all.len() as f64,
        (_, all) => f64::midpoint(all[(all.len() - 1) / 2], all[all.len() / 2]),
    }
}

/// The mean time from a loss until the series regains its value before the loss. The next loss ends
/// the recovery too, because the window grows no further.
fn recovery_time(probe: &Probe, run: &Simulation, found: &[(Option<usize>, Vec<Stretch>)]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (flow, stretches) in found {
        let Some(flow) = flow else { continue };
        let losses = losses(probe, run, *flow);
        for pair in losses.windows(2) {
            let Some(height) = before(stretches, pair[0]) else { continue };
            let place = stretches.partition_point(|stretch| stretch.from_s <= pair[0]);
            let again = stretches[place..].iter().find(|stretch| stretch.max >= height);
            let back = again.map_or(pair[1], |stretch| stretch.from_s.min(pair[1]));
            (sum, count) = (sum + back - pair[0], count + 1.0);
        }
    }
    sum / count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::plan;
    use ackscope_engine::trace::RecordOptions;
    use ackscope_scenario::read;

    /// New Reno on 2 Mbit/s and 100 ms with a buffer of ten packets. The path holds 16.7 + 10
    /// packets and the one in transmission.
    fn run() -> Simulation {
        let text = r#"{"version":1,"duration":120,"hops":[{"rate":"2Mbps","delay":"10ms","queue":{"capacity":10}}],
            "flows":[{"name":"main","algorithm":"newreno","rtt":"100ms","delayed_ack":false,"shadow":["ewma-0.9"]}]}"#;
        let plan = plan(&read(text).unwrap()).unwrap().remove(0);
        let recorded = RecordOptions { bins_per_series: 1 << 15, ..RecordOptions::PAGE };
        let mut simulation = plan.simulation(&recorded);
        simulation.run();
        simulation
    }

    fn of(run: &Simulation, series: &str, stat: Stat) -> f64 {
        let of = if series == "queue" { "hop 0 forward" } else { "main" };
        measure(
            &Probe { of: vec![of.to_owned()], series: series.to_owned(), stat, from_s: 20.0, to_s: 120.0 },
            run,
        )
    }

    #[test]
    fn a_sawtooth_as_numbers() {
        let run = run();
        let peak = of(&run, "cwnd", Stat::MedianAtLoss);
        assert!((26.0..31.0).contains(&peak), "{peak}");
        assert!(of(&run, "cwnd", Stat::MaxAtLoss) <= of(&run, "cwnd", Stat::Max));
        // cwnd grows linearly from half its peak to the peak: the mean is three quarters of the
        // peak, apart from recovery.
        let mean = of(&run, "cwnd", Stat::Mean);
        assert!((0.68..0.82).contains(&(mean / peak)), "{mean} of {peak}");
        let deviation = of(&run, "cwnd", Stat::Deviation);
        assert!((0.1..0.2).contains(&(deviation / peak)), "{deviation}");
        // Recovery takes half a peak of round trips of 100 to 160 ms: one segment per round trip.
        let recovery = of(&run, "cwnd", Stat::RecoveryTime);
        assert!((0.1..0.16).contains(&(recovery / (peak / 2.0))), "{recovery}");
        assert_eq!((of(&run, "queue", Stat::Max), of(&run, "queue", Stat::Min)), (10.0, 0.0));
        let idle = of(&run, "queue", Stat::ZeroShare);
        assert!((0.05..0.9).contains(&idle), "{idle}");
    }

    #[test]
    fn a_shadow_is_named_and_what_is_not_there_is_no_number() {
        let run = run();
        let estimate = of(&run, "bwe:ewma-0.9", Stat::Mean);
        assert!((1.5e6..2.1e6).contains(&estimate), "{estimate}");
        assert!(of(&run, "bwe:linux-double", Stat::Mean).is_nan());
    }
}
