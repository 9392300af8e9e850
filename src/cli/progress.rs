//! The progress bar of long work, on standard error.

use grundy::verify::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that appears when the work takes long.
pub struct Bar {
    wanted: bool,
    name: String,
    start: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Bar {
    /// Starts the clock for the work on `name`.
    pub fn new(wanted: bool, name: String) -> Self {
        Self { wanted, name, start: Instant::now(), bar: OnceLock::new() }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Takes note of the counts.
    pub fn show(&self, progress: Progress) {
        if !self.wanted || self.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let bar = ProgressBar::new(count(progress.total));
            if let Ok(style) =
                ProgressStyle::with_template("{prefix}  {pos} of {len} blocks  {elapsed}")
            {
                bar.set_style(style);
            }
            bar.set_prefix(self.name.clone());
            bar
        });
        bar.set_length(count(progress.total));
        bar.set_position(count(progress.done));
    }
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
