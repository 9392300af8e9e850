#![doc = include_str!("format.md")]

mod begin;
mod check;
mod cycle;
mod event;
mod front;
mod last;
mod local;
mod once;
mod spelling;
#[cfg(test)]
mod tests;
mod tile;
mod unique;
mod walk;

pub use check::check;
pub use cycle::WallCycle;
pub use event::{Diagram, Event};
pub use front::ROOM;
pub use local::Wall;
pub(super) use spelling::{read_tile, tile};
pub use tile::{COLUMNS, Phase, ROWS, Rule, Tile, Tiles};
