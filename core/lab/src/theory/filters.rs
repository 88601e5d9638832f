//! Step responses of the Westwood family's bandwidth filters.

use super::Formula;
use super::inputs::Input;
use ackscope_engine::catalogue::{Term, term};
use ackscope_engine::math::{exp, ln, pow};

pub const FORMULAS: &[Formula] = &[
    Formula {
        id: "westwood-filter-step",
        name: "Westwood's filter, step response",
        summary: "Response of Westwood's bandwidth filter to a step: the fraction it has followed after a number of samples.",
        latex: r"\hat b_n = 1-a^n,\quad a = \frac{2\tau-\Delta}{2\tau+\Delta}",
        inputs: &[TAU, SPACING, SAMPLES],
        outputs: &[SHARE],
        axis: "samples",
        assumptions: &[
            "Samples come evenly spaced, and the filter has had one before: the first enters with half its weight.",
        ],
        conditions: &[],
        source: "CGMSW02 §2.2, the bilinear form of a first-order low-pass filter",
        corrections: &[],
        evaluate: |values| {
            let [tau, spacing, samples] = values.of(["tau", "spacing", "samples"]);
            vec![1.0 - pow((2.0 * tau - spacing) / (2.0 * tau + spacing), samples)]
        },
    },
    Formula {
        id: "westwood-filter-decay",
        name: "Westwood's filter, decay in silence",
        summary: "How the estimate decays when no ACK arrives: virtual samples of zero every τ/m, beside the exponential that they approximate.",
        latex: r"\frac{\hat b_h}{\hat b_0} = \left(\frac{2m-1}{2m+1}\right)^h,\quad h = \frac{m\,t}{\tau}",
        inputs: &[TAU, PER_TAU, SILENCE],
        outputs: &[LEFT, EXACT],
        axis: "silence",
        assumptions: &["The silence lasts for a whole number of virtual samples."],
        conditions: &[],
        source: "CGMSW02 §2.2",
        corrections: &[],
        evaluate: |values| {
            let [tau, m, silence] = values.of(["tau", "samples_per_tau", "silence"]);
            let samples = (m * silence / tau + 1e-9).floor();
            vec![pow((2.0 * m - 1.0) / (2.0 * m + 1.0), samples), exp(-silence / tau)]
        },
    },
    Formula {
        id: "westwood-plus-filter-step",
        name: "Westwood+'s filter, step response",
        summary: "Response of Westwood+'s filter to a step: the fraction it has followed after a number of round-trip times, the round trips to 90 %, and the remaining noise.",
        latex: r"\hat b_n = 1-k^n,\quad n_{90} = \frac{\ln 0.1}{\ln k},\quad \frac{\mathrm{var}(\hat b)}{\mathrm{var}(b)} = \frac{1-k}{1+k}",
        inputs: &[KEEP, SAMPLES],
        outputs: &[SHARE, TO_90, NOISE],
        axis: "samples",
        assumptions: &["One sample per round-trip time; their errors are independent."],
        conditions: &[],
        source: "GM04 eq. 1",
        corrections: &[],
        evaluate: |values| {
            let [keep, samples] = values.of(["keep", "samples"]);
            vec![1.0 - pow(keep, samples), ln(0.1) / ln(keep), (1.0 - keep) / (1.0 + keep)]
        },
    },
];

const TAU: Input =
    Input::linear(term("tau", r"\tau", "s", "The filter's time constant."), 0.5, (1e-3, 1e3), (0.1, 2.0));
const SPACING: Input =
    Input::linear(term("spacing", r"\Delta", "s", "The time between samples."), 0.1, (0.0, 1e3), (0.0, 0.5));
const SAMPLES: Input =
    Input::whole(term("samples", "n", "", "Samples since the step."), 10.0, (0.0, 1e6), (0.0, 50.0));
const PER_TAU: Input = Input::whole(
    term("samples_per_tau", "m", "", "Virtual samples per time constant."),
    2.0,
    (1.0, 100.0),
    (1.0, 8.0),
);
const SILENCE: Input =
    Input::linear(term("silence", "t", "s", "Time without an ACK."), 1.0, (0.0, 1e4), (0.0, 5.0));
const KEEP: Input =
    Input::linear(term("keep", "k", "", "The weight of the old estimate."), 0.9, (1e-3, 0.999), (0.5, 0.99));
const SHARE: Term = term("share", r"\hat b_n", "", "The part of the step that the estimate has followed.");
const LEFT: Term = term("left", r"\hat b_h/\hat b_0", "", "The part of the estimate that is left.");
const EXACT: Term = term("exact", r"e^{-t/\tau}", "", "The part that a continuous filter would have left.");
const TO_90: Term =
    term("samples_to_90", "n_{90}", "", "Samples until nine tenths of the step are followed.");
const NOISE: Term = term(
    "noise_gain",
    r"\mathrm{var}(\hat b)/\mathrm{var}(b)",
    "",
    "Variance of the estimate / variance of the samples.",
);

#[cfg(test)]
mod tests {
    use super::super::test::{close, value};

    #[test]
    fn the_vectors_of_the_theory() {
        // T9.1: one second of silence at τ = 0.5 s and m = 2 gives four virtual samples.
        close(value("westwood-filter-decay", "left", &[]), 0.1296);
        close(value("westwood-filter-decay", "exact", &[]), 0.135_335_283);
        close(value("westwood-plus-filter-step", "samples_to_90", &[]), 21.854_345_3);
        close(value("westwood-plus-filter-step", "noise_gain", &[]), 0.052_631_578_9);
        // a = (1 − 0.1)/(1 + 0.1)
        close(value("westwood-filter-step", "share", &[("samples", 1.0)]), 1.0 - 0.9 / 1.1);
    }
}
