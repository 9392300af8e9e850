//! Checkpoint files: read and compared before the work, replaced as a whole while it runs.

use super::output::{cannot_read, cannot_write};
use super::{Failure, complain, file};
use grundy_engines::one_game::{CheckpointError, Found, Search};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a search is written down.
const INTERVAL: Duration = Duration::from_secs(30);

/// The part of the time that writing may take at most, as its inverse.
const SHARE: u32 = 20;

/// The content of a checkpoint file, if there is one; a device may have no end.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    if fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir()) {
        return Ok(None);
    }
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot_read(path.display(), error)),
    }
}

/// That the file is of no use.
pub fn refused(path: &Path, error: &CheckpointError) -> Failure {
    Failure::usage(format!(
        "cannot use the checkpoint {}: {error}\n  \
         it was not changed; to start again, remove it or choose another file",
        path.display()
    ))
}

/// Writes the checkpoints of a running search.
pub struct CheckpointWriter {
    path: PathBuf,
    due: Instant,
}

impl CheckpointWriter {
    /// Writes the first checkpoint at once: a place that cannot be written to should be known
    /// before the work and not behind it.
    pub fn start(path: &Path, search: &Search) -> Result<Self, Failure> {
        let mut writer = Self { path: path.to_owned(), due: Instant::now() };
        writer.write(search, None)?;
        Ok(writer)
    }

    /// Writes a checkpoint if the last one is old.  Trouble does not end the search: there may
    /// be room on the disk again when the next one is due.
    pub fn write_if_due(&mut self, search: &Search) {
        if Instant::now() >= self.due
            && let Err(failure) = self.write(search, None)
        {
            complain(format_args!("warning: {failure}; the search continues"));
        }
    }

    /// Writes a checkpoint of a search, which is over if something is found.
    pub fn write(&mut self, search: &Search, found: Option<&Found>) -> Result<(), Failure> {
        let start = Instant::now();
        let text = found.map_or_else(|| search.checkpoint(), |found| search.finished(found));
        let written = file::replace(&self.path, |out| out.write_all(text.as_bytes()));
        self.due = Instant::now() + INTERVAL.max(start.elapsed() * SHARE);
        written.map_err(|error| {
            cannot_write(format_args!("the checkpoint {}", self.path.display()), &error)
        })
    }
}
