//! The chains of descriptions from files.

use super::Failure;
use super::input::Input;
use crate::cli::flags::configuration::Configuration;
use grundy_check::model::Description;
use grundy_core::verdict::{Finding, Looked, Report, Statistics, Verdict};
use grundy_prove::verify::{self, Options, Split};
use grundy_report::report::chains::{Listed, Listing};
use grundy_report::report::ended::About;
use grundy_report::report::{Checked, Detail, text};
use std::cell::RefCell;

/// The chains of one description, with their splits if wanted; what is wrong with it as the
/// failure.
pub fn of(
    model: &Description,
    input: &Input,
    options: &Options<'_>,
    splits: bool,
    configuration: &Configuration,
) -> Result<Listing, Failure> {
    let proved = &*verify::proved_as(model);
    let copies = verify::copies(model, proved).map(str::to_owned);
    let model = proved;
    let listed = RefCell::new(Vec::new());
    let mut observe = |split: &Split<'_, '_>| {
        if let Some(last) = listed.borrow_mut().last_mut() {
            Listed::push(last, model, split);
        }
    };
    let ended = verify::list(
        model,
        options,
        |chain| listed.borrow_mut().push(Listed::new(model, chain, splits)),
        if splits { Some(&mut observe) } else { None },
    );
    match ended {
        Ok(_) => Ok(Listing { copies, chains: listed.into_inner() }),
        Err(ended) => Err(not_listed(input, ended, configuration)),
    }
}

/// Why the chains of a description cannot be listed.
pub fn not_listed(
    input: &Input,
    (verdict, findings): (Verdict, Vec<Finding>),
    configuration: &Configuration,
) -> Failure {
    let name = input.name();
    let mut message = format!("{name} is {}\n", verdict.name());
    // Only a wrong claim has something to replay, and nothing is claimed wrong here.
    let report = Report::new(verdict, findings, Looked::Cases(Statistics::default()));
    let checked = Checked::new(name, input.kind, &input.text, report);
    for finding in &checked.report.findings {
        message.push('\n');
        message += &text::finding(&checked, finding, configuration.style, Detail::Normal);
    }
    message.truncate(message.trim_end().len());
    let about =
        About { path: checked.path, source: input.text.clone(), findings: checked.report.findings };
    Failure::new(verdict.into(), message).about(about)
}
