//! Shards: parts of a sweep for several machines.

use ackscope_scenario::ScenarioError;

/// A part of a sweep for one of several machines or processes: every `of`-th job, starting with job
/// `index`.
///
/// Jobs are assigned in turn, so that every part has its share of the seeds, points and lanes.
/// lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this part, from 0.
    pub index: usize,
    /// The number of parts.
    pub of: usize,
}

impl Shard {
    /// The whole sweep.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Reads `I/N` with I from 1 to N, as GNU parallel and Slurm count.
    pub fn read(text: &str) -> Result<Shard, ScenarioError> {
        let refuse = || ScenarioError::value("", format!("{text:?}"), "I/N with I from 1 to N, such as 2/8");
        let (index, of) = text.split_once('/').ok_or_else(refuse)?;
        let (index, of): (usize, usize) =
            (index.parse().map_err(|_| refuse())?, of.parse().map_err(|_| refuse())?);
        if index == 0 || index > of {
            return Err(refuse());
        }
        Ok(Shard { index: index - 1, of })
    }

    /// Whether the job at `place` of the sweep belongs to this part.
    pub fn holds(self, place: usize) -> bool {
        place % self.of == self.index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_disjoint_and_together_the_whole() {
        let shards: Vec<Shard> = (1..=3).map(|index| Shard::read(&format!("{index}/3")).unwrap()).collect();
        for place in 0..100 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(place)).count(), 1);
            assert!(Shard::WHOLE.holds(place));
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
            assert!(Shard::read(wrong).is_err(), "{wrong}");
        }
    }
}
