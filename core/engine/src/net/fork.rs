//! A fork at a channel: from one instant on the run continues with other settings.

use super::channel::{Channel, is_unmanaged, loss_of, position_of};
use super::draining::drain;
use super::path_delay::PathDelay;
use crate::loss::{Loss, Losses};
use crate::setup::{ChannelSetup, DrawnRate, RateSetup};
use crate::trace::Recorder;
use crate::units::Time;

/// Prepares for the fork at `at`. Three things must be known before it: the rate and the delay,
/// because the times of packets in the queue are already computed, and whether the loss model
/// will have states to show. Returns the loss model of `after` if it differs.
pub fn expect_fork(
    channel: &mut Channel,
    at: Time,
    (before, after): (&ChannelSetup, &ChannelSetup),
    name: &str,
    seed: u64,
) -> Option<Loss> {
    if after.rate != before.rate {
        let steps = match &after.rate {
            RateSetup::Constant(rate) => vec![(Time::ZERO, *rate)],
            RateSetup::Steps(steps) | RateSetup::Drawn(DrawnRate { steps, .. }) => steps.clone(),
            RateSetup::Opportunities { .. } => unreachable!("a scenario with such a fork is refused"),
        };
        channel.transmitter = channel.transmitter.clone().forked(at, &steps);
    }
    if after.delay != before.delay {
        channel.path = Some(PathDelay::forked(at, (before, after), name, seed));
        channel.has_fixed_delivery = false;
    }
    let mut loss = (after.loss != before.loss).then(|| loss_of(name, after, seed))?;
    channel.expects_states = loss.has_states();
    Some(loss)
}

/// From now on the channel has the capacity and the loss model of `after`. Packets in the queue
/// stay there. If the queue decides at arrival, its decisions about them stay valid.
pub fn take_fork(
    channel: &mut Channel,
    now: Time,
    after: &ChannelSetup,
    loss: Option<Loss>,
    recorder: &mut Recorder,
) {
    drain(channel, now, recorder);
    channel.capacity = after.queue.capacity;
    channel.delay = after.delay.least();
    let Some(loss) = loss else { return };
    channel.loss = loss;
    // The state process runs as if it had begun at the start of the run. Changes before the
    // fork are not shown.
    while channel.loss.next_change().is_some_and(|change| change.at <= now) {
        channel.loss.take_change();
    }
    channel.loss_position = position_of(after);
    channel.has_fixed_delivery =
        channel.loss_position.is_none() && channel.jitter.is_none() && channel.path.is_none();
    channel.takes_fast_path = is_unmanaged(after) && !channel.decides_at_dequeue && !channel.ties.is_ordered;
}

#[cfg(test)]
mod tests {
    use super::super::channel::Waiting;
    use super::*;
    use crate::catalogue::Params;
    use crate::setup::{Capacity, DelaySetup, Ecn, JitterSetup, LossPosition, LossSetup, QueueSetup};
    use crate::trace::RecordOptions;
    use crate::units::{BitRate, Span};
    use crate::{jitter, loss, queue};

    fn setup(kind: &'static str, capacity: u64) -> ChannelSetup {
        let params = |specs: &[&crate::catalogue::Spec], id| {
            Params::defaults(specs.iter().find(|spec| spec.id == id).expect("registered").parameters)
        };
        ChannelSetup {
            rate: RateSetup::Constant(BitRate::from_bps(12_000_000)),
            delay: DelaySetup::Constant(Span::from_millis(10)),
            queue: QueueSetup {
                kind: "drop-tail",
                capacity: Capacity::Packets(capacity),
                params: params(queue::REGISTRY, "drop-tail"),
                own: None,
            },
            loss: LossSetup {
                kind,
                position: LossPosition::Before,
                shared: false,
                params: params(loss::REGISTRY, kind),
                streams: None,
            },
            jitter: JitterSetup { kind: "none", params: params(jitter::REGISTRY, "none") },
        }
    }

    /// Four packets wait, and one starts every millisecond. Two have started by the fork. They
    /// leave the queue under the old settings, under which the channel is not plain and records
    /// each departure. The other two fit into the new queue.
    #[test]
    fn what_has_left_the_queue_by_the_fork_is_not_in_the_new_one() {
        let (before, after) = (setup("bernoulli", 10), setup("none", 2));
        let mut channel = Channel::new(0, "hop 0 forward", &before, 1500, 1);
        let loss = expect_fork(&mut channel, Time::from_secs(0.0025), (&before, &after), "hop 0 forward", 1);
        assert!(loss.is_some() && !channel.takes_fast_path);
        for millis in 1..=4 {
            let start = Time::ZERO + Span::from_millis(millis);
            let (arrived, flow, bytes, ecn) = (Time::ZERO, 0, 1500, Ecn::default());
            channel.waiting.push_back(Waiting { start, arrived, flow, bytes, ecn });
            channel.waiting_bytes += 1500;
        }
        let mut recorder = Recorder::new(&RecordOptions::PAGE, Time::from_secs(1.0), crate::rule_numbers());
        take_fork(&mut channel, Time::from_secs(0.0025), &after, loss, &mut recorder);
        assert!(channel.takes_fast_path);
        assert_eq!((channel.waiting(), channel.waiting_bytes, channel.is_over_full()), (2, 3000, false));
    }
}
