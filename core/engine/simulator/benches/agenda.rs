//! The agenda: the earliest entry happens and is set to a later instant, as packets do.

use ackscope_simulator::sim::agenda::{Agenda, Slot};
use ackscope_simulator::units::Time;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// So many flows have four slots each.
#[divan::bench(args = [4, 40, 400, 4000])]
fn next_and_set(bencher: Bencher, slots: u32) {
    let mut agenda = Agenda::new(slots as usize, 16);
    for order in 0..slots {
        agenda.set(Slot { order, place: order }, Time::from_nanos(u64::from(order)));
    }
    // A period that has nothing in common with the number of slots mixes them.
    let mut step = 0u64;
    bencher.bench_local(|| {
        let (time, order) = agenda.next();
        step = (step + 7919) % 100_003;
        agenda.set(Slot { order, place: order }, Time::from_nanos(time.nanos() + 1 + step));
        black_box(order)
    });
}
