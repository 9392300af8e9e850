//! Polynomials, and how they are written.

mod write;

pub use grundy_check::polynomial::Polynomial;
pub use write::{Style, Written};
