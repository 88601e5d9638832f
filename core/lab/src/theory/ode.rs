//! The `ivp` crate integrates the fluid models with the classic Runge-Kutta method and a fixed
//! step. An adaptive step would need powers, whose bits differ between targets. Halving the step
//! until the result is stable needs only the four basic operations.

use ivp::ivp::FirstOrderSystem;
use ivp::methods::RK4;
use ivp::solout::{ControlFlag, SolOut};

/// The relative difference below which the step is not halved any more.
const TOLERANCE: f64 = 1e-9;
/// The first and the largest number of steps.
const STEPS: (usize, usize) = (32, 1 << 17);

struct Slope<F>(F);

impl<F: Fn(f64) -> f64> FirstOrderSystem for Slope<F> {
    fn derivative(&self, _: f64, y: &[f64], slope: &mut [f64]) {
        slope[0] = (self.0)(y[0]);
    }
}

/// Stores the state of the last step.
struct Last(f64);

impl SolOut for Last {
    fn solout(
        &mut self,
        _: f64,
        _: &mut f64,
        y: &mut [f64],
        _: Option<&ivp::dense::StepInterpolant<'_>>,
    ) -> ControlFlag {
        self.0 = y[0];
        ControlFlag::Continue
    }
}

/// y(t) of `y' = slope(y)`, `y(0) = start`. NaN if no step is small enough, for example where y
/// diverges.
pub fn integrate(slope: impl Fn(f64) -> f64, start: f64, t: f64) -> f64 {
    if t == 0.0 {
        return start;
    }
    let system = Slope(slope);
    let (mut steps, most) = STEPS;
    let mut before = f64::NAN;
    while steps <= most {
        let mut last = Last(start);
        let method = RK4 { max_steps: steps + 1, dense_output: false };
        let done = method.solve(&system, 0.0, &[start], t, t / steps as f64, Some(&mut last));
        if done.is_ok() && (last.0 - before).abs() <= TOLERANCE * last.0.abs() {
            return last.0;
        }
        before = last.0;
        steps *= 2;
    }
    f64::NAN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logistic_equation_is_integrated_to_its_closed_form() {
        // y' = y(1 − y), y(0) = 0.1: y(t) = 1/(1 + 9e^{−t}).
        let exact = 1.0 / (1.0 + 9.0 * libm::exp(-3.0));
        let found = integrate(|y| y * (1.0 - y), 0.1, 3.0);
        assert!((found / exact - 1.0).abs() < 1e-9, "{found} for {exact}");
        assert_eq!(integrate(|y| y, 7.0, 0.0), 7.0);
    }

    #[test]
    fn a_solution_that_runs_off_is_not_a_number() {
        // y' = y², y(0) = 1 is infinite at t = 1.
        assert!(integrate(|y| y * y, 1.0, 2.0).is_nan());
    }
}
