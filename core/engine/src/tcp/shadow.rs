//! A connection with other algorithms for comparison.

use super::segment_log::SegmentLog;
use super::state::Sender;
use crate::cc::shadow::{Comparison, WithShadows};
use crate::cc::{CongestionControl, Controller};
use crate::units::Time;

impl Sender {
    /// From now on `others` see every event, for comparison only. Their reactions are kept from
    /// `keep_from_s` on.
    #[inline]
    pub fn watch(&mut self, now: Time, others: Vec<Controller>, keep_from_s: f64) {
        let wanted = others.iter().map(CongestionControl::needs);
        let (mut wants_log, mut wants_rates) = (false, false);
        for needs in wanted {
            wants_log |= needs.segment_log || needs.rate_samples;
            wants_rates |= needs.rate_samples;
        }
        if wants_log && self.measure.log.is_none() {
            self.measure.log = Some(Box::new(SegmentLog::since(self.on_clock(now), self.c.una, self.c.max)));
        }
        self.needs.rate_samples |= wants_rates;
        let has_begun = (self.c.max > 0).then_some((&self.c, self.w));
        let shadowed = WithShadows::new(self.cc.clone(), others, keep_from_s, has_begun);
        self.cc = Controller::WithShadows(Box::new(shadowed));
        self.needs.ignores_acks = false;
    }

    /// The reactions of the algorithms for comparison.
    pub fn comparisons(&self) -> &[Comparison] {
        match &self.cc {
            Controller::WithShadows(shadowed) => shadowed.comparisons(),
            _ => &[],
        }
    }
}
