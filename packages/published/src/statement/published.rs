//! The statements that are part of the program.

use super::{Collection, Statement, read};
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../descriptions/families/published.statements");

/// The file of the published statements.
pub const PUBLISHED: &str = "published.statements";

static STATEMENTS: LazyLock<Collection> =
    LazyLock::new(|| read(TEXT).expect("the published statements can be read"));

/// The published statements, in the order of the source.
pub fn published() -> &'static Collection {
    &STATEMENTS
}

/// The published statements with this name: its parts, in order.
pub fn find(id: &str) -> impl Iterator<Item = &'static Statement> {
    published().statements.iter().filter(move |statement| statement.id == id)
}
