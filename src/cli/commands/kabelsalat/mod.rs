//! `grundy kabelsalat`: stacks and switches.

mod play;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::kabelsalat::{Code, Generate, Graph, KabelsalatCommand, Solve, Solving};
use crate::cli::host::backend::backend;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{complain, print, show};
use grundy_core::diagnostic::Diagnostic;
use grundy_core::limit::CancellationToken;
use grundy_games::kabelsalat::hints::hints;
use grundy_games::kabelsalat::positions::{Bound, POSITIONS, positions};
use grundy_games::kabelsalat::solve::{Fewest, SOLUTIONS, SolveOptions, Solved, solve};
use grundy_games::kabelsalat::{Task, code, generate};
use grundy_report::report::ended::About;
use grundy_report::report::{kabelsalat, render};

/// Runs the command that was typed.
pub fn run(command: &KabelsalatCommand, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        KabelsalatCommand::Solve(arguments) => solved(arguments, configuration),
        KabelsalatCommand::Hints(Code { code }) => explained(code, configuration),
        KabelsalatCommand::Equations(Code { code }) => {
            show(&kabelsalat::equations(&task(code, configuration)?), configuration)
        }
        KabelsalatCommand::Generate(arguments) => generated(arguments, configuration),
        KabelsalatCommand::Graph(arguments) => drawn(arguments, configuration),
        KabelsalatCommand::Play(arguments) => play::run(arguments, configuration),
    }
}

fn solved(arguments: &Solve, configuration: &Configuration) -> Result<Exit, Failure> {
    let task = task(&arguments.code, configuration)?;
    let control = Control::start(configuration.time_limit)?;
    let solved = match solve(&task, &options(&arguments.solving, control.stop.clone())?) {
        Ok(solved) => solved,
        Err(limit) => {
            let came = "not all solutions with fewest presses were found, nor a reason why there \
                        are none";
            return Err(control.ended_early(limit, came));
        }
    };
    let exit = show(&kabelsalat::answer(&task, &solved), configuration)?;
    if exit == Exit::Undecided {
        let what = "there are more solutions; list more with --limit-solutions";
        complain(format_args!("limit reached: {}; {what}", SOLUTIONS.name()));
    }
    Ok(exit)
}

fn explained(code: &str, configuration: &Configuration) -> Result<Exit, Failure> {
    let task = task(code, configuration)?;
    let control = Control::start(configuration.time_limit)?;
    let hints = hints(&task, &control.stop)
        .map_err(|limit| control.ended_early(limit, "the rules were not applied to the end"))?;
    show(&kabelsalat::explained(&task, &hints), configuration)
}

fn generated(arguments: &Generate, configuration: &Configuration) -> Result<Exit, Failure> {
    let &Generate { ref wiring, stacks, switches, ref target, most, seed } = arguments;
    let made = match wiring {
        Some(text) => {
            let wiring = code::parse_wiring(text)
                .map_err(|faults| malformed(text, &faults, configuration))?;
            let presses = generate::presses(wiring.len(), most, seed);
            let task = generate::solved_by(&wiring, target.clone(), &presses);
            task.map(|task| (task, presses))
                .ok_or_else(|| Failure::usage("no task exists for these switches"))?
        }
        None if switches > stacks => {
            let message = format!(
                "{switches} switches for {stacks} stacks: a task has at most as many switches as \
                 stacks"
            );
            return Err(Failure::usage(message));
        }
        None => {
            let wanted = generate::Wanted { stacks, switches, target: target.clone(), most };
            generate::random(&wanted, seed).ok_or_else(|| {
                Failure::usage(
                    "no such task was found; try a larger --target or a different \
                                --most",
                )
            })?
        }
    };
    let (task, presses) = made;
    show(&kabelsalat::generated(&task, &presses), configuration)
}

fn drawn(arguments: &Graph, configuration: &Configuration) -> Result<Exit, Failure> {
    let task = task(&arguments.code, configuration)?;
    let control = Control::start(configuration.time_limit)?;
    let bound = match arguments.presses {
        Some(most) => Bound::Presses(most.into()),
        None => {
            let options = options(&arguments.solving, control.stop.clone())?;
            let solved = solve(&task, &options)
                .map_err(|limit| control.ended_early(limit, "no solution is found yet"))?;
            match solved {
                Solved::Solvable(Fewest { solutions, complete: true, .. }) => {
                    Bound::Solutions(solutions)
                }
                Solved::Solvable(_) => {
                    let why = "there are more solutions; allow more with --limit-solutions, or \
                               give --presses";
                    return Err(control.ended_early(SOLUTIONS, why));
                }
                Solved::Unsolvable(_) => {
                    let why = "the target cannot be reached; --presses shows the positions after \
                               some presses";
                    return Err(Failure::usage(why));
                }
            }
        }
    };
    let graph =
        positions(&task, &bound, arguments.limit_positions, &control.stop).map_err(|limit| {
            let came = match limit {
                POSITIONS => "allow more positions with --limit-positions",
                _ => "not all positions are known",
            };
            control.ended_early(limit, came)
        })?;
    match configuration.format {
        Format::Dot => print(&kabelsalat::positions_dot(&task, &graph), configuration),
        _ => show(&kabelsalat::PositionGraph { task: &task, graph: &graph }, configuration),
    }
}

/// The task with this code; what is wrong with it as the failure.
fn task(code: &str, configuration: &Configuration) -> Result<Task, Failure> {
    Task::parse(code).map_err(|faults| malformed(code, &faults, configuration))
}

fn malformed(code: &str, faults: &[Diagnostic], configuration: &Configuration) -> Failure {
    let (style, detail) = (configuration.style, configuration.detail);
    let shown = render::render_all(faults, "CODE", code, style, detail);
    Failure::rejected(format!("the code is rejected\n{}", shown.trim_end()))
        .about(About::new("CODE", code, faults))
}

fn options(solving: &Solving, stop: CancellationToken) -> Result<SolveOptions, Failure> {
    let backend = backend(solving.backend)?;
    Ok(SolveOptions { backend, limit_solutions: solving.limit_solutions, stop })
}
