//! `windowed_max` and `windowed_min` of a script: the extreme of the last samples, in three numbers.
//!
//! The filter is Kathleen Nichols', which BBR uses in Linux (lib/win_minmax.c). It keeps the best
//! sample, the best one after it, and the best one after that. A second and a third that are as old
//! as the one before them are taken anew after a quarter and after half of the span.
//!
//! A sample that is the extreme of the span before it is the result until it leaves the span or is
//! beaten. So the result is exact while the extreme of the span was that when it came. Otherwise it
//! is one of the samples of the span, and no later one beats it.

/// The filter of one call in a script.
#[derive(Clone, Copy, Debug)]
pub struct Windowed {
    is_max: bool,
    /// Time or round, and value: the best one, the second, the third. A minimum is the maximum of
    /// the values with the other sign.
    kept: [(f64, f64); 3],
}

impl Windowed {
    /// A filter without samples.
    pub fn new(is_max: bool) -> Windowed {
        Windowed { is_max, kept: [(0.0, f64::NEG_INFINITY); 3] }
    }

    /// Adds the sample `value` at `now`; returns the extreme of the samples of the last `span`. What
    /// is not finite is no sample. A span that is no number counts as 0.
    pub fn sample(&mut self, value: f64, now: f64, span: f64) -> f64 {
        let turned = |value: f64| if self.is_max { value } else { -value };
        let new = (now, turned(value));
        let [best, second, third] = self.kept;
        let span = span.max(0.0);
        if new.1.is_finite() {
            let age = |kept: (f64, f64)| now - kept.0;
            self.kept = if new.1 >= best.1 || age(third) > span {
                [new; 3]
            } else {
                let kept = if new.1 >= second.1 {
                    [best, new, new]
                } else if new.1 >= third.1 {
                    [best, second, new]
                } else {
                    self.kept
                };
                let [best, second, third] = kept;
                if age(second) > span {
                    [third, new, new]
                } else if age(best) > span {
                    [second, third, new]
                } else if second.0 == best.0 && age(best) > span / 4.0 {
                    [best, new, new]
                } else if third.0 == second.0 && age(best) > span / 2.0 {
                    [best, second, new]
                } else {
                    kept
                }
            };
        }
        let extreme = self.kept[0].1;
        if extreme.is_finite() { turned(extreme) } else { value }
    }
}

#[cfg(test)]
mod tests {
    use super::Windowed;
    use ackscope_engine::rng::Stream;

    /// The extreme of the samples of the last `span`, from all of them.
    fn exact(all: &[(f64, f64)], is_max: bool, now: f64, span: f64) -> f64 {
        let last = all.iter().filter(|(at, _)| now - at <= span).map(|(_, value)| *value);
        if is_max { last.fold(f64::NEG_INFINITY, f64::max) } else { last.fold(f64::INFINITY, f64::min) }
    }

    /// The results for samples (time, value) and a span.
    fn results(is_max: bool, span: f64, samples: &[(f64, f64)]) -> Vec<f64> {
        let mut filter = Windowed::new(is_max);
        samples.iter().map(|(now, value)| filter.sample(*value, *now, span)).collect()
    }

    #[test]
    fn the_best_one_leaves_after_the_span_and_the_second_follows() {
        // 9 at 0 leaves after 8. After a quarter, at 3, 4 becomes the second; after half, at 5, 3
        // becomes the third; 5 at 6 beats both of them.
        let samples = [(0.0, 9.0), (1.0, 7.0), (3.0, 4.0), (5.0, 3.0), (6.0, 5.0), (8.0, 1.0), (9.0, 2.0)];
        assert_eq!(results(true, 8.0, &samples), [9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 5.0]);
        let turned: Vec<_> = samples.iter().map(|(now, value)| (*now, -value)).collect();
        assert_eq!(results(false, 8.0, &turned), [-9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -5.0]);
        // 7 at 1 is forgotten: at 9 the exact maximum of [1, 9] is 7.
        assert_eq!(exact(&samples, true, 9.0, 8.0), 7.0);
    }

