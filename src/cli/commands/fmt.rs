//! `grundy fmt`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Fmt;
use crate::cli::flags::reading::Called;
use crate::cli::host::findings::Layout;
use crate::cli::host::input::{expect_paths, read_all};
use crate::cli::host::{Control, Exit, Failure, Output, bug, complain, file};
use grundy_answers::ask::Refused;
use grundy_answers::ask::texts::Format;
use grundy_answers::check::Kind;
use grundy_answers::report::findings::Judged;
use grundy_answers::report::json::{self, Formatted};
use grundy_answers::report::text::patch;
use grundy_answers::report::{Detail, render};
use grundy_language::diagnostic::counted;
use grundy_language::verdict::Verdict;

/// Rewrites every input in place; text without a meaning stays as it is.
pub fn run(arguments: &Fmt, configuration: &Configuration) -> Result<Exit, Failure> {
    expect_paths(&arguments.paths, arguments.stdin_filename.as_deref())?;
    let called = Called { kind: None, stdin: arguments.stdin_filename.clone() };
    let inputs = read_all(&arguments.paths, &[Kind::Nimseq], &called).complete()?;
    let layout = Layout::new(configuration);
    let is_text = matches!(layout, Layout::Full);
    let is_json = matches!(layout, Layout::Json | Layout::JsonLines);
    let mut output = Output::open(configuration.output.as_deref())?;
    let mut worst = Verdict::Verified;
    let mut results = Vec::new();
    let mut written = 0;
    let control = Control::start(configuration.time_limit)?;
    let terms = control.terms(configuration, None);
    for (done, input) in inputs.iter().enumerate() {
        let name = input.name();
        bug::working_on(&name);
        let question =
            Format { name: Some(name), text: input.text.clone(), check: arguments.check };
        let answer = match &input.broken {
            Some(broken) => {
                Ok(Formatted::rejected(input.name(), &input.text, vec![broken.clone()]))
            }
            None => question.answer(&terms),
        };
        let mut formatted = answer.map_err(|error| match error {
            Refused::Limit(limit, _) => {
                let came = format!("{done} of {} inputs done", inputs.len());
                control.ended_early(limit, came)
            }
            error => control.refused(error, configuration),
        })?;
        if let Some(text) = formatted.text.take() {
            if arguments.check {
                if formatted.differs && is_text {
                    output.write(&patch(&formatted.path, &input.text, &text))?;
                }
            } else if input.is_stdin && is_json {
                formatted.text = Some(text);
            } else if input.is_stdin {
                output.write(&text)?;
            } else if formatted.differs {
                file::write_bytes(&input.path, text.as_bytes())?;
                written += 1;
            }
        }
        worst = worst.max(formatted.verdict);
        if is_text {
            for diagnostic in &formatted.diagnostics {
                let (name, style) = (&formatted.path, configuration.style);
                complain(render::render(diagnostic, name, &input.text, style));
            }
        }
        results.push(formatted.of(&input.text));
    }
    // Standard input that was copied to standard output is the result; more would spoil it.
    let copied = !arguments.check && inputs.iter().any(|input| input.is_stdin);
    output.write(&match layout {
        Layout::Full => String::new(),
        Layout::Json => json::fmt(&results, configuration.settings.as_deref()),
        Layout::JsonLines => results.iter().map(json::fmt_line).collect(),
        Layout::Lines(_) | Layout::Whole(_) if copied => String::new(),
        Layout::Lines(write) | Layout::Whole(write) => {
            write(&results.iter().map(judged).collect::<Vec<_>>())
        }
    })?;
    if written > 0 && is_text && configuration.detail != Detail::Quiet {
        complain(format_args!("formatted {written} of {}", counted(inputs.len(), "file")));
    }
    Ok(worst.into())
}

/// The result in the form for other programs.
fn judged(result: &Formatted<'_>) -> Judged {
    let Formatted { path, source, verdict, diagnostics, .. } = result;
    match verdict {
        Verdict::Rejected => Judged::rejected(path, diagnostics, source),
        Verdict::Refuted => {
            Judged::stated(path, String::new(), *verdict, "not formatted; run `grundy fmt`")
        }
        verdict => Judged::stated(path, String::new(), *verdict, ""),
    }
}
