//! `grundy period`.

mod search;
mod vary;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::moves::refused;
use crate::cli::flags::period::Period;
use crate::cli::host::checkpoint::{self, CheckpointFile};
use crate::cli::host::output::{cited, exit};
use crate::cli::host::{Control, Exit, Failure, Output, bug, complain, file, threads};
use grundy_answers::ask::Refused;
use grundy_answers::ask::period::{Question, Ready};
use grundy_answers::report::period::{Answer, INTERVALS, SET, Table};
use search::Watched;
use std::time::Instant;

/// Finds the cycle of a game, or of each game of a family.
pub fn run(arguments: &Period, configuration: &Configuration) -> Result<Exit, Failure> {
    if let Some((number, by)) = arguments.vary.chosen() {
        if configuration.format == Format::Latex {
            return Err(Failure::usage("--vary writes text and json"));
        }
        return vary::run(arguments, number, by, configuration);
    }
    let (games, left_out) = arguments.game.each().map_err(Failure::usage)?;
    let are_several = games.len() + left_out.len() > 1;
    let alone = [
        ("--checkpoint", arguments.checkpoint.is_some()),
        ("--winning-moves", arguments.winning_moves),
        ("--certificate", arguments.certificate.is_some()),
    ];
    if let Some((name, _)) = alone.iter().find(|(_, is_given)| *is_given && are_several) {
        return Err(Failure::usage(format!("{name} takes one game, not a range of parameters")));
    }
    let questions = games.into_iter().map(|game| Question {
        game,
        method: arguments.method.into(),
        limit_positions: arguments.limit_positions,
        winning_moves: arguments.winning_moves,
        certificate: arguments.certificate.is_some(),
        is_kept: arguments.checkpoint.is_some(),
        ..Question::default()
    });
    let questions: Vec<_> = questions.collect();
    let ready = questions.iter().map(|one| one.ready().map_err(|error| usage(error, one)));
    let mut ready = ready.collect::<Result<Vec<_>, _>>()?;
    arguments.certificate.iter().try_for_each(|path| file::expect_writable(path))?;
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    if !are_several {
        let mut answer = answer(ready.swap_remove(0), arguments, configuration, &control)?;
        if control.interrupted() && answer.was_stopped() {
            return Err(Failure::interrupted(interruption(arguments, &answer)));
        }
        let missing = match (&arguments.certificate, answer.certificate.take()) {
            (Some(path), Some(Ok(bytes))) => {
                file::write(path, |out| out.write_all(&bytes)).map(|()| None)?
            }
            (_, why) => why.and_then(Result::err),
        };
        let exit = match configuration.format {
            Format::Latex => {
                output.write(&cited(&answer.latex()))?;
                exit(&answer)
            }
            _ => output.show(&answer, configuration)?,
        };
        return Ok(match missing {
            None => exit,
            Some(missing) => {
                complain(missing);
                Exit::Undecided
            }
        });
    }
    let mut table = Table { left_out, ..Table::default() };
    for (question, ready) in questions.iter().zip(ready) {
        let answer = answer(ready, arguments, configuration, &control)?;
        table.found.push((question.game.at.clone(), answer));
    }
    let came = if control.interrupted() { table.leave_stopped() } else { None };
    if let Some(came) = &came {
        complain(format_args!("interrupted: {came}"));
    }
    if configuration.is_text() {
        for one in &table.left_out {
            complain(format_args!("left out: {}", one.text()));
        }
    }
    let exit = match configuration.format {
        Format::Latex => {
            let all = table.found.iter().map(|(_, answer)| answer.latex());
            output.write(&cited(&all.collect::<Vec<_>>().join("\n")))?;
            exit(&table)
        }
        _ => output.show(&table, configuration)?,
    };
    Ok(if came.is_some() { Exit::Interrupted } else { exit })
}

fn usage(error: Refused, question: &Question) -> Failure {
    Failure::usage(refused(error, &question.game))
}

/// The answer, with a bar meanwhile, and a checkpoint if requested.
fn answer(
    mut ready: Ready<'_>,
    arguments: &Period,
    configuration: &Configuration,
    control: &Control,
) -> Result<Answer, Failure> {
    let name = ready.subject.name();
    bug::working_on(&name);
    let file = arguments.checkpoint.as_deref().map(CheckpointFile::open).transpose()?;
    let (file, content) = file.unzip();
    ready.checkpoint = content.flatten();
    let watched = Watched::new(name, file, arguments.limit_positions, configuration, control);
    let start = Instant::now();
    let question = ready.question;
    let answer = ready.answer(&grundy_answers::ask::Control {
        threads: threads::threads(configuration),
        stop: control.stop.clone(),
        progress: Some(&|progress| watched.tell(&progress)),
    });
    let time = start.elapsed();
    watched.end()?;
    let answer = answer.map_err(|error| match (error, &arguments.checkpoint) {
        (Refused::Checkpoint(error), Some(path)) => checkpoint::refused(path, &error),
        (error, _) => usage(error, question),
    })?;
    let statistics = answer.work.filter(|_| configuration.stats).map(|work| work.in_time(time));
    Ok(Answer { statistics, detail: configuration.detail, ..answer })
}

/// How far a search got that the user ended, and how to continue it.
fn interruption(arguments: &Period, answer: &Answer) -> String {
    let came = answer.came();
    match &arguments.checkpoint {
        _ if [SET, INTERVALS].contains(&answer.method) => came,
        Some(path) => format!("{came}; run the same command to resume from {}", path.display()),
        None => format!("{came}; add --checkpoint FILE to continue a search later"),
    }
}
