//! `grundy wolf solve`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::wolf::{Side, Solve};
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::print;
use grundy_games::wolf::{Sheep, Solver, Square, census};
use grundy_report::report::wolf::{self, Solved};

/// Values one position, or every start and all positions together.
pub fn run(arguments: &Solve, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut solver = Solver::default();
    let page = match (arguments.sheep, arguments.wolf) {
        (Some(sheep), Some(wolf)) => {
            if sheep.squares().contains(wolf) {
                return Err(Failure::usage(format!("there is a sheep on {wolf} already")));
            }
            let solved = position(&mut solver, sheep, wolf, arguments.to_move);
            match configuration.is_text() {
                true => wolf::position(&solved),
                false => wolf::positions_json(&[solved], None),
            }
        }
        _ => {
            let starts = (0..4).filter_map(|column| Square::new(column, Square::ROWS));
            let starts = starts.map(|wolf| position(&mut solver, Sheep::START, wolf, Side::Sheep));
            let starts: Vec<_> = starts.collect();
            let census = census(&mut solver);
            match configuration.is_text() {
                true => wolf::starts(&starts, &census),
                false => wolf::positions_json(&starts, Some(&census)),
            }
        }
    };
    print(&page, configuration)
}

fn position(solver: &mut Solver, sheep: Sheep, wolf: Square, to_move: Side) -> Solved {
    let (outcome, best) = match to_move {
        Side::Sheep => {
            let best = solver.best_moves(sheep, wolf);
            (solver.sheep_to_move(sheep, wolf), best.iter().map(ToString::to_string).collect())
        }
        Side::Wolf => {
            let best = solver.best_squares(sheep, wolf);
            (solver.wolf_to_move(sheep, wolf), best.iter().map(ToString::to_string).collect())
        }
    };
    Solved { sheep, wolf, sheep_to_move: to_move == Side::Sheep, outcome, best }
}
