//! Every bandwidth estimator, with ACKs of two segments.

use ackscope_engine::estimator::{AckView, Estimate, Estimator, REGISTRY};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn ids() -> impl Iterator<Item = &'static str> {
    REGISTRY.iter().map(|spec| spec.id)
}

#[divan::bench(args = ids())]
fn on_ack(bencher: Bencher, id: &str) {
    let mut estimator = Estimator::new(id);
    estimator.start(0.0);
    let mut acks = 0u64;
    bencher.bench_local(|| {
        acks += 1;
        // 200 Mbit/s in segments of 1500 bytes, 1666 of them per RTT.
        let now_s = acks as f64 * 120e-6;
        let ack = AckView {
            now_s,
            acked: 2,
            is_duplicate: false,
            delivered: 2,
            rtt_s: Some(0.1),
            last_rtt_s: Some(0.1),
            min_rtt_s: 0.1,
            srtt_s: 0.1,
            segment_bits: 12_000.0,
            cwnd: 1666.0,
            delivery_rate: Some(16_667.0),
            is_app_limited: false,
            round: acks / 833,
        };
        black_box(estimator.on_ack(&ack));
        black_box(estimator.estimate(now_s))
    });
}
