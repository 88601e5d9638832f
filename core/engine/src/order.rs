//! Putting things in order. One sort for all of them: the standard library's brings ten kilobytes into a page for every type
//! that is sorted.

/// `items` by ascending keys; what has equal keys keeps its order.
pub fn sorted<T: Clone>(items: &[T], key: impl Fn(&T) -> (u64, u32)) -> Vec<T> {
    let keys: Vec<(u64, u32)> = items.iter().map(key).collect();
    ascending(&keys).into_iter().map(|place| items[place].clone()).collect()
}

/// A number as a key: the order is that of [`f64::total_cmp`].
pub fn number_key(number: f64) -> (u64, u32) {
    let bits = number.to_bits();
    // Negative numbers come first, and among them those of the larger bits (IEEE 754, totalOrder).
    (if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }, 0)
}

/// The places of `keys`, smallest key first.
fn ascending(keys: &[(u64, u32)]) -> Vec<usize> {
    let mut places: Vec<(u64, u32, u32)> =
        keys.iter().zip(0..).map(|(&(major, minor), place)| (major, minor, place)).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, _, place)| place as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_order_is_that_of_a_stable_sort(keys in prop::collection::vec((0_u64..5, 0_u32..3), 0..40)) {
            let items: Vec<_> = keys.into_iter().enumerate().collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(_, key)| *key);
            prop_assert_eq!(sorted(&items, |(_, key)| *key), expected);
        }

        #[test]
        fn numbers_are_ordered_as_ieee_754_orders_them(a: f64, b: f64) {
            prop_assert_eq!(number_key(a).cmp(&number_key(b)), a.total_cmp(&b));
        }
    }
}
