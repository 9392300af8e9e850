//! Nets from files.

use super::input::read_bytes;
use super::text::document;
use super::{Control, Failure, complain};
use crate::cli::flags::configuration::Configuration;
use grundy_games::petri::pnml::Read;
use grundy_report::ask::File;
use grundy_report::ask::petri::NetFile;
use grundy_report::report::render::render_all;
use std::path::Path;

/// The file of a net.
pub fn file(path: &Path, configuration: &Configuration) -> Result<File, Failure> {
    let (text, broken) = document(read_bytes(path)?);
    let file = File { name: path.display().to_string(), text };
    match broken {
        Some(broken) => {
            let error = file.is_not("a valid net", vec![broken]);
            Err(Control::default().refused(error, configuration))
        }
        None => Ok(file),
    }
}

/// Reads the net; what is wrong with it as the failure.  Warnings go to the standard error stream.
pub fn read(net: &NetFile, configuration: &Configuration) -> Result<Read, Failure> {
    let read = net.read().map_err(|error| Control::default().refused(error, configuration))?;
    if !read.warnings.is_empty() {
        let (File { name, text }, style, detail) =
            (&net.file, configuration.style, configuration.detail);
        complain(render_all(&read.warnings, name, text, style, detail).trim_end());
    }
    Ok(read)
}
