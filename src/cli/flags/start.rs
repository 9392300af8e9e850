//! The values before position 0: `--start`.

use clap::Args;

/// What precedes position 0.
#[derive(Clone, Debug, Default, Args)]
pub struct StartArgument {
    /// The values before position 0, such as +--, or `sink`; see `grundy help rules` [default: no
    /// positions below 0]
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    start: Option<String>,
}

impl StartArgument {
    /// The text.
    pub fn text(&self) -> Option<&str> {
        self.start.as_deref()
    }
}
