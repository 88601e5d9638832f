//! The quantities of several flows together. The engine declares those of single flows and
//! channels.

use super::friendliness::share_ratio;
use crate::fairness;
use crate::report::{FlowReport, GroupReport};
use ackscope_engine::quantities;
use ackscope_engine::sim::{FlowWindow, Quantity, TransferStats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The results of some flows in one interval.
#[derive(Debug)]
pub struct Members<'a> {
    flows: Vec<&'a FlowWindow>,
    goodputs: Vec<f64>,
    throughputs: Vec<f64>,
}

impl<'a> Members<'a> {
    /// The windows of some flows, all of the same interval.
    pub fn new(flows: Vec<&'a FlowWindow>) -> Members<'a> {
        let goodputs = flows.iter().map(|flow| flow.goodput_bps).collect();
        let throughputs = flows.iter().map(|flow| flow.throughput_bps).collect();
        Members { flows, goodputs, throughputs }
    }

    fn count(&self, of: fn(&FlowWindow) -> u64) -> u64 {
        self.flows.iter().map(|flow| of(flow)).sum()
    }
}

/// A sum that starts from +0, so that an empty one is not -0.
fn sum(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |sum, value| sum + value)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| sum(values) / values.len() as f64)
}

/// The ratio of several flows to the segments they sent: the mean of their ratios, weighted by
/// throughput. All packets must have one size.
pub fn per_segment_sent<'a>(
    flows: impl IntoIterator<Item = &'a FlowWindow>,
    ratio: fn(&FlowWindow) -> Option<f64>,
) -> Option<f64> {
    let (sent, events) = flows.into_iter().fold((0.0, 0.0), |(sent, events), flow| {
        (sent + flow.throughput_bps, events + flow.throughput_bps * ratio(flow).unwrap_or(0.0))
    });
    (sent > 0.0).then(|| events / sent)
}

/// The results of a group in one interval, with reference values.
#[derive(Debug)]
pub struct GroupInterval<'a> {
    /// Its flows.
    pub members: Members<'a>,
    /// Their two-way propagation delays.
    pub rtts_s: Vec<f64>,
    /// Mean goodput of the other TCP flows of its direction; NaN without one, `None` for a group
    /// without flows.
    pub others_bps: Option<f64>,
    /// From the start of the interval until its flows have their fair share.
    pub fair_convergence_s: Option<f64>,
    /// The transfers of its flows' applications, if there are any.
    pub transfers: Option<TransferStats>,
}

impl GroupInterval<'_> {
    fn per_segment_sent(&self, ratio: fn(&FlowWindow) -> Option<f64>) -> Option<f64> {
        per_segment_sent(self.members.flows.iter().copied(), ratio)
    }

    fn by_rtt(&self) -> Vec<(f64, f64)> {
        self.rtts_s.iter().copied().zip(self.members.goodputs.iter().copied()).collect()
    }

    fn last_sequences(&self) -> Vec<f64> {
        self.members.flows.iter().map(|flow| flow.last_sequence as f64).collect()
    }

    fn mean_rtts_s(&self) -> Vec<f64> {
        self.members.flows.iter().filter_map(|flow| flow.mean_rtt_s).collect()
    }
}

