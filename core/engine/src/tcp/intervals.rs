//! A set of segment numbers as sorted, disjoint, non-touching runs.

use std::collections::VecDeque;

/// A half-open run, and the count of set members below it.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u64,
    end: u64,
    /// `start` minus the number of set members below it, up to `Chunk::raised` and a constant that
    /// all runs share. Only differences count, and the arithmetic wraps. The value does not change
    /// when the run loses its first numbers or gains some at its end.
    missing: u64,
}

/// Consecutive runs.
#[derive(Clone, Debug, Default)]
struct Chunk {
    runs: VecDeque<Run>,
    /// To be added to `missing` of every run.
    raised: u64,
}

/// A chunk with more runs is split in two. A change in the middle moves and renumbers the runs of
/// one chunk, and renumbers the chunks on one side: with 10⁵ runs a few hundred of each.
const LONGEST_CHUNK: usize = 512;

/// The chunk of a run, and the run's place in it.
type Place = (usize, usize);

/// Half-open runs `[start, end)` in ascending order.
///
/// Both ends of a connection keep one: the receiver for the segments that arrived out of order, the
/// sender for the SACKed ones. With random losses a window of 10⁴ segments has a hundred runs.
/// After a slow start that overshoots a window of 10⁵ segments there are 10⁵ runs. Nearly every
/// change and query is near one of the two ends, so searches begin at the nearer end. Each run
/// knows how many numbers are below it, so no query walks the runs. If retransmissions are lost
/// again, holes are filled in the middle: the chunks ensure that no change moves all runs.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    /// No chunk in it is empty. In most sets the list itself is empty.
    older: Vec<Chunk>,
    /// Empty only if the set is.
    newest: Chunk,
    total: u64,
}

#[cfg(any(test, feature = "played"))]
thread_local! {
    /// How many runs and chunks the sets of this thread have read or changed.
    pub(crate) static LOOKS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts runs and chunks that are read or changed, for tests.
#[inline]
fn look(many: usize) {
    #[cfg(any(test, feature = "played"))]
    LOOKS.set(LOOKS.get() + many as u64);
    let _ = many;
}

/// The number of items for which `is_before` holds; it holds for the first ones of `count`. The
/// search starts at both ends, so its cost is three times the logarithm of the distance from the
/// nearer end.
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
    /// Removes `[start, end)`, from the run at `place` on. Returns the place of the first run after
    /// the range, and how many numbers were removed.
    fn remove(&mut self, mut place: usize, start: u64, end: u64) -> (usize, u64) {
        let mut removed = 0;
        while let Some(run) = self.runs.get(place).copied().filter(|run| run.start < end) {
            let (from, to) = (run.start.max(start), run.end.min(end));
            removed += to - from;
            // The rest of the run before and after the range. The rest after it keeps its rank
            // until all ranks are lowered.
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

    /// The runs from `place` on have `added` more numbers below them. If fewer runs are before
    /// `place`, those are changed instead.
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
    /// Upper bound of the bytes per segment between the ends of the set: each run has a gap before
    /// it.
    pub const SEGMENT_BYTES: usize = size_of::<Run>().div_ceil(2);

    /// Memory of the set, in bytes.
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

    /// Place of the first run for which `is_before` does not hold; it holds for all runs before
    /// that one.
    #[inline]
    fn search(&self, is_before: impl Fn(&Run) -> bool) -> Place {
        let runs = &self.newest.runs;
        match runs.front() {
            Some(run) if !self.older.is_empty() && !is_before(run) => self.search_older(is_before),
            _ => (self.older.len(), search(runs.len(), |place| is_before(&runs[place]))),
        }
    }

    /// The same if the newest chunk begins after that place. A plain bisection: with this many runs
    /// the place is rarely near an end.
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

    /// How many numbers of the set are below `number`, up to a constant.
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

    /// How many numbers of the set are in `[start, end)`.
    pub fn count_in(&self, start: u64, end: u64) -> u64 {
        if start >= end { 0 } else { self.rank(end).wrapping_sub(self.rank(start)) }
    }

    /// The runs from `place` on have `added` more numbers below them. Only differences count: if
    /// fewer chunks are before `place`, those get `added` fewer instead.
    fn raise_from(&mut self, (index, place): Place, added: u64) {
        self.chunk_mut(index).raise_from(place, added);
        let count = self.older.len();
        if index == count {
            // No chunk follows.
        } else if index <= count / 2 {
            look(index + 1);
            self.older[..=index].iter_mut().for_each(|chunk| chunk.raised = chunk.raised.wrapping_add(added));
        } else {
            look(count - index);
            let behind = self.older[index + 1..].iter_mut().chain([&mut self.newest]);
            behind.for_each(|chunk| chunk.raised = chunk.raised.wrapping_sub(added));
        }
    }

    /// Splits a chunk that has become too long: its first half becomes a new one.
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

    /// Removes a chunk that has become empty, unless it is the only one.
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

    /// The number with exactly `n − 1` larger ones in the set (n ≥ 1), if the set has at least `n`
    /// numbers.
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

    /// The same if the newest chunk has fewer numbers.
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

    /// Adds `[start, end)` and returns how many numbers were new.
    pub fn insert(&mut self, start: u64, end: u64) -> u64 {
        if start >= end {
            return 0;
        }
        let added = match self.newest.runs.back_mut() {
            // Most new numbers extend the newest run.
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

    /// The same if the newest run begins after `start`.
    fn insert_earlier(&mut self, start: u64, end: u64) -> u64 {
        // The first run that touches or follows the new one, and the first run of its chunk beyond
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

    /// Removes the runs that begin at `end` or before, from the front of chunk `index` on. Returns
    /// how many numbers they have, and where the last one ends.
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

    /// Removes everything below `limit` and returns how many numbers were removed.
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

    /// Removes `[start, end)` and returns how many numbers were removed.
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
