//! The recorder: a row of six series as every ACK writes it, and a single series.

use ackscope_engine::trace::{LANES, RecordOptions, Recorder, RowHandle, SeriesId, SeriesInfo, SeriesSource};
use ackscope_engine::units::Time;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const DURATION: Time = Time::from_nanos(1_000_000_000_000);

fn info(series: SeriesId) -> SeriesInfo {
    SeriesInfo { source: SeriesSource::Flow(0), series, estimator: None, shown: None }
}

/// A sample every this many nanoseconds; a bin is 244 ms long.
#[divan::bench(args = [120_000, 24_000_000, 500_000_000])]
fn sample_row(bencher: Bencher, every_nanos: u64) {
    let mut recorder = Recorder::new(&RecordOptions::PAGE, DURATION, ackscope_engine::rule_numbers());
    let row = recorder.declare_row();
    for lane in 0..LANES {
        recorder.declare_in_row(row, lane, info(SeriesId::Cwnd));
    }
    let mut nanos = 0;
    bencher.bench_local(|| {
        nanos += every_nanos;
        let bin = recorder.bin(Time::from_nanos(nanos));
        recorder.sample_rows([row, RowHandle::NONE], bin, black_box([1.0, 2.0, 3.0, 4.0, 0.1, 1e6]));
    });
}

#[divan::bench]
fn sample(bencher: Bencher) {
    let mut recorder = Recorder::new(&RecordOptions::PAGE, DURATION, ackscope_engine::rule_numbers());
    let queue = recorder.declare(info(SeriesId::Queue));
    let mut nanos = 0;
    bencher.bench_local(|| {
        nanos += 120_000;
        recorder.sample(queue, recorder.bin(Time::from_nanos(nanos)), black_box(17.0));
    });
}
