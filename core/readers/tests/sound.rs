//! What holds of everything that is read. The tests of damage and the fuzzer of `core/readers/fuzz` ask it.

use ackscope_readers::{Opened, Rate, read};

/// Whether it is read; if not, whether it is refused in words.
///
/// # Panics
/// If what is read does not hold together.
pub fn is_sound(bytes: &[u8], place: &str) -> bool {
    let in_order = |times: &[f64]| {
        times.windows(2).all(|pair| pair[0] <= pair[1])
            && times.iter().all(|time| time.is_finite() && *time >= 0.0)
    };
    match read(bytes) {
        Err(refusal) => {
            let text = refusal.to_string();
            assert!((10..=1001).contains(&text.chars().count()) && !text.contains("NaN"), "{place}: {text}");
            return false;
        }
        Ok(Opened::Scenario(_)) => {}
        Ok(Opened::Rate(Rate::Opportunities(instants_ms))) => assert!(instants_ms.is_sorted(), "{place}"),
        Ok(Opened::Rate(Rate::Steps(steps))) => {
            assert!(in_order(&steps.iter().map(|step| step.0).collect::<Vec<_>>()), "{place}");
        }
        Ok(Opened::Measured(file)) => {
            assert!(!file.curves.is_empty() && file.curves.len() <= 50, "{place}");
            for curve in &file.curves {
                assert!(in_order(&curve.time_s), "{place}: {:?}", curve.time_s);
                assert!(curve.values.iter().all(|value| value.is_finite() && *value >= 0.0), "{place}");
                let count = curve.time_s.len();
                assert_eq!(curve.values.len(), count, "{place}");
                assert!(
                    curve.beside.iter().all(|column| column.is_empty() || column.len() == count),
                    "{place}"
                );
                assert!(curve.segment.as_ref().is_none_or(|size| size.bytes >= 1.0), "{place}");
                let table = curve.table();
                let begun = match curve.is_from_start {
                    true => count,
                    false => count - curve.time_s.partition_point(|time_s| *time_s < 1.0),
                };
                assert_eq!(table.text.lines().count(), table.samples + 1, "{place}");
                assert!(table.samples <= 4000 && (begun > 4000 || table.samples == begun), "{place}");
            }
        }
    }
    true
}
