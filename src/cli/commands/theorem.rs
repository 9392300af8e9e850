//! `grundy theorem`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::TheoremArguments;
use crate::cli::flags::global::Format;
use crate::cli::flags::reading::Reading;
use crate::cli::flags::rule::RuleArguments;
use crate::cli::host::input::read_one;
use crate::cli::host::output::cited;
use crate::cli::host::{
    Bar, Control, Exit, Failure, bug, certificate, file, print, progress, show,
};
use grundy_answers::ask::Progress;
use grundy_answers::ask::proofs::{Derivation, Theorem};
use grundy_answers::check::Kind;
use grundy_answers::report::no_result::About;
use grundy_answers::report::theorem::latex;
use grundy_answers::report::{Checked, text};
use grundy_language::verdict::Verdict;

/// Proves a description, and derives period and preperiod for all parameters, for what it describes or for what follows
/// from that.
pub fn run(arguments: &TheoremArguments, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.path)?;
    let name = input.name();
    bug::working_on(&name);
    let control = Control::start(configuration.time_limit)?;
    let refused = |error| control.refused(error, configuration);
    // The values may differ from those of the text: outcomes follow from its Grundy values.
    let rule = arguments.rule.asked().map_err(Failure::usage)?;
    let reading = Reading { rule: RuleArguments { values: None, rule }, raw: false };
    let question = Theorem {
        description: input.described(&reading).map_err(refused)?,
        of: arguments.rule.values.map(|values| values.alphabet().to_string()),
        misere: arguments.misere,
        certify: arguments.certificate.is_some(),
    };
    arguments.certificate.iter().try_for_each(|path| file::expect_writable(path))?;
    let bar = Bar::new(configuration.progress, name.clone(), progress::of_kind(input.kind));
    let show_progress = |progress: Progress<'_>| {
        let (done, all, _) = progress.counts();
        bar.show(done, all);
    };
    let answer = question.answer(&control.terms(configuration, Some(&show_progress)));
    let came = bar.came("blocks");
    drop(bar);
    let answer = answer.map_err(refused)?;
    let certified = match &answer {
        Derivation::Unproved(verified) => &verified.certified,
        Derivation::Derived(derived) => &derived.certified,
    };
    if let (Some(path), Some(certified)) = (&arguments.certificate, certified) {
        certificate::keep(certified, path)?;
    }
    match &answer {
        Derivation::Unproved(_) if control.interrupted() => {
            Err(Failure::interrupted(format_args!("{name}: {came}; nothing is proved")))
        }
        Derivation::Unproved(verified) => Err(unproved(&verified.checked, configuration)),
        Derivation::Derived(derived) if configuration.format == Format::Latex => {
            print(&cited(&latex(&derived.said)), configuration)?;
            Ok(Verdict::decided(derived.said.is_whole()).into())
        }
        Derivation::Derived(derived) => show(&derived.shown(configuration.detail), configuration),
    }
}

/// Without a proof there is no theorem; errors are reported as `verify` reports them.
fn unproved(checked: &Checked<'_>, configuration: &Configuration) -> Failure {
    let Checked { path, source, report, .. } = checked;
    let (path, findings) = (path.clone(), report.findings.clone());
    // Without its surroundings, which `verify` shows.
    let plain = Checked::new(path.clone(), Kind::Nimseq, source, report.clone());
    let shown = text::input(&plain, configuration.style, configuration.detail);
    let failure = Failure::new(report.verdict.into(), shown.trim_end());
    failure.about(About { path, source: (*source).to_owned(), findings })
}
