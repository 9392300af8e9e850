//! Stopping long work: the interrupt key, the system and the time limit.

use super::machine::MachineReading;
use super::{Exit, Failure, complain, output};
use crate::cli::flags::configuration::Configuration;
use grundy_answers::report::Render;
use grundy_answers::report::written::Writing;
use grundy_language::limit::{CancellationToken, Limit};
use grundy_language::verdict::{Finding, Report};
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Ends the process when the user interrupts, and says so: for work that has no steps to stop between.
pub fn end_at_interrupts(reading: Option<MachineReading>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    thread::spawn(move || {
        if signals.forever().next().is_none() {
            return;
        }
        let failure = Failure::interrupted("nothing is written");
        complain(&failure);
        if let Some(reading) = reading {
            reading.tell(&failure);
        }
        std::process::exit(failure.exit.code().into());
    });
    Ok(())
}

/// Makes reaching the limit on the size of files an error of the write, instead of the end of the process.
#[cfg(unix)]
pub fn fail_at_file_limits() {
    use signal_hook::{consts::SIGXFSZ, flag};
    // Where the signal cannot be caught, it ends the process as before.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// Why the work was asked to stop.  The library only knows that it was.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// The flag that the library checks.
    pub stop: CancellationToken,
    interrupted: Arc<AtomicBool>,
}

impl Control {
    /// Watches the signals that ask the process to end, and the time if it is limited.
    pub fn start(time_limit: Option<Duration>) -> Result<Self, Failure> {
        let control = Self::default();
        control
            .watch_interrupts()
            .map_err(|error| Failure::usage(format!("cannot watch for interrupts: {error}")))?;
        if let Some(limit) = time_limit {
            control.limit_time(limit);
        }
        Ok(control)
    }

    /// Watches the interrupt key, and the signal by which `timeout` and batch systems end a process:
    /// the first one asks for a stop, the second one ends the process at once.
    fn watch_interrupts(&self) -> std::io::Result<()> {
        use signal_hook::{
            consts::{SIGINT, SIGTERM},
            flag,
        };
        for signal in [SIGINT, SIGTERM] {
            // In this order, so that the first signal finds the flag not yet set.
            flag::register_conditional_shutdown(signal, 130, Arc::clone(&self.interrupted))?;
            flag::register(signal, Arc::clone(&self.interrupted))?;
            flag::register(signal, self.stop.flag())?;
        }
        Ok(())
    }

    /// Asks for a stop when the time is over.
    pub fn limit_time(&self, limit: Duration) {
        let stop = self.stop.clone();
        if limit.is_zero() {
            stop.request();
        } else {
            thread::spawn(move || {
                thread::sleep(limit);
                stop.request();
            });
        }
    }

    /// Did the user interrupt?
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Did the user interrupt before this was decided?
    pub fn interrupted_before(&self, report: &Report) -> bool {
        let stopped = |finding: &Finding| finding.limit() == Some(Limit::STOPPED);
        self.interrupted() && report.findings.iter().any(stopped)
    }

    /// How a command ends that reached a limit before it had a result, and how far it got.
    pub fn ended_early(&self, limit: Limit, came: impl Display) -> Failure {
        let message = match limit {
            Limit::STOPPED if self.interrupted() => return Failure::interrupted(came),
            Limit::STOPPED => format!("undecided: time limit reached (--time-limit): {came}"),
            other => format!("undecided: limit `{}` reached: {came}", other.name()),
        };
        Failure::limit(limit, message)
    }

    /// Writes an answer that can be long, until a stop is requested.
    pub fn show(
        &self,
        answer: &impl Render,
        writing: &Writing,
        configuration: &Configuration,
    ) -> Result<Exit, Failure> {
        output::show(answer, configuration)?;
        writing.ended().map_or(Ok(Exit::Success), |positions| {
            let came = format_args!("the first {positions} positions are written");
            Err(self.ended_early(Limit::STOPPED, came))
        })
    }
}
