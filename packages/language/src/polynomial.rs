//! Polynomials, and how they are written.

mod write;

pub use grundy_kernel::polynomial::Polynomial;
pub use write::{Style, Written};
