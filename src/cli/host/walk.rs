//! The files of a folder, as git sees them.

use super::changed::git;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// All files below a folder, in the order of their names, except hidden ones and those that git ignores; if git ignores
/// the whole folder, it counts all the same, because it was named.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    match listed(folder) {
        None => search(folder, &mut files)?,
        Some(names) => {
            for name in names {
                let path = folder.join(&name);
                let kind = fs::symlink_metadata(&path).map(|entry| entry.file_type());
                // A checkout in a checkout; deleted files are also listed.
                match kind {
                    Ok(kind) if kind.is_dir() => files.extend(self::files(&path)?),
                    Ok(_) if path.is_file() => files.push(path),
                    Ok(_) | Err(_) => {}
                }
            }
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// What git lists of a folder; `None` where there is no checkout, or git is missing or refuses.
fn listed(folder: &Path) -> Option<Vec<PathBuf>> {
    let whole = folder.canonicalize().ok()?;
    if !whole.ancestors().any(|folder| folder.join(".git").exists()) {
        return None;
    }
    // The command fails if the folder is not ignored.
    if git(folder, &["check-ignore", "--quiet", "."]).is_ok() {
        return None;
    }
    let words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let names = git(folder, &words).ok()?;
    let names = names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from);
    let is_hidden = |part: Component<'_>| starts_with_point(part.as_os_str());
    Some(names.filter(|name| !name.components().any(is_hidden)).collect())
}

/// Searches a folder.  Links to folders are not followed, because they can form a cycle.
fn search(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if starts_with_point(&entry.file_name()) {
            continue;
        }
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            search(&path, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

fn starts_with_point(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}
