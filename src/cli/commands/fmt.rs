//! `grundy fmt`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Fmt;
use crate::cli::flags::reading::Called;
use crate::cli::host::findings::Layout;
use crate::cli::host::input::{Input, expect_paths, read_all};
use crate::cli::host::{Control, Exit, Failure, Output, bug, complain, file};
use grundy_core::diagnostic::Diagnostic;
use grundy_core::lang;
use grundy_core::limit::{CancellationToken, Limit};
use grundy_core::verdict::Verdict;
use grundy_report::check::Kind;
use grundy_report::report::findings::Judged;
use grundy_report::report::{json, render, text};

/// Rewrites every input in place; what has no meaning stays as it is.
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
    let control = Control::start(configuration.time_limit)?;
    for (done, input) in inputs.iter().enumerate() {
        let name = input.name();
        bug::working_on(&name);
        let formatted = control.stop.check().and_then(|()| format(input, &control.stop));
        let formatted = formatted.map_err(|limit| {
            let came = format!("{done} of {} inputs done", inputs.len());
            control.ended_early(limit, came)
        })?;
        let mut text = None;
        let (verdict, differs, diagnostics) = match formatted {
            Err(diagnostics) => (Verdict::Rejected, false, diagnostics),
            Ok(formatted) => {
                let differs = formatted != input.text;
                if arguments.check {
                    if differs && is_text {
                        output.write(&text::difference(
                            &name,
                            "not formatted",
                            &input.text,
                            &formatted,
                        ))?;
                    }
                } else if input.is_stdin && is_json {
                    text = Some(formatted);
                } else if input.is_stdin {
                    output.write(&formatted)?;
                } else if differs {
                    file::write_bytes(&input.path, formatted.as_bytes())?;
                }
                let fails = arguments.check && differs;
                let verdict = if fails { Verdict::Refuted } else { Verdict::Verified };
                (verdict, differs, Vec::new())
            }
        };
        worst = worst.max(verdict);
        if is_text {
            for diagnostic in &diagnostics {
                complain(render::render(diagnostic, &name, &input.text, configuration.style));
            }
        }
        let source = &input.text;
        results.push(json::Formatted { path: name, source, verdict, differs, text, diagnostics });
    }
    // Standard input that was copied to standard output is the result; more would spoil it.
    let copied = !arguments.check && inputs.iter().any(|it| it.is_stdin);
    output.write(&match layout {
        Layout::Full => String::new(),
        Layout::Json => json::fmt(&results, configuration.settings.as_deref()),
        Layout::JsonLines => results.iter().map(json::fmt_line).collect(),
        Layout::Lines(_) | Layout::Whole(_) if copied => String::new(),
        Layout::Lines(write) | Layout::Whole(write) => {
            write(&results.iter().map(judged).collect::<Vec<_>>())
        }
    })?;
    Ok(worst.into())
}

/// What other programs see of it.
fn judged(result: &json::Formatted<'_>) -> Judged {
    let json::Formatted { path, source, verdict, diagnostics, .. } = result;
    match verdict {
        Verdict::Rejected => Judged::rejected(path, diagnostics, source),
        Verdict::Refuted => {
            Judged::stated(path, String::new(), *verdict, "not formatted; run `grundy fmt`")
        }
        verdict => Judged::stated(path, String::new(), *verdict, ""),
    }
}

/// The text in the common layout, or what is wrong with it.
type Formatted = Result<String, Vec<Diagnostic>>;

fn format(input: &Input, stop: &CancellationToken) -> Result<Formatted, Limit> {
    match &input.broken {
        Some(broken) => Ok(Err(vec![broken.clone()])),
        None => lang::format_until(&input.text, stop),
    }
}
