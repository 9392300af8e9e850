//! `grundy census families`.

use crate::cli::flags::census::Families as Arguments;
use crate::cli::flags::configuration::Configuration;
use crate::cli::host::progress::FAMILIES;
use crate::cli::host::{Bar, Control, Exit, Failure, bug, complain, show, threads};
use grundy_census::census::families::Families;
use grundy_core::limit::Limit;
use grundy_report::report::families as report;

/// Looks for the polynomials of all families of a kind.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    let names: Vec<_> = ('a'..='z').take(arguments.moves).collect();
    let mut used = arguments.condition.iter().flat_map(|it| it.variables());
    if let Some((name, _)) = used.find(|(name, _)| !names.contains(name)) {
        let names: Vec<_> = names.iter().map(char::to_string).collect();
        let names = names.join(", ");
        return Err(Failure::usage(format!("unknown move {name}; the moves are {names}")));
    }
    let families = Families {
        moves: arguments.moves,
        factors: arguments.factors.0..=arguments.factors.1,
        summands: arguments.summands.0..=arguments.summands.1,
        condition: arguments.condition.clone(),
        steps: arguments.limit_steps,
    };
    let title = report::title(&families);
    bug::working_on(&title);
    let control = Control::start(configuration.time_limit)?;
    let mut total = 0_u64;
    for _ in families.all() {
        control.stop.check().map_err(|limit| {
            control.ended_early(limit, format!("{total} families were counted, and none examined"))
        })?;
        total += 1;
    }
    if total == 0 {
        return Err(Failure::usage("no family fits these options"));
    }
    let bar = Bar::new(configuration.progress, title, FAMILIES);
    let mut examined = Vec::new();
    let ended = grundy_core::threads::in_order(
        families.all(),
        &threads::threads(configuration),
        |moves| {
            let found = families.examine(&moves, &control.stop);
            found.map(|found| (moves, found))
        },
        |one| -> Result<(), Limit> {
            examined.push(one?);
            bar.show(examined.len() as u64, total);
            Ok(())
        },
    );
    drop(bar);
    if control.interrupted() {
        let done = examined.len();
        return Err(Failure::interrupted(format_args!("{done} of {total} families were examined")));
    }
    let exit = show(&report::examined(&families, &examined, total, arguments.all), configuration)?;
    if ended.is_err() {
        let done = examined.len();
        complain(format_args!(
            "undecided: the time limit ran out; {done} of {total} families were examined"
        ));
    }
    Ok(exit)
}
