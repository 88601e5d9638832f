//! Environments for learning: a run that is stepped from outside. Between two steps a caller sets the
//! rate or the window of each learning flow; a step says what the flow then measured. A flow learns if
//! its algorithm is `manual`.
//!
//! Everything follows from the seed and the actions: an environment has no clock and no threads.

mod draw;
mod episode;
mod learner;

pub use draw::Range;
pub use episode::{Env, Row};

use crate::lanes::plan;
use ackscope_engine::math::{pow, within};
use ackscope_scenario::{ScenarioError, read_value};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What a step says about a learning flow: name, unit, meaning. A row has one number of each, in this order.
pub const QUANTITIES: [(&str, &str, &str); 28] = [
    ("time_s", "s", "The end of the step, since the start of the episode."),
    ("duration_s", "s", "The length of the step."),
    ("sent_packets", "packets", "Segments sent, retransmissions included."),
    ("delivered_packets", "packets", "Segments newly reported as delivered."),
    ("lost_packets", "packets", "Segments declared lost."),
    ("marked_packets", "packets", "Segments newly reported as marked."),
    ("rtt_samples", "samples", "Number of RTT samples."),
    ("mean_rtt_s", "s", "Their mean; 0 without one."),
    ("min_rtt_s", "s", "The smallest of them; 0 without one."),
    ("rtt_increase_s", "s", "Mean of their second half minus mean of their first half; 0 below two samples."),
    ("rtt_slope", "", "Slope of the RTT samples over their times, by least squares; 0 below two samples."),
    ("srtt_s", "s", "The smoothed RTT; 0 before the first sample."),
    ("lowest_rtt_s", "s", "The smallest RTT sample of the connection; 0 before the first."),
    ("lowest_mean_rtt_s", "s", "The smallest mean RTT of a step of the episode; 0 before the first."),
    ("cwnd_packets", "packets", "The window at the end of the step."),
    ("rate_bps", "bit/s", "The pacing rate; where a window is set, window / smoothed RTT."),
    ("inflight_packets", "packets", "Segments believed to be in the network when the last ACK arrived."),
    ("send_bps", "bit/s", "Bits sent / length of the step."),
    ("throughput_bps", "bit/s", "Bits delivered / length of the step."),
    ("max_throughput_bps", "bit/s", "The largest throughput of a step of the episode."),
    (
        "timeouts",
        "timeouts",
        "Expiries of the retransmission timer. QUIC has none: there it is persistent congestions (RFC 9002 §7.6).",
    ),
    ("packet_bits", "bit", "A segment on the wire."),
    ("bottleneck_bps", "bit/s", "The smallest peak rate of the flow's links. The flow does not know it."),
    ("base_rtt_s", "s", "The propagation RTT of the path. The flow does not know it."),
    ("step", "steps", "The number of the step; 0 is the start of an episode."),
    ("begins", "", "1 at the start of an episode."),
    ("terminated", "", "1 if the flow has transferred all its data."),
    ("truncated", "", "1 if the time of the scenario or the number of steps is used up."),
];

