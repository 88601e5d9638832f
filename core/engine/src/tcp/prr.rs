//! Proportional rate reduction (RFC 9937 §6, RFC 6937 §3; Linux tcp_cwnd_reduction).
//!
//! Over one round trip the data in flight falls from its old size to ssthresh, in proportion to the
//! delivered data. Without PRR the window falls at once, and the sender is silent for half a
//! window.

use crate::mechanism::reduction::Value as Reduction;

/// The reduction of the window in this recovery.
#[derive(Clone, Copy, Debug)]
pub struct Prr {
    rule: Reduction,
    /// The window before the loss. RFC 9937 takes the data in flight instead, which is less if the
    /// source had nothing to send.
    prior: f64,
    ssthresh: f64,
    delivered: u64,
    out: u64,
    /// Segments found lost up to the previous ACK.
    lost: u64,
    has_arrived: bool,
}

/// An ACK of the recovery.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Segments newly acknowledged or SACKed.
    pub delivered: u64,
    /// The cumulative ACK is higher than before.
    pub advances: bool,
    /// Segments of the connection found lost so far.
    pub lost: u64,
    /// Segments in the network after the ACK.
    pub pipe: u64,
}

impl Prr {
    /// A recovery begins: the window falls from `prior` to `ssthresh`, in segments.
    pub fn begin(rule: Reduction, prior: f64, ssthresh: f64) -> Prr {
        Prr { rule, prior: prior.max(1.0), ssthresh, delivered: 0, out: 0, lost: 0, has_arrived: false }
    }

    /// The window after an ACK; `None` if it does not change.
    pub fn window(&mut self, ack: &Progress) -> Option<f64> {
        let finds_loss = ack.lost > self.lost;
        self.lost = ack.lost;
        if ack.delivered == 0 {
            return None;
        }
        self.delivered += ack.delivered;
        let (pipe, ssthresh) = (ack.pipe as i64, self.ssthresh as i64);
        let balance = self.delivered as i64 - self.out as i64;
        let send = if pipe > ssthresh {
            (self.delivered as f64 * self.ssthresh / self.prior).ceil() as i64 - self.out as i64
        } else {
            let bound = match self.rule {
                Reduction::PrrCrb => balance,
                Reduction::PrrSsrb => balance.max(ack.delivered as i64) + 1,
                Reduction::Prr | Reduction::AtOnce => {
                    let is_safe = ack.advances && !finds_loss;
                    balance.max(ack.delivered as i64) + i64::from(is_safe)
                }
            };
            bound.min(ssthresh - pipe)
        };
        // The fast retransmit always leaves.
        let send = send.max(i64::from(self.out == 0));
        Some((pipe + send).max(1) as f64)
    }

    /// Segments were sent in the recovery.
    #[inline]
    pub fn sent(&mut self, segments: u64) {
        self.out += segments;
    }

    /// True once, when the data in flight has come down to ssthresh.
    pub fn arrives(&mut self, pipe: u64) -> bool {
        let arrives = !self.has_arrived && pipe as f64 <= self.ssthresh;
        self.has_arrived |= arrives;
        arrives
    }

    /// What was delivered and sent since the recovery began, in segments.
    pub fn totals(&self) -> (u64, u64) {
        (self.delivered, self.out)
    }

    /// The window at the end of the recovery.
    pub fn ssthresh(&self) -> f64 {
        self.ssthresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ack(delivered: u64, pipe: u64) -> Progress {
        Progress { delivered, pipe, advances: false, lost: 15 }
    }

    /// Twenty segments are in flight, the first one is lost, and limited transmit has sent two
    /// more. On the third SACK 18 are in the network. Returns how many segments each of 17 SACKs
    /// lets go, and the windows.
    fn twenty(ssthresh: f64) -> (Vec<u64>, Vec<f64>) {
        let mut prr = Prr::begin(Reduction::Prr, 20.0, ssthresh);
        let mut pipe = 18;
        let mut sent = Vec::new();
        let mut windows = Vec::new();
        for sack in 0..17 {
            pipe -= u64::from(sack > 0);
            let window = prr.window(&ack(1, pipe)).expect("something was delivered");
            let send = (window as u64).saturating_sub(pipe);
            prr.sent(send);
            pipe += send;
            sent.push(send);
            windows.push(window);
        }
        (sent, windows)
    }

    #[test]
    fn half_of_what_is_delivered_is_sent() {
        let (sent, windows) = twenty(10.0);
        // Every second ACK sends one, until ssthresh is reached with the last.
        assert_eq!(sent, [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0]);
        let expected: [f64; 17] =
            [19., 18., 18., 17., 17., 16., 16., 15., 15., 14., 14., 13., 13., 12., 12., 11., 10.];
        assert_eq!(windows, expected);
    }

    #[test]
    fn seven_tenths_of_what_is_delivered_is_sent() {
        let (sent, windows) = twenty(14.0);
        assert_eq!(sent, [1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1]);
        assert_eq!(windows.last(), Some(&14.0));
    }

    /// The total sent after each of `acks` delivered segments, far above ssthresh.
    fn totals(prior: f64, ssthresh: f64, acks: u64) -> Vec<u64> {
        let mut prr = Prr::begin(Reduction::Prr, prior, ssthresh);
        let mut total = 0;
        (0..acks)
            .map(|_| {
                let window = prr.window(&ack(1, 10_000)).expect("delivered");
                let send = (window as u64).saturating_sub(10_000);
                prr.sent(send);
                total += send;
                total
            })
            .collect()
    }

    #[test]
    fn the_share_rounds_up() {
        assert_eq!(totals(337.0, 168.0, 4), [1, 1, 2, 2]);
        assert_eq!(totals(333.0, 233.0, 10), [1, 2, 3, 3, 4, 5, 5, 6, 7, 7]);
    }

    #[test]
    fn below_the_threshold_the_rules_differ() {
        // Recovery from 20 to 10, three SACKed one by one, four in the network.
        let sends = |rule| {
            let mut prr = Prr::begin(rule, 20.0, 10.0);
            let mut pipe = 4;
            (0..2)
                .map(|_| {
                    let window = prr.window(&ack(1, pipe)).expect("delivered");
                    let send = (window as u64).saturating_sub(pipe);
                    prr.sent(send);
                    // The SACKed segment had left the network before.
                    pipe += send - 1;
                    send
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(sends(Reduction::Prr), [1, 1]);
        assert_eq!(sends(Reduction::PrrCrb), [1, 1]);
        assert_eq!(sends(Reduction::PrrSsrb), [2, 2]);
    }

    #[test]
    fn an_ack_that_shows_no_loss_adds_one() {
        let window = |advances, lost| {
            let mut prr = Prr::begin(Reduction::Prr, 20.0, 10.0);
            (prr.delivered, prr.lost) = (5, 3);
            prr.sent(5);
            prr.window(&Progress { delivered: 1, advances, lost, pipe: 6 })
        };
        assert_eq!(window(true, 3), Some(8.0));
        assert_eq!(window(false, 3), Some(7.0));
        assert_eq!(window(true, 5), Some(7.0), "two are newly lost");
    }

    #[test]
    fn what_delivers_nothing_leaves_the_window() {
        assert_eq!(Prr::begin(Reduction::Prr, 20.0, 10.0).window(&ack(0, 15)), None);
    }
}
