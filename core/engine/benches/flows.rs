//! A whole run: the same packets in the same second, divided among different numbers of flows.

mod common;

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Span;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const STEP: Span = Span::from_millis(100);
/// A tenth of a second of 1 Gbit/s: 8333 segments forward and half as many ACKs backward.
const PACKET_HOPS: u64 = 12_500;

fn under_way(flows: usize, options: &RecordOptions) -> Simulation {
    let mut simulation = Simulation::new(&common::line(flows, 10_000), options);
    simulation.advance(common::FULL_AT, u64::MAX);
    let before = simulation.results().engine.packet_hops;
    simulation.advance(common::FULL_AT + STEP, u64::MAX);
    let done = simulation.results().engine.packet_hops - before;
    // The fastest step counts, so no step may be fast because it has less to do.
    assert!(done.abs_diff(PACKET_HOPS) < PACKET_HOPS / 100, "{flows} flows: {done} packet hops in a step");
    simulation
}

fn advance(bencher: Bencher, flows: usize, options: &RecordOptions) {
    let mut simulation = under_way(flows, options);
    bencher.counter(ItemsCount::new(PACKET_HOPS)).bench_local(|| {
        let until = simulation.progress().time + STEP;
        simulation.advance(until, u64::MAX)
    });
}

#[divan::bench(args = [1, 10, 100, 1000])]
fn run(bencher: Bencher, flows: usize) {
    advance(bencher, flows, &RecordOptions::NOTHING);
}

#[divan::bench(args = [1, 10, 100, 1000])]
fn run_recorded(bencher: Bencher, flows: usize) {
    advance(bencher, flows, &RecordOptions::PAGE);
}

/// The cost of keeping a checkpoint. The state of a run that records nothing is little else.
#[divan::bench(args = [1, 10, 100, 1000])]
fn checkpoint(bencher: Bencher, flows: usize) {
    let simulation = under_way(flows, &RecordOptions::NOTHING);
    bencher.bench_local(|| black_box(simulation.clone()));
}
