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
mod texture;
mod unique;
mod walk;

pub use check::check;
pub use cycle::Cycle;
pub use event::{Event, Picture};
pub use front::ROOM;
pub use local::Edge;
pub(super) use spelling::{read_texture, texture};
pub use texture::{COLUMNS, Phase, ROWS, Rule, Texture, Textures};
