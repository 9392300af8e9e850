//! Files that are there as a whole or not at all.

use super::exit::Failure;
use super::output::cannot_write;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// New content of a file, beside it until it is complete.
pub struct AtomicFile {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
    complete: bool,
}

impl AtomicFile {
    /// Starts a new content; what the file has now stays until [`AtomicFile::replace`].
    pub fn create(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(ErrorKind::InvalidFilename)?;
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}", std::process::id()));
        let temporary = path.with_file_name(hidden);
        let file = File::create(&temporary)?;
        Ok(Self { path: path.to_owned(), temporary, file, complete: false })
    }

    /// The same, or what to tell the user: a wrong name should be known before long work.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        Self::create(path).map_err(|error| cannot_write(path.display(), &error))
    }

    /// Writes all of the new content, and puts it in place of the old.
    pub fn write(
        mut self,
        content: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let path = self.path.clone();
        let mut out = BufWriter::new(&mut self.file);
        // What is left in the buffer is written here, where a full disk is noticed.
        let written = content(&mut out).and_then(|()| out.flush());
        drop(out);
        let replaced = written.and_then(|()| self.replace());
        replaced.map_err(|error| cannot_write(path.display(), &error))
    }

    /// Where to write.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Puts the new content in place of the old.
    pub fn replace(mut self) -> io::Result<()> {
        // The name must not come to the disk before the content.
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        self.complete = true;
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.complete {
            // What is there is of no use; there may be nothing.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}
