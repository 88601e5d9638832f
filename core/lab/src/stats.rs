//! Statistics over repetitions: mean, range and the 95 % confidence interval (metrics.md §9).

use ackscope_engine::math::within;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Repetitions of one measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// How many values there are; undefined ones are not counted.
    pub count: usize,
    /// Their mean; null without a value.
    pub mean: Option<f64>,
    /// The smallest.
    pub min: Option<f64>,
    /// The largest.
    pub max: Option<f64>,
    /// Half the width of the 95 % confidence interval of the mean; null below two values, and where nothing is random.
    pub half_width: Option<f64>,
}

impl Summary {
    /// Summarises the values that are defined.
    pub fn of(values: impl IntoIterator<Item = Option<f64>>) -> Summary {
        let values: Vec<f64> = values.into_iter().flatten().filter(|x| x.is_finite()).collect();
        let count = values.len();
        if count == 0 {
            return Summary { count, mean: None, min: None, max: None, half_width: None };
        }
        let (min, max) = (values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max));
        if min == max {
            // Equal values have zero spread; their sum would have rounding errors.
            return Summary { count, mean: min, min, max, half_width: (count > 1).then_some(0.0) };
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
        let half_width = (count > 1).then(|| {
            let freedom = count - 1;
            student_t_975(freedom) * (squares / freedom as f64).sqrt() / (count as f64).sqrt()
        });
        Summary { count, mean: Some(mean), min, max, half_width }
    }

    /// The p-value of the mean against zero, by a two-sided t test: below 0.05 if the interval does not contain zero. None without
    /// an interval.
    pub fn p_value(&self) -> Option<f64> {
        let (mean, half) = (self.mean?, self.half_width?);
        let freedom = self.count.checked_sub(1)?;
        let t = if mean == 0.0 { 0.0 } else { mean / half * student_t_975(freedom) };
        Some(student_p(t, freedom))
    }

    /// The summary of values of so many different runs. One run that is repeated says nothing of other runs: it has no
    /// interval, and not one of zero.
    pub fn of_runs(self, distinct: usize) -> Summary {
        Summary { half_width: self.half_width.filter(|_| distinct > 1), ..self }
    }
}

/// The half width of the 95 % interval of a number measured in one run, by batch means. The run is
/// cut into batches of equal length, each with a row of values. `number` computes the number from
/// the means of the values over all batches but one (the jackknife; for a mean it is the usual
/// batch-means interval). It is valid if a batch is much longer than the correlation of the values.
/// None for fewer than two batches, or if a number is undefined.
pub fn half_width_of_batches(batches: &[Vec<f64>], number: impl Fn(&[f64]) -> f64) -> Option<f64> {
    let count = batches.len();
    let width = batches.first().map(Vec::len)?;
    if count < 2 || batches.iter().any(|batch| batch.len() != width) {
        return None;
    }
    let sums: Vec<f64> = (0..width).map(|at| batches.iter().map(|batch| batch[at]).sum()).collect();
    let without = |batch: &Vec<f64>| {
        let means: Vec<f64> =
            sums.iter().zip(batch).map(|(sum, value)| (sum - value) / (count - 1) as f64).collect();
        number(&means)
    };
    let left: Vec<f64> = batches.iter().map(without).collect();
    let mean = left.iter().sum::<f64>() / count as f64;
    let squares: f64 = left.iter().map(|x| (x - mean) * (x - mean)).sum();
    let half = student_t_975(count - 1) * (squares * (count - 1) as f64 / count as f64).sqrt();
    half.is_finite().then_some(half)
}

/// The 97.5 % quantile of Student's t for 1 to 30 degrees of freedom.
const STUDENT_T: [f64; 30] = [
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604,
    2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555,
    2.0518, 2.0484, 2.0452, 2.0423,
];

/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.959_964;

/// The 97.5 % quantile of Student's t. Beyond the table it uses the first terms of the expansion in
/// 1/freedom around the normal quantile (Abramowitz and Stegun 26.7.5), with an error of 1e-5.
pub fn student_t_975(freedom: usize) -> f64 {
    match freedom {
        0 => f64::INFINITY,
        1..=30 => STUDENT_T[freedom - 1],
        _ => {
            let (z, n) = (NORMAL, freedom as f64);
            let (z3, z5) = (z * z * z, z * z * z * z * z);
            z + (z3 + z) / (4.0 * n) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        }
    }
}

/// The probability that Student's t is farther from zero than `t` (two-sided), by the finite series for whole degrees of
/// freedom (Abramowitz and Stegun 26.7.3 and 26.7.4).
pub fn student_p(t: f64, freedom: usize) -> f64 {
    if freedom == 0 || !t.is_finite() {
        return if t.is_infinite() && freedom > 0 { 0.0 } else { 1.0 };
    }
    let root = (freedom as f64).sqrt();
    let theta = libm::atan(t.abs() / root);
    let side = (t * t + freedom as f64).sqrt();
    let (cos, sin) = (root / side, t.abs() / side);
    let is_odd = freedom % 2 == 1;
    // The terms 1, 1/2·cos², 1/2·3/4·cos⁴ … of even, cos, 2/3·cos³ … of odd freedom.
    let mut term = if is_odd { cos } else { 1.0 };
    let mut sum = 0.0;
    for step in (if is_odd { 1 } else { 0 }..freedom - 1).step_by(2) {
        sum += term;
        let step = step as f64;
        term *= (step + 1.0) / (step + 2.0) * cos * cos;
    }
    let inside = if is_odd { 2.0 / std::f64::consts::PI * (theta + sin * sum) } else { sin * sum };
    within(1.0 - inside, 0.0, 1.0)
}

