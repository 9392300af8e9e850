//! A refuted description as a picture.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::plot::Refutation;
use crate::cli::flags::reading::Reading;
use crate::cli::host::input::read_one;
use crate::cli::host::{Bar, Control, Exit, Failure, progress, threads};
use grundy_core::limit::Limit;
use grundy_core::verdict::Finding;
use grundy_picture::{Picture, drawn};
use grundy_report::check::{self, Kind, Options, check};

/// The picture of the smallest counterexample.
pub fn draw(arguments: &Refutation, configuration: &Configuration) -> Result<Picture, Failure> {
    let input = read_one(&arguments.path)?;
    let control = Control::start(configuration.time_limit)?;
    let name = input.name();
    let described = input.described(&Reading::default());
    let terms = control.terms(configuration, None);
    let description = described.and_then(|it| it.read(&terms));
    let description = description.map_err(|error| control.refused(error, configuration))?;
    let bar = Bar::new(configuration.progress, name.clone(), progress::of_kind(Kind::Nimseq));
    let show = |done, total| bar.show(done, total);
    let options = Options {
        threads: threads::threads(configuration),
        stop: control.stop.clone(),
        progress: Some(&show),
        ..Options::default()
    };
    let report = check(Kind::Nimseq, &input.text, &options);
    let Some(found) = report.findings.iter().find_map(Finding::counterexample) else {
        if report.findings.iter().any(|it| it.limit() == Some(Limit::STOPPED)) {
            return Err(control.ended_early(Limit::STOPPED, bar.came("blocks")));
        }
        // A picture was asked for, and there is none.
        let exit = match Exit::from(report.verdict) {
            Exit::Success => Exit::Usage,
            exit => exit,
        };
        let message = format!(
            "{name}: {}, so there is no counterexample to draw (see grundy verify)",
            report.verdict
        );
        return Err(Failure::new(exit, message));
    };
    let seen = check::surroundings(&input.text, found, &options);
    let size = arguments.size;
    let picture = seen.and_then(|seen| drawn(&name, &description, found, &seen, size));
    picture.ok_or_else(|| {
        let message = format!(
            "{name}: refuted at position {}; the sequences are not written out that far",
            found.failure.position
        );
        Failure::new(Exit::Undecided, message)
    })
}
