//! The quantities of a flow and of a channel. They need only the counters of the engine at both edges
//! of an interval.

use crate::math::within;
use crate::net::{ChannelCounters, ChannelMeasures, LineMeasures};
use crate::sim::application::TransferStats;
use crate::sim::flow::FlowCounters;
use crate::sim::waits::WaitStats;

/// What a flow counted in an interval.
#[derive(Debug)]
pub struct FlowInterval<'a> {
    /// Length of the interval.
    pub length_s: f64,
    /// Counters at its start.
    pub before: &'a FlowCounters,
    /// Counters at its end.
    pub after: &'a FlowCounters,
    /// Size of the flow's data packets.
    pub packet_bits: f64,
    /// Results of its application's transfers, if it has one.
    pub transfers: Option<TransferStats>,
    /// Waiting times and delays of its packets, if it measures them.
    pub waits: Option<WaitStats>,
}

impl FlowInterval<'_> {
    #[inline]
    fn count(&self, counter: fn(&FlowCounters) -> u64) -> u64 {
        counter(self.after) - counter(self.before)
    }

    /// The bit rate of `segments` segments over the interval.
    #[inline]
    fn bps(&self, segments: u64) -> f64 {
        segments as f64 * self.packet_bits / self.length_s
    }

    /// `events` per segment sent; `None` if no segment was sent.
    #[inline]
    fn per_segment_sent(&self, events: u64) -> Option<f64> {
        let sent = self.count(|c| c.sender.sent);
        (sent > 0).then(|| events as f64 / sent as f64)
    }

    #[inline]
    fn retransmitted(&self) -> Option<f64> {
        self.per_segment_sent(self.count(|c| c.sender.retransmitted))
    }

    /// Mean waiting time in all queues on the way of the data.
    #[inline]
    fn mean_wait_s(&self) -> Option<f64> {
        let (before, after) = (self.before.queued, self.after.queued);
        let packets = after.packets - before.packets;
        (packets > 0).then(|| after.nanos.wrapping_sub(before.nanos) as f64 / 1e9 / packets as f64)
    }

    #[inline]
    fn mean_rtt_s(&self) -> Option<f64> {
        let samples = self.count(|c| c.sender.rtt_samples);
        let sum_s = self.after.sender.rtt_sum_s - self.before.sender.rtt_sum_s;
        (samples > 0).then(|| sum_s / samples as f64)
    }
}

