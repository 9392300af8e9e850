//! `grundy check`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Check;
use crate::cli::host::bug;
use crate::cli::host::certificate::Exports;
use crate::cli::host::control::Control;
use crate::cli::host::description::rejected;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::{Input, read_one};
use crate::cli::host::output::Output;
use grundy::certificate::{Certificate, Closed};
use grundy::check::{CheckError, Shown, check_certificate, check_proof, described};
use grundy::report::certificate;
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::{Path, PathBuf};

/// Reads certificate and description, and checks.
pub fn run(arguments: &Check, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.description)?;
    let name = arguments.certificate.display().to_string();
    bug::working_on(&name);
    if let Some(broken) = &input.broken {
        return Err(rejected(&input, std::slice::from_ref(broken), configuration));
    }
    let cannot_read = |error| Failure::usage(format!("cannot read {name}: {error}"));
    let mut reader: Box<dyn BufRead> = match name.as_str() {
        "-" => Box::new(stdin().lock()),
        _ => Box::new(BufReader::new(File::open(&arguments.certificate).map_err(cannot_read)?)),
    };
    let control = Control::start(configuration.time_limit)?;
    // Only a proof has leaves to export; a counterexample is JSON.
    let is_proof = reader.fill_buf().map_err(cannot_read)?.first() != Some(&b'{');
    let checked = match arguments.export.as_slice() {
        exports if is_proof && !exports.is_empty() => {
            exported(reader, &arguments.certificate, &input, exports, &control)?
        }
        _ => check_certificate(reader, &input.text, &control.stop),
    };
    let shown = match checked {
        Err(CheckError::Description(diagnostics)) => {
            return Err(rejected(&input, &diagnostics, configuration));
        }
        Err(CheckError::Unreadable(error)) => return Err(cannot_read(error)),
        shown => shown,
    };
    let mut output = Output::open(configuration.output.as_deref())?;
    output.write(&match configuration.is_text() {
        true => certificate::text(&name, &input.name(), &shown, configuration.detail),
        false => certificate::json(&shown),
    })?;
    Ok(if shown.is_ok() { Exit::Success } else { Exit::Refuted })
}

/// Checks a proof, and writes its closed leaves and its theorem for other checkers.
fn exported(
    reader: impl BufRead,
    path: &Path,
    input: &Input,
    exports: &[PathBuf],
    control: &Control,
) -> Result<Result<Shown, CheckError>, Failure> {
    let certificate = match Certificate::open(reader) {
        Ok(certificate) => certificate,
        Err(rejected) => return Ok(Err(CheckError::Certificate(rejected))),
    };
    let (description, claims) = match described(&certificate, &input.text) {
        Ok(described) => described,
        Err(refused) => return Ok(Err(refused)),
    };
    let mut exports = Exports::open(exports, &description, &input.text)?;
    let mut on_closed = |closed: &Closed<'_>| exports.closed(closed);
    let (text, stop) = (&input.text, &control.stop);
    let proved = check_proof(certificate, &description, &claims, text, stop, Some(&mut on_closed));
    if proved.is_ok() {
        exports.theorem(path, &description, text)?;
    }
    exports.finish()?;
    Ok(proved.map(Shown::Proved).map_err(CheckError::Certificate))
}
