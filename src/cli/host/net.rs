//! Nets from files.

use super::text::document;
use super::{Control, Failure, asking, complain};
use crate::cli::flags::configuration::Configuration;
use grundy_answers::ask::File;
use grundy_answers::ask::petri::NetFile;
use grundy_answers::report::render::render_all;
use grundy_games::petri::pnml::Read;
use std::path::Path;

/// The file of a net.
pub fn file(path: &Path, configuration: &Configuration) -> Result<File, Failure> {
    asking::file(path, "a valid net", document, configuration)
}

/// Reads the net; the failure says what is wrong with it.  Warnings go to the standard error stream.
pub fn read(net: &NetFile, configuration: &Configuration) -> Result<Read, Failure> {
    let read = net.read().map_err(|error| Control::default().refused(error, configuration))?;
    if !read.warnings.is_empty() {
        let (File { name, text }, style, detail) =
            (&net.file, configuration.style, configuration.detail);
        complain(render_all(&read.warnings, name, text, style, detail).trim_end());
    }
    Ok(read)
}
