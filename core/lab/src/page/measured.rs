//! Measures of a run, as in lessons: `goodput(westwood+/A, 50..200)`, `peak(cwnd of vegas)`. The
//! report's quantities and the recorded series declare what a measure means, and its unit.

use super::names::{ExpressionName, written};
use crate::report::{DirectionWindow, FlowWindow, HopWindow, Quantities, Quantity};
use ackscope_engine::trace::{SERIES, SeriesId};
use ackscope_engine::units::parse_number;
use ackscope_program::unit::{BIT_RATE, SECONDS, SEGMENTS, Unit};
use ackscope_script::Error;
use ackscope_script::channel::Computed;
use ackscope_script::error::{Mistakes, nearest};
use ackscope_script::measured::{Written, measured as read};
use schemars::JsonSchema;
use serde::Serialize;

/// What a measure reads.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Measured {
    /// Where it is.
    pub of: MeasuredOf,
    /// The key of a quantity in the windows of the results; of a series `peak`, `least`, `mean`, or
    /// `at`.
    pub number: String,
    /// Whether it counts: the counts of several windows are added, all else is averaged over time.
    pub counts: bool,
    /// The label of its lane.
    pub lane: String,
    /// The flow; else the first compared one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// Of several such series, that of this estimator or state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub which: Option<String>,
    /// From when to when, in seconds; else all windows, or the whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval_s: Option<[f64; 2]>,
}

impl Measured {
    /// The measure as a head of a column: `goodput_bps(mine/main, 10..20)`.
    pub fn text(&self) -> String {
        let of = self.flow.as_ref().map_or_else(|| self.lane.clone(), |flow| format!("{}/{flow}", self.lane));
        let interval = self.interval_s.map_or_else(String::new, |[from, to]| format!(", {from}..{to}"));
        format!("{}({of}{interval})", self.number)
    }
}

/// Where a measure is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MeasuredOf {
    /// In the windows of a flow.
    Flow,
    /// In those of the flow's bottleneck.
    Hop,
    /// In those of all flows of its direction.
    Direction,
    /// In a recorded series of the flow or its bottleneck.
    Series,
}

/// Measures over a window: the word and the quantity's id.
const OF_FLOW: &[(&str, &str)] = &[
    ("goodput", "goodput_bps"),
    ("throughput", "throughput_bps"),
    ("retransmissions", "retransmission_ratio"),
    ("rtt", "mean_rtt_s"),
    ("queueing", "mean_queueing_s"),
    ("timeouts", "timeouts"),
    ("fast_retransmits", "fast_retransmits"),
    ("mark_reductions", "ecn_reductions"),
];
const OF_HOP: &[(&str, &str)] = &[
    ("queue", "mean_queue_packets"),
    ("utilisation", "utilisation"),
    ("drops", "drops"),
    ("marks", "marks"),
    ("channel_losses", "channel_losses"),
    ("delay", "mean_queueing_delay_s"),
    ("p99_delay", "p99_queueing_delay_s"),
    ("l4s_delay", "l4s_queueing_delay_s"),
    ("l4s_p99_delay", "p99_l4s_queueing_delay_s"),
    ("classic_delay", "classic_queueing_delay_s"),
];
const OF_DIRECTION: &[(&str, &str)] = &[("jain", "jain_index")];

/// Measures of a series: the word and its help.
const OF_SERIES: &[(&str, &str)] = &[
    ("peak", "The largest value of a series."),
    ("least", "The smallest value of a series."),
    ("mean", "The average of a series over time."),
    (AT, "The value of a series at a time."),
];
const AT: &str = "at";

/// A measure with the texts of its quantity.
struct Declared {
    word: &'static str,
    of: MeasuredOf,
    /// The id of its quantity.
    number: &'static str,
    counts: bool,
    /// A measure of a series has the unit of the series.
    unit: Unit,
    help: &'static str,
}

fn declared() -> impl Iterator<Item = Declared> {
    let of_series = OF_SERIES.iter().map(|(word, help)| {
        let (of, unit) = (MeasuredOf::Series, Unit::Free);
        Declared { word, of, number: word, counts: false, unit, help }
    });
    of_windows::<FlowWindow>(MeasuredOf::Flow, OF_FLOW)
        .chain(of_windows::<HopWindow>(MeasuredOf::Hop, OF_HOP))
        .chain(of_windows::<DirectionWindow>(MeasuredOf::Direction, OF_DIRECTION))
        .chain(of_series)
}

fn of_windows<W: Quantities>(
    of: MeasuredOf,
    words: &'static [(&'static str, &'static str)],
) -> impl Iterator<Item = Declared> {
    words.iter().filter_map(move |(word, number)| {
        let Quantity { whole, unit, help, .. } = W::QUANTITIES.iter().find(|known| known.id == *number)?;
        Some(Declared { word, of, number, counts: *whole, unit: unit_named(unit), help })
    })
}

