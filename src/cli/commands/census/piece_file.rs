//! The file that keeps finished pieces.

use crate::cli::host::Failure;
use crate::cli::host::output::cannot_write;
use grundy_census::census::{Census, PieceResult, Shard, StoreError, Stored, Writer};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Keeps finished pieces in a file.
pub struct PieceFile {
    path: PathBuf,
    file: File,
    writer: Writer,
    complete: bool,
}

impl PieceFile {
    /// Creates the file, or continues it if it belongs to the same shard of the same census; in that case the outcomes
    /// in it are also returned.
    pub fn open(
        path: &Path,
        census: &Census,
        shard: Shard,
    ) -> Result<(Self, Vec<PieceResult>), Failure> {
        let failed = |error| cannot_write(path.display(), &error);
        let refuse = |why: String| {
            Failure::usage(format!(
                "cannot continue {}: {why}\nhelp: write to another file, or remove this one",
                path.display()
            ))
        };
        if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
            return Err(refuse("it is not a regular file".to_owned()));
        }
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(refuse("another process is using it".to_owned()));
            }
            // Not every file system supports locks.
            Err(TryLockError::Error(_)) => {}
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content).map_err(failed)?;
        let (writer, header) = Writer::begin(census, shard);
        let stored = match Stored::read(&content) {
            Ok(stored) => stored,
            Err(StoreError::NoHeader) if header.as_bytes().starts_with(&content) => {
                file.set_len(0).and_then(|()| file.rewind()).map_err(failed)?;
                file.write_all(header.as_bytes()).map_err(failed)?;
                let kept = Self { path: path.to_owned(), file, writer, complete: false };
                return Ok((kept, Vec::new()));
            }
            Err(damage) => return Err(refuse(damage.to_string())),
        };
        if stored.census != *census || stored.shard != shard {
            return Err(refuse("it holds another census, or another shard of this one".to_owned()));
        }
        let good = u64::try_from(stored.good).map_err(|error| refuse(error.to_string()))?;
        file.set_len(good).map_err(failed)?;
        file.seek(SeekFrom::Start(good)).map_err(failed)?;
        let Stored { writer, complete, outcomes, .. } = stored;
        Ok((Self { path: path.to_owned(), file, writer, complete }, outcomes))
    }

    /// Where the pieces are kept.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the outcome of the next piece.
    pub fn keep(&mut self, outcome: &PieceResult) -> Result<(), Failure> {
        let line = self.writer.outcome(outcome);
        self.write(&line)
    }

    /// Marks the file as complete.
    pub fn finish(&mut self) -> Result<(), Failure> {
        if self.complete {
            return Ok(());
        }
        self.complete = true;
        let line = self.writer.clone().finish();
        self.write(&line)?;
        self.file.sync_all().map_err(|error| cannot_write(self.path.display(), &error))
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        (self.file.write_all(line.as_bytes()))
            .map_err(|error| cannot_write(self.path.display(), &error))
    }
}
