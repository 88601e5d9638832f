//! The SACK scoreboard for a window of ten thousand segments, of which every hundredth is lost.

use ackscope_engine::tcp::Scoreboard;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const WINDOW: u64 = 10_000;
const LOST_EVERY: u64 = 100;

/// Every segment that arrives is reported. A segment found lost is retransmitted and arrives one
/// window later.
#[divan::bench]
fn update_and_pipe(bencher: Bencher) {
    let mut board = Scoreboard::default();
    let (mut una, mut next) = (0, 0);
    board.enter(una);
    bencher.bench_local(|| {
        next += 1;
        let is_lost = next % LOST_EVERY == 0;
        if next > WINDOW && next - una > WINDOW {
            una = board.next_gap(una + 1);
        }
        let block = (next, next + 1);
        board.update(una, if is_lost { &[] } else { std::slice::from_ref(&block) });
        if let Some(number) = board.next_lost() {
            board.resend(number);
        }
        black_box(board.pipe(next + WINDOW))
    });
}