/// The unit for a declared name. A packet counts as a segment.
fn unit_named(name: &str) -> Unit {
    match name {
        "s" => SECONDS,
        "segments" | "packets" => SEGMENTS,
        "bit/s" => BIT_RATE,
        _ => Unit::Plain,
    }
}

/// All measures, for completion.
pub(super) fn measures() -> impl Iterator<Item = ExpressionName> {
    declared().map(|Declared { word, unit, help, .. }| ExpressionName {
        word: word.to_owned(),
        unit: written(unit),
        help: help.to_owned(),
    })
}

/// Reads an expression over a run, and its measures in their order.
pub(super) fn measured(source: &str) -> (Result<Computed<'_>, Vec<Error>>, Vec<Measured>) {
    let mut found = Vec::new();
    let computed = read(source, |written, mistakes| {
        let (measured, unit) = one(written, mistakes)?;
        found.push(measured);
        Some(unit)
    });
    (computed, found)
}

/// The operands and the unit of one measure; `None` if it is wrong, with the mistake reported.
fn one(written: &Written, mistakes: &mut Mistakes) -> Option<(Measured, Unit)> {
    let Some(Declared { word, of, number, counts, unit, .. }) =
        declared().find(|known| known.word == written.name)
    else {
        let words: Vec<&str> = declared().map(|known| known.word).collect();
        let near = nearest(written.name, words.iter().copied());
        let otherwise = format!("; there are {}", words.join(", "));
        let message = format!("there is no measure {}", written.name);
        mistakes.add_unknown(written.place, message, near, &otherwise);
        return None;
    };
    let is_series = of == MeasuredOf::Series;
    let shape = match (is_series, word == AT) {
        (_, true) => "at(SERIES of LANE, TIME)".to_owned(),
        (true, false) => format!("{word}(SERIES of LANE) or {word}(SERIES of LANE, FROM..TO)"),
        (false, false) => format!("{word}(LANE) or {word}(LANE, FROM..TO), with LANE/FLOW for a flow"),
    };
    let wrong = |place: u32, mistakes: &mut Mistakes| {
        mistakes.add(place, format!("write {shape}"));
        None
    };
    let (subject, when) = match written.keys[..] {
        [subject] if word != AT => (subject, None),
        [subject, when] => (subject, Some(when)),
        _ => return wrong(written.place, mistakes),
    };
    let (series, lane) = match (is_series, subject_and_lane(subject.1)) {
        (true, Some((series, lane))) => (Some(series), lane),
        (true, None) => return wrong(subject.0, mistakes),
        (false, _) => (None, subject.1),
    };
    let (lane, flow) = match lane.rsplit_once('/') {
        Some((lane, flow)) => (lane, Some(flow)),
        None => (lane, None),
    };
    if lane.is_empty() || flow.is_some_and(str::is_empty) {
        return wrong(subject.0, mistakes);
    }
    let (series, which) = match series.map(|series| series.split_once(':').ok_or(series)) {
        None => (None, None),
        Some(Ok((series, which))) => (Some(series), Some(which)),
        Some(Err(series)) => (Some(series), None),
    };
    let unit = match series {
        None => unit,
        Some(series) => unit_of_series(series, subject.0, mistakes)?,
    };
    let interval_s = match when {
        None => None,
        Some((place, text)) => match interval(text, word == AT) {
            Some(interval) => Some(interval),
            None => {
                let wanted = if word == AT { "a time in seconds" } else { "a time range such as 50..200" };
                mistakes.add(place, format!("expected {wanted}, found \"{text}\""));
                return None;
            }
        },
    };
    let measured = Measured {
        of,
        number: number.to_owned(),
        counts,
        lane: lane.to_owned(),
        flow: flow.map(str::to_owned),
        series: series.map(str::to_owned),
        which: which.map(str::to_owned),
        interval_s,
    };
    Some((measured, unit))
}

/// Splits `cwnd of newreno` into its two parts.
fn subject_and_lane(text: &str) -> Option<(&str, &str)> {
    let (series, rest) = text.split_once(char::is_whitespace)?;
    let lane = rest.trim_start().strip_prefix("of")?;
    lane.starts_with(char::is_whitespace).then(|| (series, lane.trim_start()))
}

fn unit_of_series(id: &str, place: u32, mistakes: &mut Mistakes) -> Option<Unit> {
    if let Some(known) = SERIES.iter().find(|known| known.id == id) {
        // The script defines the unit of a shown state.
        return Some(if known.series == SeriesId::Shown { Unit::Free } else { unit_named(known.unit) });
    }
    let ids: Vec<&str> = SERIES.iter().map(|known| known.id).collect();
    let near = nearest(id, ids.iter().copied());
    let otherwise = format!("; there are {}", ids.join(", "));
    mistakes.add_unknown(place, format!("there is no series {id}"), near, &otherwise);
    None
}

