//! Pictures as files.

use super::{Failure, file};
use grundy_picture::{Picture, Theme};
use std::path::{Path, PathBuf};

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureFormat {
    Png,
    Svg,
}

/// A file that a picture goes to; its name ends with `.png` or `.svg`.
#[derive(Debug)]
pub struct PictureFile {
    path: PathBuf,
    kind: PictureFormat,
}

impl PictureFile {
    /// The file, whose name determines the kind.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let kind = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("png") => PictureFormat::Png,
            Some("svg") => PictureFormat::Svg,
            _ => {
                return Err(Failure::usage(format!(
                    "{}: unsupported picture format; use .png or .svg",
                    path.display()
                )));
            }
        };
        Ok(Self { path: path.to_owned(), kind })
    }

    /// Writes the picture.
    pub fn write(&self, picture: &Picture, theme: Theme) -> Result<(), Failure> {
        let bytes = match self.kind {
            PictureFormat::Svg => picture.svg(theme).into_bytes(),
            PictureFormat::Png => {
                picture.png(theme).map_err(|error| Failure::usage(error.to_string()))?
            }
        };
        file::write_bytes(&self.path, &bytes)
    }
}
