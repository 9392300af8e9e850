//! Files that are there as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
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
