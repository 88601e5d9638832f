//! Files with random damage: never a panic, and what is read holds together.

use crate::captures::{capture, flights};
use crate::file;
use crate::sound::is_sound;

/// xorshift64*: the same damage on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % most.max(1)
    }
}

fn damaged(whole: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        let count = random.below(40).min(bytes.len() - at);
        match random.below(7) {
            0 => bytes.truncate(at + 1),
            1 => bytes[at] ^= 1 << random.below(8),
            2 => drop(bytes.drain(at..at + count)),
            3 => bytes[at..at + count].fill(0xff),
            4 => bytes[at..at + count].fill(b'0' + random.below(10) as u8),
            5 => {
                let twice = bytes[at..at + count].to_vec();
                bytes.splice(at..at, twice);
            }
            _ => bytes.extend(&other[random.below(other.len())..]),
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}

#[test]
fn damage_never_panics_and_what_is_read_holds_together() {
    let folder = format!("{}/tests/files", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut files: Vec<(String, Vec<u8>)> =
        names.into_iter().map(|name| (name.clone(), file(&name))).collect();
    files.push(("capture".to_owned(), capture(&flights(5, 8, 1448, Some([1460, 1460])), 12)));
    files.push(("bundles".to_owned(), capture(&flights(5, 4, 14_480, None), 12)));
    // `npm run fuzz` tries more, and others each day.
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let rounds = given("FUZZ_CASES").map_or(150, |cases| cases as usize / files.len() + 1);
    let mut random = Random(given("FUZZ_SEED").unwrap_or(7).max(1));
    let (mut taken, mut refused) = (0, 0);
    for (at, (name, whole)) in files.iter().enumerate() {
        assert!(is_sound(whole, name), "{name} is whole");
        let other = &files[(at + 1) % files.len()].1;
        for round in 0..rounds {
            let bytes = damaged(whole, other, &mut random);
            if is_sound(&bytes, &format!("{name}, damage {round}")) { taken += 1 } else { refused += 1 }
        }
    }
    println!("{taken} read, {refused} refused");
    assert!(taken > 2 * rounds && refused > 2 * rounds, "{taken} read, {refused} refused");
}
