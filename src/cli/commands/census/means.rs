//! `grundy census --mean`.

use crate::cli::flags::census::Census as Arguments;
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::host::asking::answer_while;
use crate::cli::host::progress::PIECES;
use crate::cli::host::{Bar, Control, Exit, Failure, bug, output, print, show};
use grundy_answers::ask::census::{Games, Means};
use grundy_answers::report::census::title;

/// The means of all classes.
pub fn run(
    games: Games,
    arguments: &Arguments,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let is_list = arguments.games.all || configuration.format == Format::Jsonl;
    if arguments.shard.is_some() || is_list {
        return Err(Failure::usage(
            "--mean needs a whole census, as text, csv or json: leave out --shard, --all and \
             --format jsonl",
        ));
    }
    let control = Control::start(configuration.time_limit)?;
    let refused = |error| control.refused(error, configuration);
    let title = title(&games.census().map_err(refused)?);
    bug::working_on(&title);
    let question = Means { games, classes: arguments.class.clone() };
    let bar = Bar::new(configuration.progress, title, PIECES);
    let mut found = answer_while(&question, &bar, &control, configuration).map_err(refused)?;
    found.time = configuration.stats.then(|| bar.elapsed());
    drop(bar);
    found.detail = configuration.detail;
    match configuration.format {
        Format::Csv => print(&found.csv(), configuration).map(|_| output::exit(&found)),
        _ => show(&found, configuration),
    }
}
