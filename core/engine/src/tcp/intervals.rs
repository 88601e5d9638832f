//! A set of segment numbers as sorted, disjoint, non-touching runs.

use std::collections::VecDeque;

/// Half-open, and what was counted below it.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u64,
    end: u64,
    /// `start` less how many numbers of the set are below it, but for `Chunk::raised` and a
    /// constant that all runs share: only differences count, and they wrap. It is what does not
    /// change where the run loses its first numbers or gains some at its end.
    missing: u64,
}

/// Runs that follow each other.
#[derive(Clone, Debug, Default)]
struct Chunk {
    runs: VecDeque<Run>,
    /// What is to be added to `missing` of every run.
    raised: u64,
}

/// A chunk of more runs becomes two. A change in the middle moves and renumbers runs of one chunk,
/// and renumbers the chunks on one side: with 10⁵ runs some hundreds of each.
const LONGEST_CHUNK: usize = 512;

/// The chunk of a run, and the run's place in it.
type Place = (usize, usize);

/// Half-open runs `[start, end)` in ascending order.
///
/// Both ends of a connection keep one: the receiver of what arrived out of order, the sender of
/// what was SACKed. With random losses a window of 10⁴ segments has a hundred runs, after a slow
/// start that overshoots a window of 10⁵ has as many, and nearly every change and question is near
/// one of the two ends. So searches begin at the nearer end, and each run knows how many numbers
/// are below it: no question walks the runs. Where segments that were resent are lost again, holes
/// are filled in the middle: no change moves all runs.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    /// None of them is empty. Most sets have none.
    older: Vec<Chunk>,
    /// Empty only if the set is.
    newest: Chunk,
    total: u64,
}

