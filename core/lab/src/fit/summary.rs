//! What is compared: a curve in some twenty numbers.

use super::table::Curve;
use ackscope_engine::math::ln;
use serde::{Deserialize, Serialize};

/// A number of a summary: how far apart two are that are alike, and how much it counts.
struct Feature {
    tolerance: f64,
    weight: f64,
}

const fn feature(tolerance: f64, weight: f64) -> Feature {
    Feature { tolerance, weight }
}

const FEATURES: [Feature; 21] = [
    // Quantiles of the window, as logarithms.
    feature(0.08, 1.0),
    feature(0.06, 1.0),
    feature(0.06, 1.0),
    feature(0.06, 1.0),
    feature(0.06, 1.0),
    // Quantiles of the RTT, as logarithms.
    feature(0.015, 2.0),
    feature(0.04, 1.0),
    feature(0.03, 1.0),
    // What is acknowledged in a second, as a logarithm.
    feature(0.03, 1.5),
    // Cuts in a second, as a logarithm; what a cut leaves; the spread of that.
    feature(0.3, 1.5),
    feature(0.05, 2.5),
    feature(0.1, 0.5),
    // How far the window has grown after a quarter, a half, and three quarters of the time between two cuts.
    feature(0.07, 1.0),
    feature(0.07, 1.5),
    feature(0.07, 1.0),
    // Growth in a second, as a logarithm.
    feature(0.15, 1.0),
    // The first peak and its time, as logarithms.
    feature(0.15, 1.0),
    feature(0.2, 0.5),
    // Retransmissions, as a logarithm; the part of the time with a small window.
    feature(0.4, 0.5),
    feature(0.03, 1.0),
    // The least RTT, also of the start-up: later the queue may never be empty. As a logarithm.
    feature(0.01, 2.0),
];
/// A difference counts at most as so many tolerances: one that is far off says no more than that it is off.
const MOST: f64 = 8.0;
/// What it counts that only one of two has cuts, or pauses.
const ONE_ONLY: f64 = 4.0;

/// Parts of a curve in which its windows are kept.
const PARTS: usize = 120;

/// A curve in numbers, and its windows over time: these are shown, not compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Vec<u64>", try_from = "Vec<u64>")]
pub struct Summary([f64; FEATURES.len()], Vec<f64>);

/// Bit for bit: JSON has no NaN, which is what a curve without cuts has.
impl From<Summary> for Vec<u64> {
    fn from(summary: Summary) -> Vec<u64> {
        summary.0.into_iter().chain(summary.1).map(f64::to_bits).collect()
    }
}

impl TryFrom<Vec<u64>> for Summary {
    type Error = &'static str;

    fn try_from(bits: Vec<u64>) -> Result<Summary, &'static str> {
        let numbers: Vec<f64> = bits.into_iter().map(f64::from_bits).collect();
        let (features, windows) = numbers.split_first_chunk().ok_or("too few numbers")?;
        Ok(Summary(*features, windows.to_vec()))
    }
}

/// A reduction of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut {
    pub from_s: f64,
    pub to_s: f64,
    pub before: f64,
    pub after: f64,
}

/// The reductions of the window by a tenth and more.
pub(super) fn cuts(curve: &Curve) -> Vec<Cut> {
    let (time_s, cwnd) = (&curve.time_s, &curve.cwnd);
    let mut found = Vec::new();
    let (mut peak, mut peak_s, mut at) = (cwnd[0], time_s[0], 1);
    while at < cwnd.len() {
        if cwnd[at] >= peak {
            (peak, peak_s) = (cwnd[at], time_s[at]);
        } else if cwnd[at] < 0.9 * peak && peak - cwnd[at] >= 1.0 {
            // The window may fall for a round trip: until it does not fall any more.
            let mut low = at;
            while low + 1 < cwnd.len() && cwnd[low + 1] < cwnd[low] {
                low += 1;
            }
            found.push(Cut { from_s: peak_s, to_s: time_s[low], before: peak, after: cwnd[low] });
            (peak, peak_s, at) = (cwnd[low], time_s[low], low);
        }
        at += 1;
    }
    found
}

