//! `grundy wolf solve`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::wolf::{Side, Solve};
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::show;
use grundy_core::limit::Limit;
use grundy_games::wolf::{Sheep, Solver, Square, Squares, census};
use grundy_report::report::wolf::{self, Position};

/// Values one position, or every start and all positions together.
pub fn run(arguments: &Solve, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut solver = Solver::default();
    if let (Some(sheep), Some(wolf)) = (arguments.sheep, arguments.wolf) {
        if sheep.squares().contains(wolf) {
            return Err(Failure::usage(format!("there is a sheep on {wolf} already")));
        }
        let sheep_move = arguments.to_move == Side::Sheep;
        let position = Position::solve(&mut solver, sheep, wolf, sheep_move);
        show(&wolf::solved(&[position], None), configuration)
    } else if arguments.to_move == Side::Wolf {
        // The game begins with a move of the sheep.
        Err(Failure::usage("--to-move wolf needs a position, such as A2-B1-C1-D1 b7"))
    } else {
        let control = Control::start(configuration.time_limit)?;
        let census = census(&mut solver, &control.stop).map_err(|found| {
            let valued = found.sheep + found.wolf;
            control.ended_early(Limit::STOPPED, format!("{valued} positions are valued"))
        })?;
        let starts = Squares::row(Square::ROWS).iter();
        let starts = starts.map(|wolf| Position::solve(&mut solver, Sheep::START, wolf, true));
        let starts: Vec<_> = starts.collect();
        show(&wolf::solved(&starts, Some(&census)), configuration)
    }
}