quantities! {
    /// What a group got in a window.
    #[derive(Serialize, Deserialize, JsonSchema)]
    pub struct GroupWindow of |group: &GroupInterval<'_>| {
        /// Sum of the flows' goodputs.
        0 total_goodput_bps: f64, "goodput", "bit/s" = sum(&group.members.goodputs);
        /// Jain index of the flows' goodputs; null if all are zero.
        1 jain_index: Option<f64>, "Jain index", "" = fairness::jain_index(&group.members.goodputs);
        /// Sum of the flows' throughputs.
        2 total_throughput_bps as "throughput_bps": f64, "throughput", "bit/s" = sum(&group.members.throughputs);
        /// Mean of the flows' goodputs, each flow with the same weight; null if there is no flow.
        5 mean_goodput_bps: Option<f64>, "mean goodput", "bit/s" = mean(&group.members.goodputs);
        /// Mean of the flows' throughputs, each flow with the same weight (GM02).
        6 mean_throughput_bps: Option<f64>, "mean throughput", "bit/s" = mean(&group.members.throughputs);
        /// Jain index of the flows' throughputs (GM02).
        7 throughput_jain_index: Option<f64>, "Jain index of throughputs", "" =
            fairness::jain_index(&group.members.throughputs);
        /// Largest / smallest goodput; null if one is zero.
        8 max_min_ratio: Option<f64>, "max-min ratio", "" = fairness::max_min_ratio(&group.members.goodputs);
        /// Slope of ln goodput against ln RTT: −1 for Reno, −½ for Westwood in theory; null for
        /// equal RTTs.
        9 rtt_exponent: Option<f64>, "exponent of RTT", "" = fairness::rtt_exponent(&group.by_rtt());
        /// (Largest − smallest last sequence number) / their mean (GM04).
        10 sequence_spread: Option<f64>, "sequence spread", "" = fairness::sequence_spread(&group.last_sequences());
        /// Mean goodput / mean goodput of the other TCP flows of its direction; null if there are
        /// none.
        11 share_ratio: Option<f64>, "share ratio", "" =
            group.others_bps.and_then(|others| share_ratio(&group.members.goodputs, others));
        /// Retransmissions / all data segments sent, over all its flows: the flows' ratios, weighted by
        /// what they sent.
        3 retransmission_ratio: Option<f64>, "retransmitted", "ratio" =
            group.per_segment_sent(|flow| flow.retransmission_ratio);
        /// Window reductions / segments sent, over all its flows: the flows' ratios, weighted by what
        /// they sent.
        12 loss_event_rate: Option<f64>, "loss event rate", "ratio" =
            group.per_segment_sent(|flow| flow.loss_event_rate);
        /// Mean of the flows' mean RTTs, each flow with the same weight.
        4 mean_rtt_s: Option<f64>, "mean RTT", "s" = mean(&group.mean_rtts_s());
        /// Seconds from the start of the interval until its flows have nine tenths of their fair
        /// share of the bottleneck and keep it for ten seconds, second by second (δ = 0.1); null if
        /// they do not within the interval.
        13 fair_convergence_s: Option<f64>, "fair convergence", "s" = group.fair_convergence_s;
        /// Transfers of its flows' applications that were completed; null without one.
        14 completed_transfers: Option<u64>, "completed transfers", "" =
            group.transfers.map(|sums| sums.completed);
        /// Mean completion time of these transfers, over all its flows, each transfer with the same
        /// weight; null without one.
        15 mean_completion_s: Option<f64>, "mean completion", "s" = group.transfers.and_then(|sums| sums.mean_s);
        /// Completion time that half of them did not exceed, over all its flows.
        16 p50_completion_s: Option<f64>, "median completion", "s" =
            group.transfers.and_then(|sums| sums.quantiles_s[0]);
        /// Completion time that 95 of 100 did not exceed, over all its flows.
        17 p95_completion_s: Option<f64>, "p95 completion", "s" =
            group.transfers.and_then(|sums| sums.quantiles_s[1]);
        /// Completion time that 99 of 100 did not exceed, over all its flows.
        18 p99_completion_s: Option<f64>, "p99 completion", "s" =
            group.transfers.and_then(|sums| sums.quantiles_s[2]);
        /// Mean encoding rate of the chunks of video that came to its flows, each with the same
        /// weight; null without one.
        19 mean_chunk_rate_bps: Option<f64>, "mean chunk rate", "bit/s" =
            group.transfers.and_then(|sums| sums.chunk_rate_bps);
        /// Time that playback was stalled, summed over its flows; null without video.
        20 stalled_s: Option<f64>, "stalled", "s" = group.transfers.and_then(|sums| sums.stalled_s);
    }
}

