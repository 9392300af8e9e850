//! Writing files: every file of the program is written here.

use super::output::{cannot_read, cannot_write};
use super::{Failure, leftover};
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Seek as _, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The most links followed one after another; the system gives up at the same number.
const LINKS: usize = 40;

/// Where content goes.
enum Target {
    /// A new file that takes over the name once it is complete; until then the old file, if there is one, is unchanged.
    Beside(NamedTempFile, PathBuf, Option<File>),
    /// A file that would lose something if it were replaced by another.
    InPlace(File),
    /// A pipe, a device, or a stream that this process writes to.
    Stream(File),
}

/// Writes all of the content.  A link stays a link: its target is written.
///
/// A file with one name that belongs to the user has the old content or the new one at any time, and keeps its mode and
/// group.  Others are written in place: hard links, files of other owners or in folders that are not writable, pipes
/// and devices.
pub fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    replace(path, content).map(drop).map_err(|error| cannot_write(path.display(), &error))
}

/// The same, for callers that describe the file in their own words.  Returns the file that has the name now, which is
/// locked if it is new.
pub fn replace(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<File> {
    Target::of(path)?.write(content)
}

/// The same for a file that must not exist yet.
pub fn create(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<File> {
    match Target::of(path)? {
        Target::Beside(mut new, name, None) => {
            fill(new.as_file_mut(), content)?;
            new.as_file().sync_all()?;
            new.persist_noclobber(name).map_err(|refused| refused.error)
        }
        Target::Beside(_, _, Some(_)) => Err(ErrorKind::AlreadyExists.into()),
        other => other.write(content),
    }
}

/// Writes a text.  If there is another file, which only `force` overwrites, the text goes to a new file beside it.
/// Returns how the command ends in that case, when all else is done.
pub fn write_draft(path: &Path, text: &str, force: bool) -> Result<Option<Failure>, Failure> {
    let keeps = |path: &Path| -> Result<bool, Failure> {
        let holds = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
        let old = holds.then(|| fs::read(path)).transpose();
        let old = old.map_err(|error| cannot_read(path.display(), error))?;
        Ok(old.is_some_and(|old| old != text.as_bytes()))
    };
    if force || !keeps(path)? {
        return write_bytes(path, text.as_bytes()).map(|()| None);
    }
    let named = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let mut beside = named(".new");
    let mut number = 1_u64;
    while keeps(&beside)? {
        number += 1;
        beside = named(&format!(".new{number}"));
    }
    write_bytes(&beside, text.as_bytes())?;
    Ok(Some(Failure::usage(format!(
        "{} contains another text, so this one was written to {}; add --force to overwrite it",
        path.display(),
        beside.display()
    ))))
}

/// The same for content in memory.
pub fn write_bytes(path: &Path, content: &[u8]) -> Result<(), Failure> {
    write(path, |out| out.write_all(content))
}

/// A file for a result that is written in parts and can be read meanwhile.
pub fn stream(path: &Path) -> io::Result<File> {
    match fs::metadata(path).ok().and_then(|old| own_stream(&old)) {
        Some(stream) => Ok(stream),
        None => File::create(path),
    }
}

/// Fails if a result could not be written at the end of long work.  An existing file is unchanged; a pipe, which can be
/// opened only once, is not tried.
pub fn expect_writable(path: &Path) -> Result<(), Failure> {
    match fs::metadata(path) {
        Ok(old) if !old.is_file() && !old.is_dir() => Ok(()),
        _ => Target::of(path).map(drop).map_err(|error| cannot_write(path.display(), &error)),
    }
}

/// Fails if a file would be both read and written, or written twice.
pub fn expect_distinct<'p>(
    read: impl IntoIterator<Item = &'p PathBuf>,
    written: impl IntoIterator<Item = &'p PathBuf>,
) -> Result<(), Failure> {
    let mut taken: Vec<_> = read.into_iter().filter_map(|path| place(path)).collect();
    let count = taken.len();
    for path in written {
        let Some(place) = place(path) else { continue };
        if let Some(index) = taken.iter().position(|other| *other == place) {
            let use_of_other = if index < count { "read" } else { "written" };
            return Err(Failure::usage(format!(
                "{} is already {use_of_other} by this command; write to another file",
                path.display()
            )));
        }
        taken.push(place);
    }
    Ok(())
}

/// The target of a path, if it is a file or may become one.
fn place(path: &Path) -> Option<PathBuf> {
    match fs::canonicalize(path) {
        Ok(place) => place.is_file().then_some(place),
        Err(_) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(folder.join(path.file_name().filter(|name| *name != "-")?))
        }
    }
}

