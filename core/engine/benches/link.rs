//! A link: packets arrive at a drop-tail queue that stays half full.

mod common;

use ackscope_engine::net::{self, Arrival, Channel, Flags, Kind, Packet, Tally};
use ackscope_engine::trace::{RecordOptions, Recorder};
use ackscope_engine::units::Time;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

#[divan::bench]
fn arrive(bencher: Bencher) {
    let setup = common::line(1, 10_000);
    let mut channel = Channel::new(0, "hop 0 forward", &setup.hops[0].forward, 1500, setup.seed);
    let mut recorder =
        Recorder::new(&RecordOptions::NOTHING, setup.duration, ackscope_engine::rule_numbers());
    let mut tally = Tally::default();
    // 1500 bytes take 12 µs at 1 Gbit/s. The first packets fill the queue, and the others arrive as
    // fast as it drains.
    let mut number = 0;
    bencher.bench_local(|| {
        number += 1;
        let at = Time::from_nanos(12_000 * if number < 10_000 { number / 2 } else { number - 5_000 });
        let mut packet = Packet {
            at,
            stamp: at,
            number,
            waited_nanos: 0,
            flow: 0,
            sack: 0,
            bytes: 1500,
            epoch: 0,
            kind: Kind::Data,
            is_retransmission: false,
            flags: Flags::NONE,
        };
        let mut arrival =
            Arrival { packet: &mut packet, now: at, recorder: &mut recorder, tally: &mut tally };
        black_box(net::arrive(&mut channel, &mut arrival, false))
    });
}
