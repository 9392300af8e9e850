//! A refuted description as a picture.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::plot::Refutation;
use crate::cli::host::control::Control;
use crate::cli::host::description::description;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::read_one;
use crate::cli::host::threads;
use grundy::Integer;
use grundy::check::{self, Kind, Options, check};
use grundy::lang;
use grundy::limit::Limit;
use grundy::picture::{self, Picture, Refuted};
use grundy::verdict::Finding;

/// The picture of the smallest counterexample.
pub fn draw(
    arguments: &Refutation,
    configuration: &Configuration,
    control: &Control,
) -> Result<Picture, Failure> {
    let input = read_one(&arguments.path)?;
    let name = input.name();
    let description = description(&input, &lang::Options::default(), configuration)?;
    let options = Options {
        threads: threads::threads(configuration),
        stop: control.stop.clone(),
        ..Options::default()
    };
    let report = check(Kind::Nimseq, &input.text, &options);
    let Some(found) = report.findings.iter().find_map(Finding::counterexample) else {
        if report.findings.iter().any(|it| it.limit() == Some(Limit::STOPPED)) {
            return Err(control.ended_early(Limit::STOPPED));
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
    let position = found.failure.position.to_i64().and_then(|it| u64::try_from(it).ok());
    let rows = seen.and_then(|seen| seen.around.runs).zip(position);
    let Some((rows, position)) = rows else {
        let message = format!(
            "{name}: refuted at position {}; both sequences are not written out that far",
            found.failure.position
        );
        return Err(Failure::new(Exit::Undecided, message));
    };
    let point: Vec<Integer> = found.parameters.iter().map(|(_, value)| value.clone()).collect();
    let moves = description.moves.iter().map(|it| it.size.at(&point).to_string());
    let moves = moves.collect::<Vec<_>>().join(" ");
    let at: Vec<_> = found.parameters.iter().map(|it| format!("{} = {}", it.0, it.1)).collect();
    let at = if at.is_empty() { String::new() } else { format!(" for {}", at.join(", ")) };
    let failure = &found.failure;
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
    Ok(picture::refutation(&refuted, arguments.size))
}
