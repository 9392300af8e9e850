//! Long work, done in a thread of its own, so that Python can interrupt it.
//!
//! The calling thread waits without the interpreter lock.  Now and then it takes the lock to see
//! whether a signal (Ctrl-C) has arrived and to pass on the progress that the work reports, so a callback
//! always runs in the thread that made the call.

use crate::ask::raised;
use grundy_answers::ask::{Control, Progress};
use grundy_language::limit::CancellationToken;
use grundy_language::threads::Threads;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often signals and progress are checked.
const TURN: Duration = Duration::from_millis(40);

/// The stack of the thread in bytes: as large as that of the first thread of a process.
const STACK: usize = 8 << 20;

/// The progress of work: how much of how much is done (0: not known), and at which stage.
type Stage = (u64, u64, String);

/// How work is done: the arguments that every function with long work has.
pub(crate) struct Work<'a, 'py> {
    /// 0: one for each processor.
    pub threads: usize,
    /// In seconds.
    pub time_limit: Option<f64>,
    /// Where progress is reported: to a callable, or True for a bar.
    pub progress: Option<&'a Bound<'py, PyAny>>,
}

impl<'py> Work<'_, 'py> {
    /// Progress is not reported.
    pub(crate) fn alone(time_limit: Option<f64>) -> Self {
        Self { threads: 1, time_limit, progress: None }
    }

    /// Does the work; its result does not depend on how it is watched, unless it is ended early.
    ///
    /// # Errors
    /// What a signal handler or the callback raises, after the work has ended.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&Control<'_>) -> T + Send,
    ) -> PyResult<T> {
        if self.time_limit.is_some_and(|seconds| seconds.is_nan() || seconds < 0.0) {
            let message = "time_limit must be a number of seconds, at least 0, or None";
            return Err(PyValueError::new_err(message));
        }
        // A time longer than a Duration can hold is not a limit.
        let limit = self.time_limit.and_then(|it| Duration::try_from_secs_f64(it).ok());
        let progress = ProgressCall::new(py, self.progress)?;
        let told: Mutex<Option<Stage>> = Mutex::default();
        let latest = || told.lock().unwrap_or_else(PoisonError::into_inner);
        let tell = |progress: Progress<'_>| {
            let (done, total, stage) = progress.counts();
            *latest() = Some((done, total, stage.to_owned()));
        };
        let (threads, stop) = (Threads::new(self.threads), CancellationToken::default());
        let control = &Control { threads, stop, progress: Some(&tell) };
        let (sender, mut receiver) = mpsc::channel();
        let started = Instant::now();
        let mut failed = None;
        let result = thread::scope(|scope| {
            let working = move || {
                let result = catch_unwind(AssertUnwindSafe(|| work(control)));
                // The receiver lives as long as this thread.
                sender.send(result).unwrap_or_default();
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, working)?;
            loop {
                // Until the next check, or until the time is over.
                let left = limit.filter(|_| !control.stop.requested());
                let left = left.map(|limit| limit.saturating_sub(started.elapsed()));
                let turn = left.map_or(TURN, |left| left.min(TURN));
                let taken;
                (receiver, taken) = py.detach(move || {
                    let taken = receiver.recv_timeout(turn);
                    (receiver, taken)
                });
                match taken {
                    Ok(Ok(result)) => return Ok(result),
                    Ok(Err(panic)) => return Err(bug(py, panic.as_ref())),
                    Err(RecvTimeoutError::Disconnected) => return Err(bug(py, &"no result")),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if limit.is_some_and(|limit| started.elapsed() >= limit) {
                    control.stop.request();
                }
                let looked = py.check_signals().and_then(|()| match (latest().take(), &progress) {
                    (Some(stage), Some(progress)) if failed.is_none() => progress.show(stage),
                    _ => Ok(()),
                });
                if let Err(error) = looked {
                    control.stop.request();
                    failed.get_or_insert(error);
                }
            }
        });
        if let Some(progress) = &progress {
            progress.close()?;
        }
        match failed {
            Some(error) => Err(error),
            None => result,
        }
    }
}

/// Two computations contradict each other, or a similar fault.
fn bug(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let text = match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text,
        (None, Some(text)) => *text,
        (None, None) => "no message",
    };
    let message = format!("this is a bug in grundy, please report it: {text}");
    raised(py, "Bug", (message,))
}

/// Where progress is reported.
struct ProgressCall<'py> {
    callback: Bound<'py, PyAny>,
    is_bar: bool,
}

impl<'py> ProgressCall<'py> {
    fn new(py: Python<'py>, wanted: Option<&Bound<'py, PyAny>>) -> PyResult<Option<Self>> {
        let Some(wanted) = wanted else { return Ok(None) };
        match wanted.extract::<bool>() {
            Ok(false) => Ok(None),
            Ok(true) => {
                let callback = py.import("grundy._progress")?.getattr("Bar")?.call0()?;
                Ok(Some(Self { callback, is_bar: true }))
            }
            Err(_) if wanted.is_callable() => {
                Ok(Some(Self { callback: wanted.clone(), is_bar: false }))
            }
            Err(_) => Err(PyValueError::new_err(
                "progress is True for a bar, or a function of (done, total, stage)",
            )),
        }
    }

    /// `total` is None where it is not known.
    fn show(&self, (done, total, stage): Stage) -> PyResult<()> {
        let total = (total > 0).then_some(total);
        self.callback.call1((done, total, stage)).map(drop)
    }

    fn close(&self) -> PyResult<()> {
        if self.is_bar { self.callback.call_method0("close").map(drop) } else { Ok(()) }
    }
}
