//! The values before position 0: `--start`.

use clap::Args;

/// What stands before position 0.
#[derive(Clone, Debug, Default, Args)]
pub struct StartArgument {
    /// The values before position 0, such as +--, repeated to the left, with the last one at position -1;
    /// moves may lead to them. Without a start there are no positions below 0. `sink` allows every move
    /// from every heap, and heaps of 0 or fewer items are lost; position x is heap x + 1
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    start: Option<String>,
}

impl StartArgument {
    /// The text.
    pub fn text(&self) -> Option<&str> {
        self.start.as_deref()
    }
}
