//! Nothing of its own.
//!
//! The package asks for the feature `complete` of `grundy`.  As it is built by default, `cargo build` and
//! `cargo test` build and test the whole command, and `cargo run --package grundy` only what a proof needs.
