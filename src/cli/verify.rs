//! `grundy verify`.

use super::arguments::Verify;
use super::bug;
use super::certificate;
use super::configuration::{Configuration, backend, reading};
use super::control::{Control, name_time_limit};
use super::exit::{Exit, Failure};
use super::family::{self, arguments::LIMIT_POSITIONS};
use super::input::{Input, Kind, read_all};
use super::list;
use super::muehle;
use super::output::{Output, complain};
use super::progress::{self, Bar};
use super::wolf::tables::Folders;
use grundy::diagnostic::Diagnostic;
use grundy::family::{Described, Value};
use grundy::games::{kabelsalat, nim};
use grundy::lang;
use grundy::limit::Limit;
use grundy::model::Description;
use grundy::report::{self, Checked, json, text};
use grundy::theorem::claim;
use grundy::verify::{self, Finding, Options, Progress, Report, Statistics, Verdict};

/// Checks every input; text is written as soon as it is known, JSON as a whole.
pub fn run(arguments: &Verify, configuration: &Configuration) -> Result<Exit, Failure> {
    // Only sequences have chains to list.
    let listing = arguments.transitions || arguments.dump;
    let wanted = if listing { &[Kind::Nimseq][..] } else { &Kind::ALL };
    let inputs = read_all(&arguments.paths, wanted)?;
    if arguments.certificate.is_some()
        && !matches!(inputs.as_slice(), [Input { kind: Kind::Nimseq, .. }])
    {
        return Err(Failure::usage("--certificate takes one description of a sequence (.nimseq)"));
    }
    let control = Control::start(configuration.time_limit)?;
    if listing {
        return list::run(&inputs, arguments, configuration, &control);
    }
    let mut output = Output::open(configuration.output.as_deref())?;
    let mut results = Vec::with_capacity(inputs.len());
    let mut folders = Folders::default();
    for input in &inputs {
        if control.interrupted() {
            break;
        }
        let result = check(input, arguments, configuration, &control, &mut folders)?;
        if control.interrupted() && was_stopped(&result.report) {
            break;
        }
        if configuration.is_text() {
            output.write(&text::input(&result, configuration.style, configuration.detail))?;
        }
        results.push(result);
    }
    let summary = report::summary(results.iter().map(|result| result.report.verdict));
    if configuration.is_text() {
        output.write(&text::summary(&summary, configuration.detail))?;
    } else {
        output.write(&json::verify(&results, &summary))?;
    }
    if control.interrupted() {
        complain(format_args!("interrupted: {} of {} inputs done", results.len(), inputs.len()));
        return Ok(Exit::Interrupted);
    }
    let worst = results.iter().map(|result| Exit::from(result.report.verdict)).max();
    Ok(worst.unwrap_or(Exit::Success))
}

pub fn was_stopped(report: &Report) -> bool {
    report.findings.iter().any(|finding| finding.limit == Some(Limit::Stopped))
}

fn check<'a>(
    input: &'a Input,
    arguments: &Verify,
    configuration: &Configuration,
    control: &Control,
    folders: &mut Folders,
) -> Result<Checked<'a>, Failure> {
    let name = input.name();
    bug::working_on(&name);
    if input.kind == Kind::Family {
        let known = Described::published();
        let limit = LIMIT_POSITIONS;
        return Ok(family::check::file(input, None, limit, &known, configuration, control));
    }
    let bar = Bar::new(configuration.progress, name.clone(), progress::BLOCKS);
    let mut counts = None;
    let (report, values) = match (&input.broken, input.kind) {
        (Some(broken), _) => (rejected(vec![broken.clone()]), None),
        (None, Kind::Nim) => {
            let lines = nim::description::read(&input.text);
            valued(lines.map(|lines| nim::check(&lines, &control.stop)))
        }
        (None, Kind::Kabelsalat) => {
            let options = kabelsalat::solve::Options {
                backend: backend(arguments.backend),
                stop: control.stop.clone(),
                ..Default::default()
            };
            let lines = kabelsalat::description::read(&input.text);
            valued(lines.map(|lines| kabelsalat::check(&lines, &options)))
        }
        (None, Kind::Wolf) => {
            let checked = folders.check(input);
            counts = Some(vec![("lines", checked.lines), ("cells", checked.cells)]);
            (checked.report, None)
        }
        (None, Kind::Petri) => {
            let checked = muehle::verify::check(&input.text, configuration, control);
            counts = Some(checked.counts);
            (checked.report, None)
        }
        (None, Kind::Nimseq | Kind::Family) => {
            (nimseq(&input.text, arguments, configuration, control, &bar)?, None)
        }
    };
    Ok(Checked {
        path: name,
        kind: input.kind.name(),
        source: &input.text,
        raw: arguments.reading.raw,
        counts,
        report,
        values,
        time: configuration.stats.then(|| bar.elapsed()),
    })
}

fn nimseq(
    source: &str,
    arguments: &Verify,
    configuration: &Configuration,
    control: &Control,
    bar: &Bar,
) -> Result<Report, Failure> {
    let lowered = lang::parse(source, &reading(&arguments.reading));
    let Some(description) = lowered.description else {
        return Ok(rejected(lowered.diagnostics));
    };
    let progress = |progress: Progress| bar.show(progress.done, progress.total);
    let options = Options {
        backend: backend(arguments.backend).maker(),
        threads: configuration.threads,
        stop: control.stop.clone(),
        progress: if configuration.progress { Some(&progress) } else { None },
    };
    let claims = &lowered.claims;
    let (mut report, derived) = match &arguments.certificate {
        None => (verify::verify(&description, source, &options), None),
        Some(path) => {
            let (values, exports) = (claim::values(&description, claims), &arguments.export);
            let written =
                certificate::write(&description, source, &options, path, exports, &values)?;
            (written.0, Some(written.1))
        }
    };
    if report.verdict == Verdict::Verified {
        let stop = &control.stop;
        let derive = || claim::derive(&description, &claim::values(&description, claims), stop);
        let derived = derived.unwrap_or_else(derive);
        claim::check_by(&derived, &description, claims, stop, &mut report);
    }
    name_time_limit(&mut report.findings);
    report.findings.extend(lowered.diagnostics.into_iter().map(Finding::new));
    Ok(report)
}

/// The proof of a description by the exact solver.
pub fn proof(
    description: &Description,
    source: &str,
    configuration: &Configuration,
    control: &Control,
) -> Report {
    let options = Options {
        threads: configuration.threads,
        stop: control.stop.clone(),
        ..Options::default()
    };
    let mut report = verify::verify(description, source, &options);
    name_time_limit(&mut report.findings);
    report
}

/// The report on claims that were compared one by one.
fn valued(values: Result<Vec<Value>, Vec<Diagnostic>>) -> (Report, Option<Vec<Value>>) {
    match values {
        Err(diagnostics) => (rejected(diagnostics), None),
        Ok(values) => {
            let mut report = family::check::summed(&values);
            name_time_limit(&mut report.findings);
            (report, Some(values))
        }
    }
}

pub fn rejected(diagnostics: Vec<Diagnostic>) -> Report {
    Report {
        verdict: Verdict::Rejected,
        findings: diagnostics.into_iter().map(Finding::new).collect(),
        statistics: Statistics::default(),
    }
}
