//! What wasm-pack asks of the command `wasm-bindgen`, and no more. The command itself also has a test runner with a web server in it, and
//! takes minutes to compile; the library that does the work takes half a minute, and a first `npm start` waits for it.

use std::env;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut given = env::args().skip(1);
    let mut glue = Bindgen::new();
    // As the command does.
    glue.omit_default_module_path(false);
    let mut folder = None;
    while let Some(argument) = given.next() {
        let mut value = || given.next().with_context(|| format!("{argument} needs a value"));
        match argument.as_str() {
            // wasm-pack refuses a version other than that of the crate.
            "--version" => {
                println!("wasm-bindgen {}", wasm_bindgen_shared::version());
                return Ok(());
            }
            "--out-dir" => folder = Some(value()?),
            "--out-name" => {
                glue.out_name(&value()?);
            }
            "--target" => match value()?.as_str() {
                "web" => {
                    glue.web(true)?;
                }
                other => bail!("--target is {other}: Ackscope is built for web only"),
            },
            "--typescript" => {
                glue.typescript(true);
            }
            input if !input.starts_with('-') => {
                glue.input_path(input);
            }
            _ => bail!("{argument} is not known here: only what wasm-pack gives for Ackscope is"),
        }
    }
    glue.generate(folder.context("--out-dir is missing")?)
}
