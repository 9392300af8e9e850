//! `grundy check`.

use super::arguments::Check;
use super::bug;
use super::certificate::Exports;
use super::configuration::Configuration;
use super::control::Control;
use super::exit::{Exit, Failure};
use super::expand::description;
use super::input::{Input, read_one};
use super::output::Output;
use grundy::certificate::{Certificate, Closed};
use grundy::lang::Claim;
use grundy::lang::{self, digest};
use grundy::minimality;
use grundy::report::certificate::{self, Proved, Refused, Shown};
use grundy::theorem::certified;
use grundy::theorem::claim::{self, Outcome};
use grundy::verify::Evidence;
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};

/// Reads certificate and description, and checks.
pub fn run(arguments: &Check, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.description)?;
    let name = arguments.certificate.display().to_string();
    bug::working_on(&name);
    let cannot_read = |error| Failure::usage(format!("cannot read {name}: {error}"));
    let mut reader: Box<dyn BufRead> = match name.as_str() {
        "-" => Box::new(stdin().lock()),
        _ => Box::new(BufReader::new(File::open(&arguments.certificate).map_err(cannot_read)?)),
    };
    // A counterexample is JSON, a proof begins with a word.
    let is_evidence = reader.fill_buf().map_err(cannot_read)?.first() == Some(&b'{');
    let shown = match is_evidence {
        true => replay(reader, &input, configuration)?,
        false => check(reader, &input, arguments, configuration)?,
    };
    let mut output = Output::open(configuration.output.as_deref())?;
    output.write(&match configuration.is_text() {
        true => certificate::text(&name, &input.name(), &shown, configuration.detail),
        false => certificate::json(&shown),
    })?;
    Ok(if shown.is_ok() { Exit::Success } else { Exit::Refuted })
}

fn check(
    reader: impl BufRead,
    input: &Input,
    arguments: &Check,
    configuration: &Configuration,
) -> Result<Result<Shown, Refused>, Failure> {
    let certificate = match Certificate::open(reader) {
        Ok(certificate) => certificate,
        Err(rejected) => return Ok(Err(Refused::Certificate(rejected))),
    };
    let header = &certificate.header;
    let options = lang::Options { alphabet: Some(header.alphabet), raw: header.piece };
    let description = description(input, &options, configuration)?;
    let mut exports = Exports::open(&arguments.export, &description, &input.text)?;
    let digest = digest(&input.text);
    let checked = if exports.is_empty() {
        minimality::check(certificate, &description, &digest, None)
    } else {
        let mut on_closed = |closed: &Closed<'_>| exports.closed(closed);
        let checked = minimality::check(certificate, &description, &digest, Some(&mut on_closed));
        exports.finish()?;
        checked
    };
    let (checked, theorems) = match checked {
        Ok(shown) => shown,
        Err(rejected) => return Ok(Err(Refused::Certificate(rejected))),
    };
    let control = Control::start(configuration.time_limit)?;
    let readable = |it| certified(it, &description, &control.stop).ok();
    let theorems: Vec<_> = theorems.iter().filter_map(readable).collect();
    let claims = lang::parse(&input.text, &options).claims;
    let judged = |claim: &Claim| {
        let values = claim.values.unwrap_or(description.alphabet);
        let theorem = theorems.iter().find(|theorem| theorem.values == values)?;
        claim::judge(&description, theorem, claim, &control.stop).ok()
    };
    let (mut follow, mut wrong) = (0, 0);
    for claim in &claims {
        match judged(claim) {
            Some(Outcome::Proved) => follow += 1,
            Some(Outcome::Refuted { .. }) => wrong += 1,
            Some(Outcome::Open(_)) | None => {}
        }
    }
    Ok(Ok(Shown::Proved(Proved {
        checked,
        theorems,
        claims: follow,
        claims_refuted: wrong,
        claims_not_covered: claims.len() - follow - wrong,
    })))
}

fn replay(
    reader: impl BufRead,
    input: &Input,
    configuration: &Configuration,
) -> Result<Result<Shown, Refused>, Failure> {
    let refuse = |message: String| Ok(Err(Refused::Counterexample(message)));
    let evidence: Evidence = match serde_json::from_reader(reader) {
        Ok(evidence) => evidence,
        Err(error) => return refuse(format!("this is no counterexample: {error}")),
    };
    let options = lang::Options { alphabet: evidence.alphabet(), raw: evidence.piece };
    let description = description(input, &options, configuration)?;
    let control = Control::start(configuration.time_limit)?;
    match evidence.replay(&description, &input.text, &control.stop) {
        Ok(replayed) => Ok(Ok(Shown::Refuted(replayed))),
        Err(message) => refuse(message),
    }
}
