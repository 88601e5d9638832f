//! Compares a set of runs with a set of numbers, and bounds the cost of its changes.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn runs_of(intervals: &Intervals) -> Vec<(u64, u64)> {
    let chunks = intervals.older.iter().chain([&intervals.newest]);
    chunks.flat_map(|chunk| &chunk.runs).map(|run| (run.start, run.end)).collect()
}

/// Makes one change and checks the result against the set of numbers.
fn change(runs: &mut Intervals, set: &mut BTreeSet<u64>, (what, start, length): (u8, u64, u64)) {
    let (range, before) = (start..start + length, set.len());
    if what == 0 {
        *set = set.split_off(&start);
        assert_eq!(runs.remove_below(start), (before - set.len()) as u64);
    } else if what == 1 {
        set.retain(|n| !range.contains(n));
        assert_eq!(runs.remove(start, start + length), (before - set.len()) as u64);
    } else {
        set.extend(range);
        assert_eq!(runs.insert(start, start + length), (set.len() - before) as u64);
    }
    assert_eq!(runs.total(), set.len() as u64);
    assert_eq!(runs.is_empty(), set.is_empty());
    assert_eq!(runs.first(), set.first().copied());
    assert_eq!(runs.end(), set.last().map_or(0, |n| n + 1));
    for n in 1..5u64 {
        assert_eq!(runs.nth_largest(n), set.iter().rev().nth(n as usize - 1).copied());
    }
    let list = runs_of(runs);
    assert!(list.windows(2).all(|pair| pair[0].1 < pair[1].0), "runs touch: {list:?}");
}

/// Checks the answers about `n` and about the range from `n` to `m`.
fn ask(runs: &Intervals, set: &BTreeSet<u64>, n: u64, m: u64) {
    assert_eq!(runs.contains(n), set.contains(&n));
    assert_eq!(runs.count_in(n, m), if n < m { set.range(n..m).count() as u64 } else { 0 });
    assert_eq!(runs.next_gap(n), (n..).find(|m| !set.contains(m)).unwrap());
}

proptest! {
    #[test]
    fn behaves_as_a_set_of_numbers(steps in prop::collection::vec((0u8..4, 0u64..60, 1u64..8), 1..60)) {
        let (mut runs, mut set) = (Intervals::default(), BTreeSet::new());
        for step in steps {
            change(&mut runs, &mut set, step);
            (0..70).for_each(|n| ask(&runs, &set, n, n + 9));
        }
    }

    /// The same with several chunks. Changes span, empty and split them.
    #[test]
    fn many_runs_behave_as_a_set_of_numbers(
        steps in prop::collection::vec(
            (prop_oneof![1 => Just(0u8), 4 => Just(1), 4 => Just(2)], 0u64..6000, prop_oneof![1u64..4, 1u64..2000]),
            1..20,
        ),
        asked in prop::collection::vec((0u64..6000, 0u64..6000), 8),
    ) {
        let (mut runs, mut set) = (Intervals::default(), BTreeSet::new());
        let scatter = |runs: &mut Intervals, set: &mut BTreeSet<u64>, start: u64| {
            for n in (start..6000).step_by(2) {
                runs.insert(n, n + 1);
                set.insert(n);
            }
        };
        scatter(&mut runs, &mut set, 0);
        prop_assert!(runs.older.len() > 5);
        for (what, start, length) in steps {
            // `remove_below` gets small numbers, because a large one leaves almost nothing.
            let start = if what == 0 { start / 6 } else { start };
            change(&mut runs, &mut set, (what, start, length));
            asked.iter().for_each(|&(n, m)| ask(&runs, &set, n, m));
            scatter(&mut runs, &mut set, start + length / 2);
        }
    }
}

/// The number of looks during `act`.
fn looks(act: impl FnOnce()) -> u64 {
    let before = LOOKS.get();
    act();
    LOOKS.get() - before
}

/// 10⁵ holes, as a slow start leaves them that overshoots a window of 10⁵ segments. They are filled
/// from the front, queried at the back and counted up to the middle. A walk from one end would look
/// at 10⁵ runs each time.
#[test]
fn a_hundred_thousand_holes_are_not_walked() {
    const HOLES: u64 = 100_000;
    let mut runs = Intervals::default();
    for number in 0..HOLES {
        runs.insert(2 * number + 1, 2 * number + 2);
    }
    let counting = looks(|| assert_eq!(runs.count_in(0, HOLES), HOLES / 2));
    assert!(counting <= 100, "{counting} runs looked at to count");
    for n in 0..1000 {
        let filling = looks(|| assert_eq!(runs.insert(2 * n + 2, 2 * n + 3), 1));
        assert!(filling <= 40, "{filling} runs looked at to fill hole {n}");
        let asking = looks(|| assert!(runs.contains(2 * (HOLES - n) - 1)));
        assert!(asking <= 40, "{asking} runs looked at for the newest but {n}");
    }
    assert_eq!(runs.count_in(0, 2 * HOLES), HOLES + 1000);
}

/// If one retransmission is lost again, those after it fill holes far from both ends, and the next
/// one is lost in the middle. In a flat list each change would move half of the runs.
#[test]
fn a_hole_in_the_middle_is_filled_without_moving_all_runs() {
    const HOLES: u64 = 100_000;
    let mut runs = Intervals::default();
    for number in 0..HOLES {
        runs.insert(2 * number, 2 * number + 1);
    }
    for n in HOLES / 2..HOLES / 2 + 1000 {
        let filling = looks(|| assert_eq!(runs.insert(2 * n + 1, 2 * n + 2), 1));
        assert!(filling <= 1000, "{filling} runs and chunks changed to fill hole {n}");
        let opening = looks(|| assert_eq!(runs.remove(HOLES / 2, HOLES / 2 + 1), u64::from(n == HOLES / 2)));
        assert!(opening <= 1000, "{opening} runs and chunks changed");
    }
    assert_eq!(runs.count_in(0, HOLES), HOLES / 2 - 1);
    assert_eq!(runs.count_in(HOLES, 2 * HOLES), HOLES / 2 + 1000);
}
