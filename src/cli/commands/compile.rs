//! `grundy compile`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::{Compile, Emit};
use crate::cli::host::description::{agreeing, description};
use crate::cli::host::input::{Input, read_one};
use crate::cli::host::listing::{self, not_listed};
use crate::cli::host::{Control, Exit, Failure, Output, bug, file};
use grundy_check::model::Description;
use grundy_core::verdict::{Finding, Verdict};
use grundy_prove::chain::Chain;
use grundy_prove::verify::{self, Options};
use grundy_report::report::{chains, json, model, smt};
use std::ffi::{OsStr, OsString};

/// A file to write: its name and its text.
type CompiledFile = (OsString, String);

/// Writes the result into the folder `-o`, or to standard output if it is one file.
pub fn run(arguments: &Compile, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.path)?;
    bug::working_on(&input.name());
    if arguments.emit == Emit::Smt2 && configuration.output.is_none() {
        return Err(Failure::usage("--emit smt2 writes a file for each chain; say where with -o"));
    }
    let control = Control::start(configuration.time_limit)?;
    let reading = agreeing(&input, &arguments.reading, &control)?;
    let description = description(&input, &reading, configuration, &control)?;
    if arguments.emit == Emit::Smt2 && description.has_ranges() {
        return Err(Failure::usage(
            "--emit smt2 writes one target for each move, so it does not take ranges of moves",
        ));
    }
    let options = Options { stop: control.stop.clone(), ..Options::default() };
    let files = match arguments.emit {
        Emit::Model => {
            let text = model::model(&description, &input.text);
            vec![(named(&input, "model.json"), text)]
        }
        Emit::Chains => {
            let listed = listing::of(&description, &input, &options, false, configuration)
                .map_err(|failure| unless_interrupted(failure, &control))?;
            vec![(named(&input, "chains.json"), chains::json(&listed))]
        }
        Emit::Smt2 => scripts(&description, &options).map_err(|ended| {
            unless_interrupted(not_listed(&input, ended, configuration), &control)
        })?,
    };
    let mut output = Output::open(None)?;
    let Some(folder) = &configuration.output else {
        for (_, text) in &files {
            output.write(text)?;
        }
        return Ok(Exit::Success);
    };
    file::create_folder(folder)?;
    let mut names = Vec::with_capacity(files.len());
    for (name, text) in &files {
        let path = folder.join(name);
        file::write_bytes(&path, text.as_bytes())?;
        names.push(path.display().to_string());
    }
    output.show(&json::files(&names), configuration)
}

/// Why chains are not listed.
fn unless_interrupted(failure: Failure, control: &Control) -> Failure {
    match control.interrupted() {
        true => Failure::interrupted("not all chains were found, so no file is written"),
        false => failure,
    }
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

/// The scripts of all chains with their file names, `chain-001.smt2` and so on.
fn scripts(
    description: &Description,
    options: &Options<'_>,
) -> Result<Vec<CompiledFile>, (Verdict, Vec<Finding>)> {
    let proved = &*verify::proved_as(description);
    let copies = verify::copies(description, proved).map(chains::copies);
    let (description, mut files) = (proved, Vec::new());
    let on_chain = |chain: &Chain<'_>| {
        let number = files.len() + 1;
        let mut script = smt::script(description, chain, number);
        if let Some(copies) = &copies {
            script.insert_str(0, &format!("; {copies}.\n"));
        }
        files.push((format!("chain-{number:03}.smt2").into(), script));
    };
    verify::list(description, options, on_chain, None)?;
    Ok(files)
}
