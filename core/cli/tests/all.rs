//! Tests of the command line. They form one program: each program is linked with
//! everything anew, and programs run one after the other. `cargo test -p ackscope-cli grade::`
//! runs one file.

mod bounds;
mod capture;
mod class;
mod cli;
mod common;
mod docs;
mod export;
#[cfg(unix)]
mod files;
mod fixed_point;
mod grade;
mod hidden;
mod hostile;
mod kernel_window;
mod lesson_check;
mod limits;
#[cfg(feature = "mcp")]
mod mcp;
mod ns3;
mod ns3_run;
mod provenance;
#[cfg(feature = "mcp")]
mod questions;
mod recorded;
mod reproduce;
mod reverse;
mod score;
mod script_export;
mod scripts;
mod sweeps;
mod traces;
mod variants;
