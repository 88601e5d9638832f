//! Tests of the scripts from outside. They form one program: each program is linked with
//! everything anew, and programs run one after the other. `cargo test -p ackscope-script laws::`
//! runs one file.

mod delay_based;
mod fuzz;
mod hints;
mod laws;
mod vectors;
mod windowed;
