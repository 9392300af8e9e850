//! Catalogues of published values.

mod keys;
pub mod model;
mod read;
mod rows;

pub use read::read;
