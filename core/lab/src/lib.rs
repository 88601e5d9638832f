//! Everything that uses runs: lanes, measures, statistics, sweeps. No clock, no threads: who calls it has those.

pub mod catalogue;
pub mod columns;
pub mod experiments;
pub mod lanes;
pub mod measures;
pub mod overrides;
pub mod page;
pub mod report;
pub mod stats;
pub mod sweep;
<<<<<<< HEAD
pub mod verdict;
=======
pub mod theory;
>>>>>>> 08b340d (Theory: the papers' closed forms and fluid models, in the lab, the command line and the wasm catalogue; page.rs split along its seams)
pub mod workloads;
