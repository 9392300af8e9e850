//! `grundy compile`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::{Compile as Arguments, Emit};
use crate::cli::host::input::{Input, read_one};
use crate::cli::host::{Control, Exit, Failure, Output, bug, file};
use grundy_answers::ask::compile::Compile;
use grundy_answers::report::json::{self, CompiledFile};
use std::ffi::{OsStr, OsString};

/// Writes the result into the folder `-o`, or to standard output if it is one file.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.path)?;
    bug::working_on(&input.name());
    if arguments.emit == Emit::Smt2 && configuration.output.is_none() {
        return Err(Failure::usage("--emit smt2 writes a file for each chain; say where with -o"));
    }
    let control = Control::start(configuration.time_limit)?;
    let refused = |error| match control.interrupted() {
        true => Failure::interrupted("not all chains were found, so no file is written"),
        false => control.refused(error, configuration),
    };
    let description = input.described(&arguments.reading).map_err(refused)?;
    let question = Compile { description, emit: arguments.emit.into() };
    let files = question.answer(&control.terms(configuration, None)).map_err(refused)?;
    let mut output = Output::open(None)?;
    let Some(folder) = &configuration.output else {
        for file in &files {
            output.write(&file.text)?;
        }
        return Ok(Exit::Success);
    };
    file::create_folder(folder)?;
    let mut names = Vec::with_capacity(files.len());
    for CompiledFile { name, text } in &files {
        let name = if arguments.emit == Emit::Smt2 { name.into() } else { named(&input, name) };
        let path = folder.join(name);
        file::write_bytes(&path, text.as_bytes())?;
        names.push(path.display().to_string());
    }
    output.show(&json::files(&names), configuration)
}

/// The name of the input with another ending.
fn named(input: &Input, ending: &str) -> OsString {
    let stem = match input.path.file_stem() {
        Some(stem) if !input.is_stdin => stem,
        _ => OsStr::new("stdin"),
    };
    let mut name = stem.to_owned();
    name.push(".");
    name.push(ending);
    name
}
