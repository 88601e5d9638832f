//! The variant of a student.

use sha2::{Digest, Sha256};

/// The first twelve bits of SHA-256 over salt and student number. Spaces around the number do not count.
pub fn variant(salt: &str, student: &str) -> u16 {
    let hash = Sha256::new().chain_update(salt).chain_update(student.trim()).finalize();
    u16::from(hash[0]) << 4 | u16::from(hash[1] >> 4)
}