/// An environment as its caller describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The scenario. Flows with the algorithm `manual` learn.
    pub scenario: Value,
    /// What is drawn for each episode, by the path in the scenario.
    #[serde(default)]
    pub ranges: Map<String, Value>,
    pub step: StepLength,
    /// A step ends with the first ACK with an RTT sample at or after its time, and what is then chosen holds
    /// from the next ACK on: so acts what is called at ACKs only, such as a script. Nothing is chosen before the
    /// first sample.
    #[serde(default)]
    pub by_ack: bool,
    pub action: Action,
    /// The first rate in multiples of the bottleneck's, or the first window in bandwidth-delay products:
    /// drawn between both for each episode. Without it a flow starts at its initial window in an RTT.
    #[serde(default)]
    pub start: Option<(f64, f64)>,
    /// Whether the run is recorded, for a picture.
    #[serde(default)]
    pub record: bool,
    /// An episode is truncated after so many steps.
    #[serde(default)]
    pub max_steps: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepLength {
    /// In seconds.
    Seconds(f64),
    /// In round trips: in mean RTTs of the step before of the first learning flow.
    Rounds(f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// The pacing rate, in bit/s. The window is then as large as the receiver allows.
    Rate,
    Window,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// x becomes x (1 + s a), or x / (1 - s a) below zero (Jay et al., ICML 2019, §4.1; Liao et al.,
    /// EuroSys 2024, equation 1). Both have s = 0.025.
    Step,
    /// x becomes x sᵃ; Orca has s = 4 (Abbasloo et al., SIGCOMM 2020).
    Power,
    /// x becomes x a.
    Factor,
    /// x becomes a.
    Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    pub control: Control,
    pub form: Form,
    /// s above.
    pub scale: f64,
    /// The bounds of what is set, in bit/s or segments.
    pub bounds: (f64, f64),
}

impl Action {
    /// The rate or window after an action.
    fn apply(&self, before: f64, action: f64) -> f64 {
        let after = match self.form {
            Form::Step if action >= 0.0 => before * (1.0 + self.scale * action),
            Form::Step => before / (1.0 - self.scale * action),
            Form::Power => before * pow(self.scale, action),
            Form::Factor => before * action,
            Form::Value => action,
        };
        within(after, self.bounds.0, self.bounds.1)
    }
}

impl Spec {
    /// The names of the learning flows. Checks everything that does not depend on a draw.
    pub fn check(&self) -> Result<Vec<String>, ScenarioError> {
        let (StepLength::Seconds(length) | StepLength::Rounds(length)) = self.step;
        if !(1e-6..=100.0).contains(&length) {
            return Err(ScenarioError::value("step", length.to_string(), "0.000001 to 100"));
        }
        let (low, high) = self.action.bounds;
        if !(0.0 < low && low <= high && high.is_finite()) {
            let found = format!("{low} to {high}");
            return Err(ScenarioError::value("bounds", found, "two numbers above 0 in their order"));
        }
        if !(self.action.scale.is_finite() && self.action.scale > 0.0) {
            return Err(ScenarioError::value("scale", self.action.scale.to_string(), "a number above 0"));
        }
        if let Some((low, high)) = self.start
            && !(0.0 < low && low <= high && high.is_finite())
        {
            let found = format!("{low} to {high}");
            return Err(ScenarioError::value("start", found, "two numbers above 0 in their order"));
        }
        if self.by_ack && self.start.is_some() {
            let allowed = "none where steps end with an ACK: no sender knows its path before the first";
            return Err(ScenarioError::value("start", "a start", allowed));
        }
        let (setup, _) = draw::setup(self, 0, 0)?;
        let names: Vec<String> = learning(&setup).map(|flow| setup.flows[flow].name.clone()).collect();
        if self.by_ack && names.len() > 1 {
            let found = format!("{} flows that learn", names.len());
            return Err(ScenarioError::value(
                "flows",
                found,
                "one where steps end with an ACK: that of a flow",
            ));
        }
        if names.is_empty() {
            let allowed = "at least one flow with the algorithm manual: it learns";
            return Err(ScenarioError::value("flows", "no flow that learns", allowed));
        }
        Ok(names)
    }
}

/// The places of the flows that learn.
fn learning(setup: &ackscope_engine::setup::Setup) -> impl Iterator<Item = usize> + '_ {
    let is_learning = |place: &usize| setup.flows[*place].tcp().is_some_and(|tcp| tcp.algorithm == "manual");
    (0..setup.flows.len()).filter(is_learning)
}

/// The only lane of a scenario.
fn compiled(scenario: &Value) -> Result<ackscope_engine::setup::Setup, ScenarioError> {
    let mut plans = plan(&read_value(scenario)?)?;
    if plans.len() != 1 {
        return Err(ScenarioError::value("compare", format!("{} lanes", plans.len()), "one lane"));
    }
    Ok(plans.swap_remove(0).setup)
}

#[cfg(test)]
mod tests;
