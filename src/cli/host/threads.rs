//! The threads of work that the library does not share out itself.

use super::exit::Failure;
use crate::cli::flags::configuration::Configuration;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;

/// How many threads are wanted.
pub fn count(configuration: &Configuration) -> usize {
    match configuration.threads {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        count => count,
    }
}

/// As many threads as wanted.
pub fn pool(configuration: &Configuration) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(configuration.threads)
        .build()
        .map_err(|error| Failure::usage(format!("cannot start threads: {error}")))
}
