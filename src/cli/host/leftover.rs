//! Files that a process left behind when it was killed while writing.
//!
//! A file that is to take the name of another is locked by the process that writes it.  The system releases the lock
//! when the process ends, in whatever way.  So a file with such a name that can be locked belongs to nobody, and the
//! next process that writes beside it removes it.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How the names of these files begin.
pub const PREFIX: &str = ".grundy-";

/// How the names of these files end.
pub const SUFFIX: &str = ".tmp";

/// The number of characters between the two.
const RANDOM: usize = 6;

/// Locks a new file; false if another process has just removed it.
pub fn keep(new: &File) -> bool {
    match new.try_lock() {
        Ok(()) => is_named(new),
        // Locked by a process that is about to remove it.
        Err(TryLockError::WouldBlock) => false,
        // Not every file system supports locks; without them, nothing is removed.
        Err(TryLockError::Error(_)) => true,
    }
}

/// Removes the files left behind in a folder, once per process, because a folder can be large.
pub fn remove(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let is_new = SEEN.lock().is_ok_and(|mut seen| seen.insert(folder.to_owned()));
    let Some(files) = fs::read_dir(folder).ok().filter(|_| is_new) else { return };
    let files = files.flatten().filter(|file| file.file_name().to_str().is_some_and(is_ours));
    // Opening a pipe would wait.
    for file in files.filter(|file| file.file_type().is_ok_and(|kind| kind.is_file())) {
        let Ok(opened) = File::options().write(true).open(file.path()) else { continue };
        // A process that writes it has locked it, or will see that it no longer has a name.
        if opened.try_lock().is_ok() && is_still(&opened, &file.path()) {
            // A file that cannot be removed is in nobody's way.
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Is this such a name?
fn is_ours(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(unix)]
fn is_named(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    file.metadata().is_ok_and(|file| file.nlink() > 0)
}

#[cfg(not(unix))]
fn is_named(_: &File) -> bool {
    true
}

/// Is this file the one that has the name?
#[cfg(unix)]
pub fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let place = |it: fs::Metadata| (it.dev(), it.ino());
    let own = file.metadata().map(place);
    let named = fs::metadata(path).map(place);
    matches!((own, named), (Ok(own), Ok(named)) if own == named)
}

#[cfg(not(unix))]
pub fn is_still(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_are_made_here_are_removed() {
        assert!(is_ours(".grundy-aB3x9z.tmp"));
        for name in [".grundy-notes", ".grundy-.tmp", ".grundy-a b3x9.tmp", "grundy-aB3x9z.tmp"] {
            assert!(!is_ours(name), "{name}");
        }
    }
}