/// Reads `50..200`, or `5` for a single time.
fn interval(text: &str, is_time: bool) -> Option<[f64; 2]> {
    let seconds = |text: &str| {
        let is_plain = text.starts_with(|c: char| c.is_ascii_digit())
            && text.ends_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        is_plain.then(|| parse_number(text)).flatten()
    };
    if is_time {
        return seconds(text).map(|time| [time, time]);
    }
    let (from, to) = text.split_once("..")?;
    Some([seconds(from)?, seconds(to)?])
}

#[cfg(test)]
mod tests {
    use super::super::expression::{ExpressionOf, ExpressionReport, expression};
    use super::*;

    fn report(source: &str) -> ExpressionReport {
        expression(ExpressionOf::Run, source)
    }

    fn only(source: &str) -> Measured {
        let report = report(source);
        assert!(report.errors.is_empty(), "{source}: {:?}", report.errors);
        report.measured.into_iter().next().expect("a measure")
    }

    fn mistake(source: &str) -> (u32, String) {
        let mistakes = report(source).errors;
        let first = mistakes.first().unwrap_or_else(|| panic!("{source} is fine"));
        (first.column, first.message.clone())
    }

    #[test]
    fn every_measure_has_a_quantity_with_its_meaning() {
        let words = OF_FLOW.len() + OF_HOP.len() + OF_DIRECTION.len() + OF_SERIES.len();
        assert_eq!(declared().count(), words, "a key is not that of a quantity");
        for Declared { word, help, .. } in declared() {
            assert!(!help.is_empty(), "{word}");
        }
    }

    #[test]
    fn a_measure_names_lane_flow_series_and_time() {
        let goodput = only("goodput(as-specified/near, 50..200.5)");
        assert_eq!(
            (goodput.of, goodput.number.as_str(), goodput.counts),
            (MeasuredOf::Flow, "goodput_bps", false)
        );
        assert_eq!((goodput.lane.as_str(), goodput.flow.as_deref()), ("as-specified", Some("near")));
        assert_eq!(goodput.interval_s, Some([50.0, 200.5]));
        let drops = only("drops(HyStart++)");
        assert_eq!((drops.of, drops.counts, drops.lane.as_str()), (MeasuredOf::Hop, true, "HyStart++"));
        assert_eq!((drops.flow, drops.interval_s), (None, None));
        let peak = only("peak(bwe:westwood-filter of westwood, 0..10)");
        assert_eq!((peak.series.as_deref(), peak.which.as_deref()), (Some("bwe"), Some("westwood-filter")));
        assert_eq!(peak.number, "peak");
        let at = only("at(cwnd of SACK, 0.75)");
        assert_eq!((at.number.as_str(), at.interval_s), ("at", Some([0.75, 0.75])));
    }

    #[test]
    fn a_measure_has_the_unit_of_its_quantity_or_its_series() {
        for (source, unit) in [
            ("goodput(a)", "bps"),
            ("rtt(a)", "s"),
            ("drops(a)", "segments"),
            ("timeouts(a)", ""),
            ("peak(cwnd of a)", "segments"),
            ("mean(bwe of a)", "bps"),
            ("at(rtt of a, 5)", "s"),
            ("mean(ecn-alpha of a)", ""),
            ("mean(shown:w_max of a) + rtt(a) * 1", "s"),
        ] {
            assert_eq!(report(source).unit, unit, "{source}");
        }
        assert!(mistake("peak(rtt of a) > 2Mbps").1.contains("s cannot be compared with bps"));
    }

    #[test]
    fn what_is_wrong_with_a_measure_is_said_at_its_place() {
        for (source, column, says) in [
            ("1 < speed(a)", 5, "there is no measure speed; there are goodput, "),
            ("godput(a) > 1", 1, "did you mean goodput?"),
            ("goodput() > 1", 1, "write goodput(LANE) or"),
            ("goodput(a/) > 1", 9, "write goodput(LANE) or"),
            ("goodput(a, 1, 2) > 1", 1, "write goodput(LANE) or"),
            ("goodput(a, 5) > 1", 12, "a time range such as 50..200, found \"5\""),
            ("peak(cwnd) > 1", 6, "write peak(SERIES of LANE) or"),
            ("peak(cwnf of a) > 1", 6, "did you mean cwnd?"),
            ("at(cwnd of a) > 1", 1, "write at(SERIES of LANE, TIME)"),
            ("at(cwnd of a, 1..2) > 1", 15, "a time in seconds"),
            ("at(cwnd of a, soon) > 1", 15, "a time in seconds"),
        ] {
            let (at, message) = mistake(source);
            assert!(at == column && message.contains(says), "{source}: column {at}: {message}");
        }
    }
}
