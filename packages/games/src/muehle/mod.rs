//! Nine Men's Morris ("Mühle"): the rules, a published Petri net, and their comparison.
//!
//! ```text
//! rules ──outcomes──▶ positions after a turn ──────────────┐
//!                                                          ├──compare──▶ divergences
//! net ──generate──▶ Net ──firing──▶ stable markings ───────┘
//! PNML ──pnml──────▶ Net
//! ```
//!
//! L. Kramer (Universität Bremen, 2021) models the game by a place/transition net with capacities,
//! inhibitor arcs and priorities.  [`generate`](net::generate) makes that net and its variants;
//! [`compare`](compare::compare) plays any net of the game beside the rules, and finds where
//! their positions differ.

pub mod board;
pub mod check;
pub mod compare;
pub mod computer;
pub mod drawn;
pub mod figures;
pub mod net;
pub mod notation;
pub mod record;
pub mod rules;

pub use board::{Field, Fields, Mill};
pub use rules::{CaptureRule, Player, Position, Status, Successor, Turn};
