//! Where rate halving stops (`min_cwnd` of the modules of Linux 2.6.22).

use crate::laws::Law;
use ackscope_engine::cc::{Connection, Controller, Window};

/// The window below which rate halving does not go after this loss: the one that the algorithm has
/// set, unless its module defines another. The algorithm is not told when the halving ends.
pub fn floor(cc: &mut Controller, c: &Connection, w: &Window) -> f64 {
    let of_reno = w.ssthresh / 2.0;
    match cc {
        Controller::reno(_)
        | Controller::newreno(_)
        | Controller::sack(_)
        | Controller::vegas(_)
        | Controller::stcp(_)
        | Controller::hstcp(_)
        | Controller::illinois(_)
        | Controller::hybla(_) => of_reno,
        Controller::westwood_plus(kernel) => kernel.skip_recovery_exit(c, w),
        Controller::WithShadows(shadowed) => {
            let (driver, others) = shadowed.parts();
            for other in others {
                floor(other, c, w);
            }
            floor(driver, c, w)
        }
        Controller::Own(own) if own.cuts_as_newreno() => of_reno,
        Controller::Own(own) => match own.as_any().downcast_mut() {
            Some(Law::WestwoodPlus(law)) => law.skip_recovery_exit(c, w),
            Some(Law::VegasAgent(_) | Law::Vegas(_) | Law::Hstcp(_)) => of_reno,
            _ => w.cwnd,
        },
        _ => w.cwnd,
    }
}

#[cfg(test)]
mod tests {
    use super::floor;
    use crate::played::play;
    use ackscope_engine::cc::REGISTRY;
    use ackscope_engine::cc::script::Script;

    /// The algorithms whose module uses Reno's lower bound, and Reno itself.
    const BY_THRESHOLD: [&str; 8] =
        ["reno", "newreno", "sack", "vegas", "stcp", "hstcp", "illinois", "hybla"];

    fn floor_of(mut script: Script) -> f64 {
        floor(&mut script.cc, &script.c, &script.w)
    }

    #[test]
    fn rate_halving_ends_at_half_of_the_threshold_or_at_the_window() {
        for spec in REGISTRY {
            // Westwood+ has its own value, from the measured bandwidth; see its tests.
            if spec.id == "westwood+" {
                continue;
            }
            let expected = if BY_THRESHOLD.contains(&spec.id) { 12.0 } else { 30.0 };
            assert_eq!(floor_of(Script::new(spec.id, 30.0, 24.0)), expected, "{}", spec.id);
        }
        for (id, expected) in [("vegas", 12.0), ("hstcp", 12.0), ("htcp", 30.0), ("cubic", 30.0)] {
            assert_eq!(floor_of(play(id, "linux2622", 30.0, 24.0)), expected, "{id}");
        }
    }
}
