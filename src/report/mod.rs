//! What people read: diagnostics and verdicts as text.

pub mod render;