/// The value below which a part of the values lies; NaN if there is none.
pub(super) fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        count => sorted[((count - 1) as f64 * part).round() as usize],
    }
}

/// What a counter gained in a second between its first and its last known value in a range of samples.
pub(super) fn gained_per_s(time_s: &[f64], counter: &[f64]) -> f64 {
    let mut known = time_s.iter().zip(counter).filter(|(_, value)| !value.is_nan());
    let (first, last) = (known.next(), known.next_back());
    match first.zip(last) {
        Some(((from_s, from), (to_s, to))) if to_s > from_s => (to - from) / (to_s - from_s),
        _ => f64::NAN,
    }
}

impl Summary {
    /// `from_start`: the curve begins with the connection.
    pub fn of(curve: &Curve, from_start: bool) -> Summary {
        let length_s = curve.length_s();
        let all = cuts(curve);
        // The steady part begins after the start-up.
        let steady_s = if from_start { 0.2 * length_s } else { 0.0 };
        let first = curve.time_s.partition_point(|time_s| *time_s < steady_s).min(curve.time_s.len() - 1);
        let steady = &curve.time_s[first..];
        let cwnd: Vec<f64> = curve.cwnd[first..].iter().map(|cwnd| cwnd.max(0.5)).collect();
        let log = |value: f64, least: f64| if value.is_nan() { value } else { ln(value.max(least)) };
        let cwnd_at = |part: f64| log(quantile(&cwnd, part), 0.5);
        let rtt_at = |part: f64| log(quantile(&curve.rtt_s[first..], part), 1e-6);
        let later: Vec<Cut> = all.iter().copied().filter(|cut| cut.from_s >= steady_s).collect();
        let left: Vec<f64> = later.iter().map(|cut| cut.after / cut.before).collect();
        let spread = quantile(&left, 0.8) - quantile(&left, 0.2);
        let (shape, growth) = growths(curve, &later);
        let middle = quantile(&cwnd, 0.5);
        let small = cwnd.iter().filter(|cwnd| **cwnd < 0.3 * middle).count() as f64 / cwnd.len() as f64;
        let start = all.first().filter(|_| from_start);
        let again = gained_per_s(&curve.time_s, &curve.retransmitted);
        let numbers = [
            cwnd_at(0.05),
            cwnd_at(0.25),
            cwnd_at(0.5),
            cwnd_at(0.75),
            cwnd_at(0.95),
            rtt_at(0.05),
            rtt_at(0.5),
            rtt_at(0.95),
            log(gained_per_s(steady, &curve.acked[first..]), 1e-3),
            ln((later.len() as f64 + 0.5) / (length_s - steady_s).max(1e-6)),
            quantile(&left, 0.5),
            spread,
            shape[0],
            shape[1],
            shape[2],
            log(growth, 1e-3),
            start.map_or(f64::NAN, |cut| ln(cut.before.max(1.0))),
            start.map_or(f64::NAN, |cut| ln(cut.from_s.max(1e-3))),
            log(again, 0.02),
            small,
            log(quantile(&curve.rtt_s, 0.0), 1e-6),
        ];
        Summary(numbers, windows(curve))
    }

    /// The mean window of each part of the curve, in packets; NaN without a sample.
    pub(super) fn windows(&self) -> &[f64] {
        &self.1
    }

    /// How far apart two curves are, in tolerances: 1 is alike. What neither has does not count, and nor does what the
    /// measured one (`self`) cannot have.
    pub fn distance(&self, other: &Summary) -> f64 {
        /// These depend on what happens in the curve; the others on what a file contains.
        const OF_CURVE: std::ops::RangeInclusive<usize> = 10..=17;
        let (mut sum, mut weights) = (0.0, 0.0);
        for (at, feature) in FEATURES.iter().enumerate() {
            let (a, b) = (self.0[at], other.0[at]);
            let apart = match (a.is_nan(), b.is_nan()) {
                (false, false) => ((a - b).abs() / feature.tolerance).min(MOST),
                (true, true) => continue,
                _ if OF_CURVE.contains(&at) => ONE_ONLY,
                _ => continue,
            };
            sum += feature.weight * apart * apart;
            weights += feature.weight;
        }
        if weights > 0.0 { (sum / weights).sqrt() } else { f64::INFINITY }
    }
}