    #[test]
    fn it_is_exact_while_samples_rise_and_after_a_pause() {
        let rising = [(0.0, 1.0), (1.0, 2.0), (2.0, 2.0), (3.0, 5.0)];
        assert_eq!(results(true, 2.0, &rising), [1.0, 2.0, 2.0, 5.0]);
        // All three are older than the span.
        assert_eq!(results(true, 2.0, &[(0.0, 9.0), (1.0, 8.0), (50.0, 3.0)]), [9.0, 9.0, 3.0]);
        // The best one stays for the whole span, its end included.
        assert_eq!(results(false, 2.0, &[(0.0, 1.0), (2.0, 4.0), (2.5, 6.0)]), [1.0, 1.0, 4.0]);
        // A span of 0 is the newest sample.
        assert_eq!(results(true, 0.0, &[(0.0, 9.0), (1.0, 8.0), (2.0, 3.0)]), [9.0, 8.0, 3.0]);
    }

    #[test]
    fn what_is_not_finite_is_no_sample() {
        let samples = [(0.0, f64::INFINITY), (1.0, 3.0), (2.0, f64::INFINITY), (3.0, f64::NAN)];
        assert_eq!(results(true, 9.0, &samples), [f64::INFINITY, 3.0, 3.0, 3.0]);
    }

    /// Samples that wander, at irregular times; with `by_rounds` some at one and the same time.
    fn samples(seed: u64, by_rounds: bool) -> Vec<(f64, f64)> {
        let mut random = Stream::new(seed, "windowed");
        let (mut now, mut value) = (0.0, 100.0);
        let mut next = || {
            now += if by_rounds { (random.uniform() * 1.2).floor() } else { random.uniform() };
            value += random.uniform() - 0.5;
            (now, value)
        };
        (0..4000).map(|_| next()).collect()
    }

    #[test]
    fn it_is_exact_while_the_extreme_was_that_when_it_came_and_else_within_the_span() {
        let (mut exactly, mut otherwise) = (0, 0);
        for (seed, is_max, by_rounds, span) in
            [(1, true, false, 30.0), (2, false, false, 8.0), (3, true, true, 10.0), (4, false, true, 4.0)]
        {
            let all = samples(seed, by_rounds);
            let mut filter = Windowed::new(is_max);
            for (place, &(now, value)) in all.iter().enumerate() {
                let found = filter.sample(value, now, span);
                let so_far = &all[..=place];
                let best = exact(so_far, is_max, now, span);
                let beats = |a: f64, b: f64| if is_max { a > b } else { a < b };
                // The newest sample that is the extreme of the span: was it that when it came?
                let came = so_far.iter().rposition(|(_, value)| *value == best).expect("a sample");
                if exact(&so_far[..=came], is_max, so_far[came].0, span) == best {
                    assert_eq!(found, best, "at {now}");
                    exactly += 1;
                } else {
                    otherwise += 1;
                }
                // In any case it is a sample of the span, and no later one beats it.
                let of = so_far.iter().rposition(|(_, value)| *value == found).expect("a sample");
                assert!(now - so_far[of].0 <= span, "{found} at {now} is too old");
                assert!(!beats(found, best) && so_far[of..].iter().all(|(_, later)| !beats(*later, found)));
            }
        }
        assert!(exactly > 8000 && otherwise > 500, "both are tried: {exactly} {otherwise}");
    }

    #[test]
    fn a_span_that_changes_from_sample_to_sample_holds_as_it_is_then() {
        let mut filter = Windowed::new(false);
        for (now, value, span, wanted) in
            [(0.0, 5.0, 10.0, 5.0), (1.0, 7.0, 10.0, 5.0), (2.0, 8.0, 1.0, 8.0), (3.0, 9.0, 10.0, 8.0)]
        {
            assert_eq!(filter.sample(value, now, span), wanted, "at {now}");
        }
    }
}