#[cfg(test)]
thread_local! {
    /// How many runs and chunks the sets of this thread have looked at or changed.
    pub(crate) static LOOKS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Tests count how many runs and chunks are looked at or changed.
#[inline]
fn look(many: usize) {
    #[cfg(test)]
    LOOKS.set(LOOKS.get() + many as u64);
    let _ = many;
}

/// How many of `count` items `is_before` holds for; it holds for the first ones. Begins at both
/// ends, so that the way from the nearer one decides how many are looked at: three times its
/// logarithm.
#[inline]
fn search(count: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let holds = |place: usize| {
        look(1);
        is_before(place)
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

impl Chunk {
    /// Removes `[start, end)`, from the run at `place` on. Gives the place of the first run behind,
    /// and how many numbers that were.
    fn remove(&mut self, mut place: usize, start: u64, end: u64) -> (usize, u64) {
        let mut removed = 0;
        while let Some(run) = self.runs.get(place).copied().filter(|run| run.start < end) {
            let (from, to) = (run.start.max(start), run.end.min(end));
            removed += to - from;
            // What is left of the run, before and after; what is after keeps its rank until all are
            // lowered.
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
        (place, removed)
    }

    /// The runs from `place` on have `added` more numbers below them. Where fewer runs are before
    /// it, these are changed instead.
    fn raise_from(&mut self, place: usize, added: u64) {
        let count = self.runs.len();
        if place <= count / 2 {
            look(place);
            self.runs.range_mut(..place).for_each(|run| run.missing = run.missing.wrapping_add(added));
            self.raised = self.raised.wrapping_sub(added);
        } else {
            look(count - place);
            self.runs.range_mut(place..).for_each(|run| run.missing = run.missing.wrapping_sub(added));
        }
    }
}

impl Intervals {
    /// Bytes by the segments between its ends at most: each run has a gap before it.
    pub const SEGMENT_BYTES: usize = size_of::<Run>().div_ceil(2);

    /// Bytes it has taken.
    pub fn bytes(&self) -> usize {
        let chunks = self.older.iter().chain([&self.newest]);
        self.older.capacity() * size_of::<Chunk>()
            + chunks.map(|chunk| chunk.runs.capacity() * size_of::<Run>()).sum::<usize>()
    }

    /// True if no number is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.newest.runs.is_empty()
    }

    /// How many numbers are in the set.
    #[inline]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The smallest number, if there is any.
    #[inline]
    pub fn first(&self) -> Option<u64> {
        self.chunk(0).runs.front().map(|run| run.start)
    }

    /// One past the largest number, 0 if the set is empty.
    #[inline]
    pub fn end(&self) -> u64 {
        self.newest.runs.back().map_or(0, |run| run.end)
    }

    #[inline]
    fn chunk(&self, index: usize) -> &Chunk {
        self.older.get(index).unwrap_or(&self.newest)
    }

    #[inline]
    fn chunk_mut(&mut self, index: usize) -> &mut Chunk {
        self.older.get_mut(index).unwrap_or(&mut self.newest)
    }

    /// Place of the first run that `is_before` does not hold for; it holds for the first ones.
    #[inline]
    fn search(&self, is_before: impl Fn(&Run) -> bool) -> Place {
        let runs = &self.newest.runs;
        match runs.front() {
            Some(run) if !self.older.is_empty() && !is_before(run) => self.search_older(is_before),
            _ => (self.older.len(), search(runs.len(), |place| is_before(&runs[place]))),
        }
    }

    /// The same where the newest chunk begins behind it. Halves from the middle on: with this many
    /// runs it is rarely near an end.
    fn search_older(&self, is_before: impl Fn(&Run) -> bool) -> Place {
        let is_before = |run: &Run| {
            look(1);
            is_before(run)
        };
        let index = self.older.partition_point(|chunk| chunk.runs.back().is_some_and(is_before));
        (index, self.chunk(index).runs.partition_point(is_before))
    }

    /// Place of the first run that ends after `number`.
    #[inline]
    fn place(&self, number: u64) -> Place {
        let runs = &self.newest.runs;
        // Most look-ups concern the newest run.
        match runs.back() {
            Some(last) if last.start <= number => {
                (self.older.len(), runs.len() - usize::from(number < last.end))
            }
            _ => self.search(|run| run.end <= number),
        }
    }

    /// The run that holds `number`.
    pub fn run_of(&self, number: u64) -> Option<(u64, u64)> {
        let (index, place) = self.place(number);
        let run = self.chunk(index).runs.get(place)?;
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
        let (index, place) = self.place(number);
        let chunk = self.chunk(index);
        let below = match (chunk.runs.get(place), chunk.runs.back()) {
            (Some(run), _) => number.max(run.start).wrapping_sub(run.missing),
            (None, Some(last)) => last.end.wrapping_sub(last.missing),
            (None, None) => 0,
        };
        below.wrapping_sub(chunk.raised)
    }

    /// How many numbers of the set lie in `[start, end)`.
    pub fn count_in(&self, start: u64, end: u64) -> u64 {
        if start >= end { 0 } else { self.rank(end).wrapping_sub(self.rank(start)) }
    }

    /// The runs from `place` on have `added` more numbers below them. Only differences count: where
    /// fewer chunks are before it, these have as many less.
    fn raise_from(&mut self, (index, place): Place, added: u64) {
        self.chunk_mut(index).raise_from(place, added);
        let count = self.older.len();
        if index == count {
            // None is behind it.
        } else if index <= count / 2 {
            look(index + 1);
            self.older[..=index].iter_mut().for_each(|chunk| chunk.raised = chunk.raised.wrapping_add(added));
        } else {
            look(count - index);
            let behind = self.older[index + 1..].iter_mut().chain([&mut self.newest]);
            behind.for_each(|chunk| chunk.raised = chunk.raised.wrapping_sub(added));
        }
    }

    /// A chunk that has become too long gives its first half to a new one.
    #[inline]
    fn keep_short(&mut self, index: usize) {
        if self.chunk(index).runs.len() > LONGEST_CHUNK {
            self.halve(index);
        }
    }

    #[cold]
    fn halve(&mut self, index: usize) {
        look(LONGEST_CHUNK / 2);
        let chunk = self.chunk_mut(index);
        let half = chunk.runs.drain(..LONGEST_CHUNK / 2).collect();
        let raised = chunk.raised;
        self.older.insert(index, Chunk { runs: half, raised });
    }

    /// A chunk that has become empty goes, unless it is the only one.
    #[inline]
    fn drop_empty(&mut self, index: usize) {
        if self.chunk(index).runs.is_empty() && !self.older.is_empty() {
            self.drop_chunk(index);
        }
    }

    #[cold]
    fn drop_chunk(&mut self, index: usize) {
        if index < self.older.len() {
            self.older.remove(index);
        } else if let Some(last) = self.older.pop() {
            self.newest = last;
        }
    }

    /// The number with exactly `n − 1` larger ones in the set (n ≥ 1), if there are that many.
    #[inline]
    pub fn nth_largest(&self, n: u64) -> Option<u64> {
        if self.total < n {
            return None;
        }
        let mut left = n;
        for run in self.newest.runs.iter().rev() {
            let length = run.end - run.start;
            if left <= length {
                return Some(run.end - left);
            }
            left -= length;
        }
        self.nth_largest_of_older(left)
    }

    /// The same where the newest chunk has fewer.
    #[cold]
    fn nth_largest_of_older(&self, mut left: u64) -> Option<u64> {
        for run in self.older.iter().rev().flat_map(|chunk| chunk.runs.iter().rev()) {
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
        let added = match self.newest.runs.back_mut() {
            // Most of what is new goes on where the newest run ends.
            Some(last) if last.start <= start && start <= last.end => {
                let before = last.end;
                last.end = before.max(end);
                last.end - before
            }
            Some(last) if start <= last.end => self.insert_earlier(start, end),
            last => {
                let missing = last.map_or(start, |last| last.missing.wrapping_add(start - last.end));
                self.newest.runs.push_back(Run { start, end, missing });
                self.keep_short(self.older.len());
                end - start
            }
        };
        self.total += added;
        added
    }

    /// The same where the newest run begins behind `start`.
    fn insert_earlier(&mut self, start: u64, end: u64) -> u64 {
        // The first run that touches or follows the new one, and the first one of its chunk beyond
        // it.
        let (index, first) = self.search(|run| run.end < start);
        let runs = &mut self.chunk_mut(index).runs;
        let next = runs[first];
        let mut merged = Run {
            start: next.start.min(start),
            end: next.end.max(end),
            missing: next.missing.wrapping_sub(next.start.saturating_sub(start)),
        };
        let mut covered = 0;
        let mut beyond = first;
        while let Some(run) = runs.get(beyond).filter(|run| run.start <= end) {
            merged.end = merged.end.max(run.end);
            covered += run.end - run.start;
            beyond += 1;
        }
        look(beyond - first);
        let is_chunk_over = beyond == runs.len();
        match beyond - first {
            0 => {
                merged.end = end;
                runs.insert(first, merged);
            }
            1 => runs[first] = merged,
            _ => {
                runs[first] = merged;
                runs.drain(first + 1..beyond);
            }
        }
        if is_chunk_over && index < self.older.len() {
            let (taken, last) = self.take_until(index + 1, end);
            covered += taken;
            merged.end = merged.end.max(last);
            self.chunk_mut(index).runs[first] = merged;
        }
        let added = merged.end - merged.start - covered;
        if added > 0 {
            self.raise_from((index, first + 1), added);
        }
        self.keep_short(index);
        added
    }

    /// Takes the runs out that begin at `end` or before, from chunk `index` on, which they are the
    /// first of. Gives how many numbers they have, and where the last one ends.
    fn take_until(&mut self, index: usize, end: u64) -> (u64, u64) {
        let (mut taken, mut last) = (0, 0);
        while let Some(run) = self.chunk(index).runs.front().copied().filter(|run| run.start <= end) {
            look(1);
            taken += run.end - run.start;
            last = run.end;
            self.chunk_mut(index).runs.pop_front();
            if self.chunk(index).runs.is_empty() {
                let is_newest = index == self.older.len();
                self.drop_empty(index);
                if is_newest {
                    break;
                }
            }
        }
        (taken, last)
    }

    /// Removes everything below `limit` and gives how many numbers that were.
    pub fn remove_below(&mut self, limit: u64) -> u64 {
        let mut removed = 0;
        while let Some(run) = self.chunk_mut(0).runs.front_mut().filter(|run| run.start < limit) {
            if run.end <= limit {
                removed += run.end - run.start;
                self.chunk_mut(0).runs.pop_front();
                self.drop_empty(0);
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
        let (mut index, mut place) = self.place(start);
        loop {
            let (behind, gone) = self.chunk_mut(index).remove(place, start, end);
            if gone == 0 {
                break;
            }
            removed += gone;
            self.raise_from((index, behind), gone.wrapping_neg());
            let left = self.chunk(index).runs.len();
            let is_newest = index == self.older.len();
            if left == 0 {
                self.drop_empty(index);
            } else {
                self.keep_short(index);
                index += 1;
            }
            if is_newest || behind < left {
                break;
            }
            place = 0;
        }
        self.total -= removed;
        removed
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.older.clear();
        self.newest.runs.clear();
        self.total = 0;
    }
}

#[cfg(test)]
mod tests;
