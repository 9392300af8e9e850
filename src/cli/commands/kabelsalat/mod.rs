//! `grundy kabelsalat`: stacks and switches.

mod play;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::kabelsalat::{
    Code, Generate, Graph, Hints, KabelsalatCommand, Solve, Solving,
};
use crate::cli::host::asking::rejected;
use crate::cli::host::backend::backend;
use crate::cli::host::{Control, Exit, Failure, complain, print, show};
use grundy_answers::ask::{Ask, Refused, kabelsalat as ask};
use grundy_games::kabelsalat::solve::SOLUTIONS;
use grundy_language::diagnostic::Diagnostic;

/// Runs the command that was typed.
pub fn run(command: &KabelsalatCommand, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        KabelsalatCommand::Solve(Solve { code, solving }) => {
            let question = ask::Solve { code: code.clone(), solving: self::solving(solving)? };
            let exit = show(&answer(&question, configuration)?, configuration)?;
            if exit == Exit::Undecided {
                let what = "there are more solutions; list more with --limit-solutions";
                complain(format_args!("limit reached: {}; {what}", SOLUTIONS.name()));
            }
            Ok(exit)
        }
        KabelsalatCommand::Hints(Hints { code, combine }) => {
            let question = ask::Hints { code: code.clone(), combine: combine.clone() };
            show(&answer(&question, configuration)?, configuration)
        }
        KabelsalatCommand::Equations(Code { code }) => {
            show(&answer(&ask::Equations { code: code.clone() }, configuration)?, configuration)
        }
        KabelsalatCommand::Generate(Generate { wiring, stacks, switches, target, most, seed }) => {
            let question = ask::Generate {
                wiring: wiring.clone(),
                stacks: *stacks,
                switches: *switches,
                target: target.clone(),
                most: *most,
                seed: *seed,
            };
            show(&answer(&question, configuration)?, configuration)
        }
        KabelsalatCommand::Graph(Graph { code, presses, limit_positions, solving }) => {
            let question = ask::Graph {
                code: code.clone(),
                presses: *presses,
                limit_positions: Some(*limit_positions),
                solving: self::solving(solving)?,
            };
            let found = answer(&question, configuration)?;
            match configuration.format {
                Format::Dot => print(&found.dot(), configuration),
                _ => show(&found, configuration),
            }
        }
        KabelsalatCommand::Play(arguments) => play::run(arguments, configuration),
    }
}

/// The answer to a question about a task.
fn answer<Q: Ask>(question: &Q, configuration: &Configuration) -> Result<Q::Answer, Failure> {
    let control = Control::start(configuration.time_limit)?;
    let terms = grundy_answers::ask::Control { stop: control.stop.clone(), ..Default::default() };
    question.answer(&terms).map_err(|error| match error {
        Refused::Text(_, text, found) => malformed(&text, &found, configuration),
        error => control.refused(error, configuration),
    })
}

fn malformed(code: &str, faults: &[Diagnostic], configuration: &Configuration) -> Failure {
    rejected("the code is rejected", "CODE", code, faults, configuration)
}

fn solving(arguments: &Solving) -> Result<ask::Solving, Failure> {
    let backend = Some(backend(arguments.backend)?.name().to_owned());
    Ok(ask::Solving { backend, limit_solutions: Some(arguments.limit_solutions) })
}
