//! `grundy register`: the words of outcomes from which a game can start, and their orbits.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::register::Register as Arguments;
use crate::cli::host::{Control, Exit, Failure, bug, show};
use grundy_core::limit::{CancellationToken, Limit};
use grundy_report::report::Render;
use grundy_report::report::register::{self as report, AskedRegister, Followed, Listed, SHOWN};
use grundy_sequence::orbit::{LONGEST_REGISTER, Register, Words, survey};
use grundy_sequence::{Game, Rule};

/// Words are listed where there are at most so many.
const MOST_LISTED: u64 = 1 << 22;

/// Looks at all words, or follows the one that is asked for.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    let game = arguments.game.game().map_err(Failure::usage)?;
    let control = Control::start(configuration.time_limit)?;
    bug::working_on(&game.moves().to_string());
    let register = register(&game)?;
    let words = match game.rule() {
        Rule::Normal | Rule::Misere if !arguments.all_words => Words::Legal,
        _ => Words::All,
    };
    let asked = AskedRegister { game: &game, register, words };
    if game.start().is_some() {
        let followed = follow(asked, arguments, &control)?;
        return show(&followed, configuration);
    }
    let limit = arguments.limit_words;
    let found = survey(register, words, limit, &control.stop).map_err(|limit| {
        control.ended_early(limit, format!("not all words were checked{}", raised(limit)))
    })?;
    let listed = arguments.list.then(|| listed(asked, limit.min(MOST_LISTED), &control.stop));
    let listed = listed
        .transpose()
        .map_err(|limit| control.ended_early(limit, "not all words were checked"))?;
    show(&report::surveyed(asked, &found, listed.as_ref()), configuration)
}

/// What raises this limit.
fn raised(limit: Limit) -> &'static str {
    match limit {
        Limit::STOPPED => "",
        _ => "; raise --limit-words",
    }
}

fn register(game: &Game) -> Result<Register, Failure> {
    if game.rule() == Rule::Mex {
        return Err(Failure::usage("a register holds outcomes; leave out --values nim"));
    }
    Register::new(game.moves(), game.rule()).map_err(|_| {
        let greatest = game.moves().greatest();
        Failure::usage(format!(
            "the words are as long as the greatest move, which must be from 1 to \
             {LONGEST_REGISTER}, not {greatest}"
        ))
    })
}

/// The words to which nothing leads, or two words.
fn listed(asked: AskedRegister<'_>, limit: u64, stop: &CancellationToken) -> Result<Listed, Limit> {
    let mut listed = Listed::default();
    for word in asked.register.words(asked.words, limit, stop)? {
        match asked.register.predecessors_in(word, asked.words).count() {
            0 => listed.none.push(word),
            1 => {}
            _ => listed.two.push(word),
        }
    }
    Ok(listed)
}

/// The word of the start.
fn follow(
    asked: AskedRegister<'_>,
    arguments: &Arguments,
    control: &Control,
) -> Result<impl Render, Failure> {
    let AskedRegister { game, register, words } = asked;
    if arguments.list {
        return Err(Failure::usage("--list is about all words; leave out --start"));
    }
    let word =
        register.word(|back| game.value_before(back).unwrap_or(grundy_check::model::Value(1)));
    let path = register.path(word, arguments.limit_words, &control.stop).map_err(|limit| {
        control.ended_early(limit, format!("the word did not reach an orbit{}", raised(limit)))
    })?;
    // A word with two losses a move apart comes from words of its kind only.
    let words = if register.is_legal(word) { words } else { Words::All };
    let followed = Followed { word, path, back: register.back(word, words, SHOWN) };
    Ok(report::followed(AskedRegister { words, ..asked }, &followed))
}
