//! The layer above single runs: lanes, measures, statistics, sweeps. It uses no clock and no
//! threads; callers provide both.

pub mod catalogue;
pub mod causes;
pub mod cite;
pub mod codes;
pub mod columns;
pub mod delay_trace;
pub mod experiments;
pub mod export;
pub mod fairness;
pub mod fit;
pub mod frame;
pub mod gym;
pub mod json;
pub mod kernel;
pub mod lanes;
pub mod measures;
pub mod overrides;
pub mod page;
pub mod picture;
pub mod provenance;
pub mod rate_trace;
pub mod report;
pub mod score;
pub mod script_files;
pub mod search;
pub mod selection;
pub mod sliced;
pub mod stats;
pub mod sweep;
pub mod tasks;
pub mod theory;
pub mod traces;
pub mod trials;
pub mod verdict;
pub mod workloads;
