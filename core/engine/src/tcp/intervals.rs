//! A set of segment numbers as sorted, disjoint, non-touching runs.

use std::collections::VecDeque;

/// Half-open runs `[start, end)` in ascending order.
///
/// Both ends of a connection keep one: the receiver of what arrived out of order, the sender of what was SACKed. With
/// random losses a window of 10⁴ segments has a hundred runs, and nearly every change is at one of the two ends.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    runs: VecDeque<(u64, u64)>,
    total: u64,
}

impl Intervals {
    /// Bytes it has taken.
    pub fn bytes(&self) -> usize {
        self.runs.capacity() * size_of::<(u64, u64)>()
    }

    /// True if no number is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// How many numbers are in the set.
    #[inline]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// One past the largest number, 0 if the set is empty.
    #[inline]
    pub fn end(&self) -> u64 {
        self.runs.back().map_or(0, |run| run.1)
    }

    /// The runs in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.runs.iter().copied()
    }

    /// Position of the first run that ends after `number`.
    fn place(&self, number: u64) -> usize {
        // Most look-ups concern the newest run.
        match self.runs.back() {
            Some(last) if last.0 <= number => self.runs.len() - usize::from(number < last.1),
            _ => self.runs.partition_point(|run| run.1 <= number),
        }
    }

    /// The run that holds `number`.
    pub fn run_of(&self, number: u64) -> Option<(u64, u64)> {
        self.runs.get(self.place(number)).copied().filter(|run| run.0 <= number)
    }

    /// True if `number` is in the set.
    pub fn contains(&self, number: u64) -> bool {
        self.run_of(number).is_some()
    }

    /// The smallest number that is `from` or above and not in the set.
    pub fn next_gap(&self, from: u64) -> u64 {
        self.run_of(from).map_or(from, |run| run.1)
    }

    /// How many numbers of the set lie in `[start, end)`.
    pub fn count_in(&self, start: u64, end: u64) -> u64 {
        let first = self.place(start);
        self.runs
            .iter()
            .skip(first)
            .take_while(|run| run.0 < end)
            .map(|run| run.1.min(end) - run.0.max(start))
            .sum()
    }

    /// The number with exactly `n − 1` larger ones in the set (n ≥ 1), if there are that many.
    #[inline]
    pub fn nth_largest(&self, n: u64) -> Option<u64> {
        if self.total < n {
            return None;
        }
        let mut left = n;
        for run in self.runs.iter().rev() {
            let length = run.1 - run.0;
            if left <= length {
                return Some(run.1 - left);
            }
            left -= length;
        }
        None
    }

    /// Adds `[start, end)` and gives how many numbers were new.
    pub fn insert(&mut self, start: u64, end: u64) -> u64 {
        if start >= end {
            return 0;
        }
        let added = match self.runs.back_mut() {
            // Most of what is new goes on where the newest run ends.
            Some(last) if last.0 <= start && start <= last.1 => {
                let before = last.1;
                last.1 = before.max(end);
                last.1 - before
            }
            Some(last) if start <= last.1 => self.insert_earlier(start, end),
            _ => {
                self.runs.push_back((start, end));
                end - start
            }
        };
        self.total += added;
        added
    }

    /// The same where the newest run begins behind `start`.
    fn insert_earlier(&mut self, start: u64, end: u64) -> u64 {
        // The first run that touches or follows the new one, and the first one beyond it.
        let first = self.runs.partition_point(|run| run.1 < start);
        let mut merged = (start, end);
        let mut covered = 0;
        let mut beyond = first;
        while let Some(run) = self.runs.get(beyond).filter(|run| run.0 <= end) {
            merged = (merged.0.min(run.0), merged.1.max(run.1));
            covered += run.1 - run.0;
            beyond += 1;
        }
        match beyond - first {
            0 => self.runs.insert(first, merged),
            1 => self.runs[first] = merged,
            _ => {
                self.runs[first] = merged;
                self.runs.drain(first + 1..beyond);
            }
        }
        merged.1 - merged.0 - covered
    }

    /// Removes everything below `limit` and gives how many numbers that were.
    pub fn remove_below(&mut self, limit: u64) -> u64 {
        let mut removed = 0;
        while let Some(run) = self.runs.front_mut().filter(|run| run.0 < limit) {
            if run.1 <= limit {
                removed += run.1 - run.0;
                self.runs.pop_front();
            } else {
                removed += limit - run.0;
                run.0 = limit;
            }
        }
        self.total -= removed;
        removed
    }

    /// Removes `[start, end)` and gives how many numbers that were.
    pub fn remove(&mut self, start: u64, end: u64) -> u64 {
        let mut removed = 0;
        let mut place = self.place(start);
        while let Some(run) = self.runs.get(place).copied().filter(|run| run.0 < end) {
            let (from, to) = (run.0.max(start), run.1.min(end));
            removed += to - from;
            // What is left of the run, before and after.
            match (run.0 < from, to < run.1) {
                (false, false) => drop(self.runs.remove(place)),
                (false, true) => self.runs[place].0 = to,
                (true, after) => {
                    self.runs[place].1 = from;
                    place += 1;
                    if after {
                        self.runs.insert(place, (to, run.1));
                    }
                }
            }
            if to == end {
                break;
            }
        }
        self.total -= removed;
        removed
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.runs.clear();
        self.total = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_as_a_set_of_numbers(steps in prop::collection::vec((0u8..4, 0u64..60, 1u64..8), 1..60)) {
            let mut runs = Intervals::default();
            let mut set = BTreeSet::new();
            for (what, start, length) in steps {
                if what == 0 {
                    let before = set.len();
                    set.retain(|&n| n >= start);
                    prop_assert_eq!(runs.remove_below(start), (before - set.len()) as u64);
                } else if what == 1 {
                    let removed = (start..start + length).filter(|n| set.remove(n)).count();
                    prop_assert_eq!(runs.remove(start, start + length), removed as u64);
                } else {
                    let added = (start..start + length).filter(|&n| set.insert(n)).count();
                    prop_assert_eq!(runs.insert(start, start + length), added as u64);
                }
                prop_assert_eq!(runs.total(), set.len() as u64);
                prop_assert_eq!(runs.end(), set.last().map_or(0, |n| n + 1));
                for n in 0..70 {
                    prop_assert_eq!(runs.contains(n), set.contains(&n));
                    prop_assert_eq!(runs.count_in(n, n + 9), set.range(n..n + 9).count() as u64);
                    prop_assert_eq!(runs.next_gap(n), (n..).find(|m| !set.contains(m)).unwrap());
                }
                for n in 1..5u64 {
                    prop_assert_eq!(runs.nth_largest(n), set.iter().rev().nth(n as usize - 1).copied());
                }
                let list: Vec<_> = runs.iter().collect();
                prop_assert!(list.windows(2).all(|pair| pair[0].1 < pair[1].0), "runs touch: {:?}", list);
            }
        }
    }
}
