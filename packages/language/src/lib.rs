//! Diagnostics, limits, verdicts, published formulas, and the description language.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

/// An enumeration whose variants have a name in every output, and a meaning in a few words where the name is
/// not enough.
#[macro_export]
macro_rules! named {
    ($(#[$of_all:meta])* $type:ident { $($(#[$of_one:meta])* $variant:ident: $name:literal $(, $meaning:literal)?;)* }) => {
        $(#[$of_all])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type { $($(#[$of_one])* $(#[doc = $meaning])? $variant,)* }

        impl $type {
            /// All of them.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name in every output.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The one with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|it| it.name() == name)
            }

            /// What it means, in a few words; empty where the name is enough.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($meaning)?),)* }
            }
        }

        impl $crate::Named for $type {
            const NAMES: &'static [&'static str] = &[$($name),*];
        }

        /// By its name.
        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(name: D) -> Result<Self, D::Error> {
                use $crate::serde::de::Error as _;
                let name: ::std::string::String = $crate::serde::Deserialize::deserialize(name)?;
                Self::named(&name).ok_or_else(|| D::Error::unknown_variant(&name, <Self as $crate::Named>::NAMES))
            }
        }
    };
}

#[doc(hidden)]
pub use serde;

/// A choice of which each possibility has a name.
pub trait Named {
    /// The names.
    const NAMES: &'static [&'static str];
}

pub mod diagnostic;
pub mod expand;
pub mod formula;
pub mod lang;
pub mod limit;
pub mod number;
pub mod polynomial;
pub mod suggest;
pub mod threads;
pub mod verdict;

use grundy_kernel::{Integer, affine, model};
