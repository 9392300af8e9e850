//! Games with rules of their own: for each its rules, what is known about it, a format for what
//! somebody claims about it, and the check of these claims against the rules.  [`petri`] holds
//! nets, in which games can be written down.

#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]
#![warn(unreachable_pub)]

/// An enumeration whose variants have a name in every output, and a meaning in a few words where the name is
/// not enough.
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

            /// What it means, in a few words; empty where the name is enough.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($meaning)?),)* }
            }
        }
    };
}

pub mod heaps;
pub mod kabelsalat;
pub mod lines;
pub mod muehle;
pub mod nim;
pub mod petri;
pub mod set;
pub mod wolf;

use grundy_check::{Integer, affine};
use grundy_core::{diagnostic, lang, limit, suggest, threads, verdict};
use grundy_ilp as ilp;