quantities! {
    /// Measurements of a flow in an interval.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
    pub struct FlowWindow of |flow: &FlowInterval<'_>| {
        /// New data delivered in order at the receiver; whole packets, each counted once.
        0 goodput_bps: f64, "goodput", "bit/s" = flow.bps(flow.count(|c| c.delivered));
        /// All data the sender transmits, including retransmissions.
        1 throughput_bps: f64, "throughput", "bit/s" = flow.bps(flow.count(|c| c.sender.sent));
        /// All data the sender transmits, without retransmissions (GM04's goodput, from the
        /// sender's counters).
        4 goodput_sender_bps: f64, "goodput at the sender", "bit/s" =
            throughput_bps * (1.0 - flow.retransmitted().unwrap_or(0.0));
        /// Retransmissions / all data segments sent; null if none was sent.
        2 retransmission_ratio: Option<f64>, "retransmitted", "ratio" = flow.retransmitted();
        /// Retransmissions / distinct segments sent; null if there is none.
        5 retransmission_ratio_of_distinct: Option<f64>, "retransmitted per segment sent once", "ratio" =
            retransmission_ratio.map(|part| part / (1.0 - part)).filter(|ratio| ratio.is_finite());
        /// Window reductions / segments sent, the p of the theory; null if none was sent.
        6 loss_event_rate: Option<f64>, "loss event rate", "ratio" =
            flow.per_segment_sent(flow.count(|c| c.sender.fast_retransmits + c.sender.timeouts));
        /// Segments that arrived although the receiver already had them.
        7 spurious_retransmissions: u64, "spurious retransmissions", "segments" = flow.count(|c| c.duplicates);
        /// Mean of the RTT samples, each with the same weight; null without one.
        3 mean_rtt_s: Option<f64>, "mean RTT", "s" = flow.mean_rtt_s();
        /// Mean waiting time of the data packets that arrived, in all queues on their way, each packet with
        /// the same weight. It does not contain waiting in an access link, transmission, jitter, or a
        /// propagation delay that changes, nor what ACKs wait; null if none arrived.
        8 mean_queueing_s: Option<f64>, "mean queueing", "s" = flow.mean_wait_s();
        /// Loss events found by duplicate ACKs or SACK.
        9 fast_retransmits: u64, "fast retransmits", "" = flow.count(|c| c.sender.fast_retransmits);
        /// Expiries of the retransmission timer. QUIC has none: there it is persistent congestions (RFC 9002 §7.6).
        10 timeouts: u64, "timeouts", "" = flow.count(|c| c.sender.timeouts);
        /// Segments delivered in order since the start of the run.
        11 last_sequence: u64, "last sequence", "segments" = flow.after.delivered;
        /// Segments that reached the receiver marked; absent without ECN.
        12 ce_segments: Option<u64> ["Option::is_none"], "marked segments", "segments" =
            flow.after.tells_marks.then(|| flow.count(|c| c.marked));
        /// Window reductions that marks caused; absent without ECN.
        13 ecn_reductions: Option<u64> ["Option::is_none"], "reductions by marks", "" =
            flow.after.tells_marks.then(|| flow.count(|c| c.sender.mark_reductions));
        /// Window reductions by losses, timeouts and marks / segments sent, the p of the theory
        /// where ECN is on; absent without ECN.
        14 congestion_event_rate: Option<f64> ["Option::is_none"], "congestion event rate", "ratio" =
            loss_event_rate.zip(ecn_reductions.and_then(|marks| flow.per_segment_sent(marks)))
                .map(|(losses, marks)| losses + marks);
        /// Completed transfers of the application: responses to requests, or chunks of video; absent
        /// without an application.
        15 completed_transfers: Option<u64> ["Option::is_none"], "completed transfers", "" =
            flow.transfers.map(|sums| sums.completed);
        /// Mean completion time of these transfers, each with the same weight. It starts with the connection of a response or
        /// the request of a chunk, and ends when the last segment arrives; absent without one.
        16 mean_completion_s: Option<f64> ["Option::is_none"], "mean completion", "s" = flow.transfers.and_then(|sums| sums.mean_s);
        /// Completion time that half of the transfers did not exceed, to about 3 %.
        17 p50_completion_s: Option<f64> ["Option::is_none"], "median completion", "s" =
            flow.transfers.and_then(|sums| sums.quantiles_s[0]);
        /// Completion time that 95 of 100 transfers did not exceed.
        18 p95_completion_s: Option<f64> ["Option::is_none"], "p95 completion", "s" =
            flow.transfers.and_then(|sums| sums.quantiles_s[1]);
        /// Completion time that 99 of 100 transfers did not exceed.
        19 p99_completion_s: Option<f64> ["Option::is_none"], "p99 completion", "s" =
            flow.transfers.and_then(|sums| sums.quantiles_s[2]);
        /// Mean encoding rate of the received video chunks, each with the same weight; absent without one.
        20 mean_chunk_rate_bps: Option<f64> ["Option::is_none"], "mean chunk rate", "bit/s" =
            flow.transfers.and_then(|sums| sums.chunk_rate_bps);
        /// Time that video playback was stalled, counted when playback resumes; absent without video.
        21 stalled_s: Option<f64> ["Option::is_none"], "stalled", "s" = flow.transfers.and_then(|sums| sums.stalled_s);
        /// Waiting time, as in `mean_queueing_s`, that half of the packets that arrived did not exceed, to
        /// about 3 %; absent for TCP without `measure_delay`.
        22 p50_queueing_s: Option<f64> ["Option::is_none"], "median queueing", "s" =
            flow.waits.and_then(|waits| waits.quantiles_s[0]);
        /// Waiting time that 95 of 100 packets did not exceed; absent as the median is.
        23 p95_queueing_s: Option<f64> ["Option::is_none"], "p95 queueing", "s" =
            flow.waits.and_then(|waits| waits.quantiles_s[1]);
        /// Waiting time that 99 of 100 packets did not exceed; absent as the median is.
        24 p99_queueing_s: Option<f64> ["Option::is_none"], "p99 queueing", "s" =
            flow.waits.and_then(|waits| waits.quantiles_s[2]);
        /// Delay that half of the packets that arrived did not exceed, from the source to the receiver:
        /// path and waiting, to about 3 %; absent for TCP without `measure_delay`.
        25 p50_delay_s: Option<f64> ["Option::is_none"], "median delay", "s" =
            flow.waits.and_then(|waits| waits.delays_s[0]);
        /// Delay that 95 of 100 packets did not exceed; absent as the median is.
        26 p95_delay_s: Option<f64> ["Option::is_none"], "p95 delay", "s" =
            flow.waits.and_then(|waits| waits.delays_s[1]);
        /// Delay that 99 of 100 packets did not exceed; absent as the median is.
        27 p99_delay_s: Option<f64> ["Option::is_none"], "p99 delay", "s" =
            flow.waits.and_then(|waits| waits.delays_s[2]);
        /// Segments sent not for the first time.
        28 retransmissions: u64, "retransmissions", "segments" = flow.count(|c| c.sender.retransmitted);
        /// Segments that the receiver discarded because of an old timestamp; absent without `paws`.
        29 stale_segments: Option<u64> ["Option::is_none"], "stale segments", "segments" =
            flow.after.stale.map(|stale| stale - flow.before.stale.unwrap_or(0));
    }
}

