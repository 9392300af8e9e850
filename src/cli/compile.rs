//! `grundy compile`.

use super::arguments::{Compile, Emit};
use super::bug;
use super::configuration::{Configuration, reading};
use super::exit::{Exit, Failure};
use super::expand::description;
use super::input::read_one;
use super::list::list;
use super::output::{Output, cannot_write};
use grundy::report::{chains, json, model};
use grundy::verify::Options;
use std::ffi::OsStr;
use std::path::Path;

/// Writes one file per result into the folder `-o`, or the result to standard output.
pub fn run(arguments: &Compile, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.path)?;
    bug::working_on(&input.name());
    let description = description(&input, &reading(&arguments.reading), configuration)?;
    let (suffix, text) = match arguments.emit {
        Emit::Model => ("model.json", model::model(&description, &input.text)),
        Emit::Chains => {
            let options = Options::default();
            let listed = list(&description, &input, &options, false, configuration)?;
            ("chains.json", chains::json(&listed))
        }
    };
    let Some(folder) = &configuration.output else {
        Output::open(None)?.write(&text)?;
        return Ok(Exit::Success);
    };
    let stem = match arguments.path.file_stem() {
        Some(stem) if !input.is_stdin() => stem,
        _ => OsStr::new("stdin"),
    };
    let mut file = stem.to_owned();
    file.push(".");
    file.push(suffix);
    let file = folder.join(file);
    write(folder, &file, &text)?;
    let name = file.display().to_string();
    let said = if configuration.is_text() { format!("{name}\n") } else { json::files(&[name]) };
    Output::open(None)?.write(&said)?;
    Ok(Exit::Success)
}

fn write(folder: &Path, file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder.display(), &error))?;
    std::fs::write(file, text).map_err(|error| cannot_write(file.display(), &error))
}
