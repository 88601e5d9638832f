//! Measures of recorded series. The page reads them in the same way (web/model/src/lesson/measure.ts).

use crate::page::Measured;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{SeriesInfo, SeriesSource};

/// A recorded series.
#[derive(Clone, Debug)]
pub(super) struct Series {
    info: SeriesInfo,
    bins: Vec<Bin>,
}

/// The samples of a short interval.
#[derive(Clone, Copy, Debug)]
struct Bin {
    begins_s: f64,
    min: f64,
    max: f64,
    last: f64,
}

pub(super) fn recorded(run: &Simulation) -> Vec<Series> {
    let recorder = run.recorder();
    let each = recorder.infos().iter().zip(recorder.series()).map(|(info, series)| {
        let bins = series.bins(0).map(|bin| {
            let [min, max, last] = [bin.min, bin.max, bin.last].map(f64::from);
            Bin { begins_s: recorder.bin_start_s(bin.index), min, max, last }
        });
        Series { info: info.clone(), bins: bins.collect() }
    });
    each.collect()
}

impl Series {
    /// What it is about.
    pub fn source(&self) -> &SeriesSource {
        &self.info.source
    }

    /// Whether it is the series that a measure names.
    pub fn is(&self, measured: &Measured) -> bool {
        let Series { info, .. } = self;
        let state = info.shown.as_ref().map(|state| state.name.as_str());
        Some(info.series.decl().id) == measured.series.as_deref()
            && (measured.which.is_none() || [info.estimator, state].contains(&measured.which.as_deref()))
    }

    /// The measure's number; NaN without a sample.
    pub fn value(&self, measured: &Measured) -> f64 {
        let [from, to] = measured.interval_s.unwrap_or([0.0, f64::INFINITY]);
        let before = self.bins.partition_point(|bin| bin.begins_s <= from);
        if measured.number == "at" {
            return before.checked_sub(1).map_or(f64::NAN, |at| self.bins[at].last);
        }
        let inside = self.within(before.saturating_sub(1), from, to);
        match measured.number.as_str() {
            "peak" => inside.fold(f64::NEG_INFINITY, |most, (_, high, _)| most.max(high)),
            "least" => inside.fold(f64::INFINITY, |least, (low, _, _)| least.min(low)),
            _ => {
                let (sum, length_s) = inside.fold((0.0, 0.0), |(sum, length_s), (low, high, span_s)| {
                    (sum + (low + high) / 2.0 * span_s, length_s + span_s)
                });
                sum / length_s
            }
        }
    }

    /// Least, greatest and length of the bins from `first` on. What holds at the beginning counts from there.
    fn within(&self, first: usize, from: f64, to: f64) -> impl Iterator<Item = (f64, f64, f64)> + '_ {
        let bins = self.bins.iter().enumerate().skip(first).take_while(move |(_, bin)| bin.begins_s <= to);
        bins.map(move |(at, bin)| {
            // The last one has no length.
            let next = self.bins.get(at + 1).map_or(bin.begins_s, |next| next.begins_s);
            let span_s = (next.min(to) - bin.begins_s.max(from)).max(0.0);
            match bin.begins_s < from {
                true => (bin.last, bin.last, span_s),
                false => (bin.min, bin.max, span_s),
            }
        })
    }
}
