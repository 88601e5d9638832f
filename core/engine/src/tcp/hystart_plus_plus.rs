//! HyStart++ (`slow_start: hystart++`; RFC 9406 §4): a rising RTT does not end slow start. It slows
//! it down for five rounds, and a false alarm is undone.

use crate::units::{Span, Time};

const MIN_RISE: Span = Span::from_millis(4);
const MAX_RISE: Span = Span::from_millis(16);
/// Samples of a round before it is judged.
const SAMPLES: u32 = 8;
/// Conservative slow start grows by this part.
const CSS_DIVISOR: f64 = 4.0;
const CSS_ROUNDS: u32 = 5;
/// Segments that one ACK may add without pacing.
const MAX_PER_ACK: f64 = 8.0;

/// The state of HyStart++.
#[derive(Clone, Copy, Debug)]
pub struct HyStartPlusPlus {
    /// The round ends when a segment beyond this is acknowledged.
    round_end: u64,
    last_rtt: Option<Span>,
    round_rtt: Option<Span>,
    samples: u32,
    /// Conservative slow start: the RTT it began with, and its rounds.
    css: Option<(Span, u32)>,
    has_ended: bool,
}

/// What an ACK changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// Conservative slow start begins: the round's RTT, that of the round before, and the rise.
    Slower { rtt: Span, last: Span, rise: Span },
    /// It was a false alarm: the round's RTT and the one it began with.
    Resumed { rtt: Span, baseline: Span },
    /// Five rounds are over.
    Ended { rounds: u32 },
}

fn rise(last: Span) -> Span {
    Span::from_nanos(last.nanos() / 8).clamp(MIN_RISE, MAX_RISE)
}

impl HyStartPlusPlus {
    /// The first slow start begins.
    pub fn new(_now: Time, next: u64) -> HyStartPlusPlus {
        HyStartPlusPlus {
            round_end: next,
            last_rtt: None,
            round_rtt: None,
            samples: 0,
            css: None,
            has_ended: false,
        }
    }

    /// A loss ends HyStart++ for the rest of the connection.
    pub fn end(&mut self) {
        self.has_ended = true;
    }

    /// True once it is over.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// What an ACK of `acked` segments adds to the window.
    pub fn growth(&self, acked: f64, is_paced: bool) -> f64 {
        let most = if is_paced { acked } else { acked.min(MAX_PER_ACK) };
        if self.css.is_some() { most / CSS_DIVISOR } else { most }
    }

    /// The end of a round, before the ACK's sample counts for the next one.
    pub fn end_round(&mut self, una: u64, next: u64) -> Option<Turn> {
        if una <= self.round_end {
            return None;
        }
        (self.last_rtt, self.round_rtt) = (self.round_rtt, None);
        self.samples = 0;
        self.round_end = next;
        let (_, rounds) = self.css.as_mut()?;
        *rounds += 1;
        if *rounds < CSS_ROUNDS {
            return None;
        }
        self.has_ended = true;
        Some(Turn::Ended { rounds: *rounds })
    }

    /// An RTT sample, after the window has grown.
    pub fn sample(&mut self, rtt: Span) -> Option<Turn> {
        let rtt = *self.round_rtt.insert(self.round_rtt.map_or(rtt, |least| least.min(rtt)));
        self.samples += 1;
        if self.samples < SAMPLES {
            return None;
        }
        match (self.css, self.last_rtt) {
            (Some((baseline, _)), _) if rtt < baseline => {
                self.css = None;
                Some(Turn::Resumed { rtt, baseline })
            }
            (None, Some(last)) if rtt >= last + rise(last) => {
                self.css = Some((rtt, 0));
                Some(Turn::Slower { rtt, last, rise: rise(last) })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Span {
        Span::from_millis(ms)
    }

    fn ack(state: &mut HyStartPlusPlus, cwnd: &mut f64, acked: f64, rtt: Span) -> Option<Turn> {
        *cwnd += state.growth(acked, false);
        state.sample(rtt)
    }

    #[test]
    fn the_rise_is_an_eighth_of_the_round_before_within_bounds() {
        assert_eq!([20, 100, 200].map(|last| rise(ms(last)).nanos()), [4_000_000, 12_500_000, 16_000_000]);
    }

    #[test]
    fn a_rising_rtt_slows_it_down_on_the_eighth_ack_of_the_round() {
        let mut state = HyStartPlusPlus::new(Time::ZERO, 20);
        let mut cwnd = 20.0;
        (0..10).for_each(|_| assert_eq!(ack(&mut state, &mut cwnd, 2.0, ms(100)), None));
        assert_eq!(cwnd, 40.0);
        state.end_round(21, 60);
        let turns: Vec<bool> = (0..8).map(|_| ack(&mut state, &mut cwnd, 2.0, ms(113)).is_some()).collect();
        assert_eq!(turns, [false, false, false, false, false, false, false, true]);
        assert_eq!(cwnd, 56.0);
        (0..12).for_each(|_| assert_eq!(ack(&mut state, &mut cwnd, 2.0, ms(113)), None));
        assert_eq!(cwnd, 62.0);
    }

    #[test]
    fn five_rounds_of_it_end_slow_start() {
        let mut state = HyStartPlusPlus::new(Time::ZERO, 0);
        state.css = Some((ms(113), 0));
        let mut cwnd: f64 = 64.0;
        let mut ends = Vec::new();
        for round in 1..=5 {
            // An ACK for each whole pair of the round's window.
            for _ in 0..(cwnd as u64 / 2) {
                cwnd += state.growth(2.0, false);
            }
            ends.push(cwnd as u64);
            let turn = state.end_round(round * 1000, round * 1000);
            assert_eq!(turn, (round == 5).then_some(Turn::Ended { rounds: 5 }));
        }
        assert_eq!(ends, [80, 100, 125, 156, 195]);
        assert!(state.has_ended());
    }

    #[test]
    fn a_false_alarm_is_taken_back() {
        let mut state = HyStartPlusPlus::new(Time::ZERO, 0);
        state.css = Some((ms(113), 1));
        let mut cwnd = 64.0;
        let turns: Vec<bool> = (0..8).map(|_| ack(&mut state, &mut cwnd, 2.0, ms(104)).is_some()).collect();
        assert_eq!((turns.iter().filter(|turn| **turn).count(), cwnd), (1, 68.0));
        ack(&mut state, &mut cwnd, 2.0, ms(104));
        assert_eq!(cwnd, 70.0);
    }

    #[test]
    fn a_stretch_ack_adds_eight_segments_without_pacing() {
        let mut state = HyStartPlusPlus::new(Time::ZERO, 0);
        assert_eq!((state.growth(20.0, false), state.growth(20.0, true)), (8.0, 20.0));
        state.css = Some((ms(100), 0));
        assert_eq!(state.growth(20.0, false), 2.0);
    }
}