fn windows(curve: &Curve) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); PARTS];
    for (time_s, cwnd) in curve.time_s.iter().zip(&curve.cwnd) {
        let part = (time_s / curve.length_s() * PARTS as f64) as usize;
        let (sum, count) = &mut sums[part.min(PARTS - 1)];
        (*sum, *count) = (*sum + cwnd, *count + 1.0);
    }
    sums.into_iter().map(|(sum, count)| sum / count).collect()
}

/// How far the window has grown at a quarter, a half and three quarters of the way from one cut to the next, and how
/// much it grows in a second; long ways count more.
fn growths(curve: &Curve, cuts: &[Cut]) -> ([f64; 3], f64) {
    let (mut shape, mut weight, mut grown, mut time_s) = ([0.0; 3], 0.0, 0.0, 0.0);
    for pair in cuts.windows(2) {
        let (from_s, to_s, from, to) = (pair[0].to_s, pair[1].from_s, pair[0].after, pair[1].before);
        let first = curve.time_s.partition_point(|time_s| *time_s < from_s);
        let last = curve.time_s.partition_point(|time_s| *time_s < to_s);
        if to_s > from_s {
            grown += (to - from).max(0.0);
            time_s += to_s - from_s;
        }
        if last < first + 5 || to - from < 2.0 {
            continue;
        }
        for (part, sum) in [0.25, 0.5, 0.75].into_iter().zip(&mut shape) {
            let at = first + ((last - first) as f64 * part).round() as usize;
            *sum += (to_s - from_s) * (curve.cwnd[at] - from) / (to - from);
        }
        weight += to_s - from_s;
    }
    let shape = shape.map(|sum| if weight > 0.0 { sum / weight } else { f64::NAN });
    (shape, if time_s > 0.0 { grown / time_s } else { f64::NAN })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A saw of `period` samples between a half and one times `top`.
    fn saw(top: f64, period: usize) -> Curve {
        let mut curve = Curve::default();
        for at in 0..400 {
            let cwnd = top * (0.5 + 0.5 * (at % period) as f64 / (period - 1) as f64);
            curve.push([at as f64 * 0.1, cwnd, 0.1, cwnd, 0.0, at as f64]);
        }
        curve
    }

    #[test]
    fn a_saw_has_its_cuts_and_its_straight_growth() {
        let cuts = cuts(&saw(100.0, 40));
        assert_eq!(cuts.len(), 9);
        assert!(cuts.iter().all(|cut| cut.before == 100.0 && cut.after == 50.0), "{cuts:?}");
        let Summary(numbers, _) = Summary::of(&saw(100.0, 40), false);
        assert!((numbers[10] - 0.5).abs() < 1e-9);
        assert!(
            [0.25, 0.5, 0.75].iter().zip(&numbers[12..15]).all(|(want, found)| (want - found).abs() < 0.03)
        );
        // 50 packets in 3.9 s.
        assert!((numbers[15] - ln(50.0 / 3.9)).abs() < 0.05, "{}", numbers[15]);
    }

    #[test]
    fn the_distance_is_zero_to_itself_and_grows_with_the_difference() {
        let of = |top: f64, period: usize| Summary::of(&saw(top, period), false);
        let near = of(100.0, 40).distance(&of(103.0, 40));
        let far = of(100.0, 40).distance(&of(200.0, 10));
        assert_eq!(of(100.0, 40).distance(&of(100.0, 40)), 0.0);
        assert!(near < 1.0 && far > 3.0, "{near} {far}");
    }
}
