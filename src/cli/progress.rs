//! The progress bar of long work, on standard error.

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
    /// Starts the clock for the work on `name`, whose progress is counted in `units`.
    pub fn new(wanted: bool, name: String, units: &str) -> Self {
        let shown = wanted.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            let template =
                format!("{{spinner}} {{prefix}}  {{pos}} of {{len}} {units}  {{elapsed}}");
            if let Ok(style) = ProgressStyle::with_template(&template) {
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
    pub fn show(&self, done: usize, total: usize) {
        if let Some((bar, ..)) = &self.shown {
            bar.set_length(count(total));
            bar.set_position(count(done));
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
