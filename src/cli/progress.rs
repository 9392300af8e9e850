//! The progress bar of long work, on standard error.

use grundy::verify::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(200);

/// A bar that appears when the work takes long, even while nothing is finished.
pub struct Bar {
    start: Instant,
    /// The bar with the thread that brings it up; it ends when the sender is dropped.
    shown: Option<(ProgressBar, Sender<()>, JoinHandle<()>)>,
}

impl Bar {
    /// Starts the clock for the work on `name`, counted in blocks.
    pub fn new(wanted: bool, name: String) -> Self {
        Self::with(wanted, name, "{spinner} {prefix}  {pos} of {len} blocks  {elapsed}")
    }

    /// Starts the clock for the work on many games.
    pub fn of_games(wanted: bool, name: String) -> Self {
        let template =
            "{spinner} {prefix}  {human_pos} of {human_len} games  {per_sec}  {eta} left";
        Self::with(wanted, name, template)
    }

    fn with(wanted: bool, name: String, template: &str) -> Self {
        let shown = wanted.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.set_prefix(name);
            let (sender, done) = mpsc::channel();
            let late = bar.clone();
            let thread = thread::spawn(move || {
                if done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    late.set_draw_target(ProgressDrawTarget::stderr());
                    late.enable_steady_tick(TICK);
                }
            });
            (bar, sender, thread)
        });
        Self { start: Instant::now(), shown }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Takes note of the counts.
    pub fn show(&self, progress: Progress) {
        if let Some((bar, ..)) = &self.shown {
            bar.set_length(count(progress.total));
            bar.set_position(count(progress.done));
        }
    }

    /// Some of the games were done before; they do not count for the speed.
    pub fn begin_at(&self, done: u64, total: u64) {
        if let Some((bar, ..)) = &self.shown {
            bar.set_length(total);
            bar.set_position(done);
            bar.reset_eta();
        }
    }

    /// Takes note of the games done.
    pub fn show_games(&self, done: u64) {
        if let Some((bar, ..)) = &self.shown {
            bar.set_position(done);
        }
    }
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((bar, sender, thread)) = self.shown.take() {
            drop(sender);
            // The thread cannot fail; were it to, there would be no bar to clear.
            let _ = thread.join();
            bar.finish_and_clear();
        }
    }
}
