//! Trial runs, where the bound of the cost would ask or refuse.

use ackscope_engine::sim::Cost;

/// The bound of all runs up to which no trial is needed, since plain runs cost a third of it or less.
pub const SURELY_SHORT: Cost = Cost { packets: 2e8, bytes: 1e9 };
/// Events of a lane's trial.
const OF_A_LANE: u64 = 100_000;
/// Events of all trials: about a second of work in a page. Where flows stop soon, half as many are added.
const OF_ALL: u64 = 2_000_000;
/// With fewer events a trial says little.
const FEWEST: u64 = 10_000;

/// True if the bound of all runs may ask or refuse.
pub fn are_needed(bound: Cost) -> bool {
    bound.packets > SURELY_SHORT.packets || bound.bytes > SURELY_SHORT.bytes
}

/// The trials of many lanes. If there are too many lanes, only every so many are tried. The others
/// use as large a share of their bounds as the one tried before them.
pub struct Trials {
    events: u64,
    every: usize,
    at: usize,
    share: Cost,
}

impl Trials {
    /// For this number of lanes.
    pub fn of(lanes: usize) -> Trials {
        let lanes = lanes.max(1);
        let tried = lanes.min((OF_ALL / FEWEST) as usize);
        Trials {
            events: (OF_ALL / tried as u64).min(OF_A_LANE),
            every: lanes.div_ceil(tried),
            at: 0,
            share: Cost { packets: 1.0, bytes: 1.0 },
        }
    }

    /// The cost of the next lane, whose bound is `bound`. `estimate` makes its trial run of so many
    /// events, if it is tried.
    ///
    /// # Errors
    /// Those of `estimate`.
    pub fn next<E>(&mut self, bound: Cost, estimate: impl FnOnce(u64) -> Result<Cost, E>) -> Result<Cost, E> {
        if self.at % self.every == 0 {
            let found = estimate(self.events)?;
            self.share = Cost { packets: found.packets / bound.packets, bytes: found.bytes / bound.bytes };
        }
        self.at += 1;
        Ok(Cost { packets: bound.packets * self.share.packets, bytes: bound.bytes * self.share.bytes })
    }
}
