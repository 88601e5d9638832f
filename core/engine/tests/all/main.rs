//! Tests of the engine from outside: laws over random scenarios, golden traces and scripted ACKs.
//! They form one program, because each program compiles the engine's generic code anew.
//! `cargo test -p ackscope-engine laws::` runs one file.

mod applications;
mod bbr3;
mod bbr_draft;
mod closed_forms;
mod common;
mod cost;
mod delays;
mod ecn;
mod every_algorithm;
mod every_rule;
mod every_start;
mod facts;
mod forks;
mod goldens;
mod kernel;
mod kernel_marks;
mod l4s;
mod laws;
mod layers;
mod left_out;
mod links;
mod losses;
mod marking;
mod never;
mod ns3_marks;
mod offload;
mod own_algorithms;
mod pep;
mod queues;
mod queues_told;
mod rates;
mod reading;
mod recovery;
mod scenario;
mod scenario_properties;
mod sender_rules;
mod senders;
mod shadow;
mod starts;
mod ties;
mod today;
mod today_scripts;
mod traffic;
mod usage;
