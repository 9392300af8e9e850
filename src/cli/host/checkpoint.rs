//! Checkpoint files: read and compared before the work, replaced as a whole while it runs.

use super::atomic_file::AtomicFile;
use super::exit::Failure;
use super::output::{cannot_write, complain};
use grundy::sequence::{Checkpoint, CheckpointError, Cycle, CycleSearch, Game};
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a search is written down.
const INTERVAL: Duration = Duration::from_secs(30);

/// The part of the time that writing may take at most, as its inverse.
const SHARE: u32 = 20;

/// What a file says about the search that is to be done.
pub enum Found {
    /// There is no file.
    Nothing,
    /// A search that goes on.
    Search(Box<CycleSearch>),
    /// A search that is over.
    Finished(Cycle),
}

/// Reads a checkpoint file of a game.
pub fn read(path: &Path, game: &Game) -> Result<Found, Failure> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => {
            return Err(Failure::usage(format!("cannot read {}: {error}", path.display())));
        }
    };
    let checkpoint = Checkpoint::read(&bytes, game).map_err(|error| refused(path, &error))?;
    match checkpoint {
        Checkpoint::Found(cycle) => Ok(Found::Finished(cycle)),
        Checkpoint::Searching(progress) => CycleSearch::resume(game, progress)
            .map(|search| Found::Search(Box::new(search)))
            .ok_or_else(|| refused(path, &CheckpointError::Unreachable)),
    }
}

fn refused(path: &Path, error: &CheckpointError) -> Failure {
    Failure::usage(format!(
        "the checkpoint {} is refused: {error}\n  \
         it was left as it is; to start anew, remove it or name another file",
        path.display()
    ))
}

/// Writes the checkpoints of a running search.
pub struct CheckpointWriter<'a> {
    path: PathBuf,
    game: &'a Game,
    due: Instant,
}

impl<'a> CheckpointWriter<'a> {
    /// Writes the first checkpoint at once: a place that cannot be written to should be known
    /// before the work and not behind it.
    pub fn start(path: &Path, game: &'a Game, search: &CycleSearch) -> Result<Self, Failure> {
        let mut writer = Self { path: path.to_owned(), game, due: Instant::now() };
        writer.write(&Checkpoint::Searching(search.progress()))?;
        Ok(writer)
    }

    /// Writes a checkpoint if the last one is old.  Trouble does not end the search: there may
    /// be room on the disk again when the next one is due.
    pub fn write_if_due(&mut self, search: &CycleSearch) {
        if Instant::now() >= self.due
            && let Err(failure) = self.write(&Checkpoint::Searching(search.progress()))
        {
            complain(format_args!("warning: {failure}; the search goes on"));
        }
    }

    /// Writes a checkpoint.
    pub fn write(&mut self, checkpoint: &Checkpoint) -> Result<(), Failure> {
        let start = Instant::now();
        let written = replace(&self.path, checkpoint.write(self.game).as_bytes());
        self.due = Instant::now() + INTERVAL.max(start.elapsed() * SHARE);
        written.map_err(|error| {
            cannot_write(format_args!("the checkpoint {}", self.path.display()), &error)
        })
    }
}

/// Puts new content into a file, so that at any time it has the old or the new content.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.file().write_all(content)?;
    file.replace()
}
