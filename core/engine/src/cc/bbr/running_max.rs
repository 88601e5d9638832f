//! The largest delivery rate of the last rounds as a kernel keeps it: the best three samples
//! (Nichols; Linux, lib/win_minmax.c). A sample still counts in the round in which its age is the
//! length of the window.

/// Round and value of a sample.
type Sample = (u64, f64);

/// The best, the second and the third best sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunningMax([Sample; 3]);

impl RunningMax {
    /// The maximum; 0 without a sample.
    pub fn value(&self) -> f64 {
        self.0[0].1
    }

    /// Adds a sample of `round`; samples count for `length` rounds.
    pub fn push(&mut self, round: u64, value: f64, length: u64) {
        let (new, best) = ((round, value), &mut self.0);
        if value >= best[0].1 || round - best[2].0 > length {
            *best = [new; 3];
            return;
        }
        if value >= best[1].1 {
            (best[1], best[2]) = (new, new);
        } else if value >= best[2].1 {
            best[2] = new;
        }
        let age = round - best[0].0;
        if age > length {
            *best = [best[1], best[2], new];
            if round - best[0].0 > length {
                *best = [best[1], best[2], new];
            }
        } else if best[1].0 == best[0].0 && age > length / 4 {
            // A quarter of the window without a better one: the second best is of later.
            (best[1], best[2]) = (new, new);
        } else if best[2].0 == best[1].0 && age > length / 2 {
            best[2] = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_counts_until_it_is_older_than_the_window() {
        let mut largest = RunningMax::default();
        let seen: Vec<f64> = [(0, 9.0), (3, 5.0), (6, 4.0), (10, 3.0), (11, 3.0), (14, 2.0), (17, 2.0)]
            .into_iter()
            .map(|(round, value)| {
                largest.push(round, value, 10);
                largest.value()
            })
            .collect();
        assert_eq!(seen, [9.0, 9.0, 9.0, 9.0, 5.0, 4.0, 3.0]);
    }

    #[test]
    fn after_a_window_without_samples_the_next_one_is_the_maximum() {
        let mut largest = RunningMax::default();
        largest.push(0, 9.0, 10);
        largest.push(11, 1.0, 10);
        assert_eq!(largest.value(), 1.0);
    }
}