/// What a channel counted in an interval.
#[derive(Debug)]
pub struct HopInterval<'a> {
    /// Length of the interval.
    pub length_s: f64,
    /// Counters at its start.
    pub before: &'a ChannelMeasures,
    /// Counters at its end.
    pub after: &'a ChannelMeasures,
    /// The most packets that waited.
    pub longest: usize,
    /// Bits that the channel could have transmitted.
    pub possible_bits: f64,
    /// TCP bits that crossed the channel and reached a receiver.
    pub useful_bits: f64,
    /// Time from the start of the interval until TCP uses the channel.
    pub convergence_s: Option<f64>,
}

impl HopInterval<'_> {
    #[inline]
    fn count(&self, counter: fn(&ChannelCounters) -> u64) -> u64 {
        counter(&self.after.counters) - counter(&self.before.counters)
    }

    #[inline]
    fn of_possible(&self, bits: f64) -> Option<f64> {
        (self.possible_bits > 0.0).then(|| bits / self.possible_bits)
    }

    /// The waiting time that a fraction `p` of the packets did not exceed.
    #[inline]
    fn wait_s(&self, p: f64) -> Option<f64> {
        self.after.waits.quantile_s(&self.before.waits, p)
    }

    /// The measures of the two lines, if there are two: line 0 is L4S, line 1 is classic.
    #[inline]
    fn line(&self, line: usize) -> Option<(&LineMeasures, &LineMeasures)> {
        // A channel has the same lines for the whole run.
        self.before.lines.get(line).zip(self.after.lines.get(line))
    }

    fn line_packets(&self, line: usize) -> Option<u64> {
        self.line(line).map(|(before, after)| after.started - before.started)
    }

    fn line_marks(&self, line: usize) -> Option<u64> {
        self.line(line).map(|(before, after)| after.marks - before.marks)
    }

    fn line_mean_s(&self, line: usize) -> Option<f64> {
        let (before, after) = self.line(line)?;
        let started = after.started - before.started;
        (started > 0).then(|| (after.wait_nanos - before.wait_nanos) as f64 / 1e9 / started as f64)
    }

    /// The waiting time in a line that a fraction `p` of its packets did not exceed.
    fn line_wait_s(&self, line: usize, p: f64) -> Option<f64> {
        let (before, after) = self.line(line)?;
        after.waits.quantile_s(&before.waits, p)
    }

    /// Packets whose transmission started.
    #[inline]
    fn started(&self) -> u64 {
        self.after.started - self.before.started
    }

    #[inline]
    fn mean_wait_s(&self) -> Option<f64> {
        let started = self.started();
        (started > 0).then(|| self.count(|c| c.wait_nanos) as f64 / 1e9 / started as f64)
    }
}

