//! The threads of a command.

use crate::cli::flags::configuration::Configuration;
use grundy_language::threads::Threads;

/// As many threads as wanted.
pub fn threads(configuration: &Configuration) -> Threads {
    Threads::new(configuration.threads)
}
