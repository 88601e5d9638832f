//! Where a run belongs in a sweep.

use super::{Job, Point, Sweep, key};
use std::collections::BTreeMap;

/// The points and lanes of a sweep by what a run says of itself.
#[derive(Clone, Debug)]
pub struct Places {
    known: BTreeMap<String, Vec<(usize, usize)>>,
    seeds: Vec<u64>,
}

impl Places {
    /// Those of a sweep.
    pub fn of(sweep: &Sweep) -> Places {
        // Points may be equal, and then share their runs.
        let mut known: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (point, lanes) in sweep.lanes().iter().enumerate() {
            for (lane, named) in lanes.iter().enumerate() {
                known.entry(key(&sweep.points()[point], 0, &named.label)).or_default().push((point, lane));
            }
        }
        Places { known, seeds: sweep.seeds().to_vec() }
    }

    /// The jobs of which a run is the result: none if it belongs to another sweep.
    pub fn jobs<'a>(&'a self, set: &Point, seed: u64, lane: &str) -> impl Iterator<Item = Job> + use<'a> {
        let found = self.known.get(&key(set, 0, lane)).filter(|_| self.seeds.binary_search(&seed).is_ok());
        found.into_iter().flatten().map(move |&(point, lane)| Job { point, seed, lane })
    }
}
