//! The threads of a command.

use crate::cli::flags::configuration::Configuration;
use grundy_core::threads::Threads;
use std::num::NonZero;
use std::thread;

/// How many threads are wanted.
pub fn count(configuration: &Configuration) -> usize {
    match configuration.threads {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        count => count,
    }
}

/// As many threads as wanted.
pub fn threads(configuration: &Configuration) -> Threads {
    Threads::new(configuration.threads)
}
