//! Header bits of a packet, besides its number.

use crate::setup::Ecn;

/// Header bits of a packet: ECN in the IP header (RFC 3168 §5), its feedback in the TCP header (RFC
/// 3168 §6.1, RFC 9768 §3.2), and explicit loss notification (queues-and-links §11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(u16);

const ECN_BITS: u16 = 0b11;
const ACE_SHIFT: u32 = 4;
const ACE_BITS: u16 = 0b111 << ACE_SHIFT;

impl Flags {
    /// No bit is set.
    pub const NONE: Flags = Flags(0);
    /// ACK: a packet with Congestion Experienced has arrived (RFC 3168 §6.1.3).
    pub const ECE: Flags = Flags(1 << 2);
    /// Data: the sender has reduced its window because of a mark (RFC 3168 §6.1.2).
    pub const CWR: Flags = Flags(1 << 3);
    /// Data: a link has destroyed its payload.
    pub const CORRUPTED: Flags = Flags(1 << 7);
    /// ACK: the segment it asks for was corrupted.
    pub const CORRUPTION_NOTICE: Flags = Flags(1 << 8);
    /// ACK: it offers another window than the ACK before it.
    pub const OFFER: Flags = Flags(1 << 9);

    /// Only the ECN field is set.
    #[inline]
    pub const fn of(ecn: Ecn) -> Flags {
        Flags(ecn as u16)
    }

    #[inline]
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// True if all bits of `other` are set.
    #[inline]
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The same with the bits of `other` set too.
    #[inline]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// The ECN field of the IP header.
    #[inline]
    pub const fn ecn(self) -> Ecn {
        match self.0 & ECN_BITS {
            0b00 => Ecn::NotCapable,
            0b01 => Ecn::Capable1,
            0b10 => Ecn::Capable0,
            _ => Ecn::Experienced,
        }
    }

    /// The same with another ECN field.
    #[inline]
    pub const fn with_ecn(self, ecn: Ecn) -> Flags {
        Flags(self.0 & !ECN_BITS | ecn as u16)
    }

    /// ACK: how many packets with Congestion Experienced the receiver has seen, modulo 8 (RFC 9768
    /// §3.2.2).
    #[inline]
    pub const fn ace(self) -> u8 {
        ((self.0 & ACE_BITS) >> ACE_SHIFT) as u8
    }

    /// The same with the lowest three bits of `count` as ACE count.
    #[inline]
    pub const fn with_ace(self, count: u64) -> Flags {
        Flags(self.0 & !ACE_BITS | ((count as u16) << ACE_SHIFT) & ACE_BITS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_bits_of_its_own() {
        let singles = [Flags::ECE, Flags::CWR, Flags::CORRUPTED, Flags::CORRUPTION_NOTICE];
        for ecn in [Ecn::NotCapable, Ecn::Capable1, Ecn::Capable0, Ecn::Experienced] {
            for ace in 0..8 {
                for chosen in 0..1 << singles.len() {
                    let is_set = |place: usize| chosen >> place & 1 == 1;
                    let flags = (0..singles.len())
                        .filter(|&place| is_set(place))
                        .fold(Flags::NONE.with_ace(u64::from(ace)), |flags, place| flags.with(singles[place]))
                        .with_ecn(ecn);
                    assert_eq!((flags.ecn(), flags.ace()), (ecn, ace));
                    for (place, single) in singles.into_iter().enumerate() {
                        assert_eq!(flags.has(single), is_set(place), "{flags:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_field_that_is_set_again_leaves_nothing_of_the_last_value() {
        let flags = Flags::of(Ecn::Capable0).with(Flags::ECE).with_ace(15);
        assert_eq!(flags.ace(), 7, "modulo 8");
        let flags = flags.with_ecn(Ecn::Experienced).with_ecn(Ecn::Capable1).with_ace(8 + 2);
        assert_eq!((flags.ecn(), flags.ace(), flags.has(Flags::ECE)), (Ecn::Capable1, 2, true));
    }
}
