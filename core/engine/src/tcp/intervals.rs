//! A set of segment numbers as sorted, disjoint, non-touching runs.

use std::collections::VecDeque;

/// Half-open, and what was counted below it.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u64,
    end: u64,
    /// `start` less how many numbers of the set are below it, but for a constant that all runs share: only differences count, and they wrap.
    /// It is what does not change where the run loses its first numbers or gains some at its end.
    missing: u64,
}

/// Half-open runs `[start, end)` in ascending order.
///
/// Both ends of a connection keep one: the receiver of what arrived out of order, the sender of what was SACKed. With
/// random losses a window of 10⁴ segments has a hundred runs, after a slow start that overshoots a window of 10⁵ has as many, and
/// nearly every change and question is near one of the two ends. So searches begin at the nearer end, and each run knows how many
/// numbers are below it: no question walks the runs.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    runs: VecDeque<Run>,
    total: u64,
    #[cfg(test)]
    looks: std::cell::Cell<u64>,
}

impl Intervals {
    /// Bytes it has taken.
    pub fn bytes(&self) -> usize {
        self.runs.capacity() * size_of::<Run>()
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
        self.runs.back().map_or(0, |run| run.end)
    }

    /// The runs in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.runs.iter().map(|run| (run.start, run.end))
    }

    /// Tests count how many runs are looked at or changed.
    #[inline]
    fn look(&self, runs: usize) {
        #[cfg(test)]
        self.looks.set(self.looks.get() + runs as u64);
        let _ = runs;
    }

    /// How many runs `is_before` holds for; it holds for the first ones. Begins at both ends, so that the way from the nearer one
    /// decides how many runs are looked at: three times its logarithm.
    #[inline]
    fn search(&self, is_before: impl Fn(&Run) -> bool) -> usize {
        let count = self.runs.len();
        let holds = |place: usize| {
            self.look(1);
            is_before(&self.runs[place])
        };
        let (mut low, mut high) = (0, count);
        let mut step = 1;
        while step <= count / 2 {
            if !holds(step - 1) {
                high = step - 1;
                break;
            }
            low = step;
            if holds(count - step) {
                low = count - step + 1;
                break;
            }
            high = count - step;
            step *= 2;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if holds(middle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Position of the first run that ends after `number`.
    #[inline]
    fn place(&self, number: u64) -> usize {
        // Most look-ups concern the newest run.
        match self.runs.back() {
            Some(last) if last.start <= number => self.runs.len() - usize::from(number < last.end),
            _ => self.search(|run| run.end <= number),
        }
    }

    /// The run that holds `number`.
    pub fn run_of(&self, number: u64) -> Option<(u64, u64)> {
        let run = self.runs.get(self.place(number))?;
        (run.start <= number).then_some((run.start, run.end))
    }

    /// True if `number` is in the set.
    pub fn contains(&self, number: u64) -> bool {
        self.run_of(number).is_some()
    }

    /// The smallest number that is `from` or above and not in the set.
    pub fn next_gap(&self, from: u64) -> u64 {
        self.run_of(from).map_or(from, |run| run.1)
    }

    /// How many numbers of the set lie below `number`, but for a constant.
    fn rank(&self, number: u64) -> u64 {
        match (self.runs.get(self.place(number)), self.runs.back()) {
            (Some(run), _) => number.max(run.start).wrapping_sub(run.missing),
            (None, Some(last)) => last.end.wrapping_sub(last.missing),
            (None, None) => 0,
        }
    }

    /// How many numbers of the set lie in `[start, end)`.
    pub fn count_in(&self, start: u64, end: u64) -> u64 {
        if start >= end { 0 } else { self.rank(end).wrapping_sub(self.rank(start)) }
    }

    /// The runs from `place` on have `added` more numbers below them. Only differences count: where fewer runs are before it, these have
    /// as many less.
    fn raise_from(&mut self, place: usize, added: u64) {
        let count = self.runs.len();
        if added == 0 || place >= count {
            return;
        }
        if place <= count / 2 {
            self.look(place);
            self.runs.range_mut(..place).for_each(|run| run.missing = run.missing.wrapping_add(added));
        } else {
            self.look(count - place);
            self.runs.range_mut(place..).for_each(|run| run.missing = run.missing.wrapping_sub(added));
        }
    }

    /// The number with exactly `n − 1` larger ones in the set (n ≥ 1), if there are that many.
    #[inline]
    pub fn nth_largest(&self, n: u64) -> Option<u64> {
        if self.total < n {
            return None;
        }
        let mut left = n;
        for run in self.runs.iter().rev() {
            let length = run.end - run.start;
            if left <= length {
                return Some(run.end - left);
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
            Some(last) if last.start <= start && start <= last.end => {
                let before = last.end;
                last.end = before.max(end);
                last.end - before
            }
            Some(last) if start <= last.end => self.insert_earlier(start, end),
            last => {
                let missing = last.map_or(start, |last| last.missing.wrapping_add(start - last.end));
                self.runs.push_back(Run { start, end, missing });
                end - start
            }
        };
        self.total += added;
        added
    }

    /// The same where the newest run begins behind `start`.
    fn insert_earlier(&mut self, start: u64, end: u64) -> u64 {
        // The first run that touches or follows the new one, and the first one beyond it.
        let first = self.search(|run| run.end < start);
        let next = self.runs[first];
        let mut merged = Run {
            start: next.start.min(start),
            end: next.end.max(end),
            missing: next.missing.wrapping_sub(next.start.saturating_sub(start)),
        };
        let mut covered = 0;
        let mut beyond = first;
        while let Some(run) = self.runs.get(beyond).filter(|run| run.start <= end) {
            merged.end = merged.end.max(run.end);
            covered += run.end - run.start;
            beyond += 1;
        }
        self.look(beyond - first);
        match beyond - first {
            0 => {
                merged.end = end;
                self.runs.insert(first, merged);
            }
            1 => self.runs[first] = merged,
            _ => {
                self.runs[first] = merged;
                self.runs.drain(first + 1..beyond);
            }
        }
        let added = merged.end - merged.start - covered;
        self.raise_from(first + 1, added);
        added
    }

    /// Removes everything below `limit` and gives how many numbers that were.
    pub fn remove_below(&mut self, limit: u64) -> u64 {
        let mut removed = 0;
        while let Some(run) = self.runs.front_mut().filter(|run| run.start < limit) {
            if run.end <= limit {
                removed += run.end - run.start;
                self.runs.pop_front();
            } else {
                removed += limit - run.start;
                run.start = limit;
            }
        }
        self.total -= removed;
        removed
    }

    /// Removes `[start, end)` and gives how many numbers that were.
    pub fn remove(&mut self, start: u64, end: u64) -> u64 {
        let mut removed = 0;
        let mut place = self.place(start);
        while let Some(run) = self.runs.get(place).copied().filter(|run| run.start < end) {
            let (from, to) = (run.start.max(start), run.end.min(end));
            removed += to - from;
            // What is left of the run, before and after; what is after keeps its rank until all are lowered.
            match (run.start < from, to < run.end) {
                (false, false) => drop(self.runs.remove(place)),
                (false, true) => self.runs[place].start = to,
                (true, after) => {
                    self.runs[place].end = from;
                    place += 1;
                    if after {
                        self.runs.insert(place, Run { start: to, ..run });
                    }
                }
            }
            if to == end {
                break;
            }
        }
        self.raise_from(place, removed.wrapping_neg());
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

    /// 10⁵ holes, as a slow start leaves them that overshoots a window of 10⁵ segments: filled from the front, told of at the back, counted
    /// up to the middle. Walked from an end each of these would look at 10⁵ runs.
    #[test]
    fn a_hundred_thousand_holes_are_not_walked() {
        const HOLES: u64 = 100_000;
        let mut runs = Intervals::default();
        for number in 0..HOLES {
            runs.insert(2 * number + 1, 2 * number + 2);
        }
        let looks = |runs: &mut Intervals, act: &dyn Fn(&mut Intervals)| {
            let before = runs.looks.get();
            act(runs);
            runs.looks.get() - before
        };
        let counting = looks(&mut runs, &|runs| assert_eq!(runs.count_in(0, HOLES), HOLES / 2));
        assert!(counting <= 100, "{counting} runs looked at to count");
        for n in 0..1000 {
            let filling = looks(&mut runs, &|runs| assert_eq!(runs.insert(2 * n + 2, 2 * n + 3), 1));
            assert!(filling <= 10, "{filling} runs looked at to fill hole {n}");
            let asking = looks(&mut runs, &|runs| assert!(runs.contains(2 * (HOLES - n) - 1)));
            assert!(asking <= 40, "{asking} runs looked at for the newest but {n}");
        }
        assert_eq!(runs.count_in(0, 2 * HOLES), HOLES + 1000);
    }
}
