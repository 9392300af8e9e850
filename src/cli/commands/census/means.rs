//! `grundy census --mean`.

use super::layout;
use crate::cli::flags::census::Census as Arguments;
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::host::progress::PIECES;
use crate::cli::host::{Bar, Control, Exit, Failure, bug, print, threads};
use grundy_census::census::{
    Census, Class, Mean, Measure, OF_FOUR_MOVES, Row, Shard, Summary, by_conditions,
    by_number_of_moves, rows,
};
use grundy_core::formula::named;
use grundy_core::verdict::Verdict;
use grundy_report::report::census::title;
use grundy_report::report::means as report;

/// The means of all classes.
pub fn run(
    census: &Census,
    arguments: &Arguments,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    if arguments.shard.is_some() || configuration.format == Format::Jsonl || census.every {
        return Err(Failure::usage(
            "--mean needs a whole census, as text, csv or json: leave out --shard, --all and \
             --format jsonl",
        ));
    }
    let classes = classes(census, &arguments.class)?;
    let control = Control::start(configuration.time_limit)?;
    let pieces = |class: &Class| Shard::WHOLE.pieces(&class.census).count() as u64;
    let total = classes.iter().map(pieces).sum();
    let bar = Bar::new(configuration.progress, title(census), PIECES);
    let mut means = Vec::new();
    let mut done = 0;
    for class in &classes {
        bug::working_on(&format!("{}, class {}", title(census), class.name));
        let threads = threads::threads(configuration);
        let found = rows(&class.census, &threads, &control.stop, |_| {
            done += 1;
            bar.show(done, total);
        });
        let (rows, _) = found.map_err(|limit| {
            let came = format!("{} of {} classes are done", means.len(), classes.len());
            control.ended_early(limit, came)
        })?;
        means.push(rows.into_iter().filter_map(|row| mean(class, row)).collect::<Vec<_>>());
    }
    let time = bar.elapsed();
    drop(bar);
    let mut means: Vec<Mean> = means.concat();
    // By largest move; the classes stay in their order.
    means.sort_by_key(|mean| mean.largest);
    let time = configuration.stats.then_some(time);
    let text = report::render(census, &classes, &means, layout(configuration), time);
    print(&text, configuration)?;
    let undecided = means.iter().any(|mean| mean.undecided > 0);
    Ok(Verdict::decided(!undecided).into())
}

/// The mean that the last row of a largest move says; none of no games.
fn mean(class: &Class, row: Row) -> Option<Mean> {
    let Row::Summary(Summary { largest, games, undecided, sum, maximum }) = row else {
        return None;
    };
    let greatest = maximum.map_or(0, |game| match class.census.measure {
        Measure::Period => game.cycle.period,
        Measure::Preperiod => game.cycle.preperiod,
    });
    let class = class.name.clone();
    (games > 0).then_some(Mean { class, largest, games, undecided, sum, greatest })
}

/// The classes that were asked for; else those of 1996 of four moves, or by the number of moves.
fn classes(census: &Census, asked: &[(String, String)]) -> Result<Vec<Class>, Failure> {
    let refuse = |message: String| Failure::usage(format!("--class: {message}"));
    let given: Vec<(&str, &str)> = match (asked, census.moves()) {
        ([], None) => return Ok(by_number_of_moves(census)),
        ([], Some(4)) => OF_FOUR_MOVES.to_vec(),
        ([], Some(_)) => return Ok(vec![Class { name: "all".to_owned(), census: census.clone() }]),
        (asked, _) => asked.iter().map(|(name, text)| (&name[..], &text[..])).collect(),
    };
    for (index, (name, _)) in given.iter().enumerate() {
        if *name == "O" {
            return Err(refuse(format!(
                "{name} is the class of all other games; choose another name"
            )));
        }
        if given[..index].iter().any(|(other, _)| other == name) {
            return Err(refuse(format!("{name} is the name of two classes")));
        }
    }
    let condition = |&(name, text): &(&str, &str)| {
        let condition = named::condition(text).map_err(refuse)?;
        named::expect_condition(&condition, census.moves()).map_err(refuse)?;
        Ok((name.to_owned(), condition))
    };
    let conditions = given.iter().map(condition).collect::<Result<Vec<_>, Failure>>()?;
    let classes = by_conditions(census, &conditions);
    classes.ok_or_else(|| refuse("the conditions are too long to combine".to_owned()))
}
