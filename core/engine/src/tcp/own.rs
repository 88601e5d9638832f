//! The sender asks the loss recovery that another crate brings, if its flow has one.

use super::state::{AckArrival, OwnRecovery, Sender};

impl Sender {
    /// What the flow's own recovery answers; `None` if it has none.
    pub(super) fn by_own<T>(
        &mut self,
        ask: impl FnOnce(&mut dyn OwnRecovery, &mut Sender) -> T,
    ) -> Option<T> {
        let mut own = self.mechanisms.get_mut()?.own.take()?;
        let answer = ask(&mut *own, self);
        self.put_back(own);
        Some(answer)
    }

    #[inline(never)]
    fn put_back(&mut self, own: Box<dyn OwnRecovery>) {
        if let Some(mechanisms) = self.mechanisms.get_mut() {
            mechanisms.own = Some(own);
        }
    }

    /// What an ACK tells about the RTT, and the RTT of the newest segment that it acknowledges. Shared
    /// by all flows with mechanisms; the others have it inlined in their path.
    #[inline(never)]
    pub fn sample_rtts_out_of_line(
        &mut self,
        arrival: &AckArrival,
        acked: u64,
    ) -> (Option<f64>, Option<f64>) {
        self.sample_rtts(arrival, acked)
    }
}