/// The p-values of several comparisons, corrected by Holm's method (Holm 1979, Scandinavian Journal of Statistics 6):
/// whoever calls those below 0.05 different is wrong about any of them in at most 5 % of all families.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (place, &at) in order.iter().enumerate() {
        largest = largest.max(p_values[at] * (p_values.len() - place) as f64).min(1.0);
        corrected[at] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_of_student_t_is_that_of_tables_and_of_the_intervals() {
        // Freedom 1: 1 − 2·atan(1)/π. Freedom 2: 1 − t/√(2 + t²). 3 and 10 from tables.
        for (t, freedom, p) in [(1.0, 1, 0.5), (1.0, 2, 0.422_650), (-3.182, 3, 0.05), (2.764, 10, 0.02)] {
            assert!((student_p(t, freedom) - p).abs() < 3e-5, "{t} {freedom}: {}", student_p(t, freedom));
        }
        for freedom in (1..=40).chain([99, 1000]) {
            let p = student_p(student_t_975(freedom), freedom);
            assert!((p - 0.05).abs() < 2e-5, "{freedom}: {p}");
        }
        assert_eq!((student_p(0.0, 7), student_p(f64::INFINITY, 7)), (1.0, 0.0));
    }

    #[test]
    fn holm_corrects_the_smallest_most_and_keeps_the_order() {
        // M9.2: 0.01·4, 0.02·3, 0.03·2, 0.04; the fourth is not below the third.
        let close = |found: Vec<f64>, expected: &[f64]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        };
        close(holm(&[0.04, 0.01, 0.03, 0.02]), &[0.06, 0.04, 0.06, 0.06]);
        close(holm(&[0.4, 0.6]), &[0.8, 0.8]);
        close(holm(&[0.03]), &[0.03]);
        assert_eq!(holm(&[]), Vec::<f64>::new());
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-3, "{found} for {expected}");
    }

    #[test]
    fn the_vectors_of_the_metrics() {
        // M9.1: x = 1…5.
        let summary = Summary::of((1..=5).map(|x| Some(f64::from(x))));
        assert_eq!(
            (summary.mean, summary.min, summary.max, summary.count),
            (Some(3.0), Some(1.0), Some(5.0), 5)
        );
        close(summary.half_width.unwrap(), 1.96293);
        for (n, t) in [(5, 2.776), (10, 2.262), (20, 2.093), (30, 2.045)] {
            close(student_t_975(n - 1), t);
        }
    }

    #[test]
    fn the_expansion_joins_the_table_and_ends_at_the_normal_quantile() {
        // Tables list 2.0395 for 31, 2.0211 for 40, 2.0003 for 60, 1.9799 for 120.
        for (freedom, t) in [(31, 2.0395), (40, 2.0211), (60, 2.0003), (120, 1.9799), (1_000_000, 1.96)] {
            close(student_t_975(freedom), t);
        }
        assert!((1..200).all(|n| student_t_975(n + 1) < student_t_975(n)));
    }

    /// Uniform numbers in 0..1 (Knuth's MMIX generator, upper bits).
    fn uniform(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Batches of a first-order autoregressive process with coefficient 0.9 and mean 0. Its values
    /// are correlated over some tens of steps.
    fn batches_of_a_process(state: &mut u64, count: usize, length: usize) -> Vec<Vec<f64>> {
        let mut x = 0.0;
        let mut batch = |_| {
            let step = |_| {
                x = 0.9 * x + uniform(state) - 0.5;
                x
            };
            vec![(0..length).map(step).sum::<f64>() / length as f64]
        };
        (0..count).map(&mut batch).collect()
    }

    #[test]
    fn batches_of_a_known_process_cover_its_mean_as_often_as_they_say() {
        let mut state = 1;
        let covered = |count: usize, length: usize, state: &mut u64| {
            let runs = (0..400).filter(|_| {
                let batches = batches_of_a_process(state, count, length);
                let mean = batches.iter().map(|batch| batch[0]).sum::<f64>() / count as f64;
                let half = half_width_of_batches(&batches, |means| means[0]).expect("several batches");
                mean.abs() <= half
            });
            runs.count() as f64 / 400.0
        };
        // 95 % of 400, within three standard deviations of 1.1 %.
        let long = covered(10, 500, &mut state);
        assert!((0.917..=0.983).contains(&long), "{long}");
        // Batches shorter than the correlation give intervals that are too narrow.
        let short = covered(10, 5, &mut state);
        assert!(short < 0.9, "{short}");
    }

    #[test]
    fn batches_of_a_mean_give_the_interval_of_their_means() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        let batches: Vec<Vec<f64>> = values.iter().map(|x| vec![*x]).collect();
        close(half_width_of_batches(&batches, |means| means[0]).unwrap(), 1.96293);
        // The sum of two flows whose values cancel out: no uncertainty.
        let opposed: Vec<Vec<f64>> = values.iter().map(|x| vec![*x, 10.0 - x]).collect();
        close(half_width_of_batches(&opposed, |means| means.iter().sum()).unwrap(), 0.0);
        assert_eq!(half_width_of_batches(&batches[..1], |means| means[0]), None);
    }

    #[test]
    fn undefined_values_do_not_count() {
        let summary = Summary::of([Some(1.0), None, Some(f64::NAN), Some(3.0)]);
        assert_eq!((summary.count, summary.mean), (2, Some(2.0)));
        assert_eq!(Summary::of([None]).mean, None);
        assert_eq!(Summary::of([Some(1.0)]).half_width, None);
        let equal = Summary::of([Some(0.1); 3]);
        assert_eq!((equal.mean, equal.half_width), (Some(0.1), Some(0.0)));
    }
}
