//! Checkpoint files: read and compared before the work, and replaced as a whole during it.

use super::leftover::is_still;
use super::output::{cannot_read, cannot_write};
use super::{Failure, complain, file};
use grundy_engines::one_game::{CheckpointError, Found, Search};
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read as _, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a search is saved.
const INTERVAL: Duration = Duration::from_secs(30);

/// The inverse of the greatest share of the time that writing may take.
const SHARE: u32 = 20;

/// A checkpoint file, used by one process at a time.
pub struct CheckpointFile {
    path: PathBuf,
    /// The file that currently has the name, if it can be locked.
    lock: Option<File>,
    /// Does the file exist?
    is_there: bool,
}

impl CheckpointFile {
    /// Opens the file, and reads its content if there is one; reading a device might not end.
    pub fn open(path: &Path) -> Result<(Self, Option<Vec<u8>>), Failure> {
        let mut found = Self { path: path.to_owned(), lock: None, is_there: true };
        if fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir()) {
            return Ok((found, None));
        }
        let cannot_read = |error| cannot_read(path.display(), error);
        loop {
            let mut file = match File::open(path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    found.is_there = false;
                    return Ok((found, None));
                }
                Err(error) => return Err(cannot_read(error)),
            };
            let locked = file.try_lock();
            if matches!(locked, Err(TryLockError::WouldBlock)) {
                return Err(found.in_use());
            }
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(cannot_read)?;
            // A process that has just ended may have replaced it.
            if is_still(&file, path) {
                // Not every file system supports locks.
                found.lock = locked.is_ok().then_some(file);
                return Ok((found, Some(bytes)));
            }
        }
    }

    fn in_use(&self) -> Failure {
        Failure::usage(format!(
            "cannot use the checkpoint {}: another process is using it\n  \
             it was not changed; wait until that process has ended, or choose another file",
            self.path.display()
        ))
    }

    /// Replaces the content as a whole.
    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let content = |out: &mut dyn Write| out.write_all(text.as_bytes());
        let written = match self.is_there {
            true => file::replace(&self.path, content),
            false => file::create(&self.path, content),
        };
        match written {
            Ok(file) => {
                self.is_there = true;
                // A file that was written in place is locked already.
                if file.try_lock().is_ok() {
                    self.lock = Some(file);
                }
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(self.in_use()),
            Err(error) => {
                Err(cannot_write(format_args!("the checkpoint {}", self.path.display()), &error))
            }
        }
    }
}

/// The failure of a file that cannot be used.
pub fn refused(path: &Path, error: &CheckpointError) -> Failure {
    Failure::usage(format!(
        "cannot use the checkpoint {}: {error}\n  \
         it was not changed; to start again, remove it or choose another file",
        path.display()
    ))
}

/// Writes the checkpoints of a running search.
pub struct CheckpointWriter {
    file: CheckpointFile,
    due: Instant,
}

impl CheckpointWriter {
    /// Writes the first checkpoint at once: you should learn before the work, not after it, that a file cannot be
    /// written.
    pub fn start(file: CheckpointFile, search: &Search) -> Result<Self, Failure> {
        let mut writer = Self { file, due: Instant::now() };
        writer.write(search, None)?;
        Ok(writer)
    }

    /// Writes a checkpoint if the last one is old.  A failure does not end the search: there may be room on the disk
    /// again when the next one is due.
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
        let written = self.file.write(&text);
        self.due = Instant::now() + INTERVAL.max(start.elapsed() * SHARE);
        written
    }
}
