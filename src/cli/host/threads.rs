//! The threads of work that the library does not share out itself.

use super::exit::Failure;
use crate::cli::flags::configuration::Configuration;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// As many threads as wanted.
pub fn pool(configuration: &Configuration) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(configuration.threads)
        .build()
        .map_err(|error| Failure::usage(format!("cannot start threads: {error}")))
}
