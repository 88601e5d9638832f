//! Mechanisms that a flow chooses by a key of its own. One file per mechanism, and one word per
//! mechanism in the list below.
//!
//! What follows from a declaration: the key of a scenario with its checks and its default, the schema
//! and the page's types and form, its row in docs/scenario.md, its field of [`MechanismSettings`], which the
//! sender has, and what an export says of it.

use crate::catalogue::text;

/// A mechanism of a sender or of its receiver.
#[derive(Debug)]
pub struct Mechanism {
    /// Its key in a scenario.
    pub key: &'static str,
    /// The values of this key; the first one is the default and needs nothing.
    pub values: Values,
    /// What it does, for the form and the schema.
    pub help: &'static str,
    /// What it does, for its row in docs/scenario.md.
    pub details: &'static str,
    /// What a flow needs for any value but the first.
    pub needs: &'static [Need],
}

/// The values of a mechanism's key.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// False or true.
    Flag,
    /// One of a few words.
    Words {
        /// Name of the type in the schema.
        name: &'static str,
        /// What they are about.
        help: &'static str,
        /// Which ones.
        words: &'static [Word],
    },
}

/// A word with what it means.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// As it stands in a scenario.
    pub word: &'static str,
    /// What it means.
    pub help: &'static str,
}

impl Values {
    /// The word of the value with this index.
    #[inline]
    pub fn word(&self, index: usize) -> &'static str {
        match self {
            Values::Flag if index == 0 => "false",
            Values::Flag => "true",
            // No panic, which would bring its text along.
            Values::Words { words, .. } => words.get(index).map_or("", |known| known.word),
        }
    }

    /// The index of a declared word.
    #[inline]
    pub fn index_of(&self, word: &str) -> Option<usize> {
        match self {
            Values::Flag => Some(usize::from(word == "true")),
            Values::Words { words, .. } => words.iter().position(|known| known.word == word),
        }
    }
}

/// What a flow must have for a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A recovery with SACK.
    Sack,
    /// The recovery RACK.
    Rack,
    /// No recovery of another crate that has a scoreboard of its own.
    PlainBoard,
    /// An algorithm that leaves its window to the sender.
    SharedWindow,
    /// Timestamps.
    Timestamps,
}

/// A type of values.
pub trait Value: Copy + PartialEq + 'static {
    /// All of them, in the order of the type.
    const VALUES: Values;

    /// The value with this index.
    fn at(index: usize) -> Self;

    fn index(self) -> usize;
}

impl Value for bool {
    const VALUES: Values = Values::Flag;

    #[inline]
    fn at(index: usize) -> bool {
        index == 1
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }
}

/// Declares the words of a mechanism, the first of which is the default. `name` is the type in the schema.
macro_rules! words {
    (
        $(#[doc = $about:literal])+
        pub enum $type:ident as $name:literal {
            $($(#[doc = $help:literal])+ $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type {
            $($(#[doc = $help])+ $variant,)+
        }

        impl Default for $type {
            #[inline]
            fn default() -> $type {
                <$type as $crate::mechanism::Value>::at(0)
            }
        }

        impl $crate::mechanism::Value for $type {
            const VALUES: $crate::mechanism::Values = $crate::mechanism::Values::Words {
                name: $name,
                help: $crate::mechanism::text(concat!($($about),+)),
                words: &[$($crate::mechanism::word($word, concat!($($help),+))),+],
            };

            #[inline]
            fn at(index: usize) -> $type {
                let all = [$($type::$variant),+];
                all.get(index).copied().unwrap_or(all[0])
            }

            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
use words;

const fn word(word: &'static str, help: &'static str) -> Word {
    Word { word, help: text(help) }
}

/// Hands the list of mechanisms to the macro `then`: the order is that of the keys in a scenario.
#[macro_export]
macro_rules! with_mechanisms {
    ($then:ident) => {
        $then! { cwnd_validation, idle_restart, reduction, tlp, frto, dsack, paws, timer_wheel }
    };
}

macro_rules! declare {
    ($($module:ident),+) => {
        $(pub mod $module;)+

        /// All mechanisms.
        pub static REGISTRY: &[&Mechanism] = &[$(&$module::MECHANISM),+];

        /// What a flow has of each.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct MechanismSettings {
            $(#[doc = concat!("The value of `", stringify!($module), "`.")] pub $module: $module::Value,)+
        }

        impl MechanismSettings {
            /// Each mechanism's key with the word of its value.
            #[inline]
            pub fn words(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
                let indices = [$(self.$module.index()),+];
                REGISTRY.iter().zip(indices).map(|(it, index)| (it.key, it.values.word(index)))
            }
        }
    };
}
with_mechanisms!(declare);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_shows_a_declaration_as_it_is() {
        let guide = include_str!("../../../../docs/adding-a-mechanism.md");
        assert!(guide.contains(include_str!("tlp.rs")), "docs/adding-a-mechanism.md shows another tlp.rs");
    }

    #[test]
    fn the_words_of_what_is_chosen_are_those_of_the_declaration() {
        let chosen = MechanismSettings {
            frto: true,
            idle_restart: idle_restart::Value::AtOnce,
            ..MechanismSettings::default()
        };
        let words: Vec<_> = chosen.words().collect();
        for expected in [("idle_restart", "at-once"), ("tlp", "false"), ("frto", "true")] {
            assert!(words.contains(&expected), "{expected:?} in {words:?}");
        }
        assert_eq!(words.len(), REGISTRY.len());
    }
}
