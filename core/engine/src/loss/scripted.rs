//! Loses selected packets, for lessons and tests that need a loss at a known place.
//!
//! queues-and-links §9.5.

use super::{LossView, Losses};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::order::sorted;
use crate::rng::Stream;
use crate::units::decimal;

const SOURCE: &str = "for lessons and tests";

/// What this model declares.
pub const SPEC: Spec = Spec {
    id: "scripted",
    name: "Scripted",
    summary: "Loses the listed packets, or some packets out of every N.",
    source: SOURCE,
    parameters: &[
        Param::numbers(
            "packets",
            "Numbers of the packets to lose, counted from 0 as they arrive at the channel, SYN included.",
            SOURCE,
        ),
        Param::integer(
            "every",
            "packets",
            100.0,
            (1.0, 1e12),
            "N: of every N packets, the last `burst` are lost.",
            SOURCE,
        )
        .automatic(),
        Param::integer(
            "burst",
            "packets",
            1.0,
            (1.0, 1e12),
            "Number of packets to lose out of every N.",
            SOURCE,
        ),
    ],
    departures: &[],
    rules: &[],
};

/// The packets that are still to be lost.
#[derive(Clone, Debug)]
pub struct Loss {
    /// Sorted packet numbers; `next` is the index of the first one that has not occurred yet.
    packets: std::sync::Arc<[u64]>,
    next: usize,
    every: Option<u64>,
    burst: u64,
}

impl Loss {
    /// A model with checked parameters.
    #[inline]
    pub fn new(params: &Params, _state: Stream) -> Loss {
        let packets: Vec<u64> = params.numbers("packets").iter().map(|number| *number as u64).collect();
        let packets = sorted(&packets, |number| (*number, 0));
        Loss {
            packets: packets.into(),
            next: 0,
            every: params.optional_number("every").map(|every| every as u64),
            burst: params.number("burst") as u64,
        }
    }
}

impl Losses for Loss {
    #[inline]
    fn loses(&mut self, view: &LossView, _draws: &mut Stream) -> bool {
        while self.packets.get(self.next).is_some_and(|number| *number < view.number) {
            self.next += 1;
        }
        let listed = self.packets.get(self.next) == Some(&view.number);
        let last_of_its_row =
            self.every.is_some_and(|every| view.number % every >= every.saturating_sub(self.burst));
        listed || last_of_its_row
    }

    #[inline]
    fn contradiction(params: &Params, _shared: bool) -> Option<Contradiction> {
        let (packets, every) = (params.numbers("packets"), params.optional_number("every"));
        let refuse = |parameter, found: String, allowed: &str| {
            Some(Contradiction { parameter, found, allowed: allowed.to_owned() })
        };
        if let Some(number) = packets.iter().find(|number| number.fract() != 0.0) {
            return refuse("packets", decimal(*number), "whole numbers");
        }
        match every {
            None if packets.is_empty() => refuse(
                "packets",
                "neither packets nor every".to_owned(),
                "a list of packet numbers, or every",
            ),
            Some(every) if !packets.is_empty() => {
                refuse("every", decimal(every), "one of the two: listed packets or every")
            }
            _ => params.in_order("burst", "every", "packets").filter(|_| every.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::packet;
    use super::*;
    use crate::catalogue::Setting;

    fn lost(set: &[(&str, Setting)], n: u64) -> Vec<u64> {
        let mut params = Params::defaults(SPEC.parameters);
        for (name, setting) in set {
            params.set(name, setting.clone());
        }
        assert_eq!(Loss::contradiction(&params, false), None);
        let mut model = Loss::new(&params, Stream::new(1, "state"));
        let mut draws = Stream::new(1, "draws");
        (0..n).filter(|&k| model.loses(&packet(k, k as f64), &mut draws)).collect()
    }

    #[test]
    fn loses_the_listed_packets_in_whatever_order_they_are_written() {
        assert_eq!(lost(&[("packets", Setting::Numbers(vec![7.0, 3.0, 4.0]))], 20), [3, 4, 7]);
        assert_eq!(lost(&[("packets", Setting::Numbers(vec![0.0, 99.0]))], 20), [0]);
    }

    #[test]
    fn loses_the_last_ones_of_every_so_many() {
        let every = ("every", Setting::Number(5.0));
        assert_eq!(lost(std::slice::from_ref(&every), 15), [4, 9, 14]);
        assert_eq!(lost(&[every, ("burst", Setting::Number(2.0))], 12), [3, 4, 8, 9]);
    }

    #[test]
    fn refuses_what_says_nothing_or_two_things() {
        let refused = |set: &[(&str, Setting)]| {
            let mut params = Params::defaults(SPEC.parameters);
            for (name, setting) in set {
                params.set(name, setting.clone());
            }
            Loss::contradiction(&params, false).map(|c| c.parameter)
        };
        let packets = ("packets", Setting::Numbers(vec![1.0]));
        let every = ("every", Setting::Number(3.0));
        assert_eq!(refused(&[]), Some("packets"));
        assert_eq!(refused(&[packets.clone(), every.clone()]), Some("every"));
        assert_eq!(refused(&[every, ("burst", Setting::Number(4.0))]), Some("burst"));
        assert_eq!(refused(&[("packets", Setting::Numbers(vec![1.5]))]), Some("packets"));
        assert_eq!(refused(&[packets, ("burst", Setting::Number(4.0))]), None);
    }
}
