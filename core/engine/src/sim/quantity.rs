//! What a measured quantity is. Each is declared once, with its key, unit, meaning and formula. From this
//! declaration follow the struct that reports it, its value, and the list for sweeps and tables.

/// A measured quantity; `W` holds the results of one interval.
#[derive(Clone, Copy, Debug)]
pub struct Quantity<W> {
    /// Its key in a report.
    pub id: &'static str,
    /// Its name in a sweep, where one column holds the quantities of groups, flows and directions.
    pub metric: &'static str,
    /// Its name for users.
    pub name: &'static str,
    /// Its unit: `ratio` for a fraction, empty for a plain number.
    pub unit: &'static str,
    /// Its meaning; empty in a build without texts.
    pub help: &'static str,
    /// Whether it is a count, which is always a whole number.
    pub whole: bool,
    /// Its value; `None` where it is undefined.
    pub of: fn(&W) -> Option<f64>,
}

impl<W> Quantity<W> {
    /// An empty row, before its quantity is declared.
    pub const NONE: Quantity<W> =
        Quantity { id: "", metric: "", name: "", unit: "", help: "", whole: false, of: |_| None };
}

/// The results of one interval; every number in them is a quantity.
pub trait Quantities: Sized + 'static {
    /// The quantities in the order of sweeps and tables.
    const QUANTITIES: &'static [Quantity<Self>];

    /// Start and end of the interval, in seconds.
    fn edges_s(&self) -> (f64, f64);
}

/// The type of a quantity's value.
pub trait Value {
    /// Whether it is always a whole number.
    const WHOLE: bool = false;
    /// The value as a number, where it is defined.
    fn number(self) -> Option<f64>;
}

impl Value for f64 {
    fn number(self) -> Option<f64> {
        Some(self)
    }
}

impl Value for Option<f64> {
    fn number(self) -> Option<f64> {
        self
    }
}

impl Value for u64 {
    const WHOLE: bool = true;
    fn number(self) -> Option<f64> {
        Some(self as f64)
    }
}

impl Value for Option<u64> {
    const WHOLE: bool = true;
    fn number(self) -> Option<f64> {
        self.map(|count| count as f64)
    }
}

/// Declares the quantities of one kind of object: a struct with the edges of the interval and one
/// field per quantity.
///
/// An entry has the form `/// meaning` `row key: type, "name", "unit" = formula;`. The entries
/// stand in the order of the keys in a report. `row` is the position in sweeps and tables. A
/// formula can use the source and the quantities above it. `key as "metric"` sets another name for
/// sweeps. Two quantities in one row, or a missing row, do not compile. `["Option::is_none"]` after
/// a type omits the quantity from a report where it does not apply.
#[macro_export]
macro_rules! quantities {
    (
        $(#[$meta:meta])*
        pub struct $Window:ident of |$source:ident: &$Source:ty| {
            $(
                $(#[doc = $help:literal])+
                $row:literal $id:ident $(as $metric:literal)?: $type:ty $([$absent:literal])?, $name:literal, $unit:literal = $formula:expr;
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $Window {
            /// Start of the window.
            pub from_s: f64,
            /// End of the window.
            pub to_s: f64,
            $(
                $(#[doc = $help])+
                $(#[cfg_attr(feature = "serde", serde(default, skip_serializing_if = $absent))])?
                pub $id: $type,
            )+
        }

        impl $Window {
            /// What was measured between two instants, in seconds.
            #[inline]
            pub fn measure((from_s, to_s): (f64, f64), $source: &$Source) -> $Window {
                $( let $id: $type = $formula; )+
                $Window { from_s, to_s, $($id),+ }
            }
        }

        impl $crate::sim::Quantities for $Window {
            const QUANTITIES: &'static [$crate::sim::Quantity<$Window>] = &{
                let mut all = [$crate::sim::Quantity::NONE; [$($row),+].len()];
                $(
                    assert!(all[$row].id.is_empty());
                    all[$row] = $crate::sim::Quantity {
                        id: stringify!($id),
                        metric: [$($metric,)? stringify!($id)][0],
                        name: $name,
                        unit: $unit,
                        help: if $crate::catalogue::TEXTS { concat!($($help),+).trim_ascii() } else { "" },
                        whole: <$type as $crate::sim::Value>::WHOLE,
                        of: |window: &$Window| $crate::sim::Value::number(window.$id),
                    };
                )+
                all
            };

            #[inline]
            fn edges_s(&self) -> (f64, f64) {
                (self.from_s, self.to_s)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    /// The lines without what stands before and after them.
    fn lines(text: &str) -> Vec<&str> {
        text.lines().map(str::trim).collect()
    }

    #[test]
    fn the_guide_quotes_the_declarations_as_they_are() {
        let files = [
            include_str!("quantities.rs"),
            include_str!("../trace/series.rs"),
            include_str!("handles.rs"),
            include_str!("../net/channel.rs"),
        ];
        let guide = include_str!("../../../../docs/adding-a-quantity.md");
        let quoted = guide.split("```rust\n").skip(1).filter_map(|rest| rest.split("\n```").next());
        let mut count = 0;
        for quoted in quoted.map(lines) {
            let stands_in = |file: &&str| lines(file).windows(quoted.len()).any(|found| found == quoted);
            assert!(files.iter().any(stands_in), "the guide shows other code: {quoted:?}");
            count += 1;
        }
        assert_eq!(count, 4);
    }
}
