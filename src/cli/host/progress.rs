//! The progress bar of long work, on standard error.

use grundy_answers::check::Kind;
use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(200);

// Each is one line: what is worked on comes last, where a narrow terminal cuts it.

/// The template of a bar for a proof.
pub const BLOCKS: &str = "{spinner} {human_pos} of {human_len} blocks  {elapsed}  {wide_msg}";

/// The template of a bar for inputs that are checked side by side.
pub const INPUTS: &str = "{spinner} {human_pos} of {human_len} inputs  {elapsed}  {wide_msg}";

/// The template of a bar for checks.
pub const STATEMENTS: &str =
    "{spinner} {human_pos} of {human_len} statements  {elapsed}  {wide_msg}";

/// The template of a bar for work on many games.
pub const GAMES: &str =
    "{spinner} {human_pos} of {human_len} games  {speed}  {left} left  {wide_msg}";

/// The template of a bar for the pieces of a census: their number, and when they will be done.
pub const PIECES: &str =
    "{spinner} {human_pos} of {human_len} pieces  {elapsed}, {left} left  {wide_msg}";

/// The template of a bar for work on families.
pub const FAMILIES: &str =
    "{spinner} {human_pos} of {human_len}  {elapsed}, {left} left  {wide_msg}";

/// The template of a bar for a search of unknown length.
pub const POSITIONS: &str = "{spinner} {human_pos} positions  {speed}  {elapsed}  {wide_msg}";

/// The template of a bar for a search by jumps.
pub const STEPS: &str = "{spinner} {human_pos} steps  {speed}  {elapsed}  {wide_msg}";

/// The template of a bar for a search that is repeated.
pub const AGAIN: &str = "{spinner} {human_pos} of {human_len} steps and loops repeated  {elapsed}, {left} left  {wide_msg}";

/// The template of a bar for work in several stages.
pub const STAGES: &str = "{spinner} {elapsed}  {wide_msg}";

/// The template of a bar for a search that ends at a limit, if not before.
pub const LIMITED_POSITIONS: &str =
    "{spinner} {human_pos} of {human_len}  {speed}  {elapsed}, {left} left  {wide_msg}";

/// The template of a bar for the check of an input.
pub fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Family | Kind::Petri => GAMES,
        _ => BLOCKS,
    }
}

/// A bar that appears when the work takes long, even while nothing is finished.
pub struct Bar {
    start: Instant,
    /// What is worked on.
    name: String,
    /// The amount done and the total, shown or not.
    counts: [AtomicU64; 2],
    /// The bar, with the thread that shows it; the thread ends when the sender is dropped.
    shown: Option<(ProgressBar, Sender<()>, JoinHandle<()>)>,
}

impl Bar {
    /// Starts the clock for the work on `name`.
    pub fn new(wanted: bool, name: String, template: &str) -> Self {
        Self::continued(wanted, name, template, 0)
    }

    /// Starts the clock for work that has already reached `from`.
    pub fn continued(wanted: bool, name: String, template: &str, from: u64) -> Self {
        let shown = wanted.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            if let Ok(style) = ProgressStyle::with_template(template) {
                // Writing to a string does not fail.
                let rate = move |state: &ProgressState, out: &mut dyn Write| {
                    let speed = speed(state, from);
                    let (unit, name) = match speed {
                        1_000_000_000.. => (1_000_000_000, "G"),
                        1_000_000.. => (1_000_000, "M"),
                        1000.. => (1000, "k"),
                        _ => {
                            let _ = write!(out, "{speed}/s");
                            return;
                        }
                    };
                    let _ = write!(out, "{}.{}{name}/s", speed / unit, speed % unit * 10 / unit);
                };
                let left = move |state: &ProgressState, out: &mut dyn Write| {
                    let missing = state.len().map(|len| len.saturating_sub(state.pos()));
                    let left = missing
                        .and_then(|missing| u128::from(missing).checked_div(speed(state, from)));
                    let _ = match left.map(u64::try_from) {
                        Some(Ok(left)) => {
                            write!(out, "{:#}", HumanDuration(Duration::from_secs(left)))
                        }
                        _ => write!(out, "?"),
                    };
                };
                bar.set_style(style.with_key("speed", rate).with_key("left", left));
            }
            bar.set_message(name.clone());
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
        Self { start: Instant::now(), name, counts: Default::default(), shown }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How far the work got, for the user who ended it.
    pub fn came(&self, what: &str) -> String {
        let [done, total] = self.counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        format!("{} of {} {what} done", HumanCount(done), HumanCount(total))
    }

    /// Writes something without the bar, which would be left on the screen.
    pub fn without<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.shown {
            Some((bar, ..)) => bar.suspend(write),
            None => write(),
        }
    }

    /// Records the stage.
    pub fn tell(&self, stage: &str) {
        if let Some((bar, ..)) = &self.shown {
            bar.set_message(format!("{}  {stage}", self.name));
        }
    }

    /// Records the counts.
    pub fn show(&self, done: u64, total: u64) {
        for (count, noted) in [done, total].into_iter().zip(&self.counts) {
            noted.store(count, Ordering::Relaxed);
        }
        if let Some((bar, ..)) = &self.shown {
            bar.set_length(total);
            bar.set_position(done);
        }
    }
}

/// The average number done per second since the start.
fn speed(state: &ProgressState, from: u64) -> u128 {
    let done = u128::from(state.pos().saturating_sub(from));
    1000 * done / state.elapsed().as_millis().max(1)
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((bar, sender, thread)) = self.shown.take() {
            drop(sender);
            // The thread cannot fail; if it did, there would be no bar to clear.
            let _ = thread.join();
            bar.finish_and_clear();
        }
    }
}
