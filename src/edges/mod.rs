//! Edges between zones, each followed by itself: pictures of outcomes for all parameters.
//!
//! ```text
//!  moves, n ──▶ textures, edges ──▶ cycles ──▶ the next meeting ──▶ ... ──▶ nothing meets any more
//!                   ▲                               │                              │
//!                   └───────── one edge ◀───────────┘            rows and columns with slopes in n
//! ```
//!
//! In rows of w positions, with moves a * w + b and small b, the outcomes of a game are zones in which
//! they repeat in two directions, with edges between them ([`plane`](crate::trace::plane) says what
//! these are, and checks what is found here).  Computed run by run, as in
//! [`accelerate`](crate::accelerate), a turn is like an earlier one only when all zones are in phase
//! again; an edge by itself comes again after few rows.  { 6n+2 15n+4 21n+5 } takes two million steps
//! run by run, and has 28 events.
//!
//! An edge is computed row by row until it is what it was before.  A wide one is searched for columns
//! that repeat; if these are a texture they become a zone.  When it is known of all edges how they go
//! on, the next two that come near to each other are computed, become one edge, and so on.  All rows
//! and columns have a value for this n and a slope: two edges meet where two lines do.  If edges meet
//! for this n only, slopes differ, and nothing is found.  The class of n has the least step for which
//! each edge that meets another one has made a whole number of turns more.
//!
//! ```
//! use grundy::edges::find;
//! use grundy::trace::{Move, plane::check};
//! let moves = [(6, 2), (15, 4), (21, 5)].map(|(factor, summand)| Move { factor, summand });
//! let row = Move { factor: 3, summand: 1 };
//! let picture = find(&moves, row, 128, &mut (1 << 24), &Default::default()).unwrap();
//! let shown = check(&picture, &[4], &|| false).unwrap();
//! // 36n + 9 and 174n^2 + 90n + 13, both least, for all n >= 128
//! assert_eq!((picture.start, picture.step, shown.unique), (128, 1, Some(4)));
//! assert_eq!(shown.period.to_string(), "1 36:1 9:0");
//! assert_eq!(shown.preperiod.unwrap().to_string(), "1 174:2 90:1 13:0");
//! ```
//!
//! # What resists
//!
//! Families of degree 3 and more: the number of meetings grows with n, and meetings are not folded to
//! loops.  Zones that grow for as many rows as n says before they are found.  Moves that are few
//! positions long, or have to be counted in rows of another length.

mod run;
mod slope;
mod zone;

pub use run::{Stuck, find};
