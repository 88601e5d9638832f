//! Integers of any size, with the operations that are needed to read and write decimal numbers
//! exactly.

use core::cmp::Ordering;

/// Digits of 32 bits, least significant first, without leading zeros.
#[derive(Clone)]
pub(super) struct Big(Vec<u32>);

impl Big {
    #[inline]
    pub(super) fn new(number: u64) -> Big {
        let mut big = Big(vec![number as u32, (number >> 32) as u32]);
        big.trim();
        big
    }

    #[inline]
    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Its lowest 64 bits.
    #[inline]
    pub(super) fn low(&self) -> u64 {
        let part = |place| u64::from(self.0.get(place).copied().unwrap_or(0));
        part(1) << 32 | part(0)
    }

    /// Number of bits up to the highest set bit.
    #[inline]
    pub(super) fn bits(&self) -> i32 {
        self.0.last().map_or(0, |highest| 32 * self.0.len() as i32 - highest.leading_zeros() as i32)
    }

    /// Multiplies by `factor` and adds `more`.
    #[inline]
    pub(super) fn multiply_add(&mut self, factor: u32, more: u32) {
        let mut carry = u64::from(more);
        for part in &mut self.0 {
            carry += u64::from(*part) * u64::from(factor);
            *part = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    #[inline]
    pub(super) fn multiply(&mut self, factor: u32) {
        self.multiply_add(factor, 0);
    }

    /// Multiplies by `base` to the power of `exponent`.
    #[inline]
    pub(super) fn multiply_power(&mut self, base: u32, exponent: u32) {
        for _ in 0..exponent {
            self.multiply(base);
        }
    }

    /// Multiplies by two to the power of `exponent`.
    #[inline]
    pub(super) fn shift(&mut self, exponent: u32) {
        if !self.0.is_empty() {
            self.0.splice(0..0, core::iter::repeat_n(0, exponent as usize / 32));
            self.multiply(1 << (exponent % 32));
        }
    }

    #[inline]
    pub(super) fn add(&mut self, other: &Big) {
        let mut carry = 0;
        for place in 0..self.0.len().max(other.0.len()) {
            if place == self.0.len() {
                self.0.push(0);
            }
            carry += u64::from(self.0[place]) + u64::from(other.0.get(place).copied().unwrap_or(0));
            self.0[place] = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Subtracts `other` if it is not larger; returns whether it did.
    #[inline]
    pub(super) fn take(&mut self, other: &Big) -> bool {
        if self.compare(other) == Ordering::Less {
            return false;
        }
        let mut borrow = 0;
        for (place, part) in self.0.iter_mut().enumerate() {
            let difference = i64::from(*part) - i64::from(other.0.get(place).copied().unwrap_or(0)) + borrow;
            *part = difference as u32;
            borrow = difference >> 32;
        }
        self.trim();
        true
    }

    #[inline]
    pub(super) fn compare(&self, other: &Big) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}
