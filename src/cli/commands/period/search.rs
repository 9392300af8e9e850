//! A search while it runs: its bar, and its checkpoints.

use crate::cli::flags::configuration::Configuration;
use crate::cli::host::checkpoint::{CheckpointFile, CheckpointWriter};
use crate::cli::host::{Bar, Control, Failure, progress};
use grundy_answers::ask::Progress;
use grundy_language::limit::CancellationToken;
use std::sync::{Mutex, PoisonError};

/// A search as it is saved and shown.
pub struct Watched(Mutex<State>);

struct State {
    name: String,
    /// Where checkpoints go, before the first one.
    file: Option<CheckpointFile>,
    writer: Option<CheckpointWriter>,
    /// Why the first or the last checkpoint was not written.
    failure: Option<Failure>,
    bar: Option<(&'static str, Bar)>,
    wants_bar: bool,
    limit_positions: Option<u64>,
    stop: CancellationToken,
}

impl Watched {
    /// Nothing has been reported yet.
    pub fn new(
        name: String,
        file: Option<CheckpointFile>,
        limit_positions: Option<u64>,
        configuration: &Configuration,
        control: &Control,
    ) -> Self {
        Self(Mutex::new(State {
            name,
            file,
            writer: None,
            failure: None,
            bar: None,
            wants_bar: configuration.progress,
            limit_positions,
            stop: control.stop.clone(),
        }))
    }

    /// Records how far the search has got.
    pub fn tell(&self, progress: &Progress<'_>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).tell(progress);
    }

    /// Removes the bar.
    ///
    /// # Errors
    /// If a checkpoint could not be written at the beginning or at the end.
    pub fn end(self) -> Result<(), Failure> {
        let State { failure, .. } = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), Err)
    }
}

impl State {
    fn tell(&mut self, progress: &Progress<'_>) {
        self.show(progress);
        let written =
            match (progress, &mut self.writer) {
                (Progress::Searching(search), Some(writer)) => {
                    writer.write_if_due(search);
                    Ok(())
                }
                (Progress::Searching(search), None) => match self.file.take() {
                    Some(file) => CheckpointWriter::start(file, search)
                        .map(|writer| self.writer = Some(writer)),
                    None => Ok(()),
                },
                (Progress::Searched(search, found), Some(writer)) => writer.write(search, *found),
                (Progress::Searched(..), None)
                | (Progress::Counted(..) | Progress::Stage(_), _) => Ok(()),
            };
        if let Err(failure) = written {
            self.failure = Some(failure);
            self.stop.request();
        }
    }

    /// Shows the bar for the current stage.
    fn show(&mut self, progress: &Progress<'_>) {
        let (done, total, _) = progress.counts();
        let template = match progress {
            Progress::Searched(..) => {
                self.bar = None;
                return;
            }
            Progress::Counted(..) | Progress::Stage(_) => progress::STAGES,
            Progress::Searching(_) if total > 0 => progress::AGAIN,
            Progress::Searching(search) => match (search.computed(), self.limit_positions) {
                (None, _) => progress::STEPS,
                (Some(_), Some(_)) => progress::LIMITED_POSITIONS,
                (Some(_), None) => progress::POSITIONS,
            },
        };
        if self.bar.as_ref().is_none_or(|(shown, _)| *shown != template) {
            // One at a time: the last one is removed before the next one appears.
            self.bar = None;
            let bar = Bar::continued(self.wants_bar, self.name.clone(), template, done);
            self.bar = Some((template, bar));
        }
        let Some((_, bar)) = &self.bar else { return };
        match progress {
            Progress::Counted(_, _, stage) | Progress::Stage(stage) => bar.tell(stage),
            _ => bar.show(done, if total > 0 { total } else { self.limit_positions.unwrap_or(0) }),
        }
    }
}
