//! Is a token-bucket policer at work? Two intervals in a row with many losses and the same rate show
//! one. BBR then paces at that rate for 48 rounds and does not probe (tcp_bbr.c,
//! `bbr_lt_bw_sampling`).

use super::decisions::{POLICED, UNPOLICED};
use crate::cc::Connection;
use crate::trace::Decisions;

/// An interval lasts this many rounds at least.
const MIN_ROUNDS: u32 = 4;
/// It is dropped after this many.
const MAX_ROUNDS: u32 = 16;
/// Segments lost per delivered one from which an interval has many losses.
const MANY_LOSSES: f64 = 50.0 / 256.0;
/// Two rates are the same if they differ by this share or by this many bit/s.
const SAME_SHARE: f64 = 1.0 / 8.0;
const SAME_BPS: f64 = 4000.0;
/// The rate is used for this many rounds of ProbeBW.
const USED_ROUNDS: u32 = 48;
/// An interval shorter than this gives no rate, in seconds.
const MIN_S: f64 = 1e-3;

/// What an ACK or a timeout tells.
#[derive(Clone, Copy, Debug)]
pub struct News {
    /// Segments newly found lost.
    pub lost: u64,
    /// The sample is limited by the source.
    pub is_app_limited: bool,
    pub round_starts: bool,
    /// BBR is in ProbeBW.
    pub probes: bool,
}

/// The long-term rate and its sampling.
#[derive(Clone, Debug, Default)]
pub struct LongTerm {
    /// The rate of the last interval, in segments per second; 0 if there is none.
    rate: f64,
    is_used: bool,
    is_sampling: bool,
    /// Begin of the interval: time, segments delivered and lost until then.
    since: (f64, u64, u64),
    /// Rounds of the interval, or of the use of the rate.
    rounds: u32,
}

impl LongTerm {
    /// The rate, while it is used.
    pub fn rate(&self) -> Option<f64> {
        self.is_used.then_some(self.rate)
    }

    /// Forgets everything.
    pub fn reset(&mut self, c: &Connection) {
        *self = LongTerm::default();
        self.begin(c);
    }

    fn begin(&mut self, c: &Connection) {
        self.since = (c.now_s, c.delivered, c.lost);
        self.rounds = 0;
    }

    /// Takes an ACK with a valid rate sample, or a timeout. Returns true if the rate is no longer
    /// used: the cycle then begins anew.
    pub fn take(&mut self, c: &Connection, news: News, log: &mut Decisions) -> bool {
        if self.is_used {
            self.rounds += u32::from(news.probes && news.round_starts);
            if self.rounds < USED_ROUNDS {
                return false;
            }
            log.say(UNPOLICED, &[f64::from(self.rounds), self.rate]);
            self.reset(c);
            return true;
        }
        if !self.is_sampling {
            // The first loss shows that the policer's tokens are used up.
            if news.lost == 0 {
                return false;
            }
            self.begin(c);
            self.is_sampling = true;
        }
        if news.is_app_limited {
            self.reset(c);
            return false;
        }
        self.rounds += u32::from(news.round_starts);
        if self.rounds > MAX_ROUNDS {
            self.reset(c);
        } else if self.rounds >= MIN_ROUNDS && news.lost > 0 {
            self.end_interval(c, log);
        }
        false
    }

    /// A loss ends the interval if it had many.
    fn end_interval(&mut self, c: &Connection, log: &mut Decisions) {
        let (since_s, delivered, lost) = self.since;
        let (delivered, lost) = ((c.delivered - delivered) as f64, (c.lost - lost) as f64);
        let took_s = c.now_s - since_s;
        if delivered == 0.0 || lost < MANY_LOSSES * delivered || took_s < MIN_S {
            return;
        }
        let (rate, before) = (delivered / took_s, self.rate);
        let differs = (rate - before).abs();
        if before > 0.0 && (differs <= SAME_SHARE * before || differs * c.segment_bits <= SAME_BPS) {
            self.rate = (rate + before) / 2.0;
            self.is_used = true;
            self.rounds = 0;
            log.say(POLICED, &[rate, before, lost, delivered, self.rate]);
            return;
        }
        self.rate = rate;
        self.begin(c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::script::Script;

    /// A path with a policer: rounds of 0.1 s in which `lost` segments are lost and `delivered` are
    /// delivered.
    struct Policed {
        script: Script,
        long: LongTerm,
        log: Decisions,
    }

    impl Policed {
        fn new() -> Policed {
            let script = Script::new("bbr", 10.0, f64::INFINITY);
            Policed { script, long: LongTerm::default(), log: Decisions::default() }
        }

        fn round(&mut self, lost: u64, delivered: u64, is_app_limited: bool) -> bool {
            let c = &mut self.script.c;
            c.now_s += 0.1;
            c.lost += lost;
            c.delivered += delivered;
            let news = News { lost, is_app_limited, round_starts: true, probes: true };
            self.long.take(c, news, &mut self.log)
        }
    }

    #[test]
    fn two_intervals_of_the_same_rate_with_a_fifth_lost_show_a_policer() {
        // The first loss begins an interval, which lasts four rounds at least: its own and three more.
        // 300 segments in 0.3 s are 1000/s; 75 lost of 300 are more than 50/256.
        let mut path = Policed::new();
        path.round(0, 100, false);
        for _ in 0..4 {
            path.round(25, 100, false);
        }
        assert_eq!(path.long.rate(), None, "one interval");
        // The second interval: 4 rounds of 0.1 s with 110 each are 1100/s, within an eighth of 1000.
        for _ in 0..4 {
            path.round(25, 110, false);
        }
        let rate = path.long.rate().expect("a policer");
        assert!((rate - 1050.0).abs() < 1e-6, "{rate}");
        let said: Vec<_> = path.log.keys().map(|said| said.0).collect();
        assert_eq!(said, ["bbr.policed"]);
        // It is used for 48 rounds.
        let over: Vec<bool> = (0..48).map(|_| path.round(0, 100, false)).collect();
        assert_eq!(over.iter().position(|over| *over), Some(47));
        assert_eq!(path.long.rate(), None);
    }

    #[test]
    fn no_policer_is_seen_if_rates_differ_losses_are_few_or_the_source_limits() {
        let intervals = |first: (u64, u64, bool), second: (u64, u64, bool)| {
            let mut path = Policed::new();
            for (lost, delivered, limited) in [first, second] {
                for _ in 0..4 {
                    path.round(lost, delivered, limited);
                }
            }
            path.long.rate()
        };
        assert!(intervals((25, 100, false), (25, 100, false)).is_some());
        assert_eq!(intervals((25, 100, false), (40, 160, false)), None);
        assert_eq!(intervals((15, 100, false), (15, 100, false)), None);
        assert_eq!(intervals((25, 100, false), (25, 100, true)), None);
    }
}
