//! Rates of a link that are drawn at random. One process draws them all; a model is one file, which says how long
//! a rate holds and which numbers are usual, and one word in the list below.
//!
//! A rate holds for some time, then the next one is drawn, independently of it and log-normally. If the time is
//! exponential, the autocorrelation of the rate over t is exp(-t/correlation), because two instants have either the
//! same rate or independent ones. If it is fixed, it is 1 - t/period. In an outage the rate is zero.
//!
//! The rates of a run are drawn when its setup is made, so that everything that reads steps reads them too.

use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::choices::Direction;
use crate::math::{exp, ln, smaller};
use crate::rng::Stream;
use crate::units::{BitRate, Span, Time, format_in};

/// A rate above this many times the mean counts as that many times the mean: a default access link is this much
/// faster than the hop. With a spread of 1 this takes 0.2 % of the mean, with one below 0.7 less than 0.01 %.
const LARGEST_OVER_MEAN: f64 = 10.0;

/// The most changes of a rate that are expected in a run: half of them by levels, twice as many by outages.
const MAX_CHANGES: f64 = 1e6;

/// Rates that a model has drawn for a channel.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnRate {
    /// The id of the model, for what tells of the link.
    pub kind: &'static str,
    /// The mean over a long time.
    pub mean: BitRate,
    /// What it drew: sorted, the first step at zero, the last step above zero.
    pub steps: Vec<(Time, BitRate)>,
}

/// The key of the time for which a rate holds, by which the models differ: exponential or fixed.
const CORRELATION: &str = "correlation";
const PERIOD: &str = "period";

const fn mean(bps: f64, source: &'static str) -> Param {
    Param::number(
        "mean",
        "bit/s",
        bps,
        (1e3, 1e12),
        "Mean rate over a long time, with its outages. Where one number is needed, such as for 1bdp, it is this.",
        source,
    )
}

const fn spread(share: f64, source: &'static str) -> Param {
    Param::number(
        "spread",
        "",
        share,
        (0.0, 1.0),
        "Standard deviation of the rate between outages, as a share of its mean there.",
        source,
    )
}

const fn correlation(s: f64, source: &'static str) -> Param {
    let help = "Mean time for which a rate holds: over this time the autocorrelation falls to 1/e.";
    Param::number(CORRELATION, "s", s, (1e-3, 1e6), help, source)
}

const fn outage(s: f64, source: &'static str) -> Param {
    let help = "Mean length of an outage, in which the rate is zero; 0: there are none.";
    Param::number("outage", "s", s, (0.0, 1e5), help, source)
}

const fn outage_every(s: f64, source: &'static str) -> Param {
    let help = "Mean time from the start of an outage to the start of the next, at least twice its length.";
    Param::number("outage_every", "s", s, (1e-3, 1e6), help, source)
}

macro_rules! rates {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// What each model declares about itself.
        pub static REGISTRY: &[&Spec] = &[$(&$module::SPEC.lean()),*];
    };
}

rates! { cellular, leo, wifi }

/// Parameters of a rate model that make no sense together.
pub fn contradiction(params: &Params) -> Option<Contradiction> {
    let most = params.number("outage_every") / 2.0;
    let outage = params.number("outage");
    (outage > most).then(|| Contradiction {
        parameter: "outage",
        found: format_in(outage, "s"),
        allowed: format!("at most half of outage_every, which is {}", format_in(most, "s")),
    })
}

/// Refuses a rate that changes too often in a run until `end`: the changes are listed.
pub fn too_often(params: &Params, end: Time) -> Option<Contradiction> {
    let least_s = 2.0 * end.secs() / MAX_CHANGES;
    let (hold, _) = hold(params);
    let keys = [Some(hold), (params.number("outage") > 0.0).then_some("outage_every")];
    let parameter = keys.into_iter().flatten().find(|key| params.number(key) < least_s)?;
    Some(Contradiction {
        parameter,
        found: format_in(params.number(parameter), "s"),
        allowed: format!("at least {} in a run of this duration", format_in(least_s, "s")),
    })
}

/// The time for which a rate holds: the name of the parameter, and its number in seconds.
fn hold(params: &Params) -> (&'static str, f64) {
    let is_fixed = params.iter().any(|(name, _)| name == PERIOD);
    let name = if is_fixed { PERIOD } else { CORRELATION };
    (name, params.number(name))
}

/// Draws the rates of a channel of hop `hop` until `end`, and the end of an outage that lasts longer. Each direction has a stream of its own.
/// Outages are drawn for the hop, so that both directions have the same ones if their parameters are the same.
pub fn draw(
    kind: &'static str,
    params: &Params,
    (hop, direction): (usize, Direction),
    seed: u64,
    end: Time,
) -> DrawnRate {
    let mut levels = Stream::new(seed, &format!("hop {hop} {} rate", direction.id()));
    let mut outages = Stream::new(seed, &format!("hop {hop} outages"));
    let (mean_bps, spread) = (params.number("mean"), params.number("spread"));
    let (outage_s, every_s) = (params.number("outage"), params.number("outage_every"));
    let gap_s = every_s - outage_s;
    let (hold, hold_s) = hold(params);
    // The variance of the logarithm, and the mean between outages.
    let variance = ln(1.0 + spread * spread);
    let between_bps = mean_bps * every_s / gap_s;
    let lasts = |s: f64| Span::from_secs(s).max(Span::from_nanos(1));

    let mut steps: Vec<(Time, BitRate)> = Vec::new();
    let (mut at, mut level) = (Time::ZERO, BitRate::default());
    let (mut is_out, mut next_level) = (false, Time::ZERO);
    let mut next_turn = if outage_s > 0.0 { at + lasts(outages.exponential(gap_s)) } else { Time::NEVER };
    loop {
        if at == next_level {
            let bps = between_bps * exp(variance.sqrt() * normal(&mut levels) - variance / 2.0);
            // A rate of zero is an outage.
            level = BitRate::from_bps((smaller(bps, LARGEST_OVER_MEAN * mean_bps).round() as u64).max(1));
            next_level = at + lasts(if hold == PERIOD { hold_s } else { levels.exponential(hold_s) });
        }
        if at == next_turn {
            is_out = !is_out;
            next_turn = at + lasts(outages.exponential(if is_out { outage_s } else { gap_s }));
        }
        let rate = if is_out { BitRate::default() } else { level };
        if steps.last().is_none_or(|last| last.1 != rate) {
            steps.push((at, rate));
        }
        at = next_level.min(next_turn);
        if at >= end {
            if is_out {
                steps.push((next_turn, level));
            }
            return DrawnRate { kind, mean: BitRate::from_bps(mean_bps.round() as u64), steps };
        }
    }
}

/// A draw from the standard normal distribution by Marsaglia's polar method (SIAM Review 6, 1964), which needs no
/// trigonometric function. It has two results; the second is not used, so that a draw keeps no state.
fn normal(random: &mut Stream) -> f64 {
    loop {
        let [u, v] = [(); 2].map(|()| 2.0 * random.uniform() - 1.0);
        let square = u * u + v * v;
        if square > 0.0 && square < 1.0 {
            return u * (-2.0 * ln(square) / square).sqrt();
        }
    }
}
