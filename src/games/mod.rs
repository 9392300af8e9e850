//! Single games, each with the rules, the reader of what was published about it, and the check.

pub mod wolf;