quantities! {
    /// What happened to a group's flows, all together. A report has it by flow.
    pub struct GroupEvents of |members: &Members<'_>| {
        /// Loss events found by duplicate ACKs or SACK, of all its flows.
        0 fast_retransmits: u64, "fast retransmits", "" = members.count(|flow| flow.fast_retransmits);
        /// Expiries of the retransmission timer, of all its flows. QUIC has none: there it is persistent congestions
        /// (RFC 9002 §7.6).
        1 timeouts: u64, "timeouts", "" = members.count(|flow| flow.timeouts);
        /// Segments that the receiver already had, of all its flows.
        2 spurious_retransmissions: u64, "spurious retransmissions", "segments" =
            members.count(|flow| flow.spurious_retransmissions);
    }
}

quantities! {
    /// What they got in a window.
    #[derive(Serialize, Deserialize, JsonSchema)]
    pub struct DirectionWindow of |members: &Members<'_>| {
        /// Sum of their goodputs.
        0 total_goodput_bps as "mix_goodput_bps": f64, "goodput of the mix", "bit/s" = sum(&members.goodputs);
        /// Mean of their goodputs, each flow with the same weight.
        2 mean_goodput_bps as "mix_mean_goodput_bps": Option<f64>, "mean goodput of the mix", "bit/s" =
            mean(&members.goodputs);
        /// Jain index of their goodputs: of the mix, where several groups meet.
        1 jain_index as "mix_jain_index": Option<f64>, "Jain index of the mix", "" = fairness::jain_index(&members.goodputs);
    }
}

/// The only quantity without an interval, for a flow of a given size.
pub const COMPLETION: Quantity<FlowReport> = Quantity {
    id: "completion_s",
    metric: "completion_s",
    name: "completion",
    unit: "s",
    help: "Time from the start of a transfer to the arrival of its last byte.",
    whole: false,
    of: |flow| flow.completion_s.flatten(),
};

/// The mean completion time of a group.
pub const GROUP_COMPLETION: Quantity<GroupReport> = Quantity {
    id: "completion.mean",
    help: "Mean completion time of its transfers.",
    of: |group| group.completion.and_then(|completion| completion.mean),
    metric: COMPLETION.metric,
    name: COMPLETION.name,
    unit: COMPLETION.unit,
    whole: false,
};

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_engine::sim::{FlowCounters, FlowInterval};

    fn window(throughput_bps: f64, retransmission_ratio: Option<f64>) -> FlowWindow {
        let none = FlowCounters::default();
        let (before, after) = (&none, &none);
        let silent =
            FlowInterval { length_s: 10.0, before, after, packet_bits: 0.0, transfers: None, waits: None };
        FlowWindow {
            throughput_bps,
            retransmission_ratio,
            loss_event_rate: retransmission_ratio,
            ..FlowWindow::measure((0.0, 10.0), &silent)
        }
    }

    #[test]
    fn ratios_are_weighted_by_what_was_sent() {
        // 30 of 3000 and 50 of 1000 segments are retransmitted: 80 of 4000.
        let (many, few, none) = (window(3e6, Some(0.01)), window(1e6, Some(0.05)), window(0.0, None));
        let of = |flows: &[FlowWindow]| per_segment_sent(flows, |flow| flow.retransmission_ratio);
        let ratio = of(&[many, few, none]).unwrap();
        assert!((ratio - 0.02).abs() < 1e-12, "{ratio}");
        assert_eq!(of(&[none]), None);
    }

    #[test]
    fn a_group_without_flows_has_nothing_and_no_minus_zero() {
        let group = GroupInterval {
            members: Members::new(Vec::new()),
            rtts_s: Vec::new(),
            others_bps: None,
            fair_convergence_s: None,
            transfers: None,
        };
        let group = GroupWindow::measure((0.0, 1.0), &group);
        assert!(group.total_goodput_bps.is_sign_positive() && group.total_throughput_bps.is_sign_positive());
        assert_eq!((group.mean_goodput_bps, group.jain_index, group.share_ratio), (None, None, None));
    }
}
