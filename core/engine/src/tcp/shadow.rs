//! A connection with other algorithms for comparison.

use super::segment_log::SegmentLog;
use super::state::Sender;
use crate::cc::shadow::{Comparison, WithShadows};
use crate::cc::{CongestionControl, Controller};
use crate::units::Time;

/// From now on `others` see every event, for comparison only. Their reactions are kept from
/// `keep_from_s` on.
#[inline]
pub fn watch(sender: &mut Sender, now: Time, others: Vec<Controller>, keep_from_s: f64) {
    let wanted = others.iter().map(CongestionControl::needs);
    let (mut wants_log, mut wants_rates) = (false, false);
    for needs in wanted {
        wants_log |= needs.segment_log || needs.rate_samples;
        wants_rates |= needs.rate_samples;
    }
    if wants_log && sender.measure.log.is_none() {
        sender.measure.log =
            Some(Box::new(SegmentLog::since(sender.on_clock(now), sender.c.una, sender.c.max)));
    }
    sender.needs.rate_samples |= wants_rates;
    let has_begun = (sender.c.max > 0).then_some((&sender.c, sender.w));
    let shadowed = WithShadows::new(sender.cc.clone(), others, keep_from_s, has_begun);
    sender.cc = Controller::WithShadows(Box::new(shadowed));
    sender.needs.ignores_acks = false;
}

/// The reactions of the algorithms for comparison.
pub fn comparisons(sender: &Sender) -> &[Comparison] {
    match &sender.cc {
        Controller::WithShadows(shadowed) => shadowed.comparisons(),
        _ => &[],
    }
}
