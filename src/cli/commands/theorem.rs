//! `grundy theorem`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Theorem;
use crate::cli::flags::global::Format;
use crate::cli::flags::reading::Reading;
use crate::cli::flags::rule::{RuleArguments, Values};
use crate::cli::host::bug;
use crate::cli::host::certificate;
use crate::cli::host::control::Control;
use crate::cli::host::description::{agreeing, description};
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::read_one;
use crate::cli::host::output::{complain, print};
use crate::cli::host::progress::{self, Bar};
use crate::cli::host::threads;
use grundy_check::model::Alphabet;
use grundy_core::limit::Limit;
use grundy_core::verdict::Verdict;
use grundy_prove::theorem::{Options, Undecided, theorem};
use grundy_prove::verify::{self, Progress};
use grundy_report::report::ended::About;
use grundy_report::report::{Checked, text, theorem as report};

/// Proves a description, and derives period and preperiod for all parameters.
pub fn run(arguments: &Theorem, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.path)?;
    let name = input.name();
    bug::working_on(&name);
    let control = Control::start(configuration.time_limit)?;
    // Misère play is a rule of the text; outcomes follow from its Grundy values.
    let rule = arguments.rule.asked().map_err(Failure::usage)?;
    let reading = Reading { rule: RuleArguments { values: None, rule }, raw: false };
    let description = description(&input, &agreeing(&input, &reading)?, configuration)?;
    let values = arguments.rule.values.map(Values::alphabet);
    if (values, description.alphabet()) == (Some(Alphabet::Nim), Alphabet::Outcome) {
        return Err(Failure::usage(Undecided::Values.to_string()));
    }
    let options = Options { values, stop: control.stop.clone() };
    let bar = Bar::new(configuration.progress, name.clone(), progress::of_kind(input.kind));
    let show = |progress: Progress| bar.show(progress.done as u64, progress.total as u64);
    let proof = verify::Options {
        threads: threads::threads(configuration),
        stop: control.stop.clone(),
        progress: Some(&show),
        ..Default::default()
    };
    let (report, derived) = match &arguments.certificate {
        None => (verify::verify(&description, &input.text, &proof), None),
        Some(path) => {
            let values = values.unwrap_or(description.alphabet());
            let made = certificate::theorem(&description, &input.text, &proof, path, values)?;
            if let Some(missing) = made.missing {
                complain(missing);
            }
            (made.report, made.derived.map(|(_, derived)| derived))
        }
    };
    let came = bar.came("blocks");
    drop(bar);
    if control.interrupted() && report.verdict != Verdict::Verified {
        return Err(Failure::interrupted(format_args!("{name}: {came}, nothing is proved")));
    }
    if report.verdict != Verdict::Verified {
        // Without a proof there is no theorem; what is wrong is told as `verify` tells it.
        let checked = Checked {
            path: name,
            kind: input.kind.name(),
            source: &input.text,
            raw: false,
            report,
            seen: None,
            time: None,
        };
        let told = text::input(&checked, configuration.style, configuration.detail);
        let failure = Failure::new(checked.report.verdict.into(), told.trim_end());
        let findings = checked.report.findings;
        return Err(failure.about(About { path: checked.path, source: input.text, findings }));
    }
    let theorem = match derived.unwrap_or_else(|| theorem(&description, &options)) {
        Ok(theorem) => theorem,
        Err(Undecided::Limit(Limit::STOPPED)) => {
            let came = format!("{name} is proved, but its theorem is not derived");
            return Err(control.ended_early(Limit::STOPPED, came));
        }
        Err(error) => return Err(Failure::new(Exit::Undecided, format!("undecided: {error}"))),
    };
    print(
        &match configuration.format {
            Format::Latex => report::latex(&theorem, &description),
            Format::Text => report::text(&theorem, &description, configuration.detail),
            _ => report::json(&theorem, &description),
        },
        configuration,
    )?;
    Ok(if theorem.is_minimal() { Exit::Success } else { Exit::Undecided })
}
