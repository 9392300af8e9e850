//! A refuted description as a picture.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::plot::Refutation;
use crate::cli::host::control::Control;
use crate::cli::host::description::description;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::read_one;
use crate::cli::host::progress::{self, Bar};
use crate::cli::host::threads;
use grundy_check::model::Description;
use grundy_core::lang;
use grundy_core::limit::Limit;
use grundy_core::verdict::{Counterexample, Finding};
use grundy_picture::{Picture, Refuted, Size, refutation};
use grundy_report::check::{self, Kind, Options, Surroundings, check};

/// The picture of the smallest counterexample.
pub fn draw(arguments: &Refutation, configuration: &Configuration) -> Result<Picture, Failure> {
    let input = read_one(&arguments.path)?;
    let control = Control::start(configuration.time_limit)?;
    let name = input.name();
    let description = description(&input, &lang::Options::default(), configuration)?;
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
            "{name}: {}; there is no counterexample to draw (grundy verify says more)",
            report.verdict
        );
        return Err(Failure::new(exit, message));
    };
    let seen = check::surroundings(&input.text, found, &options);
    let size = arguments.size;
    let picture = seen.and_then(|seen| drawn(&name, &description, found, &seen, size));
    picture.ok_or_else(|| {
        let message = format!(
            "{name}: refuted at position {}; both sequences are not written out that far",
            found.failure.position
        );
        Failure::new(Exit::Undecided, message)
    })
}

/// A counterexample of the description called `name`, as a picture of both sequences around it;
/// `None` where they are not written out so far.
fn drawn(
    name: &str,
    description: &Description,
    found: &Counterexample,
    seen: &Surroundings,
    size: Size,
) -> Option<Picture> {
    let Counterexample { parameters, failure } = found;
    let position = u64::try_from(failure.position.to_i64()?).ok()?;
    let rows = seen.around.runs.as_ref()?;
    let point = found.point();
    let moves = description.moves.iter().map(|it| it.size.at(&point).to_string());
    let moves = moves.collect::<Vec<_>>().join(" ");
    let at: Vec<_> = parameters.iter().map(|it| format!("{} = {}", it.0, it.1)).collect();
    let at = if at.is_empty() { String::new() } else { format!(" for {}", at.join(", ")) };
    let subtitle = format!(
        "{{ {moves} }}{at}: position {position} is {}, described as {}",
        failure.computed, failure.claimed
    );
    let refuted = Refuted {
        title: &format!("{name} is refuted"),
        subtitle: &subtitle,
        alphabet: description.alphabet,
        from: rows.from as u64,
        described: &rows.described,
        computed: &rows.computed,
        position,
    };
    Some(refutation(&refuted, size))
}
