//! How evenly flows share, beside the Jain index (metrics §3).

use ackscope_engine::math::ln;

/// Largest by smallest; `None` without a flow or where one gets nothing.
pub fn max_min_ratio(rates: &[f64]) -> Option<f64> {
    let (most, least) = (rates.iter().copied().reduce(f64::max)?, rates.iter().copied().reduce(f64::min)?);
    (least > 0.0).then(|| most / least)
}

/// Slope of ln rate against ln RTT, by least squares over the flows `(rtt_s, rate)`; `None` where all RTTs are equal or a flow
/// gets nothing.
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
    // Equal RTTs differ by rounding only.
    (spread > 1e-12).then(|| common / spread)
}

/// Largest less smallest by their mean (GM04 Figs. 14 to 16); `None` below two flows or where all are zero.
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
        // M3.6: four times the rate at a quarter of the RTT is Reno, twice is Westwood.
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
}