quantities! {
    /// Measurements of a channel in an interval.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
    pub struct HopWindow of |hop: &HopInterval<'_>| {
        /// Transmitted bits / possible bits, at most 1; null if the rate of the channel was zero.
        // Times are whole nanoseconds: what was sent by an instant is exact to a bit or so. With
        // listed instants, the rest of an instant before the interval may be sent in it.
        0 utilisation: Option<f64>, "utilization", "ratio" =
            hop.of_possible(hop.after.bits_sent - hop.before.bits_sent).map(|part| within(part, 0.0, 1.0) + 0.0);
        /// Bits of TCP data that reached the receivers in the interval, each segment once and in
        /// order or not / possible bits; at most the utilization.
        4 useful_utilisation: Option<f64>, "useful utilization", "ratio" =
            hop.of_possible(hop.useful_bits).zip(utilisation).map(|(useful, part)| useful.min(part));
        /// Seconds from the interval's start until the goodput of TCP is nine tenths of the rate and
        /// stays there in each of ten seconds; null if this does not happen in the interval.
        5 convergence_s: Option<f64>, "convergence", "s" = hop.convergence_s;
        /// Mean number of waiting packets, weighted by time.
        1 mean_queue_packets: f64, "mean queue", "packets" =
            (hop.after.queue_packet_s - hop.before.queue_packet_s) / hop.length_s;
        /// The most packets that waited at one instant.
        29 max_queue_packets: Option<u64> ["Option::is_none"], "maximum queue", "packets" = Some(hop.longest as u64);
        /// Mean waiting time of the transmitted packets, each with the same weight; null without one.
        6 mean_queueing_delay_s: Option<f64>, "mean queueing delay", "s" = hop.mean_wait_s();
        /// Waiting time that half of the packets did not exceed, to about 3 %.
        7 p50_queueing_delay_s: Option<f64>, "median queueing delay", "s" = hop.wait_s(0.5);
        /// Waiting time that 95 of 100 packets did not exceed.
        8 p95_queueing_delay_s: Option<f64>, "p95 queueing delay", "s" = hop.wait_s(0.95);
        /// Waiting time that 99 of 100 packets did not exceed.
        9 p99_queueing_delay_s: Option<f64>, "p99 queueing delay", "s" = hop.wait_s(0.99);
        /// Packets that arrived.
        11 arrivals: u64, "arrivals", "packets" = hop.count(|c| c.arrivals);
        /// Drops at the queue / arrivals; null if none arrived.
        10 drop_ratio: Option<f64>, "drop ratio", "ratio" =
            (arrivals > 0).then(|| hop.count(ChannelCounters::drops) as f64 / arrivals as f64);
        /// Packets dropped although the queue had room.
        12 early_drops: u64, "early drops", "packets" = hop.count(|c| c.early_drops);
        /// Packets dropped by the queue, for whatever reason.
        2 drops: u64, "drops at the queue", "packets" = hop.count(ChannelCounters::drops);
        /// Packets lost by the link.
        3 channel_losses: u64, "losses on the link", "packets" = hop.count(|c| c.losses);
        /// Packets that reached the far end of the link after a packet that was transmitted later:
        /// those that RFC 4737 calls reordered, not those that overtook them.
        13 reordered: u64, "reordered", "packets" = hop.count(|c| c.reordered);
        /// ACKs that the link removed because a later ACK acknowledged more.
        14 thinned_acks: u64, "thinned ACKs", "packets" = hop.count(|c| c.thinned);
        /// Packets marked by the queue; absent if it cannot mark.
        15 marks: Option<u64> ["Option::is_none"], "marks", "packets" =
            hop.after.can_mark.then(|| hop.count(|c| c.marks));
        /// Marked packets / packets that started their transmission; absent if the queue cannot
        /// mark, or if none started.
        16 mark_ratio: Option<f64> ["Option::is_none"], "mark ratio", "ratio" =
            marks.zip(Some(hop.started()).filter(|started| *started > 0))
                .map(|(marks, started)| marks as f64 / started as f64);
        /// Packets of the L4S queue that were transmitted; absent without such a queue.
        17 l4s_packets: Option<u64> ["Option::is_none"], "L4S packets", "packets" = hop.line_packets(0);
        /// Packets marked in the L4S queue; absent without such a queue.
        18 l4s_marks: Option<u64> ["Option::is_none"], "L4S marks", "packets" = hop.line_marks(0);
        /// Mean waiting time in the L4S queue, each packet with the same weight; absent without such a queue.
        19 l4s_queueing_delay_s: Option<f64> ["Option::is_none"], "mean L4S delay", "s" = hop.line_mean_s(0);
        /// Waiting time in the L4S queue that 99 of 100 packets did not exceed; absent without such
        /// a queue.
        20 p99_l4s_queueing_delay_s: Option<f64> ["Option::is_none"], "p99 L4S delay", "s" =
            hop.line_wait_s(0, 0.99);
        /// Packets of the classic queue that were transmitted; absent without an L4S queue beside it.
        21 classic_packets: Option<u64> ["Option::is_none"], "classic packets", "packets" = hop.line_packets(1);
        /// Packets marked in the classic queue; absent without an L4S queue beside it.
        22 classic_marks: Option<u64> ["Option::is_none"], "classic marks", "packets" = hop.line_marks(1);
        /// Mean waiting time in the classic queue, each packet with the same weight; absent without an L4S queue beside it.
        23 classic_queueing_delay_s: Option<f64> ["Option::is_none"], "mean classic delay", "s" =
            hop.line_mean_s(1);
        /// Waiting time in the classic queue that 99 of 100 packets did not exceed; absent without
        /// an L4S queue beside it.
        24 p99_classic_queueing_delay_s: Option<f64> ["Option::is_none"], "p99 classic delay", "s" =
            hop.line_wait_s(1, 0.99);
        /// Waiting time in the L4S queue that half of the packets did not exceed; absent without
        /// such a queue.
        25 p50_l4s_queueing_delay_s: Option<f64> ["Option::is_none"], "median L4S delay", "s" =
            hop.line_wait_s(0, 0.5);
        /// Waiting time in the L4S queue that 95 of 100 packets did not exceed; absent without such
        /// a queue.
        26 p95_l4s_queueing_delay_s: Option<f64> ["Option::is_none"], "p95 L4S delay", "s" =
            hop.line_wait_s(0, 0.95);
        /// Waiting time in the classic queue that half of the packets did not exceed; absent without
        /// an L4S queue beside it.
        27 p50_classic_queueing_delay_s: Option<f64> ["Option::is_none"], "median classic delay", "s" =
            hop.line_wait_s(1, 0.5);
        /// Waiting time in the classic queue that 95 of 100 packets did not exceed; absent without
        /// an L4S queue beside it.
        28 p95_classic_queueing_delay_s: Option<f64> ["Option::is_none"], "p95 classic delay", "s" =
            hop.line_wait_s(1, 0.95);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Quantities;
    use crate::tcp::SenderCounters;

    /// 1000 segments of 1500 bytes in ten seconds, 20 of them retransmissions: metrics M1.1 to
    /// M1.3, M4.1.
    #[test]
    fn rates_and_ratios_of_the_metrics() {
        let counters = |many: u64| FlowCounters {
            // Five segments are still in flight at the end.
            delivered: 975 * many,
            sender: SenderCounters {
                sent: 1000 * many,
                retransmitted: 20 * many,
                fast_retransmits: 3 * many,
                timeouts: many,
                ..SenderCounters::default()
            },
            ..FlowCounters::default()
        };
        let (before, after) = (counters(1), counters(2));
        let flow = FlowInterval {
            length_s: 10.0,
            before: &before,
            after: &after,
            packet_bits: 12_000.0,
            transfers: None,
            waits: None,
        };
        let window = FlowWindow::measure((5.0, 15.0), &flow);
        assert_eq!((window.from_s, window.to_s), (5.0, 15.0));
        assert_eq!((window.throughput_bps, window.goodput_bps), (1_200_000.0, 1_170_000.0));
        assert!((window.goodput_sender_bps - 1_176_000.0).abs() < 1e-6, "{}", window.goodput_sender_bps);
        assert_eq!((window.retransmission_ratio, window.loss_event_rate), (Some(0.02), Some(0.004)));
        let distinct = window.retransmission_ratio_of_distinct.expect("segments were sent once");
        assert!((distinct - 20.0 / 980.0).abs() < 1e-12, "{distinct}");
        assert_eq!((window.mean_rtt_s, window.mean_queueing_s), (None, None));
        assert_eq!((window.fast_retransmits, window.timeouts, window.last_sequence), (3, 1, 1950));
    }

    /// Two quantities in one row, or a missing row, do not compile. This checks the rest: each
    /// quantity has a name and a meaning, its unit agrees with its key, and no metric occurs twice.
    fn each_says_what_it_is<W: Quantities>() {
        for (place, quantity) in W::QUANTITIES.iter().enumerate() {
            assert!(!quantity.name.is_empty() && !quantity.help.is_empty(), "{}", quantity.id);
            let unit = ["_bps", "_s", "_packets"].iter().position(|end| quantity.id.ends_with(end));
            let expected = unit.map(|unit| ["bit/s", "s", "packets"][unit]);
            assert!(
                expected.is_none_or(|unit| unit == quantity.unit),
                "{} in {}",
                quantity.id,
                quantity.unit
            );
            let before = &W::QUANTITIES[..place];
            assert!(before.iter().all(|other| other.metric != quantity.metric), "{} twice", quantity.metric);
            let says_weight = quantity.help.contains("weight");
            assert!(says_weight || !quantity.name.starts_with("mean"), "{} says no weight", quantity.id);
        }
    }

    #[test]
    fn every_quantity_says_what_it_is() {
        each_says_what_it_is::<FlowWindow>();
        each_says_what_it_is::<HopWindow>();
    }
}
