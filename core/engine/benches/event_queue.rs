//! The event queue: the earliest entry is taken and set to a later instant, as a packet's events
//! are.

use ackscope_engine::sim::event_queue::{EventId, EventQueue};
use ackscope_engine::units::Time;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// The events of 1, 10, 100 and 1000 flows, with four event ids each.
#[divan::bench(args = [4, 40, 400, 4000])]
fn next_and_set(bencher: Bencher, event_ids: u32) {
    let mut event_queue = EventQueue::new(event_ids as usize, 16);
    for order in 0..event_ids {
        event_queue.set(EventId { order, place: order }, Time::from_nanos(u64::from(order)));
    }
    // The period has no common factor with the number of event ids, so the entries are mixed.
    let mut step = 0u64;
    bencher.bench_local(|| {
        let (time, order) = event_queue.next();
        step = (step + 7919) % 100_003;
        event_queue.set(EventId { order, place: order }, Time::from_nanos(time.nanos() + 1 + step));
        black_box(order)
    });
}
