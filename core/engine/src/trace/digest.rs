//! A running fingerprint of a run.

/// Mixes every acknowledgement, drop and decision of a run into 64 bits.
///
/// Two runs with the same digest processed the same ACKs at the same nanoseconds with the same
/// windows, bit for bit. It does not depend on what was recorded or on how the run was cut into
/// slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0x9e37_79b9_7f4a_7c15)
    }
}

impl Digest {
    #[inline]
    pub fn mix(&mut self, word: u64) {
        // One multiplication and one rotation per word: this is cheap, and every input bit affects
        // all later states.
        self.0 = (self.0 ^ word).wrapping_mul(0x2545_f491_4f6c_dd1d).rotate_left(29);
    }

    /// The fingerprint so far.
    pub fn value(self) -> u64 {
        let x = self.0 ^ (self.0 >> 32);
        x.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ (x >> 29)
    }
}
