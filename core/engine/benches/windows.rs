//! A whole run: one flow with a window of a hundred to a million segments.

mod common;

use ackscope_engine::setup::{Capacity, Recovery, Setup, SourceSetup};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::{Span, Time};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// 8333 segments forward and half as many ACKs backward, whatever the window.
const PACKET_HOPS: u64 = 12_500;

fn step(window: u64) -> Span {
    Span::from_nanos(1_000_000_000_000 / window)
}

fn packet_hops(simulation: &Simulation) -> u64 {
    simulation.results().engine.packet_hops
}

/// The window is full, and nothing is lost.
#[divan::bench(args = [100, 1000, 10_000, 100_000, 1_000_000])]
fn full(bencher: Bencher, window: u64) {
    let setup = common::line(1, window);
    let mut simulation = Simulation::new(&setup, &RecordOptions::NOTHING);
    simulation.advance(common::FULL_AT, u64::MAX);
    let before = packet_hops(&simulation);
    simulation.advance(common::FULL_AT + step(window), u64::MAX);
    let done = packet_hops(&simulation) - before;
    // The fastest step counts, so no step may be fast because it has less to do.
    assert!(done.abs_diff(PACKET_HOPS) < PACKET_HOPS / 100, "{window}: {done} packet hops in a step");
    bencher.counter(ItemsCount::new(PACKET_HOPS)).bench_local(|| {
        let until = simulation.progress().time + step(window);
        simulation.advance(until, u64::MAX)
    });
}

/// A window that slow start overshoots. Of the segments beyond what path and buffer hold, every
/// second one is lost and retransmitted.
fn overshot(window: u64) -> Setup {
    let mut setup = common::line(1, window);
    setup.hops[0].forward.queue.capacity = Capacity::Packets(window);
    if let SourceSetup::Tcp(tcp) = &mut setup.flows[0].source {
        tcp.receive_window = 10 * window;
        tcp.recovery = Recovery::Sack;
    }
    setup
}

/// The first 60 round trips: slow start, its holes, and the time after them.
#[divan::bench(args = [100, 1000, 10_000, 100_000, 1_000_000], sample_count = 5, sample_size = 1)]
fn holes(bencher: Bencher, window: u64) {
    let until = Time::from_secs(6.0);
    let run = || {
        let mut simulation = Simulation::new(&overshot(window), &RecordOptions::NOTHING);
        simulation.advance(until, u64::MAX);
        simulation
    };
    bencher.counter(ItemsCount::new(packet_hops(&run()))).bench_local(run);
}
