//! Looks for files that break a reader, led by what of the readers they reach (libFuzzer). `npm run fuzz -- readers` runs it.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/sound.rs"]
mod sound;

fuzz_target!(|bytes: &[u8]| {
    sound::is_sound(bytes, "a file");
});
