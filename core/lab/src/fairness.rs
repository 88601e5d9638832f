//! Measures of fairness between flows (metrics §3).

use ackscope_engine::math::ln;

/// The Jain index of `values` (metrics §3), `None` if it is undefined.
pub fn jain_index(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().sum();
    let squares: f64 = values.iter().map(|x| x * x).sum();
    (squares > 0.0).then(|| sum * sum / (values.len() as f64 * squares))
}

/// Largest rate divided by the smallest; `None` without flows or if a flow gets nothing.
pub fn max_min_ratio(rates: &[f64]) -> Option<f64> {
    let (most, least) = (rates.iter().copied().reduce(f64::max)?, rates.iter().copied().reduce(f64::min)?);
    (least > 0.0).then(|| most / least)
}

/// Slope of ln rate over ln RTT, by least squares over the flows `(rtt_s, rate)`; `None` if all
/// RTTs are equal or a flow gets nothing.
pub fn rtt_exponent(flows: &[(f64, f64)]) -> Option<f64> {
    if flows.iter().any(|&(rtt_s, rate)| rtt_s <= 0.0 || rate <= 0.0) {
        return None;
    }
    let points: Vec<(f64, f64)> = flows.iter().map(|&(rtt_s, rate)| (ln(rtt_s), ln(rate))).collect();
    let count = points.len() as f64;
    let (x, y) =
        points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0 / count, sum.1 + point.1 / count));
    let spread: f64 = points.iter().map(|point| (point.0 - x) * (point.0 - x)).sum();
    let common: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    // Equal RTTs may differ by rounding errors.
    (spread > 1e-12).then(|| common / spread)
}

/// Largest minus smallest, divided by the mean (GM04 Figs. 14 to 16); `None` for fewer than two
/// flows or if all are zero.
pub fn sequence_spread(last: &[f64]) -> Option<f64> {
    let (most, least) = (last.iter().copied().reduce(f64::max)?, last.iter().copied().reduce(f64::min)?);
    let mean = last.iter().sum::<f64>() / last.len() as f64;
    (last.len() > 1 && mean > 0.0).then(|| (most - least) / mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_of_the_metrics() {
        // M3.6: at a quarter of the RTT, Reno has four times the rate and Westwood twice the rate.
        let slope = |ratio| rtt_exponent(&[(0.05, ratio), (0.2, 1.0)]).unwrap();
        assert!((slope(4.0) + 1.0).abs() < 1e-12 && (slope(2.0) + 0.5).abs() < 1e-12);
        // M3.7
        let spread = sequence_spread(&[64_238.0, 26_693.0]).unwrap();
        assert!((spread - 0.825_791).abs() < 1e-6, "{spread}");
        assert_eq!(max_min_ratio(&[4.0, 1.0, 2.0]), Some(4.0));
    }

    #[test]
    fn what_is_not_defined_is_nothing() {
        assert_eq!(rtt_exponent(&[(0.1, 1.0), (0.1, 2.0)]), None);
        assert_eq!(rtt_exponent(&[(0.1, 0.0), (0.2, 2.0)]), None);
        assert_eq!((max_min_ratio(&[]), max_min_ratio(&[1.0, 0.0])), (None, None));
        assert_eq!((sequence_spread(&[5.0]), sequence_spread(&[0.0, 0.0])), (None, None));
    }

    #[test]
    fn jain_index_of_the_metrics() {
        // metrics M3.1 to M3.5
        let close = |values: &[f64], expected: f64| {
            let index = jain_index(values).expect("defined");
            assert!((index - expected).abs() < 1e-6, "{index} for {values:?}");
        };
        close(&[1.0, 2.0, 3.0], 0.857_142_86);
        close(&[1.0, 0.0, 0.0, 0.0], 0.25);
        close(&[5.0, 5.0], 1.0);
        close(&[103_065.0, 96_932.0], 0.999_061);
        close(&[1_573.0, 198_425.0], 0.507_927);
        assert_eq!(jain_index(&[0.0, 0.0]), None);
        assert_eq!(jain_index(&[]), None);
    }
}
