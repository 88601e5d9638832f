//! Tests of the laboratory from outside. They form one program: each program is linked with
//! everything anew, and programs run one after the other. `cargo test -p ackscope-lab figures::`
//! runs one file.

mod causes;
mod claims;
mod codes;
mod counting;
mod docs;
mod everyday;
mod export;
mod export_delays;
mod export_law;
mod expressions;
mod figures;
mod fit;
mod fuzz;
mod kernel;
#[path = "../../engine/tests/all/common/matrix.rs"]
mod matrix;
mod memory;
mod metrics;
mod names;
mod ns2_bottlenecks;
mod ns2_losses;
mod ns2_packets;
mod ns2_two_flows;
mod own_algorithm;
mod papers;
mod programs;
mod qlog;
mod referee;
mod report_card;
mod script_events;
mod search;
mod simulators;
mod theory;
