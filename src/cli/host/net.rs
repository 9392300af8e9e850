//! Nets from files.

use super::exit::Failure;
use super::input::read_bytes;
use super::text::document;
use crate::cli::flags::configuration::Configuration;
use grundy::games::petri::pnml::{self, Read};
use grundy::report::ended::About;
use grundy::report::render;
use std::path::Path;

/// Reads the net `wanted` of a file, or its only one; what is wrong with it as the failure.
pub fn read(
    path: &Path,
    wanted: Option<&str>,
    configuration: &Configuration,
) -> Result<Read, Failure> {
    let (text, broken) = document(read_bytes(path)?);
    let read = match broken {
        Some(broken) => Err(vec![broken.help("save the file as UTF-8")]),
        None => pnml::read(&text, wanted),
    };
    read.map_err(|faults| {
        let name = path.display().to_string();
        let shown = faults.iter().map(|it| render::render(it, &name, &text, configuration.style));
        let shown: Vec<_> = shown.collect();
        Failure::rejected(format!("{name} is no net\n\n{}", shown.join("\n").trim_end()))
            .about(About::new(&name, &text, &faults))
    })
}
