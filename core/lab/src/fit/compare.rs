//! A measured curve beside another one, or beside a run: how far apart they are, and the numbers of both.

use super::guess::PACKET_BITS;
use super::model::look;
use super::summary::{Summary, cuts, gained_per_s, quantile};
use super::table::{Curve, TableError};
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Ceiling, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use serde::Serialize;

/// The most that the run may cost.
const CEILING: Ceiling = Ceiling { packets: 100_000_000, events: 400_000_000, bytes: 1_000_000_000 };
/// A window that begins above this is not of the start of a connection, in packets.
const INITIAL: f64 = 12.0;

/// Two curves.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The distance of a fit between them, in tolerances: up to 1 they are alike (`docs/fit.md`).
    pub distance: f64,
    pub alike: bool,
    /// What both were compared over, in seconds.
    pub seconds: f64,
    pub numbers: Vec<Compared>,
}

/// A number of both curves; none where a curve does not tell it.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    pub id: &'static str,
    /// In words.
    pub name: &'static str,
    pub unit: &'static str,
    pub measured: Option<f64>,
    pub other: Option<f64>,
}

/// A number of a curve: id, words, unit, and how it is found.
type Number = (&'static str, &'static str, &'static str, fn(&Curve) -> f64);

const NUMBERS: [Number; 12] = [
    ("window_low_packets", "window, 5 %", "packets", |curve| quantile(&curve.cwnd, 0.05)),
    ("window_median_packets", "window, median", "packets", |curve| quantile(&curve.cwnd, 0.5)),
    ("window_high_packets", "window, 95 %", "packets", |curve| quantile(&curve.cwnd, 0.95)),
    ("window_peak_packets", "window, peak", "packets", |curve| quantile(&curve.cwnd, 1.0)),
    ("rtt_least_s", "smoothed RTT, least", "s", |curve| quantile(&curve.rtt_s, 0.0)),
    ("rtt_median_s", "smoothed RTT, median", "s", |curve| quantile(&curve.rtt_s, 0.5)),
    ("rtt_high_s", "smoothed RTT, 95 %", "s", |curve| quantile(&curve.rtt_s, 0.95)),
    ("rate_bps", "acknowledged", "bit/s", |curve| gained_per_s(&curve.time_s, &curve.acked) * PACKET_BITS),
    ("cuts", "cuts of the window", "1", |curve| cuts(curve).len() as f64),
    ("left_by_a_cut", "what a cut leaves, median", "ratio", |curve| {
        let left: Vec<f64> = cuts(curve).iter().map(|cut| cut.after / cut.before).collect();
        quantile(&left, 0.5)
    }),
    ("growth_packets_per_s", "growth between two cuts", "packets/s", |curve| {
        let all = cuts(curve);
        let ways = all.windows(2).filter(|pair| pair[1].from_s > pair[0].to_s);
        let growths: Vec<f64> =
            ways.map(|pair| (pair[1].before - pair[0].after) / (pair[1].from_s - pair[0].to_s)).collect();
        quantile(&growths, 0.5)
    }),
    ("retransmitted_per_s", "retransmitted", "packets/s", |curve| {
        gained_per_s(&curve.time_s, &curve.retransmitted)
    }),
];

impl Comparison {
    /// Compares as long as both last.
    pub fn of(measured: &Curve, other: &Curve) -> Comparison {
        let seconds = measured.length_s().min(other.length_s());
        let [measured, other] = [measured, other].map(|curve| curve.until(seconds));
        let from_start = measured.cwnd.first().is_some_and(|first| *first <= INITIAL);
        let distance = Summary::of(&measured, from_start).distance(&Summary::of(&other, from_start));
        let known = |value: f64| Some(value).filter(|value| value.is_finite());
        let number = |(id, name, unit, of): Number| {
            let (measured, other) = (known(of(&measured)), known(of(&other)));
            Compared { id, name, unit, measured, other }
        };
        Comparison { distance, alike: distance <= 1.0, seconds, numbers: NUMBERS.map(number).to_vec() }
    }
}

impl Curve {
    /// The first compared flow of a run with a window, or else the first one, looked at when `like` was measured. A curve
    /// that begins in the midst of a connection has the last part of the run beside it.
    ///
    /// # Errors
    /// The run has no TCP flow, or ends at its limit.
    pub fn of_run(setup: &Setup, like: &Curve) -> Result<Curve, TableError> {
        let mut simulation = Simulation::new(setup, &RecordOptions::NOTHING);
        simulation.limit(CEILING);
        let with_window = || (0..setup.flows.len()).filter(|flow| simulation.sender(*flow).is_some());
        let flow = with_window()
            .find(|flow| setup.groups[setup.flows[*flow].group].compared)
            .or_else(|| with_window().next())
            .ok_or(TableError::Run("no flow of TCP"))?;
        let start_s = setup.flows[flow].periods.first().map_or(0.0, |(from, _)| from.secs());
        let from_start = like.cwnd.first().is_some_and(|first| *first <= INITIAL);
        let left_s = setup.duration.secs() - start_s - like.length_s();
        let before_s = start_s + if from_start { 0.0 } else { left_s.max(0.0) };
        let mut curve = Curve { of_flight: like.of_flight, ..Curve::default() };
        for time_s in &like.time_s {
            let until = Time::from_secs(before_s + time_s);
            while simulation.progress().time < until {
                if simulation.advance(until, 1_000_000).done || simulation.stopped().is_some() {
                    break;
                }
            }
            if simulation.stopped().is_some() {
                return Err(TableError::Run("more packets than a comparison may cost"));
            }
            if simulation.progress().time < until {
                break;
            }
            curve.push(look(&simulation, flow, *time_s, like.of_flight).ok_or(TableError::Run("no window"))?);
        }
        if curve.time_s.len() < super::table::MIN_SAMPLES {
            return Err(TableError::Run("fewer than 20 of the file's samples before its end"));
        }
        Ok(curve)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_scenario::{compile, read};

    fn run(seconds: f64, at: impl Fn(usize) -> f64) -> Result<Curve, TableError> {
        let text = format!(
            r#"{{"version":1,"duration":"{seconds}s","hops":[{{"rate":"8Mbps","delay":"5ms","queue":{{"kind":"drop-tail","capacity":"20pkt"}}}}],
            "flows":[{{"algorithm":"cubic","rtt":"20ms","start":"0s"}},{{"algorithm":"newreno","rtt":"50ms","start":"1s","compared":true}}]}}"#
        );
        let setup = compile(&read(&text).expect("a scenario"), 0).expect("a setup");
        let mut like = Curve::default();
        (0..100).for_each(|row| like.push([row as f64 * 0.1, at(row), 0.05, 1.0, 0.0, 0.0]));
        Curve::of_run(&setup, &like)
    }

    #[test]
    fn a_run_beside_itself_is_alike_and_is_looked_at_from_its_flows_start() {
        let curve = run(20.0, |_| 2.0).expect("a run");
        assert_eq!((curve.time_s.len(), curve.acked[0]), (100, 0.0));
        assert!(curve.rtt_s[50] >= 0.05, "it is the flow of 50 ms, not the one of 20 ms");
        let same = Comparison::of(&curve, &curve);
        assert_eq!((same.distance, same.alike), (0.0, true));
        let rate = same.numbers.iter().find(|number| number.id == "rate_bps").and_then(|rate| rate.measured);
        assert!(rate.is_some_and(|bps| (1e5..8e6).contains(&bps)), "{rate:?}");
        // In the midst of a connection the end of the run stands beside it.
        let late = run(20.0, |_| 40.0).expect("a run");
        assert!(late.acked[0] > 100.0);
        assert!(!Comparison::of(&curve, &late).alike);
    }

    #[test]
    fn a_run_that_ends_before_the_samples_is_refused() {
        assert_eq!(
            run(2.5, |_| 2.0).expect_err("too short").to_string(),
            "the run has fewer than 20 of the file's samples before its end"
        );
    }
}
