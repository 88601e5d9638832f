//! Sorting. All types share one sort, because the standard library's sort adds ten kilobytes to the
//! page for every type that is sorted.

use std::collections::{BinaryHeap, VecDeque};

/// `items` by ascending keys. The sort is stable.
pub fn sorted<T: Clone>(items: &[T], key: impl Fn(&T) -> (u64, u32)) -> Vec<T> {
    let keys: Vec<(u64, u32)> = items.iter().map(key).collect();
    ascending(&keys).into_iter().map(|place| items[place].clone()).collect()
}

/// A sort key for a number: the order is that of [`f64::total_cmp`].
pub fn number_key(number: f64) -> (u64, u32) {
    let bits = number.to_bits();
    // Negative numbers come first; among them, those with larger bits come first (IEEE 754,
    // totalOrder).
    (if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }, 0)
}

/// The indices of `keys`, smallest key first.
fn ascending(keys: &[(u64, u32)]) -> Vec<usize> {
    // The index makes all entries different, so that the heap keeps the order of equal keys.
    let places: BinaryHeap<(u64, u32, u32)> =
        keys.iter().zip(0..).map(|(&(major, minor), place)| (major, minor, place)).collect();
    places.into_sorted_vec().into_iter().map(|(_, _, place)| place as usize).collect()
}

/// A map from numbers to values. Numbers are inserted in nearly ascending order and removed in
/// ascending order, such as segments in flight.
///
/// It is a sorted queue, because nearly every change is at one of its ends. The standard library's
/// tree would add as much code as two algorithms.
#[derive(Clone, Debug, Default)]
pub struct ByNumber(VecDeque<(u64, u64)>);

impl ByNumber {
    /// Bytes of memory that it has allocated.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(u64, u64)>()
    }

    /// The index where `number` is, or would be inserted.
    fn place(&self, number: u64) -> usize {
        self.0.partition_point(|(known, _)| *known < number)
    }

    /// The value of `number`.
    pub fn get(&self, number: u64) -> Option<u64> {
        self.0.get(self.place(number)).filter(|(known, _)| *known == number).map(|(_, value)| *value)
    }

    /// Sets the value of `number`; returns the previous one.
    pub fn insert(&mut self, number: u64, value: u64) -> Option<u64> {
        let place = self.place(number);
        match self.0.get_mut(place) {
            Some((known, old)) if *known == number => Some(std::mem::replace(old, value)),
            _ => {
                self.0.insert(place, (number, value));
                None
            }
        }
    }

    /// Removes the numbers in `[start, end)`; returns their values in the order of the numbers.
    pub fn take(&mut self, start: u64, end: u64) -> Vec<u64> {
        let (from, to) = (self.place(start), self.place(end));
        self.0.drain(from..to.max(from)).map(|(_, value)| value).collect()
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn the_order_is_that_of_a_stable_sort(keys in prop::collection::vec((0_u64..5, 0_u32..3), 0..40)) {
            let items: Vec<_> = keys.into_iter().enumerate().collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(_, key)| *key);
            prop_assert_eq!(sorted(&items, |(_, key)| *key), expected);
        }

        #[test]
        fn numbers_have_values_as_in_a_map(steps in prop::collection::vec((any::<bool>(), 0_u64..30, 0_u64..6), 1..60)) {
            let (mut line, mut map) = (ByNumber::default(), BTreeMap::new());
            for (adds, number, other) in steps {
                if adds {
                    prop_assert_eq!(line.insert(number, other), map.insert(number, other));
                } else {
                    let taken: Vec<u64> = map.range(number..number + other).map(|(_, value)| *value).collect();
                    map.retain(|known, _| !(number..number + other).contains(known));
                    prop_assert_eq!(line.take(number, number + other), taken);
                }
                for number in 0..40 {
                    prop_assert_eq!(line.get(number), map.get(&number).copied());
                }
            }
        }

        #[test]
        fn numbers_are_ordered_as_ieee_754_orders_them(a: f64, b: f64) {
            prop_assert_eq!(number_key(a).cmp(&number_key(b)), a.total_cmp(&b));
        }
    }
}
