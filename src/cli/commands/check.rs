//! `grundy check`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Check as Arguments;
use crate::cli::host::certificate::Exports;
use crate::cli::host::input::{read_one, read_plain};
use crate::cli::host::text;
use crate::cli::host::{Control, Exit, Failure, bug, output, show};
use grundy_answers::ask::proofs::Check;
use grundy_answers::ask::texts::Describe;
use grundy_answers::check::{CheckError, Shown, Terms, check_proof, described, opened};
use grundy_kernel::certificate::Closed;
use grundy_kernel::proof::FIRST_WORD as PROOF;
use grundy_kernel::trace::FIRST_WORD as TRACE;
use grundy_language::lang::{TextKind, foreign};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, stdin};
use std::path::{Path, PathBuf};

/// Reads the certificate and the description, and checks them.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    let name = arguments.certificate.display().to_string();
    bug::working_on(&name);
    let cannot_read = |error: io::Error| output::cannot_read(&name, error);
    let mut reader: Box<dyn BufRead> = match name.as_str() {
        "-" => Box::new(stdin().lock()),
        _ => Box::new(BufReader::new(File::open(&arguments.certificate).map_err(cannot_read)?)),
    };
    if let Some(why) = text::foreign(reader.fill_buf().map_err(cannot_read)?) {
        return Err(output::cannot_read(&name, why));
    }
    let control = Control::start(configuration.time_limit)?;
    let begins = |reader: &mut dyn BufRead, with: &str| {
        reader.fill_buf().map(|bytes| bytes.starts_with(with.as_bytes())).map_err(cannot_read)
    };
    // Only the proof of a description has leaves to export; a counterexample is JSON.
    let (is_trace, is_counterexample) = (begins(&mut reader, TRACE)?, begins(&mut reader, "{")?);
    if !(is_trace || is_counterexample || begins(&mut reader, PROOF)?) {
        let mut bytes = Vec::new();
        reader.take(1 << 20).read_to_end(&mut bytes).map_err(cannot_read)?;
        let text = String::from_utf8_lossy(&bytes);
        let is_certificate = |text: String| TextKind::of(&text) == Some(TextKind::Certificate);
        return Err(Failure::usage(
            match (&arguments.description, foreign(&text, TextKind::Certificate)) {
                (Some(other), _) if read_plain(other).is_ok_and(is_certificate) => {
                    format!("the certificate comes first: grundy check {} {name}", other.display())
                }
                (_, Some(found)) => format!("{name}: {}", found.sentence()),
                _ => not_a_certificate(&name),
            },
        ));
    }
    if is_trace && arguments.description.is_some() {
        return Err(Failure::usage(format!("{name} is a proof by trace: it needs no description")));
    }
    if !arguments.export.is_empty() && (is_trace || is_counterexample) {
        let what = if is_trace { "a proof by trace" } else { "a counterexample" };
        return Err(Failure::usage(format!(
            "{name} is {what}: it has no leaves to export (--export)"
        )));
    }
    let refused = |error| control.refused(error, configuration);
    let input = arguments.description.as_deref().map(read_one).transpose()?;
    let Describe { text, name: described, values, rule, raw } = match &input {
        Some(input) => input.described(&arguments.reading).map_err(refused)?,
        None => arguments.reading.of_text(String::new(), None).map_err(Failure::usage)?,
    };
    let question = Check {
        certificate: String::new(),
        file: Some(name.clone()),
        text: input.map(|_| text),
        name: described,
        values,
        rule,
        raw,
        start: arguments.start.text().map(str::to_owned),
    };
    let terms = control.terms(configuration, None);
    let answer = match &question.text {
        Some(text) if !arguments.export.is_empty() => {
            let asked = question.terms(&terms).map_err(refused)?;
            let (path, exports) = (&arguments.certificate, &arguments.export[..]);
            question.shows(exported(reader, path, text, &asked, exports, &control)?)
        }
        _ => question.answer_from(reader, &terms),
    };
    let answer = answer.map_err(refused)?;
    match answer.shown {
        Err(CheckError::NoDescription) => Err(Failure::usage(format!(
            "{name} is about a description: add the file of the description after it"
        ))),
        Err(CheckError::Unknown) => Err(Failure::usage(not_a_certificate(&name))),
        Err(CheckError::Unreadable(error)) => Err(cannot_read(error)),
        _ => show(&answer.as_told(configuration.detail), configuration),
    }
}

fn not_a_certificate(name: &str) -> String {
    format!(
        "{name} is not a certificate; certificates begin with {PROOF}, {TRACE} or {{, and \
         `verify`, `theorem` and `infer` write them with --certificate FILE"
    )
}

/// The text of a certificate that was checked.
fn again(path: &Path) -> Result<String, Failure> {
    if path == Path::new("-") {
        let reason = "--export coq-theorem reads the certificate twice: give it as a file";
        return Err(Failure::usage(reason));
    }
    let unreadable =
        |error| Failure::usage(format!("cannot read {} again: {error}", path.display()));
    read_plain(path).map_err(unreadable)
}

/// Checks a proof, and writes its closed leaves and its theorem for other checkers.
fn exported(
    reader: impl BufRead,
    path: &Path,
    text: &str,
    terms: &Terms<'_>,
    exports: &[PathBuf],
    control: &Control,
) -> Result<Result<Shown, CheckError>, Failure> {
    let certificate = match opened(reader, &control.stop) {
        Ok(certificate) => certificate,
        Err(refused) => return Ok(Err(refused)),
    };
    let (description, claims) = match described(&certificate, text, terms, &control.stop) {
        Ok(described) => described,
        Err(refused) => return Ok(Err(refused)),
    };
    let mut exports = Exports::open(exports, &description, text)?;
    let mut on_closed = |closed: &Closed<'_>| exports.closed(closed);
    let stop = &control.stop;
    let proved = check_proof(certificate, &description, &claims, text, stop, Some(&mut on_closed));
    if proved.is_ok() {
        exports.theorem(|| again(path), &description, text)?;
    }
    exports.finish()?;
    Ok(proved.map(Shown::Proved))
}