/// Creates a folder for files.
pub fn create_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| cannot_write(path.display(), &error))
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        let old = match fs::metadata(path) {
            Ok(old) => old,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let name = followed(path)?;
                return Ok(match beside(&name) {
                    Ok(new) => Self::Beside(new, name, None),
                    // This error says best what is wrong.
                    Err(_) => {
                        Self::InPlace(File::options().write(true).create_new(true).open(name)?)
                    }
                });
            }
            Err(error) => return Err(error),
        };
        if let Some(stream) = own_stream(&old) {
            return Ok(Self::Stream(stream));
        }
        // Fails for a protected file; creating a new one with its name would not.
        let file = File::options().write(true).open(path)?;
        if !old.is_file() {
            return Ok(Self::Stream(file));
        }
        let name = followed(path)?;
        let new = beside(&name).and_then(|new| resemble(new, &old));
        Ok(match new {
            Ok(Some(new)) => Self::Beside(new, name, Some(file)),
            Ok(None) | Err(_) => Self::InPlace(file),
        })
    }

    fn write(self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
        let (new, name, old) = match self {
            Self::Stream(mut file) => return fill(&mut file, content).map(|()| file),
            Self::InPlace(mut file) => {
                file.set_len(0)?;
                fill(&mut file, content)?;
                return file.sync_all().map(|()| file);
            }
            Self::Beside(new, name, old) => (new, name, old),
        };
        let mut new = new;
        fill(new.as_file_mut(), content)?;
        // The name must not reach the disk before the content.
        new.as_file().sync_all()?;
        match (new.persist(name), old) {
            (Ok(file), _) => Ok(file),
            // A mount point cannot be replaced.
            (Err(refused), Some(mut old)) => {
                let mut new = refused.file;
                new.rewind()?;
                old.set_len(0)?;
                io::copy(new.as_file_mut(), &mut old)?;
                old.sync_all().map(|()| old)
            }
            (Err(refused), None) => Err(refused.error),
        }
    }
}

fn fill(file: &mut File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    // What is left in the buffer is written here, so that a full disk is noticed.
    out.flush()
}

/// A new file in the same folder.
fn beside(name: &Path) -> io::Result<NamedTempFile> {
    let folder = match name.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    leftover::remove(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(leftover::PREFIX).suffix(leftover::SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As for every new file, the user's mask is applied.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    loop {
        let new = builder.tempfile_in(folder)?;
        if leftover::keep(new.as_file()) {
            return Ok(new);
        }
    }
}

/// The name at the end of all links, which need not belong to a file.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut name = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&name) else {
            let is_file = name.file_name().is_some()
                && !name.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
            return if is_file { Ok(name) } else { Err(ErrorKind::IsADirectory.into()) };
        };
        name = name.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("too many links"))
}

/// Gives the new file the other properties of the old one; `None` if that is impossible.
#[cfg(unix)]
fn resemble(new: NamedTempFile, old: &Metadata) -> io::Result<Option<NamedTempFile>> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let made = new.as_file().metadata()?;
    if old.nlink() != 1 || old.uid() != made.uid() {
        return Ok(None);
    }
    if old.gid() != made.gid() {
        fchown(new.as_file(), None, Some(old.gid()))?;
    }
    new.as_file().set_permissions(old.permissions())?;
    Ok(Some(new))
}

#[cfg(not(unix))]
fn resemble(new: NamedTempFile, _: &Metadata) -> io::Result<Option<NamedTempFile>> {
    Ok(Some(new))
}

/// Standard output or error, if the file is one of these: `/dev/stdout` redirected to a file, of which nothing must be
/// lost.
#[cfg(unix)]
fn own_stream(file: &Metadata) -> Option<File> {
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::MetadataExt as _;
    let streams =
        [io::stdout().as_fd().try_clone_to_owned(), io::stderr().as_fd().try_clone_to_owned()];
    let mut streams = streams.into_iter().flatten().map(File::from);
    streams.find(|stream| {
        let is_same = |it: Metadata| (it.dev(), it.ino()) == (file.dev(), file.ino());
        stream.metadata().is_ok_and(is_same)
    })
}

#[cfg(not(unix))]
fn own_stream(_: &Metadata) -> Option<File> {
    None
}
