//! Nets from files.

use super::input::read_bytes;
use super::text::document;
use super::{Failure, complain};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::petri::Dialect;
use grundy_core::diagnostic::Diagnostic;
use grundy_games::petri::Net;
use grundy_games::petri::layout::Layout;
use grundy_games::petri::pnml::{self, Read};
use grundy_report::report::ended::About;
use grundy_report::report::render;
use std::path::Path;

/// Reads the net `wanted` of a file, or its only one; what is wrong with it as the failure.  Warnings go to
/// the standard error stream.
pub fn read(
    path: &Path,
    wanted: Option<&str>,
    configuration: &Configuration,
) -> Result<Read, Failure> {
    let (text, broken) = document(read_bytes(path)?);
    let read = match broken {
        Some(broken) => Err(vec![broken]),
        None => pnml::read(&text, wanted),
    };
    let name = path.display().to_string();
    let shown = |found: &[Diagnostic]| {
        let (style, detail) = (configuration.style, configuration.detail);
        render::render_all(found, &name, &text, style, detail).trim_end().to_owned()
    };
    if let Ok(read) = &read
        && !read.warnings.is_empty()
    {
        complain(shown(&read.warnings));
    }
    read.map_err(|faults| {
        Failure::rejected(format!("{name} is not a valid net\n\n{}", shown(&faults)))
            .about(About::new(&name, &text, &faults))
    })
}

/// A net in a dialect of PNML.
pub fn written(net: &Net, layout: &Layout, dialect: Dialect) -> Result<String, Failure> {
    match dialect {
        Dialect::Standard => Ok(pnml::write(net)),
        Dialect::Pipe => pnml::write_pipe(net, layout)
            .map_err(|why| Failure::usage(format!("PIPE has no such net: {why}"))),
    }
}
