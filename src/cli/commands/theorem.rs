//! `grundy theorem`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::TheoremArguments;
use crate::cli::flags::global::Format;
use crate::cli::flags::reading::Reading;
use crate::cli::flags::rule::{RuleArguments, Values};
use crate::cli::host::description::{agreeing, description};
use crate::cli::host::input::{Input, read_one};
use crate::cli::host::{
    Bar, Control, Exit, Failure, bug, certificate, complain, print, progress, show, threads,
};
use grundy_check::model::{Alphabet, Description, Rule};
use grundy_core::limit::Limit;
use grundy_core::verdict::{Report, Verdict};
use grundy_prove::theorem::{self, TheoremOptions, Undecided, theorem, twin};
use grundy_prove::verify::{self, Progress};
use grundy_report::report::ended::About;
use grundy_report::report::{Checked, text, theorem as report};
use std::path::Path;

/// Proves a description, and derives period and preperiod for all parameters, of what it describes or of what
/// follows from that.
pub fn run(arguments: &TheoremArguments, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.path)?;
    let name = input.name();
    bug::working_on(&name);
    let control = Control::start(configuration.time_limit)?;
    // Values may be others than those of the text: outcomes follow from its Grundy values.
    let rule = arguments.rule.asked().map_err(Failure::usage)?;
    let reading = Reading { rule: RuleArguments { values: None, rule }, raw: false };
    let asked = agreeing(&input, &reading, &control)?;
    let job = Job { input: &input, name, configuration, control: &control };
    let description = description(&input, &asked, configuration, &control)?;
    if arguments.misere {
        return job.misere(description);
    }
    let values = arguments.rule.values.map(Values::alphabet);
    if (values, description.alphabet()) == (Some(Alphabet::Nim), Alphabet::Outcome) {
        return Err(Failure::usage(Undecided::Values.to_string()));
    }
    let options = TheoremOptions { values, stop: control.stop.clone() };
    let file = arguments.certificate.as_deref();
    let written = file.map(|path| (path, values.unwrap_or(description.alphabet())));
    let (report, derived) = job.prove(&description, written)?;
    if report.verdict != Verdict::Verified {
        return Err(job.unproved(report));
    }
    job.finish(derived.unwrap_or_else(|| theorem(&description, &options)), &description)
}

/// A theorem that is asked for.
struct Job<'j> {
    input: &'j Input,
    name: String,
    configuration: &'j Configuration,
    control: &'j Control,
}

/// A theorem, unless a limit was reached.
type Derived = Result<theorem::Theorem, Undecided>;

impl Job<'_> {
    /// What follows for misère play from a description of normal play.
    fn misere(self, normal: Description) -> Result<Exit, Failure> {
        if !matches!(normal.rule, Rule::Mex | Rule::Normal) {
            return Err(Failure::usage(format!(
                "--misere asks what follows from normal play, but {} is about the rule {}",
                self.name, normal.rule
            )));
        }
        let report = self.prove(&normal, None)?.0;
        if report.verdict != Verdict::Verified {
            return Err(self.unproved(report));
        }
        let stop = &self.control.stop;
        let options = TheoremOptions { values: Some(Alphabet::Outcome), stop: stop.clone() };
        let found = theorem(&normal, &options).and_then(|found| twin(&found, &normal, stop));
        self.finish(found, &Description { rule: Rule::Misere, ..normal })
    }

    /// Proves the description, and its theorem about these values where a certificate is written to a file.
    fn prove(
        &self,
        description: &Description,
        written: Option<(&Path, Alphabet)>,
    ) -> Result<(Report, Option<Derived>), Failure> {
        let Self { input, name, configuration, control } = self;
        let bar = Bar::new(configuration.progress, name.clone(), progress::of_kind(input.kind));
        let show = |progress: Progress| bar.show(progress.done as u64, progress.total as u64);
        let proof = verify::Options {
            threads: threads::threads(configuration),
            stop: control.stop.clone(),
            progress: Some(&show),
            ..Default::default()
        };
        let proved = match written {
            None => (verify::verify(description, &input.text, &proof), None),
            Some((path, values)) => {
                let made = certificate::theorem(description, &input.text, &proof, path, values)?;
                if let Some(missing) = made.missing {
                    complain(missing);
                }
                (made.report, made.derived.map(|(_, derived)| derived))
            }
        };
        let came = bar.came("blocks");
        drop(bar);
        if control.interrupted() && proved.0.verdict != Verdict::Verified {
            return Err(Failure::interrupted(format_args!("{name}: {came}, nothing is proved")));
        }
        Ok(proved)
    }

    /// Without a proof there is no theorem; what is wrong is said as `verify` says it.
    fn unproved(self, report: Report) -> Failure {
        let Self { input, name, configuration, .. } = self;
        let checked = Checked::new(name, input.kind, &input.text, report);
        let shown = text::input(&checked, configuration.style, configuration.detail);
        let failure = Failure::new(checked.report.verdict.into(), shown.trim_end());
        let findings = checked.report.findings;
        failure.about(About { path: checked.path, source: input.text.clone(), findings })
    }

    /// Writes what was derived.
    fn finish(self, derived: Derived, description: &Description) -> Result<Exit, Failure> {
        let Self { name, configuration, control, .. } = self;
        let theorem = match derived {
            Ok(theorem) => theorem,
            Err(Undecided::Limit(Limit::STOPPED)) => {
                let came = format!("{name} is proved, but its theorem is not derived");
                return Err(control.ended_early(Limit::STOPPED, came));
            }
            Err(error) => return Err(Failure::new(Exit::Undecided, format!("undecided: {error}"))),
        };
        let (said, detail) = (theorem.statement(description), configuration.detail);
        match configuration.format {
            Format::Latex => {
                print(&report::latex(&said), configuration)?;
                Ok(Verdict::decided(said.is_whole()).into())
            }
            _ => show(&report::derived(&theorem, said, detail), configuration),
        }
    }
}
