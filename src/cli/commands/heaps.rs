//! `grundy heaps`: who wins several heaps, and how.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::heaps::Heaps;
use crate::cli::host::{Control, Exit, Failure, print};
use grundy_core::limit::Limit;
use grundy_games::heaps::Convention;
use grundy_report::report::heaps;

/// Answers for the heaps.
pub fn run(arguments: &Heaps, configuration: &Configuration) -> Result<Exit, Failure> {
    let sum = arguments.sum().map_err(Failure::usage)?;
    let convention = arguments.convention();
    let control = Control::start(configuration.time_limit)?;
    let answer = sum.answer(convention, &control.stop).map_err(|limit| {
        let play = convention.name();
        let came = match convention {
            Convention::Normal if limit == Limit::STOPPED => {
                format!("it is not known who wins {play} play: not every heap has a value yet")
            }
            Convention::Normal => {
                format!("it is not known who wins {play} play: a heap is too large")
            }
            Convention::Misere => format!("it is not known who wins {play} play: {}", limit.text()),
        };
        control.ended_early(limit, came)
    })?;
    let text = match configuration.is_text() {
        true => heaps::text(&sum, convention, &answer),
        false => heaps::json(&sum, convention, &answer),
    };
    print(&text, configuration)
}
