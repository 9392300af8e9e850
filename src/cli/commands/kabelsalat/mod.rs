//! `grundy kabelsalat`: stacks and switches.

mod play;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::kabelsalat::{Command, Equations, Generate, Solve, Solving};
use crate::cli::host::backend::backend;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{complain, print};
use grundy_core::diagnostic::Diagnostic;
use grundy_core::limit::CancellationToken;
use grundy_games::kabelsalat::solve::{Options, SOLUTIONS, Solved, solve};
use grundy_games::kabelsalat::{Task, code, generate};
use grundy_report::report::ended::About;
use grundy_report::report::{kabelsalat, render};

/// Runs the command that was typed.
pub fn run(command: &Command, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        Command::Solve(arguments) => solved(arguments, configuration),
        Command::Equations(Equations { code }) => {
            let task = task(code, configuration)?;
            let text = match configuration.is_text() {
                true => kabelsalat::equations_text(&task),
                false => kabelsalat::equations_json(&task),
            };
            print(&text, configuration)
        }
        Command::Generate(arguments) => generated(arguments, configuration),
        Command::Play(arguments) => play::run(arguments, configuration),
    }
}

fn solved(arguments: &Solve, configuration: &Configuration) -> Result<Exit, Failure> {
    let task = task(&arguments.code, configuration)?;
    let control = Control::start(configuration.time_limit)?;
    let solved = match solve(&task, &options(&arguments.solving, control.stop.clone())?) {
        Ok(solved) => solved,
        Err(limit) => {
            let came = "not all solutions with fewest presses are found, nor why there is none";
            return Err(control.ended_early(limit, came));
        }
    };
    let text = match configuration.is_text() {
        true => kabelsalat::text(&task, &solved),
        false => kabelsalat::json(&task, &solved),
    };
    print(&text, configuration)?;
    match solved {
        Solved::Solvable(fewest) if !fewest.complete => {
            let what = "there are more solutions; list more with --limit-solutions";
            complain(format_args!("limit reached: {}; {what}", SOLUTIONS.name()));
            Ok(Exit::Undecided)
        }
        _ => Ok(Exit::Success),
    }
}

fn generated(arguments: &Generate, configuration: &Configuration) -> Result<Exit, Failure> {
    let Generate { switches, target, most, seed } = arguments;
    let wiring = code::parse_wiring(switches)
        .map_err(|faults| malformed(switches, &faults, configuration))?;
    let presses = generate::presses(wiring.len(), *most, *seed);
    let task = generate::solved_by(&wiring, target.clone(), &presses)
        .ok_or_else(|| Failure::usage("no task exists for these switches"))?;
    let text = match configuration.is_text() {
        true => kabelsalat::generated_text(&task, &presses),
        false => kabelsalat::generated_json(&task, &presses),
    };
    print(&text, configuration)
}

/// The task with this code; what is wrong with it as the failure.
fn task(code: &str, configuration: &Configuration) -> Result<Task, Failure> {
    Task::parse(code).map_err(|faults| malformed(code, &faults, configuration))
}

fn malformed(code: &str, faults: &[Diagnostic], configuration: &Configuration) -> Failure {
    let show = |fault| render::render(fault, "CODE", code, configuration.style);
    let shown: Vec<_> = faults.iter().map(show).collect();
    Failure::rejected(format!("the code is rejected\n{}", shown.join("\n").trim_end()))
        .about(About::new("CODE", code, faults))
}

fn options(solving: &Solving, stop: CancellationToken) -> Result<Options, Failure> {
    let backend = backend(solving.backend)?;
    Ok(Options { backend, limit_solutions: solving.limit_solutions, stop })
}
